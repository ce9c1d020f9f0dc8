package lower_test

import (
	"fmt"
	"testing"

	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

func seat(n int64) *def.Expr { return kOf(def.TSeat, n) }

// domain returns a domain of all zones but the second.
func (b *book) domain() typed.Domain {
	z := b.name("$z", def.TZone)
	return typed.Domain{Candidate: z, From: kOf(def.ZoneSet, 7), Where: []*typed.Cond{when("1.1", x(def.OpNe, def.TBool, read(z), kOf(def.TZone, 1)))}}
}

func (b *book) decision(t *testing.T, want string) {
	t.Helper()
	equal(t, "decision", showDecision(&b.gd.Decisions[0]), want)
}

func TestSimpleDecisionsAreOneInstruction(t *testing.T) {
	for _, c := range []struct {
		name, want string
		make       func(b *book) *typed.Decide
	}{
		{"one", `
			kind 0 where 1.1 by 1
			?0 from 7 where [1.1: ne(?0 1)@]
			min - max - exact false again false
			cost 2 budget 3 1.2
			filter - tiers  entries 0
			decline -1 result 0 picked -1 count -1 total -1`, func(b *book) *typed.Decide {
			d := b.domain()
			d.Cost, d.Budget, d.CostRule = k(2), k(3), "1.2"
			return &typed.Decide{Kind: def.One, Name: "where", Rule: "1.1", By: seat(1), Elem: def.TZone, Domain: d, Result: b.name("$where", def.TZone)}
		}},
		{"subset", `
			kind 1 some 1.1 by 1
			?0 from 7 where [1.1: ne(?0 1)@]
			min 1 max 2 exact true again false
			cost - budget - 
			filter - tiers  entries 0
			decline -1 result 0 picked -1 count -1 total -1`, func(b *book) *typed.Decide {
			return &typed.Decide{Kind: def.Subset, Name: "some", Rule: "1.1", By: seat(1), Elem: def.TZone, Domain: b.domain(), Bounds: typed.Bounds{Min: k(1), Max: k(2), Exact: true}, Result: b.name("$some", def.ZoneSet)}
		}},
		{"amount", `
			kind 4 n  by 1
			?0 from - where []
			min 0 max 4 exact false again false
			cost - budget - 
			filter - tiers  entries 0
			decline -1 result 0 picked -1 count -1 total -1`, func(b *book) *typed.Decide {
			return &typed.Decide{Kind: def.Amount, Name: "n", By: seat(1), Elem: def.TInt, Bounds: typed.Bounds{Min: k(0), Max: k(4)}, Result: b.name("$n", def.TInt)}
		}},
		{"shuffle", `
			kind 8   by -
			?0 from 2 where []
			min - max - exact false again false
			cost - budget - 
			filter - tiers  entries 0
			decline -1 result -1 picked -1 count -1 total -1`, func(*book) *typed.Decide {
			return &typed.Decide{Kind: def.Shuffle, Domain: typed.Domain{From: k(2)}}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBook()
			b.code(t, "0 !decide 0 0 0 decide\n1 return 0 0 0 procedure", do(c.make(b)))
			b.decision(t, c.want)
		})
	}
}

func TestPickIsLoweredToALoop(t *testing.T) {
	b := newBook()
	picked, item := b.name("$picked", def.ZoneSet), b.name("$z", def.TZone)
	d := b.domain()
	d.Cost, d.Budget = k(1), x(def.OpSize, def.TInt, read(picked))
	b.code(t, `
		0 set 0 0 0 (0) decide
		1 set 0 1 0 (0) decide
		2 !decide 0 0 0 decide
		3 unless 12 0 0 (ne(%2 -1)) decide
		4 set 0 0 0 (union(%0 setOf(%2))) decide
		5 set 0 1 0 (add(%1 1)) decide
		6 body 1 0 0 (%2) decide
		7 !set 1 1 0 (%2) set
		8 body 0 0 0 (%2) decide
		9 jump 2 0 0 decide
		10 !set 1 2 0 (1) set
		11 jump 2 0 0 decide
		12 !set 1 3 0 (%0) set
		13 return 0 0 0 procedure`,
		do(&typed.Decide{Kind: def.Pick, Name: "picked", By: seat(0), Elem: def.TZone, Domain: d, Picks: typed.Picks{Picked: picked, Again: true}, Item: item, Bounds: typed.Bounds{Max: k(2)}, Body: []*typed.Stmt{set(1, read(item))},
			Also: []*typed.Option{{Name: "aside", Where: []*typed.Cond{when("", kOf(def.TBool, 1))}, Body: []*typed.Stmt{set(2, k(1))}}}}),
		set(3, read(picked)))
	b.decision(t, `
		kind 2 picked  by 0
		?0 from 7 where [1.1: ne(?0 1)@]
		min - max 2 exact false again true
		cost 1 budget size(%0) 
		also aside [1@] to 10
		filter - tiers  entries 0
		decline -1 result 2 picked 0 count 1 total -1`)
	if got := fmt.Sprint(b.gd.Procs[0].Names); got != "[$picked  $z]" {
		t.Error(got)
	}
}

func TestMenus(t *testing.T) {
	b := newBook()
	b.code(t, `
		0 !decide 0 0 0 decide
		1 !set 1 1 0 (1) set
		2 jump 6 0 0 decide
		3 jump 6 0 0 decide
		4 !set 1 3 0 (1) set
		5 jump 0 0 0 decide
		6 !decide 1 0 0 decide
		7 !set 1 4 0 (1) set
		8 nop 0 0 0 decide
		9 return 0 0 0 procedure`,
		do(&typed.Decide{Kind: def.Menu, By: seat(0), Menu: typed.Menu{Decline: "rest", Options: []*typed.Option{
			{Name: "act", Where: []*typed.Cond{when("1.2", kOf(def.TBool, 1))}, Body: []*typed.Stmt{set(1, k(1))}}, {Name: "rest"}}}, Also: []*typed.Option{{Name: "aside", Body: []*typed.Stmt{set(3, k(1))}}}}),
		do(&typed.Decide{Kind: def.Menu, Name: "sure", By: seat(0), Menu: typed.Menu{May: true, Options: []*typed.Option{{Where: []*typed.Cond{when("1.3", kOf(def.TBool, 0))}, Body: []*typed.Stmt{set(4, k(1))}}}}}))
	b.decision(t, `
		kind 5   by 0
		?0 from - where []
		min - max - exact false again false
		cost - budget - 
		option act [1.2: 1@] 0 proc -1 to 1
		option rest [] 1 proc -1 to 3
		also aside [] to 4
		filter - tiers  entries 0
		decline 1 result -1 picked -1 count -1 total -1`)
	equal(t, "may", showDecision(&b.gd.Decisions[1]), `
		kind 5 sure  by 0
		?0 from - where []
		min - max - exact false again false
		cost - budget - 
		option yes [1.3: 0@] 1 proc -1 to 7
		option no [] 0 proc -1 to 8
		filter - tiers  entries 0
		decline 1 result -1 picked -1 count -1 total -1`)
}

func TestOptionThatBeginsWithAGrantRequiresItToBePossible(t *testing.T) {
	b := newBook()
	n := b.name("$n", def.TInt)
	g := &typed.Grant{Proc: 1, Args: typed.Args{Xs: []*def.Expr{read(n)}}, Own: []typed.GrantArg{{Name: n, Value: k(3)}}}
	b.proc("p", nil, do(&typed.Decide{Kind: def.Menu, By: seat(0), Menu: typed.Menu{Options: []*typed.Option{
		{Name: "go", Granted: g, GrantAt: at("where"), Where: []*typed.Cond{when("", kOf(def.TBool, 1))}, Body: []*typed.Stmt{do(g)}}}}}))
	b.proc("q", nil)
	b.lower()
	o := b.gd.Decisions[0].Options[0]
	if got := showConds(o.Where); got != "[1.1: possible#1(3)@, 1@]" || o.Where[0].Node == 0 {
		t.Error(got)
	}
	if got := show(b.gd.Code[2].X[0]); got != "possible#1(%0)" {
		t.Error(got)
	}
}

// The start of an option's body is a condition after the option's own; a call that is always possible adds none.
func TestOptionRequiresItsFirstStatementToBePossible(t *testing.T) {
	b := newBook()
	m, d := b.name("$m", def.TInt), b.domain()
	need := require(x(def.OpGt, def.TBool, read(m), k(1)))
	options := []*typed.Option{
		{Name: "need", Where: []*typed.Cond{when("", kOf(def.TBool, 1))}, Body: []*typed.Stmt{do(&typed.Let{Name: m, Value: k(2)}), need}},
		{Name: "one", Body: []*typed.Stmt{do(&typed.Decide{Kind: def.One, By: seat(0), Elem: def.TZone, Domain: d, Result: b.name("$a", def.TZone)})}},
		{Name: "call", Body: []*typed.Stmt{do(&typed.Call{Proc: 1})}},
		{Name: "always", Body: []*typed.Stmt{do(&typed.Call{Proc: 2})}},
		{Name: "owed", Body: []*typed.Stmt{do(&typed.Ensure{Value: kOf(def.TBool, 1), Body: []*typed.Stmt{need}})}},
		{Name: "later", Body: []*typed.Stmt{set(1, k(1)), need}},
	}
	b.proc("p", nil, do(&typed.Decide{Kind: def.Menu, By: seat(0), Menu: typed.Menu{Options: options}, Also: options[1:2]}))
	b.proc("q", nil, require(kOf(def.TBool, 0)))
	b.proc("r", nil)
	b.lower()
	for i, want := range []string{"[1@, 1.1: let(2 gt(?0 1)@)]", "[1.1: any#1(7 ne(?1 1)@) because [1.1: any#1(7 ne(?1 1))]]", "[1.1: possible#1()]", "[]", "[]", "[]"} {
		if got := showConds(b.gd.Decisions[0].Options[i].Where); got != want {
			t.Errorf("%s: %s, want %s", options[i].Name, got, want)
		}
	}
	if len(b.gd.Decisions[0].Also[0].Where) != 1 {
		t.Error("a side option needs nothing")
	}
}

func TestCallOneOffersProcedures(t *testing.T) {
	b := newBook()
	which := b.name("$which", def.TProc)
	b.proc("p", nil, do(&typed.Decide{Kind: def.Menu, Rule: "1.1", By: seat(0), Result: which, Menu: typed.Menu{Decline: "none", Offers: []*typed.Offer{
		{Proc: 1, Name: "q", Where: []*typed.Cond{when("1.2", kOf(def.TBool, 1))}, Before: []*typed.Stmt{set(1, k(1))}, Args: typed.Args{Xs: []*def.Expr{k(4)}, Left: 2}}}}}))
	b.proc("q", nil, require(kOf(def.TBool, 0)))
	b.lower()
	equal(t, "code", showCode(b.gd), `
		0 !decide 0 0 0 decide
		1 set 0 0 0 (1) decide
		2 !set 1 1 0 (1) set
		3 +call 1 -1 2 (4) decide
		4 jump 7 0 0 decide
		5 set 0 0 0 (-1) decide
		6 jump 7 0 0 decide
		7 return 0 0 0 procedure
		8 !require 0 0 0 (0@) require
		9 return 0 0 0 procedure`)
	b.decision(t, `
		kind 5  1.1 by 0
		?0 from - where []
		min - max - exact false again false
		cost - budget - 
		option q [1.2: 1@, 1.1: possible#1(4)] 1 proc 1 to 1
		option none [] -1 proc -1 to 5
		filter - tiers  entries 0
		decline 1 result -1 picked -1 count -1 total -1`)
}

// takeOf returns a take of pieces of both classes from two zones, which have at most four entries.
func (b *book) takeOf(result *typed.Binding) *typed.Decide {
	return &typed.Decide{Kind: def.Take, By: seat(0), Elem: def.TPiece, Domain: typed.Domain{Candidate: b.name("$it", def.TPiece), From: kOf(def.ZoneSet, 3)}, Result: result,
		Pieces: &typed.Pieces{Filter: kOf(def.FilterSet, 3)}, Bounds: typed.Bounds{Max: k(2)}}
}

func TestTakeIsLoweredToALoopOverTheTakenPieces(t *testing.T) {
	b := newBook()
	d := b.takeOf(b.name("$n", def.TInt))
	d.Item = b.name("$p", def.TPiece)
	d.Pieces.Caps = []typed.Cap{{Filter: kOf(def.FilterSet, 1), Max: k(1), Each: true, Rule: "1.4"}}
	d.Pieces.Tiers = []*def.Expr{kOf(def.FilterSet, 1), kOf(def.FilterSet, 2)}
	d.Body = []*typed.Stmt{set(1, read(d.Item))}
	b.code(t, `
		0 !decide 0 0 0 decide
		1 forTake 0 6 4 decide
		2 !set 1 1 0 (%6) set
		3 jump 1 0 0 decide
		4 return 0 0 0 procedure`, do(d))
	b.decision(t, `
		kind 3   by 0
		?0 from 3 where []
		min - max 2 exact false again false
		cost - budget - 
		cap 1 1 true 1.4
		filter 3 tiers 1 2 entries 4
		decline -1 result 0 picked -1 count -1 total 5`)
}

func TestKeptPiecesAreVisitedByALaterLoop(t *testing.T) {
	b := newBook()
	some, p, one := b.name("$some", def.TInt), b.name("$p", def.TPiece), b.name("$one", def.TPiece)
	d, e := b.takeOf(some), b.takeOf(one)
	d.Pieces.Keep, e.Pieces.One = true, true
	e.Pieces.Filter, e.Domain.From = kOf(def.FilterSet, 1), kOf(def.ZoneSet, 1)
	b.code(t, `
		0 !decide 0 0 0 decide
		1 set 0 6 0 (%0) decide
		2 set 0 7 0 (%1) decide
		3 set 0 8 0 (%2) decide
		4 set 0 9 0 (%3) decide
		5 set 0 10 0 (%4) decide
		6 forTake 6 11 9 decide
		7 !set 1 1 0 (%5) set
		8 jump 6 0 0 decide
		9 !decide 1 0 0 decide
		10 set 0 15 0 (-1) decide
		11 forTake 12 15 12 decide
		12 return 0 0 0 procedure`,
		do(d), &typed.Stmt{At: at("decide"), Do: &typed.For{Member: p, Over: read(some), Body: []*typed.Stmt{set(1, read(some))}}}, do(e))
}

func TestPairHasTwoCandidateAndTwoResultSlots(t *testing.T) {
	b := newBook()
	b.proc("p", nil, do(b.pair(b.domain())))
	b.lower()
	d := b.gd.Decisions[0]
	got := fmt.Sprintf("?%d from %s ?%d to %s result %d and %d in %q", d.Bind, show(d.From), d.ToBind, show(d.To), d.Result, d.Second, b.gd.Procs[0].Names)
	if want := `?0 from 7 ?1 to ?0 result 0 and 1 in ["$from" "$to"]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
