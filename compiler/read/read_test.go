package read_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/diag"
	"rulebound/compiler/read"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
)

// game precedes the text of each case.
const game = "game: {id: g}\n"

// rulebook reads text as the only block of a page.
func rulebook(t *testing.T, text string) (*tree.Rulebook, diag.List) {
	t.Helper()
	book, list := source.Read(fstest.MapFS{"g/1.md": {Data: []byte("```yaml\n" + text + "\n```\n")}}, "g")
	if list.HasErrors() {
		t.Fatal(list)
	}
	root, list := source.Merge(book.Blocks)
	if list.HasErrors() {
		t.Fatal(list)
	}
	return read.Read(root, false, nil)
}

// body reads statements, in a procedure beside the procedures act and serve.
func body(t *testing.T, statements string) ([]*tree.Stmt, diag.List) {
	t.Helper()
	book, list := rulebook(t, game+"procedures:\n- id: act\n- id: serve\n- id: p\n  do:\n"+statements)
	all := book.List("procedures")
	return all[len(all)-1].Value("do").Body, list
}

// printed formats diagnostics as code: summary.
func printed(list diag.List) []string {
	var out []string
	for _, d := range list {
		out = append(out, d.Code+": "+d.Summary)
	}
	return out
}

func TestInvalidKeysAndValuesAreReported(t *testing.T) {
	for text, want := range map[string]string{
		"spces: []":      `unknown-key: "spces" is not a key of a rulebook; did you mean spaces?`,
		"globalVars: []": `unknown-key: "globalVars" is not a key of a rulebook`,
		"tables: [{id: worths, at: points, columns: {n: int}}]\npoints: [{n: 3}]": "reserved-id: the path points begins with a key of the language; write the data under another key, at: data.points",
		"setupValues: [{id: deep, at: tracks.deep, type: int}]":                   "reserved-id: the path tracks.deep begins with a key of the language",
		"properties: {tile: {}}":                            "unknown-key: properties are of seat, zone, space, card, piece or procedure, not tile",
		"seats: {a: 1}":                                     "wrong-type: seats must be a list of entries",
		"seats: [a]":                                        "wrong-type: an entry of seats must be a mapping with an id",
		"seats: [{title: a}]":                               "missing-key: an entry of seats needs an id",
		"seats: [{id: 3a}]":                                 "bad-id: an id is a letter",
		"seats: [{id: a, title: [b]}]":                      "wrong-type: title of seat must be text",
		"seats: [{id: a, hue: red}]":                        `unknown-key: seat has no key "hue"`,
		"tracks: [{id: a, max: nine}]":                      "wrong-type: max of track must be a whole number",
		"enums: {a: b}":                                     "wrong-type: a of enums must be a list",
		"enums: {a: [1b]}":                                  "bad-id: a of enums must be an identifier",
		"piles: [{id: a, visible: opn}]":                    "unknown-name: visible of pile is open, hidden, owner or top, not opn; did you mean open?",
		"derived: [{id: a, value: 1, watch: 3}]":            "wrong-type: watch of derived value must be true or false",
		"functions: [{id: a}]":                              "missing-key: function needs value: what it yields",
		"functions: [{id: a, value: }]":                     "missing-key: function needs value:",
		"functions: [{id: a, params: {n: [i]}, value: 1}]":  "wrong-type: n of params must be the name of a type",
		"variables: [{id: a, type: {type: int, typ: int}}]": `unknown-key: a type has no key "typ"; did you mean type?`,
		"cards: [{id: a, lasting: {duration: b}}]":          "missing-key: an entry of lasting needs an id",
		"stacking: [a]":                                     "wrong-type: stacking rule must be a mapping {key: value}",
		"variables: [{id: a, type: int, default: 3}]":       `unknown-key: variable has no key "default"; the value at the beginning is initial:`,
		"lasting: [{id: a, duration: turn, hooks: [{when: x, to: b, if: y}]}]": `unknown-key: hook has no key "if"`,
		"checks: [{id: a, each: 3, require: x, message: m}]":                   "wrong-type: each of check must be a mapping {$name: …}",
		"functions: [{id: a, params: 3, value: 1}]":                            "wrong-type: params of function must be a mapping {name: …}",
		"pools: {a: }":  "wrong-type: a of pools must be a whole number",
		"globalVrs: []": `unknown-key: "globalVrs" is not a key of a rulebook; did you mean globalVars?`,
		"stacking: {}":  "wrong-type: stacking must be a list of entries",
		"game: x":       "wrong-type: game must be a mapping {key: value}",
		"checks: [{id: a, each: {$a: s, $b: s}, require: x, message: m}]": "wrong-type: each takes one binding",
		"checks: [{id: a, each: {b: s}, require: x, message: m}]":         "bad-binding: a binding begins with $, write $b",
		"seats: [{id: a, rule: {b: c}}]":                                  "wrong-type: rule of seat must be a clause or a list of clauses",
	} {
		if !strings.HasPrefix(text, "game:") {
			text = game + text
		}
		_, list := rulebook(t, text)
		found := printed(list)
		if len(found) != 1 || !strings.HasPrefix(found[0], want) {
			t.Errorf("%s: want %q, got %q", text, want, found)
		}
	}
}

