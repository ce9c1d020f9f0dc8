package drive_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"rulebound/compiler"
	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/engine"
	"rulebound/judge/drive"
)

const game = "tidelands"

var opened = map[string]*corpus.Game{}

// tidelandsGame returns the small game with its scenarios.
func tidelandsGame(t *testing.T) *corpus.Game {
	t.Helper()
	return gameOf(t, game)
}

// gameOf returns a game with its scenarios.
func gameOf(t *testing.T, id string) *corpus.Game {
	t.Helper()
	if opened[id] == nil {
		g, err := corpus.OpenGame(os.DirFS("../.."), id)
		if err != nil {
			t.Fatal(err)
		}
		opened[id] = g
	}
	return opened[id]
}

// reference runs our engine as a program in a goroutine.
func reference(load func(string, map[string]string) (*engine.Game, error), within time.Duration) func() (drive.Program, error) {
	return func() (drive.Program, error) {
		requests, in := io.Pipe()
		out, replies := io.Pipe()
		go func() {
			err := (&drive.Reference{Load: load}).Serve(requests, replies)
			replies.CloseWithError(errors.Join(err, io.EOF))
		}()
		return drive.NewPipe(in, out, within), nil
	}
}

// driver returns a driver of a program that is started by start.
func driver(t *testing.T, g *corpus.Game, start func() (drive.Program, error)) *drive.Driver {
	t.Helper()
	loaded, err := g.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	words, err := drive.NewWords(loaded)
	if err != nil {
		t.Fatal(err)
	}
	return &drive.Driver{Words: words, Game: g.ID, Levels: drive.Levels, Start: start, Trace: func(id string) []string {
		i := slices.IndexFunc(g.Cases, func(c *corpus.Case) bool { return c.Script.ID() == id })
		return drive.Body(g.Cases[i].Play().Lines)
	}}
}

// run drives scenarios and returns the report.
func run(t *testing.T, g *corpus.Game, d *drive.Driver, cases []*corpus.Case) *drive.Report {
	t.Helper()
	if err := d.Open(); err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var outcomes []drive.Outcome
	for _, c := range cases {
		loaded, err := g.Load(scenario.OptionsOf(c.Script))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := drive.Make(loaded, d.Words, c.Script)
		if err != nil {
			t.Fatalf("%s: %v", c.Name(), err)
		}
		o, err := d.Run(plan)
		if err != nil {
			t.Fatalf("%s: %v", c.Name(), err)
		}
		outcomes = append(outcomes, o)
	}
	return drive.NewReport(drive.Head{Date: "2026-01-01", Game: g.ID, Rules: d.Words.Rules, Program: d.Hello, Levels: d.Levels}, outcomes)
}

func TestOurOwnEnginePassesEveryScenarioAtEveryLevel(t *testing.T) {
	g := tidelandsGame(t)
	r := run(t, g, driver(t, g, reference(func(_ string, o map[string]string) (*engine.Game, error) { return g.Load(o) }, 0)), g.Cases)
	if !r.OK() || r.Total.Passed != len(g.Cases) {
		var text strings.Builder
		r.Write(&text, -1)
		t.Error(text.String())
	}
	for _, l := range r.Levels {
		if l.Compared == 0 {
			t.Errorf("nothing of level %s was compared", l.Level)
		}
	}
}

// wrongEngines are rulebooks with one rule changed, and the section of that rule, which must be the most suspicious one
// unless why gives a reason.
var wrongEngines = []struct {
	name, section string
	from, to      string
	why           string
}{
	{"a whole operation after an operation", "2.2", "second: [limitedOperation]}", "second: [operation]}", ""},
	{"one coin for the chest for a pass", "2.3", "track: chest, amount: 2", "track: chest, amount: 1", ""},
	{"no coin from a house that is empty", "2.4", "- gain: {chest: 1}", "- gain: {chest: 2}", ""},
	{"sent home for this card only", "2.6", "effect: makeIneligible, duration: nextTurn", "effect: makeIneligible, duration: turn", ""},
	{"lamp overrules keel", "2.7", "precedence: [keel, lamp]", "precedence: [lamp, keel]", ""},
	{"three spaces before the tide", "2.8", "action: settle, max: 2", "action: settle, max: 3", ""},
	{"four spaces win", "2.9", "reach($g) >= 5", "reach($g) >= 4", ""},
	{"two spaces to settle", "3.1", "if($limited, 1, 3)))", "if($limited, 1, 2)))", ""},
	{"ferries from anywhere", "3.1", "where: \"size(holding(adjacent($space), $as)) > 0\"", "where: \"size(holding(spaces, $as)) > 0\"", ""},
	{"a feast of two coins", "3.2", "to: $pays.purse, amount: 1}", "to: $pays.purse, amount: 2}", ""},
	{"fog for one card", "4.2", "duration: round\n    hooks:\n    - {to: settle-spaces", "duration: turn\n    hooks:\n    - {to: settle-spaces", ""},
	{"a beacon for one coin", "4.4", "- chest >= 2", "- chest >= 1",
		"one scenario fails, by its trace alone, and the line that differs is of 2.7-d, which asks each signal for its condition"},
	{"a tide that costs two coins", "4.5", "lose: {$guild.purse: 1}", "lose: {$guild.purse: 2}", ""},
}

