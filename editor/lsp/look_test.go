package lsp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// marked opens a page with the mark ‸ taken out, and returns where it was.
func (c *client) marked(name, text string) protocol.TextDocumentPositionParams {
	c.t.Helper()
	text, where := at(text)
	c.edit(name, text)
	return protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(name)}, Position: where}
}

// hover is what the server says of the mark in a page.
func (c *client) hover(name, text string) string {
	c.t.Helper()
	h, err := c.Hover(c.ctx, &protocol.HoverParams{TextDocumentPositionParams: c.marked(name, text)})
	c.must(err)
	if h == nil {
		return ""
	}
	return h.Contents.(*protocol.MarkupContent).Value
}

func marking(text, before, after string) string {
	return strings.Replace(text, before+after, before+"‸"+after, 1)
}

func TestHover(t *testing.T) {
	c := connect(t, toyRepository(t))
	for _, test := range []struct {
		before, after string
		want          []string
	}{
		{"from: near(", "left", []string{"**space** `left` – The Left", "type `zone`", "- {id: left, title: The Left"}},
		{"{gain: {go", "ld", []string{"**track** `gold`", "begins with `0, from 0 to 9`"}},
		{"from: ne", "ar(left)", []string{"**function** `near`", "type `set of zone`"}},
		{"likes: ", "red}", []string{"**member of colour** `red`"}},
		{"  - one: ", "$space", []string{"**binding** `$space`", "type `zone`"}},
		{"rule: ", "1.1-a", []string{"**clause** `1.1-a` – A step", "A step leads from left to right."}},
		{"do: [", "step: {seat", []string{"**procedure** `step`"}},
		{"    fr", "om: near", []string{"**from** (required): what may be chosen", "takes a formula"}},
		{"  - o", "ne: $space", []string{"**one**: Choose one member.", "`where`"}},
		{"value: adja", "cent(", []string{"**adjacent**(zone): set of zone"}},
		{"- {id: left, title: The Left, adja", "cent", []string{"**adjacent**: the adjacent spaces"}},
		{"A step le", "ads from", nil},
	} {
		got := c.hover(toyPage, marking(toy, test.before, test.after))
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s‸%s: %q lacks %q", test.before, test.after, got, want)
			}
		}
		if test.want == nil && got != "" {
			t.Errorf("%s‸%s: %q", test.before, test.after, got)
		}
	}
}

// While a page has a fault, the names of its other lines are still known; so are those of the line that is typed.
func TestHoverWhileTyping(t *testing.T) {
	c := connect(t, toyRepository(t))
	c.edit(toyPage, toy)
	broken := strings.Replace(toy, "tracks: [{id: gold, max: 9}]", "tracks: [{id: gold, max: 9}", 1)
	if got := c.hover(toyPage, marking(broken, "from: near(", "left")); !strings.Contains(got, "**space** `left`") {
		t.Errorf("%q", got)
	}
	if got := c.hover(toyPage, marking(strings.Replace(toy, "near(left)", "near(left) | ri|ght", 1), "near(", "left")); !strings.Contains(got, "**space** `left`") {
		t.Errorf("%q", got)
	}
}

// places are where locations begin, as file:line:column with lines and columns from 1.
func (c *client) places(list []protocol.Location) []string {
	var out []string
	for _, l := range list {
		name := strings.TrimPrefix(string(l.URI), string(c.uri(""))+"/")
		out = append(out, fmt.Sprintf("%s:%d:%d", name, l.Range.Start.Line+1, l.Range.Start.Character+1))
	}
	return out
}

