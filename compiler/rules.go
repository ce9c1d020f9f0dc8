package compiler

// rules.go compiles functions, derived values, hook points, lasting effects and procedures.

import (
	"sort"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// param is a parameter of a function or procedure.
type param struct {
	name string
	typ  def.Type
	def  *source.Node
	pos  diag.Pos
}

type function struct {
	c      *compiler
	n      *source.Node
	id     string
	index  int32
	params []*param
	typ    def.Type
	state  int // 0 not compiled, 1 under way, 2 done
}

type derived struct {
	c     *compiler
	n     *source.Node
	id    string
	index int32
	per   def.Kind
	typ   def.Type
	slot  int32
}

// procedure is a procedure of the rulebook, of a card, or of a hook.
type procedure struct {
	n        *source.Node // mapping with do:
	id       string
	index    int32
	params   []*param
	tags     []string
	declared bool // stands in procedures:
	unsure   bool // a key of it was not understood
	rules    []string
}

func (p *procedure) hasTag(tag string) bool {
	for _, t := range p.tags {
		if t == tag {
			return true
		}
	}
	return false
}

type pendingHook struct {
	n       *source.Node
	lasting int32
}

// params reads params: {name: type or {type, default}}.
func (c *compiler) params(n *source.Node) []*param {
	var out []*param
	if n == nil || n.Kind == source.Null {
		return nil
	}
	if n.Kind != source.Map {
		c.errorf(n.Pos, "wrong-type", "params must be a mapping {name: type}")
		return nil
	}
	for _, p := range n.Pairs {
		q := &param{name: p.Key.Value, typ: c.typeOf(p.Value, nil), pos: p.Key.Pos}
		if p.Value.Kind == source.Map {
			q.def = p.Value.Get("default")
		}
		out = append(out, q)
	}
	return out
}

func sigParams(s signature) []*param {
	var out []*param
	for _, p := range s.params {
		out = append(out, &param{name: p.Name, typ: p.Type})
	}
	return out
}

// declareProcedures gives procedures their places; tagged ones first, because sets of procedures hold indices below 64.
func (c *compiler) declareProcedures() {
	var tagged, plain []*procedure
	for _, n := range c.items("procedures") {
		id := n.Get("id").Value
		p := &procedure{n: n, id: id, declared: true}
		for _, t := range scalars(n.Get("tags")) {
			p.tags = append(p.tags, t.Value)
		}
		if len(p.tags) > 0 {
			tagged = append(tagged, p)
		} else {
			plain = append(plain, p)
		}
	}
	for _, p := range append(tagged, plain...) {
		p.index = int32(len(c.procs))
		c.procs = append(c.procs, p)
		c.add(&symbol{name: p.id, kind: symProc, index: p.index, typ: tProc, pos: idPos(p.n)})
	}
	if len(tagged) > 64 {
		c.errorf(tagged[64].n.Pos, "too-many", "at most 64 procedures can have tags")
	}
}

func (c *compiler) procAt(i int64) *procedure { return c.procs[i] }

// cardProcedure registers the block of a procedure-typed property as a procedure and returns its index.
func (c *compiler) cardProcedure(p *property, name string, f *fields, n *source.Node) int64 {
	owner := ""
	if id := f.n.Get("id"); id != nil {
		owner = id.Value
	}
	q := &procedure{n: n, id: owner + "." + name, index: int32(len(c.procs)), params: sigParams(c.sigs[p.sig]), rules: f.n.Rules}
	c.procs = append(c.procs, q)
	c.sigUse[int32(p.sig)] = append(c.sigUse[int32(p.sig)], q.index)
	return int64(q.index)
}

func (f *function) compile() {
	if f.state == 2 {
		return
	}
	c := f.c
	if f.state == 1 {
		c.errorf(idPos(f.n), "recursion", "function %s reaches itself", f.id)
		f.typ = def.Type{}
		return
	}
	f.state = 1
	fl := c.fields(f.n, "function")
	fl.get("id")
	fl.get("title")
	fl.get("rule")
	f.params = c.params(fl.get("params"))
	body := fl.must("value")
	fl.done()
	def := &c.def.Functions[f.index]
	v := (*env)(nil).child()
	used := make([]bool, len(f.params))
	for i, p := range f.params {
		def.Params = append(def.Params, c.bindScratch(v, "$"+p.name, p.typ, p.pos))
		v.names["$"+p.name].used = &used[i]
	}
	if body != nil {
		c.under(f.n, func() {
			x := c.formula(body, v, tAny)
			c.def.Functions[f.index].Node = c.node(f.n, "function")
			if x != bad {
				if x == noneExpr {
					c.errorf(body.Pos, "wrong-type", "function %s yields none, whose kind is not known", f.id)
				}
				f.typ = x.Type
				c.def.Functions[f.index].Body = x
				for i, p := range f.params {
					if !used[i] {
						c.unused(p.pos, "$"+p.name)
					}
				}
			}
		})
	}
	if c.def.Functions[f.index].Body == nil {
		c.def.Functions[f.index].Body = konst(tInt, 0)
	}
	f.state = 2
}

func (d *derived) compile() {
	c := d.c
	f := c.fields(d.n, "derived value")
	for _, k := range []string{"id", "title", "per", "type", "hold", "rule"} {
		f.get(k)
	}
	on := f.get("on")
	watch := f.flag("watch")
	value := f.must("value")
	f.done()
	v := (*env)(nil).child()
	if d.per != def.KNone {
		v.names["$it"] = &binding{typ: def.Type{Kind: d.per}, slot: d.slot}
	}
	gd := &c.def.Derived[d.index]
	gd.Watch = watch
	switch d.per {
	case def.KZone:
		gd.Over = c.spaces
		if on != nil {
			gd.Over = c.constant(on, tZones)
		}
	case def.KSeat:
		gd.Over = 1<<uint(len(c.def.Seats)) - 1
		if on != nil {
			gd.Over = c.constant(on, tSeats)
		}
	}
	gd.Value = konst(d.typ, 0)
	if value != nil {
		c.under(d.n, func() {
			if x := c.formula(value, v, d.typ); x != bad {
				c.def.Derived[d.index].Value = x
			}
			c.def.Derived[d.index].Node = c.node(d.n, "derived")
		})
	}
}

// readPoints reads kinds and parameters of hook points.
func (c *compiler) readPoints() {
	for i, n := range c.items("points") {
		f := c.fields(n, "hook point")
		f.get("id")
		f.get("title")
		f.get("rule")
		kind := f.must("kind")
		combine := f.get("combine")
		of := f.get("of")
		params := c.params(f.get("params"))
		f.done()
		p := &c.def.Points[i]
		p.Node = c.node(n, "point")
		kinds := map[string]def.PointKind{"number": def.PointNumber, "limit": def.PointLimit, "allow": def.PointAllow, "pool": def.PointPool, "run": def.PointRun}
		if kind != nil {
			k, ok := kinds[kind.Value]
			if !ok {
				c.errorf(kind.Pos, "unknown-name", "a hook point is a number, limit, allow, pool or run, not %s", kind.Value)
			}
			p.Kind = k
		}
		if combine != nil {
			how := map[string]def.Combine{"sum": def.CombineSum, "min": def.CombineMin, "max": def.CombineMax, "latest": def.CombineLatest}
			m, ok := how[combine.Value]
			if !ok {
				c.errorf(combine.Pos, "unknown-name", "combine is sum, min, max or latest, not %s", combine.Value)
			}
			p.Combine = m
		} else if p.Kind == def.PointLimit {
			p.Combine = def.CombineMin
		}
		typ := tInt
		if p.Kind == def.PointPool {
			typ = tZones
		}
		if of != nil {
			typ = c.typeOf(of, nil)
		}
		c.pointOf = append(c.pointOf, typ)
		var ps []def.Param
		for _, q := range params {
			ps = append(ps, def.Param{Name: q.name, Type: q.typ})
			p.Params = append(p.Params, c.scratch())
		}
		c.pointParams = append(c.pointParams, ps)
	}
}

// hooks compiles the attachments of a lasting effect.
func (c *compiler) hooks(h pendingHook) {
	f := c.fields(h.n, "lasting effect")
	f.get("id")
	f.get("title")
	f.get("rule")
	dur := f.must("duration")
	hooks := f.list("hooks")
	f.done()
	l := &c.def.Lasting[h.lasting]
	l.Duration = -1
	if dur != nil {
		i, ok := c.durs[dur.Value]
		if !ok {
			c.errorf(dur.Pos, "unknown-name", "there is no duration %s%s", dur.Value, c.near(dur.Value, c.def.Durations))
		}
		l.Duration = i
	}
	for _, n := range hooks {
		c.under(h.n, func() { c.hook(h.lasting, n) })
	}
}

func (c *compiler) hook(lasting int32, n *source.Node) {
	f := c.fields(n, "hook")
	to := f.must("to")
	when, value, add, remove, do := f.get("when"), f.get("value"), f.get("add"), f.get("remove"), f.get("do")
	quota := f.integer("quota", 0)
	f.get("rule")
	f.done()
	if to == nil {
		return
	}
	pi, ok := c.points[to.Value]
	if !ok {
		c.errorf(to.Pos, "unknown-name", "there is no hook point %s%s", to.Value, c.near(to.Value, c.pointNames()))
		return
	}
	p := &c.def.Points[pi]
	a := def.Attachment{Point: pi, Lasting: lasting, Proc: -1, Quota: int32(quota), Node: c.node(n, "hook")}
	if r := c.def.Nodes[a.Node].Rules; len(r) > 0 {
		a.Rule = r[0]
	}
	v := (*env)(nil).child()
	for i, q := range c.pointParams[pi] {
		v.names["$"+q.Name] = &binding{typ: q.Type, slot: p.Params[i]}
	}
	if when != nil {
		x := c.formula(when, v, tBool)
		c.settled(when, x, "")
		a.When = c.good(x)
	}
	need := func(what string, n *source.Node, t def.Type) *def.Expr {
		if n == nil {
			c.errorf(to.Pos, "missing-key", "a hook on %s needs %s:", to.Value, what)
			return nil
		}
		return c.good(c.formula(n, v, t))
	}
	switch p.Kind {
	case def.PointNumber, def.PointLimit:
		a.Value = need("value", value, c.pointOf[pi])
	case def.PointPool:
		if add != nil {
			a.Add = c.good(c.formula(add, v, c.pointOf[pi]))
		}
		if remove != nil {
			a.Remove = c.good(c.formula(remove, v, c.pointOf[pi]))
		}
	case def.PointRun:
		if do == nil {
			c.errorf(to.Pos, "missing-key", "a hook on the run point %s needs do:", to.Value)
			break
		}
		q := &procedure{n: n, id: c.def.Lasting[lasting].ID + "@" + to.Value, index: int32(len(c.procs)), rules: c.rules}
		for _, ep := range c.pointParams[pi] {
			q.params = append(q.params, &param{name: ep.Name, typ: ep.Type})
		}
		c.procs = append(c.procs, q)
		a.Proc = q.index
	}
	if quota > 0 {
		cell := c.cells(c.def.Lasting[lasting].ID+" uses of "+to.Value, def.KNone, true)
		cell.Scope = def.ActionScope
		c.def.ActionCells = append(c.def.ActionCells, cell.Base)
		a.Used = cell.Base
	}
	p.Attach = append(p.Attach, int32(len(c.def.Attachments)))
	c.def.Attachments = append(c.def.Attachments, a)
}

// good replaces a reported expression by a harmless one so that lowering can go on.
func (c *compiler) good(x *def.Expr) *def.Expr {
	if x == bad || x == nil {
		return konst(tBool, 1)
	}
	if x == noneExpr {
		return konst(tInt, def.None)
	}
	return x
}

// lowerRules compiles everything that holds formulas or statements.
func (c *compiler) lowerRules() {
	c.readPoints()
	for _, p := range c.procs {
		if p.declared {
			p.params = c.params(p.n.Get("params"))
			c.checkProcedureKeys(p)
		}
	}
	for _, f := range c.funcs {
		f.compile()
	}
	for _, d := range c.derived {
		d.compile()
	}
	for _, h := range c.attach {
		c.hooks(h)
	}
	c.def.Procs = make([]def.ProcDef, len(c.procs))
	for i, p := range c.procs {
		d := &c.def.Procs[i]
		d.ID, d.Tags, d.Possible = p.id, p.tags, -1
		d.Title = title(p.n)
		for _, q := range p.params {
			d.Params = append(d.Params, def.Param{Name: q.name, Type: q.typ})
		}
	}
	for _, p := range c.procs {
		c.lowerProcedure(p)
	}
	for _, p := range c.procs {
		c.derivePossible(p)
	}
	c.checkFormulas()
	c.main()
}

func (c *compiler) main() {
	g := c.root.Get("game")
	if g == nil {
		return
	}
	m := g.Get("main")
	if m == nil {
		if s, ok := c.syms["play"]; ok && s.kind == symProc {
			c.def.Main = s.index
			return
		}
		c.errorf(g.Pos, "missing-key", "game needs main: the procedure that plays it")
		return
	}
	s, ok := c.syms[m.Value]
	if list := c.root.Get("procedures"); list != nil && list.Kind != source.List {
		return // reported
	}
	if !ok || s.kind != symProc {
		c.errorf(m.Pos, "unknown-name", "there is no procedure %s%s", m.Value, c.near(m.Value, c.procNames()))
		return
	}
	if len(c.procs[s.index].params) > 0 {
		c.errorf(m.Pos, "wrong-arguments", "the main procedure takes no parameters")
	}
	c.def.Main = s.index
}

func (c *compiler) procNames() []string {
	var out []string
	for _, p := range c.procs {
		if p.declared {
			out = append(out, p.id)
		}
	}
	return out
}

// finish checks the call graph and computes the deepest stack.
func (c *compiler) finish() {
	for i := range c.def.Lookups {
		l := &c.def.Lookups[i]
		if l.Values == nil {
			l.Values = []int64{}
		}
	}
	if c.diags.HasErrors() {
		return
	}
	for _, d := range c.dynUse {
		for _, callee := range c.sigUse[d.sig] {
			c.edge(d.caller, callee)
		}
	}
	depth := map[int32]int32{}
	onPath := map[int32]bool{}
	var visit func(p int32) int32
	visit = func(p int32) int32 {
		if onPath[p] {
			c.errorf(idPos(c.procs[p].n), "recursion", "procedure %s reaches itself", c.procs[p].id)
			return 0
		}
		if d, ok := depth[p]; ok {
			return d
		}
		onPath[p] = true
		var deepest int32
		callees := make([]int32, 0, len(c.calls[p]))
		for q := range c.calls[p] {
			callees = append(callees, q)
		}
		sort.Slice(callees, func(i, j int) bool { return callees[i] < callees[j] })
		for _, q := range callees {
			deepest = max(deepest, visit(q))
		}
		delete(onPath, p)
		depth[p] = deepest + c.def.Procs[p].Frame + 2
		return depth[p]
	}
	for i := range c.procs {
		c.def.Stack = max(c.def.Stack, visit(int32(i)))
	}
	c.def.Stack += 8
}

func (c *compiler) edge(from, to int32) {
	if c.calls[from] == nil {
		c.calls[from] = map[int32]bool{}
	}
	c.calls[from][to] = true
}
