package drive_test

// These programs are our engine with altered replies: additions, omissions and errors are found and reported briefly.

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/judge/drive"
)

// flooding is our engine with one field of its replies to `asks` replaced.
func flooding(t *testing.T, g *corpus.Game, key string, add any) *drive.Driver {
	return altered(t, g, `"asks"}`, func(fields map[string]any) { fields[key] = add })
}

// altered is our engine with altered replies to a kind of request.
func altered(t *testing.T, g *corpus.Game, request string, change func(fields map[string]any)) *drive.Driver {
	program := reference(func(_ string, o map[string]string) (*engine.Game, error) { return g.Load(o) }, 0)
	return driver(t, g, func() (drive.Program, error) {
		p, err := program()
		return scripted(func(line string) (string, error) {
			reply, err := p.Ask([]byte(line))
			if err != nil || !strings.Contains(line, request) {
				return string(reply), err
			}
			fields := map[string]any{}
			if err := json.Unmarshal(reply, &fields); err != nil {
				return "", err
			}
			change(fields)
			text, err := json.Marshal(fields)
			return string(text), err
		}), err
	})
}

func TestManySurplusOffersAreReportedBriefly(t *testing.T) {
	g := tidelandsGame(t)
	many := 200_000
	if testing.Short() {
		many = 20_000
	}
	names, pieces := make([]string, many), map[string]map[string]int{"hill": {}}
	for i := range names {
		names[i] = fmt.Sprintf("place-%d", i)
		pieces["hill"][names[i]] = 1
	}
	for key, add := range map[string]any{"options": names, "pieces": pieces} {
		start := time.Now()
		r := run(t, g, flooding(t, g, key, add), g.Cases[:1])
		found := r.Scenarios[0].Findings
		if took := time.Since(start); r.OK() || len(found) < 20 || len(found) > 50 || took > 20*time.Second {
			t.Fatalf("%s: %d findings after %v", key, len(found), took)
		}
		last := fmt.Sprint(found[len(found)-1].Got)
		if !slices.ContainsFunc(found, func(f drive.Finding) bool { return strings.Contains(fmt.Sprint(f.Got), " more") }) {
			t.Errorf("%s: the options left out are not counted: %s", key, last)
		}
	}
}

func TestMissingOptionsEndsAndResultsAreFindings(t *testing.T) {
	g := tidelandsGame(t)
	ends := slices.IndexFunc(g.Cases, func(c *corpus.Case) bool { return c.Script.ID() == "2.6-eligibility/in-exile" })
	for what, c := range map[string]struct {
		change func(fields map[string]any)
		want   string
	}{
		"an offer": {func(fields map[string]any) {
			if options, ok := fields["options"].([]any); ok && len(options) > 0 {
				fields["options"] = options[1:]
			}
		}, "does not offer "},
		"the end": {func(fields map[string]any) { delete(fields, "over") }, "over"},
		"a result": {func(fields map[string]any) {
			if result, ok := fields["result"].(map[string]any); ok {
				for seat := range result {
					result[seat] = 77
				}
			}
		}, "77"},
	} {
		r := run(t, g, altered(t, g, `"asks"}`, c.change), g.Cases[ends:ends+1])
		if !slices.ContainsFunc(r.Scenarios[0].Findings, func(f drive.Finding) bool {
			return f.Level == drive.Legality && (strings.HasPrefix(fmt.Sprint(f.Got), c.want) || fmt.Sprint(f.Want) == c.want)
		}) {
			t.Errorf("%s: %+v", what, r.Scenarios[0].Findings)
		}
	}
}

func TestWrongBoundsOfADecisionAreFindings(t *testing.T) {
	g := tidelandsGame(t)
	for _, key := range []string{"min", "max"} {
		d := altered(t, g, `"asks"}`, func(fields map[string]any) {
			if n, ok := fields[key].(float64); ok {
				fields[key] = n + 1
			}
		})
		if !slices.ContainsFunc(g.Cases, func(c *corpus.Case) bool { // the first that compares one
			r := run(t, g, d, []*corpus.Case{c})
			return slices.ContainsFunc(r.Scenarios[0].Findings, func(f drive.Finding) bool { return strings.HasPrefix(fmt.Sprint(f.Want), key+" ") })
		}) {
			t.Errorf("no scenario finds another %s", key)
		}
	}
}

