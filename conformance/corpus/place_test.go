package corpus_test

import (
	"os"
	"strings"
	"testing"

	"rulebound/conformance/corpus"
)

// Every event of the engine has file, line and column, so that its rule can be found. It also has a clause, unless it is a note of a
// library: a library states no rules of the game.
func TestEveryEventOfATraceNamesItsPlaceInTheRulebook(t *testing.T) {
	c, err := corpus.Open(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	none := map[string]bool{"trace": true, "scenario": true, "game": true, "rules": true, "after": true, "digest": true, "options": true, "refused": true}
	for _, p := range c.Play() {
		for i, l := range p.Lines {
			switch {
			case none[l.Kind]:
				if l.At != nil {
					t.Errorf("%s:%d: %s: no event of the engine, but placed at %s", p.Case.Name(), i+1, l.Text, l.Place())
				}
			case l.At == nil || l.At.File == "" || l.At.Line == 0 || l.At.Col == 0 || len(l.At.Rules) == 0 && !strings.HasPrefix(l.At.File, "library/"):
				t.Errorf("%s:%d: %s: %s without a place", p.Case.Name(), i+1, l.Text, l.Kind)
			}
		}
	}
}
