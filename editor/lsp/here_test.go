package lsp_test

import (
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"rulebound/conformance/corpus"
	"rulebound/conformance/trace"
	"rulebound/editor/lsp"
	"rulebound/engine/def"
	"rulebound/show/live"
	"rulebound/show/play"
	"rulebound/show/saved"
)

// here has the server open the page to play at a clause, and returns its address.
func (c *client) here(game, clause string) (string, error) {
	c.t.Helper()
	about, err := json.Marshal(map[string]string{"game": game, "clause": clause})
	c.must(err)
	answer, err := c.ExecuteCommand(c.ctx, &protocol.ExecuteCommandParams{Command: "rulebound.play", Arguments: []protocol.LSPAny{about}})
	var text string
	if err == nil {
		c.must(json.Unmarshal(answer, &text))
	}
	return text, err
}

// For each clause of a game that scenarios show, the page that its lens opens stands where an answer brings the clause about, or where
// the clause was just evaluated.
func TestPlayFromHereOpensWhereTheClauseIsExecuted(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	const page = "data/games/kalah/10-kalah.md"
	var served []string
	c := connect(t, root, func(o *lsp.Options) {
		o.Play = func(_ context.Context, _, game string) (string, error) {
			served = append(served, game)
			return "http://127.0.0.1:7/", nil
		}
	})
	text, err := os.ReadFile(filepath.Join(root, page))
	c.must(err)
	c.edit(page, string(text))
	g, err := corpus.OpenGame(os.DirFS(root), "kalah")
	c.must(err)
	lenses, err := c.CodeLens(c.ctx, &protocol.CodeLensParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(page)}})
	c.must(err)
	tried := 0
	for _, l := range lenses {
		if l.Command.Title != "play from here" {
			continue
		}
		var about struct{ Clause string }
		c.must(json.Unmarshal(l.Command.Arguments[0], &about))
		if !slices.ContainsFunc(g.Def.Nodes, func(n def.NodeDef) bool { return slices.Contains(n.Rules, about.Clause) }) {
			continue
		}
		tried++
		address, err := c.here("kalah", about.Clause)
		token, ok := strings.CutPrefix(address, "http://127.0.0.1:7/play/kalah/index.html#play=")
		if err != nil || !ok {
			t.Errorf("%s: %q, %v", about.Clause, address, err)
			continue
		}
		packed, err := base64.RawURLEncoding.DecodeString(token)
		c.must(err)
		saves, err := io.ReadAll(flate.NewReader(strings.NewReader(string(packed))))
		c.must(err)
		if ended, err := live.New(g.Def).Resume(string(saves), "kalah"); ended != "" || err != nil {
			t.Errorf("%s: the page does not resume it: %s, %v", about.Clause, ended, err)
		}
		f, list := saved.Parse("it", saves)
		c.must(list.Err())
		game, err := g.Load(f.Options())
		c.must(err)
		p, err := play.Load(f, game, func(int) play.By { return play.Person })
		c.must(err)
		if wants := slices.Contains([]string{"2.1-b", "2.1-c", "2.2-b", "2.3-b"}, about.Clause); wants && !leads(p, about.Clause) {
			t.Errorf("%s: no answer leads to it:\n%s", about.Clause, saves)
		}
	}
	if tried < 8 || len(served) != tried {
		t.Errorf("%d of %d lenses open a page", len(served), tried)
	}
	for _, test := range []struct{ game, clause, want string }{
		{"kalah", "9-z", "no scenario of kalah is known to reach 9-z; rulebound new scenario 9-z NAME writes one"},
		{"nim", "1-a", `the game "nim" is not open`},
		{"", "1-a", "names a game and a clause"},
	} {
		if address, err := c.here(test.game, test.clause); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: %s, %v", test.game, test.clause, address, err)
		}
	}
}

// leads reports whether an answer to the pending decision leads to a line of a clause.
func leads(p *play.Play, clause string) bool {
	lines := len(p.Trace())
	if p.State().Over() {
		return false
	}
	for _, o := range p.Question().Offers {
		a, err := p.Question().Read(o.ID)
		if err != nil || p.Answer(a, play.Person) != nil {
			continue
		}
		if slices.ContainsFunc(p.Trace()[lines:], func(l trace.Line) bool { return slices.Contains(l.Rules(), clause) }) {
			return true
		}
		if _, err := p.Undo(1); err != nil {
			return false
		}
	}
	return false
}
