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

// documentPage makes the page of the i-th document; pages are links to all of them.
func (m *Model) documentPage(i int, pages []Link) (File, error) {
	x := m.documents.list[i]
	p := &Page{Path: x.page, Title: x.title, Place: InDocuments, Wide: true, OwnHeading: true}
	if i > 0 {
		p.Trail = pages[:1]
	}
	turn, err := p.among(pages, i, slices.DeleteFunc(slices.Clone(x.sections), func(s section) bool { return s.Level > 3 }))
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
	l := m.documents.list[0].entry()
	return &l
}

func (x *document) entry() Link { return Link{x.title, x.page} }

// documentFiles makes the files of the documents.
func (m *Model) documentFiles() ([]File, error) {
	if m.documents == nil {
		return nil, nil
	}
	var out []File
	var pages []Link
	for _, x := range m.documents.list {
		pages = append(pages, x.entry())
	}
	for i := range pages {
		f, err := m.documentPage(i, pages)
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

// linkedFile makes the file of a picture, or the page of a text that is not a document.
func (m *Model) linkedFile(name string, l linked) (File, error) {
	if l.picture {
		return File{l.page, l.content}, nil
	}
	return m.page(&Page{Path: l.page, Title: name, Place: InDocuments, Wide: true, Trail: []Link{m.documents.list[0].entry()}}, "linked", string(l.content))
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
		fmt.Fprintf(w, "<pre tabindex=\"0\"><code>%s</code></pre>\n", util.EscapeHTML(n.Lines().Value(source)))
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
		at, words := -1, newVocabulary()
		add := func() {
			title, target := doc.title, doc.page
			if at >= 0 {
				title, target = doc.sections[at].Title, doc.sections[at].Target
			}
			x.add(foundDocument, id, title, target, words.text.String())
			words = newVocabulary()
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
				words.add(string(n.(*ast.Text).Segment.Value(doc.source)))
			case ast.KindFencedCodeBlock, ast.KindCodeBlock:
				words.add(string(n.Lines().Value(doc.source)))
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