func TestSuspicionPointsToTheSectionOfAWrongRule(t *testing.T) {
	g := tidelandsGame(t)
	for i, w := range wrongEngines {
		if testing.Short() && i%8 != 0 {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			wrong := compileWith(t, w.from, w.to)
			r := run(t, g, driver(t, g, reference(wrong, 0)), g.Cases)
			convicted := r.Convicted()
			if r.OK() || len(convicted) == 0 {
				t.Fatal("it goes free")
			}
			if convicted[0].ID != w.section && w.why == "" || !slices.ContainsFunc(convicted, func(p drive.Part) bool { return p.ID == w.section }) {
				var text strings.Builder
				r.Write(&text, -1)
				t.Errorf("section %s is not the most suspicious one:\n%s", w.section, text.String())
			}
		})
	}
}

func TestReportTextNamesTheSuspectedClause(t *testing.T) {
	g := tidelandsGame(t)
	r := run(t, g, driver(t, g, reference(compileWith(t, "track: chest, amount: 2", "track: chest, amount: 1"), 0)), g.Cases)
	var text strings.Builder
	if err := r.Write(&text, 1); err != nil {
		t.Fatal(err)
	}
	if first := regexp.MustCompile(`(?s)\nsuspected clauses:\n  2\.3-c \(\d+\): [1-9]\d* scenarios accuse it, \d+ that use it pass\n`); !first.MatchString(text.String()) {
		t.Error(text.String())
	}
}

// compileWith compiles the small game with a part of its text replaced.
func compileWith(t *testing.T, from, to string) func(string, map[string]string) (*engine.Game, error) {
	t.Helper()
	dir := corpus.GamesDir + "/" + game
	pages := fstest.MapFS{}
	found := 0
	root := os.DirFS("../..")
	files, err := fs.Glob(root, dir+"/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(root, name)
		if err != nil {
			t.Fatal(err)
		}
		found += strings.Count(string(text), from)
		pages[name] = &fstest.MapFile{Data: []byte(strings.Replace(string(text), from, to, 1))}
	}
	if found == 0 {
		t.Fatalf("the rulebook does not say %q any more", from)
	}
	gd, _, list := compiler.Compile(pages, dir)
	if gd == nil {
		t.Fatal(list)
	}
	return func(_ string, options map[string]string) (*engine.Game, error) { return engine.Load(gd, options) }
}

// scripted is a program that answers by a function.
type scripted func(line string) (string, error)

func (f scripted) Ask(line []byte) ([]byte, error) {
	reply, err := f(string(line))
	return []byte(reply), err
}
func (scripted) Close() {}

const greeting = `{"protocol": 1, "name": "n", "version": "v", "levels": ["states", "legality", "traces"]}`

func TestMalformedReplyBreaksOnlyItsScenario(t *testing.T) {
	g := tidelandsGame(t)
	for name, reply := range map[string]string{
		"no JSON": "hm", "a list": "[]", "another shape": `{"ok": "yes"}`, "two replies": `{"ok": true} {"ok": true}`, "a bracket too many": `{"ok": true}}`, "nothing": `{}`,
		"an error": `{"error": "I am lost"}`, "half": `{"ok"`,
	} {
		t.Run(name, func(t *testing.T) {
			started := 0
			d := driver(t, g, func() (drive.Program, error) {
				started++
				return scripted(func(line string) (string, error) {
					if strings.Contains(line, `"hello"`) {
						return greeting, nil
					}
					return reply, nil
				}), nil
			})
			r := run(t, g, d, g.Cases[:3])
			if r.Total.Broken != 3 || started != 3 {
				t.Errorf("%d of 3 scenarios are broken, the program was started %d times", r.Total.Broken, started)
			}
		})
	}
}

