package engine_test

// This file compares obligations with brute force: random rulebooks are played next to twins in which the obligations have no
// effect. At each decision, the legal answers must be those after which an exhaustive search of the twin reaches the ends of the
// blocks with the greatest possible values.

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

const ensureHead = `# 1 Rules

~~~yaml
game: {id: duty, title: Duty, main: play}
seats: [{id: red}]
properties: {zone: {worth: {type: int, default: 0}}}
spaces: [{id: x, worth: 1, adjacent: [y]}, {id: y, worth: 2, adjacent: [x, z]}, {id: z, worth: 3, adjacent: [y]}]
boxes: [{id: box}]
pieces: [{id: pawn, seat: red, count: 3, home: box, marks: [tired]}, {id: king, seat: red, count: 1, home: box, statuses: [up, down]}]
pools: {blights: 3}
markers: [{id: blight, on: spaces, count: 2, pool: blights}]
points:
- {id: bounty, kind: number, combine: sum, of: int}
- {id: may-reap, kind: allow}
- {id: reaped, kind: run}
durations: [always]
lasting:
- {id: plenty, duration: always, hooks: [{to: bounty, value: 2}, {to: reaped, do: [{gain: {b: 1}}]}]}
- {id: famine, duration: always, hooks: [{to: may-reap, when: b > 1}, {to: bounty, value: -1}]}
derived: [{id: richest, type: zone, value: '=the(lowest(set($s in spaces where $s.worth == max(a mod 4, 1)), 1))'}]
functions:
- {id: near, params: {zone: zone}, value: '=set($s in spaces where $s != $zone and pieces($s, red) > 0)'}
tracks: [{id: a, min: 0, max: 9, initial: 2}, {id: b, min: 0, max: 9, initial: 1}]
variables:
- {id: begun, type: int, per: zone, initial: 0}
- {id: ended, type: int, per: zone, initial: 0}
- {id: value, type: int, per: zone, initial: 0}
setups: [{id: start, spaces: {x: {pieces: {pawn: 2}}, y: {pieces: {pawn: 1, king: 1}}}}]
procedures:
- id: play
  do:
  - amount: $wait
    by: red
    max: 1
%s
  - amount: $end
    by: red
    max: 1
- id: reap
  params: {most: int}
  do:
  - {require: allowed(may-reap)}
  - amount: $sheaves
    by: red
    max: =min($most, 2)
  - gain: {a: =$sheaves}
- id: sow
  tags: [work]
  possible: [{when: b > 1}]
  do: [{gain: {a: 1}, if: b > 1}]
- id: rest
  tags: [work]
  do: [{lose: {b: 1}}, {untag: tired}]
~~~
`

// duty generates random blocks of statements.
type duty struct {
	gen    engine.Generator
	names  int
	blocks int
	chance bool
	nested bool
}

func (d *duty) below(n int) int { return int(d.gen.Below(uint32(n))) }

func (d *duty) name() string {
	d.names++
	return fmt.Sprint("v", d.names)
}

// value returns a value or condition to be reached.
func (d *duty) value() string {
	return []string{"a >= 4", "a + b", "b - a", "a mod 3 == 0", "a == 3 and b < 2", "pieces(box, red) > 1", "pieces(x, pawn) + b", "a > 20", "min(a, b)",
		"size(near(x)) + a", "x.blight + left(blights) - b", "b mod 2 == 1 and a > 1", "modified(bounty, b) > 3", "richest == y", "pieces(y, king.down) == 1", "any($s in adjacent(y) where pieces($s, pawn) > 2)",
		"allowed(may-reap) and holding(spaces, king) == [z]",
		"pieces(z, pawn.tired) > 0", "pieces(z, pawn.untired) + b"}[d.below(19)]
}

func (d *duty) effect() string {
	return []string{"gain: {a: 1}", "lose: {a: 1}", "gain: {b: 2}", "lose: {b: 1}", "move: {of: pawn, from: x, count: 1, to: y}", "set: {a: =b}",
		"mark: {x.blight: 1}", "gain: {a: '=modified(bounty, 1)'}", "activate: plenty", "end: plenty", "activate: famine", "hook: {reaped: {}}", "transfer: {from: a, to: b, amount: 2}",
		"set: {b: =richest.worth}", "move: {of: king, from: y, all: true, to: z}", "flip: {of: king, in: y, to: down}",
		"move: {of: pawn.tired, from: x, all: true, to: z}"}[d.below(17)]
}

