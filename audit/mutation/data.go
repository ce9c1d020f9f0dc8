// This file lists the changes of declarations: lasting effects, limits, bounds and tables.

package mutation

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/engine/def"
)

// rules lists the changes of attachments of lasting effects, of limits and of bounds.
func (l *lister) rules() {
	for i := range l.def.Attachments {
		l.attachment(int32(i))
	}
	for i := range l.def.Stacking {
		l.stacking(i)
	}
	for i := range l.def.Vars {
		l.variable(i)
	}
}

func (l *lister) attachment(i int32) {
	a := &l.def.Attachments[i]
	p := &l.def.Points[a.Point]
	name := fmt.Sprintf("`%s` of `%s`", p.ID, l.def.Lasting[a.Lasting].ID)
	add := func(kind, way, change string, e edit) {
		reach := l.base.ran[a.Node]
		if kind == Condition {
			reach = l.attached(a)
		}
		l.add(kind, l.spot(a.Node), way, change, reach, e)
	}
	add(Hook, "attached", "the hook on "+name+" left out", func() func() {
		old := p.Attach
		p.Attach = slices.DeleteFunc(slices.Clone(old), func(j int32) bool { return j == i })
		return func() { p.Attach = old }
	})
	if when := a.When; when != nil && when.Node == 0 && !l.optional(when) {
		o := origin{node: a.Node, proc: int32(def.None)}
		add(Condition, "when", fmt.Sprintf("the condition `%s` of the hook on %s dropped", l.words(when, o), name), func() func() {
			a.When = nil
			return func() { a.When = when }
		})
	}
	if a.Quota > 0 {
		add(Limit, "quota", fmt.Sprintf("the quota %d of the hook on %s becomes %d", a.Quota, name, a.Quota+1), func() func() {
			a.Quota++
			return func() { a.Quota-- }
		})
	}
}

func (l *lister) stacking(i int) {
	k := &l.def.Stacking[i]
	pieces := l.base.game.Format(k.Filter, def.FilterSet)
	add := func(way, change string, e edit) { l.add(Limit, l.spot(k.Node), way, change, l.stacked, e) }
	add("drop", fmt.Sprintf("the limit of %d on `%s` dropped", k.Max, short(pieces)), func() func() {
		old := *k
		k.Zones = 0
		return func() { *k = old }
	})
	for _, by := range []int32{1, -1} {
		if k.Max+by < 0 {
			continue
		}
		add(fmt.Sprint("by ", by), fmt.Sprintf("the limit of %d on `%s` becomes %d", k.Max, short(pieces), k.Max+by), func() func() {
			k.Max += by
			return func() { k.Max -= by }
		})
	}
}

// variable lists the changes of the bounds of a track or counted marker, and of the supply of such markers.
func (l *lister) variable(i int) {
	v := &l.def.Vars[i]
	if v.Node == 0 || v.Scale >= 0 || v.Type.Kind != def.KInt {
		return
	}
	var reach set
	for c := v.Base; c < v.Base+v.Len; c++ {
		if s := l.cells[c]; s != nil {
			reach.join(*s)
		}
	}
	move := func(name string, at *int64, by int64) {
		change := fmt.Sprintf("the %s of `%s`, %d, becomes %d", name, v.ID, *at, *at+by)
		l.add(Bound, l.spot(v.Node), fmt.Sprint(name, by), change, reach, func() func() {
			*at += by
			return func() { *at -= by }
		})
	}
	if v.Bounded {
		move("maximum", &v.Max, 1)
		move("maximum", &v.Max, -1)
		if v.Single() {
			move("minimum", &v.Min, 1)
			move("minimum", &v.Min, -1)
		}
	}
	if v.Pool >= 0 {
		pool := &l.def.Pools[v.Pool]
		for _, by := range []int32{1, -1} {
			change := fmt.Sprintf("the supply of `%s`, %d, becomes %d", pool.ID, pool.Max, pool.Max+by)
			l.add(Limit, l.spot(v.Node), fmt.Sprint("pool", by), change, reach, func() func() {
				pool.Max += by
				return func() { pool.Max -= by }
			})
		}
	}
}

