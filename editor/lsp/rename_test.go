package lsp_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
	"rulebound/conformance/overlay"
)

// moves makes the client one that renames files.
func (c *client) moves() {
	c.t.Helper()
	_, err := c.Initialize(c.ctx, &protocol.InitializeParams{Capabilities: protocol.ClientCapabilities{Workspace: &protocol.WorkspaceClientCapabilities{
		WorkspaceEdit: &protocol.WorkspaceEditClientCapabilities{DocumentChanges: new(true), ResourceOperations: []protocol.ResourceOperationKind{protocol.ResourceOperationKindRename}}}}})
	c.must(err)
}

// digest is the line of a golden that sums up what lasts no longer than an action, by names.
var digest = regexp.MustCompile(`digest [0-9a-f]{16}`)

// Ids of all sorts get other names in the large game. It then compiles without a warning, and the scenarios whose texts were edited play to
// their goldens with the new name in the place of the old one.
func TestRenamesInTheLargeGame(t *testing.T) {
	c, _ := large(t)
	disk := os.DirFS(c.root)
	for i, test := range []struct{ what, page, before, name string }{
		{"a procedure", "62-resources.md", "- id: ‸casualties-step", "losses-step"},
		{"a clause", "62-resources.md", "rule: ‸6.2.5-a", "6.2.5-z"},
		{"a pile", "10-the-game.md", "{id: ‸lookahead", "upcoming"},
		{"a space", "12-map.md", "{id: ‸saigon", "the-capital"},
		{"a piece", "14-forces.md", "id: ‸us-irregular", "us-special"},
		{"a member", "11-vocabulary.md", "khanh, ‸youngTurks", "turks"},
		{"a property", "11-vocabulary.md", "    ‸econ: {", "worth"},
		{"a function", "34-assault.md", "- id: ‸assault-force", "assaulting"},
		{"an option", "10-the-game.md", "id: ‸periodEvents", "eraEvents"},
	} {
		if testing.Short() && i != 1 {
			continue
		}
		page := "data/games/fire-in-the-lake/" + test.page
		text, err := os.ReadFile(filepath.Join(c.root, page))
		c.must(err)
		plain := strings.Replace(test.before, "‸", "", 1)
		if !strings.Contains(string(text), plain) {
			t.Errorf("%s: %s has no %q any more: the test is stale", test.what, page, plain)
			continue
		}
		where := c.marked(page, strings.Replace(string(text), plain, test.before, 1))
		hover, err := c.PrepareRename(c.ctx, &protocol.PrepareRenameParams{TextDocumentPositionParams: where})
		c.must(err)
		r := hover.(*protocol.Range)
		old := strings.Split(string(text), "\n")[r.Start.Line][r.Start.Character:r.End.Character]
		edit, err := c.Rename(c.ctx, &protocol.RenameParams{TextDocumentPositionParams: where, NewName: test.name})
		if err != nil {
			t.Errorf("%s: %v", test.what, err)
			continue
		}
		files, touched := overlay.Over(disk), []string{}
		for u, edits := range edit.Changes {
			name, err := filepath.Rel(c.root, u.Path())
			c.must(err)
			before, err := os.ReadFile(u.Path())
			c.must(err)
			files = files.With(filepath.ToSlash(name), []byte(with(string(before), edits)))
			touched = append(touched, filepath.ToSlash(name))
		}
		g, err := corpus.OpenGame(files, "fire-in-the-lake")
		if err != nil {
			t.Errorf("%s: %v", test.what, err)
			continue
		}
		word := regexp.MustCompile(`(^|[^A-Za-z0-9_-])` + regexp.QuoteMeta(old) + `($|[^A-Za-z0-9_-])`)
		comparable := func(text string) string {
			return digest.ReplaceAllString(word.ReplaceAllString(word.ReplaceAllString(text, "${1}"+test.name+"${2}"), "${1}"+test.name+"${2}"), "digest") // words may share a space
		}
		played := 0
		for _, x := range g.Cases {
			if !slices.Contains(touched, x.Script.File) || testing.Short() && played == 10 {
				continue
			}
			played++
			want, err := golden.Read(os.DirFS(filepath.Join(c.root, corpus.GoldensDir)), x.Name())
			c.must(err)
			p := x.Play()
			if err := p.Problem(); err != nil {
				t.Errorf("%s, %s: %v", test.what, x.Name(), err)
			}
			if comparable(string(want)) != comparable(string(p.Trace())) {
				t.Errorf("%s, %s: the trace is\n%s", test.what, x.Name(), p.Trace())
			}
		}
		t.Logf("%s: %s in %d files, %d scenarios played", test.what, old, len(touched), played)
	}
}

