package lsp_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"rulebound/compiler/source"
)

// with returns a text after edits.
func with(text string, edits []protocol.TextEdit) string {
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b protocol.TextEdit) int {
		return int(b.Range.Start.Line)<<16 + int(b.Range.Start.Character) - int(a.Range.Start.Line)<<16 - int(a.Range.Start.Character)
	})
	lines := strings.Split(text, "\n")
	for _, e := range edits {
		r := []rune(lines[e.Range.Start.Line])
		lines[e.Range.Start.Line] = string(r[:e.Range.Start.Character]) + e.NewText + string(r[e.Range.End.Character:])
	}
	return strings.Join(lines, "\n")
}

func TestRename(t *testing.T) {
	c := connect(t, toyRepository(t))
	rename := func(before, after, name string) (page, story string, err error) {
		t.Helper()
		edit, err := c.Rename(c.ctx, &protocol.RenameParams{TextDocumentPositionParams: c.marked(toyPage, marking(toy, before, after)), NewName: name})
		if err != nil {
			return "", "", err
		}
		told, readErr := os.ReadFile(c.root + "/" + toyStory)
		c.must(readErr)
		return with(toy, edit.Changes[c.uri(toyPage)]), with(string(told), edit.Changes[c.uri(toyStory)]), nil
	}
	for _, test := range []struct{ before, after, name, page, story string }{
		{"{gain: {", "gold", "purse", strings.ReplaceAll(toy, "gold", "purse"), "state: {purse: 1}"},
		{"rule: ", "1.1-a", "1.1-b", strings.ReplaceAll(toy, "1.1-a", "1.1-b"), "rules: [1.1-b]"},
		{"adjacent($", "zone", "place", strings.ReplaceAll(strings.ReplaceAll(toy, "{zone: zone}", "{place: zone}"), "$zone", "$place"), "rules: [1.1-a]"},
		{"likes: ", "red}", "green", strings.ReplaceAll(strings.ReplaceAll(toy, "[red,", "[green,"), "likes: red", "likes: green"), "rules: [1.1-a]"},
		{"- may: ", "rest", "pause", strings.ReplaceAll(toy, "may: rest", "may: pause"), "rules: [1.1-a]"},
	} {
		page, story, err := rename(test.before, test.after, test.name)
		if err != nil || page != test.page || !strings.Contains(story, test.story) {
			t.Errorf("%s‸%s as %s: %v\n%s\n%s", test.before, test.after, test.name, err, page, story)
		}
	}
	for _, test := range []struct{ before, after, name, want string }{
		{"{gain: {", "gold", "left", "left already exists: a space"},
		{"{gain: {", "gold", "red", "red already exists: a member of colour"},
		{"{gain: {", "gold", "2 much", "is not a name"},
		{"{gain: {", "gold", "none", "the rulebook would not compile"},
		{"  ", "- one", "two", "there is no name here"},
	} {
		if _, _, err := rename(test.before, test.after, test.name); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s‸%s as %s: %v, want %q", test.before, test.after, test.name, err, test.want)
		}
	}
}

// A member may be called as one of another enumeration, and not as one of its own.
func TestRenameOfAMember(t *testing.T) {
	c := connect(t, toyRepository(t))
	page := strings.Replace(toy, "enums: {colour: [red, blue]}", "enums: {colour: [red, blue], mood: [glad]}", 1)
	for name, want := range map[string]string{"glad": "", "blue": "blue already exists"} {
		_, err := c.Rename(c.ctx, &protocol.RenameParams{TextDocumentPositionParams: c.marked(toyPage, marking(page, "[", "red,")), NewName: name})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("red as %s: %v", name, err)
		}
	}
}