// The first values are listed, and the others counted.
func TestManyWrongValuesAreReportedBriefly(t *testing.T) {
	g := tidelandsGame(t)
	first, most := 0, 0 // values of a reply
	r := run(t, g, altered(t, g, `"type":"values"`, func(fields map[string]any) {
		values := fields["values"].(map[string]any)
		for name := range values {
			values[name] = "wrong"
		}
		first, most = cmp.Or(first, len(values)), max(most, len(values))
	}), g.Cases[:1])
	found := r.Scenarios[0].Findings
	if want := first + 20 + 1; first > 20 || len(found) != want || found[want-1].Got != fmt.Sprintf("%d more that are wrong", most-first-20) {
		t.Errorf("%d values, then %d: the findings %+v", first, most, found)
	}
}

// A reply that does not fit its request breaks the scenario; a wrong refusal or acceptance is a finding.
func TestMismatchedReplyIsReported(t *testing.T) {
	g := tidelandsGame(t)
	i := slices.IndexFunc(g.Cases, func(c *corpus.Case) bool { return c.Script.ID() == "2.2-option-matrix/after-the-event" })
	for _, c := range []struct {
		request string
		reply   map[string]any
		verdict drive.Verdict
		want    string
	}{
		{`"type":"position"`, map[string]any{"refused": "no such set-up"}, drive.Broken, "position: the program refuses it: no such set-up"},
		{`"type":"values"`, map[string]any{"ok": true}, drive.Broken, "values: the reply has no values"},
		{`"type":"legal"`, map[string]any{"ok": true}, drive.Broken, "legal: the reply says neither true nor false"},
		{`"type":"legal"`, map[string]any{"legal": true}, drive.Failed, "accepts it"},
		{`"type":"answer"`, map[string]any{"refused": "not now", "clause": "9.9"}, drive.Failed, "refused not now (9.9)"},
	} {
		o := run(t, g, altered(t, g, c.request, func(fields map[string]any) {
			clear(fields)
			for key, value := range c.reply {
				fields[key] = value
			}
		}), g.Cases[i:i+1]).Scenarios[0]
		got := o.Why
		if len(o.Findings) > 0 {
			got = fmt.Sprint(o.Findings[0].Got)
		}
		if o.Verdict != c.verdict || got != c.want {
			t.Errorf("%s %v: %s, %q", c.request, c.reply, o.Verdict, got)
		}
	}
}

// closing is a program that counts how often it is closed.
type closing struct {
	scripted
	closed *int
}

func (c closing) Close() { *c.closed++ }

// A program with a wrong greeting, or still running at the time limit, is closed. The report shortens its output.
func TestUnusableProgramIsClosed(t *testing.T) {
	g := tidelandsGame(t)
	for _, hello := range []string{"hm", `{"protocol": 2, "name": "n", "version": "v", "levels": ["states"]}`, greeting} {
		closed := 0
		d := driver(t, g, func() (drive.Program, error) {
			return closing{func(line string) (string, error) {
				if strings.Contains(line, `"hello"`) {
					return hello, nil
				}
				return `{"error": "` + strings.Repeat("x", 100_000) + `"}`, nil
			}, &closed}, nil
		})
		if err := d.Open(); (err == nil) != (hello == greeting) {
			t.Errorf("%s: %v", hello, err)
		}
		if hello == greeting {
			if o, err := d.Run(&drive.Plan{}); err != nil || o.Verdict != drive.Broken || len(o.Why) > 5000 || closed != 1 {
				t.Errorf("%s %d bytes, closed %d times: %v", o.Verdict, len(o.Why), closed, err)
			}
			closed = 0
			if err := d.Open(); err != nil {
				t.Fatal(err)
			}
			d.Until = time.Now().Add(-time.Hour)
			if o, err := d.Run(&drive.Plan{}); err != nil || o.Why != drive.ErrRunTooLong.Error() {
				t.Errorf("%+v %v", o, err)
			}
		}
		if closed != 1 {
			t.Errorf("%s: closed %d times", hello, closed)
		}
	}
}