func TestUnsupportedRequestIsNotAFailure(t *testing.T) {
	g := tidelandsGame(t)
	d := driver(t, g, func() (drive.Program, error) {
		return scripted(func(line string) (string, error) {
			if strings.Contains(line, `"hello"`) {
				return greeting, nil
			}
			return `{"unsupported": "not yet"}`, nil
		}), nil
	})
	if r := run(t, g, d, g.Cases[:2]); !r.OK() || r.Total.Unsupported != 2 || r.Scenarios[0].Why != "not yet" {
		t.Errorf("%+v", r.Scenarios)
	}
}

// Scenarios of features that the program does not support are skipped.
func TestScenariosOfUnsupportedFeaturesAreSkipped(t *testing.T) {
	g := tidelandsGame(t)
	rule := g.Cases[0].Script.Rules[0]
	section, _, _ := strings.Cut(rule, "-")
	chapter, _, _ := strings.Cut(section, ".")
	for lacks, why := range map[string]string{
		`"rules": ["` + rule + `"]`: "rule " + rule, `"rules": ["` + section + `"]`: "rule " + rule, `"rules": ["` + chapter + `"]`: "rule " + rule,
		`"rules": ["` + chapter + `0"]`: "asked", `"options": ["none-such"]`: "asked",
	} {
		d := driver(t, g, func() (drive.Program, error) {
			return scripted(func(line string) (string, error) {
				if strings.Contains(line, `"hello"`) {
					return strings.TrimSuffix(greeting, "}") + `, "unsupported": {` + lacks + `}}`, nil
				}
				return `{"unsupported": "asked"}`, nil
			}), nil
		})
		if r := run(t, g, d, g.Cases[:1]); r.Total.Unsupported != 1 || r.Scenarios[0].Why != why {
			t.Errorf("%s: %+v", lacks, r.Scenarios)
		}
	}
}

func TestUnusableGreetingIsAnError(t *testing.T) {
	g := tidelandsGame(t)
	for hello, want := range map[string]string{
		`{"protocol": 2, "name": "n", "version": "v", "levels": ["states"]}`:                                "version 2",
		`{"protocol": 1, "version": "v", "levels": ["states"]}`:                                             "neither name nor version",
		`{"protocol": 1, "name": "n", "version": "v"}`:                                                      "no level",
		`{"protocol": 1, "name": "n", "version": "v", "levels": ["perfect"]}`:                               `no level "perfect"`,
		`{"protocol": 1, "name": "\u001b[2Jn", "version": "v", "levels": ["states"]}`:                       "without control characters",
		`{"protocol": 1, "name": "n", "version": "1\n1812 scenarios: 1812 passed", "levels": ["states"]}`:   "without control characters",
		`{"protocol": 1, "name": "n", "version": "` + strings.Repeat("v", 300) + `", "levels": ["states"]}`: "at most 200 bytes",
		`hello`: "no message of the protocol",
	} {
		d := driver(t, g, func() (drive.Program, error) {
			return scripted(func(string) (string, error) { return hello, nil }), nil
		})
		if err := d.Open(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", hello, err)
		}
	}
}

func TestTextOfAProgramCannotForgeTheReport(t *testing.T) {
	g := tidelandsGame(t)
	const forged = `\u001b[2J\u009b2J\n100 scenarios: 100 passed`
	for name, reply := range map[string]string{"of an error": `{"error": "` + forged + `"}`, "of what it lacks": `{"unsupported": "` + forged + `"}`} {
		d := driver(t, g, func() (drive.Program, error) {
			return scripted(func(line string) (string, error) {
				if strings.Contains(line, `"hello"`) {
					return greeting, nil
				}
				return reply, nil
			}), nil
		})
		r := run(t, g, d, g.Cases[:1])
		if why := r.Scenarios[0].Why; strings.ContainsAny(why, "\x1b\u009b") || !strings.HasSuffix(why, "[2J�2J\n    100 scenarios: 100 passed") {
			t.Errorf("%s: %q", name, why)
		}
	}
}

func TestUnrequestedReplyIsNoReply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		requests, in := io.Pipe()
		out, replies := io.Pipe()
		go func() {
			requests.Read(make([]byte, 100))
			go io.Copy(io.Discard, requests)
			io.WriteString(replies, "{\"ok\": true}\n{\"ok\": false}\n")
			replies.Close()
		}()
		p := drive.NewPipe(in, out, time.Second)
		if reply, err := p.Ask([]byte("{}")); err != nil {
			t.Errorf("%s %v", reply, err)
		}
		synctest.Wait()
		if reply, err := p.Ask([]byte("{}")); err == nil || !strings.Contains(err.Error(), "unrequested answer") {
			t.Errorf("the second reply is taken for that to another request: %s %v", reply, err)
		}
		p.Close()
	})
}

