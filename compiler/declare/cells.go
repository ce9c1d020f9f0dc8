package declare

// This file lays out the state: tracks, markers, variables, values read from set-ups, and derived values that can be held. Each
// is a run of cells.

import (
	"maps"
	"slices"

	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/engine/def"
)

// maxCount is the greatest number of things that are counted: markers of a pool, pieces in a zone, uses of an effect.
const maxCount = 1 << 30

// variables lays out the cells.
func (d *declarer) variables() {
	for _, e := range d.entries("tracks") {
		d.track(e)
	}
	for _, p := range d.book.Top.Pairs("pools") {
		most, _ := p.Node.Int()
		if most < 0 || most > maxCount {
			d.errorf(p.Node.Pos, "bad-bounds", "pool %s needs a number from 0 to %d", p.Key.Value, maxCount)
			most = 0
		}
		d.add(&Symbol{Name: p.Key.Value, Kind: Pool, Index: int32(len(d.gd.Pools)), Pos: p.Key.Pos})
		d.gd.Pools = append(d.gd.Pools, def.PoolDef{ID: p.Key.Value, Max: int32(most)})
	}
	for _, e := range d.entries("markers") {
		d.marker(e)
	}
	for _, e := range d.entries("variables") {
		d.variable(e)
		if d.book.Answered[e.ID()] {
			d.answers(e)
		}
	}
	for _, e := range d.entries("derived") {
		d.derived(e)
	}
	d.positions()
	in := d.cell("in action")
	in.Scope = def.ActionScope
	d.syms.Rules.InAction = in.Base
	d.gd.ActionCells = append(d.gd.ActionCells, in.Base)
	d.gd.StampCell = d.cell("stamps").Base
	for i := range d.gd.Lasting {
		l := &d.gd.Lasting[i]
		l.Stamp = d.cell(l.ID + " stamp").Base
		l.Until = d.cell(l.ID + " until").Base
	}
	if e := d.lastFit; e != nil && d.gd.Cells > def.MaxCells {
		d.errorf(e.Node.Pos, "too-many", "with %s the variables have more than %d values", e.ID(), def.MaxCells)
	}
}

// cell appends a variable with one cell, whose initial value is 0. The pointer is valid until the next call.
func (d *declarer) cell(id string) *def.VarDef { return d.cells(id, nil, def.TInt, true) }

// cells appends a variable with the cells of its indices, whose initial value is 0. One that exceeds the limit of cells gets none. The pointer
// is valid until the next call.
func (d *declarer) cells(id string, per []def.Type, typ def.Type, quiet bool) *def.VarDef {
	v := def.VarDef{Named: def.Named{ID: id}, Type: typ, Per: per, Base: d.gd.Cells, Scale: -1, Pool: -1, Quiet: quiet}
	n := int64(d.gd.Words(typ))
	for _, t := range per {
		n *= d.gd.Many(t)
	}
	v.Len = int32(min(n, def.MaxCells+1))
	d.gd.Vars = append(d.gd.Vars, v)
	d.gd.Cells += v.Len
	d.gd.Initial = append(d.gd.Initial, make([]int64, v.Len)...)
	return &d.gd.Vars[len(d.gd.Vars)-1]
}

// addVariable declares the symbol of the last variable.
func (d *declarer) addVariable(e *tree.Entry) {
	at := len(d.gd.Vars) - 1
	if d.gd.Cells-d.gd.Vars[at].Len <= def.MaxCells {
		d.lastFit = e
	}
	d.add(&Symbol{Name: e.ID(), Kind: Variable, Index: int32(at), Type: d.gd.Vars[at].Type, Pos: e.IDPos()})
}

// most is the default upper bound of a number.
const most = 1<<31 - 1

func (d *declarer) track(e *tree.Entry) {
	lo, hi, initial := e.Int("min", 0), e.Int("max", most), e.Int("initial", 0)
	if lo > hi || initial < lo || initial > hi {
		d.errorf(e.Node.Pos, "bad-bounds", "track %s: min %d, initial %d and max %d must be in this order", e.ID(), lo, initial, hi)
	}
	v := d.cells(e.ID(), d.per(e), def.TInt, false)
	v.Title, v.Bounded, v.Min, v.Max = e.Title(), true, lo, hi
	v.Node = d.node(e.Node, "track")
	for i := range v.Len {
		d.gd.Initial[v.Base+i] = initial
	}
	d.addVariable(e)
}

func (d *declarer) marker(e *tree.Entry) {
	v := d.cells(e.ID(), []def.Type{def.TZone}, def.TInt, false)
	v.Title, v.Bounded = e.Title(), true
	v.Node = d.node(e.Node, "marker")
	scale, count := e.Get("scale"), e.Int("count", 0)
	switch {
	case scale != nil:
		of := d.enum(e.ID(), e.IDPos(), scale.List())
		v.Type, v.Scale = def.Type{Kind: def.KEnum, Of: of}, of
		v.Max = int64(len(d.gd.Enums[of].Members) - 1)
	case count > 0:
		v.Max = count
	case !e.Unsure:
		d.errorf(e.Node.Pos, "missing-key", "marker %s needs a scale: [low … high] or a count: maximum", e.ID())
	}
	d.addVariable(e)
}

