package schemas

// These tests check what the schemas must refuse. A schema checks keys and shapes; the compiler checks names, types,
// formulas, and the keys of entries to which a game may add properties.

import (
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/source"
	"rulebound/conformance/scenario"
)

func TestBrokenScenariosDoNotValidate(t *testing.T) {
	s := schemaFile(t, "scenario.schema.json")
	const good = "version: 1\ntitle: T\ngame: g\nrules: [1.1-a]\n"
	const claim = "expect: {asked: red}\n"
	for _, c := range []struct{ name, text string }{
		{"a list", "- 1\n"},
		{"no version", "title: T\ngame: g\nrules: [1.1-a]\n" + claim},
		{"another version", strings.Replace(good, "1", "2", 1) + claim},
		{"no title", "version: 1\ngame: g\nrules: [1.1-a]\n" + claim},
		{"a title of two lines", strings.Replace(good, "title: T", `title: "T\nU"`, 1) + claim},
		{"no game", "version: 1\ntitle: T\nrules: [1.1-a]\n" + claim},
		{"no rules", "version: 1\ntitle: T\ngame: g\n" + claim},
		{"an empty list of rules", strings.Replace(good, "1.1-a", "", 1) + claim},
		{"an unknown key", good + "mooves: []\n" + claim},
		{"an unknown key of the set-up", good + "setup: {scenaro: full}\n" + claim},
		{"an unknown key of an expectation", good + "expect: {sate: {aid: 1}}\n"},
		{"an unknown key of what is asked", good + "expect: {asked: {sead: red}}\n"},
		{"an unknown key of what is legal", good + "expect: {legal: {seat: red, class: [pass]}}\n"},
		{"no expectation", good + "moves: [{red: pass}]\n"},
		{"an empty expectation", good + "expect: {}\n"},
		{"an expectation of rules alone", good + "expect: {rules: [1.1-a]}\n"},
		{"an empty expectation between moves", good + "moves: [{expect: {}}]\n" + claim},
		{"an unknown key of an expectation in a move", good + "moves: [{red: pass, expect: {sate: {aid: 1}}}]\n"},
		{"moves that are no list", good + "moves: {red: pass}\n" + claim},
		{"a move without a seat", good + "moves: [pass]\n" + claim},
		{"an empty move", good + "moves: [{}]\n" + claim},
		{"a negative count", good + "setup: {pieces: {x: {cube: -1}}}\n" + claim},
		{"a count in words", good + "setup: {pieces: {x: {cube: two}}}\n" + claim},
		{"pieces without a count", good + "setup: {pieces: {x: cube}}\n" + claim},
		{"a value that is a mapping", good + "setup: {values: {x: {y: 1}}}\n" + claim},
		{"a refusal without its clause", good + "expect: {refused: [{red: event}]}\n"},
		{"a legal claim without a seat", good + "expect: {legal: {options: [pass]}}\n"},
		{"a legal claim of nothing", good + "expect: {legal: {seat: red}}\n"},
		{"a legal claim without options", good + "expect: {legal: {seat: red, decision: act}}\n"},
		{"an activity without a name", good + "moves: [{red: operation x, activity: {at: after}}]\n" + claim},
		{"an activity at another time", good + "moves: [{red: operation x, activity: {name: y, at: during}}]\n" + claim},
		{"a value that is a mapping", good + "expect: {state: {x: {y: 1}}}\n"},
		{"a course that is not a list", good + "expect: {watched: {x: 1}}\n"},
		{"an asking that is not a number", good + "expect: {notAsked: [spaces third]}\n"},
		{"an asking before the first", good + "expect: {notAsked: spaces 0}\n"},
		{"decisions not asked as a mapping", good + "expect: {notAsked: {spaces: 3}}\n"},
		{"a list of no decisions", good + "expect: {notAsked: []}\n"},
		{"outcomes that are a mapping", good + "chance: {roll: {x: 1}}\n" + claim},
		{"another word for show", good + "show: everything\n" + claim},
		{"a negative seed", good + "seed: -1\n" + claim},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := s.Validate(scenarioValue(t, []byte(c.text))); err == nil {
				t.Error("the schema takes it")
			}
			if script, _ := scenario.Parse("x.yaml", []byte(c.text)); script != nil {
				t.Error("the reader takes it")
			}
		})
	}
	if err := s.Validate(scenarioValue(t, []byte(good+claim))); err != nil {
		t.Errorf("the sound one: %v", err)
	}
}

