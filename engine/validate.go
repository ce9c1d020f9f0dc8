package engine

// This file checks the shape of a GameDef: sizes and indices of everything but code and expressions, which are checked
// as they are compiled. After it no later step can meet an index out of range.

import (
	"fmt"
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/fold"
	"rulebound/engine/value"
)

// limits of the machine, beside those that def states.
const (
	maxCells    = def.MaxCells
	maxSlots    = 1 << 16 // of a frame, the stack and the scratch
	maxPieces   = def.MaxPieces
	maxOperands = 256 // of an instruction
)

// builder turns a GameDef into a Game.
type builder struct {
	g   *Game
	def *def.GameDef
	off [numPasses]bool
	findings

	node    int32 // enclosing place in the rulebook
	depth   int
	frame   int32 // locals that the code or expression being compiled may use
	probe   *State
	wide    bool    // some kind of set takes more than one word
	scopes  []scope // round the expression being compiled, the innermost last
	brief   bool    // the loop being compiled ends at its first member
	inlined int
	work    int   // operators looked at so far
	ahead   int64 // steps left for what is known without a state
}

// findings is what a builder has found out about formulas.
type findings struct {
	folder    *fold.Folder
	faults    *fold.Faults
	constants map[int64]bool        // functions known to be static or not
	calls     map[*def.Expr]inlined // without bind
	binding   map[int64]*binds      // by function
	sources   []int32               // by variable
	reading   map[*def.Expr]*reads  // what rules read
	settled   map[*def.Expr]int64   // static expressions whose value is a wide set
	tried     map[*def.Expr]bool    // static expressions without a value: they are faults, or too much work
	asked     map[question]bool     // conditions that have no form for whole sets
	weights   map[*def.Expr]int64   // operators in an expression
	efforts   []int64               // steps of each decision
}

// fail ends loading with an error.
func (b *builder) fail(format string, args ...any) {
	where := ""
	if b.node > 0 {
		n := b.def.Nodes[b.node]
		where = fmt.Sprintf("%s:%d: ", n.File, n.Line)
	}
	panic(loadError{fmt.Errorf("%s%s", where, fmt.Sprintf(format, args...))})
}

// index checks 0 <= i < n.
func (b *builder) index(what string, i int64, n int) {
	if i < 0 || i >= int64(n) {
		b.fail("%s %d is out of range (there are %d)", what, i, n)
	}
}

// orNone checks -1 <= i < n.
func (b *builder) orNone(what string, i int64, n int) {
	if i != def.None {
		b.index(what, i, n)
	}
}

func (b *builder) atMost(what string, n, most int) {
	if n > most {
		b.fail("%d %s; at most %d are possible", n, what, most)
	}
}

// members checks that a set has members below n alone.
func (b *builder) members(what string, set int64, t def.Type, n int) {
	if b.def.Wide(t) {
		if set < 0 || set > 0 && set >= int64(len(b.def.Sets)) {
			b.fail("%s: there is no set %d", what, set)
		}
	}
	words := slices.Clone(b.def.Bits(set, t))
	if value.Clip(words, n); !value.EqualSets(words, b.def.Bits(set, t)) {
		b.fail("%s: set %#x has members out of range (there are %d)", what, b.def.Bits(set, t), n)
	}
}

// wideSets checks that sets are in the one form in which equal sets are equal.
func (b *builder) wideSets() {
	for i, words := range b.def.Sets {
		if (len(words) == 0) != (i == 0) || len(words) > 0 && words[len(words)-1] == 0 {
			b.fail("set %d is not as sets are written: the first has no words, and no other ends with a word of 0", i)
		}
	}
}

func (b *builder) nodeRef(n int32) int32 {
	b.index("node", int64(n), max(len(b.def.Nodes), 1))
	return n
}

