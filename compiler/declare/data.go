package declare

// This file declares the tables and values by which formulas read the data of a game.

import (
	"strings"

	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/engine/def"
)

func split(path string) []string { return strings.Split(path, ".") }

// tables declares values, and tables with their rows.
func (d *declarer) tables() {
	for _, e := range d.entries("tables") {
		t := d.table(e)
		if t == nil {
			continue
		}
		d.syms.Data.Claimed = append(d.syms.Data.Claimed, t.At)
		d.filled(d.book.Root, t)
		t.Rows = At(d.book.Root, t.At).List()
		if e.Flag("ordered") {
			d.onOnePage(t.At, t.Rows)
		}
		d.rows(t)
		d.add(&Symbol{Name: e.ID(), Kind: Rows, Type: rowsOf(t), Value: d.gd.UpTo(rowsOf(t), len(t.Rows)), Pos: e.IDPos(), Open: true})
	}
	for _, e := range d.entries("setupTables") {
		t := d.table(e)
		if t == nil {
			continue
		}
		w := &SetupWord{ID: e.ID(), At: t.At, Type: rowsOf(t), Table: t}
		for _, s := range d.entries("setups") {
			w.First = append(w.First, len(t.Rows))
			d.filled(s.Node, t)
			t.Rows = append(t.Rows, At(s.Node, t.At).List()...)
		}
		w.First = append(w.First, len(t.Rows))
		d.rows(t)
		d.setupWord(w, e)
	}
	for _, e := range d.entries("values") {
		d.value(e)
	}
	for _, e := range d.entries("setupValues") {
		at, typ := e.Get("at"), e.Get("type")
		if at == nil {
			continue
		}
		w := &SetupWord{ID: e.ID(), At: at.Value, Default: e.Get("default")}
		w.Type, _ = d.typeOf(typ)
		d.setupWord(w, e)
	}
}

// filled reports an empty list as the rows of a table, because it could mean none or all.
func (d *declarer) filled(n *source.Node, t *Table) {
	if list := At(n, t.At); list != nil && list.Kind == source.List && len(list.Items) == 0 {
		d.errorf(list.Pos, "empty-list", "%s has no rows; write them, or leave it out", t.At)
	}
}

// onOnePage reports an ordered list that is written on several pages, because the names of the pages would determine the order.
// Items of a library come first.
func (d *declarer) onOnePage(what string, items []*source.Node) {
	var first *source.Node
	for _, item := range items {
		switch {
		case item.Pos.InLibrary():
		case first == nil:
			first = item
		case item.Pos.File != first.Pos.File:
			d.diags.Errorf(item.Pos, "split-list", "the order of %s counts, and it is written on two pages; write all of it on one", what).
				Notef(first.Pos, "it begins here")
			return
		}
	}
}

func rowsOf(t *Table) def.Type { return def.Type{Kind: def.KSet, Elem: def.KRow, Of: t.Index} }

// table declares a table without its rows and columns. It returns nil if `at` is missing.
func (d *declarer) table(e *tree.Entry) *Table {
	at := e.Get("at")
	if at == nil {
		return nil
	}
	t := &Table{Index: int32(len(d.gd.Tables)), Entry: e, At: at.Value, Column: map[string]*Property{}}
	d.syms.Data.Tables[e.ID()] = t
	d.declares(e.IDPos(), names.Thing{Sort: names.Type, Name: e.ID()})
	d.gd.Tables = append(d.gd.Tables, def.TableDef{ID: e.ID()})
	return t
}

// rows declares the names and nodes of the rows of a table.
func (d *declarer) rows(t *Table) {
	gd := &d.gd.Tables[t.Index]
	for _, row := range t.Rows {
		d.book.Budget.Spend(row.Pos, 1)
		name := row.Value
		if row.Kind == source.Map {
			name, _ = row.Get("id").Str()
		}
		gd.Rows, gd.Nodes = append(gd.Rows, name), append(gd.Nodes, d.node(row, "row", nil))
		if at := row.Get("id"); at != nil && name != "" {
			d.declares(at.Pos, names.Thing{Sort: names.Row, Of: gd.ID, Name: name})
		}
	}
	if len(t.Rows) > maxRows {
		d.errorf(t.Rows[maxRows].Pos, "too-many", "table %s has %d rows; at most %d are possible", gd.ID, len(t.Rows), maxRows)
	}
}

// value declares a value in the game's data.
func (d *declarer) value(e *tree.Entry) {
	at := e.Get("at")
	if at == nil || e.Get("type") == nil {
		return
	}
	d.syms.Data.Claimed = append(d.syms.Data.Claimed, at.Value)
	s := &Symbol{Name: e.ID(), Kind: Value, Pos: e.IDPos(), Open: true, Said: At(d.book.Root, at.Value)}
	s.Type, _ = d.typeOf(e.Get("type"))
	if s.Said == nil {
		s.Said = e.Get("default")
	}
	if s.Said == nil {
		d.errorf(e.Node.Pos, "missing-key", "the rulebook needs %s: (a value without a default)", at.Value)
	}
	d.add(s)
}