// With a section go its clauses, what prose says of them, the folders of its scenarios and goldens, and what goes on from there.
func TestRenumberingASection(t *testing.T) {
	page := strings.Replace(toy, "# 1 Toy\n\n", "# 1 Toy\n\n## 1.1 Steps\n\nSee 1.1-a, not 11.1-a.\n\n", 1)
	const next = "scenarios/toy/9/next.yaml"
	root := repository(t, map[string]string{toyPage: page, "scenarios/toy/1.1-steps/one.yaml": "version: 1\nrules: [1.1-a, 1.1]\n", "goldens/toy/1.1-steps/one.golden": "trace 1\n",
		next: "version: 1\nafter: 1.1-steps/one\n", "scenarios/toy.gaps.yaml": "unplayed:\n- rules: [1.1-a]\n  why: of 1.1-a\n"})
	c := connect(t, root)
	rename := func(name string) (*protocol.WorkspaceEdit, error) {
		return c.Rename(c.ctx, &protocol.RenameParams{TextDocumentPositionParams: c.marked(toyPage, marking(page, "## ", "1.1 Steps")), NewName: name})
	}
	if _, err := rename("1.2"); err == nil || !strings.Contains(err.Error(), "this editor does not rename folders") {
		t.Errorf("an editor that renames no folders: %v", err)
	}
	c.moves()
	edit, err := rename("1.2")
	c.must(err)
	var did []string
	for _, change := range edit.DocumentChanges {
		switch change := change.(type) {
		case *protocol.TextDocumentEdit:
			name := strings.TrimPrefix(change.TextDocument.URI.Path(), root+"/")
			var edits []protocol.TextEdit
			for _, e := range change.Edits {
				edits = append(edits, *e.(*protocol.TextEdit))
			}
			did = append(did, name+"\n"+with(c.read(name), edits))
		case *protocol.RenameFile:
			did = append(did, strings.TrimPrefix(change.OldURI.Path(), root+"/")+" → "+strings.TrimPrefix(change.NewURI.Path(), root+"/"))
		}
	}
	want := []string{
		toyPage + "\n" + strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(page, "1.1-a", "1.2-a"), "11.2-a", "11.1-a"), "## 1.1", "## 1.2"),
		"scenarios/toy.gaps.yaml\nunplayed:\n- rules: [1.2-a]\n  why: of 1.1-a\n",
		"scenarios/toy/1.1-steps/one.yaml\nversion: 1\nrules: [1.2-a, 1.2]\n",
		next + "\nversion: 1\nafter: 1.2-steps/one\n",
		"scenarios/toy/1.1-steps → scenarios/toy/1.2-steps",
		"goldens/toy/1.1-steps → goldens/toy/1.2-steps",
	}
	if !slices.Equal(did, want) {
		t.Errorf("it does %q\nnot %q", did, want)
	}
	c.must(os.MkdirAll(filepath.Join(root, "goldens/toy/1.2-steps"), 0o755))
	if _, err := rename("1.2"); err == nil || !strings.Contains(err.Error(), "goldens/toy/1.2-steps already exists") {
		t.Errorf("a folder that is there: %v", err)
	}
}
