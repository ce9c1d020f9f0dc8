// This file finds the machine-readable parts of a Markdown file: headings with rule numbers, list items that are clauses, and
// fenced yaml blocks, each with its position. It parses only the block structure of Markdown; inline marks are read where a
// clause or a heading needs them, so prose can contain anything.

package source

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"rulebound/compiler/diag"
)

// page is a file that was read. It is immutable: rulebooks of several compiles share it.
type page struct {
	name     string
	data     []byte
	readable bool // a page of the rulebook, possibly with errors
	blocks   []*Node
	clauses  []Clause // in order, including duplicates
	headings []Heading
	diags    diag.List
	sound    map[int]*block // blocks that were read without a diagnostic, by their first line
	held
}

// held has the limited quantities of the pages of a rulebook: lines, values of blocks, and the work for prose (maxProse).
type held struct{ lines, values, prose int }

// beyond reports whether a page with h, after pages with before, exceeds a limit or was read only up to a limit.
func (h held) beyond(before held) bool {
	return before.lines+h.lines > maxBook || before.values+h.values > MaxValues || before.prose+h.prose > maxProse
}

// pageReader reads a page.
type pageReader struct {
	*page
	before held   // total of the preceding pages
	was    *page  // the previous version of the page, or nil
	text   string // data
	lines  []int  // offset of the first byte of each line
	// sections are the open headings, outermost first.
	sections []Heading
	fenced   []bool // by line: whether it belongs to a block
}

// readPage reads one Markdown file; before is the total of the preceding pages. Blocks that are unchanged since the previous
// version was (which may be nil) are not read again.
func readPage(name string, data []byte, before held, was *page) *page {
	p := &pageReader{page: &page{name: name, data: data, sound: map[int]*block{}}, before: before, was: was, text: string(data), lines: lineStarts(data)}
	p.page.held.lines = len(p.lines)
	p.fenced = make([]bool, len(p.lines))
	if !p.checkText() {
		return p.page
	}
	p.readable = true
	root, err := blocks(p.data)
	if err != nil {
		p.diags.Errorf(diag.Pos{File: name}, "unreadable", "cannot read the Markdown: %s", err)
		return p.page
	}
	p.walk(root, nil)
	p.checkProse()
	p.renderable(root)
	p.checkUnfenced()
	return p.page
}

// checkProse reports hidden characters in the prose, one for each line. Those in blocks are reported with the block.
func (p *pageReader) checkProse() {
	reported := 0
	for i, start := range p.lines {
		if p.fenced[i] {
			continue
		}
		text := p.lineText(i)
		at := strings.IndexFunc(text, func(r rune) bool { return r != '\t' && diag.Hidden(r) })
		if at < 0 {
			continue
		}
		if reported++; reported > maxErrs {
			return
		}
		r, _ := utf8.DecodeRuneInString(text[at:])
		hidden(p.diags.Errorf, p.pos(start+at, 1), r)
	}
}

// renderable reports the paragraph or heading with which the work for prose exceeds its limit.
func (p *pageReader) renderable(root ast.Node) {
	eachProse(root, p.data, func(at, marks, size int) bool {
		if p.prose += marks * size; p.before.prose+p.prose <= maxProse {
			return true
		}
		p.diags.Errorf(p.pos(at, 0), "too-intricate", "with this paragraph, of %d characters with %d marks of emphasis, links and code, the prose takes too long to render", size, marks).
			Detailf("Divide it, or put text that is not prose between fences.")
		return false
	})
}

// eachProse visits the paragraphs and headings of a tree, with their beginnings, marks and bytes, until visit returns false.
// Rendering takes time in proportion to marks × bytes, because a renderer looks for the end of each link and emphasis, in the
// worst case up to the end of the paragraph.
func eachProse(n ast.Node, data []byte, visit func(at, marks, size int) bool) bool {
	if n.Kind() != ast.KindParagraph && n.Kind() != ast.KindTextBlock && n.Kind() != ast.KindHeading {
		for child := n.FirstChild(); child != nil; child = child.NextSibling() {
			if child.Type() == ast.TypeBlock && !eachProse(child, data, visit) {
				return false
			}
		}
		return true
	}
	lines, marks, size := n.Lines(), 0, 0
	for i := range lines.Len() {
		segment := lines.At(i)
		text := segment.Value(data)
		size += len(text)
		for _, c := range text {
			switch c {
			case '*', '_', '[', ']', '(', '<', '!', '`':
				marks++
			}
		}
	}
	return lines.Len() == 0 || visit(lines.At(0).Start, marks, size)
}

