package load

// This file checks the parts of a GameDef: sizes and indices of everything but code and expressions.

import "rulebound/engine/def"

func (k *Checker) validatePieces() {
	gd := k.Def
	for i, c := range gd.Classes {
		k.Part = &gd.Classes[i]
		k.Index("type of class "+c.ID, int64(c.Type), len(gd.Types))
		t := gd.Types[c.Type]
		k.Index("status of class "+c.ID, int64(c.Status), max(len(t.Statuses), 1))
		if !gd.Has(t.Classes, def.FilterSet, int64(i)) {
			k.Fail("class %s is not among the classes of type %s", c.ID, t.ID)
		}
	}
	for i, t := range gd.Types {
		k.Part = &gd.Types[i]
		k.OrNone("seat of type "+t.ID, int64(t.Seat), len(gd.Seats))
		k.Index("home of type "+t.ID, int64(t.Home), len(gd.Zones))
		k.Index("first class of type "+t.ID, int64(t.First), len(gd.Classes))
		k.members("classes of type "+t.ID, t.Classes, def.FilterSet, len(gd.Classes))
		for c := range gd.Classes {
			if gd.Has(t.Classes, def.FilterSet, int64(c)) && gd.Classes[c].Type != int32(i) {
				k.Fail("type %s lists class %s of another type", t.ID, gd.Classes[c].ID)
			}
		}
		if t.Count < 0 || t.Count > MaxPieces {
			k.Fail("type %s has %d pieces; 0 to %d are possible", t.ID, t.Count, MaxPieces)
		}
		if gd.Classes[t.First].Type != int32(i) {
			k.Fail("first class of type %s belongs to another type", t.ID)
		}
		for _, m := range t.Marks {
			k.Index("mark of type "+t.ID, int64(m), len(gd.Marks))
		}
	}
	for i, l := range gd.Stacking {
		k.Part = &gd.Stacking[i]
		k.members("zones of a stacking limit", l.Zones, def.ZoneSet, len(gd.Zones))
		k.members("filter of a stacking limit", l.Filter, def.FilterSet, len(gd.Classes))
		k.NodeRef(l.Node)
	}
}

func (k *Checker) validateVars() {
	gd := k.Def
	used := make([]bool, gd.Cells)
	for i, v := range gd.Vars {
		k.Part = &gd.Vars[i]
		k.Node = k.NodeRef(v.Node)
		if v.Base < 0 || v.Len < 0 || int64(v.Base)+int64(v.Len) > int64(gd.Cells) {
			k.Fail("variable %s lies outside the cells", v.ID)
		}
		for c := v.Base; c < v.Base+v.Len; c++ {
			if used[c] {
				k.Fail("variable %s shares cell %d with another", v.ID, c)
			}
			used[c] = true
		}
		n := k.indices(&v)
		k.ValueType(v.ID, v.Type)
		if n *= int64(gd.Words(v.Type)); int64(v.Len) != n {
			k.Fail("variable %s has %d cells, needs %d", v.ID, v.Len, n)
		}
		if gd.Wide(v.Type) && (v.Bounded || v.Scale >= 0 || v.Pool >= 0) {
			k.Fail("variable %s is a set and cannot have bounds", v.ID)
		}
		k.OrNone("scale of variable "+v.ID, int64(v.Scale), len(gd.Enums))
		k.OrNone("pool of variable "+v.ID, int64(v.Pool), len(gd.Pools))
		if v.Owner() == def.KZone {
			k.members("zones of variable "+v.ID, v.On, def.ZoneSet, len(gd.Zones))
		}
		if v.Bounded && v.Min > v.Max {
			k.Fail("variable %s has minimum %d and maximum %d", v.ID, v.Min, v.Max)
		}
		k.stance(&v)
		if v.Answers && (v.Owner() != def.KSeat || i+1 >= len(gd.Vars) || !gd.Vars[i+1].Single() || gd.Vars[i+1].Type != def.SeatSet) {
			k.Fail("variable %s keeps answers of seats, and the set of these seats does not follow it", v.ID)
		}
		least, most, bounded := gd.Bounds(&v)
		for i := v.Base; bounded && i < v.Base+v.Len; i++ {
			if x := gd.Initial[i]; x < least || x > most {
				k.Fail("variable %s begins with %d, outside %d..%d", v.ID, x, least, most)
			}
		}
	}
	k.Node = 0
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
		k.Part = &gd.Pools[i]
		if n < 0 {
			k.Fail("more of pool %s is in play at the beginning than there is", gd.Pools[i].ID)
		}
	}
	for i, c := range gd.ActionCells {
		k.Part = &gd.ActionCells[i]
		k.Index("action cell", int64(c), int(gd.Cells))
		if pooled[c] {
			k.Fail("action cell %d draws on a pool", c)
		}
	}
	k.Part = &gd.StampCell
	if len(gd.Lasting) > 0 || gd.StampCell != 0 {
		k.Index("stamp cell", int64(gd.StampCell), int(gd.Cells))
	}
}

