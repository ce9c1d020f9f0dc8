// This file adds sections and clauses to the pages of a rulebook.

package main

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
)

// unwritten marks a clause without data.
const unwritten = "not modelled: to be written"

var (
	numberForm = regexp.MustCompile(`^[0-9]{1,4}(\.[0-9]{1,4}){0,5}$`)
	letterForm = regexp.MustCompile(`^[a-z]{1,3}$`)
)

// pages are the pages of a rulebook, to which one thing is added.
type pages struct {
	game   string
	book   *source.Book
	files  staged
	clause string // the added clause
}

func (p *pages) addSection(number, title string) error {
	if h := p.book.Heading(number); h != nil {
		return fmt.Errorf("%s has a section %s already, %q at %s", p.game, number, h.Title, h.Pos)
	}
	p.clause = number + "-a"
	text := number + " " + title + "\n\n- **" + p.clause + "** (" + unwritten + ") " + strings.TrimRight(title, ".") + ".\n"
	dot := strings.LastIndex(number, ".")
	if dot < 0 {
		return p.addPage(number, title, "# "+text)
	}
	parent := p.book.Heading(number[:dot])
	if parent == nil {
		return p.unknownSection(number[:dot], "; rulebound new section "+number[:dot]+" TITLE makes it")
	}
	after := parent // the last section of the page that precedes the new one
	for i := range p.book.Headings {
		h := &p.book.Headings[i]
		if h.Pos.File == parent.Pos.File && h.Number != "" && coverage.Below(h.Number, parent.Number) && coverage.CompareNumbers(h.Number, number) < 0 {
			after = h
		}
	}
	return p.insert(after.Pos.File, p.end(after), strings.Repeat("#", min(parent.Level+1, 6))+" "+text)
}

func (p *pages) addPage(number, title, text string) error {
	n, _ := strconv.Atoi(number)
	slug := slugOf(title)
	if slug == "" {
		slug = "chapter"
	}
	name := path.Join(corpus.GamesDir, p.game, fmt.Sprintf("%02d-%s.md", n*10, slug))
	if slices.ContainsFunc(p.book.Files, func(f source.File) bool { return f.Name == name }) {
		return fmt.Errorf("%s already exists; write the heading into it", name)
	}
	p.files[name] = &stagedFile{text: []byte(text)}
	return nil
}

// slugOf turns a title into a part of a file name.
func slugOf(title string) string {
	slug := strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(title), "-"), "-")
	return strings.Trim(slug[:min(len(slug), 30)], "-")
}

// addClause adds a clause to a section, with the given letter or the next one.
func (p *pages) addClause(section, letter, text string) error {
	h := p.book.Heading(section)
	if h == nil {
		return p.unknownSection(section, "")
	}
	var last *source.Clause
	letters := ""
	for i := range p.book.Clauses {
		k := &p.book.Clauses[i]
		if k.Section != section {
			continue
		}
		last = k
		if end := strings.TrimPrefix(k.ID, section+"-"); len(end) > len(letters) || len(end) == len(letters) && end > letters {
			letters = end
		}
		if letter != "" && k.ID == section+"-"+letter {
			return fmt.Errorf("clause %s already exists, at %s", k.ID, k.Pos)
		}
	}
	if letter == "" {
		switch {
		case letters == "":
			letter = "a"
		case len(letters) == 1 && letters < "z":
			letter = string(letters[0] + 1)
		default:
			return fmt.Errorf("after %s-%s there is no next letter; name the clause, such as %s-aa", section, letters, section)
		}
	}
	p.clause = section + "-" + letter
	item := "- **" + p.clause + "** (" + unwritten + ") " + text + "\n"
	if last != nil {
		return p.insert(last.Pos.File, p.item(last), item)
	}
	return p.insert(h.Pos.File, h.Pos.Line, item)
}

func (p *pages) unknownSection(number, otherwise string) error {
	var known []string
	for _, h := range p.book.Headings {
		if h.Number != "" {
			known = append(known, h.Number)
		}
	}
	if near := corpus.Near(number, known); near != "" && otherwise == "" {
		return fmt.Errorf("%s has no section %s; did you mean %s?", p.game, number, near)
	}
	if otherwise == "" {
		otherwise = "; rulebound new section " + number + " TITLE makes it"
	}
	return fmt.Errorf("%s has no section %s%s", p.game, number, otherwise)
}

// end returns the last line of a heading's text, including headings below it that have no number.
func (p *pages) end(h *source.Heading) int {
	last := len(p.lines(h.Pos.File))
	for _, other := range p.book.Headings {
		if other.Pos.File == h.Pos.File && other.Pos.Line > h.Pos.Line && (other.Number != "" || other.Level <= h.Level) {
			last = min(last, other.Pos.Line-1)
		}
	}
	return last
}

// item returns the last line of the list item of a clause, including indented lines and lazy continuation lines.
func (p *pages) item(k *source.Clause) int {
	lines := p.lines(k.Pos.File)
	last := k.Pos.Line
	for i := last; i < len(lines); i++ {
		line := lines[i]
		switch {
		case strings.TrimSpace(line) == "":
		case strings.HasPrefix(line, "  "), i == last && !strings.ContainsAny(line[:1], "-*+#`"):
			last = i + 1
		default:
			return last
		}
	}
	return last
}

func (p *pages) lines(file string) []string {
	return strings.Split(strings.TrimRight(string(p.book.Source(file)), "\n"), "\n")
}

// insert puts a text behind a line of a page: behind a list item without an empty line, else with one on each side.
func (p *pages) insert(file string, line int, text string) error {
	old := p.book.Source(file)
	if old == nil {
		return errors.New(file + " belongs to a library; name a section of the game")
	}
	lines := p.lines(file)
	for line > 0 && strings.TrimSpace(lines[line-1]) == "" {
		line--
	}
	before, after := strings.Join(lines[:line], "\n")+"\n", strings.TrimLeft(strings.Join(lines[line:], "\n"), "\n")
	item := strings.HasPrefix(text, "- ")
	if !item || !strings.HasPrefix(lines[line-1], "- ") && !strings.HasPrefix(lines[line-1], "  ") {
		before += "\n"
	}
	if after != "" {
		if !item || !strings.HasPrefix(after, "- ") {
			text += "\n"
		}
		after += "\n"
	}
	p.files[file] = &stagedFile{text: []byte(before + text + after), old: old}
	return nil
}