func TestDefinitionAndReferences(t *testing.T) {
	c := connect(t, toyRepository(t))
	of := func(before, after string) (definition, references []string) {
		t.Helper()
		p := c.marked(toyPage, marking(toy, before, after))
		d, err := c.Definition(c.ctx, &protocol.DefinitionParams{TextDocumentPositionParams: p})
		c.must(err)
		r, err := c.References(c.ctx, &protocol.ReferenceParams{TextDocumentPositionParams: p, Context: protocol.ReferenceContext{IncludeDeclaration: true}})
		c.must(err)
		if d != nil {
			definition = c.places(d.(protocol.LocationSlice))
		}
		return definition, c.places(r)
	}
	for _, test := range []struct {
		before, after          string
		definition, references string
	}{
		{"from: near(", "left", "data/games/toy/10-toy.md:11:8", "data/games/toy/10-toy.md:11:8 data/games/toy/10-toy.md:12:25 data/games/toy/10-toy.md:24:16"},
		{"{gain: {", "gold", "data/games/toy/10-toy.md:13:15", "data/games/toy/10-toy.md:13:15 data/games/toy/10-toy.md:25:18 data/games/toy/10-toy.md:27:18 scenarios/toy/1.1/steps.yaml:8:18"},
		{"rule: ", "1.1-a", "data/games/toy/10-toy.md:3:5", "data/games/toy/10-toy.md:3:5 data/games/toy/10-toy.md:18:9 scenarios/toy/1.1/steps.yaml:4:9"},
		{"adjacent(", "$zone", "data/games/toy/10-toy.md:14:33", "data/games/toy/10-toy.md:14:33 data/games/toy/10-toy.md:14:62"},
		{"do: [step: {", "seat", "data/games/toy/10-toy.md:21:12", "data/games/toy/10-toy.md:19:15 data/games/toy/10-toy.md:21:12"},
	} {
		d, r := of(test.before, test.after)
		if strings.Join(d, " ") != test.definition || strings.Join(r, " ") != test.references {
			t.Errorf("%s‸%s: defined at %v, used at %v", test.before, test.after, d, r)
		}
	}
	// a scenario leads to the rulebook
	story := c.marked(toyStory, "version: 1\ntitle: A step\ngame: toy\nrules: [1.1‸-a]\nsetup: {scenario: start}\nmoves:\n- ann: right\n  rest: yes\n")
	d, err := c.Definition(c.ctx, &protocol.DefinitionParams{TextDocumentPositionParams: story})
	c.must(err)
	if got := c.places(d.(protocol.LocationSlice)); !slices.Equal(got, []string{"data/games/toy/10-toy.md:3:5"}) {
		t.Errorf("the clause of the scenario is at %v", got)
	}
}

func TestSymbols(t *testing.T) {
	c := connect(t, toyRepository(t))
	c.edit(toyPage, toy)
	r, err := c.DocumentSymbol(c.ctx, &protocol.DocumentSymbolParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(toyPage)}})
	c.must(err)
	list := r.(protocol.DocumentSymbolSlice)
	var names []string
	for _, s := range list[0].Children {
		names = append(names, s.Name)
	}
	if len(list) != 1 || list[0].Name != "1 Toy" || strings.Join(names, " ") != "1.1-a colour ann left right gold near begin step" {
		t.Errorf("%d headings, the first is %q with %v", len(list), list[0].Name, names)
	}
	c.edit(toyPage, strings.Replace(toy, "to right.\n", "to right.\n# 2 More\n", 1))
	r, err = c.DocumentSymbol(c.ctx, &protocol.DocumentSymbolParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(toyPage)}})
	c.must(err)
	if got := outline(r.(protocol.DocumentSymbolSlice)); got != "1 Toy [1.1-a], 2 More [colour, ann, left, right, gold, near, begin, step]" {
		t.Errorf("a heading behind a clause: %s", got)
	}
	c.edit(toyPage, toy)
	w, err := c.Symbols(c.ctx, &protocol.WorkspaceSymbolParams{Query: "1.1-a"})
	c.must(err)
	if got := w.(protocol.SymbolInformationSlice); len(got) != 1 || got[0].Name != "1.1-a A step" || got[0].Location.Range.Start.Line != 2 {
		t.Errorf("the clause is %v", got)
	}
}