// variableOwners are the words of `per` for variables, derivedOwners those for derived values.
var (
	variableOwners = map[string]def.Kind{"seat": def.KSeat, "zone": def.KZone, "space": def.KZone, "card": def.KCard}
	derivedOwners  = map[string]def.Kind{"seat": def.KSeat, "zone": def.KZone, "space": def.KZone}
)

// per reads the indices of a variable or a track.
func (d *declarer) per(e *tree.Entry) (out []def.Type) {
	n := e.Get("per")
	if n == nil {
		return nil
	}
	words := n.List()
	if len(words) == 0 || len(words) > 2 {
		d.errorf(n.Pos, "bad-per", "%s is kept for one kind of thing or for each pair of two; per: names %d", e.ID(), len(words))
		return nil
	}
	for i, w := range words {
		k, thing := variableOwners[w.Value]
		of, known := d.syms.Enums[w.Value]
		switch {
		case thing && i > 0 && variableOwners[words[0].Value] == def.KNone:
			d.errorf(w.Pos, "bad-per", "an enumeration comes last: write per: [%s, %s]", w.Value, words[0].Value)
			out = slices.Insert(out, 0, def.Type{Kind: k}) // probably meant
		case thing:
			out = append(out, def.Type{Kind: k})
		case known:
			out = append(out, def.Type{Kind: def.KEnum, Of: of})
		case !d.syms.Clashed[w.Value]:
			names := append([]string{"seat", "zone", "space", "card"}, slices.Sorted(maps.Keys(d.syms.Enums))...)
			d.errorf(w.Pos, "unknown-name", "per: is seat, zone, space, card or an enumeration, not %s%s", w.Value, d.near(w.Value, names))
			d.syms.Clashed[e.ID()] = true
		}
	}
	return out
}

// visibilities are the words of `visible`.
var visibilities = map[string]def.Visibility{"open": def.Open, "hidden": def.Hidden, "owner": def.Owner, "top": def.TopUp}

// Visibility returns the visibility of a thing.
func Visibility(e *tree.Entry) def.Visibility { return visibilities[e.Text("visible")] }

// initially returns the default initial value of a variable of type t.
func initially(t def.Type) int64 {
	switch t.Kind {
	case def.KSeat, def.KZone, def.KPile, def.KCard, def.KProc, def.KRow, def.KLasting, def.KPiece, def.KTrack, def.KOrder:
		return def.None // every byte of this order is the mark of its end
	}
	return 0
}

func (d *declarer) variable(e *tree.Entry) {
	typ, _ := d.typeOf(e.Get("type"))
	v := d.cells(e.ID(), d.per(e), typ, e.Flag("quiet"))
	v.Title, v.Visible = e.Title(), Visibility(e)
	v.Node = d.node(e.Node, "variable")
	if e.Flag("reveals") {
		d.reveals(v, e)
	}
	if v.Visible == def.Owner && v.Owner() != def.KSeat {
		d.errorf(e.Get("visible").Pos, "no-owner", "variable %s has no owner to see it; write per: seat, or visible: hidden", v.ID)
	}
	if e.Get("min") != nil || e.Get("max") != nil {
		v.Bounded, v.Min, v.Max = true, e.Int("min", 0), e.Int("max", most)
	}
	begin := initially(typ)
	for i := range v.Len {
		d.gd.Initial[v.Base+i] = begin
		if e.Text("scope") == "action" {
			v.Scope = def.ActionScope
			d.gd.ActionCells = append(d.gd.ActionCells, v.Base+i)
		}
	}
	if v.Bounded && v.Min > v.Max {
		d.errorf(e.Node.Pos, "bad-bounds", "variable %s: min %d is above max %d", v.ID, v.Min, v.Max)
	} else if v.Bounded && e.Get("initial") == nil && (v.Min > begin || v.Max < begin) {
		d.errorf(e.Node.Pos, "bad-bounds", "variable %s needs an initial value from %d to %d", v.ID, v.Min, v.Max)
	}
	d.addVariable(e)
}

// positions lays out the digests of the positions that a rulebook compares. Only one statement may record positions.
func (d *declarer) positions() {
	all := d.book.Positions
	if len(all) == 0 {
		return
	}
	for _, s := range all[1:] {
		d.diags.Errorf(s.Arg.Key.Pos, "position-twice", "a second position").
			Detailf("The positions that are compared are those of one statement. Put it into a procedure, and call that where a position has occurred.").
			Notef(all[0].Arg.Key.Pos, "the first one")
	}
	n := all[0].Int("last", 0)
	if at := all[0].Get("last"); at == nil {
		return // package read reports it
	} else if n < 2 || n > def.MaxPositions {
		d.errorf(at.Pos, "bad-bounds", "a position is compared with the last 2 to %d, not %d", def.MaxPositions, n)
		return
	}
	v := d.cells("past positions", []def.Type{{Kind: def.KInt, Of: int32(n)}}, def.TInt, true)
	v.Past = true
}

