package declare

// This file declares procedures, lasting effects and hook points. Procedures are numbered in this order: those of `procedures`,
// those that are values in the data, those of hooks.

import (
	"slices"

	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/engine/def"
)

// declaredProcedures assigns indices to the procedures of `procedures`: tagged ones first, because sets of procedures contain no
// others.
func (d *declarer) declaredProcedures() {
	var tagged, plain []*Proc
	for _, e := range d.entries("procedures") {
		p := &Proc{ID: e.ID(), Entry: e, Declared: true, Unsure: e.Unsure}
		for _, t := range e.Words("tags") {
			p.Tags = append(p.Tags, t.Value)
			d.declares(t.Pos, names.Thing{Sort: names.Tag, Name: t.Value})
		}
		if len(p.Tags) > 0 {
			tagged = append(tagged, p)
		} else {
			plain = append(plain, p)
		}
	}
	for _, p := range slices.Concat(tagged, plain) {
		d.gd.Procs = append(d.gd.Procs, def.ProcDef{Tags: p.Tags}) // the width of sets of procedures depends on it
		d.proc(p)
		d.add(&Symbol{Name: p.ID, Kind: Procedure, Index: p.Index, Type: def.TProc, Pos: p.Entry.IDPos()})
	}
	if len(tagged) > maxTagged {
		d.errorf(tagged[maxTagged].Entry.Node.Pos, "too-many", "at most %d procedures can have tags", maxTagged)
	}
}

// proc assigns a procedure its index.
func (d *declarer) proc(p *Proc) int32 {
	p.Index = int32(len(d.syms.Rules.Procs))
	d.syms.Rules.Procs = append(d.syms.Rules.Procs, p)
	return p.Index
}

// procedures types the parameters of procedures and functions, numbers the anonymous procedures, and adds all of them to the
// GameDef.
func (d *declarer) procedures() {
	d.bundles()
	for _, p := range d.syms.Rules.Procs {
		p.Params = d.taken(p)
	}
	for _, f := range d.syms.Rules.Functions {
		f.Params = d.params(f.Entry.Pairs("params"))
	}
	for _, p := range d.syms.Rules.Procs {
		if t := p.Entry.Get("returns"); t != nil {
			p.Returns, _ = d.typeOf(t)
		}
	}
	d.texts()
	d.hooks()
	d.deciders()
	d.gd.Procs = nil
	for _, p := range d.syms.Rules.Procs {
		gd := def.ProcDef{Named: def.Named{ID: p.ID, Title: p.Entry.Title()}, Tags: p.Tags, Possible: -1}
		for _, q := range p.Params {
			gd.Params = append(gd.Params, def.Param{Name: q.Name, Type: q.Type})
		}
		d.gd.Procs = append(d.gd.Procs, gd)
	}
}

// texts declares the blocks that are values of properties of a procedure type: entry by entry, by the names of the properties.
func (d *declarer) texts() {
	props := d.syms.Data.Properties
	for _, key := range []string{"seats", "spaces", "boxes", "procedures"} {
		kind := map[string]def.Kind{"seats": def.KSeat, "procedures": def.KProc}[key]
		if kind == def.KNone {
			kind = def.KZone
		}
		names := blocks(props[kind])
		for _, e := range d.inOrder(key) {
			d.textsOf(e.Node, props[kind], names)
		}
	}
	for _, key := range []string{"tables", "setupTables"} {
		for _, e := range d.entries(key) {
			if t := d.syms.Data.Tables[e.ID()]; t != nil {
				for _, row := range t.Rows {
					d.columnsOf(row, t)
				}
			}
		}
	}
	names := blocks(props[def.KCard])
	for _, e := range d.entries("cards") {
		d.textsOf(e.Node, props[def.KCard], names)
	}
}

// inOrder returns the entries of a list in the order of their indices.
func (d *declarer) inOrder(key string) []*tree.Entry {
	if key != "procedures" {
		return d.entries(key)
	}
	var out []*tree.Entry
	for _, p := range d.syms.Rules.Procs {
		if p.Declared {
			out = append(out, p.Entry)
		}
	}
	return out
}

// blocks returns the names of properties of a procedure type, sorted.
func blocks(props map[string]*Property) []string {
	return slices.DeleteFunc(SortedProperties(props), func(name string) bool { return props[name].Signature < 0 })
}

func (d *declarer) textsOf(owner *source.Node, props map[string]*Property, names []string) {
	for _, name := range names {
		d.text(owner, name, props[name])
	}
}

func (d *declarer) columnsOf(row *source.Node, t *Table) {
	for _, name := range t.Columns {
		d.text(row, name, t.Column[name])
	}
}

// text declares the block that is the value of property p of owner, if there is one.
func (d *declarer) text(owner *source.Node, name string, p *Property) {
	n := owner.Get(name)
	entry := d.book.Texts[n]
	if p.Signature < 0 || n == nil || entry == nil {
		return
	}
	id, _ := owner.Get("id").Str()
	q := &Proc{ID: id + "." + name, Entry: entry, Params: d.syms.Rules.Signatures[p.Signature].List(), Unsure: entry.Unsure}
	if entry.Get("rule") == nil {
		if q.Rules = d.clauseOf(p, id); q.Rules == nil {
			q.Rules = d.stated(owner)
		}
	}
	d.syms.Rules.Texts[n] = d.proc(q)
}

