package declare

// This file declares grids: the lookups of the neighbours in each direction.

import (
	"slices"

	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// grids declares the grids. Package series has created their spaces and the enumeration of their directions.
func (d *declarer) grids() {
	for _, e := range d.entries("grids") {
		enum, ok := d.syms.Enums[e.ID()]
		if !ok {
			continue
		}
		ways := len(d.gd.Enums[enum].Members)
		g := Grid{ID: e.ID(), Enum: enum, Lookup: int32(len(d.gd.Lookups))}
		steps := slices.Repeat([]int64{def.None}, len(d.gd.Zones)*ways)
		for way, q := range e.Pairs("directions") {
			for _, line := range q.Node.Items {
				for i := 1; i < len(line.Items); i++ {
					from, to := d.spaceAt(line.Items[i-1]), d.spaceAt(line.Items[i])
					if from != def.None && way < ways {
						steps[int(from)*ways+way] = to
					}
				}
			}
		}
		d.gd.Lookups = append(d.gd.Lookups, def.Lookup{ID: e.ID() + ".steps", Type: def.TZone, Values: steps})
		d.syms.Data.Grids = append(d.syms.Data.Grids, g)
	}
}

// spaceAt returns the zone that a node names, or None.
func (d *declarer) spaceAt(n *source.Node) int64 {
	if s := d.syms.Names[n.Value]; s != nil && s.Kind == Const && s.Type == def.TZone {
		return s.Value
	}
	return def.None
}