// data lists the changes of tables and of values with indices. Tables that no formula names are filled by set-ups and are not rules.
func (l *lister) data() {
	for t := range l.def.Tables {
		if !l.named[t] {
			continue
		}
		for i, node := range l.def.Tables[t].Nodes {
			l.row(t, i, l.spot(node))
			l.entries(t, i, l.spot(node))
		}
	}
	for i := range l.def.Lookups {
		k := &l.def.Lookups[i]
		for at, node := range k.Nodes {
			if node != 0 {
				l.entry(k, at, l.spot(node), l.def.EntryName(k, int64(at)), l.lookups[i])
			}
		}
	}
}

// row lists the removal of a row, unless formulas name it: without it the game would not load.
func (l *lister) row(t, i int, spot Spot) {
	table := &l.def.Tables[t]
	var uses []*def.Expr
	for _, e := range l.constants {
		if e.Type.Kind == def.KSet && e.Type.Elem == def.KRow && int(e.Type.Of) == t && l.def.Has(e.I, e.Type, int64(i)) {
			uses = append(uses, e)
		}
	}
	named := slices.ContainsFunc(l.constants, func(e *def.Expr) bool {
		return e.Type.Kind == def.KRow && int(e.Type.Of) == t && int(e.I) == i
	})
	if len(uses) == 0 || named {
		return
	}
	l.add(Row, spot, "row", fmt.Sprintf("the row left out of `%s`", table.ID), l.tables[t], func() func() {
		old := make([]int64, len(uses))
		for j, e := range uses {
			old[j] = e.I
			e.I = l.toggled(e.I, e.Type, int64(i))
		}
		return func() {
			for j, e := range uses {
				e.I = old[j]
			}
		}
	})
}

// toggled returns a set with a member removed, or added if it is missing.
func (l *lister) toggled(set int64, t def.Type, member int64) int64 {
	members := l.def.Each(set, t)
	if i := slices.Index(members, member); i >= 0 {
		return l.def.MakeSet(t, slices.Delete(members, i, i+1)...)
	}
	return l.def.MakeSet(t, append(members, member)...)
}

// entries lists the changes of the entries of a row.
func (l *lister) entries(t, i int, spot Spot) {
	for j := range l.def.Lookups {
		k := &l.def.Lookups[j]
		if column, ok := strings.CutPrefix(k.ID, l.def.Tables[t].ID+"."); ok && i < len(k.Values) {
			l.entry(k, i, spot, column, l.tables[t])
		}
	}
}

// entry lists the changes of a value of a lookup.
func (l *lister) entry(k *def.Lookup, i int, spot Spot, name string, reach set) {
	at := &k.Values[i]
	to := func(v int64) {
		change := fmt.Sprintf("%s: `%s` becomes `%s`", name, l.base.game.Format(*at, k.Type), l.base.game.Format(v, k.Type))
		l.add(Row, spot, fmt.Sprint(name, " ", v), change, reach, func() func() {
			old := *at
			*at = v
			return func() { *at = old }
		})
	}
	switch {
	case k.Type.Kind == def.KInt:
		to(*at + 1)
		to(*at - 1)
	case k.Type.Kind == def.KBool:
		to(1 - *at)
	case k.Type.Kind == def.KEnum && k.Per != nil:
		for _, v := range []int64{*at + 1, *at - 1} {
			if v >= 0 && v < l.def.Many(k.Type) {
				to(v)
			}
		}
	case k.Type.Kind == def.KSet && k.Type.Elem == def.KEnum:
		for m := range l.def.Enums[k.Type.Of].Members { // remove each member that is present, add each that is not
			to(l.toggled(*at, k.Type, int64(m)))
		}
	}
}