// lasting declares the lasting effects: those at top level, then those of cards.
func (d *declarer) lasting() {
	entries := slices.Clone(d.entries("lasting"))
	for _, e := range d.entries("cards") {
		entries = append(entries, e.Entries("lasting")...)
	}
	for i, e := range entries {
		l := def.LastingDef{Named: named(e), Duration: -1, Node: d.node(e.Node, "lasting")}
		if n := e.Get("duration"); n != nil {
			at, ok := d.syms.Durations[n.Value]
			d.uses(n.Pos, names.Thing{Sort: names.Duration, Name: n.Value})
			if !ok {
				d.errorf(n.Pos, "unknown-name", "there is no duration %s%s", n.Value, d.near(n.Value, d.gd.Durations))
			}
			l.Duration = at
		}
		d.gd.Lasting = append(d.gd.Lasting, l)
		d.syms.Rules.Lasting = append(d.syms.Rules.Lasting, &Lasting{Index: int32(i), Entry: e})
		d.add(&Symbol{Name: l.ID, Type: def.TLasting, Value: int64(i), Pos: e.IDPos()})
	}
}

// points assigns the hook points their indices.
func (d *declarer) points() {
	for i, e := range d.entries("points") {
		d.syms.Points[e.ID()] = int32(i)
		d.declares(e.IDPos(), names.Thing{Sort: names.Point, Name: e.ID()})
		d.gd.Points = append(d.gd.Points, def.PointDef{Named: named(e)})
	}
}

// The words of `kind` and `combine` of a hook point.
var (
	pointKinds = map[string]def.PointKind{"number": def.PointNumber, "limit": def.PointLimit, "allow": def.PointAllow, "pool": def.PointPool, "run": def.PointRun}
	combines   = map[string]def.Combine{"sum": def.CombineSum, "min": def.CombineMin, "max": def.CombineMax, "latest": def.CombineLatest}
)

// pointShapes reads the kinds and parameters of hook points.
func (d *declarer) pointShapes() {
	for i, e := range d.entries("points") {
		p := &d.gd.Points[i]
		s := &PointShape{Entry: e, Params: d.params(e.Pairs("params")), Of: def.TInt}
		p.Kind = pointKinds[e.Text("kind")]
		switch {
		case e.Get("combine") != nil:
			p.Combine = combines[e.Text("combine")]
		case p.Kind == def.PointLimit:
			p.Combine = def.CombineMin
		}
		if p.Kind == def.PointPool {
			s.Of = def.ZoneSet
		}
		if of := e.Get("of"); of != nil {
			s.Of, _ = d.typeOf(of)
		}
		d.syms.Rules.Points = append(d.syms.Rules.Points, s)
	}
}

// hooks declares the hooks of lasting effects.
func (d *declarer) hooks() {
	for _, l := range d.syms.Rules.Lasting {
		for _, e := range l.Entry.Entries("hooks") {
			d.hook(l, e)
		}
	}
}

func (d *declarer) hook(l *Lasting, e *tree.Entry) {
	to := e.Get("to")
	if to == nil {
		return
	}
	at, ok := d.syms.Points[to.Value]
	d.uses(to.Pos, names.Thing{Sort: names.Point, Name: to.Value})
	if !ok {
		d.errorf(to.Pos, "unknown-name", "there is no hook point %s%s", to.Value, d.near(to.Value, d.pointNames()))
		return
	}
	point, id := &d.gd.Points[at], d.gd.Lasting[l.Index].ID
	around := d.stated(l.Entry.Node)
	if n := e.Int("quota", 0); n < 0 || n > maxCount {
		d.errorf(e.Get("quota").Pos, "bad-bounds", "a quota is a number from 0 to %d", maxCount)
		return
	}
	a := def.Attachment{Point: at, Lasting: l.Index, Proc: -1, Quota: int32(e.Int("quota", 0))}
	if e.Value("do") != nil {
		q := &Proc{ID: id + "@" + to.Value, Entry: e, Unsure: e.Unsure, Rules: around}
		for _, p := range d.syms.Rules.Points[at].Params {
			q.Params = append(q.Params, &Param{Name: p.Name, Type: p.Type, Pos: p.Pos})
		}
		a.Proc = d.proc(q)
	}
	if a.Quota > 0 {
		used := d.cell(id + " uses of " + to.Value)
		used.Scope = def.ActionScope
		d.gd.ActionCells = append(d.gd.ActionCells, used.Base)
		a.Used = used.Base
	}
	point.Attach = append(point.Attach, int32(len(d.gd.Attachments)))
	d.gd.Attachments = append(d.gd.Attachments, a)
	d.syms.Rules.Hooks = append(d.syms.Rules.Hooks, &Hook{Entry: e, Of: l.Entry})
}

func (d *declarer) pointNames() []string {
	var out []string
	for _, p := range d.gd.Points {
		out = append(out, p.ID)
	}
	return out
}
