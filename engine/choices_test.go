package engine

// This file draws random choices of pieces and of members, and finds their answers by brute force.

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"rulebound/engine/def"
)

// herd is a stack of equal pieces.
type herd struct{ zone, class, n int64 }

// takeRule is the definition of a take in numbers.
type takeRule struct {
	zones, filter, budget, min, max int64
	priced                          bool
	caps                            []takeLimit
	tiers                           []int64
}

type takeLimit struct {
	filter, max int64
	each        bool
}

// price returns the price of a piece: 0, 1 or 2.
func price(h herd) int64 { return (h.zone<<8 | h.class) % 3 }

// keeps reports whether a take satisfies caps, tiers and budget. A negative budget allows nothing, not even free pieces.
func (r *takeRule) keeps(herds []herd, counts []int32) bool {
	cost := int64(0)
	for i, h := range herds {
		cost += price(h) * int64(counts[i])
		for j, other := range herds {
			if a, b := r.tier(other), r.tier(h); counts[i] > 0 && other.zone == h.zone && a >= 0 && a < b && int64(counts[j]) < other.n {
				return false
			}
		}
	}
	if r.priced && (cost > r.budget && cost > 0 || r.budget < 0 && sum(counts) > 0) {
		return false
	}
	for _, c := range r.caps {
		sums := map[int64]int64{}
		for i, h := range herds {
			zone := h.zone
			if !c.each {
				zone = -1
			}
			if c.filter>>h.class&1 == 1 {
				sums[zone] += int64(counts[i])
			}
		}
		for _, n := range sums {
			if n > max(c.max, 0) {
				return false
			}
		}
	}
	return true
}

// tier returns the first tier that contains a kind of pieces, or -1.
func (r *takeRule) tier(h herd) int {
	return slices.IndexFunc(r.tiers, func(f int64) bool { return f>>h.class&1 == 1 })
}

// all calls f with every take from the herds.
func all(herds []herd, f func(counts []int32)) {
	counts := make([]int32, len(herds))
	var at func(i int)
	at = func(i int) {
		if i == len(herds) {
			f(slices.Clone(counts))
			return
		}
		for n := range herds[i].n + 1 {
			counts[i] = int32(n)
			at(i + 1)
		}
		counts[i] = 0
	}
	at(0)
}

// decision returns the take as a DecisionDef.
func (r *takeRule) decision() def.DecisionDef {
	return takeOf(func(d *def.DecisionDef) {
		d.From, d.Filter, d.Entries, d.Min, d.Max = kT(r.zones, def.ZoneSet), filter(r.filter), 12, k(r.min), k(r.max)
		for _, c := range r.caps {
			d.Caps = append(d.Caps, def.Cap{Filter: filter(c.filter), Max: k(c.max), Each: c.each})
		}
		for _, f := range r.tiers {
			d.Tiers = append(d.Tiers, filter(f))
		}
		if r.priced {
			d.Cost, d.Budget = ex(def.OpMod, def.TInt, bnd(10), k(3)), k(r.budget)
		}
	})
}

