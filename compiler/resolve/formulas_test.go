package resolve_test

// These tests type formulas. A formula is the value of a function of the base game of testdata/broken.

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// orchard returns the base game with further pages.
func orchard(t *testing.T, more ...string) fstest.MapFS {
	t.Helper()
	base, err := os.ReadFile("../testdata/broken/base.md")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"game/10-base.md": {Data: base}}
	for i, m := range more {
		files[fmt.Sprintf("game/2%d.md", i)] = &fstest.MapFile{Data: []byte("```yaml\n" + m + "\n```\n")}
	}
	return files
}

// reported formats diagnostics as line:column code: text.
func reported(list diag.List) string {
	var out []string
	for _, d := range list.Sorted() {
		out = append(out, fmt.Sprintf("%d:%d %s: %s", d.Subject.Line, d.Subject.Col, d.Code, d.Summary))
	}
	return strings.Join(out, "\n")
}

// formula types a formula over one parameter of each kind, and formats it or its diagnostics.
func formula(t *testing.T, text string, more ...string) string {
	t.Helper()
	page := "functions:\n- id: tested\n  params: {seat: seat, at: zone, n: int, some: zones, who: order, card: card, piece: piece, p: procedure, yes: bool}\n  value: " + text
	gd, rb, list := resolveFiles(t, orchard(t, append(more, page)...))
	if len(list) > 0 {
		return reported(list)
	}
	for i, f := range gd.Functions {
		if f.ID == "tested" {
			return written(gd, rb.Functions[i])
		}
	}
	return ""
}

// written formats the formula of a function and its type.
func written(gd *def.GameDef, f *typed.Function) string {
	p := &printer{gd: gd, names: map[int64]string{}}
	for _, b := range f.Params {
		p.bind(b)
	}
	return p.expr(f.Body) + " :" + p.typ(f.Body.Type)
}

func init() {
	for o, name := range map[def.Op]string{def.OpDerived: "derived", def.OpPoolLeft: "left", def.OpOption: "option", def.OpMul: "*",
		def.OpSubsetOf: "subset", def.OpPileOf: "pile-of", def.OpCall: "call", def.OpFlood: "flood", def.OpHomeIn: "at-home", def.OpTypeOf: "type-of",
		def.OpStamp: "stamp", def.OpThe: "the", def.OpOnly: "only", def.OpRunning: "running", def.OpPossible: "possible", def.OpPossibleDyn: "possible-of",
		def.OpHookAllow: "allowed", def.OpHookPool: "pool", def.OpCount: "count", def.OpFirst: "first", def.OpSum: "sum", def.OpMost: "most", def.OpInter: "inter"} {
		opNames[o] = name
	}
}

