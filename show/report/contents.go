// This file makes the contents of a rulebook: its headings in the order of rule numbers.

package report

import (
	"slices"
	"strings"

	"rulebound/conformance/coverage"
)

// contentsChapter is a foldable part of the contents: the headings with the same first number, a file without
// numbers, or a file of a library.
type contentsChapter struct {
	Title          string
	Rules, Covered int // numbers of clauses
	Sections       []section
}

// numberedHeading is a heading with a rule number and the headings without a number that belong to it.
type numberedHeading struct {
	number   string
	sections []section
}

// inNumberOrder groups the headings of a rulebook by chapter, ordered by rule number; headings of one number keep the
// order of the files. A heading without a number belongs to the previous one in its file, else to the next one. Files
// without numbers are last.
func inNumberOrder(chapters []chapter) []contentsChapter {
	var list []numberedHeading
	var rest []contentsChapter
	for _, c := range chapters {
		groups := c.numbered()
		if groups == nil {
			rest = append(rest, newContentsChapter(c.Title, c.Sections))
			continue
		}
		list = append(list, groups...)
	}
	slices.SortStableFunc(list, func(a, b numberedHeading) int { return coverage.CompareNumbers(a.number, b.number) })
	var out []contentsChapter
	for len(list) > 0 {
		first, _, _ := strings.Cut(list[0].number, ".")
		var sections []section
		title := ""
		for len(list) > 0 && (list[0].number == first || strings.HasPrefix(list[0].number, first+".")) {
			for _, s := range list[0].sections {
				if title == "" && s.Number != "" {
					title = s.Title
				}
				sections = append(sections, s)
			}
			list = list[1:]
		}
		out = append(out, newContentsChapter(title, sections))
	}
	return append(out, rest...)
}

// numbered returns the headings of a file by rule number, nil if none has a number.
func (c *chapter) numbered() []numberedHeading {
	var out []numberedHeading
	var before []section
	for _, s := range c.Sections {
		switch {
		case s.Number != "":
			s.Depth = strings.Count(s.Number, ".")
			out = append(out, numberedHeading{s.Number, append(before, s)})
			before = nil
		case len(out) == 0:
			before = append(before, s)
		default:
			last := &out[len(out)-1]
			s.Depth = strings.Count(last.number, ".") + 1
			last.sections = append(last.sections, s)
		}
	}
	return out
}

func newContentsChapter(title string, sections []section) contentsChapter {
	c := contentsChapter{Title: title, Sections: sections}
	for _, s := range sections {
		if s.Count != nil {
			c.Rules += s.Count.Rules
			c.Covered += s.Count.Covered
		}
	}
	return c
}
