package resolve

// lost_order.go finds sets that are made of an order: what somebody listed in an order is then gone through as it was declared.

import (
	"slices"

	"rulebound/engine/def"
)

// losesOrder tells whether a set is made of members of an order, also where a let or a function stands between.
func (r *resolver) losesOrder(x *def.Expr) bool {
	if isBad(x) || x.Type.Kind != def.KSet {
		return false
	}
	switch x.Op {
	case def.OpFilter:
		return r.ordered(x.Args[0])
	case def.OpUnion, def.OpInter, def.OpDiff:
		return slices.ContainsFunc(x.Args, r.ordered)
	case def.OpIf:
		return slices.ContainsFunc(x.Args[1:], r.losesOrder)
	case def.OpLet:
		return r.losesOrder(x.Args[1])
	case def.OpBound:
		return r.memo.unordered[x.I]
	case def.OpCall:
		return r.callLosesOrder(x)
	}
	return false
}

// ordered tells whether x is an order or a set made of one.
func (r *resolver) ordered(x *def.Expr) bool { return x.Type.Kind == def.KOrder || r.losesOrder(x) }

// callLosesOrder is losesOrder of a call: what the function yields is made of an order that it knows, or of a set that it is
// given and that was made of one. Each function is looked at once for the arguments of which that is so.
func (r *resolver) callLosesOrder(x *def.Expr) bool {
	f, key := r.out.Functions[x.I], callOf{x.I, 0}
	if f.Body == nil {
		return false
	}
	for i, a := range x.Args {
		if r.losesOrder(a) {
			key.unordered |= 1 << i
		}
	}
	if lost, ok := r.memo.calls[key]; ok {
		return lost
	}
	for i, param := range f.Params {
		r.memo.unordered[param.ID] = key.unordered>>i&1 != 0
	}
	lost := r.losesOrder(f.Body)
	r.memo.calls[key] = lost
	return lost
}

// callOf is a function with those of its arguments that were made of an order, as bits.
type callOf struct {
	function  int64
	unordered uint64
}
