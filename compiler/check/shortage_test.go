package check

import (
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/lower"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// behind inserts code before the loop of a game.
func behind(gd *def.GameDef, p *lower.Program, before ...def.Instr) {
	n := int32(len(before))
	gd.Code = append(slices.Clone(before), gd.Code...)
	p.Spans[0].To += n
	p.Loops[0].Rounds.From += n
	p.Loops[0].Rounds.To += n
}

// If the rounds of a loop take from one supply, a member may get less because of earlier ones. Three spaces can have two blights
// each; there are three in the pool.
func TestLoopOrderWarnsOfASupplyThatMayRunOut(t *testing.T) {
	const short = "7 loop-order: what a member gets depends on %s, which earlier rounds change or use up, so the order of the members matters"
	picked, nest, oak := Bound(10, def.TZone), Const(Nest, def.TZone), Const(Oak, def.TZone)
	scouts := Const(1, def.FilterSet)
	none := Is(Blight(picked), 0)
	mark := func(n *def.Expr) def.Instr { return Do(def.CMark, 0, CellBlight, n, Here) }
	minus := func(a, b *def.Expr) *def.Expr { return Ex(def.OpSub, def.TInt, a, b) }
	// The tracks and piles of seats serve as those of spaces.
	purse := ExI(def.OpTable, def.TTrack, PurseOf, Here)
	hand := ExI(def.OpTable, def.TPile, SharedOf, Here)
	pantry := Const(0, def.TPile)
	take := func(d def.DecisionDef) func(*def.GameDef) {
		d.Kind, d.By, d.From, d.Filter, d.Result = def.Take, Const(Ant, def.TSeat), nest, scouts, Inside
		return func(gd *def.GameDef) { gd.Decisions = append(gd.Decisions, d) }
	}
	asking := []def.Instr{Do(def.CDecide, 0, 0), gainPurse}
	chosen := Local(Before, def.ZoneSet)
	choice := func(most *def.Expr) func(*def.GameDef) {
		return func(gd *def.GameDef) {
			gd.Decisions = append(gd.Decisions, def.DecisionDef{Kind: def.Subset, By: Const(Ant, def.TSeat), From: Spaces, Max: most, Result: Before})
		}
	}
	give := Do(def.CMove, 0, 0, scouts, Num(1), nest, Here)
	for name, c := range map[string]struct {
		over   *def.Expr
		rounds []def.Instr
		change func(*def.GameDef)
		before []def.Instr
		what   string // the supply that may run short
	}{
		"a marker each":                           {rounds: []def.Instr{mark(Num(1))}, what: "blight"},
		"a marker each for those without":         {over: filter(Spaces, none), rounds: []def.Instr{mark(Num(1))}},
		"for those without that hold scouts":      {over: filter(Spaces, and(More(Pieces(picked), 0), none)), rounds: []def.Instr{mark(Num(1))}},
		"for those without or with scouts":        {over: filter(Spaces, or(More(Pieces(picked), 0), Is(yield(picked), 0))), rounds: []def.Instr{mark(Num(1))}, what: "blight"},
		"on a neighbour of those without":         {over: filter(Zones(Oak), none), rounds: []def.Instr{Do(def.CSet, 0, Inside, ExI(def.OpTable, def.TZone, NextOf, Here)), Do(def.CMark, 0, CellBlight, Num(1), Local(Inside, def.TZone))}, change: func(gd *def.GameDef) { gd.Pools[0].Max = 5 }, what: "blight"},
		"two markers each for those without":      {over: filter(Zones(Oak, Elm), none), rounds: []def.Instr{mark(Num(2))}, what: "blight"},
		"for those of whom another has none":      {over: filter(Spaces, Is(ExI(def.OpCellAt, def.TInt, CellPurse, picked), 0)), rounds: []def.Instr{mark(Num(1))}, what: "blight"},
		"markers enough for all":                  {rounds: []def.Instr{mark(Num(1))}, change: func(gd *def.GameDef) { gd.Pools[0].Max = 6 }},
		"markers enough but for another variable": {rounds: []def.Instr{mark(Num(1))}, change: func(gd *def.GameDef) { gd.Pools[0].Max = 6; gd.Vars[1].Pool, gd.Vars[1].On, gd.Vars[1].Max = 0, 1, 1 }, what: "blight"},
		"markers enough for both":                 {rounds: []def.Instr{mark(Num(1))}, change: func(gd *def.GameDef) { gd.Pools[0].Max = 7; gd.Vars[1].Pool, gd.Vars[1].On, gd.Vars[1].Max = 0, 1, 1 }},
		"a variable without a pool":               {rounds: []def.Instr{mark(Num(1))}, change: func(gd *def.GameDef) { gd.Vars[2].Pool = -1 }},
		"the same marker in each round":           {rounds: []def.Instr{Do(def.CMark, 0, CellBlight, Num(1), oak), gainPurse}},
		"markers off":                             {rounds: []def.Instr{mark(Num(-1))}},
		"all markers off":                         {rounds: []def.Instr{mark(minus(Num(0), Blight(Here)))}},
		"all markers off, negated":                {rounds: []def.Instr{mark(Ex(def.OpNeg, def.TInt, Blight(Here)))}},
		"all markers off but one":                 {rounds: []def.Instr{mark(minus(Num(1), Blight(Here)))}, what: "blight"},
		"markers off as others stand elsewhere":   {rounds: []def.Instr{mark(minus(Blight(oak), Blight(Here)))}, what: "blight"},
		"what may be less than nothing":           {rounds: []def.Instr{mark(Ex(def.OpNeg, def.TInt, Cell(CellHoney)))}, what: "blight"},
		"twice what it has":                       {rounds: []def.Instr{mark(Ex(def.OpMul, def.TInt, Num(2), Blight(Here)))}, what: "blight"},
		"a piece each":                            {rounds: []def.Instr{give}, what: "pieces"},
		"a piece that was taken":                  {rounds: []def.Instr{Do(def.CMove, 0, 0, Ex(def.OpPieceClass, def.FilterSet, Local(Inside, def.TPiece)), Num(1), nest, Here)}},
		"pieces to one place":                     {rounds: []def.Instr{Do(def.CMove, 0, 0, scouts, Num(1), nest, oak), gainPurse}},
		"as many pieces as the track says":        {rounds: []def.Instr{Do(def.CMove, 0, 0, scouts, Cell(CellHoney), oak, Here), gainHoney}, what: "honey"},
		"all pieces":                              {rounds: []def.Instr{Do(def.CMoveAll, 0, 0, scouts, nest, Here)}, what: "pieces"},
		"all pieces to one place":                 {rounds: []def.Instr{Do(def.CMoveAll, 0, 0, scouts, nest, oak), gainPurse}},
		"a card each":                             {rounds: []def.Instr{Do(def.CCard, 0, 0, Ex(def.OpTop, def.TCard, pantry), hand)}, what: "where cards lie"},
		"a card each by its depth":                {rounds: []def.Instr{Do(def.CCard, 0, 0, Ex(def.OpCardAt, def.TCard, pantry, Num(1)), hand)}, what: "where cards lie"},
		"cards to one pile":                       {rounds: []def.Instr{Do(def.CCard, 0, 0, Ex(def.OpTop, def.TCard, pantry), Const(1, def.TPile)), gainPurse}},
		"a card that is known":                    {rounds: []def.Instr{Do(def.CCard, 0, 0, Const(1, def.TCard), hand)}},
		"a transfer to each":                      {rounds: []def.Instr{Do(def.CTransfer, 0, 0, Const(CellHoney, def.TTrack), purse, Num(1))}, what: "honey"},
		"a transfer of what a seat answered": {rounds: []def.Instr{Do(def.CDecide, 0, 0), Do(def.CTransfer, 0, 0, Const(CellHoney, def.TTrack), purse, Local(Inside, def.TInt))}, change: func(gd *def.GameDef) {
			gd.Decisions = []def.DecisionDef{{Kind: def.Amount, By: Const(Ant, def.TSeat), Min: Num(0), Max: Num(1), Result: Inside}}
		}},
		"a transfer of what was bound":               {rounds: []def.Instr{Do(def.CSet, 0, Inside, Num(1)), Do(def.CTransfer, 0, 0, Const(CellHoney, def.TTrack), purse, Local(Inside, def.TInt))}, what: "honey"},
		"a transfer to one track":                    {rounds: []def.Instr{Do(def.CTransfer, 0, 0, Const(CellHoney, def.TTrack), Const(CellPurse, def.TTrack), Num(1)), gainBlight}, change: func(gd *def.GameDef) { gd.Vars[2].Pool = -1 }},
		"what is left of a track":                    {rounds: []def.Instr{Do(def.CGain, 3, 0, Cell(CellHoney), purse), Do(def.CLose, 1, CellHoney, Num(1))}, what: "honey"},
		"what is left, by an inner loop":             {rounds: []def.Instr{Do(def.CForSet, 5, 6), Do(def.CSet, 0, 5, Ex(def.OpUnion, def.ZoneSet, Zones(Elm), Ex(def.OpSetOf, def.ZoneSet, Here))), Do(def.CMoveAll, 0, 0, scouts, nest, Local(6, def.TZone))}, what: "pieces"},
		"beside an inner loop":                       {rounds: []def.Instr{Do(def.CForSet, 5, 6), Do(def.CSet, 0, 5, Ex(def.OpSetOf, def.ZoneSet, Here)), Do(def.CSet, 0, 7, Num(1)), Do(def.CMoveAll, 0, 0, scouts, nest, Local(7, def.TZone))}},
		"an exact take":                              {rounds: append([]def.Instr{Do(def.CMove, 0, 0, scouts, Num(1), nest, Const(Lake, def.TZone))}, asking...), change: take(def.DecisionDef{Exact: true}), what: "pieces"},
		"a take of one at least":                     {rounds: append([]def.Instr{Do(def.CMove, 0, 0, scouts, Num(1), nest, Const(Lake, def.TZone))}, asking...), change: take(def.DecisionDef{Min: Num(1)}), what: "pieces"},
		"a take of none at least":                    {rounds: append([]def.Instr{Do(def.CMove, 0, 0, scouts, Num(1), nest, Const(Lake, def.TZone))}, asking...), change: take(def.DecisionDef{Min: Num(0)})},
		"behind a condition on the supply":           {rounds: []def.Instr{give}, before: []def.Instr{Do(def.CJumpUnless, 99, 0, More(Pieces(nest), 2))}},
		"behind a condition on another supply":       {rounds: []def.Instr{give}, before: []def.Instr{Do(def.CJumpUnless, 99, 0, More(Pieces(oak), 2))}, what: "pieces"},
		"behind a condition on something before":     {rounds: []def.Instr{give}, before: []def.Instr{Do(def.CJumpUnless, 1, 0, More(Pieces(nest), 2))}, what: "pieces"},
		"for as many as the supply lets a seat take": {over: chosen, rounds: []def.Instr{give}, change: choice(Pieces(nest)), before: []def.Instr{Do(def.CDecide, 0, 0)}},
		"for one that a seat chose":                  {over: chosen, rounds: []def.Instr{give}, change: choice(Num(1)), before: []def.Instr{Do(def.CDecide, 0, 0)}},
		"for two that a seat chose":                  {over: chosen, rounds: []def.Instr{give}, change: choice(Num(2)), before: []def.Instr{Do(def.CDecide, 0, 0)}, what: "pieces"},
		"for any number that a seat chose":           {over: chosen, rounds: []def.Instr{give}, change: choice(nil), before: []def.Instr{Do(def.CDecide, 0, 0)}, what: "pieces"},
		"for as many as a track lets a seat choose":  {over: chosen, rounds: []def.Instr{give}, change: choice(Cell(CellHoney)), before: []def.Instr{Do(def.CDecide, 0, 0)}, what: "pieces"},
	} {
		if c.over == nil {
			c.over = Spaces
		}
		gd, p := looping(c.over, c.rounds...)
		gd.Vars[2].On, gd.Vars[2].Max = 1<<Oak|1<<Elm|1<<Lake, 2
		if c.change != nil {
			c.change(gd)
		}
		behind(gd, p, c.before...)
		want := ""
		if c.what != "" {
			want = strings.ReplaceAll(short, "%s", c.what)
		}
		expect(t, name, found("loop-order", gd, &typed.Rulebook{}, p), want)
	}
}