// entries checks a lookup with indices.
func (k *Checker) entries(l *def.Lookup) {
	n := int64(1)
	k.AtMost("indices of "+l.ID, len(l.Per), 2)
	for _, t := range l.Per {
		if k.ValueType("index of "+l.ID, t); t.Kind != def.KEnum {
			k.Fail("value %s is for each thing of kind %d", l.ID, t.Kind)
		}
		n *= k.Def.Many(t)
	}
	if l.Per != nil && (int64(len(l.Values)) != n || len(l.Nodes) != len(l.Values)) || l.Per == nil && l.Nodes != nil {
		k.Fail("value %s has %d values with %d nodes, needs %d", l.ID, len(l.Values), len(l.Nodes), n)
	}
	for _, node := range l.Nodes {
		k.NodeRef(node)
	}
}

// indices checks the indices of a variable, and returns the number of its values.
func (k *Checker) indices(v *def.VarDef) int64 {
	n, inBrackets := int64(1), v.Brackets()
	k.AtMost("indices of "+v.ID, len(v.Per), 2)
	for i, t := range v.Per {
		switch t.Kind {
		case def.KSeat, def.KZone, def.KCard:
			if i > 0 && v.Owner() == def.KNone {
				k.Fail("variable %s has an enumeration before an index of kind %d", v.ID, t.Kind)
			}
		case def.KEnum:
			k.ValueType("index of "+v.ID, t)
		case def.KInt:
			if !v.Past || len(v.Per) > 1 || v.Type != def.TInt || v.Scope != def.GameScope || v.Bounded || !v.Quiet || t.Of < 1 || t.Of > def.MaxPositions {
				k.Fail("variable %s cannot keep positions", v.ID)
			}
		default:
			k.Fail("variable %s is for each thing of kind %d", v.ID, t.Kind)
		}
		n *= k.Def.Many(t)
	}
	if v.Past && (len(v.Per) == 0 || v.Per[0].Kind != def.KInt) {
		k.Fail("variable %s keeps positions, and has no number of them", v.ID)
	}
	if len(inBrackets) == 0 {
		return n
	}
	if v.On != 0 || v.Scale >= 0 || v.Pool >= 0 || v.Stance != 0 || v.Reveals {
		k.Fail("variable %s is a marker, a stance or who sees cards, and has an index in brackets", v.ID)
	}
	for _, t := range inBrackets {
		if many := k.Def.Many(t); many < 1 || many > def.MaxCells {
			k.Fail("variable %s is kept for each of nothing, or of too much", v.ID)
		}
	}
	return n
}

// ValueType checks the enum or table that a type refers to.
func (k *Checker) ValueType(what string, t def.Type) {
	kind := t.Kind
	if kind > def.KPair || t.Elem > def.KPair {
		k.Fail("%s has a type of unknown kind", what)
	}
	if kind == def.KSet {
		kind = t.Elem
	}
	list, n := "", 0
	switch kind {
	case def.KEnum:
		list, n = "enum", len(k.Def.Enums)
	case def.KRow:
		list, n = "table", len(k.Def.Tables)
	case def.KPair:
		list, n = "pair", len(k.Def.Pairs)
	default:
		return
	}
	if t.Of < 0 || int(t.Of) >= n {
		k.Index(list+" of "+what, int64(t.Of), n)
	}
}

func (k *Checker) validateRules() {
	gd := k.Def
	slots := func(what string, list []int32) {
		k.AtMost("parameters of "+what, len(list), def.MaxArgs)
		for _, p := range list {
			k.Index("bound slot of "+what, int64(p), int(gd.Scratch))
		}
	}
	for i, f := range gd.Functions {
		k.Part = &gd.Functions[i]
		k.NodeRef(f.Node)
		slots(f.ID, f.Params)
		if f.Body == nil {
			k.Fail("function %s has no formula", f.ID)
		}
	}
	for i, d := range gd.Derived {
		k.Part = &gd.Derived[i]
		k.Node = k.NodeRef(d.Node)
		n := 1
		switch d.Per {
		case def.KNone:
		case def.KSeat:
			n = len(gd.Seats)
			k.Index("slot of "+d.ID, int64(d.Slot), int(gd.Scratch))
		case def.KZone:
			n = len(gd.Zones)
			k.Index("slot of "+d.ID, int64(d.Slot), int(gd.Scratch))
		default:
			k.Fail("derived value %s is for each thing of kind %d", d.ID, d.Per)
		}
		k.members("index set of "+d.ID, d.Over, def.Type{Kind: def.KSet, Elem: d.Per}, n)
		k.OrNone("held flag of "+d.ID, int64(d.Held), int(gd.Cells))
		k.ValueType(d.ID, d.Type)
		n *= gd.Words(d.Type)
		if d.Held >= 0 && (int(d.Len) != n || d.Base < 0 || int64(d.Base)+int64(d.Len) > int64(gd.Cells)) {
			k.Fail("frozen values of %s lie outside the cells or are not %d", d.ID, n)
		}
	}
	k.Node = 0
	for i, p := range gd.Points {
		k.Part = &gd.Points[i]
		k.NodeRef(p.Node)
		slots(p.ID, p.Params)
		if p.Kind > def.PointRun || p.Combine > def.CombineLatest {
			k.Fail("point %s is of unknown kind", p.ID)
		}
		for _, a := range p.Attach {
			k.Index("attachment of "+p.ID, int64(a), len(gd.Attachments))
		}
	}
	for i, a := range gd.Attachments {
		k.Part = &gd.Attachments[i]
		k.NodeRef(a.Node)
		k.Index("point of an attachment", int64(a.Point), len(gd.Points))
		k.Index("effect of an attachment", int64(a.Lasting), len(gd.Lasting))
		if gd.Points[a.Point].Kind == def.PointRun {
			k.Index("procedure of an attachment", int64(a.Proc), len(gd.Procs))
		}
		if a.Quota > 0 {
			k.Index("quota cell of an attachment", int64(a.Used), int(gd.Cells))
		}
	}
	for i, l := range gd.Lasting {
		k.Part = &gd.Lasting[i]
		k.NodeRef(l.Node)
		k.Index("stamp of "+l.ID, int64(l.Stamp), int(gd.Cells))
		k.Index("duration cell of "+l.ID, int64(l.Until), int(gd.Cells))
		if len(gd.Durations) > 0 {
			k.Index("duration of "+l.ID, int64(l.Duration), len(gd.Durations))
		}
	}
	for i, n := range gd.Notes {
		k.Part = &gd.Notes[i]
		k.AtMost("fields of note "+n.Name, len(n.Fields), 256)
	}
}

