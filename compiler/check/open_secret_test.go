package check

import (
	"testing"

	"rulebound/compiler/lower"
	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// asked adds a procedure with a decision by ant to a game in which each purse is visible to its seat only.
func asked(gd *def.GameDef, p *lower.Program, d def.DecisionDef, before ...def.Instr) {
	gd.Vars[1].Visible = def.Owner
	d.Kind, d.By, d.Node = def.Menu, Const(Ant, def.TSeat), 2
	gd.Decisions = append(gd.Decisions, d)
	proc(gd, p, "asks", nil, append(before, def.Instr{Op: def.CDecide, A: int32(len(gd.Decisions) - 1), Node: 2}, def.Instr{Op: def.CReturn})...)
}

// richer returns the condition that the purse of a seat is not empty.
func richer(seat int64) *def.Expr {
	return More(ExI(def.OpCellAt, def.TInt, CellPurse, Const(seat, def.TSeat)), 0)
}

func TestDecisionThatRevealsASecretIsReported(t *testing.T) {
	where := func(x *def.Expr) []def.MenuOption { return []def.MenuOption{{Where: []def.Cond{{When: x}}}} }
	fromPantry := func(where *def.Expr) (d def.DecisionDef) {
		if d.From = Const(0, def.TPile); where != nil {
			d.Where = []def.Cond{{When: where}}
		}
		return d
	}
	for name, c := range map[string]struct {
		d      def.DecisionDef
		before []def.Instr
		want   string
	}{
		"its own purse":               {d: def.DecisionDef{Choices: def.Choices{Options: where(richer(Ant))}}, want: "102 open-secret: others learn of purse"},
		"its own purse, in secret":    {d: def.DecisionDef{Choices: def.Choices{Options: where(richer(Ant))}, Secrecy: def.Secrecy{Secret: Const(1, def.TBool)}}},
		"another purse":               {d: def.DecisionDef{Choices: def.Choices{Options: where(richer(Bee))}}, want: "102 open-secret: the deciding seat learns of purse"},
		"another purse, in secret":    {d: def.DecisionDef{Choices: def.Choices{Options: where(richer(Bee))}, Secrecy: def.Secrecy{Secret: Const(1, def.TBool)}}, want: "102 open-secret: the deciding seat learns of purse"},
		"a side option":               {d: def.DecisionDef{Choices: def.Choices{Also: where(richer(Ant))}}, want: "102 open-secret: others learn of purse"},
		"what is open":                {d: def.DecisionDef{Choices: def.Choices{Options: where(More(Cell(CellHoney), 1))}}},
		"a guard":                     {before: []def.Instr{{Op: def.CJumpUnless, Role: def.Part, A: 9, X: []*def.Expr{richer(Ant)}, Node: 3}}, want: "103 open-secret: others learn of purse"},
		"hidden cards by their looks": {d: fromPantry(Is(Bound(14, def.TCard), 0)), want: "102 open-secret: the deciding seat learns of cards in pantry"},
		"any of the hidden cards":     {d: fromPantry(nil)},
		"a counter of a loop":         {before: []def.Instr{{Op: def.CJumpUnless, Role: def.Made, A: 9, X: []*def.Expr{richer(Ant)}, Node: 3}}},
	} {
		gd, p := Board(), &lower.Program{}
		gd.Piles[0].Visible = def.Hidden
		asked(gd, p, c.d, c.before...)
		for i := range gd.Code {
			if gd.Code[i].Op == def.CJumpUnless {
				gd.Code[i].A = int32(len(gd.Code) - 1)
			}
		}
		expect(t, name, found("open-secret", gd, doing(), p), c.want)
	}
}

// The outcome of chance and the answer of a seat are visible to all, even if they are assigned to a hidden variable only.
func TestOutcomeOrAnswerKeptInAHiddenVariableIsReported(t *testing.T) {
	const learns = "102 open-secret: everybody learns of purse"
	keep := func(cell int32, x *def.Expr) def.Instr { return Do(def.CSet, 2, cell, x, Const(Ant, def.TSeat)) }
	what := Local(5, def.TInt)
	ants := func(d *def.DecisionDef, _ *def.GameDef) { d.By = Const(Ant, def.TSeat) }
	for name, c := range map[string]struct {
		change func(d *def.DecisionDef, gd *def.GameDef)
		keeps  []def.Instr
		want   string
	}{
		"in a hidden variable":                {keeps: []def.Instr{keep(CellPurse, what)}, want: learns},
		"in a hidden variable, and more":      {keeps: []def.Instr{keep(CellPurse, Ex(def.OpAdd, def.TInt, Num(1), what))}, want: learns},
		"in an open variable":                 {keeps: []def.Instr{keep(CellBlight, what)}},
		"in an open one as well":              {keeps: []def.Instr{keep(CellPurse, what), keep(CellBlight, what)}},
		"something else in a hidden variable": {keeps: []def.Instr{keep(CellPurse, Num(1)), keep(CellPurse, Local(6, def.TInt))}},
		"it is shown to one seat":             {func(d *def.DecisionDef, _ *def.GameDef) { d.Seen = Ex(def.OpSetOf, def.SeatSet, Const(Ant, def.TSeat)) }, []def.Instr{keep(CellPurse, what)}, ""},
		"nothing is kept":                     {func(d *def.DecisionDef, _ *def.GameDef) { d.Result = -1 }, []def.Instr{keep(CellPurse, what)}, ""},
		"a card":                              {func(d *def.DecisionDef, _ *def.GameDef) { d.Elem = def.TCard }, []def.Instr{keep(CellPurse, what)}, ""},
		"of what the variable hides":          {func(d *def.DecisionDef, gd *def.GameDef) { d.Elem, gd.Vars[1].Type = TWay, TWay }, []def.Instr{keep(CellPurse, what)}, ""},
		"of a set of what the variable hides": {func(d *def.DecisionDef, gd *def.GameDef) { d.Elem, gd.Vars[1].Type = TWay, def.SetOf(TWay) }, []def.Instr{keep(CellPurse, what)}, ""},
		"an answer":                           {ants, []def.Instr{keep(CellPurse, what)}, learns},
		"an answer among others":              {ants, []def.Instr{keep(CellPurse, Ex(def.OpUnion, def.SeatSet, Const(0, def.SeatSet), Ex(def.OpSetOf, def.SeatSet, what)))}, learns},
		"an answer that all see elsewhere":    {ants, []def.Instr{keep(CellPurse, what), keep(CellBlight, what)}, ""},
		"what depends on an answer":           {ants, []def.Instr{keep(CellPurse, Ex(def.OpAdd, def.TInt, Num(1), what))}, ""},
		"an answer given together":            {func(d *def.DecisionDef, gd *def.GameDef) { ants(d, gd); d.Covert = true }, []def.Instr{keep(CellPurse, what)}, ""},
		"of what another variable says":       {func(d *def.DecisionDef, gd *def.GameDef) { d.Elem, gd.Vars[0].Type = TWay, TWay }, []def.Instr{keep(CellPurse, what)}, learns},
	} {
		gd, p := Board(), &lower.Program{}
		gd.Vars[1].Visible = def.Owner
		d := def.DecisionDef{Kind: def.Roll, Elem: def.TInt, Result: 5, Node: 2}
		if c.change != nil {
			c.change(&d, gd)
		}
		gd.Decisions = []def.DecisionDef{d, {Kind: def.Roll, Result: 6, Secrecy: def.Secrecy{Seen: Const(0, def.SeatSet)}}}
		proc(gd, p, "draws", nil, append([]def.Instr{{Op: def.CDecide, Node: 2}}, append(c.keeps, Do(def.CReturn, 0, 0))...)...)
		expect(t, name, found("open-secret", gd, doing(), p), c.want)
	}
}

// The secrecy of a formula for a decision by ant, in a game where each seat sees its own purse and hand, and the cards in the
// pantry are hidden.
func TestSeatsThatKnowTheInputsOfAFormula(t *testing.T) {
	const (
		openHand = iota + 4 // a lookup from a seat to an open pile
		handOf              // to its hand
		noneOf              // to no pile
	)
	bee, ant := Const(Bee, def.TSeat), Const(Ant, def.TSeat)
	seat, other := Bound(12, def.TSeat), Bound(13, def.TSeat)
	pile := func(i int64) *def.Expr { return Const(i, def.TPile) }
	hand := func(of *def.Expr) *def.Expr { return ExI(def.OpTable, def.TPile, handOf, of) }
	top := func(p *def.Expr) *def.Expr { return Ex(def.OpTop, def.TCard, p) }
	purse := func(of *def.Expr) *def.Expr { return ExI(def.OpCellAt, def.TInt, CellPurse, of) }
	call := func(f int64, args ...*def.Expr) *def.Expr { return ExI(def.OpCall, def.TInt, f, args...) }
	cardIn := func(p *def.Expr) *def.Expr { return Ex(def.OpHas, def.TBool, p, Const(0, def.TCard)) }
	for name, c := range map[string]struct {
		x      *def.Expr
		who    secrecy
		what   string
		change func(*def.GameDef)
	}{
		"an open track":                                  {x: Cell(CellHoney)},
		"its own purse":                                  {x: purse(ant), who: private, what: "purse"},
		"its own purse by its number":                    {x: Cell(CellPurse + Ant), who: private, what: "purse"},
		"another purse by its number":                    {x: Cell(CellPurse + Bee), who: hidden, what: "purse"},
		"another purse":                                  {x: purse(bee), who: hidden, what: "purse"},
		"the purse of a bound seat, which decides":       {x: purse(seat), who: private, what: "purse"},
		"the purse of another bound seat":                {x: purse(other), who: hidden, what: "purse"},
		"of two values the more hidden one":              {x: Ex(def.OpAdd, def.TInt, Ex(def.OpAdd, def.TInt, Cell(CellHoney), purse(bee)), purse(ant)), who: hidden, what: "purse"},
		"a purse that reveals":                           {x: purse(bee), change: func(gd *def.GameDef) { gd.Vars[1].Reveals = true }},
		"its own purse, by a place":                      {x: ExI(def.OpCellAt, def.TInt, CellPurse, ExI(def.OpPlace, def.TInt, 2, ant, Num(1))), who: private, what: "purse"},
		"another seat's purse, by a place":               {x: ExI(def.OpCellAt, def.TInt, CellPurse, ExI(def.OpPlace, def.TInt, 2, bee, Num(0))), who: hidden, what: "purse"},
		"its own purse, by its player":                   {x: purse(ExI(def.OpDerived, def.TSeat, 2, ant)), who: private, what: "purse"},
		"another seat's purse, by its player":            {x: purse(ExI(def.OpDerived, def.TSeat, 2, bee)), who: hidden, what: "purse"},
		"the purse of a derived seat":                    {x: purse(ExI(def.OpDerived, def.TSeat, 1, ant)), who: hidden, what: "purse"},
		"its own derived value":                          {x: ExI(def.OpDerived, def.TInt, 0, ant), who: private, what: "purse"},
		"a derived value of another seat":                {x: ExI(def.OpDerived, def.TInt, 0, bee), who: hidden, what: "purse"},
		"a derived value that all see":                   {x: ExI(def.OpDerived, def.TInt, 0, bee), change: func(gd *def.GameDef) { gd.Derived[0].Watch = true }},
		"its own derived value, shown to its seat alone": {x: ExI(def.OpDerived, def.TInt, 0, ant), who: private, what: "wealth", change: func(gd *def.GameDef) { gd.Derived[0].Watch, gd.Derived[0].Visible = true, def.Owner }},
		"one of another seat, shown to that seat alone":  {x: ExI(def.OpDerived, def.TInt, 0, bee), who: hidden, what: "wealth", change: func(gd *def.GameDef) { gd.Derived[0].Watch, gd.Derived[0].Visible = true, def.Owner }},
		"a function of the deciding seat":                {x: call(0, ant), who: private, what: "purse"},
		"a function of another seat":                     {x: call(0, bee), who: hidden, what: "purse"},
		"a function with a missing argument":             {x: call(0), who: hidden, what: "purse"},
		"whether the seat may do something":              {x: ExI(def.OpPossible, def.TBool, 0, ant), who: private, what: "purse"},
		"whether another seat may":                       {x: ExI(def.OpPossible, def.TBool, 0, bee), who: hidden, what: "purse"},
		"whether it may do what is always possible":      {x: ExI(def.OpPossible, def.TBool, 1, bee)},
		"a hook's number":                                {x: ExI(def.OpHookNumber, def.TInt, 0, Num(0), ant), who: private, what: "purse"},
		"a hook's number for another":                    {x: ExI(def.OpHookNumber, def.TInt, 0, Num(0), bee), who: hidden, what: "purse"},
		"a hook that allows":                             {x: ExI(def.OpHookAllow, def.TBool, 0, bee), who: hidden, what: "purse"},
		"the top of a pile that all see":                 {x: top(pile(1))},
		"the top of a hidden pile":                       {x: top(pile(0)), who: hidden, what: "cards in pantry"},
		"a card by its depth":                            {x: Ex(def.OpCardAt, def.TCard, pile(0), Num(1)), who: hidden, what: "cards in pantry"},
		"whether a hidden pile has a card":               {x: cardIn(pile(0)), who: hidden, what: "cards in pantry"},
		"how many cards a hidden pile has":               {x: Ex(def.OpPileSize, def.TInt, pile(0))},
		"a condition on hidden cards":                    {x: ExI(def.OpAny, def.TBool, 14, pile(0), Is(Bound(14, def.TCard), 0)), who: hidden, what: "cards in pantry"},
		"its own hand":                                   {x: top(pile(2)), who: private, what: "cards in hand-ant"},
		"the hand of another":                            {x: top(pile(3)), who: hidden, what: "cards in hand-bee"},
		"its own hand, as a property":                    {x: top(hand(ant)), who: private, what: "cards in hand-ant"},
		"the hand of another, as a property":             {x: top(hand(seat)), who: private, what: "cards in hand-ant"},
		"the hand of another bound seat":                 {x: top(hand(other)), who: hidden, what: "cards in hand-ant"},
		"no pile":                                        {x: top(pile(def.None))},
		"no pile, as a property":                         {x: top(ExI(def.OpTable, def.TPile, noneOf, other))},
		"a pile that all see, as a property":             {x: top(ExI(def.OpTable, def.TPile, openHand, other))},
		"a pile that is bound":                           {x: top(Bound(14, def.TPile))},
		"a hidden pile in a game that reveals":           {x: top(pile(0)), who: private, what: "cards in pantry", change: func(gd *def.GameDef) { gd.Vars[0].Reveals = true }},
		"the value of a slot":                            {x: Local(3, def.TInt), who: hidden, what: "purse"},
		"slots that are computed from each other":        {x: Local(4, def.TInt)},
		"an outcome that the seat sees":                  {x: Local(5, def.TInt), who: private, what: "omen"},
		"an outcome that another seat sees":              {x: Local(6, def.TInt), who: hidden, what: "omen of bee"},
		"an outcome that all see":                        {x: Local(7, def.TInt)},
	} {
		gd, p := Board(), &lower.Program{}
		gd.Vars[1].Visible = def.Owner
		gd.Piles[0].Visible = def.Hidden
		for i, id := range []string{"hand-ant", "hand-bee"} {
			gd.Piles = append(gd.Piles, def.PileDef{Named: def.Named{ID: id}, Owner: int32(i), Visible: def.Owner})
		}
		gd.Lookups = append(gd.Lookups, def.Lookup{ID: "open-hand", Type: def.TPile, Values: []int64{1, 1}}, def.Lookup{ID: "hand", Type: def.TPile, Values: []int64{2, 3}},
			def.Lookup{ID: "none", Type: def.TPile, Values: []int64{def.None, def.None}})
		gd.Derived = []def.DerivedDef{{Named: def.Named{ID: "wealth"}, Slot: 20, Value: purse(Bound(20, def.TSeat))}, {Slot: 21, Value: Bound(21, def.TSeat)}, {Slot: 22, Value: Bound(22, def.TSeat), Player: true}}
		gd.Functions = []def.FuncDef{{Params: []int32{23}, Body: purse(Bound(23, def.TSeat))}}
		gd.Procs = []def.ProcDef{{Possible: 0}, {Possible: -1}}
		gd.Points = []def.PointDef{{Params: []int32{24}, Attach: []int32{0}}}
		gd.Attachments = []def.Attachment{{When: More(purse(Bound(24, def.TSeat)), 1)}}
		drawn := func(name string, slot int32, seen *def.Expr) def.DecisionDef {
			return def.DecisionDef{Name: name, Kind: def.Roll, Result: slot, Secrecy: def.Secrecy{Seen: seen}}
		}
		gd.Decisions = []def.DecisionDef{drawn("omen", 5, Ex(def.OpSetOf, def.SeatSet, ant)), drawn("omen of bee", 6, Ex(def.OpSetOf, def.SeatSet, bee)), drawn("weather", 7, nil)}
		if c.change != nil {
			c.change(gd)
		}
		u := newEffects(newSubject(gd, doing(), p)).secretReaders()([]def.Instr{
			Do(def.CSet, 0, 3, purse(bee)), Do(def.CSet, 1, 4, purse(bee)), Do(def.CSet, 0, 4, Local(4, def.TInt)), Do(def.CDecide, 0, 0), Do(def.CDecide, 1, 0), Do(def.CDecide, 2, 0),
		}, ant)
		if got := u.of(c.x, map[int64]bool{12: true}); got != (secret{c.who, c.what}) {
			t.Errorf("%s: %v, want %v", name, got, secret{c.who, c.what})
		}
	}
}
