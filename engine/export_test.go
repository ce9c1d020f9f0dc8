package engine

import (
	"fmt"
	"math"
	"strings"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// SetLeft lets the states of a game loaded WithLimit take n more steps.
func (g *Game) SetLeft(n int64) { g.left.Store(n) }

// WithoutRecall makes a game compute everything anew.
func WithoutRecall() LoadOption { return func(b *builder) { b.forgetful = true } }

// Recalls counts the values that a state of the game remembers at most.
func (g *Game) Recalls() int { return g.memories }

// Blank returns a state that holds no position yet.
func (g *Game) Blank() *State { return g.newState(0) }

// Spend makes a state spend the budget of another.
func (s *State) Spend(other *State) { s.budget = other.budget }

// Impatient makes looking ahead ask for the outlook of each state.
func (g *Game) Impatient() { g.patience = 0 }

// States is how many states were visited to see what lies ahead of a state, since there is one.
func States(s *State) int {
	if s.look == nil {
		return 0
	}
	return s.look.spent
}

// Charged is how many states an outlook of a state within a block counts as, and how many expressions it looks at.
func Charged(s *State) (states, expressions int) {
	l := s.foresee(s.node)
	left := *l.left
	l.hopeless(s)
	return left - *l.left, maxEffort - l.outlook.effort
}

// Words returns every number of 64 bits that the encoding of a state holds, in place, to be damaged.
func (s *State) Words() []*int64 {
	var words []*int64
	for _, run := range [][]int64{s.result, s.cells, s.stack[:s.sp]} {
		for i := range run {
			words = append(words, &run[i])
		}
	}
	return words
}

// Owe makes the innermost open obligation owe n, as damage might, and has the decision computed anew.
func Owe(s *State, n int64) {
	open := s.obligations()
	s.stack[open[len(open)-1].slot] = n
	s.domain = false
}

const outlookEffort = 1 << 24

// Outlook is what plays that go on from a state may come to.
type Outlook struct {
	o    *outlook
	Done bool // all of it was gone through
}

// OutlookOf foresees what may come of a state that waits for an answer.
func OutlookOf(s *State) *Outlook {
	x := &Outlook{o: newOutlook(s.g)}
	x.Begin(s)
	return x
}

// Begin foresees what may come of another state of the game, and forgets what came of the one before.
func (x *Outlook) Begin(s *State) {
	o := x.o
	o.begin(s, int32(len(s.g.def.Code)))
	o.effort, x.Done = outlookEffort, false
	for !o.spread() {
		if o.effort < 0 {
			return
		}
	}
	x.Done = true
}

// Known counts the bounds of cells, and the counts of pieces that can be but one thing.
func (x *Outlook) Known() (n int) {
	for _, c := range x.o.cells {
		for _, bound := range []bool{c.known(), c.lo > math.MinInt64, c.hi < math.MaxInt64, c.may < math.MaxUint64, !c.none, !c.beyond} {
			if bound {
				n++
			}
		}
	}
	for _, c := range x.o.counts {
		if c.lo == c.hi {
			n++
		}
	}
	return n
}

// Effort is how many expressions were looked at.
func (x *Outlook) Effort() int { return outlookEffort - x.o.effort }

// Of spells what is known of a variable, or of a place of one, such as n or x.worth; or of the pieces of a class in a zone, x/pawn.
func (x *Outlook) Of(name string) string {
	o := x.o
	if zone, class, ok := strings.Cut(name, "/"); ok {
		for z := range o.def.Zones {
			for c := range o.def.Classes {
				if o.def.Zones[z].ID == zone && o.def.Classes[c].ID == class {
					n := o.counts[z*o.g.nclass+c]
					return spellBounds(int64(n.lo), int64(n.hi))
				}
			}
		}
	}
	for i := range o.cells {
		if o.g.cellName(int32(i)) == name {
			return o.cells[i].spell(o.def.Vars[o.g.cell[i].v].Type.Kind)
		}
	}
	return "no " + name
}

// Value spells what is known of the value of a function without parameters.
func (x *Outlook) Value(function string) string {
	for i := range x.o.def.Functions {
		if f := &x.o.def.Functions[i]; f.ID == function {
			return x.o.value(f.Body).spell(f.Body.Type.Kind)
		}
	}
	return "no " + function
}

// spell writes what is known of a value: a number by its bounds, a set by what must and may be in it, another thing by what it may be.
func (x vague) spell(kind def.Kind) string {
	switch {
	case x == anyValue:
		return "?"
	case kind == def.KInt || kind == def.KBool:
		return spellBounds(x.lo, x.hi)
	case kind == def.KSet:
		return fmt.Sprintf("%v of %v", value.AppendMembers(nil, int64(x.must)), value.AppendMembers(nil, int64(x.may)))
	}
	return fmt.Sprintf("%v none:%t beyond:%t", value.AppendMembers(nil, int64(x.ids)), x.none, x.beyond)
}

func spellBounds(lo, hi int64) string {
	var from, to string
	if lo > math.MinInt64 {
		from = fmt.Sprint(lo)
	}
	if hi < math.MaxInt64 {
		to = fmt.Sprint(hi)
	}
	if lo == hi {
		return from
	}
	return from + ".." + to
}

// Misses names what of a state was not foreseen, "" for nothing.
func (x *Outlook) Misses(s *State) string {
	for i, v := range s.cells {
		if !x.o.cells[i].holds(v) {
			return fmt.Sprintf("%s is %d, beyond %+v", s.g.cellName(int32(i)), v, x.o.cells[i])
		}
	}
	for i, n := range s.counts {
		if c := x.o.counts[i]; n < c.lo || n > c.hi {
			return fmt.Sprintf("count %d is %d, beyond %+v", i, n, c)
		}
	}
	return ""
}

// Executing returns the instruction that the state executes; an observer asks for it.
func (s *State) Executing() *def.Instruction { return s.g.code[s.pc].op.Row() }

// OutlookAt knows a state exactly: nothing has been foreseen yet.
func OutlookAt(s *State) *Outlook {
	x := &Outlook{o: newOutlook(s.g)}
	x.o.begin(s, int32(len(s.g.def.Code)))
	return x
}

// Forget makes the outlook lose its bounds of every part of the state that is written.
func (x *Outlook) Forget(w def.Writes) { x.o.forget(w) }
