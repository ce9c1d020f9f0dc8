package corpus_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
)

// place matches a file with a line, which is useless to a player.
var place = regexp.MustCompile(`\.md:\d+|\.md\b`)

// bare are reasons without content.
var bare = []string{"", "a condition does not hold", "is refused: "}

// listener collects the reasons of refusals.
type listener struct{ tried []scenario.Trial }

func (*listener) Event(*engine.State, *engine.Event)     {}
func (*listener) Line(*scenario.Line)                    {}
func (*listener) Answering(*engine.State, engine.Answer) {}
func (*listener) Claimed(*scenario.Expect)               {}
func (x *listener) Tried(t scenario.Trial)               { x.tried = append(x.tried, t) }

// A reason that names a file, has no content, or omits the title of its clause is an error. The test checks each
// refusal of each scenario, and each candidate that the decision after a scenario does not offer.
func TestReasonsOfRefusalsAreWordsWithClauseTitles(t *testing.T) {
	c, err := corpus.Open(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	refusals, candidates := 0, 0
	sample := 1
	if testing.Short() {
		sample = 4
	}
	for i, x := range c.Cases() {
		if i%sample > 0 {
			continue
		}
		gd := x.Game.Def
		check := func(what, why, rule string) {
			switch {
			case place.MatchString(why), slices.Contains(bare, why), strings.HasSuffix(why, ": "):
				t.Errorf("%s: %s: %q is no reason in words", x.Name(), what, why)
			case rule != "" && gd.ClauseTitle(rule) != "" && !strings.Contains(why, gd.ClauseTitle(rule)+": "):
				t.Errorf("%s: %s: %q lacks the title of %s, %q", x.Name(), what, why, rule, gd.ClauseTitle(rule))
			}
		}
		g, err := x.Game.LoadOptimised(scenario.OptionsOf(x.Script))
		if err != nil {
			t.Fatal(err)
		}
		heard := &listener{}
		r := scenario.Play(g, x.Script, heard)
		for _, y := range heard.tried {
			refusals++
			check(y.Line.Text, y.Why, "")
		}
		s := r.Session.State()
		d := s.Decision()
		if d == nil || d.Seat == engine.Chance {
			continue
		}
		for _, name := range append(gd.IDs(d.Elem), names.OptionNames(gd.Decisions[d.Index].Options)...) {
			if why := names.Explain(s, name); why != nil {
				candidates++
				check(d.Name+" "+name, why.Why, why.Rule)
			}
		}
	}
	if refusals < 500/sample || candidates < 1000/sample {
		t.Errorf("%d refusals and %d candidates are too few", refusals, candidates)
	}
	t.Logf("%d refusals, %d candidates", refusals, candidates)
}