// soundFormulas are valid formulas and their typed forms.
var soundFormulas = []struct{ text, want string }{
	// names, by the expected type
	{"now == fruit", "(== now fruit) :bool"},
	{"size([] | [])", "(size {0}) :int"},
	{"size(ints(0, -1))", "(size (range 0 -1)) :int"},
	{"if(rounds > 9, oak, none).favor", "(if (> 2 9) oak none).favor :favor"},
	{"size(set($s in seats where $s.ready with most $s.purse))", "(size (let (most {11} ?14.ready (value-of (lookup ?14))) (filter {11} (and ?16.ready (== (value-of (lookup ?16)) ?15))))) :int"},
	{"$at.terrain == grove", "(== (lookup $at) grove) :bool"},
	{"honey + nectar", "(+ honey nectar) :int"},
	{"$at.holder", "(derived $at) :seat"},
	{"edition == first", "(== (option) first) :bool"},
	{"left(pots)", "(left) :int"},
	{"peace", "(derived) :bool"},
	{"rounds * 2", "(* 2 2) :int"},
	{"woods", "{11} :{zone}"},
	{"gather in procedures(operation)", "(has {1} gather) :bool"},
	{"size(members(terrain))", "(size {111}) :int"},
	{"any($g in gifts where $g.to == $seat)", "(any {11} (== (lookup ?14) $seat)) :bool"},
	{"$seat == none", "(== $seat none) :bool"},
	{"none == $at", "(== none $at) :bool"},
	{"[$some, adjacent(oak)]", "(union $some (adjacent oak)) :{zone}"},
	{"if($yes, [oak], $some)", "(if $yes {1} $some) :{zone}"},
	{"any($q in procedures(operation) where $q in [play])", "(any {1} (has {10} ?14)) :bool"}, // the set of operations depends on the data
	// coercions
	{"pieces($at, $seat)", "(pieces $at (lookup $seat)) :int"},
	{"pieces(spaces, seats)", "(pieces-in {111} {1111111}) :int"},
	{"pieces(spaces, seats.hidden)", "(pieces-in {111} {100101}) :int"},
	{"sum(pieces(oak, $q.unmoved) for $q in scouts)", "(sum {1101111} true (pieces oak (inter (set-of ?14) {1110011}))) :int"},
	{"pieces(oak)", "(pieces-in {1} {1111111}) :int"},
	{"$seat.purse + 1", "(+ (value-of (lookup $seat)) 1) :int"},
	{"$piece in scouts", "(subset (class-of $piece) {1101111}) :bool"},
	{"$piece in ant", "(subset (class-of $piece) {11111}) :bool"},
	{"ant-scout.hidden & ant-scout.unmoved", "{1} :{class}"},
	{"$piece.zone", "(zone-of $piece) :zone"},
	{"$at in oak", "(has {1} $at) :bool"},
	{"$seat in $who", "(has $who $seat) :bool"},
	{"$card not in stock", "(not (== (pile-of $card) stock)) :bool"},
	{"if($yes, [], oak)", "(if $yes {0} {1}) :{zone}"},
	{"if($yes, $at, [])", "(if $yes (set-of $at) {0}) :{zone}"},
	{"if($yes, [], $some)", "(if $yes {0} $some) :{zone}"},
	{"if($yes, [], [])", "(if $yes {0} {0}) :{none}"},
	{"set($s.purse for $s in seats)", "(repeated {11} true (element (value-of (lookup ?14))) 1) :{int}"},
	{"[$seat.purse]", "(set-of (element (value-of (lookup $seat)))) :{int}"},
	{"$n in [3, 4]", "(has {11000} $n) :bool"},
	{"$n in [3, 70, -1]", "(let $n (or (== ?14 3) (== ?14 70) (== ?14 -1))) :bool"},
	{"$n not in [3, 70]", "(not (let $n (or (== ?14 3) (== ?14 70)))) :bool"},
	{"$n in ints(1, 3)", "(has (range 1 3) $n) :bool"},
	{"$n in ints(1, 100)", "(let $n (and (>= ?14 1) (<= ?14 100))) :bool"},
	{"$n in ints(-5, $n + 1)", "(let $n (and (>= ?14 -5) (<= ?14 (+ $n 1)))) :bool"},
	{"[oak, $at]", "(set-of oak $at) :{zone}"},
	{"[oak, woods]", "{11} :{zone}"},
	{"oak | lake", "{101} :{zone}"},
	{"$at | woods", "(union (set-of $at) {11}) :{zone}"},
	{"-3 + -$n", "(+ -3 (neg $n)) :int"},
	// functions
	{"reach($seat)", "(call $seat) :int"},
	{"reach(seat: bee)", "(call bee) :int"},
	{"flood($at, woods)", "(flood $at {11} 0) :{zone}"},
	{"available(ant-scout)", "(at-home (type-of {1111})) :int"},
	{"in-force(drought)", "(> (stamp drought) 0) :bool"},
	{"stamp(drought)", "(stamp drought) :int"},
	{"min(1, $n, 3)", "(min 1 $n 3) :int"},
	{"size($who) + size(stock)", "(+ (size $who) (pile-size stock)) :int"},
	{"only($some)", "(only $some) :zone"},
	{"subset(woods, $some)", "(subset {11} $some) :bool"},
	{"level(now) > level(bud)", "(> now 0) :bool"},
	{"running(gather)", "(> (running) 0) :bool"},
	{"possible(gather, as: $seat)", "(possible $seat false) :bool"},
	{"possible($card.text, executor: $seat)", "(possible-of (lookup $card) $seat) :bool"},
	{"allowed(may-fly, $seat)", "(allowed $seat) :bool"},
	{"modified(gather-spaces, 2, $seat)", "(modified 2 $seat) :int"},
	// comprehensions
	{"count($s in seats where pieces($at, $s) > 0)", "(count {11} (> (pieces $at (lookup ?14)) 0)) :int"},
	{"first($c in stock where $c == rain)", "(first stock (== ?14 rain)) :card"},
	{"sum($z.yield for $z in woods)", "(sum {11} true (lookup ?14)) :int"},
	{"most($z.yield for $z in $some else 7)", "(most $some true (lookup ?14) 7) :int"},
	{"if($yes, $at, none)", "(if $yes $at none) :zone"},
	// markers compared as in the first drafts
	{"$at.blight == none", "(== $at.blight 0) :bool"},
	{"$at.blight != blight", "(== $at.blight 0) :bool"},
}

func TestFormulas(t *testing.T) {
	for _, c := range soundFormulas {
		t.Run(c.text, func(t *testing.T) {
			if got := formula(t, fmt.Sprintf("%q", c.text)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// An unbound name is one diagnostic at its position, in any part of a formula.
func TestUnboundNameInAFormulaIsOneDiagnosticAtItsPlace(t *testing.T) {
	for _, c := range soundFormulas {
		for _, at := range word.FindAllStringIndex(c.text, -1) {
			was := c.text[at[0]:at[1]]
			if strings.HasPrefix(c.text[at[1]:], "(") || strings.HasPrefix(c.text[at[1]:], ":") || slices.Contains(fixed, was) || tagged.MatchString(c.text[:at[0]]) {
				continue
			}
			got := formula(t, fmt.Sprintf("%q", c.text[:at[0]]+"$absent"+c.text[at[1]:]))
			if want := fmt.Sprintf("5:%d ", len("  value: \"")+at[0]+1); !unboundAt(got, was, want) {
				t.Errorf("%s with $absent for %s: not one diagnostic at %s\n%s", c.text, was, want, got)
			}
		}
	}
}

// The names in a list within a set of a known type have that type, in either operand.
func TestNamesInASetHaveTheExpectedType(t *testing.T) {
	const likes = "functions: [{id: likes, params: {what: set of taste}, value: =size($what)}]"
	for _, text := range []string{"likes(sour | [plain])", "likes([plain] | sour)"} {
		if got, want := formula(t, text, likes), "(call {11}) :int"; got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
