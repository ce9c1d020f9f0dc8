package lower_test

// These tests lower loops: their rounds, the order of their members, and those that are one instruction.

import (
	"fmt"
	"testing"

	"rulebound/compiler/lower"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

func TestLoopsRecordTheirRounds(t *testing.T) {
	b := newBook()
	z, it := b.name("$z", def.TZone), b.name("$it", def.TZone)
	z2 := b.name("$y", def.TZone)
	b.proc("p", nil,
		do(&typed.For{Member: z, Over: kOf(def.ZoneSet, 7), Candidate: it, Where: []*typed.Cond{when("", x(def.OpNe, def.TBool, read(it), kOf(def.TZone, 1)))}, Body: []*typed.Stmt{set(1, read(z))}}),
		do(&typed.For{Member: z2, Over: kOf(def.TOrder, 7), Limit: k(2), Fixed: true, Body: []*typed.Stmt{set(1, read(z2))}}))
	out := b.lower()
	equal(t, "code", showCode(b.gd), `
		0 +set 0 0 0 (filter(7 ne(?0 1)@)) for
		1 forSet 0 1 4 for
		2 !set 1 1 0 (%1) set
		3 jump 1 0 0 for
		4 +set 0 2 0 (7) for
		5 +set 0 4 0 (2) for
		6 unless 11 0 0 (gt(%4 0)) for
		7 tick 4 0 0 for
		8 forOrder 2 3 11 for
		9 !set 1 1 0 (%3) set
		10 jump 6 0 0 for
		11 return 0 0 0 procedure`)
	if len(out.Loops) != 1 || out.Loops[0].Pos != z.Pos || out.Loops[0].Member != 1 || out.Loops[0].Rounds != (lower.Span{From: 1, To: 4}) || out.Loops[0].Over != b.gd.Code[0].X[0] {
		t.Errorf("%+v", out.Loops)
	}
	if got := fmt.Sprint(b.gd.Procs[0].Names, b.gd.Names); got != "[ $z  $y ] [$it]" {
		t.Error(got)
	}
}

// A loop over some members of an order, or over a pile, visits those that are chosen when it begins: in the order, or each time
// the topmost that is still in the pile.
func TestLoopsOverOrdersAndPiles(t *testing.T) {
	b := newBook()
	s, it := b.name("$s", def.TSeat), b.name("$it", def.TSeat)
	c := b.name("$c", def.TCard)
	d, some := b.name("$d", def.TCard), b.name("$some", def.TCard)
	b.code(t, `
		0 +set 0 0 0 (7) for
		1 +set 0 2 0 (filter(%0 ne(?0 1)@)) for
		2 set 0 1 0 (%0) for
		3 forOrder 1 3 7 for
		4 unless 3 0 0 (has(%2 %3)) for
		5 !set 1 1 0 (%3) set
		6 jump 3 0 0 for
		7 +set 0 4 0 (1) for
		8 +set 0 5 0 (filter#1(%4 1)) for
		9 set 0 6 0 (first#2(%4 has(%5 ?2))) for
		10 unless 14 0 0 (ne(%6 -1)) for
		11 set 0 5 0 (diff(%5 setOf(%6))) for
		12 !set 1 1 0 (%6) set
		13 jump 9 0 0 for
		14 +set 0 7 0 (1) for
		15 +set 0 8 0 (filter#3(%7 ne(?3 2)@)) for
		16 set 0 9 0 (first#4(%7 has(%8 ?4))) for
		17 unless 21 0 0 (ne(%9 -1)) for
		18 set 0 8 0 (diff(%8 setOf(%9))) for
		19 !set 1 1 0 (%9) set
		20 jump 16 0 0 for
		21 return 0 0 0 procedure`,
		do(&typed.For{Member: s, Over: kOf(def.TOrder, 7), Candidate: it, Where: []*typed.Cond{when("", x(def.OpNe, def.TBool, read(it), seat(1)))}, Body: []*typed.Stmt{set(1, read(s))}}),
		do(&typed.For{Member: c, Over: kOf(def.TPile, 1), Body: []*typed.Stmt{set(1, read(c))}}),
		do(&typed.For{Member: d, Over: kOf(def.TPile, 1), Candidate: some, Where: []*typed.Cond{when("", x(def.OpNe, def.TBool, read(some), kOf(def.TCard, 2)))}, Body: []*typed.Stmt{set(1, read(d))}}))
}

// Each loop but the first differs in one respect from one that moves all cards of a pile to another.
func TestLoopThatMovesAllCardsOfAPileIsOneInstruction(t *testing.T) {
	card, pile := def.TCard, def.TPile
	for _, c := range []struct {
		name   string
		change func(b *book, s *typed.For, put *typed.Card)
		loop   bool
	}{
		{"all cards", func(*book, *typed.For, *typed.Card) {}, false},
		{"to a pile that was bound before", func(b *book, s *typed.For, put *typed.Card) { put.Pile = read(b.rb.Bindings[0]) }, false},
		{"to one of two piles", func(b *book, s *typed.For, put *typed.Card) {
			put.Pile = x(def.OpIf, pile, x(def.OpEq, def.TBool, read(b.rb.Bindings[0]), kOf(pile, 1)), kOf(pile, 0), kOf(pile, 2))
		}, false},
		{"some cards", func(b *book, s *typed.For, put *typed.Card) {
			s.Candidate, s.Where = b.name("$it", card), []*typed.Cond{when("", kOf(def.TBool, 1))}
		}, true},
		{"at most two", func(b *book, s *typed.For, put *typed.Card) { s.Limit = k(2) }, true},
		{"under a condition", func(b *book, s *typed.For, put *typed.Card) { s.Body[0].When = when("", kOf(def.TBool, 1)) }, true},
		{"and something else", func(b *book, s *typed.For, put *typed.Card) { s.Body = append(s.Body, set(1, k(1))) }, true},
		{"nothing", func(b *book, s *typed.For, put *typed.Card) { s.Body = nil }, true},
		{"another card", func(b *book, s *typed.For, put *typed.Card) { put.Card = read(b.name("$other", card)) }, true},
		{"to where the card says", func(b *book, s *typed.For, put *typed.Card) {
			put.Pile = x(def.OpIf, pile, x(def.OpEq, def.TBool, put.Card, kOf(card, 1)), kOf(pile, 0), kOf(pile, 2))
		}, true},
		{"to where the cards say", func(b *book, s *typed.For, put *typed.Card) {
			put.Pile = x(def.OpIf, pile, x(def.OpGt, def.TBool, x(def.OpPileSize, def.TInt, kOf(pile, 2)), k(3)), kOf(pile, 0), kOf(pile, 2))
		}, true},
		{"to where a function says", func(b *book, s *typed.For, put *typed.Card) { put.Pile = x(def.OpCall, pile) }, true},
	} {
		b := newBook()
		from, member := b.name("$from", pile), b.name("$card", card)
		put := &typed.Card{Card: read(member), Pile: kOf(pile, 2), At: 1}
		s := &typed.For{Member: member, Over: read(from), Body: []*typed.Stmt{do(put)}}
		c.change(b, s, put)
		b.proc("p", []*typed.Binding{from}, do(s))
		out := b.lower()
		if loop := len(out.Loops) > 0; loop != c.loop {
			t.Errorf("%s: it is a loop: %v\n%s", c.name, loop, showCode(b.gd))
		}
		if c.name == "all cards" {
			equal(t, c.name, showCode(b.gd), `
				0 +set 0 1 0 (%0) for
				1 unless 3 0 0 (gt(pileSize(%1) 0)) for
				2 !moveCards 1 0 0 (%1 2) card
				3 return 0 0 0 procedure`)
		}
	}
}

// Each loop but the first differs in one respect from one that assigns one value to a variable of all members.
func TestLoopThatSetsAVariableOfAllMembersIsOneInstruction(t *testing.T) {
	zones := def.ZoneSet
	for _, c := range []struct {
		name   string
		change func(b *book, s *typed.For, set *typed.Set)
		loop   bool
	}{
		{"all members", func(*book, *typed.For, *typed.Set) {}, false},
		{"a value that was bound before", func(b *book, s *typed.For, set *typed.Set) { set.Value = read(b.rb.Bindings[0]) }, false},
		{"some members", func(b *book, s *typed.For, set *typed.Set) {
			s.Candidate, s.Where = b.name("$it", def.TZone), []*typed.Cond{when("", kOf(def.TBool, 1))}
		}, false},
		{"at most two", func(b *book, s *typed.For, set *typed.Set) { s.Limit = k(2) }, true},
		{"under a condition", func(b *book, s *typed.For, set *typed.Set) { s.Body[0].When = when("", kOf(def.TBool, 1)) }, true},
		{"where something holds", func(b *book, s *typed.For, set *typed.Set) { set.Only = kOf(def.TBool, 1) }, true},
		{"and something else", func(b *book, s *typed.For, set *typed.Set) { s.Body = append(s.Body, do(&typed.Untag{})) }, true},
		{"a variable of another", func(b *book, s *typed.For, set *typed.Set) { set.To.Index = read(b.rb.Bindings[0]) }, true},
		{"one variable", func(b *book, s *typed.For, set *typed.Set) { set.To.Index = nil }, true},
		{"what the member is", func(b *book, s *typed.For, set *typed.Set) { set.Value = read(s.Member) }, true},
		{"what a variable is", func(b *book, s *typed.For, set *typed.Set) {
			set.Value = &def.Expr{Op: def.OpCell, Type: def.TInt, I: 4}
		}, true},
		{"the order", func(b *book, s *typed.For, set *typed.Set) { s.Over = kOf(def.TOrder, 7) }, true},
	} {
		b := newBook()
		zone, member := b.name("$zone", def.TZone), b.name("$z", def.TZone)
		set := &typed.Set{To: typed.Target{Cell: 4, Index: read(member), Type: def.TInt}, Value: k(1)}
		s := &typed.For{Member: member, Over: kOf(zones, 7), Body: []*typed.Stmt{do(set)}}
		c.change(b, s, set)
		b.proc("p", []*typed.Binding{zone}, do(s))
		out := b.lower()
		if loop := b.gd.Code[1].Op == def.CForSet || b.gd.Code[1].Op == def.CForOrder || s.Limit != nil; loop != c.loop {
			t.Errorf("%s: it is a loop: %v\n%s", c.name, loop, showCode(b.gd))
		}
		if len(out.Loops) != 1 || !c.loop && (out.Loops[0].Member != 1 || out.Loops[0].Over != b.gd.Code[0].X[0] || out.Loops[0].Rounds.From != 1) {
			t.Errorf("%s: %+v", c.name, out.Loops)
		}
		switch c.name {
		case "all members":
			equal(t, c.name, showCode(b.gd), `
				0 +set 0 1 0 (7) for
				1 !setAll 0 4 0 (1 %1) set
				2 return 0 0 0 procedure`)
		case "some members":
			equal(t, c.name, showCode(b.gd), `
				0 +set 0 1 0 (filter(7 1@)) for
				1 unless 3 0 0 (ne(%1 0)) for
				2 !setAll 0 4 0 (1 %1) set
				3 return 0 0 0 procedure`)
		}
	}
}

func TestRepeatRecordsWhetherStopCanEndIt(t *testing.T) {
	stop := []*typed.Stmt{{At: at("stop"), When: iff(kOf(def.TBool, 1)), Do: &typed.Stop{}}}
	b := newBook()
	b.code(t, `
		0 +set 0 0 0 (3) repeat
		1 unless 5 0 0 (gt(%0 0)) repeat
		2 tick 0 0 0 repeat
		3 !set 1 1 0 (1) set
		4 jump 1 0 0 repeat
		5 bound set 0 1 0 (9) repeat
		6 unless 10 0 0 (gt(%1 0)) repeat
		7 tick 1 0 0 repeat
		8 +unless 10 0 0 (0@) repeat
		9 jump 6 0 0 repeat
		10 bound set 0 2 0 (9) repeat
		11 unless 16 0 0 (gt(%2 0)) repeat
		12 tick 2 0 0 repeat
		13 ?unless 15 0 0 (1@) stop
		14 !jump 16 0 0 stop
		15 jump 11 0 0 repeat
		16 bound set 0 3 0 (9) repeat
		17 unless 26 0 0 (gt(%3 0)) repeat
		18 tick 3 0 0 repeat
		19 +set 0 4 0 (2) repeat
		20 unless 23 0 0 (gt(%4 0)) repeat
		21 tick 4 0 0 repeat
		22 jump 20 0 0 repeat
		23 ?unless 25 0 0 (1@) stop
		24 !jump 26 0 0 stop
		25 jump 17 0 0 repeat
		26 return 0 0 0 procedure`,
		do(&typed.Repeat{Times: k(3), Body: []*typed.Stmt{set(1, k(1))}}),
		do(&typed.Repeat{Times: k(9), While: iff(kOf(def.TBool, 0))}),
		do(&typed.Repeat{Times: k(9), Body: stop}),
		do(&typed.Repeat{Times: k(9), Body: append([]*typed.Stmt{do(&typed.Repeat{Times: k(2)})}, stop...)}))
}

func TestLoopBoundOfAWhileOnlyCounts(t *testing.T) {
	b := newBook()
	b.code(t, `
		0 bound set 0 0 0 (9) repeat
		1 +unless 5 0 0 (0@) repeat
		2 tick 0 0 0 repeat
		3 !set 1 1 0 (1) set
		4 jump 1 0 0 repeat
		5 return 0 0 0 procedure`,
		do(&typed.Repeat{Times: k(9), While: iff(kOf(def.TBool, 0)), Ends: true, Body: []*typed.Stmt{set(1, k(1))}}))
}

// A set with more members than bits in a word is visited word by word.
func TestLoopOverAWideSetCountsDownItsWords(t *testing.T) {
	b := newBook()
	b.gd.Zones = make([]def.ZoneDef, 70)
	s, z := b.name("$s", def.ZoneSet), b.name("$z", def.TZone)
	b.code(t, `
		0 +set 0 0 0 (or()) let
		1 +set 0 2 0 (%0) for
		2 forSet 2 4 5 (%2) for
		3 !set 1 1 0 (%4) set
		4 jump 2 0 0 for
		5 return 0 0 0 procedure`,
		do(&typed.Let{Name: s, Value: x(def.OpOr, def.ZoneSet)}), do(&typed.For{Member: z, Over: read(s), Body: []*typed.Stmt{set(1, read(z))}}))
}
