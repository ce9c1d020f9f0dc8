// This file renders a file of a rulebook, which is Markdown: clauses with notes in the margin, folded data, and links
// for all ids of clauses and things.

package report

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"rulebound/compiler/source"
)

// prose renders a file of a rulebook.
type prose struct {
	m      *Model
	g      *Game
	file   *source.File
	page   string
	starts []int // offset of the first byte of each line
}

// render returns the text of the page.
func (p *prose) render() (template.HTML, error) {
	p.starts = []int{0}
	for i, c := range p.file.Data {
		if c == '\n' {
			p.starts = append(p.starts, i+1)
		}
	}
	md := goldmark.New(goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(p, 1))))
	var out bytes.Buffer
	err := md.Convert(p.file.Data, &out)
	return template.HTML(out.String()), err
}

// RegisterFuncs implements renderer.NodeRenderer.
func (p *prose) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHeading, p.heading)
	r.Register(ast.KindList, p.list)
	r.Register(ast.KindListItem, p.item)
	r.Register(ast.KindTextBlock, p.textBlock)
	r.Register(ast.KindFencedCodeBlock, p.fence)
	r.Register(ast.KindText, p.text)
	r.Register(ast.KindCodeSpan, p.code)
	r.Register(ast.KindEmphasis, p.emphasis)
	r.Register(ast.KindLink, p.link)
	r.Register(ast.KindAutoLink, p.autoLink)
	r.Register(ast.KindImage, p.image)
	r.Register(ast.KindRawHTML, p.rawHTML)
	r.Register(ast.KindHTMLBlock, p.htmlBlock)
}

// line converts an offset to the line and column of the file, both from 1.
func (p *prose) line(offset int) (line, col int) {
	i, found := slices.BinarySearch(p.starts, offset)
	if !found {
		i--
	}
	return i + 1, 1 + utf8.RuneCount(p.file.Data[p.starts[i]:offset])
}

// lineOf returns the first line of a block, 0 if it has no text.
func (p *prose) lineOf(n ast.Node) int {
	if n == nil || n.Type() != ast.TypeBlock || n.Lines() == nil || n.Lines().Len() == 0 {
		return 0
	}
	line, _ := p.line(n.Lines().At(0).Start)
	return line
}

// heading renders a heading. Its anchor is the number of its section if that begins there.
func (p *prose) heading(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	level := node.(*ast.Heading).Level
	if !entering {
		fmt.Fprintf(w, "</h%d>\n", level)
		return ast.WalkContinue, nil
	}
	fmt.Fprintf(w, `<h%d id="%s">`, level, html.EscapeString(p.g.headingID(p.file.Name, p.lineOf(node))))
	return ast.WalkContinue, nil
}

// clause returns the clause of a list item, nil if it is none.
func (p *prose) clause(n ast.Node) *source.Clause {
	if n == nil || n.Kind() != ast.KindListItem {
		return nil
	}
	return p.g.names.items[place{p.file.Name, p.lineOf(n.FirstChild())}]
}

func (p *prose) list(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	tag, class := "ul", ""
	if node.(*ast.List).IsOrdered() {
		tag = "ol"
	}
	if p.clause(node.FirstChild()) != nil {
		class = ` class="clauses"`
	}
	if entering {
		fmt.Fprintf(w, "<%s%s>\n", tag, class)
	} else {
		fmt.Fprintf(w, "</%s>\n", tag)
	}
	return ast.WalkContinue, nil
}

// item renders a clause with its note, or another list item.
func (p *prose) item(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		w.WriteString("</li>\n")
		return ast.WalkContinue, nil
	}
	c := p.clause(node)
	if c == nil {
		w.WriteString("<li>")
		return ast.WalkContinue, nil
	}
	note, err := p.note(c)
	if err != nil {
		return ast.WalkStop, err
	}
	fmt.Fprintf(w, `<li class="clause" id="%s">%s`, html.EscapeString(c.ID), note)
	return ast.WalkContinue, nil
}

// textBlock renders the text of an item of a tight list; that of a clause becomes a paragraph beside its note.
func (p *prose) textBlock(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	switch c := p.clause(node.Parent()); {
	case c != nil && entering:
		w.WriteString("<p>")
	case c != nil:
		w.WriteString("</p>\n")
	case !entering && node.NextSibling() != nil:
		w.WriteByte('\n')
	}
	return ast.WalkContinue, nil
}

// emphasis renders emphasis; the id of a clause links to itself, so that its address can be copied.
func (p *prose) emphasis(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	tag := "em"
	if node.(*ast.Emphasis).Level == 2 {
		tag = "strong"
		if c := p.clause(node.Parent().Parent()); c != nil && node.PreviousSibling() == nil {
			if entering {
				fmt.Fprintf(w, `<a class="id" href="#%[1]s">%[1]s</a>`, html.EscapeString(c.ID))
			}
			return ast.WalkSkipChildren, nil
		}
	}
	if entering {
		w.WriteString("<" + tag + ">")
	} else {
		w.WriteString("</" + tag + ">")
	}
	return ast.WalkContinue, nil
}

// mention matches potential ids of clauses and numbers of sections in prose.
var mention = regexp.MustCompile(`[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)+`)