func TestLegalTakesMatchTheDefinition(t *testing.T) {
	gen := NewGenerator(11)
	below := func(n int) int64 { return int64(gen.Below(uint32(n))) }
	asked := 0
	for round := range 800 {
		r := &takeRule{zones: 1 + below(7), filter: 1 + below(15), min: below(5) - 1, max: below(8) - 1}
		for range below(3) {
			r.caps = append(r.caps, takeLimit{1 + below(15), below(6) - 1, below(2) == 0})
		}
		for range below(3) {
			r.tiers = append(r.tiers, 1+below(15))
		}
		if below(2) == 0 {
			r.priced, r.budget = true, below(9)-1
		}
		d := testGame()
		d.Setups[0].Pieces = nil
		var herds []herd // in the order of zones and classes
		left := []int64{6, 6, 5, 5}
		for zone := range int64(3) {
			for class := range int64(4) {
				n := min(below(3), left[class])
				if n == 0 {
					continue
				}
				left[class&^1] -= n
				left[class|1] -= n
				d.Setups[0].Pieces = append(d.Setups[0].Pieces, def.PieceInit{Zone: int32(zone), Class: int32(class), N: int32(n)})
				if r.zones>>zone&1 == 1 && r.filter>>class&1 == 1 {
					herds = append(herds, herd{zone, class, n})
				}
			}
		}
		d.Decisions = []def.DecisionDef{r.decision()}
		name := fmt.Sprintf("round %d: %+v of %+v", round, *r, herds)
		s := play(t, d, do(def.CDecide, 0, 0, 0), do(def.CSet, 1, cellOut, 0, loc(5)))

		// the greatest total of a take, and all takes with the required total
		most := int64(0)
		all(herds, func(counts []int32) {
			if n := sum(counts); n <= r.max && r.keeps(herds, counts) {
				most = max(most, n)
			}
		})
		least := max(0, min(r.min, most))
		var legal [][]int32
		all(herds, func(counts []int32) {
			if n := sum(counts); n >= least && n <= most && r.keeps(herds, counts) {
				legal = append(legal, counts)
			}
		})
		if r.priced && r.budget < 0 {
			herds = nil // nothing is offered
		}
		dec := s.Decision()
		if dec.Name != "take" {
			if len(legal) != 1 || s.Cell(cellOut) != sum(legal[0]) {
				t.Fatalf("%s: %d pieces were taken unasked, these may be: %v", name, s.Cell(cellOut), legal)
			}
			continue
		}
		asked++
		if int64(dec.Min) != least || int64(dec.Max) != most || len(legal) < 2 || len(dec.Entries) != len(herds) {
			t.Fatalf("%s: asked for %d to %d of %v, want %d to %d in %d ways", name, dec.Min, dec.Max, dec.Entries, least, most, len(legal))
		}
		for i, e := range dec.Entries {
			if h := herds[i]; (herd{int64(e.Zone), int64(e.Class), int64(e.Available)}) != h {
				t.Fatalf("%s: entry %d is %v", name, i, e)
			}
		}
		if counts := dec.Least(nil); !slices.ContainsFunc(legal, func(x []int32) bool { return slices.Equal(x, counts) }) || sum(counts) != least {
			t.Fatalf("%s: the least take is %v", name, counts)
		}
		listed := map[string]bool{}
		for total := range s.takes {
			if listed[fmt.Sprint(dec.take.now)] = true; sum(dec.take.now) != total {
				t.Fatalf("%s: %v is listed as %d pieces", name, dec.take.now, total)
			}
		}
		if len(listed) != len(legal) {
			t.Fatalf("%s: %d takes are listed, there are %d", name, len(listed), len(legal))
		}
		all(herds, func(counts []int32) {
			isLegal := slices.ContainsFunc(legal, func(x []int32) bool { return slices.Equal(x, counts) })
			x := s.Copy()
			err := x.Apply(Answer{Counts: counts})
			var refusal *Refusal
			if isLegal != (err == nil) || err != nil && !errors.As(err, &refusal) || isLegal != listed[fmt.Sprint(counts)] {
				t.Fatalf("%s: %v is legal %v, listed %v, and applied: %v", name, counts, isLegal, listed[fmt.Sprint(counts)], err)
			}
			if err == nil && x.Cell(cellOut) != sum(counts) {
				t.Fatalf("%s: %v is reported as %d pieces", name, counts, x.Cell(cellOut))
			}
			if !r.keeps(herds, counts) {
				return
			}
			for i, h := range herds { // the greatest number of a kind that satisfies all conditions but the total
				more := int64(0)
				for probe := slices.Clone(counts); int64(probe[i]) < h.n; more++ {
					if probe[i]++; !r.keeps(herds, probe) {
						break
					}
				}
				if got := dec.Room(counts, i); got != more {
					t.Fatalf("%s: room for %d more of entry %d beside %v, want %d", name, got, i, counts, more)
				}
			}
		})
	}
	if asked < 300 {
		t.Errorf("only %d takes were asked for", asked)
	}
}

func sum(counts []int32) (n int64) {
	for _, c := range counts {
		n += int64(c)
	}
	return n
}

// chosen is a choice among six cards with prices.
type chosen struct {
	from, budget, min, max int64
	priced                 bool
	prices                 []int64
}