// block returns n statements, indented.
func (d *duty) block(n, depth int, indent string) string {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, indent+format+"\n", args...) }
	for range n {
		name, kind := d.name(), d.below(19)
		if depth == 0 && (kind < 3 || kind == 7) {
			kind = 3
		}
		switch kind {
		case 0:
			line("- pick: $%s\n%s  by: red\n%s  seek: $z%s.worth > a\n%s  each: $z%s\n%s  from: spaces\n%s  where: $z%s.worth <= b + 1\n%s  min: %d\n%s  max: 2\n%s  do:", name, indent, indent, name, indent, name, indent, indent, name, indent, d.below(2), indent, indent)
			line("  - gain: {a: =$z%s.worth}", name)
			out.WriteString(d.block(1, 0, indent+"  "))
		case 1:
			line("- menu: %s\n%s  by: red\n%s  options:", name, indent, indent)
			line("    one:\n%s      where: b < 4\n%s      do:", indent, indent)
			out.WriteString(d.block(1, depth-1, indent+"      "))
			line("    two:\n%s      do:", indent)
			out.WriteString(d.block(1, depth-1, indent+"      "))
		case 2:
			line("- may: %s\n%s  by: red\n%s  do:", name, indent, indent)
			out.WriteString(d.block(1, depth-1, indent+"  "))
		case 3:
			line("- %s", d.effect())
		case 4:
			line("- amount: $%s\n%s  by: red\n%s  max: min(a, 3)\n%s- lose: {a: $%s}\n%s- gain: {b: $%s}", name, indent, indent, indent, name, indent, name)
		case 5:
			line("- one: $%s\n%s  by: red\n%s  from: spaces\n%s  where: $%s.worth != b\n%s- lose: {b: =$%s.worth}\n%s  if: $%s != none", name, indent, indent, indent, name, indent, name, indent, name)
		case 6:
			line("- subset: $%s\n%s  by: red\n%s  each: $z%s\n%s  from: spaces\n%s  min: %d\n%s  max: 2\n%s  cost: =$z%s.worth\n%s  budget: a\n%s- lose: {a: \"=sum($s.worth for $s in $%s)\"}",
				name, indent, indent, name, indent, indent, d.below(2), indent, indent, name, indent, indent, name)
		case 7:
			if !d.chance {
				line("- %s", d.effect())
				continue
			}
			line("- roll: $%s\n%s  sides: 3\n%s- gain: {a: $%s}", name, indent, indent, name)
		case 8, 9:
			line("- take: $%s\n%s  by: red\n%s  of: red\n%s  from: x | y\n%s  min: %d\n%s  max: %d\n%s  caps: [{of: pawn, max: 1, each: true}]\n%s  each: $p%s\n%s  do:", name, indent, indent, indent, indent, d.below(2), indent, 1+d.below(3), indent, indent, name, indent)
			line("  - move: {piece: $p%s, to: box}\n%s  - %s", name, indent, d.effect())
		case 11:
			line("- if: %s\n%s  then: [{%s}]\n%s  else: [{%s}]", []string{"a > b", "pieces(x, pawn) > 1", "size(near(y)) == 1", "possible(reap, 1)"}[d.below(4)], indent, d.effect(), indent, d.effect())
		case 12:
			line("- repeat: %d\n%s  while: a < 7\n%s  do:\n%s  - %s\n%s  - gain: {a: 1}", 1+d.below(3), indent, indent, indent, d.effect(), indent)
		case 13:
			line("- for: {$s%s: near(x)}\n%s  do: [{gain: {b: =$s%s.worth}}, {%s}]", name, indent, name, d.effect())
		case 14:
			line("- reap: {most: b}\n%s  if: possible(reap, b)", indent)
		case 15:
			line("- take: $%s\n%s  by: red\n%s  of: red\n%s  from: holding(spaces, red)\n%s  max: 2\n%s  keep: list\n%s- %s\n%s- for: {$p%s: $%s}\n%s  do: [{move: {piece: $p%s, to: z}, if: piece-zone($p%s) != z}]",
				name, indent, indent, indent, indent, indent, indent, d.effect(), indent, name, name, indent, name, name)
		case 16:
			line("- callOne: $%s\n%s  by: red\n%s  from: procedures(work)\n%s  owed: a < 5", name, indent, indent, indent)
		case 17:
			bounds := []string{"min: 1\n" + indent + "  max: 2", "count: all"}[d.below(2)]
			line("- pick: $%s\n%s  by: red\n%s  each: $z%s\n%s  from: near(y)\n%s  %s\n%s  seek: $z%s.worth > 2\n%s  also: {rest: {where: a > 1, do: [{lose: {a: 9}}, {gain: {b: 2}}]}}\n%s  do: [{gain: {b: 1}}]",
				name, indent, indent, name, indent, indent, bounds, indent, name, indent, indent)
		case 18:
			line("- take: $%s\n%s  by: red\n%s  of: pawn.untired\n%s  from: spaces\n%s  max: 2\n%s  seek: $p%s in pawn\n%s  each: $p%s\n%s  do: [{move: {piece: $p%s, to: z, mark: tired}}]",
				name, indent, indent, indent, indent, indent, name, indent, name, indent, name)
		case 10:
			if !d.nested || depth == 0 {
				line("- %s", d.effect())
				continue
			}
			d.nested = false
			out.WriteString(d.oblige(d.block(2, 1, indent+"  "), indent))
		}
	}
	return out.String()
}

