package engine

// This file says what functions, derived values and lasting effects can come to where only bounds of what they read are known.

import (
	"rulebound/engine/def"
	"rulebound/engine/value"
)

func (o *outlook) ruled(e *def.Expr) vague {
	switch e.Op {
	case def.OpCall:
		f := &o.def.Functions[e.I]
		o.bind(f.Params, e.Args)
		return o.value(f.Body)
	case def.OpDerived:
		return o.derivedValue(e)
	case def.OpPoolLeft:
		left := exactly(int64(o.def.Pools[e.I].Max))
		for _, v := range o.g.poolVars[e.I] {
			for _, c := range o.cells[v.Base : v.Base+v.Len] {
				left = left.plus(c.negated())
			}
		}
		return left
	case def.OpStamp:
		return o.stamp(e)
	case def.OpHookNumber, def.OpHookAllow, def.OpHookPool:
		return o.hooked(e)
	case def.OpPossible:
		return o.possible(e.I, e.Args)
	case def.OpPossibleDyn:
		x := o.value(e.Args[0])
		if x.beyond && !x.known() {
			return between(0, 1)
		}
		return o.indexed(x, exactly(0), func(p int64) vague {
			if p >= int64(len(o.def.Procs)) {
				return exactly(0)
			}
			return o.possible(p, e.Args[1:])
		})
	case def.OpRunning, def.OpAhead:
		return between(0, 1)
	}
	return anyValue
}

// stamp bounds when a lasting effect came into force.
func (o *outlook) stamp(e *def.Expr) vague {
	which := exactly(e.I)
	if len(e.Args) > 0 {
		which = o.value(e.Args[0])
	}
	return o.indexed(which, exactly(0), func(l int64) vague {
		if l >= int64(len(o.def.Lasting)) {
			return exactly(0)
		}
		return o.cells[o.def.Lasting[l].Stamp]
	})
}

// bind gives bound slots the values of arguments; those that are missing are 0.
func (o *outlook) bind(params []int32, args []*def.Expr) {
	values := make([]vague, len(params))
	for i := range values {
		if values[i] = exactly(0); i < len(args) {
			values[i] = o.value(args[i])
		}
	}
	for i, p := range params {
		o.bound[p] = values[i]
	}
}

func (o *outlook) possible(proc int64, args []*def.Expr) vague {
	at := o.def.Procs[proc].Possible
	if at < 0 {
		return exactly(1)
	}
	if o.nested > maxDynamic {
		return between(0, 1)
	}
	o.nested++
	defer func() { o.nested-- }()
	o.bind(o.def.Functions[at].Params, args)
	return o.value(o.def.Functions[at].Body)
}

func (o *outlook) derivedValue(e *def.Expr) vague {
	d := &o.def.Derived[e.I]
	i := exactly(0)
	if len(e.Args) > 0 {
		i = o.value(e.Args[0])
	}
	no := exactly(value.Zero(d.Type))
	return o.indexed(i, no, func(v int64) vague {
		if v >= o.g.derived[e.I].n {
			return no
		}
		held := exactly(0)
		if d.Held >= 0 {
			held = o.cells[d.Held]
		}
		if held.lo > 0 && (d.Over == 0 || value.Has(d.Over, v)) {
			return o.cells[int64(d.Base)+v]
		}
		if d.Per != def.KNone {
			o.bound[d.Slot] = exactly(v)
		}
		live := o.value(d.Value)
		if held.hi > 0 {
			live = live.or(o.cells[int64(d.Base)+v])
		}
		return live
	})
}

// hooked bounds what lasting effects make of a value.
func (o *outlook) hooked(e *def.Expr) vague {
	p := &o.def.Points[e.I]
	v, payload := exactly(1), e.Args
	if e.Op != def.OpHookAllow {
		v, payload = o.value(e.Args[0]), e.Args[1:]
	}
	o.bind(p.Params, payload)
	for _, at := range p.Attach {
		a := &o.def.Attachments[at]
		stamp := o.cells[o.def.Lasting[a.Lasting].Stamp]
		sure := stamp.lo > 0
		if stamp.hi <= 0 {
			continue
		}
		if a.When != nil {
			when := o.value(a.When)
			if !when.canHold() {
				continue
			}
			sure = sure && !when.canFail()
		}
		with := o.altered(e.Op, p, a, v)
		if v = v.or(with); sure && (p.Combine != def.CombineLatest || p.Kind != def.PointNumber || len(p.Attach) == 1) {
			v = with
		}
	}
	return v
}

// altered bounds what one attachment makes of a value.
func (o *outlook) altered(op def.Op, p *def.PointDef, a *def.Attachment, v vague) vague {
	switch {
	case op == def.OpHookAllow:
		return exactly(0)
	case op == def.OpHookPool:
		if a.Add != nil {
			x := o.value(a.Add)
			v = someSet(v.must|x.must, v.may|x.may)
		}
		if a.Remove != nil {
			x := o.value(a.Remove)
			v = someSet(v.must&^x.may, v.may&^x.must)
		}
		return v
	}
	x := o.value(a.Value)
	switch {
	case p.Kind == def.PointLimit || p.Combine == def.CombineMin:
		return extremum(false, v, x)
	case p.Combine == def.CombineMax:
		return extremum(true, v, x)
	case p.Combine == def.CombineSum:
		return v.plus(x)
	}
	return x
}