// answers lays out, after a variable for simultaneous answers, the secret answers and the set of seats that have answered.
func (d *declarer) answers(e *tree.Entry) {
	at := int32(len(d.gd.Vars) - 1)
	if v := &d.gd.Vars[at]; v.Owner() != def.KSeat || v.ID != e.ID() {
		return // package statements reports it
	}
	target := d.gd.Vars[at]
	v := d.cells(target.ID+".secret", target.Per, target.Type, true)
	v.Visible, v.Answers, v.Scope = def.Owner, true, target.Scope
	begin := initially(target.Type)
	v.Bounded, v.Min, v.Max = target.Bounded, min(target.Min, begin), max(target.Max, begin)
	base, n := v.Base, v.Len
	seats := d.cells(target.ID+".answered", nil, def.SeatSet, true)
	seats.Scope = target.Scope
	for i := range n {
		d.gd.Initial[base+i] = begin
	}
	if target.Scope == def.ActionScope {
		for i := range n + 1 {
			d.gd.ActionCells = append(d.gd.ActionCells, base+i)
		}
	}
	if d.syms.Rules.Answers == nil {
		d.syms.Rules.Answers = map[int32]int32{}
	}
	d.syms.Rules.Answers[at] = at + 1
}

// reveals declares that a variable holds the seats that see each card. A game has at most one such variable. It is hidden,
// because it would reveal cards to seats that do not know them.
func (d *declarer) reveals(v *def.VarDef, e *tree.Entry) {
	at := e.Get("reveals").Pos
	for i := range d.gd.Vars {
		if other := &d.gd.Vars[i]; other.Reveals {
			d.errorf(at, "reveals", "%s already defines who sees a card; a game has one such variable", other.ID)
			return
		}
	}
	if !slices.Equal(v.Per, []def.Type{def.TCard}) || v.Type != def.SeatSet || e.Text("scope") == "action" || e.Get("visible") != nil {
		d.errorf(at, "reveals", "the seats that see a card are a set for each card: write per: card and type: seats, without scope: and visible:")
		return
	}
	v.Reveals, v.Visible = true, def.Hidden
}

func (d *declarer) derived(e *tree.Entry) {
	v := &DerivedValue{Index: int32(len(d.gd.Derived)), ID: e.ID(), Entry: e, Per: derivedOwners[e.Text("per")], Type: def.TInt}
	if t := e.Get("type"); t != nil {
		v.Type, _ = d.typeOf(t)
	}
	gd := def.DerivedDef{Named: named(e), Type: v.Type, Per: v.Per, Watch: e.Flag("watch"), Held: -1, Len: 1}
	if n := e.Get("visible"); n != nil {
		if gd.Visible = def.Owner; v.Per != def.KSeat {
			d.errorf(n.Pos, "no-owner", "derived value %s has no owner to see it; write per: seat", v.ID)
		}
	}
	if e.Flag("hold") {
		gd.Held = d.cell(v.ID + " held").Base
		var per []def.Type
		if v.Per != def.KNone {
			per = []def.Type{{Kind: v.Per}}
		}
		frozen := d.cells(v.ID+" frozen", per, heldAs(d.gd, v.Type), true)
		gd.Base, gd.Len = frozen.Base, frozen.Len
	}
	if e.Flag("player") {
		gd.Player = d.player(e, v)
	}
	d.gd.Derived = append(d.gd.Derived, gd)
	d.syms.Rules.Derived = append(d.syms.Rules.Derived, v)
	d.add(&Symbol{Name: v.ID, Kind: Derived, Index: v.Index, Type: v.Type, Pos: e.IDPos()})
}

// heldAs returns the type of the cells that hold derived values of a type: numbers, unless the type needs more words.
func heldAs(gd *def.GameDef, t def.Type) def.Type {
	if gd.Wide(t) {
		return t
	}
	return def.TInt
}

// player reports whether a derived value can state who plays a seat, and reports errors. A game has at most one such value.
func (d *declarer) player(e *tree.Entry, v *DerivedValue) bool {
	at := e.Get("player").Pos
	for i, other := range d.gd.Derived {
		if other.Player {
			d.errorf(at, "player", "%s already defines which player plays a seat (%s); a game has one such value", other.ID, d.syms.Rules.Derived[i].Entry.IDPos())
			return false
		}
	}
	if v.Per != def.KSeat || v.Type.Kind != def.KSeat && v.Type != (def.Type{}) {
		d.errorf(at, "player", "the player of a seat is given by a seat for each seat: write per: seat and type: seat")
		return false
	}
	return true
}

// setupWord declares the variable of a value that formulas read from the present set-up.
func (d *declarer) setupWord(w *SetupWord, e *tree.Entry) {
	d.cells(w.ID, nil, w.Type, true)
	w.Var = int32(len(d.gd.Vars) - 1)
	d.add(&Symbol{Name: w.ID, Kind: Variable, Index: w.Var, Type: w.Type, Pos: e.IDPos()})
	d.syms.Data.SetupWords = append(d.syms.Data.SetupWords, w)
}

// At returns the node at a dotted path of n, or nil.
func At(n *source.Node, path string) *source.Node {
	return n.Under(path).Given()
}