// oblige wraps a body in an obligation. The data that the twin needs are in variables of the first spaces.
func (d *duty) oblige(body, indent string) string {
	i, value := []string{"x", "y"}[d.blocks], d.value()
	d.blocks++
	truth := strings.ContainsAny(value, "<>") || strings.Contains(value, "==")
	if truth {
		value = "if(" + value + ", 1, 0)"
	}
	return fmt.Sprintf("%[1]s- set: {%[2]s.begun: 1, %[2]s.ended: 0}\n%[1]s- ensure: =%[3]s\n%[1]s  rule: 1.%[2]s\n%[1]s  most: %[5]d\n%[1]s  do:\n%[4]s%[1]s- set: {%[2]s.ended: 1, %[2]s.value: \"=min(%[3]s, %[5]d)\"}\n",
		indent, i, value, body, 100)
}

// answersTo returns the answers in a decision's own domain, without regard to obligations.
func answersTo(s *engine.State) []engine.Answer {
	d := s.Decision()
	var out []engine.Answer
	add := func(a engine.Answer) {
		if s.Refuses(a) == nil {
			out = append(out, a)
		}
	}
	switch d.Kind {
	case def.One, def.Pick, def.Draw:
		for _, m := range d.Members {
			add(engine.Answer{Member: m})
		}
		for _, o := range d.Also {
			add(engine.Answer{Kind: engine.Side, Option: o.Index})
		}
		if d.Kind == def.Pick {
			add(engine.Answer{Stop: true})
		}
	case def.Subset:
		for set := range int64(8) {
			add(engine.Answer{Set: set})
		}
	case def.Amount, def.Roll:
		for n := d.Min; n <= d.Max; n++ {
			add(engine.Answer{N: int64(n)})
		}
	case def.Menu:
		for _, o := range d.Options {
			add(engine.Answer{Option: o.Index})
		}
	case def.Take:
		counts := make([]int32, len(d.Entries))
		var each func(i int)
		each = func(i int) {
			if i == len(counts) {
				add(engine.Answer{Counts: slices.Clone(counts)})
				return
			}
			for n := range d.Entries[i].Available + 1 {
				counts[i] = n
				each(i + 1)
			}
			counts[i] = 0
		}
		each(0)
	}
	return out
}

// twin is the play of a rulebook whose obligations have no effect.
type twin struct {
	*engine.State
	game *engine.Game
	owed [2]int64 // the values that the blocks must reach, once they have begun
}

func (w *twin) read(s *engine.State, name, zone string) int64 {
	for _, v := range w.game.Def().Vars {
		if v.ID == name {
			for i, z := range w.game.Def().Zones {
				if z.ID == zone {
					return s.Cell(v.Base + int32(i))
				}
			}
		}
	}
	panic("no variable " + name)
}