func TestQuickFixes(t *testing.T) {
	c := connect(t, toyRepository(t))
	for _, test := range []struct{ from, to, title, mended string }{
		{"likes: red}", "likes: ret}", "Write red", "likes: red}"},
		{"from: near(left)", "form: near(left)", "Write from", "from: near(left)"},
		{"{id: right, adjacent: left}", "{id: right}", "Let right border on left", "{adjacent: left, id: right}"},
		{"- {id: left, title: The Left, adjacent: right}\n", "- {id: left, title: The Left, adjacent: right}\n- {id: up, adjacent: [left]}\n", "Let left border on up", "adjacent: [right, up]}"},
		{"tracks: [{id: gold, max: 9}]", "tracks: [{max: 9}]", "Add id:", "[{id: , max: 9}]"},
	} {
		broken := strings.Replace(toy, test.from, test.to, 1)
		found := c.edit(toyPage, broken)
		if len(found) == 0 {
			t.Errorf("%s: no fault", test.to)
			continue
		}
		actions, err := c.CodeAction(c.ctx, &protocol.CodeActionParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(toyPage)}, Range: protocol.Range{End: protocol.Position{Line: 99}}})
		c.must(err)
		ok := false
		for _, a := range actions {
			if a, is := a.(*protocol.CodeAction); is && a.Title == test.title {
				ok = strings.Contains(with(broken, a.Edit.Changes[c.uri(toyPage)]), test.mended)
			}
		}
		if !ok {
			t.Errorf("%s: %v has %d actions, none is %q and gives %q", test.to, messages(found), len(actions), test.title, test.mended)
		}
	}
}

// A scenario has the fixes of its own faults, in the lines that are asked for.
func TestQuickFixesOfAScenario(t *testing.T) {
	c := connect(t, toyRepository(t))
	story := c.read(toyStory)
	broken := strings.Replace(story, "setup: {scenario: start}", "setup: {scenario: strat}", 1)
	c.edit(toyStory, broken)
	for line, want := range map[uint32]string{4: story, 5: ""} {
		actions, err := c.CodeAction(c.ctx, &protocol.CodeActionParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(toyStory)}, Range: protocol.Range{Start: protocol.Position{Line: line}, End: protocol.Position{Line: line}}})
		c.must(err)
		got := ""
		for _, a := range actions {
			got = with(broken, a.(*protocol.CodeAction).Edit.Changes[c.uri(toyStory)])
		}
		if got != want {
			t.Errorf("line %d: %d actions, %q", line, len(actions), got)
		}
	}
}

func TestFoldingAndTokens(t *testing.T) {
	c := connect(t, toyRepository(t))
	c.edit(toyPage, strings.Replace(toy, "deciders:", "# a comment\ndeciders:", 1)+"\n## 1.2 More\n\nText.\n")
	doc := protocol.TextDocumentIdentifier{URI: c.uri(toyPage)}
	folds, err := c.FoldingRanges(c.ctx, &protocol.FoldingRangeParams{TextDocument: doc})
	c.must(err)
	var has []string
	for _, f := range folds {
		has = append(has, strings.Split(strings.Replace(toy, "deciders:", "# a comment\ndeciders:", 1)+"\n## 1.2 More\n", "\n")[f.StartLine])
	}
	if slices.Contains(has, "# a comment") {
		t.Error("a comment is folded as if it were a heading")
	}
	c.edit(toyPage, toy)
	for _, want := range []string{"# 1 Toy", "## 1.2 More", "```yaml", "- id: step", "  - one: $space"} {
		if !slices.Contains(has, want) {
			t.Errorf("%q is not folded, of %q", want, has)
		}
	}
	drawn := c.drawn(toyPage, toy)
	for word, want := range map[string]uint32{"adjacent": 0, "gold": 1, "$space": 2, "near": 3, "step": 4, "likes": 5, "red": 6, "colour": 7, "9": 8, "1.1-a": 9} {
		if got, ok := drawn[word]; !ok || got != want {
			t.Errorf("%s is drawn as %d, %v; want %d", word, got, ok, want)
		}
	}
}

// drawn are the types of the words of a document that the server draws.
func (c *client) drawn(name, text string) map[string]uint32 {
	c.t.Helper()
	tokens, err := c.SemanticTokensFull(c.ctx, &protocol.SemanticTokensParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(name)}})
	c.must(err)
	drawn, lines := map[string]uint32{}, strings.Split(text, "\n")
	line, col := uint32(0), uint32(0)
	for i := 0; i+4 < len(tokens.Data); i += 5 {
		if tokens.Data[i] > 0 {
			line, col = line+tokens.Data[i], 0
		}
		col += tokens.Data[i+1]
		drawn[string([]rune(lines[line])[col:col+tokens.Data[i+2]])] = tokens.Data[i+3]
	}
	return drawn
}

