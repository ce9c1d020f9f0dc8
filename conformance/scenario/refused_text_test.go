// These tests give the loader keys of every wrong shape: each is an error at its place, with at most one consequential
// error.

package scenario_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/scenario"
)

func TestKeysOfWrongShapeAreReported(t *testing.T) {
	const good = "version: 1\ntitle: T\ngame: g\nrules: [1.1-a]\n"
	const claim = "expect: {asked: us}\n"
	for _, c := range []struct{ text, want string }{
		{strings.Replace(good, "title: T", "title: |\n  T\n  U", 1) + claim, "2:8: error: a title is one line"},
		{strings.Replace(good, "title: T", "title: [T]", 1) + claim, "2:8: error: title is a single value, not a list"},
		{strings.Replace(good, "[1.1-a]", "{a: b}", 1) + claim, "4:8: error: rules is a list, not a mapping"},
		{strings.Replace(good, "[1.1-a]", "[[a]]", 1) + claim, "4:9: error: an entry of rules is a single value, not a list"},
		{strings.Replace(good, "version: 1", "version: '1'", 1) + claim, "1:11: error: the scenario must say version: 1"},
		{good + "seed: 1.5\n" + claim, "5:7: error: seed is a whole number, 0 or more"},
		{good + "seed: many\n" + claim, "5:7: error: seed is a whole number, 0 or more"},
		{good + "moves: {us: pass}\n" + claim, "5:8: error: moves is a list, not a mapping"},
		{good + "moves: [{}]\n" + claim, "5:9: error: a move is a mapping that begins with the seat"},
		{good + "chance: [3]\n" + claim, "5:9: error: chance is a mapping, not a list"},
		{good + "chance: {luck: {a: 1}}\n" + claim, "5:16: error: the outcomes of luck are a list, not a mapping"},
		{good + "moves: [{chance: {luck: 1}, spaces: [a]}]\n" + claim, "5:29: error: a line of chance has no other key"},
		{good + "moves: [{us: {a: [b]}}]\n" + claim, "5:14: error: a mapping behind the seat is the answer to a decision about a pair"},
		{good + "moves: [{us: pass, activity: [x]}]\n" + claim, "5:30: error: activity is a mapping, not a list"},
		{good + "moves: [{us: pass, activity: {name: x, at: before hill}}]\n" + claim, "5:44: error: at is before, after, or after MEMBER"},
		{good + "moves: [{us: pass, activity: {name: x, at: after hill dale}}]\n" + claim, "5:44: error: at is before, after, or after MEMBER"},
		{good + "moves: [{us: pass, activity: {name: x, at: hill dale}}]\n" + claim, "5:44: error: at is before, after, or after MEMBER"},
		{good + "setup: [full]\n" + claim, "5:8: error: setup is a mapping, not a list"},
		{good + "setup: {options: [a]}\n" + claim, "5:18: error: options is a mapping, not a list"},
		{good + "setup: {options: {a: [b]}}\n" + claim, "5:22: error: option a is a single value, not a list"},
		{good + "setup: {piles: {hand: {a: b}}}\n" + claim, "5:23: error: pile hand is a list, not a mapping"},
		{good + "setup: {values: {a: {b: 1}}}\n" + claim, "5:21: error: value a is a single value, not a mapping"},
		{good + "setup: {values: {a: [[b]]}}\n" + claim, "5:22: error: an entry of value a is a single value, not a list"},
		{good + "setup: {pieces: {hue: 3}}\n" + claim, "5:23: error: pieces of hue is a mapping, not a single value"},
		{good + "setup: {lasting: {a: b}}\n" + claim, "5:18: error: lasting is a list, not a mapping"},
		{good + "expect: [1]\n", "5:9: error: expect is a mapping, not a list"},
		{good + "expect: {state: {a: {b: 1}}}\n", "5:21: error: the value of a is a single value or a list"},
		{good + "expect: {watched: {a: 1}}\n", "5:23: error: the course of a is the list of its values"},
		{good + "expect: {asked: [a]}\n", "5:17: error: asked is a mapping, not a list"},
		{good + "expect: {asked: {seat: [a]}, state: {gold: 1}}\n", "5:24: error: seat is a single value, not a list"},
		{good + "expect: {legal: [us]}\n", "5:18: error: legal is a mapping, not a single value"},
		{good + "expect: {legal: {options: [a]}}\n", "5:17: error: legal needs the seat whose moves these are"},
		{good + "expect: {refused: [us]}\n", "5:20: error: a refused move is a mapping, not a single value"},
		{good + "expect: {refused: [{because: 1.1-a}]}\n", "5:20: error: a move is a mapping that begins with the seat"},
		{good + "expect: {decided: {x: [a]}}\n", "5:23: error: the seat that decides x is a single value, not a list"},
		{good + "expect: {noted: {x: [[a]]}}\n", "5:22: error: a note of x is a single value, not a list"},
		{good + "expect: {result: [1]}\n", "5:18: error: result is a mapping, not a list"},
		{good + "expect: {offered: {x: [{a: b}]}}\n", "5:24: error: an entry of offered is a single value, not a mapping"},
		{good + "expect: {notOffered: {x: [{a: [b]}]}}\n", "5:31: error: the rule that excludes a is a single value, not a list"},
		{good + "expect: {notOffered: {x: [[b]]}}\n", "5:27: error: an entry of notOffered is a single value, not a list"},
		{good + "expect: {state: [a]}\n", "5:17: error: state is a mapping, not a list"},
		{good + "expect: {at: dusk, state: {a: 1}, offered: {x: [a]}}\n", "5:35: error: at a note no decision is pending: offered cannot be claimed there"},
		{good + "expect: {at: dusk 0, state: {a: 1}}\n", "5:14: error: at names a note, and behind it which time in the move, 1 or more"},
		{good + "expect: {at: {a: b, c: d}, state: {a: 1}}\n", "5:14: error: at names one note"},
	} {
		s, list := scenario.Parse("dir/x.yaml", []byte(c.text))
		if s != nil || len(list) > 2 || !strings.Contains(list.Error(), "dir/x.yaml:"+c.want) {
			t.Errorf("%s\ngot  %v\nwant %s", c.text[len(good)-7:], list, c.want)
		}
	}
}

