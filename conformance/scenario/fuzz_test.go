// This file plays malformed scenarios.

package scenario_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"rulebound/compiler"
	"rulebound/compiler/bounded"
	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
	"rulebound/engine"
)

// FuzzPlay: every scenario is refused with a message or played, deterministically. It may end early at an error, but
// must not panic, neither here nor in the engine, where a panic is caught as a fault.
func FuzzPlay(f *testing.F) {
	repository := os.DirFS("../..")
	def, _, list := compiler.Compile(repository, "data/games/tidelands")
	if def == nil {
		f.Fatal(list.Error())
	}
	tidelands, err := engine.Load(def, nil)
	if err != nil {
		f.Fatal(err)
	}
	games := map[string]*engine.Game{"toy": toy(f), "tidelands": tidelands}
	files, err := scenario.Files(repository, "scenarios/tidelands")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := fs.ReadFile(repository, file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(head + "moves:\n- red: dig\n  depth: 3\n  seen: [hill, moor]\n  mate: blue\n  chance: {luck: [4]}\n  show: no\n- chance: {luck: 2}\nexpect:\n  state: {gold: 5, hill.pawn.shown: 2}\n  asked: {seat: blue, decision: act}\n"))
	f.Add([]byte(head + "setup: {values: {gold: 1}, pieces: {hill: {pawn: 2, pawn.shown: 1, rook: 3}}}\nmoves:\n- red: settle\n  places: {hill: {how: many, n: {pawn: 2}}}\nexpect: {refused: [{red: settle, because: 9.1-b}], legal: {seat: red, after: dig, options: [], decision: depth}}\n"))
	f.Fuzz(func(t *testing.T, text []byte) { bounded.Run(t, func() { playsAlike(t, text, games, playText) }) })
}

// playsAlike checks Play, or a wrong one, as FuzzPlay does.
func playsAlike(t testing.TB, text []byte, games map[string]*engine.Game, play func(*engine.Game, *scenario.Script) (*scenario.Result, string)) {
	script, list := scenario.Parse("9.1/x.yaml", text)
	if script == nil {
		if !list.HasErrors() {
			t.Fatal("no script and no error")
		}
		return
	}
	g := games[script.Game]
	if g == nil || len(script.Setup.Options) > 0 {
		return
	}
	end, first := play(g, script)
	var fault *engine.Fault
	if errors.As(end.Err, &fault) && strings.HasPrefix(fault.Why, "internal") {
		t.Fatal(end.Err)
	}
	for _, failure := range end.Failures {
		_ = failure.Error()
	}
	if again, second := play(g, script); first != second || again.OK() != end.OK() {
		t.Fatalf("played twice, it went two ways:\n%s\n%s", first, second)
	}
}

// The injected faults are in the second play.
func TestFuzzTargetFindsWrongPlays(t *testing.T) {
	games := map[string]*engine.Game{"toy": toy(t)}
	text := []byte(head + "moves: [{red: dig, depth: 1, seen: [], mate: blue, chance: {luck: [4]}, show: no}]\nexpect: {state: {gold: 5}}\n")
	for what, c := range map[string]struct {
		again func(*scenario.Result, string) (*scenario.Result, string)
		want  string
	}{
		"none":              {func(r *scenario.Result, trace string) (*scenario.Result, string) { return r, trace }, ""},
		"another trace":     {func(r *scenario.Result, trace string) (*scenario.Result, string) { return r, trace + "more" }, "went two ways"},
		"another end":       {func(r *scenario.Result, trace string) (*scenario.Result, string) { return &scenario.Result{}, trace }, "went two ways"},
		"an internal fault": {func(r *scenario.Result, trace string) (*scenario.Result, string) { return r, trace }, "internal: nil"},
	} {
		calls := 0
		found := bounded.Findings(t, func(t testing.TB) {
			playsAlike(t, text, games, func(g *engine.Game, script *scenario.Script) (*scenario.Result, string) {
				end, trace := playText(g, script)
				if end.OK() {
					t.Fatal("the test is stale: an expectation has to fail")
				}
				if calls++; calls == 2 {
					return c.again(end, trace)
				}
				if strings.HasPrefix(what, "an internal") {
					end.Err = &engine.Fault{Why: "internal: nil"}
				}
				return end, trace
			})
		})
		if len(found) != min(1, len(c.want)) || c.want != "" && !strings.Contains(found[0], c.want) {
			t.Errorf("%s: found %q, want %q", what, found, c.want)
		}
	}
}

// playText plays a script and returns its trace.
func playText(g *engine.Game, script *scenario.Script) (*scenario.Result, string) {
	r := trace.New(g, trace.Header{Title: script.Title, Game: script.Game})
	end := scenario.Play(g, script, r)
	if end.Session != nil {
		r.Finish(end.Session.State())
	}
	return end, string(trace.Text(r.Lines()))
}