func TestLateReplyIsNoReply(t *testing.T) {
	requests, in := io.Pipe()
	go io.Copy(io.Discard, requests)
	out, _ := io.Pipe()
	p := drive.NewPipe(in, out, time.Millisecond)
	defer p.Close()
	if _, err := p.Ask([]byte("{}")); err == nil || !strings.Contains(err.Error(), "no reply within") {
		t.Error(err)
	}
}

func TestEndlessLineIsNoReply(t *testing.T) {
	requests, in := io.Pipe()
	go io.Copy(io.Discard, requests)
	out, replies := io.Pipe()
	go func() {
		long := strings.Repeat("x", 1<<20)
		for {
			if _, err := io.WriteString(replies, long); err != nil {
				return
			}
		}
	}()
	p := drive.NewPipe(in, out, 0)
	if _, err := p.Ask([]byte("{}")); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Error(err)
	}
	out.Close()
	p.Close()
}

func TestNamesOfAProgramAreTranslatedByTheTable(t *testing.T) {
	g := tidelandsGame(t)
	d := driver(t, g, nil)
	table, err := drive.ReadTable([]byte("names: {salt-pans: SALT, salt-hand: worker, market-quay: Q1, pass: skip}"), d.Words.Known(g.Def))
	if err != nil {
		t.Fatal(err)
	}
	d.Table = table
	theirs := strings.NewReplacer(`"salt-pans`, `"SALT`, `market-quay`, `Q1`, `"pass"`, `"skip"`, "salt-hand", "worker")
	ours := strings.NewReplacer(`"SALT`, `"salt-pans`, `Q1`, `market-quay`, `"skip"`, `"pass"`, "worker", "salt-hand")
	program := reference(func(_ string, o map[string]string) (*engine.Game, error) { return g.Load(o) }, 0)
	d.Start = func() (drive.Program, error) {
		p, err := program()
		return scripted(func(line string) (string, error) {
			if strings.Contains(line, "salt-pans") || strings.Contains(line, "salt-hand") {
				return "", fmt.Errorf("our own name is in %s", line)
			}
			reply, err := p.Ask([]byte(ours.Replace(line)))
			return theirs.Replace(string(reply)), err
		}), err
	}
	d.Levels = []string{drive.States, drive.Legality}
	if r := run(t, g, d, g.Cases[:40]); !r.OK() {
		var text strings.Builder
		r.Write(&text, -1)
		t.Error(text.String())
	}
}