func (b *builder) validate() {
	gd := b.def
	b.atMost("zones", len(gd.Zones), def.MaxZones)
	b.atMost("piece classes", len(gd.Classes), def.MaxClasses)
	b.atMost("seats", len(gd.Seats), def.MaxSeats)
	b.atMost("cards", len(gd.Cards), def.MaxCards)
	b.atMost("piles", len(gd.Piles), def.MaxPiles)
	b.atMost("marks", len(gd.Marks), def.MaxMarks)
	for _, c := range []struct {
		what    string
		n, most int
	}{{"cells", int(gd.Cells), maxCells}, {"bound slots", int(gd.Scratch), maxSlots}, {"stack slots", int(gd.Stack), maxSlots}} {
		if c.n < 0 {
			b.fail("negative number of %s", c.what)
		}
		b.atMost(c.what, c.n, c.most)
	}
	if len(gd.Initial) != int(gd.Cells) {
		b.fail("%d initial values for %d cells", len(gd.Initial), gd.Cells)
	}
	if len(gd.Adjacent) != len(gd.Zones) {
		b.fail("adjacency of %d zones, there are %d", len(gd.Adjacent), len(gd.Zones))
	}
	b.wideSets()
	for _, a := range gd.Adjacent {
		b.members("adjacency", a, def.ZoneSet, len(gd.Zones))
	}
	for _, p := range gd.Piles {
		b.orNone("owner of a pile", int64(p.Owner), len(gd.Seats))
	}
	if len(gd.Cards) > 0 && len(gd.Piles) == 0 {
		b.fail("cards without a pile")
	}
	for _, l := range gd.Lookups {
		b.atMost("values of a lookup", len(l.Values), maxCells)
	}
	for _, o := range gd.Options {
		b.index("default of option "+o.ID, int64(o.Default), len(o.Values))
	}
	for i, p := range gd.Pairs {
		for _, half := range []def.Type{p.First, p.Second} {
			what := fmt.Sprintf("pair %d", i)
			if b.valueType(what, half); half.Kind == def.KPair {
				b.fail("%s is made of a pair", what)
			}
		}
	}
	b.validatePieces()
	b.validateVars()
	b.validateRules()
	b.validateBookkeeping()
	b.validateSetups()
}

func (b *builder) validatePieces() {
	gd := b.def
	for i, c := range gd.Classes {
		b.index("type of class "+c.ID, int64(c.Type), len(gd.Types))
		t := gd.Types[c.Type]
		b.index("status of class "+c.ID, int64(c.Status), max(len(t.Statuses), 1))
		if !gd.Has(t.Classes, def.FilterSet, int64(i)) {
			b.fail("class %s is not among the classes of type %s", c.ID, t.ID)
		}
	}
	for i, t := range gd.Types {
		b.orNone("seat of type "+t.ID, int64(t.Seat), len(gd.Seats))
		b.index("home of type "+t.ID, int64(t.Home), len(gd.Zones))
		b.index("first class of type "+t.ID, int64(t.First), len(gd.Classes))
		b.members("classes of type "+t.ID, t.Classes, def.FilterSet, len(gd.Classes))
		for c := range gd.Classes {
			if gd.Has(t.Classes, def.FilterSet, int64(c)) && gd.Classes[c].Type != int32(i) {
				b.fail("type %s lists class %s of another type", t.ID, gd.Classes[c].ID)
			}
		}
		if t.Count < 0 || t.Count > maxPieces {
			b.fail("type %s has %d pieces; 0 to %d are possible", t.ID, t.Count, maxPieces)
		}
		if gd.Classes[t.First].Type != int32(i) {
			b.fail("first class of type %s belongs to another type", t.ID)
		}
		for _, m := range t.Marks {
			b.index("mark of type "+t.ID, int64(m), len(gd.Marks))
		}
	}
	for _, l := range gd.Stacking {
		b.members("zones of a stacking limit", l.Zones, def.ZoneSet, len(gd.Zones))
		b.members("filter of a stacking limit", l.Filter, def.FilterSet, len(gd.Classes))
		b.nodeRef(l.Node)
	}
}

// markBit returns the bit of mark m in ClassDef.Marks, 0 if pieces of the type cannot bear it.
func (b *builder) markBit(typ, m int32) uint32 {
	for _, t := range b.def.Types[typ].Marks {
		if t == m {
			return 1 << uint(m)
		}
	}
	return 0
}

