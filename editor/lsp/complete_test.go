package lsp_test

import (
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// complete is what the server offers at the mark in a document.
func (c *client) complete(name, text string) []protocol.CompletionItem {
	c.t.Helper()
	r, err := c.Completion(c.ctx, &protocol.CompletionParams{TextDocumentPositionParams: c.marked(name, text)})
	c.must(err)
	return r.(*protocol.CompletionList).Items
}

func labels(items []protocol.CompletionItem) []string {
	var out []string
	for _, i := range items {
		out = append(out, i.Label)
	}
	return out
}

func TestCompletionInARulebook(t *testing.T) {
	c := connect(t, toyRepository(t))
	c.edit(toyPage, toy)
	for _, test := range []struct {
		from, typed string // the replaced text and its replacement
		has, lacks  string
	}{
		{"deciders: [seat]", "dec‸", "deciders", "game"},
		{"tracks: [{id: gold, max: 9}]", "tracks: [{id: gold, ‸}]", "max min initial", "id"},
		{"    from: near(left)", "    ‸", "from where do by", "one budget"},
		{"  - may: rest", "  - ‸", "may gain step menu then", "from"},
		{"from: near(left)", "from: ne‸", "near next", "gold"},
		{"from: near(left)", "from: near($‸", "$space", "left"},
		{"    from: near(left)", "    from: >-\n      near(left) |\n      ne‸", "near next", "gold"},
		{"    from: near(left)", "    from: >-\n      near(left) |\n      near($‸", "$space", "left"},
		{"step: {seat: ann}", "step: {‸}", "seat", "gain"},
		{"step: {seat: ann}", "step: {seat: ‸}", "ann", "right gold"},
		{"{gain: {gold: 1}}", "{gain: {‸", "gold", "left"},
		{"do: [{gain: {gold: 1}}]", "if: $seat.‸", "likes", "gold"},
		{"do: [{gain: {gold: 1}}]", "if: $seat.likes == ‸", "red blue", "right"},
		{"rule: 1.1-a", "rule: ‸", "1.1-a", "gold"},
		{"params: {zone: zone}", "params: {zone: ‸}", "zone seat colour", "gold"},
		{"adjacent: right}", "adjacent: ‸}", "left right", "gold ann"},
		{"likes: red}", "likes: ‸}", "red blue", "right"},
		{"A step leads", "A ‸step leads", "", "gold"},
	} {
		got := labels(c.complete(toyPage, strings.Replace(toy, test.from, test.typed, 1)))
		for _, want := range strings.Fields(test.has) {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %s is not among %v", test.typed, want, got)
			}
		}
		for _, not := range strings.Fields(test.lacks) {
			if slices.Contains(got, not) {
				t.Errorf("%s: %s is among %v", test.typed, not, got)
			}
		}
	}
}

const story = "version: 1\ntitle: A step\ngame: toy\nrules: [1.1-a]\nsetup: {scenario: start}\nmoves:\n"

func TestCompletionInAScenario(t *testing.T) {
	c := connect(t, toyRepository(t))
	c.edit(toyPage, strings.Replace(toy, "setups:", "durations: [day]\nlasting: [{id: feast, duration: day}]\nsetups:", 1))
	for _, test := range []struct{ text, has, lacks string }{
		{story + "- ‸", "ann expect", "gold"},
		{story + "- ann: ‸\n", "yes no", "ann left right"},
		{story + "- ann: yes\n  ‸\n", "expect chance", "rest gold"},
		{story + "- {ann: ‸}\n", "yes no", "gold"},
		{"version: 1\n‸", "title game moves", "version gold"},
		{story + "- ann: yes\nexpect:\n  state: {go‸}\n", "gold", "left"},
		{story + "- ann: yes\nexpect:\n  rules: [‸]\n", "1.1-a", "gold"},
		{"version: 1\ntitle: A step\ngame: toy\nsetup: {scenario: ‸}\n", "start", "gold"},
		{"version: 1\ntitle: A step\ngame: toy\nsetup: {pieces: {‸}}\n", "left right", "gold ann near"},
		{"version: 1\ntitle: A step\ngame: toy\nsetup: {values: {‸}}\n", "gold left ann", "red"},
		{story + "- ann: yes\nexpect:\n  result: {‸}\n", "ann", "gold left"},
		{"version: 1\ntitle: A step\ngame: toy\nsetup: {lasting: [‸]}\n", "feast", "gold start ann"},
	} {
		items := c.complete(toyStory, test.text)
		got := labels(items)
		for _, want := range strings.Fields(test.has) {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %s is not among %v", test.text, want, got)
			}
		}
		for _, not := range strings.Fields(test.lacks) {
			if slices.Contains(got, not) {
				t.Errorf("%s: %s is among %v", test.text, not, got)
			}
		}
	}
}

func TestCompletionInAList(t *testing.T) {
	c := connect(t, toyRepository(t))
	for text, want := range map[string]string{"unplayed:\n- rules: [1.1‸]\n": "1.1-a", "unplayed:\n- rules: [‸]\n": "1.1-a ann gold left right near begin step", "unplayed:\n- why: go‸ld\n": "gold"} {
		got := labels(c.complete("scenarios/toy.gaps.yaml", text))
		for _, w := range strings.Fields(want) {
			if !slices.Contains(got, w) {
				t.Errorf("%s: %s is not among %v", text, w, got)
			}
		}
		if strings.Contains(text, "go") && slices.Contains(got, "left") {
			t.Errorf("%s: all are offered: %v", text, got)
		}
	}
}
