package wide

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

// sizes are the numbers of members around the word boundaries, and that of the points of a large board.
var sizes = []int{5, 63, 64, 65, 127, 128, 361}

// kind is a kind of member of sets: the declaration of n of them, the set of all, and the formula for the number of
// one.
type kind struct {
	name, typ, one, all, number string
	nothing                     string // none, or the first of all if the kind has no none
	declare                     func(n int) string
}

// entries lists n entries of a top-level list; # is replaced by the number of an entry.
func entries(key string, n int, entry string) string {
	var b strings.Builder
	b.WriteString(key + ":\n")
	for i := range n {
		b.WriteString("- " + strings.ReplaceAll(entry, "#", strconv.Itoa(i)) + "\n")
	}
	return b.String()
}

var kinds = []kind{
	{"zones", "zones", "zone", "spaces", "$x.number", "none", func(n int) string {
		return "properties: {zone: {number: {type: int, default: 0}}}\n" + entries("spaces", n, "{id: x#, number: #}")
	}},
	{"cards", "cards", "card", "set($c in stock)", "$x.number", "none", func(n int) string {
		return "properties: {card: {number: int}}\npiles: [{id: stock}]\n" + entries("cards", n, "{id: x#, number: #}")
	}},
	{"rows", "set of data", "data", "data", "$x.number", "none", func(n int) string {
		return "tables: [{id: data, at: given, columns: {number: int}}]\n" + entries("given", n, "{id: x#, number: #}")
	}},
	{"procedures", "procedures", "procedure", "procedures(act)", "$x.number", "none", func(n int) string {
		return "properties: {procedure: {number: {type: int, default: 0}}}\n" + entries("procedures", n, "{id: x#, tags: act, number: #, do: []}")
	}},
	{"members", "set of letter", "letter", "members(letter)", "level($x)", "x0", func(n int) string {
		var ids []string
		for i := range n {
			ids = append(ids, fmt.Sprint("x", i))
		}
		return "enums: {letter: [" + strings.Join(ids, ", ") + "]}\n"
	}},
	{"numbers", "ints", "int", "every-number()", "$x", "0", func(n int) string {
		return fmt.Sprintf("game: {numbers: %d}\nfunctions: [{id: every-number, params: {}, value: \"=ints(0, %d)\"}]\n", n-1, n-1)
	}},
}

// page is a rulebook with every operation on sets of a kind. a and b are two sets, as conditions on $x.
func (k kind) page(n int, a, b string) string {
	return strings.NewReplacer("TYPE", k.typ, "ONE", k.one, "ALL", k.all, "NUMBER", k.number, "NOTHING", k.nothing).Replace(`# Sets

` + "```yaml\n" + k.declare(n) + "```\n\n```yaml" + `
game: {id: sets, main: play}
seats: [{id: ant}, {id: bee}]
variables:
- {id: kept, type: TYPE}
- {id: owned, type: TYPE, per: seat}
- {id: inner, type: TYPE, scope: action}
derived:
- {id: joined, type: TYPE, hold: true, watch: true, value: "=owned-of(ant) | owned-of(bee)"}
- {id: mine, per: seat, type: TYPE, hold: true, value: "=$it.owned"}
functions:
- {id: owned-of, params: {seat: seat}, value: "=$seat.owned"}
- {id: without, params: {some: TYPE, others: TYPE}, value: "=$some \\ $others"}
- {id: bigger, params: {some: TYPE, others: TYPE}, value: "=if(size($some) > size($others), $some, $others)"}
points:
- {id: added, kind: pool, of: "TYPE", params: {some: "TYPE"}}
durations: [year]
lasting:
- {id: change, duration: year, hooks: [{to: added, when: size($some) > 1, add: "=set($x in ALL where NUMBER == 1)", remove: "=set($x in ALL where NUMBER == 0)"}]}
procedures:
- id: play
  do:
  - let: {$a: "=set($x in ALL where ` + a + `)", $b: "=set($x in ALL where ` + b + `)"}
  - note: {all: {set: =ALL, size: =size(ALL)}}
  - note: {a: {set: $a, size: =size($a), first: "=the(lowest($a, 1))"}}
  - note: {b: {set: $b, size: =size($b), first: "=the(lowest($b, 1))"}}
  - note: {joins: {union: =$a | $b, both: =$a & $b, less: "=without($a, $b)", bigger: "=bigger($a, $b)"}}
  - note: {asks: {same: =$a == $b, other: =$a != $b, within: "=subset($a, $b)", itself: "=subset($a & $b, $a)", none: =size($a & $b) == 0}}
  - note: {loops: {sum: "=sum(NUMBER for $x in $a)", most: "=most(NUMBER for $x in $b where $x not in $a else -1)", count: =count($x in $a where $x in $b), any: =any($x in $b where $x in $a), every: =every($x in $a where $x in $b)}}
  - note: {picked: {first: "=the(lowest(set($x in $a where $x not in $b), 1))", set: "=set($x in $a | $b where not ($x in $a and $x in $b))"}}
  - let: {$sum: 0, $last: {value: NOTHING, type: ONE}}
  - for: {$x: =$a | $b}
    where: $x not in $b
    limit: 1000
    order: fixed
    do: [{set: {$sum: =$sum + NUMBER, $last: $x}}]
  - note: {visited: {sum: $sum, last: $last}}
  - set: {kept: $a, ant.owned: $a, bee.owned: $b}
  - set: {kept: =kept | $b}
  - hold: joined
    do:
    - hold: mine
      do:
      - set: {ant.owned: []}
      - note: {held: {joined: =joined, mine: "=ant.mine", live: "=ant.owned"}}
  - note: {live: {joined: =joined, mine: "=ant.mine"}}
  - action:
    - set: {inner: $b}
    - action: [{note: {fresh: {inner: =inner}}}]
    - note: {own: {inner: =inner}}
  - let: {$given: {call: passed, with: {one: $a, n: 7, other: $b}}}
  - note: {returned: {set: $given}}
  - activate: change
  - note: {pool: {changed: "=modified(added, $a, $a)", one: "=modified(added, $a, $a & set($x in $a where $x == the(lowest($a, 1))))"}}
  - subset: $some
    by: ant
    each: $x
    from: =$a | $b
    where: NUMBER mod 3 != 1
    min: 1
    max: 4
  - note: {chosen: {set: $some, left: =$a \ $some}}
  - pick: $row
    by: bee
    each: $x
    from: $b
    where: NUMBER >= 0
    min: 2
    max: 3
    do: [{set: {kept: =kept \ $x}}]
  - note: {picks: {set: $row, kept: =kept}}
  - over: {}
- id: passed
  params: {one: TYPE, n: int, other: TYPE}
  returns: TYPE
  do:
  - if: $n == 7
    then: [{return: =$one & $other}]
  - return: []
` + "```\n")
}