func (b *builder) validateVars() {
	gd := b.def
	used := make([]bool, gd.Cells)
	for _, v := range gd.Vars {
		b.node = b.nodeRef(v.Node)
		if v.Base < 0 || v.Len < 0 || int64(v.Base)+int64(v.Len) > int64(gd.Cells) {
			b.fail("variable %s lies outside the cells", v.ID)
		}
		for i := v.Base; i < v.Base+v.Len; i++ {
			if used[i] {
				b.fail("variable %s shares cell %d with another", v.ID, i)
			}
			used[i] = true
		}
		n := 1
		switch v.Per {
		case def.KNone:
		case def.KSeat:
			n = len(gd.Seats)
		case def.KZone:
			n = len(gd.Zones)
		case def.KCard:
			n = len(gd.Cards)
		default:
			b.fail("variable %s is for each thing of kind %d", v.ID, v.Per)
		}
		b.valueType(v.ID, v.Type)
		if n *= gd.Words(v.Type); int(v.Len) != n {
			b.fail("variable %s has %d cells, needs %d", v.ID, v.Len, n)
		}
		if gd.Wide(v.Type) && (v.Bounded || v.Scale >= 0 || v.Pool >= 0) {
			b.fail("variable %s is a set and cannot have bounds", v.ID)
		}
		b.orNone("scale of variable "+v.ID, int64(v.Scale), len(gd.Enums))
		b.orNone("pool of variable "+v.ID, int64(v.Pool), len(gd.Pools))
		if v.Per == def.KZone {
			b.members("zones of variable "+v.ID, v.On, def.ZoneSet, len(gd.Zones))
		}
		if v.Bounded && v.Min > v.Max {
			b.fail("variable %s has minimum %d and maximum %d", v.ID, v.Min, v.Max)
		}
		b.stance(&v)
		least, most, bounded := bounds(gd, &v)
		for i := v.Base; bounded && i < v.Base+v.Len; i++ {
			if x := gd.Initial[i]; x < least || x > most {
				b.fail("variable %s begins with %d, outside %d..%d", v.ID, x, least, most)
			}
		}
	}
	b.node = 0
	left := make([]int64, len(gd.Pools))
	for i := range gd.Pools {
		left[i] = int64(gd.Pools[i].Max)
	}
	pooled := make([]bool, gd.Cells)
	for _, v := range gd.Vars {
		for i := v.Base; v.Pool >= 0 && i < v.Base+v.Len; i++ {
			left[v.Pool] -= gd.Initial[i]
			pooled[i] = true
		}
	}
	for i, n := range left {
		if n < 0 {
			b.fail("more of pool %s is in play at the beginning than there is", gd.Pools[i].ID)
		}
	}
	for _, c := range gd.ActionCells {
		b.index("action cell", int64(c), int(gd.Cells))
		if pooled[c] {
			b.fail("action cell %d draws on a pool", c)
		}
	}
	if len(gd.Lasting) > 0 || gd.StampCell != 0 {
		b.index("stamp cell", int64(gd.StampCell), int(gd.Cells))
	}
}

// bounds gives the least and the greatest value of a variable: its own bounds, or those of its scale.
func bounds(gd *def.GameDef, v *def.VarDef) (least, most int64, bounded bool) {
	if v.Scale >= 0 && !v.Bounded {
		return 0, int64(len(gd.Enums[v.Scale].Members)) - 1, true
	}
	return v.Min, v.Max, v.Bounded
}

// valueType checks the enum or table a type refers to.
func (b *builder) valueType(what string, t def.Type) {
	kind := t.Kind
	if kind > def.KPair || t.Elem > def.KPair {
		b.fail("%s has a type of unknown kind", what)
	}
	if kind == def.KSet {
		kind = t.Elem
	}
	switch kind {
	case def.KEnum:
		b.index("enum of "+what, int64(t.Of), len(b.def.Enums))
	case def.KRow:
		b.index("table of "+what, int64(t.Of), len(b.def.Tables))
	case def.KPair:
		b.index("pair of "+what, int64(t.Of), len(b.def.Pairs))
	}
}

