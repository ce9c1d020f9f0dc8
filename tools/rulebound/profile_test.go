package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	pprof "github.com/google/pprof/profile"

	"rulebound/engine"
)

// longGame has one decision and a million steps.
const longGame = "variables: [{id: v, type: int}]\nprocedures:\n- id: play\n  do:\n  - {menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}\n  - {repeat: 1000000, do: [{set: {v: =v + 1}}]}\n  - {over: {}}\n"

func TestProfilePlaysFewerLongGames(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays a million steps again and again")
	}
	for _, games := range []string{"20", "1"} {
		code, out, errs := call("profile", "toy", "-C", repository(t, map[string]string{"data/games/toy/10.md": bookOf(longGame)}), "--games", games)
		if code != exitOK || strings.Contains(out, " of 20 games (more take too many steps)") != (games == "20") {
			t.Errorf("%s games: %d %s%.300s", games, code, errs, out)
		}
	}
}

func TestProfileShowsTheCostOfRules(t *testing.T) {
	root := repository(t, map[string]string{"data/games/toy/10.md": counting})
	code, out, errs := call("profile", "toy", "-C", root)
	if code != exitOK {
		t.Fatalf("%d %s", code, errs)
	}
	for _, want := range []string{"toy, initial values, uniform player: 20 games, ", "rules", "procedure ", "clauses", "lines", "data/games/toy/10.md:"} {
		if !strings.Contains(out, want) {
			t.Errorf("nothing is said of %q:\n%s", want, out)
		}
	}
	counts := func() (lines map[string]int64, all int64) {
		_, out, _ := call("profile", "toy", "-C", root, "-json")
		var r profile
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err)
		}
		lines = map[string]int64{}
		for _, l := range r.Lines {
			lines[l.Name] = l.Count
			all += l.Count
		}
		return lines, all
	}
	once, all := counts()
	again, _ := counts()
	for line, n := range once {
		if again[line] != n || n == 0 {
			t.Errorf("%s: %d, then %d", line, n, again[line])
		}
	}
	file := filepath.Join(t.TempDir(), "toy.pprof")
	if code, out, errs := call("profile", "toy", "-C", root, "-o", file); code != exitOK || out != "" {
		t.Fatalf("%d %s%s", code, out, errs)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := pprof.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	sampled, at := int64(0), map[string]int64{}
	for _, s := range p.Sample {
		sampled += s.Value[0]
		leaf := s.Location[0].Line[0]
		at[fmt.Sprint(leaf.Function.Filename, ":", leaf.Line)] += s.Value[0]
		if s.Location[len(s.Location)-1].Line[0].Function.Name == "" {
			t.Error("a sample without a rule")
		}
	}
	for line, n := range once {
		if at[line] != n {
			t.Errorf("%s: pprof has %d evaluations, the table %d", line, at[line], n)
		}
	}
	if sampled != all {
		t.Errorf("pprof has %d evaluations, the table %d", sampled, all)
	}
}

func TestProfileKeepsTheLeastTimeOfEachRule(t *testing.T) {
	tree := func(own, first, second int64) *engine.Spot {
		return &engine.Spot{Time: own, Parts: []*engine.Spot{{Time: first, Count: 1}, {Time: second, Count: 2}}}
	}
	least := tree(5, 9, 2)
	keepLeast(least, tree(7, 3, 2))
	if want := tree(5, 3, 2); !reflect.DeepEqual(least, want) {
		t.Errorf("got %+v, want %+v", least, want)
	}
}

func TestProfileRefusesInvalidArguments(t *testing.T) {
	root := repository(t, nil)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, exitUsage, "name the game"},
		{[]string{"toy", "-games", "0"}, exitUsage, "--games is a number from 1 to 100000"},
		{[]string{"toy", "-games", "100001"}, exitUsage, "--games is a number from 1 to 100000"},
		{[]string{"toy", "-player", "best"}, exitUsage, `not "best"`},
		{[]string{"toy", "-setup", "none"}, exitFailed, `there is no set-up "none"`},
		{[]string{"toy", "-o", root}, exitFailed, "it is a folder"},
		{[]string{"chess"}, exitFailed, "there is no game chess"},
	} {
		if code, _, errs := call(append(append([]string{"profile"}, c.args...), "-C", root)...); code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%v: %d %s", c.args, code, errs)
		}
	}
}
