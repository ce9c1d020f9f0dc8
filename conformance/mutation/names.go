// This file finds out how the rulebook names the bindings that a compiled game only numbers, for words.

package mutation

import (
	"fmt"
	"strings"

	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// namer knows the names of local slots, by procedure, and of bound slots.
type namer struct {
	local map[[2]int32]string
	bound map[int64]string
	nodes map[string]*source.Node // mappings of the rulebook by place
}

func placeOf(file string, line, col int) string { return fmt.Sprint(file, ":", line, ":", col) }

func newNamer(root *source.Node) *namer {
	n := &namer{local: map[[2]int32]string{}, bound: map[int64]string{}, nodes: map[string]*source.Node{}}
	var walk func(*source.Node)
	walk = func(x *source.Node) {
		if x == nil {
			return
		}
		if x.Kind == source.Map {
			n.nodes[placeOf(x.Pos.File, x.Pos.Line, x.Pos.Col)] = x
		}
		for _, p := range x.Pairs {
			walk(p.Value)
		}
		for _, i := range x.Items {
			walk(i)
		}
	}
	walk(root)
	return n
}

// source gives the mapping that a node of a game comes from, nil if it is none.
func (n *namer) source(gd *def.GameDef, node int32) *source.Node {
	d := &gd.Nodes[node]
	return n.nodes[placeOf(d.File, int(d.Line), int(d.Col))]
}

// keys gives the keys of a mapping in a mapping.
func keys(x *source.Node, key string) []string {
	if x == nil || x.Get(key) == nil {
		return nil
	}
	var out []string
	for _, p := range x.Get(key).Pairs {
		out = append(out, p.Key.Value)
	}
	return out
}

// name names what a game declares and what its statements bind.
func (l *lister) name() {
	gd, n := l.def, l.namer
	params := func(slots []int32, names []string) {
		for i, slot := range slots {
			if i < len(names) {
				n.bound[int64(slot)] = "$" + names[i]
			}
		}
	}
	for i, p := range gd.Procs {
		var names []string
		for j, q := range p.Params {
			n.local[[2]int32{int32(i), int32(j)}] = "$" + q.Name
			names = append(names, q.Name)
		}
		if p.Possible >= 0 {
			params(gd.Functions[p.Possible].Params, names)
		}
	}
	for _, f := range gd.Functions {
		if f.Node > 0 {
			params(f.Params, keys(n.source(gd, f.Node), "params"))
		}
	}
	for _, p := range gd.Points {
		params(p.Params, keys(n.source(gd, p.Node), "params"))
	}
	bound := map[int32]int{} // node of a let -> how many of its bindings were met
	for pc := range gd.Code {
		in := &gd.Code[pc]
		at := n.source(gd, in.Node)
		switch {
		case in.Op == def.CForSet || in.Op == def.CForOrder:
			if names := keys(at, "for"); len(names) == 1 {
				n.local[[2]int32{l.procOf[pc], in.B}] = names[0]
			}
		case in.Op == def.CDecide:
			l.nameDecision(&gd.Decisions[in.A], l.procOf[pc], at)
		case gd.Nodes[in.Node].What == "let" && (in.Op == def.CSet && in.A == 0 || (in.Op == def.CCall || in.Op == def.CCallDyn) && in.B >= 0):
			if names := keys(at, "let"); bound[in.Node] < len(names) {
				n.local[[2]int32{l.procOf[pc], in.B}] = names[bound[in.Node]]
			}
			bound[in.Node]++
		}
	}
}

// nameDecision names what a decision binds: its result, and the candidate.
func (l *lister) nameDecision(d *def.DecisionDef, proc int32, at *source.Node) {
	name, each := "$"+d.Name, "$it"
	if at != nil {
		for _, p := range at.Pairs {
			if p.Key.Value == "each" || p.Key.Value == "one" || p.Key.Value == "draw" {
				each = p.Value.Value
			}
			if p.Value.Kind == source.Scalar && p.Key.Value == l.def.Nodes[d.Node].What && strings.HasPrefix(p.Value.Value, "$") {
				name = p.Value.Value
			}
		}
	}
	l.namer.bound[int64(d.Bind)] = each
	set := func(slot int32, name string) {
		if slot >= 0 {
			l.namer.local[[2]int32{proc, slot}] = name
		}
	}
	switch row := d.Kind.Row(); {
	case row.Picked:
		set(d.Result, each)
		set(d.Picked, name)
	case row.Pieces:
		set(d.Total, name)
	case row.Pairs:
		second, _ := at.Get("second").Str()
		l.namer.bound[int64(d.Bind)], l.namer.bound[int64(d.ToBind)] = name, second
		set(d.Result, name)
		set(d.Second, second)
	default:
		set(d.Result, name)
	}
}
