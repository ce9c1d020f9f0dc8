package lsp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"rulebound/audit/mutation"
	"rulebound/editor/lsp"
)

const toyGolden = "goldens/toy/1.1/steps.golden"

// lenses are the titles of the lenses of a document, resolved.
func (c *client) lenses(name string) []string {
	c.t.Helper()
	list, err := c.CodeLens(c.ctx, &protocol.CodeLensParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(name)}})
	c.must(err)
	var out []string
	for _, l := range list {
		if l.Command.Title == "" {
			resolved, err := c.CodeLensResolve(c.ctx, &l)
			c.must(err)
			l = *resolved
		}
		out = append(out, l.Command.Title)
	}
	return out
}

// command has the server do something with a document; it returns the answer.
func (c *client) command(name, file string) (string, error) {
	c.t.Helper()
	argument, err := json.Marshal(string(c.uri(file)))
	c.must(err)
	answer, err := c.ExecuteCommand(c.ctx, &protocol.ExecuteCommandParams{Command: name, Arguments: []protocol.LSPAny{argument}})
	var text string
	if err == nil {
		c.must(json.Unmarshal(answer, &text))
	}
	return text, err
}

// received waits for a message of the server that contains a text.
func (c *client) received(text string) {
	c.t.Helper()
	deadline := time.AfterFunc(patience, c.news.Broadcast)
	defer deadline.Stop()
	begun := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !slices.ContainsFunc(c.shown, func(s string) bool { return strings.Contains(s, text) }) {
		if time.Since(begun) > patience {
			c.t.Fatalf("no message has %q: %q", text, c.shown)
		}
		c.news.Wait()
	}
}

func (c *client) read(name string) string {
	text, err := os.ReadFile(filepath.Join(c.root, filepath.FromSlash(name)))
	if err != nil {
		return ""
	}
	return string(text)
}

func TestLensOfAClauseShowsItsScenarioResults(t *testing.T) {
	t.Setenv("CI", "")
	page := strings.Replace(toy, "*A step.* A step leads from left to right.", "*A step.* A step leads from left to right.\n- **1.1-b** *Nothing.* No more.", 1)
	c := connect(t, toyRepository(t), func(o *lsp.Options) {
		count := mutation.Count{Reached: 4, Killed: 3, Survived: 1}
		o.Scores = []*mutation.Report{{Game: "other"}, {Game: "toy", Sections: []mutation.Section{{Clauses: []mutation.Clause{{ID: "1.1-a", Count: count}}}}}}
	})
	save := func() {
		t.Helper()
		c.must(c.DidSave(c.ctx, &protocol.DidSaveTextDocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(toyPage)}}))
	}
	see := func(want ...string) {
		t.Helper()
		if got := c.lenses(toyPage); !slices.Equal(got, want) {
			t.Errorf("the lenses are %q, not %q", got, want)
		}
	}
	const score = "; mutation score 75%, 1 survive"
	c.edit(toyPage, toy)
	c.edit("data/games/other/10-other.md", "# 1 Other\n")            // of another game, and not saved
	see("1 scenario: 1 differs, 0 fail; shortest 1.1/steps" + score) // there is no golden
	if what, err := c.command("rulebound.golden", toyStory); what != "new" || err != nil {
		t.Fatal(what, err)
	}
	see("1 scenario passes" + score)
	c.edit(toyPage, page)
	see("1 scenario passes"+score, "no scenario names it")
	c.edit(toyPage, strings.Replace(page, "gain: {gold: 1}", "gain: {gold: 2}", 1))
	see("1 scenario passes"+score, "no scenario names it") // until it is saved
	save()
	see("1 scenario: 1 differs, 1 fails; shortest 1.1/steps"+score, "no scenario names it")
	c.edit(toyPage, strings.Replace(toy, "likes: red}", "likes: ret}", 1))
	save()
	see("the rulebook does not compile" + score)
	c.edit(toyPage, toy)
	// A file that no editor has open has changed.
	c.must(os.WriteFile(filepath.Join(c.root, "scenarios/toy/1.1/again.yaml"), []byte(strings.ReplaceAll(c.read(toyStory), "gold: 1", "gold: 3")), 0o644))
	save()
	see("2 scenarios: 1 differs, 1 fails; shortest 1.1/again" + score)
	if got := c.lenses(toyStory); !slices.Equal(got, []string{"run", "show trace", "update golden"}) {
		t.Errorf("a scenario has the lenses %q", got)
	}
	for _, data := range []string{`7`, `{}`, `{"game":"nim","clause":"1"}`} {
		if _, err := c.CodeLensResolve(c.ctx, &protocol.CodeLens{Data: protocol.LSPAny(data)}); err == nil {
			t.Errorf("a lens with the data %s was resolved", data)
		}
	}
}