// sets returns the legal sets and the bounds of their size: the required number, if it is affordable.
func (c *chosen) sets() (legal []int64, least, most int64) {
	cost := func(set int64) (n, sum int64) {
		for i, p := range c.prices {
			if set>>i&1 == 1 {
				n, sum = n+1, sum+p
			}
		}
		return n, sum
	}
	payable := func(set int64) bool {
		_, sum := cost(set)
		return set == 0 || set&^c.from == 0 && (!c.priced || sum <= c.budget)
	}
	for set := range int64(64) {
		if n, _ := cost(set); payable(set) && n <= c.max {
			most = max(most, n)
		}
	}
	least = max(0, min(c.min, most))
	for set := range int64(64) {
		if n, _ := cost(set); payable(set) && n >= least && n <= most {
			legal = append(legal, set)
		}
	}
	return legal, least, most
}

func TestLegalSubsetsMatchTheDefinition(t *testing.T) {
	gen := NewGenerator(12)
	below := func(n int) int64 { return int64(gen.Below(uint32(n))) }
	asked := 0
	for round := range 1500 {
		c := &chosen{from: below(64), min: below(6) - 1, max: below(8) - 1}
		for range 6 {
			c.prices = append(c.prices, below(4))
		}
		if below(3) > 0 {
			c.priced, c.budget = true, below(10)-1
		}
		d := testGame()
		d.Lookups = append(d.Lookups, def.Lookup{ID: "price", Type: def.TInt, Values: c.prices})
		dec := red("cards", def.Subset)
		dec.From, dec.Elem, dec.Min, dec.Max = kT(c.from, def.SetOf(def.TCard)), def.TCard, k(c.min), k(c.max)
		if c.priced {
			dec.Cost, dec.Budget = exI(def.OpTable, def.TInt, int64(len(d.Lookups)-1), bnd(10)), k(c.budget)
		}
		d.Decisions = []def.DecisionDef{dec}
		s := play(t, d, do(def.CDecide, 0, 0, 0), do(def.CSet, 1, cellOut, 0, loc(5)))
		name := fmt.Sprintf("round %d: %+v", round, *c)
		legal, least, most := c.sets()
		x := s.Decision()
		if x.Name != "cards" {
			if len(legal) != 1 || s.Cell(cellOut) != legal[0] {
				t.Fatalf("%s: %b is chosen unasked, these may be: %b", name, s.Cell(cellOut), legal)
			}
			continue
		}
		asked++
		used := int64(0)
		for _, set := range legal {
			used |= set
		}
		if int64(x.Min) != least || int64(x.Max) != most || len(legal) < 2 || bits64(x.Members) != used {
			t.Fatalf("%s: %d to %d of %v, want %d to %d of %b", name, x.Min, x.Max, x.Members, least, most, used)
		}
		var listed []int64
		for set := range s.subsets {
			listed = append(listed, set)
		}
		if slices.Sort(listed); !slices.Equal(listed, legal) {
			t.Fatalf("%s: %b are listed, want %b", name, listed, legal)
		}
		for set := range int64(64) {
			y := s.Copy()
			err := y.Apply(Answer{Set: set})
			if slices.Contains(legal, set) != (err == nil) || err == nil && y.Cell(cellOut) != set {
				t.Fatalf("%s: %b yields %b: %v", name, set, y.Cell(cellOut), err)
			}
		}
	}
	if asked < 400 {
		t.Errorf("only %d subsets were asked for", asked)
	}
}

func bits64(members []int64) (set int64) {
	for _, m := range members {
		set |= 1 << m
	}
	return set
}

func TestNegativeBudgetBuysNothing(t *testing.T) {
	for budget, min := range map[int64]int{-1: 0, 0: 2} {
		s := decide(t, takeOf(func(dec *def.DecisionDef) { dec.Cost, dec.Budget, dec.Min, dec.Max = k(0), k(budget), k(2), k(3) }), do(def.CSet, 1, cellOut, 0, loc(5)))
		if dec := s.Decision(); (dec.Name == "take") != (min > 0) || min > 0 && dec.Min != min || s.Cell(cellOut) != 0 {
			t.Errorf("budget %d: %+v, %d taken", budget, dec, s.Cell(cellOut))
		}
	}
}