// ends calls f with the values of the blocks at the end of each continuation; a violated block has none.
func (w *twin) ends(s *engine.State, f func([2]int64)) {
	d := s.Decision()
	if d == nil || d.Name == "end" {
		var got [2]int64
		for i, z := range []string{"x", "y"} {
			if got[i] = math.MinInt64; w.read(s, "ended", z) == 1 {
				got[i] = w.read(s, "value", z)
			}
		}
		f(got)
		return
	}
	for _, a := range answersTo(s) {
		c := s.Copy()
		if c.Apply(a) == nil {
			w.ends(c, f)
		}
	}
}

// owing returns the value that each open block must reach.
func (w *twin) owing() [2]int64 {
	owed := [2]int64{math.MinInt64, math.MinInt64}
	order := []int{1, 0} // an inner block has the lower number: its text is made first
	for _, i := range order {
		z := []string{"x", "y"}[i]
		if w.read(w.State, "begun", z) == 0 || w.read(w.State, "ended", z) == 1 {
			w.owed[i] = math.MaxInt64
			continue
		}
		best := int64(math.MinInt64)
		w.ends(w.State, func(got [2]int64) {
			if i == 1 || got[1] >= owed[1] {
				best = max(best, got[i])
			}
		})
		w.owed[i] = min(w.owed[i], best)
		owed[i] = w.owed[i]
	}
	return owed
}

// journal records the answers that were given or forced.
type journal struct{ list []engine.Answer }

func (j *journal) Event(s *engine.State, e *engine.Event) {
	if e.Kind != engine.Answered && e.Kind != engine.Forced {
		return
	}
	v, a := e.Answer(), engine.Answer{}
	switch v.Form {
	case engine.ByStop:
		a.Stop = true
	case engine.ByOption:
		a.Option = int32(v.Value)
	case engine.BySide:
		a.Kind, a.Option = engine.Side, int32(v.Value)
	case engine.ByValue:
		a.Member, a.Set, a.N = v.Value, v.Value, v.Value
		a.Order = append(a.Order, e.Values...) // of a Take: by zone and class
	}
	j.list = append(j.list, a)
}

// follow gives the twin the answers of the play.
func (w *twin) follow(t *testing.T, mine, its *journal) {
	t.Helper()
	for len(its.list) < len(mine.list) {
		a, d := mine.list[len(its.list)], w.Decision()
		if d.Kind == def.Take {
			a.Counts = make([]int32, len(d.Entries))
			for _, p := range a.Order {
				for i, e := range d.Entries {
					if int64(e.Zone)<<8|int64(e.Class) == p>>16 {
						a.Counts[i] = int32(p & 0xffff)
					}
				}
			}
		}
		a.Order = nil
		if err := w.Apply(a); err != nil {
			t.Fatalf("the twin: %v", err)
		}
	}
}

// sameAs converts an answer of the twin to one of the play. Entries of a Take may be missing; it returns false if the answer uses
// such an entry.
func sameAs(a engine.Answer, its, mine *engine.Decision) (engine.Answer, bool) {
	if its.Kind != def.Take {
		return a, true
	}
	out := engine.Answer{Counts: make([]int32, len(mine.Entries))}
	for i, n := range a.Counts {
		at := slices.IndexFunc(mine.Entries, func(e engine.Entry) bool { return e.Zone == its.Entries[i].Zone && e.Class == its.Entries[i].Class })
		switch {
		case at >= 0:
			out.Counts[at] = n
		case n > 0:
			return out, false
		}
	}
	return out, true
}

