package declare

// This file computes the classes of pieces: type × status × marks.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/tree"
	"rulebound/engine/def"
)

// stepClasses is the number of classes in a set of classes that cost one step of the compile.
const stepClasses = 16

func (d *declarer) pieces() {
	var tooMany diag.Pos
	var symbols []*Symbol
	for i, e := range d.entries("pieces") {
		t := def.PieceType{Named: named(e), Seat: -1, First: int32(len(d.gd.Classes))}
		for _, s := range e.Words("statuses") {
			t.Statuses = append(t.Statuses, s.Value)
			d.declares(s.Pos, names.Thing{Sort: names.Status, Name: s.Value})
		}
		for _, m := range e.Words("marks") {
			t.Marks = append(t.Marks, d.mark(m.Value, m.Pos))
			d.declares(m.Pos, names.Thing{Sort: names.Mark, Name: m.Value})
		}
		d.classes(e, &t, int32(i))
		d.book.Budget.Spend(e.Node.Pos, len(d.gd.Classes)/stepClasses)
		d.gd.Types = append(d.gd.Types, t)
		symbols = append(symbols, &Symbol{Name: t.ID, Kind: PieceType, Index: int32(i), Type: def.FilterSet, Pos: e.IDPos()})
		d.add(symbols[i])
		if len(d.gd.Classes) > def.MaxClasses && tooMany.IsZero() {
			tooMany = e.Node.Pos
		}
	}
	if n := len(d.gd.Classes); n > def.MaxClasses {
		d.errorf(tooMany, "too-many", "type x status x marks give %d piece classes; at most %d are possible", n, def.MaxClasses)
	}
	d.filters(symbols)
}

// filters computes the filters of types, statuses and marks. All classes must be known.
func (d *declarer) filters(types []*Symbol) {
	of, p := make([][]int64, len(types)), &d.syms.Pieces
	statuses, marks := map[string][]int64{}, map[string][]int64{}
	for i, c := range d.gd.Classes {
		at, t := int64(i), &d.gd.Types[c.Type]
		of[c.Type] = append(of[c.Type], at)
		if len(t.Statuses) > 0 {
			status := t.Statuses[c.Status]
			statuses[status] = append(statuses[status], at)
		}
		for m, name := range d.gd.Marks {
			if c.Marks>>uint(m)&1 == 1 {
				marks[name] = append(marks[name], at)
			}
		}
	}
	for i := range d.gd.Types {
		d.gd.Types[i].Classes = d.gd.MakeSet(def.FilterSet, of[i]...)
		types[i].Value = d.gd.Types[i].Classes
		for _, status := range d.gd.Types[i].Statuses {
			p.OfStatus[status] = d.gd.MakeSet(def.FilterSet, statuses[status]...)
		}
		for _, m := range d.gd.Types[i].Marks {
			p.OfMark[d.gd.Marks[m]] = d.gd.MakeSet(def.FilterSet, marks[d.gd.Marks[m]]...)
		}
	}
}

// maxMarks is the greatest number of marks of a piece type. One more, and the classes of this type alone would exceed the limit
// of a game.
const maxMarks = 8

// mark returns the index of a mark, which it assigns on first use.
func (d *declarer) mark(name string, pos diag.Pos) int32 {
	at, ok := d.syms.Pieces.Mark[name]
	if !ok {
		if at = int32(len(d.gd.Marks)); at == def.MaxMarks {
			d.errorf(pos, "too-many", "the pieces of a game have at most %d marks", def.MaxMarks)
		}
		d.syms.Pieces.Mark[name] = at
		d.gd.Marks = append(d.gd.Marks, name)
	}
	return at
}

// classes adds the classes of a type: for each set of marks all statuses.
func (d *declarer) classes(e *tree.Entry, t *def.PieceType, index int32) {
	if len(t.Marks) > maxMarks { // the number of classes would exceed the limit, and may overflow
		d.errorf(e.Node.Pos, "too-many", "piece type %s has %d marks; at most %d are possible", t.ID, len(t.Marks), maxMarks)
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
			d.class(e, def.ClassDef{ID: id + suffix, Type: index, Status: int32(i), Marks: marks}, s)
		}
	}
}

// class adds one class. status is its status, or "".
func (d *declarer) class(e *tree.Entry, c def.ClassDef, status string) {
	d.gd.Classes = append(d.gd.Classes, c)
	p := &d.syms.Pieces
	if status != "" {
		if old, ok := p.Status[status]; ok && old != c.Status {
			d.errorf(e.Node.Pos, "status-order", "status %s must be at the same position in the statuses of all piece types that have it", status)
		}
		p.Status[status] = c.Status
	}
}
