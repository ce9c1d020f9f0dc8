package series

import (
	"slices"

	"rulebound/compiler/source"
)

// This file expands piles with `per: seat`: to a pile for each seat, owned by the seat, and a property of seats that refers to
// it.

func (x *expander) owned() {
	p := x.root.Pair("piles")
	if p == nil || !slices.ContainsFunc(p.Value.Items, perSeat) {
		return
	}
	list := *p.Value
	list.Items = nil
	for _, item := range p.Value.Items {
		if !perSeat(item) {
			list.Items = append(list.Items, item)
			continue
		}
		list.Items = append(list.Items, x.ofSeats(item)...)
	}
	x.put("piles", &list)
}

// perSeat reports whether an entry is a pile for each seat. Other values of `per` are reported during the expansion, a missing id
// by package read.
func perSeat(item *source.Node) bool {
	per, _ := item.Get("per").Str()
	return per != "" && id(item) != ""
}

// ofSeats returns the piles of an entry and adds the property to the seats.
func (x *expander) ofSeats(item *source.Node) []*source.Node {
	if per := item.Get("per"); per.Value != "seat" {
		x.errorf(per.Pos, "unknown-name", "per of pile is seat, not %s", per.Value)
	}
	seats, name := x.held("seats", source.List, item), item.Get("id")
	properties := x.held("properties", source.Map, item)
	of := x.like(item, source.Map)
	if p := properties.Pair("seat"); p != nil && p.Value.Kind == source.Map {
		of = &source.Node{Kind: source.Map, Pos: p.Value.Pos, Rules: p.Value.Rules, Pairs: slices.Clone(p.Value.Pairs)}
	}
	switch {
	case len(seats.Items) == 0 && !x.incomplete:
		x.errorf(item.Get("per").Pos, "bad-series", "there is no seat whose %s this could be", name.Value).Detailf("Declare the seats.")
		return nil
	case item.Get("owner") != nil:
		x.errorf(item.Pair("owner").Key.Pos, "bad-series", "a pile of every seat belongs to that seat").Detailf("Leave owner: out.")
		return nil
	case of.Pair(name.Value) != nil:
		x.errorf(name.Pos, "duplicate-id", "seats have a property %s already, and a pile of every seat is one", name.Value).
			Detailf("Give one of them another name.").Notef(of.Pair(name.Value).Key.Pos, "the property is here")
		return nil
	}
	if x.entries += len(seats.Items); x.tooMany(item.Get("per"), 0) {
		return nil
	}
	var made []*source.Node
	for i, seat := range seats.Items {
		text := id(seat) + "-" + name.Value
		pile := x.like(item, source.Map)
		for _, p := range item.Pairs {
			switch p.Key.Value {
			case "per":
				p = source.Pair{Key: x.placed(p.Key, p.Key.Pos, "owner"), Value: x.placed(p.Value, p.Value.Pos, id(seat))}
			case "id":
				p.Value = x.placed(p.Value, p.Value.Pos, text)
			default:
				v, ok := x.filled(p.Value, map[string]string{"seat": id(seat)})
				if !ok {
					return nil
				}
				p.Value = v
			}
			pile.Pairs = append(pile.Pairs, p)
		}
		with := *seat
		with.Pairs = append(slices.Clone(seat.Pairs), source.Pair{Key: name, Value: x.placed(name, name.Pos, text)})
		seats.Items[i] = &with
		made = append(made, pile)
	}
	of.Pairs = append(of.Pairs, source.Pair{Key: name, Value: x.placed(name, name.Pos, "pile")})
	if p := properties.Pair("seat"); p != nil {
		p.Value = of
	} else {
		properties.Pairs = append(properties.Pairs, source.Pair{Key: x.placed(item, item.Pos, "seat"), Value: of})
	}
	x.put("seats", seats)
	x.put("properties", properties)
	return made
}
