package drive

// These tests judge replies without a program, and compare the arithmetic of the report with its documentation.

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"rulebound/conformance/scenario"
	"rulebound/conformance/scenario/names"
)

// says is a program that gives the same reply to each request.
type says string

func (s says) Ask([]byte) ([]byte, error) { return []byte(s), nil }
func (says) Close()                       {}

// A plan is skipped only for a set-up, an option, a rule with everything below it, or a decision that a program lacks.
func TestPlanIsSkippedIfAProgramLacksItsFeatures(t *testing.T) {
	p := &Plan{ID: "x", Setup: "short", Options: map[string]string{"length": "3"}, Rules: []string{"2.1-a", "3.4.1-b"}, Met: []string{"menu"}}
	for _, c := range []struct {
		lacks Lacks
		want  string
	}{
		{Lacks{}, ""},
		{Lacks{Setups: []string{"long"}, Options: []string{"width"}, Rules: []string{"2.1-b"}, Decisions: []string{"order"}}, ""},
		{Lacks{Setups: []string{"short"}}, "set-up short"},
		{Lacks{Options: []string{"length"}}, "option length"},
		{Lacks{Rules: []string{"2.1-a"}}, "rule 2.1-a"},
		{Lacks{Rules: []string{"2.1"}}, "rule 2.1-a"},
		{Lacks{Rules: []string{"3"}}, "rule 3.4.1-b"},
		{Lacks{Rules: []string{"3.4.1"}}, "rule 3.4.1-b"},
		{Lacks{Rules: []string{"3.4.1-bb", "2.1-", "3.", "1"}}, ""},
		{Lacks{Decisions: []string{"menu"}}, "decision menu"},
	} {
		if got := c.lacks.of(p); got != c.want {
			t.Errorf("%+v: %q, want %q", c.lacks, got, c.want)
		}
		if c.want == "" {
			continue
		}
		d := &Driver{Hello: Hello{Unsupported: c.lacks}, Start: func() (Program, error) { return nil, fmt.Errorf("it is started") }}
		if out, err := d.Run(p); err != nil || out.Verdict != Unsupported || out.Why != c.want {
			t.Errorf("%+v: %+v, %v", c.lacks, out, err)
		}
	}
	if got := (&Lacks{Setups: []string{""}}).of(&Plan{}); got != "" {
		t.Errorf("a plan without a set-up: %q", got)
	}
	late := &Driver{Until: time.Now().Add(-time.Second)}
	if out, err := late.Run(p); err != nil || out.Verdict != Broken || out.Why != ErrRunTooLong.Error() {
		t.Errorf("after the end of the run: %+v, %v", out, err)
	}
}

// Bounds are compared if both sides give them. A finding without clauses gets those of the plan.
func TestOffersAreCompared(t *testing.T) {
	n := func(i int64) *int64 { return &i }
	for _, c := range []struct {
		want Pending
		got  Reply
		what string
	}{
		{Pending{Options: []string{"a", "b"}}, Reply{Options: []string{"b", "a"}}, "[]"},
		{Pending{Options: []string{"a", "b"}}, Reply{Options: []string{"a"}}, "[offers b/does not offer b]"},
		{Pending{Min: n(1), Max: n(2)}, Reply{Min: n(1), Max: n(2)}, "[]"},
		{Pending{Min: n(1)}, Reply{}, "[]"},
		{Pending{}, Reply{Min: n(1), Max: n(1)}, "[]"},
		{Pending{Min: n(1)}, Reply{Min: n(0)}, "[min 1/min 0]"},
		{Pending{Max: n(1)}, Reply{Max: n(0)}, "[max 1/max 0]"},
	} {
		r := &runner{Driver: &Driver{}, plan: &Plan{Rules: []string{"1-a"}}, out: &Outcome{}, at: &Step{}}
		r.offers(&c.want, c.got, nil)
		said := []string{}
		for _, f := range r.out.Findings {
			if said = append(said, fmt.Sprint(f.Want, "/", f.Got)); f.Level != Legality || !slices.Equal(f.Rules, []string{"1-a"}) {
				t.Errorf("%+v", f)
			}
		}
		if fmt.Sprint(said) != c.what {
			t.Errorf("%+v, %+v: %v, want %s", c.want, c.got, said, c.what)
		}
	}
}