// text renders text with links to the clauses that it mentions.
func (p *prose) text(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*ast.Text)
	text := string(n.Segment.Value(src))
	plain := func(text string) { p.write(w, text) }
	if within(node, ast.KindLink) || within(node, ast.KindHeading) {
		plain(text)
	} else {
		p.g.link(w, p.page, text, plain)
	}
	switch {
	case n.HardLineBreak():
		w.WriteString("<br>\n")
	case n.SoftLineBreak():
		w.WriteByte('\n')
	}
	return ast.WalkContinue, nil
}

// write writes Markdown text, in which characters may be escaped.
func (p *prose) write(w util.BufWriter, text string) {
	w.Write(util.EscapeHTML(util.UnescapePunctuations([]byte(text))))
}

func within(n ast.Node, kind ast.NodeKind) bool {
	for n = n.Parent(); n != nil; n = n.Parent() {
		if n.Kind() == kind {
			return true
		}
	}
	return false
}

// code renders a code span, with links for names.
func (p *prose) code(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var text strings.Builder
	for c := node.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			text.Write(t.Segment.Value(src))
		}
	}
	word := html.EscapeString(strings.ReplaceAll(text.String(), "\n", " "))
	if pos, ok := p.g.names.ids[text.String()]; ok && !pos.IsZero() && !within(node, ast.KindLink) {
		fmt.Fprintf(w, `<a class="name" href="%s"><code>%s</code></a>`, html.EscapeString(relative(p.page, bookPath(p.g, pos.File)+lineAnchor(int32(pos.Line)))), word)
	} else {
		fmt.Fprintf(w, "<code>%s</code>", word)
	}
	return ast.WalkSkipChildren, nil
}

// link renders a link; one to another file of the rulebook leads to its page.
func (p *prose) link(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		w.WriteString("</a>")
		return ast.WalkContinue, nil
	}
	target := html.UnescapeString(string(node.(*ast.Link).Destination))
	file, anchor, _ := strings.Cut(target, "#")
	if other := path.Join(path.Dir(p.file.Name), file); file != "" && p.g.Book.Source(other) != nil {
		if target = relative(p.page, bookPath(p.g, other)); anchor != "" {
			target += "#" + anchor
		}
	}
	fmt.Fprintf(w, `<a href="%s">`, html.EscapeString(safe(target)))
	return ast.WalkContinue, nil
}

// schemes lists the permitted schemes of addresses.
var schemes = []string{"http", "https", "mailto"}

// safe returns an address with a permitted scheme or none, "" for any other. Everything before a colon counts as the
// scheme, however a browser would interpret it.
func safe(target string) string {
	if scheme, _, has := strings.Cut(target, ":"); has && !strings.ContainsAny(scheme, "/?#") && !slices.Contains(schemes, strings.ToLower(scheme)) {
		return ""
	}
	return target
}

// autoLink renders an address in angle brackets.
func (p *prose) autoLink(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if n := node.(*ast.AutoLink); entering {
		target := string(n.URL(src))
		if n.AutoLinkType == ast.AutoLinkEmail {
			target = "mailto:" + strings.TrimPrefix(target, "mailto:")
		}
		fmt.Fprintf(w, `<a href="%s">%s</a>`, html.EscapeString(safe(target)), html.EscapeString(string(n.Label(src))))
	}
	return ast.WalkContinue, nil
}

// image renders only the description of an image: a page loads nothing but the report's own files.
func (p *prose) image(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
	return ast.WalkContinue, nil
}

// rawHTML renders tags as text, which they are in a rulebook.
func (p *prose) rawHTML(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		w.Write(util.EscapeHTML(node.(*ast.RawHTML).Segments.Value(src)))
	}
	return ast.WalkSkipChildren, nil
}

// htmlBlock renders a block of tags as a paragraph of text.
func (p *prose) htmlBlock(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*ast.HTMLBlock)
	w.WriteString("<p>")
	w.Write(util.EscapeHTML(n.Lines().Value(src)))
	if n.HasClosure() {
		w.Write(util.EscapeHTML(n.ClosureLine.Value(src)))
	}
	w.WriteString("</p>\n")
	return ast.WalkSkipChildren, nil
}

// fence renders a folded block of data.
func (p *prose) fence(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	fence := node.(*ast.FencedCodeBlock)
	if string(fence.Language(src)) != "yaml" || fence.Lines().Len() == 0 {
		fmt.Fprintf(w, "<pre><code>%s</code></pre>\n", util.EscapeHTML(fence.Lines().Value(src)))
		return ast.WalkContinue, nil
	}
	b := &block{g: p.g, file: p.file.Name, page: p.page}
	for i := range fence.Lines().Len() {
		at := fence.Lines().At(i)
		line, col := p.line(at.Start)
		if i == 0 {
			b.first = line
		}
		b.lines = append(b.lines, strings.TrimRight(string(at.Value(src)), "\r\n"))
		b.col = append(b.col, col-at.Padding)
	}
	missed, oneWay := b.open()
	var text strings.Builder
	b.write(&text)
	out, err := execute("data", map[string]any{"Names": b.declares(), "Lines": len(b.lines), "Missed": missed, "OneWay": oneWay, "Text": template.HTML(text.String())})
	if err != nil {
		return ast.WalkStop, err
	}
	w.WriteString(string(out))
	return ast.WalkContinue, nil
}