// notes records the notes of a play; x7 is spelled like the number 7.
type notes struct{ lines []string }

func (r *notes) Event(s *engine.State, e *engine.Event) {
	if e.Kind != engine.Noted {
		return
	}
	n := s.Game().Def().Notes[e.Note()]
	line := n.Name
	for i, v := range e.Values {
		line += " " + n.Fields[i] + "=" + strings.ReplaceAll(s.SpellList(v, n.Types[i]), "x", "")
	}
	r.lines = append(r.lines, line)
}

// spelled spells a set of numbers as the rulebook names it.
func spelled(set []int) string {
	names := make([]string, len(set))
	for i, x := range set {
		names[i] = fmt.Sprint(x)
	}
	return "[" + strings.Join(names, ", ") + "]"
}

func filtered(set []int, keep func(int) bool) []int {
	return slices.DeleteFunc(slices.Clone(set), func(x int) bool { return !keep(x) })
}

// least returns the first member of a set, none if it is empty.
func least(set []int) string {
	if len(set) == 0 {
		return "none"
	}
	return fmt.Sprint(set[0])
}

func sum(set []int) (n int) {
	for _, x := range set {
		n += x
	}
	return n
}

// expected lists the notes up to the first decision, computed from two sets of numbers below n.
func expected(n int, a, b []int, nothing string) []string {
	in := func(set []int) func(int) bool { return func(x int) bool { return slices.Contains(set, x) } }
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	union := filtered(all, func(x int) bool { return in(a)(x) || in(b)(x) })
	both, less, more := filtered(a, in(b)), filtered(a, func(x int) bool { return !in(b)(x) }), filtered(b, func(x int) bool { return !in(a)(x) })
	bigger := b
	if len(a) > len(b) {
		bigger = a
	}
	most, last := -1, strings.TrimPrefix(nothing, "x")
	if len(more) > 0 {
		most = slices.Max(more)
	}
	if len(less) > 0 {
		last = fmt.Sprint(less[len(less)-1])
	}
	changed := filtered(all, func(x int) bool { return x != 0 && (x == 1 || in(a)(x)) })
	if len(a) < 2 {
		changed = a
	}
	return []string{
		fmt.Sprintf("all set=%s size=%d", spelled(all), n),
		fmt.Sprintf("a set=%s size=%d first=%s", spelled(a), len(a), least(a)),
		fmt.Sprintf("b set=%s size=%d first=%s", spelled(b), len(b), least(b)),
		fmt.Sprintf("joins union=%s both=%s less=%s bigger=%s", spelled(union), spelled(both), spelled(less), spelled(bigger)),
		fmt.Sprintf("asks same=%v other=%v within=%v itself=true none=%v", slices.Equal(a, b), !slices.Equal(a, b), len(less) == 0, len(both) == 0),
		fmt.Sprintf("loops sum=%d most=%d count=%d any=%v every=%v", sum(a), most, len(both), len(both) > 0, len(less) == 0),
		fmt.Sprintf("picked first=%s set=%s", least(less), spelled(filtered(union, func(x int) bool { return !in(both)(x) }))),
		fmt.Sprintf("visited sum=%d last=%s", sum(less), last),
		fmt.Sprintf("held joined=%s mine=%s live=[]", spelled(union), spelled(a)),
		fmt.Sprintf("live joined=%s mine=[]", spelled(b)),
		"fresh inner=[]",
		"own inner=" + spelled(b),
		"returned set=" + spelled(both),
		fmt.Sprintf("pool changed=%s one=%s", spelled(changed), spelled(a)),
	}
}