// Prose checks Markdown files that are not pages of a rulebook against the same limits, so that they can be rendered.
type Prose struct{ bytes, lines, work int }

// Add counts a file. The error names the line with which a limit is exceeded.
func (p *Prose) Add(data []byte) error {
	starts := lineStarts(data)
	if p.bytes, p.lines = p.bytes+len(data), p.lines+len(starts); p.bytes > MaxBytes || p.lines > maxLines {
		return fmt.Errorf("with it the documents have more than %d MiB or %d lines", MaxBytes>>20, maxLines)
	}
	for i, start := range starts {
		if marks, indent := opening(data[start:]); marks > maxMarkers || indent > maxIndent {
			return fmt.Errorf("line %d is nested too deeply", i+1)
		}
	}
	root, err := blocks(data)
	if err == nil {
		eachProse(root, data, func(at, marks, size int) bool {
			if p.work += marks * size; p.work > maxProse {
				line, _ := slices.BinarySearch(starts, at+1)
				err = fmt.Errorf("line %d: with this paragraph, of %d characters with %d marks of emphasis, links and code, the documents take too long to render; divide it", line, size, marks)
			}
			return err == nil
		})
	}
	return err
}

// blocks parses the block structure of data. A panic of the parser becomes an error.
func blocks(data []byte) (root ast.Node, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the parser failed (%v)", fault)
		}
	}()
	return markdown.Parse(text.NewReader(data)), nil
}

var markdown = parser.NewParser(parser.WithBlockParsers(
	util.Prioritized(parser.NewSetextHeadingParser(), 100),
	util.Prioritized(parser.NewThematicBreakParser(), 200),
	util.Prioritized(parser.NewListParser(), 300),
	util.Prioritized(parser.NewListItemParser(), 400),
	util.Prioritized(parser.NewCodeBlockParser(), 500),
	util.Prioritized(parser.NewATXHeadingParser(), 600),
	util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
	util.Prioritized(parser.NewBlockquoteParser(), 800),
	util.Prioritized(parser.NewHTMLBlockParser(), 900),
	util.Prioritized(parser.NewParagraphParser(), 1000),
))

// checkText checks the conditions for parsing the file.
func (p *pageReader) checkText() bool {
	if at := invalid(p.data); at >= 0 {
		notText(&p.diags, p.pos(at, 1), p.data[at])
		return false
	}
	if len(p.lines) > maxLines {
		p.diags.Errorf(diag.Pos{File: p.name, Line: maxLines + 1, Col: 1}, "file-too-long", "the file has more than %d lines", maxLines).
			Detailf("Split it: files are read in name order and their blocks merge.")
		return false
	}
	if left := maxBook - p.before.lines; len(p.lines) > left {
		p.diags.Errorf(diag.Pos{File: p.name, Line: left + 1, Col: 1}, "file-too-long", "the pages of the rulebook have more than %d lines together", maxBook).
			Detailf("Take out what no play needs; one line may hold several entries.")
		return false
	}
	for i, start := range p.lines {
		if marks, indent := opening(p.data[start:]); marks > maxMarkers || indent > maxIndent {
			p.diags.Errorf(diag.Pos{File: p.name, Line: i + 1, Col: 1}, "nesting-too-deep", "the line is nested too deeply").
				Detailf("A line may begin with at most %d list or quote marks and %d columns of indentation.", maxMarkers, maxIndent)
			return false
		}
	}
	return true
}

// invalid returns the index of the first byte that is not UTF-8, or -1.
func invalid(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	at := 0
	for {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			return at
		}
		at += size
	}
}

func notText(diags *diag.List, at diag.Pos, b byte) {
	diags.Errorf(at, "invalid-utf8", "the file is not UTF-8").
		Detailf("Byte %#02x cannot be read as a character. Save the file in UTF-8.", b)
}

