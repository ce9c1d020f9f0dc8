package corpus_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
)

// toil is a rulebook that executes a statement in many rounds.
func toil(rounds, do string) *fstest.MapFile {
	const page = "# 1 Toil\n\n- **1.1-a** Toil.\n\n```yaml\ngame: {id: toil, main: play}\nseats: [{id: red}]\n" +
		"tracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 1}]\nprocedures: [{id: play, rule: 1.1-a, do: [{repeat: ROUNDS, do: [DO]}, {over: {}}]}]\n```\n"
	return &fstest.MapFile{Data: []byte(strings.NewReplacer("ROUNDS", rounds, "DO", do).Replace(page))}
}

const toilScript = "version: 1\ntitle: Toil\ngame: toil\nrules: [1.1-a]\nexpect: {asked: {over: true}, state: {gold: 1}}\n"

// Once the steps of a run are used up, each remaining scenario is a problem.
func TestScenariosBeyondTheStepLimitOfARunAreProblems(t *testing.T) {
	const n = 12
	files := fstest.MapFS{"data/games/toil/10.md": toil("30000", "{note: {"+strings.Repeat("long-", 40)+"note: {}}}")}
	for i := range n {
		files[fmt.Sprintf("scenarios/toil/1-toil/toil%02d.yaml", i)] = &fstest.MapFile{Data: []byte(toilScript)}
	}
	all, err := corpus.Open(files)
	if err != nil {
		t.Fatal(err)
	}
	var played []bool
	for _, p := range all.Play() {
		played = append(played, !strings.HasPrefix(p.Problem().Error(), p.Case.Script.File+": not played: "))
	}
	if first := slices.Index(played, false); first < 6 || first > 8 || slices.Contains(played[first:], true) { // a trace is limited to 4 MiB
		t.Errorf("played: %v", played)
	}
}

// An endless trace, and one that exceeds the limit of a golden, is a problem of its scenario, and is truncated.
func TestOversizedTraceIsAProblem(t *testing.T) {
	for name, c := range map[string]struct {
		rounds, do string
		long       bool
	}{
		"a short one":              {"1000", "{lose: {gold: 1}}, {gain: {gold: 1}}", false},
		"longer than a golden":     {"50000", "{lose: {gold: 1}}, {gain: {gold: 1}}", true},
		"longer than what is kept": {"180000", "{lose: {gold: 1}}, {gain: {gold: 1}}", true},
		"digests without end":      {"300000", "{note: {card: {}}, indent: 0}", true},
	} {
		all, err := corpus.Open(fstest.MapFS{
			"data/games/toil/10.md":           toil(c.rounds, c.do),
			"scenarios/toil/1-toil/toil.yaml": {Data: []byte(toilScript)},
		})
		if err != nil {
			t.Fatal(name, err)
		}
		play := all.Play()[0]
		err = play.Problem()
		if c.long != (err != nil) || c.long && !strings.Contains(err.Error(), "the trace is longer than the 1048576 bytes that a golden may have") {
			t.Errorf("%s: %.300v", name, err)
		}
		if n := len(play.Trace()); c.long && (n < 1000 || n > 64<<10) || !c.long && n != play.Size {
			t.Errorf("%s: %d bytes, said to be %d", name, n, play.Size)
		}
	}
}
