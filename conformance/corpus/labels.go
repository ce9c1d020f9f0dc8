package corpus

// This file says what labels a spec has, so that what is asked for by section is found by section.

import (
	"slices"
	"strings"
)

// Labels are what the spec of the case is selected by: the game, the folder, and RuleLabels of the clauses it names and of
// the headings under which these stand. Each comes once.
func (c *Case) Labels() []string {
	rules := slices.Clone(c.Script.Rules)
	for _, k := range c.Game.Book.Clauses {
		if slices.Contains(c.Script.Rules, k.ID) {
			rules = append(rules, k.Section)
		}
	}
	return unique(append([]string{c.Game.ID, c.Script.Section}, RuleLabels(rules...)...))
}

// RuleLabels are clauses and sections, the sections that the ids of the clauses begin with, and every section around these:
// 2.3.4-b gives 2.3.4-b, 2.3.4, 2.3 and 2. Each comes once.
func RuleLabels(rules ...string) []string {
	var labels []string
	for _, rule := range rules {
		labels = append(labels, rule)
		section, _, _ := strings.Cut(rule, "-")
		if strings.Trim(section, "0123456789.") != "" {
			continue // the id begins with a word
		}
		for section != "" {
			labels = append(labels, section)
			section = section[:max(0, strings.LastIndexByte(section, '.'))]
		}
	}
	return unique(labels)
}

// unique drops what is empty or has come before.
func unique(labels []string) []string {
	var out []string
	for _, l := range labels {
		if l != "" && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}