// opening counts the list and quote marks and the columns of white space at the beginning of a line.
func opening(line []byte) (marks, indent int) {
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ':
			indent++
		case c == '\t':
			indent += 4
		case c == '>':
			marks++
		case c == '-' || c == '+' || c == '*':
			if i+1 < len(line) && line[i+1] != ' ' && line[i+1] != '\t' {
				return marks, indent
			}
			marks++
		case c >= '0' && c <= '9':
			j := i
			for j < len(line) && line[j] >= '0' && line[j] <= '9' {
				j++
			}
			if j >= len(line) || line[j] != '.' && line[j] != ')' {
				return marks, indent
			}
			marks++
			i = j
		default:
			return marks, indent
		}
	}
	return marks, indent
}

func lineStarts(data []byte) []int {
	starts := []int{0}
	for i, c := range data {
		if c == '\n' && i+1 < len(data) {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// line returns the index of the line that contains the byte at offset at.
func (p *pageReader) line(at int) int {
	i, found := slices.BinarySearch(p.lines, at)
	if found {
		return i
	}
	return i - 1
}

// lineText returns line i without its line end.
func (p *pageReader) lineText(i int) string {
	end := len(p.data)
	if i+1 < len(p.lines) {
		end = p.lines[i+1]
	}
	return strings.TrimRight(p.text[p.lines[i]:end], "\r\n")
}

// pos returns the position of the byte at offset at, width characters wide.
func (p *pageReader) pos(at, width int) diag.Pos {
	at = min(max(at, 0), len(p.data))
	i := p.line(at)
	pos := diag.Pos{File: p.name, Line: i + 1, Col: 1}
	return pos.Offset(utf8.RuneCount(p.data[p.lines[i]:at]), width)
}

// section returns the number of the innermost open heading that has one.
func (p *pageReader) section() string {
	for _, h := range slices.Backward(p.sections) {
		if h.Number != "" {
			return h.Number
		}
	}
	return ""
}

// walk visits the blocks under n in document order. clause is the clause whose list item contains n, or nil.
func (p *pageReader) walk(n ast.Node, clause *Clause) {
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		switch block := child.(type) {
		case *ast.Heading:
			p.heading(block)
		case *ast.FencedCodeBlock:
			p.fence(block, clause)
		case *ast.ListItem:
			inner := clause
			if c := p.clause(block); c != nil {
				inner = c
			}
			p.walk(block, inner)
		default:
			p.walk(child, clause)
		}
	}
}

// heading opens a section.
func (p *pageReader) heading(n *ast.Heading) {
	lines := n.Lines()
	if lines == nil || lines.Len() == 0 {
		return
	}
	segment := lines.At(0)
	title := strings.TrimSpace(string(lines.Value(p.data)))
	h := Heading{Level: n.Level, Title: plain(title), Pos: p.pos(segment.Start, 0)}
	if m := sectionNumber.FindStringSubmatch(title); m != nil {
		h.Number, h.Title = m[1], plain(strings.TrimSpace(m[2]))
		h.Pos.EndCol = h.Pos.Col + len(m[1])
	}
	for len(p.sections) > 0 && p.sections[len(p.sections)-1].Level >= h.Level {
		p.sections = p.sections[:len(p.sections)-1]
	}
	p.sections = append(p.sections, h)
	p.headings = append(p.headings, h)
}

// fence reads a fenced block if its language is yaml.
func (p *pageReader) fence(n *ast.FencedCodeBlock, clause *Clause) {
	for i := range n.Lines().Len() {
		p.fenced[min(p.line(n.Lines().At(i).Start), len(p.fenced)-1)] = true
	}
	if n.Info == nil {
		return
	}
	info := strings.TrimSpace(string(n.Info.Segment.Value(p.data)))
	language, _, _ := strings.Cut(info, " ")
	at := p.pos(n.Info.Segment.Start, utf8.RuneCountInString(info))
	if language != "yaml" {
		if strings.EqualFold(language, "yaml") || strings.EqualFold(language, "yml") {
			p.diags.Warnf(at, "fence-language", "a fence marked %q is not read", language).
				Detailf("Only fences marked yaml belong to the game; write ```yaml.")
		}
		return
	}
	first := at.Line // index of the first line inside the fence
	count := n.Lines().Len()
	p.checkClosed(first-1, first+count)
	b := &block{Bounds: blockBounds, file: p.name, opened: at, diags: &p.diags, values: p.before.values + p.values}
	if b.values > b.Values {
		return
	}
	if clause != nil {
		b.rules = []string{clause.ID}
	} else if section := p.section(); section != "" {
		b.rules = []string{section}
	}
	if p.checkFences(first, count) {
		return
	}
	b.lines = make([]line, 0, count)
	for i := range count {
		segment := n.Lines().At(i)
		row := p.line(segment.Start)
		if segment.Start >= len(p.data) || row < first {
			row = min(first+i, len(p.lines)-1)
		}
		p.fenced[row] = true
		offset := utf8.RuneCount(p.data[p.lines[row]:max(segment.Start, p.lines[row])]) - segment.Padding
		text := p.text[segment.Start:segment.Stop]
		if segment.Padding > 0 || segment.ForceNewline {
			text = string(segment.Value(p.data))
		}
		b.lines = append(b.lines, newLine(row+1, offset, text))
	}
	reported := len(p.diags)
	if k := p.again(b); k != nil {
		b = k
	} else {
		before := b.values
		b.root = b.parse()
		b.size, b.diags = b.values-before, nil
	}
	if b.root != nil {
		p.blocks = append(p.blocks, b.root)
	}
	p.values += b.size
	if len(p.diags) == reported {
		p.sound[first] = b
	}
}

// again returns the block at the place of b in the previous version of the page, nil if it was different.
func (p *pageReader) again(b *block) *block {
	if p.was == nil || len(b.lines) == 0 {
		return nil
	}
	k := p.was.sound[b.opened.Line]
	if k == nil || !slices.Equal(k.rules, b.rules) || !slices.EqualFunc(k.lines, b.lines, line.same) {
		return nil
	}
	return k
}

// checkClosed reports a fence that opens on line opening (an index) and is not closed on line closing: the file ended, or a line
// with less indentation ended the enclosing list item.
func (p *pageReader) checkClosed(opening, closing int) {
	open := strings.TrimLeft(p.lineText(opening), " \t>-+*0123456789.)")
	first, _ := utf8.DecodeRuneInString(open + " ")
	mark := open[:len(open)-len(strings.TrimLeft(open, string(first)))]
	if closing < len(p.lines) {
		last := strings.TrimLeft(p.lineText(closing), " \t>")
		if mark != "" && strings.HasPrefix(last, mark) {
			return
		}
	}
	at := p.pos(p.lines[opening]+len(p.lineText(opening))-len(open), len(mark))
	d := p.diags.Errorf(at, "unclosed-fence", "the fenced block is not closed")
	if closing < len(p.lines) {
		d.Detailf("It ends at a line that is indented less than the list item it is in. Indent every line of the block, and the closing %s, as far as the opening one.", mark)
		d.Notef(diag.Pos{File: p.name, Line: closing + 1, Col: 1}, "this line ends the list item")
		return
	}
	d.Detailf("Close it with a line that holds only %s.", mark)
}

// checkFences reports that a fenced block begins within a block, whose own end must be missing, and returns whether this is so.
func (p *pageReader) checkFences(first, count int) bool {
	for i := first; i < min(first+count, len(p.lines)); i++ {
		if !beginsFence(p.lineText(i)) {
			continue
		}
		opening := p.lineText(first - 1)
		fence := strings.TrimLeft(opening, " \t>")
		p.diags.Errorf(p.pos(p.lines[first-1]+len(opening)-len(fence), len(fence)), "unclosed-fence", "the fenced block is not closed").
			Detailf("Another block begins at line %d. End this one before it, with a line that holds only ```.", i+1)
		return true
	}
	return false
}

// beginsFence reports whether a line begins a fenced block with a language, which YAML never contains.
func beginsFence(line string) bool {
	line = strings.TrimLeft(line, " \t")
	for _, mark := range []string{"```", "~~~"} {
		if language, ok := strings.CutPrefix(line, mark); ok {
			return language != "" && language[0] >= 'a' && language[0] <= 'z'
		}
	}
	return false
}
