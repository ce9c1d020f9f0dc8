package rules

// This file groups the scenarios of a game by the headings of its rulebook.

import (
	"path"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
)

// section is a heading of a rulebook with the scenarios of its folder and its subsections, both in the order of the repository's files.
type section struct {
	game     *corpus.Game
	ruleless bool   // it has clauses, and none of them is a rule
	number   string // or the name of a folder without a heading
	title    string
	at       diag.Pos
	cases    []*corpus.Case
	sections []*section
}

func (s *section) text() string { return strings.TrimSpace(s.number + " " + s.title) }

// sections returns the top-level sections of a game that contain specs. 2.3.1 is a child of 2.3, or of 2 if no
// heading has the number 2.3. A number with several headings has the place of the first. A folder of scenarios
// without a heading has the place of its clauses; without clauses either, it is a section by its own name after the
// headings.
func sections(g *corpus.Game) []*section {
	byNumber := map[string]*section{}
	var list []*section // parents are looked up once all numbers are known
	for _, h := range g.Book.Headings {
		if h.Number != "" && byNumber[h.Number] == nil {
			s := &section{game: g, ruleless: ruleless(h.Number, g.Book.Clauses), number: h.Number, title: h.Title, at: h.Pos}
			byNumber[h.Number] = s
			list = append(list, s)
		}
	}
	headed := list
	for _, c := range g.Cases {
		s := sectionOf(c.Script.Section, headed)
		if s == nil {
			s = byNumber[headingOf(c.Script.Section, g.Book.Clauses)]
		}
		if s == nil {
			s = byNumber[c.Script.Section]
		}
		if s == nil {
			s = &section{game: g, number: c.Script.Section, at: diag.Pos{File: path.Dir(c.Script.File)}}
			byNumber[s.number] = s
			list = append(list, s)
		}
		s.cases = append(s.cases, c)
	}
	var outermost []*section
	for _, s := range list {
		if parent := parentOf(s.number, byNumber); parent != nil {
			parent.sections = append(parent.sections, s)
		} else {
			outermost = append(outermost, s)
		}
	}
	return prune(outermost)
}

// ruleless reports whether a section has clauses, but none of kind rule.
func ruleless(number string, clauses []source.Clause) bool {
	some := false
	for _, k := range clauses {
		if k.Section == number && k.Kind == source.KindRule {
			return false
		}
		some = some || k.Section == number
	}
	return some
}

// clauses lists the clauses directly in the section.
func (s *section) clauses() []string {
	var ids []string
	for _, k := range s.game.Book.Clauses {
		if k.Section == s.number {
			ids = append(ids, k.ID)
		}
	}
	return ids
}

// sectionOf returns the section of a folder: the folder's name is the number of the heading, or the number and a
// suffix after a hyphen; nil if there is none.
func sectionOf(folder string, headed []*section) *section {
	for _, s := range headed {
		if folder == s.number || strings.HasPrefix(folder, s.number+"-") {
			return s
		}
	}
	return nil
}

// headingOf returns the number of the heading above the clauses of a section, "" if there are none.
func headingOf(section string, clauses []source.Clause) string {
	for _, k := range clauses {
		if strings.HasPrefix(k.ID, section+"-") {
			return k.Section
		}
	}
	return ""
}

// parentOf returns the nearest section around a number, nil if there is none.
func parentOf(number string, byNumber map[string]*section) *section {
	for {
		dot := strings.LastIndexByte(number, '.')
		if dot < 0 {
			return nil
		}
		if number = number[:dot]; byNumber[number] != nil {
			return byNumber[number]
		}
	}
}

// prune removes sections that contain no spec.
func prune(list []*section) []*section {
	return slices.DeleteFunc(list, func(s *section) bool {
		s.sections = prune(s.sections)
		return len(s.cases) == 0 && len(s.sections) == 0 && !s.ruleless
	})
}