// outline returns the names of symbols, those below one in brackets behind it.
func outline(list []protocol.DocumentSymbol) string {
	var out []string
	for _, s := range list {
		text := s.Name
		if len(s.Children) > 0 {
			text += " [" + outline(s.Children) + "]"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// A scenario and a list have an outline, folds, colours of the names of the rulebook, and one layout.
func TestScenariosAndListsHaveOutlineFoldsAndTokens(t *testing.T) {
	const gaps = "scenarios/toy.gaps.yaml"
	c := connect(t, toyRepository(t))
	for _, test := range []struct{ name, text, outline, folded, formatted string }{
		{toyStory, "# Toy.\nversion: 1\ntitle: The gold\nrules: [1.1-a]\nmoves:\n  - ann:  yes\n  - ann: no\n    expect: {state: {gold: 1}}\n",
			"version: 1, title: The gold, rules: [1.1-a], moves:", "moves:", "moves:\n- ann: yes\n- ann: no\n  expect: {state: {gold: 1}}\n"},
		{toyStory, "title: The gold\nmoves:\n- ann: yes\n- ann: no\n  expect: {state: {gold: 1 }}\nexpect:\n  rules: [1.1-a]\n",
			"title: The gold, moves: [ann: yes, ann: no], expect:", "- ann: no", "{gold: 1}"},
		{gaps, "# Why.\nplaces:\n# of gold\n- rule: 1.1-a\n  in:   gain gold\n  never: executed\n  why: The gold is gone.\n",
			"places: [rule: 1.1-a]", "- rule: 1.1-a", "  in: gain gold\n"},
		{"scenarios/toy.boards.yaml", "- setup: start\n  values:  {gold: [1]}\n- {}\n\n# the end\n", "setup: start, {}", "- setup: start", "  values: {gold: [1]}\n"},
	} {
		c.edit(test.name, test.text)
		doc := protocol.TextDocumentIdentifier{URI: c.uri(test.name)}
		symbols, err := c.DocumentSymbol(c.ctx, &protocol.DocumentSymbolParams{TextDocument: doc})
		c.must(err)
		if got := outline(symbols.(protocol.DocumentSymbolSlice)); got != test.outline {
			t.Errorf("the outline of %s is %s", test.text, got)
		}
		folds, err := c.FoldingRanges(c.ctx, &protocol.FoldingRangeParams{TextDocument: doc})
		c.must(err)
		if !slices.ContainsFunc(folds, func(f protocol.FoldingRange) bool { return strings.Split(test.text, "\n")[f.StartLine] == test.folded }) {
			t.Errorf("%s is not folded at %s: %v", test.text, test.folded, folds)
		}
		edits, err := c.Formatting(c.ctx, &protocol.DocumentFormattingParams{TextDocument: doc})
		c.must(err)
		if len(edits) != 1 || !strings.Contains(edits[0].NewText, test.formatted) {
			t.Errorf("%s is laid out as %v", test.text, edits)
		}
		drawn := c.drawn(test.name, test.text)
		for word, want := range map[string]uint32{"gold": 1, "1.1-a": 9, "start": 1} {
			if got, ok := drawn[word]; ok && got != want || !ok && word == "gold" && test.name != gaps {
				t.Errorf("%s: %s is drawn as %d, %v; want %d", test.text, word, got, ok, want)
			}
		}
		if _, prose := drawn["The"]; prose {
			t.Errorf("%s: prose is drawn", test.text)
		}
	}
}

// everything asks the server everything about a place; whatever it answers, it must answer.
func (c *client) everything(name string, p protocol.Position) {
	c.t.Helper()
	doc := protocol.TextDocumentIdentifier{URI: c.uri(name)}
	at := protocol.TextDocumentPositionParams{TextDocument: doc, Position: p}
	ctx, cancel := context.WithTimeout(c.ctx, patience)
	defer cancel()
	var errs []error
	keep := func(what string, err error) {
		if err != nil && strings.Contains(err.Error(), "failed at") {
			c.t.Errorf("%s at %v: %v", what, p, err)
		}
		errs = append(errs, ctx.Err())
	}
	_, err := c.Hover(ctx, &protocol.HoverParams{TextDocumentPositionParams: at})
	keep("hover", err)
	_, err = c.Definition(ctx, &protocol.DefinitionParams{TextDocumentPositionParams: at})
	keep("definition", err)
	_, err = c.Completion(ctx, &protocol.CompletionParams{TextDocumentPositionParams: at})
	keep("completion", err)
	_, err = c.References(ctx, &protocol.ReferenceParams{TextDocumentPositionParams: at})
	keep("references", err)
	_, err = c.Rename(ctx, &protocol.RenameParams{TextDocumentPositionParams: at, NewName: "other"})
	keep("rename", err)
	_, err = c.CodeAction(ctx, &protocol.CodeActionParams{TextDocument: doc, Range: protocol.Range{End: protocol.Position{Line: 99_999}}})
	keep("code actions", err)
	_, err = c.DocumentSymbol(ctx, &protocol.DocumentSymbolParams{TextDocument: doc})
	keep("symbols", err)
	_, err = c.FoldingRanges(ctx, &protocol.FoldingRangeParams{TextDocument: doc})
	keep("folding", err)
	_, err = c.SemanticTokensFull(ctx, &protocol.SemanticTokensParams{TextDocument: doc})
	keep("tokens", err)
	if errs[len(errs)-1] != nil {
		c.t.Fatalf("no answer at %v within %v", p, patience)
	}
}

func TestHostileDocuments(t *testing.T) {
	c := connect(t, toyRepository(t))
	deep := strings.Repeat("[", 5000)
	for name, text := range map[string]string{
		"nothing": "", "binary": "\x00\xff\xfe```yaml\n\x01: \x02\n", "no end": toy[:len(toy)-4], "brackets": "# 1 X\n\n```yaml\na: " + deep + "\n```\n",
		"a long line": "# 1 X\n\n```yaml\nsets: {a: '" + strings.Repeat("left | ", 60_000) + "left'}\n```\n", "fences": strings.Repeat("```yaml\n", 3000),
		"too long": strings.Repeat("# x\n", source.MaxBytes/4+10),
	} {
		begun := time.Now()
		c.edit(toyPage, text)
		for _, p := range []protocol.Position{{}, {Line: 3, Character: 7}, {Line: 1 << 30, Character: 1 << 30}} {
			c.everything(toyPage, p)
		}
		if took := time.Since(begun); took > patience {
			t.Errorf("%s took %v", name, took)
		}
	}
}

// Random edits of a page and of a scenario, with everything asked in between. The seed is fixed, so a fault comes again.
func TestRandomEdits(t *testing.T) {
	c := connect(t, toyRepository(t))
	r := rand.New(rand.NewPCG(29, 7))
	pieces := []string{"{", "}", "[", "]", "- ", ": ", "\n", "  ", "'", "\"", "$", "$space.", "```\n", "```yaml\n", "é", "𝄞", "|", "id", "do:", "#", "\t", "*", "moves:", "- ann: "}
	story := story + "- ann: yes\nexpect:\n  state: {gold: 0}\n"
	for name, whole := range map[string]string{toyPage: toy, toyStory: story} {
		text := []rune(whole)
		for range 60 {
			at := r.IntN(len(text) + 1)
			if r.IntN(3) == 0 {
				text = slices.Delete(text, at, min(len(text), at+r.IntN(12)))
			} else {
				text = slices.Insert(text, at, []rune(pieces[r.IntN(len(pieces))])...)
			}
			if r.IntN(15) == 0 {
				text = []rune(whole)
			}
			u := c.uri(name)
			c.versions[u]++
			c.must(c.DidOpen(c.ctx, &protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: u, Version: c.versions[u], Text: string(text)}}))
			before := string(text[:min(at, len(text))])
			c.everything(name, protocol.Position{Line: uint32(strings.Count(before, "\n")), Character: uint32(len([]rune(before[strings.LastIndex(before, "\n")+1:])))})
		}
	}
}

func TestFormatting(t *testing.T) {
	c := connect(t, toyRepository(t))
	c.edit(toyPage, strings.Replace(toy, "enums: {colour: [red, blue]}", "enums:  {colour: [red,blue ]}", 1))
	edits, err := c.Formatting(c.ctx, &protocol.DocumentFormattingParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(toyPage)}})
	c.must(err)
	if len(edits) != 1 || !strings.Contains(edits[0].NewText, "enums: {colour: [red, blue]}\n") {
		t.Errorf("%d edits", len(edits))
	}
}
