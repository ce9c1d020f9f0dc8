package rules

// This file sorts the scenarios of a game under the headings of its rulebook.

import (
	"path"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
)

// section is a heading of a rulebook with the scenarios of its folder and the sections below it. Both are in the order of
// the repository's files.
type section struct {
	game     *corpus.Game
	ruleless bool   // it has clauses, and none of them is a rule
	number   string // or the name of a folder that belongs to no heading
	title    string
	at       diag.Pos
	cases    []*corpus.Case
	sections []*section
}

func (s *section) text() string { return strings.TrimSpace(s.number + " " + s.title) }

// sections gives the outermost sections of a game, those alone that have specs. 2.3.1 lies in 2.3, and in 2 where no
// heading has the number 2.3. A number that several headings have stands where the first does. A folder of scenarios whose
// number no heading has stands where its clauses do; one without clauses is a section by its own name, after the headings.
func sections(g *corpus.Game) []*section {
	byNumber := map[string]*section{}
	var list []*section // parents are sought when all numbers are known
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

// ruleless reports whether a section has clauses, but none that is a rule.
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

// clauses lists the clauses that stand in the section.
func (s *section) clauses() []string {
	var ids []string
	for _, k := range s.game.Book.Clauses {
		if k.Section == s.number {
			ids = append(ids, k.ID)
		}
	}
	return ids
}

// sectionOf finds the section that a folder belongs to: its name is the number of the heading, or begins with it and a
// hyphen, which no number goes on with; nil if there is none.
func sectionOf(folder string, headed []*section) *section {
	for _, s := range headed {
		if folder == s.number || strings.HasPrefix(folder, s.number+"-") {
			return s
		}
	}
	return nil
}

// headingOf gives the number of the heading under which the clauses of a section stand, "" if there are none.
func headingOf(section string, clauses []source.Clause) string {
	for _, k := range clauses {
		if strings.HasPrefix(k.ID, section+"-") {
			return k.Section
		}
	}
	return ""
}

// parentOf finds the nearest section around a number, nil if there is none.
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

// prune takes out the sections without a spec in them.
func prune(list []*section) []*section {
	return slices.DeleteFunc(list, func(s *section) bool {
		s.sections = prune(s.sections)
		return len(s.cases) == 0 && len(s.sections) == 0 && !s.ruleless
	})
}