func TestBrokenBlocksDoNotValidate(t *testing.T) {
	s := schemaFile(t, "rulebook.schema.json")
	validate := func(text string) error {
		book, list := source.Read(fstest.MapFS{"g/1.md": {Data: []byte("```yaml\n" + text + "\n```\n")}}, "g")
		if book == nil || len(book.Blocks) != 1 {
			t.Fatalf("%s: %v", text, list)
		}
		return s.Validate(blockValue(book.Blocks[0]))
	}
	do := func(statement string) string { return "procedures: [{id: x, do: [" + statement + "]}]" }
	for _, c := range []struct{ name, text string }{
		{"an unknown key of the game", "game: {id: x, tittle: X}"},
		{"seats that are no list", "seats: {red: 1}"},
		{"a seat without an id", "seats: [{title: Red}]"},
		{"an id that is not an identifier", "seats: [{id: 1st}]"},
		{"properties of something else", "properties: {tile: {x: int}}"},
		{"a property with an unknown key", "properties: {seat: {x: {type: int, defalt: 1}}}"},
		{"an unknown key of a track", "tracks: [{id: x, maximum: 3}]"},
		{"a bound in words", "tracks: [{id: x, max: three}]"},
		{"a fraction", "tracks: [{id: x, max: 1.5}]"},
		{"a piece without a home", "pieces: [{id: x, count: 3}]"},
		{"another word for visible", "piles: [{id: x, visible: secret}]"},
		{"another scope", "variables: [{id: x, type: int, scope: turn}]"},
		{"a variable without a type", "variables: [{id: x}]"},
		{"a derived value without a value", "derived: [{id: x}]"},
		{"another kind of point", "points: [{id: x, kind: add}]"},
		{"an unknown key of a hook", "lasting: [{id: x, duration: y, hooks: [{to: z, valeu: 1}]}]"},
		{"a lasting effect without a duration", "lasting: [{id: x}]"},
		{"an unknown key of a card's lasting effect", "cards: [{id: x, lasting: [{id: y, duration: z, hook: []}]}]"},
		{"a statement with two keywords", do("{gain: {x: 1}, lose: {y: 1}}")},
		{"a statement with an unknown key", do("{for: {$x: spaces}, were: y, do: []}")},
		{"a call with an unknown key", do("{call-it: {}, iff: y}")},
		{"a guarded call with an unknown key", do("{call-it: {}, if: y, rul: 1.1}")},
		{"an empty statement", do("{}")},
		{"a statement that is a number", do("3")},
		{"a statement in a list of its own", do("[stop]")},
		{"a statement deep inside", do("{if: a, then: [{for: {$x: s}, do: [{switch: y, cases: {z: [{one: $v}]}}]}]}")},
		{"a side option that is a number", do("{pick: $x, from: spaces, also: 3, do: []}")},
		{"a decision without from", do("{pick: $x, by: red, do: []}")},
		{"a decision that binds no name", do("{one: x, by: red, from: spaces}")},
		{"a cost without a budget", do("{pick: $x, by: red, from: spaces, cost: 1, do: []}")},
		{"an unknown key of a condition", do("{one: $x, by: red, from: spaces, where: [{rule: 1.1, wen: y}]}")},
		{"an unknown key of an option", do("{menu: x, by: red, options: {y: {were: z, do: []}}}")},
		{"an unknown key of a cap", do("{take: $n, by: red, of: x, from: y, caps: [{of: x, most: 1}]}")},
		{"a move without a destination", do("{move: {of: x, from: y}}")},
		{"another end of a pile", do("{card: $c, to: x, at: middle}")},
		{"a branch with an unknown key", do("{if: x, then: [], otherwise: []}")},
		{"a tree of an unknown shape", do("{let: {$x: {reff: gvar, var: y}}}")},
		{"a tree with an unknown key", do("{let: {$x: {ref: gvar, vr: y}}}")},
		{"a tree with an unknown reference", do("{let: {$x: {ref: global, var: y}}}")},
		{"a draw with a cost", do("{draw: $x, from: spaces, cost: 1, budget: 1}")},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := validate(c.text); err == nil {
				t.Error("the schema takes it")
			}
		})
	}
	for _, sound := range []string{do("stop"), do("{stop: }"), do("{call-it: }"), do("{call-it: 3, if: x, rule: 1.1}"), do("{do: [], when: x}"),
		do("{if: {when: x, then: [stop]}}"), do("{menu: x, by: red, options: {y: [stop], z: {do: []}}}"), "turnFlow: {anything: [1]}", "cards: [{id: x, side: {do: [stop]}}]"} {
		if err := validate(sound); err != nil {
			t.Errorf("%s: %v", sound, err)
		}
	}
}

func TestBrokenGamesDoNotValidate(t *testing.T) {
	s := schemaFile(t, "gamedef.schema.json")
	for _, c := range []struct {
		name  string
		spoil func(m map[string]any)
	}{
		{"an unknown key", func(m map[string]any) { m["colour"] = 1 }},
		{"a key left out", func(m map[string]any) { delete(m, "stack") }},
		{"another version", func(m map[string]any) { m["version"] = 2 }},
		{"an unknown operator", func(m map[string]any) { m["code"].([]any)[0].(map[string]any)["op"] = 200 }},
		{"a number that does not fit", func(m map[string]any) { m["main"] = int64(1) << 40 }},
		{"a text for a number", func(m map[string]any) { m["main"] = "play" }},
		{"an unknown key deep inside", func(m map[string]any) { m["seats"].([]any)[0].(map[string]any)["colour"] = "red" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := gameValue(t, "kalah")
			c.spoil(m)
			if s.Validate(m) == nil {
				t.Error("the schema takes it")
			}
		})
	}
}