// picking returns a pick of cards with prices, paid one after another.
func picking(t *testing.T, c *chosen) *State {
	d := testGame()
	d.Lookups = append(d.Lookups, def.Lookup{ID: "price", Type: def.TInt, Values: c.prices})
	d.Initial[cellAction] = c.budget
	price := func(of *def.Expr) *def.Expr { return exI(def.OpTable, def.TInt, int64(len(d.Lookups)-1), of) }
	dec := red("cards", def.Pick)
	dec.From, dec.Elem, dec.Min, dec.Max, dec.Picked, dec.Count = kT(c.from, def.SetOf(def.TCard)), def.TCard, k(c.min), k(c.max), 7, 8
	if c.priced {
		dec.Cost, dec.Budget = price(bnd(10)), cell(cellAction)
	}
	d.Decisions = []def.DecisionDef{dec}
	pay := do(def.CPay, 1, cellAction, 0, price(loc(5)))
	if !c.priced {
		pay = do(def.CNop, 0, 0, 0)
	}
	return play(t, d, do(def.CSet, 0, 7, 0, k(0)), do(def.CSet, 0, 8, 0, k(0)), do(def.CDecide, 0, 0, 0),
		do(def.CJumpUnless, 8, 0, 0, ex(def.OpNe, def.TBool, loc(5), k(def.None))), pay,
		do(def.CSet, 0, 7, 0, ex(def.OpUnion, def.SetOf(def.TCard), loc(7), ex(def.OpSetOf, def.SetOf(def.TCard), loc(5)))),
		do(def.CSet, 0, 8, 0, ex(def.OpAdd, def.TInt, loc(8), k(1))),
		do(def.CJump, 2, 0, 0), out(loc(7)))
}

// brought reports whether a pick can still reach a number of members.
func (c *chosen) brought(picked, left int64, count int64) bool {
	if count >= c.min {
		return true
	}
	for i, p := range c.prices {
		if m := int64(1) << i; c.from&m != 0 && picked&m == 0 && (!c.priced || p <= left) && c.brought(picked|m, left-p, count+1) {
			return true
		}
	}
	return false
}

// offers returns the members that can be picked next: the affordable ones and, as long as the pick can reach its minimum at all,
// only those after which it still can.
func (c *chosen) offers(picked, left, count int64) (list []int64) {
	if count >= c.max {
		return nil
	}
	can := c.brought(picked, left, count)
	for i, p := range c.prices {
		if m := int64(1) << i; c.from&m != 0 && picked&m == 0 && (!c.priced || p <= left && (!can || c.brought(picked|m, left-p, count+1))) {
			list = append(list, int64(i))
		}
	}
	return list
}

func TestPickOffersOnlyMembersThatCanCompleteIt(t *testing.T) {
	gen := NewGenerator(13)
	below := func(n int) int64 { return int64(gen.Below(uint32(n))) }
	asked := 0
	for round := range 120 {
		c := &chosen{from: below(64), min: below(5) - 1, max: 1 + below(6), priced: below(3) > 0, budget: below(9)}
		c.max = max(c.max, c.min)
		for range 6 {
			c.prices = append(c.prices, below(4))
		}
		var visit func(s *State)
		visit = func(s *State) {
			dec := s.Decision()
			if dec.Name != "cards" {
				return
			}
			asked++
			locals := s.stack[int(s.base)+frameHead:]
			picked, count, left := locals[7], locals[8], s.Cell(cellAction)
			name := fmt.Sprintf("round %d: %+v, %b picked, %d left", round, *c, picked, left)
			want := c.offers(picked, left, count)
			if !slices.Equal(dec.Members, want) || dec.Stop != (count >= c.min || len(want) == 0) || int64(dec.Count) != count || len(want) == 0 {
				t.Fatalf("%s: %v, to stop %v, count %d; want %v", name, dec.Members, dec.Stop, dec.Count, want)
			}
			for m := range int64(6) {
				x := s.Copy()
				if err := x.Apply(Answer{Member: m}); (err == nil) != slices.Contains(want, m) {
					t.Fatalf("%s: %d: %v", name, m, err)
				} else if err == nil {
					visit(x)
				}
			}
			if x := s.Copy(); dec.Stop {
				if apply(t, x, Answer{Stop: true}); x.Cell(cellOut) != picked {
					t.Fatalf("%s: stopped with %b", name, x.Cell(cellOut))
				}
			} else {
				refused(t, x, Answer{Stop: true})
			}
		}
		visit(picking(t, c))
	}
	if asked < 1000 {
		t.Errorf("only %d picks were asked for", asked)
	}
}
