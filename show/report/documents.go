// This file finds the documents of a project: Markdown files that become pages beside those of the games.

package report

import (
	"fmt"
	"html"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
)

// Docs locates the documents.
type Docs struct {
	Files  fs.FS  // the repository
	Folder string // folder of them, with slashes: each Markdown file below it becomes a page. README.md is the first; its links determine the order
}

// Size limits of a file that documents link to, and of all of them together, in bytes.
const (
	maxLinkedFile  = 1 << 20
	maxLinkedFiles = 64 << 20
)

// documents holds the documents of a model, and the files that they link to.
type documents struct {
	files fs.FS
	list  []*document          // in reading order: those of the folder, then others that these link to
	of    map[string]*document // by file
	plain map[string]linked    // other linked files, by name
	prose source.Prose         // of the documents
	bytes int                  // total size of the other files
}

// linked is a linked file that is not a document: a picture, or a text that is displayed verbatim.
type linked struct {
	page    string
	picture bool
	content []byte
}

// document is a Markdown file.
type document struct {
	file, page, title string
	source            []byte
	tree              ast.Node
	sections          []section // headings below the title
	anchors           map[string]bool
	numbered          map[string]int // number of headings with the same anchor
	paths             []string       // link targets in the repository
	placed            map[string]int // index in paths
}

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table))

// readDocuments reads the documents of a folder and the files that they link to. A link to a missing file, or to a
// missing heading of a document, is an error.
func (m *Model) readDocuments(docs *Docs) (*documents, error) {
	d := &documents{files: docs.Files, of: map[string]*document{}, plain: map[string]linked{}}
	var names []string
	err := fs.WalkDir(docs.Files, docs.Folder, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && path.Ext(name) == ".md" {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: there is no Markdown file in it", docs.Folder)
	}
	if at := slices.Index(names, path.Join(docs.Folder, "README.md")); at > 0 {
		names = slices.Insert(slices.Delete(names, at, at+1), 0, path.Join(docs.Folder, "README.md"))
	}
	for _, name := range names {
		if err := d.read(name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	for i := 0; i < len(d.list); i++ { // grows
		for _, to := range d.list[i].paths {
			if d.of[to] != nil || d.plain[to].page != "" || m.pageOf(to) != "" {
				continue
			}
			if err := d.readLinked(to); err != nil {
				return nil, fmt.Errorf("%s links to %s: %w", d.list[i].file, to, err)
			}
		}
	}
	first := d.list[0]
	place := func(x *document) int {
		at, linked := first.placed[x.file]
		switch {
		case x == first:
			return -1
		case !linked:
			return len(first.paths)
		}
		return at
	}
	slices.SortStableFunc(d.list, func(a, b *document) int { return place(a) - place(b) })
	return d, d.checkAnchors()
}

// readLinked reads a linked file: a document, a picture, or a text that is displayed verbatim.
func (d *documents) readLinked(name string) error {
	if path.Ext(name) == ".md" {
		return d.read(name)
	}
	content, err := source.ReadFile(d.files, name, maxLinkedFile)
	if d.bytes += len(content); d.bytes > maxLinkedFiles {
		return fmt.Errorf("the files that documents link to have more than %d MiB", maxLinkedFiles>>20)
	}
	if err != nil {
		return err
	}
	if slices.Contains([]string{".svg", ".png", ".jpg", ".webp"}, path.Ext(name)) {
		d.plain[name] = linked{name, true, content}
	} else {
		d.plain[name] = linked{"files/" + name + ".html", false, content}
	}
	return nil
}

// read reads a document.
func (d *documents) read(name string) error {
	content, err := source.ReadFile(d.files, name, source.MaxBytes)
	if err == nil {
		err = d.prose.Add(content)
	}
	if err != nil {
		return err
	}
	x := &document{file: name, page: strings.TrimSuffix(name, ".md") + ".html", source: content, tree: markdown.Parser().Parse(text.NewReader(content)),
		anchors: map[string]bool{}, numbered: map[string]int{}, placed: map[string]int{}}
	if path.Base(name) == "README.md" && path.Dir(name) != "." { // index.html at the root is the cover
		x.page = path.Join(path.Dir(name), "index.html")
	}
	err = ast.Walk(x.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			x.heading(n)
		case *ast.Link:
			x.link(address(n.Destination))
		case *ast.Image:
			x.link(address(n.Destination))
		}
		return ast.WalkContinue, nil
	})
	if x.title == "" {
		x.title = name
	}
	d.list, d.of[name] = append(d.list, x), x
	return err
}

// heading records a heading under the anchor that GitHub gives it.
func (x *document) heading(n *ast.Heading) {
	title := plainText(n, x.source)
	base := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, title)
	id := base
	for id == "" || x.anchors[id] {
		x.numbered[base]++
		id = fmt.Sprintf("%s-%d", base, x.numbered[base])
	}
	x.anchors[id] = true
	n.SetAttributeString("id", []byte(id))
	if x.title == "" {
		x.title = title
		return
	}
	x.sections = append(x.sections, section{Title: title, Target: x.page + "#" + id, Level: n.Level})
}

// link records the target of a link.
func (x *document) link(target string) {
	if file, _, _ := strings.Cut(target, "#"); file != "" && !strings.Contains(file, ":") {
		to := path.Join(path.Dir(x.file), file)
		if _, there := x.placed[to]; !there {
			x.placed[to] = len(x.paths)
			x.paths = append(x.paths, to)
		}
	}
}

// address returns the target of a link, with character references decoded.
func address(destination []byte) string { return html.UnescapeString(string(destination)) }

// plainText returns the text in a node, code included.
func plainText(n ast.Node, source []byte) string {
	var out strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			out.Write(t.Segment.Value(source))
			if t.SoftLineBreak() || t.HardLineBreak() {
				out.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}

// pageOf returns the report's page for a page of a rulebook or a scenario of the repository; "" for any other file.
func (m *Model) pageOf(file string) string {
	for _, g := range m.Games {
		if g.Book.Source(file) != nil {
			return bookPath(g, file)
		}
		if name, ok := strings.CutPrefix(file, corpus.ScenariosDir+"/"+g.ID+"/"); ok {
			if c := g.cases[strings.TrimSuffix(name, path.Ext(name))]; c != nil {
				return scenarioPath(c)
			}
		}
	}
	return ""
}

// target returns the report's target of a document's link; web addresses are unchanged.
func (m *Model) target(x *document, link string) string {
	file, anchor, has := strings.Cut(link, "#")
	if has {
		anchor = "#" + anchor
	}
	if file == "" || strings.Contains(file, ":") {
		return safe(link)
	}
	name := path.Join(path.Dir(x.file), file)
	to := m.pageOf(name)
	if other := m.documents.of[name]; other != nil {
		to = other.page
	} else if to == "" {
		to = m.documents.plain[name].page
	}
	return relative(x.page, to+anchor)
}

// checkAnchors returns an error for links to missing headings.
func (d *documents) checkAnchors() error {
	for _, x := range d.list {
		err := ast.Walk(x.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			link, ok := n.(*ast.Link)
			if !ok || !entering {
				return ast.WalkContinue, nil
			}
			file, anchor, has := strings.Cut(address(link.Destination), "#")
			to := x
			if file != "" {
				to = d.of[path.Join(path.Dir(x.file), file)]
			}
			if has && to != nil && !to.anchors[anchor] {
				return ast.WalkStop, fmt.Errorf("%s links to %s: %s has no such heading", x.file, link.Destination, to.file)
			}
			return ast.WalkContinue, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
