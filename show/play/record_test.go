package play_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
	"rulebound/show/play"
)

// texts lists the texts of the lines of a trace.
func texts(lines []trace.Line) []string {
	var out []string
	for _, l := range lines {
		if !slices.Contains([]string{"trace", "scenario", "game", "rules", "digest"}, l.Kind) {
			out = append(out, l.Text)
		}
	}
	return out
}

// stand sets a stance at the beginning of a move.
func stand(t *testing.T, p *play.Play) {
	t.Helper()
	name, _, _ := strings.Cut(p.Stances()[0], ":")
	for p.State().Decision() != nil {
		a, err := p.Stance(name, "yes")
		if err == nil {
			err = p.Answer(a, play.Person)
		}
		if err == nil {
			return
		}
		if !errors.Is(err, play.ErrMiddle) {
			t.Fatal(err)
		}
		random(t, p, 1, 1)
	}
}

func TestRecordedScenarioReplaysToTheSameTrace(t *testing.T) {
	for id := range setups {
		t.Run(id, func(t *testing.T) {
			later := 0
			for _, n := range []int{5, 20, 90} {
				p := begin(t, id, uint64(n))
				random(t, p, uint64(n), n)
				if id == "tidelands" {
					stand(t, p)
					random(t, p, uint64(n), 3)
				}
				for _, from := range []int{0, n / 2, n - 2} {
					if from >= len(p.Steps()) {
						continue
					}
					out, err := p.Record(from, "To be written", p.RulesOf())
					if err != nil {
						t.Errorf("%d answers, from %d: %v", n, from, err)
						continue
					}
					if out.From > 0 {
						later++
					}
					script, problems := scenario.Parse("scenarios/"+id+"/x/y.yaml", []byte(out.Text))
					if script == nil {
						t.Fatal(problems)
					}
					heard := trace.New(p.Game(), trace.Header{})
					if err := scenario.Play(p.Game(), script, heard).Problem(); err != nil {
						t.Fatalf("%v\n%s", err, out.Text)
					}
					was, is := texts(p.Trace()), texts(heard.Lines())
					if out.From > 0 {
						was = texts(p.Trace()[p.Steps()[out.From].Lines:])
						is = is[max(0, len(is)-len(was)):]
					}
					if out.Ends == play.AtTheEnd && (len(was) != len(is) || !slices.Equal(was[len(was)/8:], is[len(is)/8:])) {
						t.Errorf("%d answers, from %d: the traces differ\n%s", n, out.From, out.Text)
					}
					if !strings.Contains(out.Text, "# Unverified, what the engine says") {
						t.Error("the engine says nothing")
					}
				}
			}
			if later == 0 && id != "backgammon" { // a game begins with a roll for the first player
				t.Error("all scenarios begin at the set-up")
			}
		})
	}
}

func TestRecordedPositionListsOnlyDifferencesFromTheSetup(t *testing.T) {
	p := begin(t, "hasami-shogi", 1)
	random(t, p, 1, 3)
	out, err := p.Record(2, "To be written", nil)
	if err != nil || out.From != 2 {
		t.Fatal(out, err)
	}
	if n := strings.Count(out.Text[:strings.Index(out.Text, "moves:")], "man: "); n != 4 { // two men have moved
		t.Errorf("%d squares are set:\n%s", n, out.Text)
	}
}

func TestRecordingWithoutDecisionsNamesTheClausesOfMain(t *testing.T) {
	p := start(t, "- **9-a** Nothing is left to do.\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\n"+
		"procedures: [{id: play, rule: 9-a, do: [{over: {result: 1}}]}]\n```\n")
	if r, err := p.Record(0, "Nothing is left to do", p.RulesOf()); err != nil || !strings.Contains(r.Text, "rules: [9-a]") {
		t.Errorf("%+v %v", r, err)
	}
}

func TestRecordRefusesAStartOutsideThePlay(t *testing.T) {
	p := begin(t, "kalah", 1)
	random(t, p, 1, 3)
	for _, from := range []int{-1, 3, 4} {
		if _, err := p.Record(from, "x", nil); err == nil || !strings.Contains(err.Error(), "behind 0 to 2") {
			t.Errorf("from %d: %v", from, err)
		}
	}
	q := begin(t, "kalah", 1)
	if out, err := q.Record(0, "x", []string{"2.1-b"}); err != nil || !strings.Contains(out.Text, "asked: {seat: south, decision: pit}") {
		t.Errorf("a play without answers: %v", err)
	}
}