func TestObligationsAgreeWithBruteForce(t *testing.T) {
	games, narrowed, decisions := 160, 0, 0
	if testing.Short() {
		games = 40
	}
	for seed := range uint64(games) {
		d := &duty{gen: engine.NewGenerator(seed), chance: seed%3 == 0, nested: seed%2 == 0}
		page := fmt.Sprintf(ensureHead, d.oblige(d.block(3, 1, "    "), "  "))
		free := strings.ReplaceAll(page, "- ensure: =", "- ensure: =0 * (")
		free = eachLine(free, func(l string) string {
			if strings.Contains(l, "0 * (") {
				return l + ")"
			}
			return l
		})
		mineG, itsG := loaded(t, toy(t, page)), loaded(t, toy(t, free))
		for play := range uint64(3) {
			mine, its := &journal{}, &journal{}
			s, err := mineG.New(engine.Setup{ID: "start", Seed: play, Observer: mine})
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, page)
			}
			ws, err := itsG.New(engine.Setup{ID: "start", Seed: play, Observer: its})
			if err != nil {
				t.Fatal(err)
			}
			w := &twin{State: ws, game: itsG, owed: [2]int64{math.MaxInt64, math.MaxInt64}}
			gen := engine.NewGenerator(seed<<8 | play)
			for s.Decision() != nil && s.Decision().Name != "end" {
				n, more := compareTwin(t, seed, page, s, w)
				decisions += n
				narrowed += more
				var legal []engine.Answer
				for _, a := range answersTo(w.State) {
					if b, ok := sameAs(a, w.Decision(), s.Decision()); ok && s.Refuses(b) == nil {
						legal = append(legal, b)
					}
				}
				if len(legal) == 0 {
					t.Fatalf("seed %d: a dead end at %s\n%s", seed, s.Decision().Name, page)
				}
				if err := s.Apply(legal[gen.Below(uint32(len(legal)))]); err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, page)
				}
				w.follow(t, mine, its)
			}
		}
	}
	t.Logf("%d answers, %d of them taken away", decisions, narrowed)
	if !testing.Short() && narrowed < games*3/4 {
		t.Errorf("obligations took away %d answers only", narrowed)
	}
}

func eachLine(text string, f func(string) string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = f(lines[i])
	}
	return strings.Join(lines, "\n")
}

// compareTwin compares the legal answers of a play with those that the twin finds. It returns the numbers of all answers and of
// those that the obligations exclude.
func compareTwin(t *testing.T, seed uint64, page string, s *engine.State, w *twin) (all, lost int) {
	t.Helper()
	d, its := s.Decision(), w.Decision()
	if d.Fault != nil || its == nil || d.Name != its.Name {
		t.Fatalf("seed %d: %v: the play asks %s, its twin %v\n%s", seed, d.Fault, d.Name, its, page)
	}
	if d.Name == "wait" {
		return 0, 0
	}
	owed := w.owing()
	sizes, used := map[int]bool{}, map[int64]bool{}
	for _, a := range answersTo(w.State) {
		legal := false
		c := w.Copy()
		if c.Apply(a) == nil {
			w.ends(c, func(got [2]int64) { legal = legal || got[0] >= owed[0] && got[1] >= owed[1] })
		}
		legal = legal || d.Seat == engine.Chance
		mine, fits := sameAs(a, its, d)
		r := s.Refuses(mine)
		if found := fits && r == nil; found != legal {
			t.Fatalf("seed %d, decision %s, answer %+v: legal is %v, should be %v (%v); owed %v\n%s", seed, d.Name, a, found, legal, r, owed, page)
		}
		all++
		if !legal {
			lost++
			if fits && !strings.HasPrefix(r.Rule, "1.") && d.Kind != def.Take {
				t.Errorf("seed %d: the refusal names %q", seed, r.Rule)
			}
			continue
		}
		n := 0
		for m := range int64(8) {
			if a.Set>>m&1 == 1 {
				n++
				used[m] = true
			}
		}
		for i, k := range a.Counts {
			n += int(k)
			if k > 0 {
				used[int64(its.Entries[i].Zone)<<8|int64(its.Entries[i].Class)] = true
			}
		}
		sizes[n] = true
	}
	published := map[int64]bool{}
	switch d.Kind {
	case def.Subset:
		for _, m := range d.Members {
			published[m] = true
		}
	case def.Take:
		for _, e := range d.Entries {
			published[int64(e.Zone)<<8|int64(e.Class)] = true
		}
	default:
		return all, lost
	}
	if d.Obliged && (fmt.Sprint(published) != fmt.Sprint(used) || !sizes[d.Min] || !sizes[d.Max] || sizes[d.Min-1] || sizes[d.Max+1]) {
		t.Fatalf("seed %d, decision %s: %v of %d to %d, should be %v of %v\n%s", seed, d.Name, published, d.Min, d.Max, used, sizes, page)
	}
	return all, lost
}