func TestTableOfNamesMustBeOneToOne(t *testing.T) {
	known := []string{"hue", "saigon", "hue.support"}
	for text, want := range map[string]string{
		"names: {huge: Hue}":         "no name huge",
		"names: {hue: X, saigon: X}": "cannot both be X",
		"names: {hue: saigon}":       "another name of the game",
		"names: {hue: ''}":           "no translation",
		"words: {hue: Hue}":          "a mapping names",
		"[]":                         "a mapping names",
	} {
		if _, err := drive.ReadTable([]byte(text), known); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

const transcript = "testdata/transcript.jsonl"

// TestTranscriptOfTheProtocolIsCurrent drives the reference and compares every line; the fingerprint of the rules may differ.
func TestTranscriptOfTheProtocolIsCurrent(t *testing.T) {
	want, err := os.ReadFile(transcript)
	if err != nil {
		t.Fatal(err)
	}
	g := tidelandsGame(t)
	d := driver(t, g, reference(func(_ string, o map[string]string) (*engine.Game, error) { return g.Load(o) }, 0))
	var heard strings.Builder
	d.Transcribe = func(way byte, line []byte) { fmt.Fprintf(&heard, "%c %s\n", way, strings.TrimSpace(string(line))) }
	i := slices.IndexFunc(g.Cases, func(c *corpus.Case) bool { return c.Script.ID() == "2.7-signals/not-after-its-own-pass" })
	run(t, g, d, g.Cases[i:i+1])
	fingerprint := regexp.MustCompile(`"rules":"[0-9a-f]{16}"`)
	if got := fingerprint.ReplaceAllString(heard.String(), ""); got != fingerprint.ReplaceAllString(string(want), "") {
		t.Errorf("the conversation is another one. If it should be, write it anew:\n  go run ./tools/rulebound drive -game tidelands -section 2.7-signals/not-after-its-own-pass -transcript judge/drive/%s -- go run ./tools/rulebound program\n%s", transcript, got)
	}
}

func TestReferenceReportsInvalidRequests(t *testing.T) {
	g := tidelandsGame(t)
	for request, want := range map[string]string{
		`{"type": "asks"}`: "no position yet", `{"type": "sing"}`: "no position yet", `hm`: "no message of the protocol", `[]`: "no message of the protocol: [] (a list is not an object)",
		`{"type": "position", "setup": "regatat"}`: "regatat",
		`{"type": "position", "setup": "drill", "changes": {"piles": {"deck": ["idle-hands"]}}}` + "\n" + `{"type": "sing"}`:                                                          "there is no request",
		`{"type": "position", "setup": "drill", "changes": {"piles": {"deck": ["idle-hands"]}}}` + "\n" + `{"type": "view", "seat": "red", "wanted": ["deck"]}`:                       "there is no seat red",
		`{"type": "position", "setup": "drill", "changes": {"piles": {"deck": ["idle-hands"]}}}` + "\n" + `{"type": "restore"}`:                                                       "nothing is saved",
		`{"type": "position", "setup": "drill", "changes": {"piles": {"deck": ["idle-hands"]}}}` + "\n" + `{"type": "answer", "seat": "reed", "decision": "class", "answer": "pass"}`: "is asked",
		`{"type": "position", "setup": "drill", "changes": {"piles": {"deck": ["idle-hands"]}}}` + "\n" + `{"type": "answer", "seat": "reed", "decision": "class"}`:                   "the request has no answer",
	} {
		var out strings.Builder
		err := (&drive.Reference{Load: func(_ string, o map[string]string) (*engine.Game, error) { return g.Load(o) }}).Serve(strings.NewReader(request+"\n"), &out)
		if err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %s %v", request, out.String(), err)
		}
	}
}

// TestPythonEngineFailsNoScenario drives an engine that was written from the prose of the rulebook alone.
func TestPythonEngineFailsNoScenario(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to run testdata/tidelands with")
	}
	g := tidelandsGame(t)
	d := driver(t, g, func() (drive.Program, error) {
		return drive.Start([]string{python, "testdata/tidelands/adapter.py"}, drive.Limits{Within: 10 * time.Second, Memory: 1 << 30})
	})
	r := run(t, g, d, g.Cases)
	if !r.OK() || r.Total.Passed < 85 { // it reports the rest as unsupported
		var text strings.Builder
		r.Write(&text, -1)
		t.Error(text.String())
	}
}

func TestMisbehavingProcessIsBroken(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh to misbehave")
	}
	g := tidelandsGame(t)
	for name, x := range map[string]struct {
		script, want string
		limits       drive.Limits
	}{
		"it ends":           {`read x; echo '` + greeting + `'; echo out of ideas >&2; read x; sleep 0.1; exit 3`, "it ended; it said: out of ideas", drive.Limits{Within: 10 * time.Second}},
		"it is too slow":    {`read x; echo '` + greeting + `'; read x; sleep 100`, "no reply within", drive.Limits{Within: 300 * time.Millisecond}},
		"it takes too much": {`read x; echo '` + greeting + `'; while read x; do echo '{"ok": true}'; done`, "MB of memory, more than the limit of 0 MB", drive.Limits{Within: 10 * time.Second, Memory: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			first := true
			d := driver(t, g, func() (drive.Program, error) {
				limits := x.limits
				if first && limits.Memory > 0 { // it may greet
					limits.Memory = 0
				}
				first = false
				return drive.Start([]string{shell, "-c", x.script}, limits)
			})
			if err := d.Open(); err != nil {
				t.Fatal(err)
			}
			if x.limits.Memory > 0 {
				d.Close()
				if err := d.Open(); err == nil || !strings.Contains(err.Error(), x.want) {
					t.Errorf("%v", err)
				}
				return
			}
			loaded, _ := g.Load(nil)
			plan, err := drive.Make(loaded, d.Words, g.Cases[0].Script)
			if err != nil {
				t.Fatal(err)
			}
			if o, err := d.Run(plan); err != nil || o.Verdict != drive.Broken || !strings.Contains(o.Why, x.want) {
				t.Errorf("%+v %v", o, err)
			}
		})
	}
}