// validateBookkeeping proves that the cells of the machine's own bookkeeping have no bounds that it would violate, and that stamps and held
// values do not share cells.
func (k *Checker) validateBookkeeping() {
	def := k.Def
	owner := make([]string, def.Cells)
	for _, v := range def.Vars {
		if _, _, bounded := def.Bounds(&v); !bounded && v.Pool < 0 {
			continue
		}
		for i := v.Base; i < v.Base+v.Len; i++ {
			owner[i] = v.ID
		}
	}
	claim := func(what string, cell int32, alone bool) {
		if o := owner[cell]; o != "" && o != what {
			k.Fail("cell %d belongs to %s and to %s", cell, o, what)
		} else if o == what && alone {
			k.Fail("cell %d belongs to %s twice", cell, o)
		}
		if def.Initial[cell] != 0 {
			k.Fail("cell %d of %s begins with %d", cell, what, def.Initial[cell])
		}
		owner[cell] = what
	}
	k.Part = &def.StampCell
	if len(def.Lasting) > 0 {
		claim("the stamps", def.StampCell, true)
	}
	for i, l := range def.Lasting {
		k.Part = &def.Lasting[i]
		k.Node = l.Node
		claim("a lasting effect", l.Stamp, true)
		claim("a lasting effect", l.Until, true)
	}
	for i, d := range def.Derived {
		k.Part = &def.Derived[i]
		if k.Node = d.Node; d.Held < 0 {
			continue
		}
		claim("the marks of frozen values", d.Held, false)
		for c := range d.Len {
			claim("frozen values", d.Base+c, true)
		}
	}
	for i, a := range def.Attachments {
		k.Part = &def.Attachments[i]
		if k.Node = a.Node; a.Quota > 0 {
			claim("the quota of an attachment", a.Used, false)
		}
	}
}

func (k *Checker) validateSetups() {
	def := k.Def
	for i, s := range def.Setups {
		k.Part = &def.Setups[i]
		k.Node = k.NodeRef(s.Node)
		for _, c := range s.Cells {
			k.Index("cell of set-up "+s.ID, int64(c.Cell), int(def.Cells))
		}
		for _, p := range s.Pieces {
			k.Index("zone of set-up "+s.ID, int64(p.Zone), len(def.Zones))
			k.Index("class of set-up "+s.ID, int64(p.Class), len(def.Classes))
		}
		for _, c := range s.Cards {
			k.Index("pile of set-up "+s.ID, int64(c.Pile), len(def.Piles))
			k.Index("card of set-up "+s.ID, int64(c.Card), len(def.Cards))
		}
		for _, l := range s.Active {
			k.Index("effect of set-up "+s.ID, int64(l), len(def.Lasting))
		}
	}
	k.Node = 0
}

// stance checks a variable that seats may set: each seat has its own value, and the values can be spelled.
func (k *Checker) stance(v *def.VarDef) {
	if v.Stance == 0 {
		return
	}
	k.members("stance of variable "+v.ID, v.Stance, def.SetOf(def.TSeat), len(k.Def.Seats))
	if v.Owner() != def.KSeat || v.Scope != def.GameScope {
		k.Fail("variable %s is not a stance: it is not kept for each seat through the game", v.ID)
	}
	if _, _, ok := k.Def.StanceRange(v); !ok {
		k.Fail("variable %s is not a stance: its values have no bounds", v.ID)
	}
}
