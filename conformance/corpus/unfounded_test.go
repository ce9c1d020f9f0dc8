package corpus_test

import (
	"slices"
	"strings"
	"testing"
)

func TestClauseWithoutNodeOrProofIsAProblemOfItsScenario(t *testing.T) {
	p := shelves(t).Games[0].Cases[0].Play()
	if got := p.Unfounded(); !slices.Equal(got, []string{"1.2-a"}) {
		t.Errorf("unfounded: %v", got)
	}
	if err := p.Problem(); err == nil || !strings.Contains(err.Error(), "it names clause 1.2-a, but executes no node of it") {
		t.Errorf("got %v", err)
	}
	if p.Coverage.Proved = []string{"1.2-a"}; p.Problem() != nil {
		t.Errorf("a clause that is proved: %v", p.Problem())
	}
}
