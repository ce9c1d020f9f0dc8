package declare

// This file declares the tables and values by which formulas read the data of a game.

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/engine/def"
)

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
		gd.Rows, gd.Nodes = append(gd.Rows, name), append(gd.Nodes, d.node(row, "row"))
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
	if n := e.Get("per"); n != nil {
		d.perEntry(s, e, n)
		return
	}
	if s.Said == nil {
		s.Said = e.Get("default")
	}
	if s.Said == nil {
		d.errorf(e.Node.Pos, "missing-key", "the rulebook needs %s: (a value without a default)", at.Value)
	}
	d.add(s)
}

// maxIndices is the greatest number of members of a range of numbers that is an index.
const maxIndices = 1 << 10

// perEntry declares a value with indices. Package data computes its values.
func (d *declarer) perEntry(s *Symbol, e *tree.Entry, per *source.Node) {
	l := def.Lookup{ID: e.ID(), Type: s.Type, Per: []def.Type{}}
	if words := per.List(); len(words) == 0 || len(words) > 2 {
		d.errorf(per.Pos, "bad-per", "%s has a value for each member of one or two enumerations; per: names %d", e.ID(), len(words))
		d.syms.Clashed[e.ID()] = true
	}
	for _, w := range per.List() {
		of, known := d.syms.Enums[w.Value]
		if !known {
			of, known = d.numbers(w)
		}
		l.Per = append(l.Per, def.Type{Kind: def.KEnum, Of: of})
		if !known && !d.syms.Clashed[w.Value] {
			if variableOwners[w.Value] != def.KNone {
				d.errorf(w.Pos, "bad-per", "a value is kept for the members of enumerations or for numbers such as 1..6; what is kept for each %s is a property", w.Value)
			} else {
				d.errorf(w.Pos, "unknown-name", "per: is an enumeration or numbers such as 1..6, not %s%s", w.Value, d.near(w.Value, slices.Sorted(maps.Keys(d.syms.Enums))))
			}
		}
		if !known {
			d.syms.Clashed[e.ID()] = true
		}
	}
	s.Kind, s.Index = Indexed, int32(len(d.gd.Lookups))
	d.gd.Lookups = append(d.gd.Lookups, l)
	d.syms.Data.Indexed = append(d.syms.Data.Indexed, s)
	if s.Said == nil && e.Get("default") == nil {
		d.errorf(e.Node.Pos, "missing-key", "the rulebook needs %s: (a value without a default)", e.Text("at"))
		d.syms.Clashed[e.ID()] = true
	}
	s.Default = e.Get("default")
	d.add(s)
}

// numbers returns an enumeration whose members are the numbers of a range such as 1..6. Its name is the range.
func (d *declarer) numbers(n *source.Node) (int32, bool) {
	first, last, isRange := strings.Cut(n.Value, "..")
	low, err := strconv.ParseInt(first, 10, 32)
	high, err2 := strconv.ParseInt(last, 10, 32)
	if !isRange || err != nil || err2 != nil {
		return 0, false
	}
	if low > high || high-low >= maxIndices {
		d.errorf(n.Pos, "bad-range", "the numbers of an index are written as 1..6: the first, the last, at most %d of them", maxIndices)
		d.syms.Clashed[n.Value] = true
		return 0, false
	}
	of := def.EnumDef{ID: fmt.Sprintf("%d..%d", low, high)}
	if i := slices.IndexFunc(d.gd.Enums, func(e def.EnumDef) bool { return e.ID == of.ID }); i >= 0 {
		return int32(i), true
	}
	for i := low; i <= high; i++ {
		of.Members = append(of.Members, strconv.FormatInt(i, 10))
	}
	d.gd.Enums = append(d.gd.Enums, of)
	return int32(len(d.gd.Enums) - 1), true
}
