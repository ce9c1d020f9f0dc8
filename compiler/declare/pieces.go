package declare

// pieces.go builds the classes of pieces: type x status x marks.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/tree"
	"rulebound/engine/def"
)

func (d *declarer) pieces() {
	var tooMany diag.Pos
	for i, e := range d.entries("pieces") {
		t := def.PieceType{Named: named(e), Seat: -1, First: int32(len(d.gd.Classes))}
		for _, s := range e.Words("statuses") {
			t.Statuses = append(t.Statuses, s.Value)
		}
		for _, m := range e.Words("marks") {
			t.Marks = append(t.Marks, d.mark(m.Value))
		}
		d.classes(e, &t, int32(i))
		d.gd.Types = append(d.gd.Types, t)
		d.add(&Symbol{Name: t.ID, Kind: PieceType, Index: int32(i), Type: tFilter, Value: t.Classes, Pos: e.IDPos()})
		if len(d.gd.Classes) > def.MaxClasses && tooMany.IsZero() {
			tooMany = e.Node.Pos
		}
	}
	if n := len(d.gd.Classes); n > def.MaxClasses {
		d.errorf(tooMany, "too-many", "type x status x marks give %d piece classes; at most %d are possible", n, def.MaxClasses)
	}
}

// mark gives a mark its index.
func (d *declarer) mark(name string) int32 {
	at, ok := d.syms.Pieces.Mark[name]
	if !ok {
		at = int32(len(d.gd.Marks))
		d.syms.Pieces.Mark[name] = at
		d.gd.Marks = append(d.gd.Marks, name)
	}
	return at
}

// classes adds the classes of a type: for each set of marks all statuses.
func (d *declarer) classes(e *tree.Entry, t *def.PieceType, index int32) {
	if len(t.Marks) > 6 { // the classes of one type alone would be too many, and more than can be counted
		d.errorf(e.Node.Pos, "too-many", "piece type %s has %d marks; at most 6 are possible", t.ID, len(t.Marks))
		return
	}
	statuses := t.Statuses
	if len(statuses) == 0 {
		statuses = []string{""}
	}
	for combo := range 1 << len(t.Marks) {
		var marks uint32
		suffix := ""
		for bit, m := range t.Marks {
			if combo>>bit&1 == 1 {
				marks |= 1 << uint(m)
				suffix += "." + d.gd.Marks[m]
			}
		}
		for i, s := range statuses {
			id := t.ID
			if s != "" {
				id += "." + s
			}
			d.class(e, t, def.ClassDef{ID: id + suffix, Type: index, Status: int32(i), Marks: marks}, s)
		}
	}
}

// class adds one class and notes it under its status, "" for none, and its marks.
func (d *declarer) class(e *tree.Entry, t *def.PieceType, c def.ClassDef, status string) {
	at := uint(len(d.gd.Classes))
	d.gd.Classes = append(d.gd.Classes, c)
	if at >= def.MaxClasses {
		return
	}
	p := &d.syms.Pieces
	t.Classes |= 1 << at
	if status != "" {
		p.OfStatus[status] |= 1 << at
		if old, ok := p.Status[status]; ok && old != c.Status {
			d.errorf(e.Node.Pos, "status-order", "status %s must stand at the same place in the statuses of all piece types that have it", status)
		}
		p.Status[status] = c.Status
	}
	for m, name := range d.gd.Marks {
		if c.Marks>>uint(m)&1 == 1 {
			p.OfMark[name] |= 1 << at
		}
	}
}