func TestInvalidStatementsAreReported(t *testing.T) {
	for text, want := range map[string]string{
		"- gian: {a: 1}": "unknown-statement: no statement or procedure is named gian; did you mean gain?",
		"- setVar: {}":   "unknown-statement: no statement or procedure is named setVar",
		"- atc":          "unknown-statement: no statement or procedure is named atc; did you mean act?",
		"- [stop]":       "wrong-type: a statement is a mapping",
		"- gain: 3":      "wrong-type: gain takes a mapping; write gain: {what: value}",
		"- let: {n: 2}":  "bad-binding: a binding begins with $, write $n",
		"- let: {$n: {value: 2, type: int, tipe: int}}": `unknown-key: value has no key "tipe"; did you mean type?`,
		"- let: {$: 2}":                                                   "bad-binding: a binding is $ and a word (a letter, then letters, digits, - or _), not $",
		"- let: {$as.ready: 2, $__a-1: 2}":                                "bad-binding: a binding is $ and a word (a letter, then letters, digits, - or _), not $as.ready",
		"- one: $\n    by: b\n    from: c":                                "bad-binding: one binds its answer: write one: $name",
		"- menu: m\n    by: b\n    options: 3":                            "wrong-type: options of menu must be a mapping {name: …}",
		"- for: {$a: s, $b: s}":                                           "wrong-type: for takes one binding",
		"- for: {$a: s}\n    order: random":                               "unknown-name: order of for is fixed, not random",
		"- for: {$a: s}\n    wehre: x":                                    `unknown-key: for has no key "wehre"; did you mean where?`,
		"- one: a\n    by: b\n    from: c":                                "bad-binding: one binds its answer: write one: $name",
		"- one: $a\n    by: b":                                            "missing-key: one needs from: what may be chosen",
		"- pick: $a\n    by: b\n    from: c\n    cost: 1":                 "missing-key: cost and budget go together",
		"- move: $p":                                                      "missing-key: move needs to:",
		"- move: {of: a, from: b}":                                        "missing-key: move needs to:",
		"- move: {of: a, from: b, to: c}\n    to: d":                      `unknown-key: move has no key "to"`,
		"- card: $c\n    to: p\n    at: middle":                           "unknown-name: at of card is top, bottom or under, not middle",
		"- grant: {act: 1, serve: 2}":                                     "wrong-type: grant names one procedure and its arguments",
		"- if: x\n    then: []\n    otherwise: []":                        "unknown-statement: no statement or procedure is named otherwise",
		"- act:\n    fi: x":                                               `unknown-key: act has no key "fi"`,
		"- stop:\n    if: a\n    when: b":                                 "duplicate-key: when is another word for if; keep one of them",
		"- amount: $a\n    by: b\n    max: 3\n    to: 2":                  `unknown-key: amount has no key "to"; min: and max: are the bounds`,
		"- one: $a\n    by: b\n    from: s\n    maximum: 2":               `unknown-key: one has no key "maximum"`,
		"- pick: $a\n    by: b\n    from: s\n    maximum: 2":              `unknown-key: pick has no key "maximum"; did you mean max?`,
		"- menu: m\n    by: b\n    options: {go: {if: x, do: []}}":        `unknown-key: option go has no key "if"; a condition is written where:`,
		"- menu: m\n    by: b\n    options: {go: {efects: []}}":           `unknown-key: option go has no key "efects"`,
		"- take: $n\n    by: b\n    of: c\n    from: d\n    keep: pieces": "unknown-name: keep of take is list or piece, not pieces; did you mean piece?",
	} {
		_, list := body(t, "  "+text)
		found := printed(list)
		if len(found) != 1 || !strings.HasPrefix(found[0], want) {
			t.Errorf("%s: want %q, got %q", text, want, found)
		}
	}
}