func (b *builder) validateRules() {
	gd := b.def
	slots := func(what string, list []int32) {
		b.atMost("parameters of "+what, len(list), def.MaxArgs)
		for _, p := range list {
			b.index("bound slot of "+what, int64(p), int(gd.Scratch))
		}
	}
	for _, f := range gd.Functions {
		b.nodeRef(f.Node)
		slots(f.ID, f.Params)
	}
	for _, d := range gd.Derived {
		b.node = b.nodeRef(d.Node)
		n := 1
		switch d.Per {
		case def.KNone:
		case def.KSeat:
			n = len(gd.Seats)
			b.index("slot of "+d.ID, int64(d.Slot), int(gd.Scratch))
		case def.KZone:
			n = len(gd.Zones)
			b.index("slot of "+d.ID, int64(d.Slot), int(gd.Scratch))
		default:
			b.fail("derived value %s is for each thing of kind %d", d.ID, d.Per)
		}
		b.members("index set of "+d.ID, d.Over, def.Type{Kind: def.KSet, Elem: d.Per}, n)
		b.orNone("held flag of "+d.ID, int64(d.Held), int(gd.Cells))
		b.valueType(d.ID, d.Type)
		n *= gd.Words(d.Type)
		if d.Held >= 0 && (int(d.Len) != n || d.Base < 0 || int64(d.Base)+int64(d.Len) > int64(gd.Cells)) {
			b.fail("frozen values of %s lie outside the cells or are not %d", d.ID, n)
		}
	}
	b.node = 0
	for _, p := range gd.Points {
		b.nodeRef(p.Node)
		slots(p.ID, p.Params)
		if p.Kind > def.PointRun || p.Combine > def.CombineLatest {
			b.fail("point %s is of unknown kind", p.ID)
		}
		for _, a := range p.Attach {
			b.index("attachment of "+p.ID, int64(a), len(gd.Attachments))
		}
	}
	for _, a := range gd.Attachments {
		b.nodeRef(a.Node)
		b.index("point of an attachment", int64(a.Point), len(gd.Points))
		b.index("effect of an attachment", int64(a.Lasting), len(gd.Lasting))
		if gd.Points[a.Point].Kind == def.PointRun {
			b.index("procedure of an attachment", int64(a.Proc), len(gd.Procs))
		}
		if a.Quota > 0 {
			b.index("quota cell of an attachment", int64(a.Used), int(gd.Cells))
		}
	}
	for _, l := range gd.Lasting {
		b.nodeRef(l.Node)
		b.index("stamp of "+l.ID, int64(l.Stamp), int(gd.Cells))
		b.index("duration cell of "+l.ID, int64(l.Until), int(gd.Cells))
		if len(gd.Durations) > 0 {
			b.index("duration of "+l.ID, int64(l.Duration), len(gd.Durations))
		}
	}
	for _, n := range gd.Notes {
		b.atMost("fields of note "+n.Name, len(n.Fields), 256)
	}
}

// validateBookkeeping proves that the cells in which the machine keeps its own books have no bounds that it would break,
// and that stamps and frozen values have cells of their own.
func (b *builder) validateBookkeeping() {
	def := b.def
	owner := make([]string, def.Cells)
	for _, v := range def.Vars {
		if _, _, bounded := bounds(def, &v); !bounded && v.Pool < 0 {
			continue
		}
		for i := v.Base; i < v.Base+v.Len; i++ {
			owner[i] = v.ID
		}
	}
	claim := func(what string, cell int32, alone bool) {
		if o := owner[cell]; o != "" && o != what {
			b.fail("cell %d belongs to %s and to %s", cell, o, what)
		} else if o == what && alone {
			b.fail("cell %d belongs to %s twice", cell, o)
		}
		if def.Initial[cell] != 0 {
			b.fail("cell %d of %s begins with %d", cell, what, def.Initial[cell])
		}
		owner[cell] = what
	}
	if len(def.Lasting) > 0 {
		claim("the stamps", def.StampCell, true)
	}
	for _, l := range def.Lasting {
		b.node = l.Node
		claim("a lasting effect", l.Stamp, true)
		claim("a lasting effect", l.Until, true)
	}
	for _, d := range def.Derived {
		if b.node = d.Node; d.Held < 0 {
			continue
		}
		claim("the marks of frozen values", d.Held, false)
		for i := range d.Len {
			claim("frozen values", d.Base+i, true)
		}
	}
	for _, a := range def.Attachments {
		if b.node = a.Node; a.Quota > 0 {
			claim("the quota of an attachment", a.Used, false)
		}
	}
}

func (b *builder) validateSetups() {
	def := b.def
	for _, s := range def.Setups {
		b.node = b.nodeRef(s.Node)
		for _, c := range s.Cells {
			b.index("cell of set-up "+s.ID, int64(c.Cell), int(def.Cells))
		}
		for _, p := range s.Pieces {
			b.index("zone of set-up "+s.ID, int64(p.Zone), len(def.Zones))
			b.index("class of set-up "+s.ID, int64(p.Class), len(def.Classes))
		}
		for _, c := range s.Cards {
			b.index("pile of set-up "+s.ID, int64(c.Pile), len(def.Piles))
			b.index("card of set-up "+s.ID, int64(c.Card), len(def.Cards))
		}
		for _, l := range s.Active {
			b.index("effect of set-up "+s.ID, int64(l), len(def.Lasting))
		}
	}
	b.node = 0
}