// A client with one command of a name gives each server a suffix: the server declares it, its lenses use it, and it alone is accepted.
func TestCommandsWithASuffix(t *testing.T) {
	c := connect(t, toyRepository(t))
	result, err := c.Initialize(c.ctx, &protocol.InitializeParams{InitializationOptions: protocol.LSPAny(`{"commandSuffix":"@b"}`)})
	c.must(err)
	if got, err := json.Marshal(result.Capabilities.ExecuteCommandProvider); err != nil || string(got) != `{"commands":["rulebound.run@b","rulebound.trace@b","rulebound.golden@b","rulebound.play@b"]}` {
		t.Errorf("the commands are %s, %v", got, err)
	}
	c.edit(toyStory, c.read(toyStory))
	list, err := c.CodeLens(c.ctx, &protocol.CodeLensParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(toyStory)}})
	c.must(err)
	if len(list) == 0 || list[0].Command.Command != "rulebound.run@b" {
		t.Errorf("the lenses are %v", list)
	}
	if _, err := c.command("rulebound.run@b", toyStory); err != nil {
		t.Error(err)
	}
	if _, err := c.command("rulebound.run", toyStory); err == nil || !strings.Contains(err.Error(), "there are rulebound.run@b, ") {
		t.Errorf("a command of another server: %v", err)
	}
}

func TestCommandsOfAScenario(t *testing.T) {
	t.Setenv("CI", "")
	c := connect(t, toyRepository(t))
	story := c.read(toyStory)
	c.edit(toyStory, story)
	run := func(want, message string) {
		t.Helper()
		if got, err := c.command("rulebound.run", toyStory); got != want || err != nil {
			t.Errorf("it %s: %v", got, err)
		}
		c.received(message)
	}
	refused := func(want string) {
		t.Helper()
		before := c.read(toyGolden)
		if _, err := c.command("rulebound.golden", toyStory); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the golden was written: %v", err)
		}
		if c.read(toyGolden) != before {
			t.Error("the golden was touched")
		}
	}
	run("differs", "there is no golden")
	if what, err := c.command("rulebound.golden", toyStory); what != "new" || err != nil || !strings.Contains(c.read(toyGolden), "A step") {
		t.Fatal(what, err)
	}
	run("passes", "toy/1.1/steps passes")
	for _, shows := range []bool{false, true} {
		_, err := c.Initialize(c.ctx, &protocol.InitializeParams{Capabilities: protocol.ClientCapabilities{
			Window: &protocol.WindowClientCapabilities{ShowDocument: &protocol.ShowDocumentClientCapabilities{Support: shows}}}})
		c.must(err)
		file, err := c.command("rulebound.trace", toyStory)
		trace, readErr := os.ReadFile(uri.URI(file).Path())
		if err != nil || readErr != nil || string(trace) != c.read(toyGolden) {
			t.Errorf("the trace: %v, %v, %q", err, readErr, trace)
		}
		c.received(map[bool]string{false: "the trace is in ", true: "document " + file}[shows])
	}
	wrong := strings.Replace(story, "gold: 1", "gold: 2", 1)
	c.edit(toyStory, wrong)
	run("fails", "gold")
	refused("save " + toyStory + " first")
	c.must(os.WriteFile(filepath.Join(c.root, toyStory), []byte(wrong), 0o644))
	refused("the golden was not touched")
	c.edit(toyStory, "title: [")
	if _, err := c.command("rulebound.run", toyStory); err == nil || !strings.Contains(err.Error(), toyStory) {
		t.Errorf("a scenario that cannot be read: %v", err)
	}
	t.Setenv("CI", "true")
	c.must(os.WriteFile(filepath.Join(c.root, toyStory), []byte(story), 0o644))
	c.edit(toyStory, story)
	refused("CI")
	for _, test := range []struct{ command, file, want string }{
		{"rulebound.fly", toyStory, "there are rulebound.run"},
		{"rulebound.run", toyPage, "is not a scenario"},
		{"rulebound.trace", "scenarios/toy/1.1/none.yaml", "is not a scenario"},
		{"rulebound.golden", "../elsewhere.yaml", ""},
	} {
		if _, err := c.command(test.command, test.file); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s of %s: %v", test.command, test.file, err)
		}
	}
	if _, err := c.ExecuteCommand(c.ctx, &protocol.ExecuteCommandParams{Command: "rulebound.run"}); err == nil || !strings.Contains(err.Error(), "takes the URI") {
		t.Errorf("a command without its scenario: %v", err)
	}
}