// pair is two sets of numbers, as formulas and as functions.
type pair struct {
	a, b     string
	inA, inB func(int) bool
}

// pairs are sets that overlap, that contain one another, and one without members.
func pairs(n int) []pair {
	half := n / 2
	return []pair{
		{"NUMBER mod 2 == 0", "NUMBER >= " + strconv.Itoa(half), func(x int) bool { return x%2 == 0 }, func(x int) bool { return x >= half }},
		{"NUMBER < " + strconv.Itoa(half), "NUMBER >= 0", func(x int) bool { return x < half }, func(int) bool { return true }},
		{"NUMBER < 0", "NUMBER >= " + strconv.Itoa(n-3), func(int) bool { return false }, func(x int) bool { return x >= n-3 }},
	}
}

// Every operation yields the same with one word and with several.
func TestSetOperationsOfEveryKindAndSize(t *testing.T) {
	for _, k := range kinds {
		for _, n := range sizes {
			for i, c := range pairs(n) {
				t.Run(fmt.Sprintf("%d %s/%d", n, k.name, i), func(t *testing.T) {
					setsAreRight(t, k, n, c)
				})
			}
		}
	}
}

func setsAreRight(t *testing.T, k kind, n int, c pair) {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	r := &notes{}
	g := load(t, compiled(t, k.page(n, c.a, c.b)))
	s, err := g.New(engine.Setup{Observer: r})
	if err != nil {
		t.Fatal(err)
	}
	setA, setB := filtered(all, c.inA), filtered(all, c.inB)
	want := expected(n, setA, setB, k.nothing)
	for i, line := range want {
		if k.name == "numbers" {
			line = strings.ReplaceAll(line, "first=none", "first=-1")
		}
		if i >= len(r.lines) || r.lines[i] != line {
			t.Fatalf("note %d is\n%s\nwant\n%s", i, strings.Join(r.lines[min(i, len(r.lines)):min(i+1, len(r.lines))], ""), line)
		}
	}
	chooses(t, s, r, setA, setB)
}

// chooses answers the two decisions of the page and compares the offers with the model.
func chooses(t *testing.T, s *engine.State, r *notes, a, b []int) {
	rng := rand.New(rand.NewPCG(1, 2))
	union := slices.Clone(a)
	for _, x := range b {
		if !slices.Contains(a, x) {
			union = append(union, x)
		}
	}
	slices.Sort(union)
	offered := filtered(union, func(x int) bool { return x%3 != 1 })
	if len(offered) > 1 {
		d := s.Decision()
		if d == nil || d.Name != "some" || len(d.Members) != len(offered) {
			t.Fatalf("asked %+v, want a choice among %v", d, offered)
		}
		first := int64(offered[0])
		for _, bad := range [][]int64{{}, {first, first + 1000}, {-1}, {first, first}} {
			wide := s.Game().Def().Wide(def.SetOf(d.Elem))
			if len(bad) > 0 && !wide {
				continue // a non-member cannot be chosen with one word, nor a member twice
			}
			if err := s.Apply(d.Choose(bad...)); err == nil {
				t.Fatalf("the choice of %v is not refused", bad)
			}
			d = s.Decision()
		}
		var chosen []int
		for _, i := range rng.Perm(len(offered))[:min(len(offered), 1+rng.IntN(4))] {
			chosen = append(chosen, offered[i])
		}
		members := make([]int64, len(chosen))
		for i, x := range chosen {
			members[i] = int64(x)
		}
		if err := s.Apply(d.Choose(members...)); err != nil {
			t.Fatal(err)
		}
		slices.Sort(chosen)
		left := filtered(a, func(x int) bool { return !slices.Contains(chosen, x) })
		if got, want := r.lines[len(r.lines)-1], "chosen set="+spelled(chosen)+" left="+spelled(left); got != want {
			t.Fatalf("notes %s, want %s", got, want)
		}
	}
	kept := union
	var picked []int
	for d := s.Decision(); d != nil; d = s.Decision() {
		at := d.Members[rng.IntN(len(d.Members))]
		if slices.Contains(picked, int(at)) {
			t.Fatalf("%d is offered twice", at)
		}
		picked = append(picked, int(at))
		kept = filtered(kept, func(x int) bool { return x != int(at) })
		data := s.Encode(nil)
		restored, err := s.Game().Decode(data)
		if err != nil || restored.Hash() != s.Hash() {
			t.Fatalf("restored: %v", err)
		}
		if err := s.Apply(engine.Answer{Member: at}); err != nil {
			t.Fatal(err)
		}
	}
	if len(b) < 4 {
		return // the last one is forced
	}
	slices.Sort(picked)
	if got, want := r.lines[len(r.lines)-1], "picks set="+spelled(picked)+" kept="+spelled(kept); got != want {
		t.Fatalf("notes %s, want %s", got, want)
	}
}
