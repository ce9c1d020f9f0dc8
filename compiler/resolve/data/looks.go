package data

// This file reads the appearance of the game. No rule depends on it, so it has no nodes and no values.

import (
	"slices"
	"unicode/utf8"

	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/engine/def"
)

// looks reads coordinates and looks. The game has no Looks if nothing is given.
func (r *filler) looks() {
	l := &def.Looks{
		Seats: r.lookList(r.Entries("seats")),
		Zones: r.lookList(slices.Concat(r.Entries("spaces"), r.Entries("boxes"))),
		Piles: r.lookList(r.Entries("piles")),
		Types: r.lookList(r.Entries("pieces")),
	}
	l.Vars = r.valueLooks(slices.Concat(r.Entries("markers"), r.Entries("variables")), len(r.Game.Vars), func(id string) (int, def.Type) {
		i := slices.IndexFunc(r.Game.Vars, func(v def.VarDef) bool { return v.ID == id })
		return i, r.Game.Vars[max(i, 0)].Type
	})
	l.Derived = r.valueLooks(r.Entries("derived"), len(r.Game.Derived), func(id string) (int, def.Type) {
		i := slices.IndexFunc(r.Game.Derived, func(d def.DerivedDef) bool { return d.ID == id })
		return i, r.Game.Derived[max(i, 0)].Type
	})
	for _, e := range r.Book.List("map") {
		l.Regions, l.Places = r.regions(e.Entries("regions")), r.regions(e.Entries("places"))
	}
	if max(len(l.Seats), len(l.Zones), len(l.Piles), len(l.Types), len(l.Vars), len(l.Derived), len(l.Regions), len(l.Places)) > 0 {
		r.Game.Looks = l
	}
}

// lookList returns the looks of entries, up to the last that has one.
func (r *filler) lookList(entries []*tree.Entry) []def.Look {
	out, used := make([]def.Look, len(entries)), 0
	for i, e := range entries {
		said := e.Get("at") != nil
		out[i].At = r.where(e)
		for _, look := range e.Entries("look") {
			out[i].Shape, out[i].Colour, out[i].Sign = look.Text("shape"), look.Text("colour"), r.sign(look.Get("sign"))
			said = true
		}
		if said {
			used = i + 1
		}
	}
	return out[:used]
}

// where reads the coordinates of an entry: a point or a list of points.
func (r *filler) where(e *tree.Entry) []int32 {
	n := e.Get("at")
	if n == nil {
		return nil
	}
	if len(n.Items) == 0 || n.Items[0].Kind != source.List {
		return r.points([]*source.Node{n})
	}
	if len(n.Items) < 2 {
		r.Errorf(n.Pos, "wrong-arguments", "a line has two points or more; write [x, y] for a single place")
		return nil
	}
	return r.points(n.Items)
}

// points reads pairs of coordinates into one flat list.
func (r *filler) points(nodes []*source.Node) []int32 {
	var out []int32
	for _, n := range nodes {
		if n.Kind != source.List || len(n.Items) != 2 {
			r.Errorf(n.Pos, "wrong-arguments", "a place has two coordinates, [x, y]")
			return nil
		}
		for _, c := range n.Items {
			v, ok := c.Int()
			if !ok {
				r.Errorf(c.Pos, "wrong-type", "a coordinate is a whole number")
				return nil
			}
			if v < -def.MaxCoordinate || v > def.MaxCoordinate {
				r.Errorf(c.Pos, "bad-bounds", "a coordinate lies between %d and %d", -def.MaxCoordinate, def.MaxCoordinate)
				return nil
			}
			out = append(out, int32(v))
		}
	}
	return out
}

// maxSign is the greatest number of letters on a piece.
const maxSign = 2

func (r *filler) sign(n *source.Node) string {
	if n == nil {
		return ""
	}
	if utf8.RuneCountInString(n.Value) > maxSign {
		r.Errorf(n.Pos, "bad-bounds", "a sign has at most %d letters, this one has %d", maxSign, utf8.RuneCountInString(n.Value))
	}
	return n.Value
}

// valueLooks reads the looks of the values that entries declare; total is the number of values of the game, and find returns the
// index and type of an id.
func (r *filler) valueLooks(entries []*tree.Entry, total int, find func(id string) (int, def.Type)) []def.ValueLook {
	out, used := make([]def.ValueLook, total), 0
	for _, e := range entries {
		looks, internal := e.Entries("look"), e.Flag("internal")
		if len(looks) == 0 && !internal || total == 0 {
			continue
		}
		i, t := find(e.ID())
		if i < 0 {
			continue // the id clashes, which is already reported
		}
		for _, look := range looks {
			out[i] = def.ValueLook{Tint: look.Flag("tint"), Colour: look.Text("colour"), Sign: r.sign(look.Get("sign")), Values: r.valueSigns(look, t)}
		}
		if internal {
			r.internal(e)
			out[i].Internal = true
		}
		used = max(used, i+1)
	}
	return out[:used]
}

// internal reports values marked as internal that no board would show, or that must be visible.
func (r *filler) internal(e *tree.Entry) {
	why := ""
	switch {
	case e.Get("stance") != nil:
		why = "has to be seen, as a seat sets it itself"
	case e.Get("look") != nil:
		why = "has a look, which says how it is drawn"
	case e.Flag("quiet"):
		why = "is on no board anyway, as it is quiet"
	case e.Text("scope") == "action":
		why = "is on no board anyway, as it lasts no longer than an action"
	case e.Block.Name == "derived" && !e.Flag("watch"):
		why = "is on no board anyway, as it is not watched"
	default:
		return
	}
	r.Errorf(e.Get("internal").Pos, "internal", "%s %s: leave internal out", e.ID(), why)
}

// valueSigns reads the looks of single values, in the order in which they are written.
func (r *filler) valueSigns(look *tree.Entry, t def.Type) []def.ValueSign {
	var out []def.ValueSign
	of := func(k *source.Node) *def.ValueSign {
		if known := r.Game.IDs(t); t.Kind == def.KEnum && !slices.Contains(known, k.Value) {
			r.Errorf(k.Pos, "unknown-name", "there is no value %s%s", k.Value, r.Near(k.Value, known))
		}
		if i := slices.IndexFunc(out, func(v def.ValueSign) bool { return v.Value == k.Value }); i >= 0 {
			return &out[i]
		}
		out = append(out, def.ValueSign{Value: k.Value})
		return &out[len(out)-1]
	}
	for _, p := range look.Pairs("signs") {
		of(p.Key).Sign = r.sign(p.Node)
	}
	for _, p := range look.Pairs("colours") {
		of(p.Key).Colour = p.Node.Value
	}
	return out
}

// regions reads areas and places of the background.
func (r *filler) regions(entries []*tree.Entry) []def.Region {
	var out []def.Region
	for _, e := range entries {
		g := def.Region{Named: def.Named{ID: e.ID(), Title: e.Title()}, Colour: e.Text("colour")}
		switch n := e.Get("at"); {
		case n == nil:
		case e.Block.Name == "place":
			g.At = r.where(e)
		case len(n.Items) < 3:
			r.Errorf(n.Pos, "wrong-arguments", "an area has three corners or more")
		default:
			g.At = r.points(n.Items)
		}
		out = append(out, g)
	}
	return out
}