// shown formats a statement on one line: its word, its argument and its keys.
func shown(s *tree.Stmt) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", s.Word)
	if s.If != nil {
		fmt.Fprintf(&b, " if(%s)", s.If.Value)
	}
	if s.Arg != nil {
		b.WriteString(" " + value(s.Arg))
	}
	for _, v := range s.Vals {
		b.WriteString(" " + v.Key.Value + "=" + value(v))
	}
	return b.String()
}

func value(v *tree.Value) string {
	var parts []string
	for _, p := range v.Pairs {
		parts = append(parts, p.Key.Value+": "+value(p))
	}
	for _, s := range v.Body {
		parts = append(parts, shown(s))
	}
	for _, c := range v.Conds {
		text := c.When.Value
		if c.Rule != nil {
			text += " by " + c.Rule.Value
		}
		parts = append(parts, text)
	}
	switch {
	case v.Entry != nil:
		for _, w := range v.Entry.Vals {
			parts = append(parts, w.Key.Value+": "+value(w))
		}
		return v.Entry.Block.Name + "{" + strings.Join(parts, ", ") + "}"
	case parts != nil:
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return v.Node.Value
}

func TestStatementsAreReadByTheTable(t *testing.T) {
	for text, want := range map[string]string{
		"- stop":                       "stop ",
		"- act":                        "act ",
		"- act: {a: 1}\n    if: x":     "act if(x) ",
		"- gain: {a: 1, b: =c}":        "gain {a: 1, b: =c}",
		"- {if: x, gain: {a: 1}}":      "gain if(x) {a: 1}",
		"- {do: [stop], when: x}":      "do if(x) {stop }",
		"- {for: {$a: s}, do: [stop]}": "for {$a: s} do={stop }",
		"- {do: [stop], for: {$a: s}}": "for {$a: s} do={stop }",
		"- let: {$a: 1, $b: {call: act}, $c: {value: none, type: seat}}": "let {$a: 1, $b: callValue{call: act}, $c: typedValue{value: none, type: seat}}",
		"- if: x\n    then: [stop]\n    else: act":                       " if(x) then={stop } else={act }",
		"- {one: $a, by: b, from: c, where: [x, {rule: 1.1, when: y}]}":  "one $a by=b from=c where={x, y by 1.1}",
		"- {menu: m, by: b, options: {go: [stop], no: {where: x}}}":      "menu m by=b options={go: {stop }, no: menuOption{where: {x}}}",
		"- {move: {of: a, from: b, to: c}}":                              "move move{of: a, from: b, to: c}",
		"- {move: $p, to: home}":                                         "move $p to=home",
		"- over: {result: {a: 1}}":                                       "over ending{result: {a: 1}}",
	} {
		statements, list := body(t, "  "+text)
		if len(list) > 0 || len(statements) != 1 {
			t.Errorf("%s: %v, %d statements", text, list, len(statements))
			continue
		}
		if got := shown(statements[0]); got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
}

func TestErrorKeepsTheRestOfTheTree(t *testing.T) {
	book, list := rulebook(t, game+"seats: [{title: x}, {id: a, hue: red}]\nprocedures: [{id: p, parms: {}, do: [{gian: {}}, stop]}]")
	if len(list) != 4 {
		t.Errorf("four things are wrong: %v", list)
	}
	if seats := book.List("seats"); len(seats) != 1 || seats[0].ID() != "a" || !seats[0].Unsure {
		t.Errorf("the seats are %v", seats)
	}
	p := book.List("procedures")[0]
	do := p.Value("do")
	if !p.Unsure || len(do.Body) != 1 || do.Body[0].Word != "stop" || !do.Unsure {
		t.Errorf("the procedure is %+v, its body %+v", p, do)
	}
}

func TestErrorInABodyDoesNotMakeParametersUnsure(t *testing.T) {
	book, _ := rulebook(t, game+"procedures: [{id: p, params: {a: int}, do: [{gian: {}}]}, {id: q, params: {a: {tipe: int}}}]")
	if p := book.List("procedures"); p[0].Unsure || !p[1].Unsure {
		t.Errorf("p is unsure: %t, q: %t", p[0].Unsure, p[1].Unsure)
	}
}

// property returns the value of a key that is not in the table, or nil.
func property(e *tree.Entry, key string) *source.Node {
	for _, v := range e.Free {
		if v.Key.Value == key {
			return v.Node
		}
	}
	return nil
}

func TestPropertiesAreReadByTheirDeclaration(t *testing.T) {
	book, list := rulebook(t, game+strings.Join([]string{
		"properties: {card: {text: 'procedure(by: seat)', cost: int}, zone: {size: int}}",
		"cards: [{id: a, cost: 3, text: {do: [stop]}}, {id: b, text: p}]",
		"spaces: [{id: s, size: 2}]",
		"procedures: [{id: p}]"}, "\n"))
	if len(list) > 0 {
		t.Fatal(list)
	}
	cards := book.List("cards")
	if n := property(cards[0], "cost"); n == nil || n.Value != "3" {
		t.Errorf("cost is %v", n)
	}
	text := property(cards[0], "text")
	if e := book.Texts[text]; e == nil || len(e.Value("do").Body) != 1 {
		t.Errorf("the text is %v", e)
	}
	if n := property(cards[1], "text"); n == nil || n.Value != "p" || book.Texts[n] != nil {
		t.Errorf("the text of b is %v", n)
	}
}

func TestDataIsCheckedAgainstItsDeclaration(t *testing.T) {
	const declared = "tables: [{id: fines, at: law.fines, columns: {of: word, text: 'procedure()'}}]\nvalues: [{id: court, at: law.court.size, type: int}]\n" +
		"setupValues: [{id: deck, at: deck.size, type: int}]\n"
	for text, want := range map[string]string{
		"law: {fines: [{of: a, why: b}]}":         `unknown-key: row of fines has no key "why"; it can have id, of, rule or text`,
		"law: {fins: []}":                         `unknown-key: law has no key "fins"; did you mean fines?`,
		"law: {court: {sise: 3}}":                 `unknown-key: law.court has no key "sise"; did you mean size?`,
		"law: {fines: [a]}":                       "wrong-type: a row of fines must be a mapping",
		"law: {fines: [{of: a, text: [stpo]}]}":   "unknown-statement: no statement or procedure is named stpo; did you mean stop?",
		"law: {fines: [{of: a, text: {du: []}}]}": `unknown-key: text has no key "du"; it can have do, effects, kind, notes, possible, rule or title`,
		"setups: [{id: s, deck: {sice: 3}}]":      `unknown-key: deck has no key "sice"; did you mean size?`,
		"setups: [{id: s, dek: {size: 3}}]":       `unknown-key: set-up has no key "dek"; did you mean deck?`,
		"lw: {}":                                  `unknown-key: "lw" is not a key of a rulebook; did you mean law?`,
		"law: {fines: [{of: a, rule: 1.1, text: {do: []}}]}\nsetups: [{id: s, deck: {size: 3}}]": "",
	} {
		book, list := rulebook(t, game+declared+text)
		found := printed(list)
		if want == "" {
			if len(found) > 0 || len(book.Cited) != 1 {
				t.Errorf("%s: %q, %d clauses cited", text, found, len(book.Cited))
			}
		} else if len(found) != 1 || found[0] != want {
			t.Errorf("%s: want %q, got %q", text, want, found)
		}
	}
}

func TestIncompleteRulebookGivesNoFollowUpErrors(t *testing.T) {
	book, list := rulebook(t, game+"boxs: [{id: nest}]\nseats: [{id: a, hue: red}]\nfunctions: [{id: f}]\nprocedures: [{id: p, do: [gian]}]")
	if len(list) != 1 || !book.Incomplete {
		t.Errorf("incomplete: %t, %v", book.Incomplete, list)
	}
}

func TestEveryRuleKeyIsRecorded(t *testing.T) {
	book, list := rulebook(t, game+"procedures: [{id: p, rule: 1.1, do: [{act: , rule: [1.2, 1.3]}, {pick: $x, by: a, from: b, cost: 1, budget: 2, costRule: 1.4, "+
		"where: [{rule: 1.5, when: c}], also: {d: {rule: 1.6}}}]}, {id: act}]")
	var cited []string
	for _, n := range book.Cited {
		for _, c := range n.List() {
			cited = append(cited, c.Value)
		}
	}
	slices.Sort(cited)
	if want := []string{"1.1", "1.2", "1.3", "1.4", "1.5", "1.6"}; !slices.Equal(cited, want) {
		t.Errorf("%q are cited, want %q (%v)", cited, want, list)
	}
}
