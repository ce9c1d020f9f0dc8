// This file makes the pages of documents, and their search index.

package report

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extensions "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	htmls "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// documentPage makes the page of a document; before and after are its neighbours in reading order, nil at the ends.
func (m *Model) documentPage(x, before, after *document) (File, error) {
	p := &Page{Path: x.page, Title: x.title, Place: InDocuments, Wide: true, OwnHeading: true}
	if x != m.documents.list[0] {
		p.Trail = []Link{m.documents.link(m.documents.list[0])}
	}
	var err error
	if len(x.sections) > 1 {
		if p.Aside, err = execute("on-this-page", map[string]any{"Page": p, "Sections": slices.DeleteFunc(slices.Clone(x.sections), func(s section) bool { return s.Level > 3 })}); err != nil {
			return File{}, err
		}
	}
	turn, err := execute("turn", map[string]any{"Page": p, "Before": before.chapter(), "After": after.chapter()})
	if err != nil {
		return File{}, err
	}
	var out bytes.Buffer
	pen := &documentPen{m: m, x: x, TableHTMLRenderer: extension.NewTableHTMLRenderer().(*extension.TableHTMLRenderer)}
	err = renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(pen, 1), util.Prioritized(htmls.NewRenderer(), 2))).Render(&out, x.source, x.tree)
	if err != nil {
		return File{}, err
	}
	p.Body = `<div class="document">` + template.HTML(out.String()) + `</div>` + turn
	return m.Render(p)
}

// Start returns a link to the first document, nil if there is none.
func (m *Model) Start() *Link {
	if m.documents == nil {
		return nil
	}
	l := m.documents.link(m.documents.list[0])
	return &l
}

// link returns a link to a document.
func (d *documents) link(x *document) Link { return Link{x.title, x.page} }

// documentFiles makes the files of the documents.
func (m *Model) documentFiles() ([]File, error) {
	if m.documents == nil {
		return nil, nil
	}
	var out []File
	list := m.documents.list
	for i, x := range list {
		var before, after *document
		if i > 0 {
			before = list[i-1]
		}
		if i+1 < len(list) {
			after = list[i+1]
		}
		f, err := m.documentPage(x, before, after)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	for _, name := range slices.Sorted(maps.Keys(m.documents.plain)) {
		f, err := m.linkedFile(name, m.documents.plain[name])
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	f, err := m.documents.index().write()
	return append(out, f), err
}

// chapter returns the link data of a document, nil for nil.
func (x *document) chapter() *chapter {
	if x == nil {
		return nil
	}
	return &chapter{Title: x.title, Target: x.page}
}

// linkedFile makes the file of a picture, or the page of a text that is not a document.
func (m *Model) linkedFile(name string, l linked) (File, error) {
	if l.picture {
		return File{l.page, l.content}, nil
	}
	body, err := execute("linked", string(l.content))
	if err != nil {
		return File{}, err
	}
	return m.Render(&Page{Path: l.page, Title: name, Place: InDocuments, Wide: true, Trail: []Link{m.documents.link(m.documents.list[0])}, Body: body})
}

// documentPen overrides the Markdown renderer for documents: links lead to pages of the report, and wide content can
// be scrolled with the keyboard.
type documentPen struct {
	*extension.TableHTMLRenderer
	m      *Model
	x      *document
	tables int
}

// RegisterFuncs implements renderer.NodeRenderer.
func (p *documentPen) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	p.TableHTMLRenderer.RegisterFuncs(r)
	r.Register(extensions.KindTable, p.table)
	r.Register(ast.KindFencedCodeBlock, p.code)
	r.Register(ast.KindCodeBlock, p.code)
	r.Register(ast.KindLink, p.link)
	r.Register(ast.KindImage, p.image)
	var as prose // as on the page of a rulebook
	r.Register(ast.KindAutoLink, as.autoLink)
	r.Register(ast.KindRawHTML, as.rawHTML)
	r.Register(ast.KindHTMLBlock, as.htmlBlock)
}

func (p *documentPen) table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		p.tables++
		fmt.Fprintf(w, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table %d\"><table>\n", p.tables)
	} else {
		w.WriteString("</table></div>\n")
	}
	return ast.WalkContinue, nil
}

func (p *documentPen) code(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		w.WriteString(`<pre tabindex="0"><code>`)
		for i := range n.Lines().Len() {
			at := n.Lines().At(i)
			w.Write(util.EscapeHTML(at.Value(source)))
		}
		w.WriteString("</code></pre>\n")
	}
	return ast.WalkSkipChildren, nil
}

func (p *documentPen) link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		fmt.Fprintf(w, `<a href="%s">`, html.EscapeString(p.m.target(p.x, address(n.(*ast.Link).Destination))))
	} else {
		w.WriteString("</a>")
	}
	return ast.WalkContinue, nil
}

func (p *documentPen) image(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	if strings.Contains(address(n.(*ast.Image).Destination), ":") { // on the web: a page loads only the report's own files
		w.Write(util.EscapeHTML([]byte(plainText(n, source))))
	} else {
		fmt.Fprintf(w, `<img src="%s" alt="%s">`, html.EscapeString(p.m.target(p.x, address(n.(*ast.Image).Destination))), html.EscapeString(plainText(n, source)))
	}
	return ast.WalkSkipChildren, nil
}

// index lists the headings of the documents, each with the words of its section.
func (d *documents) index() *index {
	x := &index{Title: "Documents", file: documentIndex}
	for _, doc := range d.list {
		id := strings.TrimSuffix(doc.page[strings.LastIndexByte(doc.page, '/')+1:], ".html")
		at, said := -1, newVocabulary()
		add := func() {
			title, target := doc.title, doc.page
			if at >= 0 {
				title, target = doc.sections[at].Title, doc.sections[at].Target
			}
			x.add(foundDocument, id, title, target, said.text.String())
			said = newVocabulary()
		}
		titled := false
		ast.Walk(doc.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if !entering {
				return ast.WalkContinue, nil
			}
			switch n.Kind() {
			case ast.KindHeading:
				if titled {
					add()
					at++
				}
				titled = true
				return ast.WalkSkipChildren, nil
			case ast.KindText:
				said.add(string(n.(*ast.Text).Segment.Value(doc.source)))
			case ast.KindFencedCodeBlock, ast.KindCodeBlock:
				said.add(string(n.Lines().Value(doc.source)))
			}
			return ast.WalkContinue, nil
		})
		add()
	}
	return x
}

// maxWords limits the words of a section in the index, in bytes.
const maxWords = 6000

// vocabulary collects the words of a text in lower case, each once.
type vocabulary struct {
	text strings.Builder
	seen map[string]bool
}

func newVocabulary() *vocabulary { return &vocabulary{seen: map[string]bool{}} }

func (x *vocabulary) add(text string) {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.$", r)
	}) {
		word = strings.Trim(word, ".-_")
		if len(word) < 2 || x.seen[word] || x.text.Len()+len(word) >= maxWords {
			continue
		}
		x.seen[word] = true
		if x.text.Len() > 0 {
			x.text.WriteByte(' ')
		}
		x.text.WriteString(word)
	}
}