func TestNullValuesAreEmpty(t *testing.T) {
	if s, list := scenario.Parse("dir/x.yaml", []byte("version: 1\ntitle: T\ngame: g\nrules: 1.1-a\nsetup: {pieces: {hue: {us-troops: 255}}}\nexpect: {asked: us}\n")); s == nil {
		t.Errorf("as many pieces as a type may have: %v", list)
	}
	s, list := scenario.Parse("dir/x.yaml", []byte("version: 1\ntitle: T\ngame: g\nrules: 1.1-a\nmoves:\nshow:\nsetup: {lasting: , deck: ace}\nchance: {luck: 3}\nseed: 0\nexpect: {asked: us, legal: {seat: us, options: }}\n"))
	if s == nil {
		t.Fatal(list)
	}
	if len(s.Items) != 1 || s.Options || len(s.Setup.Lasting) != 0 || len(s.Setup.Piles) != 1 || s.Setup.Piles[0].Cards[0] != "ace" || len(s.Rules) != 1 || s.Seed == nil || *s.Seed != 0 {
		t.Errorf("%+v", s)
	}
	if n := s.Chance[0].Value; len(n.Items) != 1 || n.Items[0].Value != "3" {
		t.Error("one outcome stands for a list of one")
	}
	if e := s.Items[0].Expect; len(e.Legal) != 1 || len(e.Legal[0].Options) != 0 {
		t.Error("options: with nothing behind it says that there are none")
	}
}

func TestHiddenAndMisnamedFilesAreErrors(t *testing.T) {
	for name, want := range map[string]string{
		"s/g/1/.x.yaml":       "s/g/1/.x.yaml: hidden files are not played",
		"s/g/.old/x.yaml":     "s/g/.old: hidden files are not played",
		"s/g/1/x.yml":         "s/g/1/x.yml: only .yaml files are allowed here",
		"s/g/x.yaml":          "s/g/x.yaml: a scenario belongs in a folder of its rule section",
		"s/g/1/2/x.yaml":      "s/g/1/2/x.yaml: a scenario belongs in a folder of its rule section",
		"s/other/1/none.yaml": "open s/g",
	} {
		if files, err := scenario.Files(fstest.MapFS{name: &fstest.MapFile{}}, "s/g"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v %v, want %s", name, files, err, want)
		}
	}
	files, err := scenario.Files(fstest.MapFS{".s/1/b.yaml": &fstest.MapFile{}, ".s/1/a.yaml": &fstest.MapFile{}}, ".s")
	if err != nil || strings.Join(files, " ") != ".s/1/a.yaml .s/1/b.yaml" {
		t.Errorf("the folder that is asked for may be hidden: %v %v", files, err)
	}
}

func TestOversizedFileIsRefusedUnread(t *testing.T) {
	fsys := fstest.MapFS{"g/1/x.yaml": &fstest.MapFile{Data: []byte(strings.Repeat("#", 256<<10+1))}}
	_, list := scenario.Load(fsys, "g/1/x.yaml")
	if len(list) != 1 || list[0].Code != "text-too-long" || list[0].Detail != "at most 256 KiB; split it" || list[0].Subject.File != "g/1/x.yaml" {
		t.Error(list)
	}
	_, list = scenario.Load(fsys, "g/1/y.yaml")
	if len(list) != 1 || list[0].Code != "scenario-file" || list[0].Subject.File != "g/1/y.yaml" {
		t.Error(list)
	}
}

func TestParseHelpersPanicOnMalformedText(t *testing.T) {
	for text, parse := range map[string]func(string){
		"{red: {a: b, c: d}}": func(s string) { scenario.ParseLine(s) },
		"[":                   func(s string) { scenario.ParseLine(s) },
		"{":                   func(s string) { scenario.ParseNode(s) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is read", text)
				}
			}()
			parse(text)
		}()
	}
	if n := scenario.ParseNode("{a: [b, 2]}"); n.Get("a").Items[1].Value != "2" {
		t.Error(n)
	}
}

func TestLinesKeepTheirSourceText(t *testing.T) {
	for text, want := range map[string][2]string{
		"{red: settle, places: [moor], chance: {luck: 1}}": {"red: settle", "settle {places: [moor]}"},
		"{red: dig deep}":               {"red: dig deep", "dig deep"},
		"{red: }":                       {"red", ""},
		"{red: {hill: dale}, depth: 4}": {"red: {hill → dale}", "hill → dale {depth: 4}"},
		"{stance: {red.ready: yes, blue.ready: no}}":           {"stance: red.ready: yes blue.ready: no", "red.ready: yes blue.ready: no"},
		"{red: rest, expect: {state: {gold: 1}}}":              {"red: rest", "rest"},
		"{red: rest, activity: {name: hymn, at: after, n: 2}}": {"red: rest", "rest {activity: {name: hymn, at: after, n: 2}}"},
	} {
		l := scenario.ParseLine(text)
		if l.Text != want[0] || l.Tried != want[1] {
			t.Errorf("%s: %q, tried %q, want %q", text, l.Text, l.Tried, want)
		}
	}
}