// A forced decision is no longer pending. A program that still offers the refused answer there is wrong; one that waits
// for another seat or decision, or has other offers, is not.
func TestOfferOfARefusedAnswerAtAPastDecisionIsAFinding(t *testing.T) {
	trial := &scenario.Trial{Refused: names.Reply{Seat: "red", Decision: "target", Value: "hill"}}
	for reply, want := range map[string]int{
		`{"seat":"red","decision":"target","options":["dale","hill"]}`:             1,
		`{"seat":"red","decision":"target","options":["dale"]}`:                    0,
		`{"seat":"blue","decision":"target","options":["hill"]}`:                   0,
		`{"seat":"red","decision":"amount","options":["hill"]}`:                    0,
		`{"over":true,"seat":"red","decision":"target","options":["dale","hill"]}`: 0,
	} {
		r := &runner{Driver: &Driver{Table: &Table{}, program: says(reply)}, plan: &Plan{}, out: &Outcome{}, at: &Step{}}
		if err := r.refused(trial, false, nil); err != nil || len(r.out.Findings) != want || r.out.Compared.Legality != 1 {
			t.Errorf("%s: %+v, %v", reply, r.out, err)
		}
	}
	for reply, want := range map[string]string{`{"legal":true}`: "1 <nil>", `{"legal":false}`: "0 <nil>", `{}`: "0 legal: the reply says neither true nor false"} {
		r := &runner{Driver: &Driver{Table: &Table{}, program: says(reply)}, plan: &Plan{}, out: &Outcome{}, at: &Step{}}
		if err := r.refused(trial, true, nil); fmt.Sprint(len(r.out.Findings), " ", err) != want {
			t.Errorf("%s: %v %v, want %s", reply, len(r.out.Findings), err, want)
		}
	}
}

// A trace is compared up to the first different line. Of an incomplete play all its lines are compared, without the
// digest of the position in which it waits; of a continued play only the last lines.
func TestTraceIsComparedUpToTheFirstDifference(t *testing.T) {
	for _, c := range []struct {
		lines         string
		whole, resume bool
		want          string
		compared      int
	}{
		{`["a","b","c"]`, true, false, "", 3},
		{`["a","x","y"]`, true, false, "line 2: b/x", 2},
		{`["a","b"]`, true, false, "line 3: c/", 3},
		{`["a","b","c","d"]`, true, false, "line 4: /d", 4},
		{`["a","b"]`, false, false, "", 2},
		{`["a","digest 7"]`, false, false, "", 1},
		{`["digest 7"]`, false, false, "", 0},
		{`[]`, false, false, "", 0},
		{`["z","a","b","c"]`, true, true, "", 3},
		{`["a","x"]`, false, true, "", 0},
	} {
		d := &Driver{Table: &Table{}, Levels: []string{Traces}, Hello: Hello{Levels: []string{Traces}}, program: says(`{"lines":` + c.lines + `}`), Trace: func(string) []string { return []string{"a", "b", "c"} }}
		r := &runner{Driver: d, plan: &Plan{Resumed: c.resume, lines: [][]string{{"1-a"}, {"1-b"}, nil}}, out: &Outcome{}, at: &Step{}}
		err, got := r.trace(nil, c.whole), ""
		if precise := c.want == "line 2: b/x"; r.out.precise != precise || precise && !slices.Equal(r.out.Findings[0].Rules, []string{"1-b"}) {
			t.Errorf("%+v: precise %t, %+v", c, r.out.precise, r.out.Findings)
		}
		for _, f := range r.out.Findings {
			got += fmt.Sprint(f.What, ": ", f.Want, "/", f.Got)
		}
		if err != nil || got != c.want || r.out.Compared.Traces != c.compared {
			t.Errorf("%+v: %q, %d lines, %v", c, got, r.out.Compared.Traces, err)
		}
	}
}

// Sections and clauses are sorted by number; names come after numbers.
func TestClausesAreOrderedByNumber(t *testing.T) {
	want := []string{"2", "2.1", "2.1-a", "2.1-b", "2.9-a", "2.10-a", "2-a", "10", "card-2", "card-10", "tutorial"}
	ids := map[string]bool{}
	for _, id := range want {
		ids[id] = true
	}
	if got := numbered(ids); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The suspicion of a clause is a²/(a² + cleared + failed - a) in percent, and a section has that of its worst clause.
func TestSuspicionFormula(t *testing.T) {
	for _, c := range []struct {
		accused         float64
		cleared, failed int
		want            int
	}{{0, 0, 3, 0}, {1, 0, 1, 100}, {2, 1, 3, 67}, {2, 0, 4, 67}, {0.5, 3, 1, 7}} {
		clauses, sections := map[string]*Part{"2.1-a": {ID: "2.1-a", accused: c.accused, cleared: c.cleared}, "2.1-b": {ID: "2.1-b"}}, map[string]*Part{}
		suspect(sections, clauses, c.failed)
		if got := clauses["2.1-a"].Suspicion; got != c.want || c.want > 0 && sections["2.1"].Suspicion != c.want {
			t.Errorf("%+v: %d, section %+v", c, got, sections["2.1"])
		}
	}
}
