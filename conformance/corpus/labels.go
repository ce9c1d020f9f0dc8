package corpus

// This file determines the labels of a spec, by which --label-filter finds it.

import (
	"slices"
	"strings"
)

// Labels returns the labels of the case's spec: the game, the folder, and the RuleLabels of its clauses and their
// headings. The container of the spec adds the headings above it. Each label appears once.
func (c *Case) Labels() []string {
	rules := slices.Clone(c.Script.Rules)
	for _, k := range c.Game.Book.Clauses {
		if slices.Contains(c.Script.Rules, k.ID) {
			rules = append(rules, k.Section)
		}
	}
	return unique(append([]string{c.Game.ID, c.Script.Section}, RuleLabels(rules...)...))
}

// RuleLabels returns clauses and sections with all their ancestors (coverage.Below): 2.3.4-b yields 2.3.4-b, 2.3.4,
// 2.3 and 2, storm-7-b yields storm-7-b, storm-7 and storm. Each label appears once.
func RuleLabels(rules ...string) []string {
	var labels []string
	for _, name := range rules {
		for name != "" {
			labels = append(labels, name)
			name = name[:max(0, strings.LastIndexAny(name, ".-"))]
		}
	}
	return unique(labels)
}

// unique drops duplicates.
func unique(labels []string) []string {
	var out []string
	for _, l := range labels {
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}
