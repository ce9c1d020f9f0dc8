package drive_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/judge/drive"
)

// seeing drives our engine on a scenario about views, with altered requests and replies.
func seeing(t *testing.T, request, reply func(string) string) (r *drive.Report, asked int) {
	g := gameOf(t, "texas-holdem")
	program := reference(func(_ string, o map[string]string) (*engine.Game, error) { return g.Load(o) }, 0)
	d := driver(t, g, func() (drive.Program, error) {
		p, err := program()
		return scripted(func(line string) (string, error) {
			if strings.Contains(line, `"type":"view"`) {
				asked++
			}
			out, err := p.Ask([]byte(request(line)))
			return reply(string(out)), err
		}), err
	})
	i := slices.IndexFunc(g.Cases, func(c *corpus.Case) bool { return c.Script.ID() == "1.2-cards/seen-cards" })
	return run(t, g, d, g.Cases[i:i+1]), asked
}

func same(line string) string { return line }

// The finding names the clause of the claim.
func TestShownHiddenCardsAreFindings(t *testing.T) {
	seat := regexp.MustCompile(`"type":"view","seat":"[a-z0-9-]+"`)
	for instead, want := range map[string]string{`"type":"values"`: "seat-1 sees hand-3", `"type":"view","seat":"seat-3"`: "seat-1 sees hand-1"} {
		r, _ := seeing(t, func(line string) string { return seat.ReplaceAllString(line, instead) }, same)
		if len(r.Scenarios) != 1 || len(r.Scenarios[0].Findings) == 0 {
			t.Errorf("%s: nothing is found", instead)
			continue
		}
		f := r.Scenarios[0].Findings[0]
		if f.What != want || f.Level != drive.States || !slices.Equal(f.Rules, []string{"1.2-c"}) {
			t.Errorf("%s: %+v", instead, f)
		}
	}
	if r, asked := seeing(t, same, same); !r.OK() || asked < 10 {
		t.Errorf("our own engine: %+v, asked %d times", r.Scenarios[0].Findings, asked)
	}
}

func TestViewsAreRequestedOnlyIfAnnounced(t *testing.T) {
	r, asked := seeing(t, same, func(line string) string { return strings.Replace(line, `"views":true,`, "", 1) })
	if !r.OK() || asked != 0 {
		t.Errorf("asked %d times: %+v", asked, r.Scenarios[0].Findings)
	}
}

// A pile or track is also named by the property that denotes it, as in a scenario.
func TestValueIsRequestedByTheNameOfAProperty(t *testing.T) {
	g := gameOf(t, "night-market")
	requests := `{"type": "position", "setup": "market", "changes": {"piles": {"birch-hand": ["silk-1"]}}}
{"type": "values", "wanted": ["birch.hand"]}
{"type": "view", "seat": "amber", "wanted": ["birch.hand"]}
`
	var out strings.Builder
	err := (&drive.Reference{Load: func(_ string, o map[string]string) (*engine.Game, error) { return g.Load(o) }}).Serve(strings.NewReader(requests), &out)
	if err != nil || !strings.Contains(out.String(), `{"birch.hand":["silk-1"]}`) || !strings.Contains(out.String(), `{"birch.hand":["hidden"]}`) {
		t.Errorf("%s %v", out.String(), err)
	}
}
