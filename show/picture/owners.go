package picture

// This file determines what belongs to a seat according to its properties.

import (
	"strings"

	"rulebound/engine/def"
)

// Owners returns for each pile the seat it belongs to, -1 for none: its declared owner, or the only seat that has it as a property.
func Owners(gd *def.GameDef) []int {
	of := owned(gd, def.KPile, len(gd.Piles))
	for i, p := range gd.Piles {
		if p.Owner >= 0 {
			of[i] = int(p.Owner)
		}
	}
	return of
}

// Tracks returns for each cell the seat whose track it is, -1 for none.
func Tracks(gd *def.GameDef) []int { return owned(gd, def.KTrack, int(gd.Cells)) }

// owned returns for each thing of a kind the only seat that has it as a property, -1 for none or several.
func owned(gd *def.GameDef, kind def.Kind, total int) []int {
	of := make([]int, total)
	for i := range of {
		of[i] = -1
	}
	shared := make([]bool, total)
	for _, l := range gd.Lookups {
		if l.Type.Kind != kind || !strings.HasPrefix(l.ID, "seat.") {
			continue
		}
		for seat, v := range l.Values {
			switch {
			case v < 0 || v >= int64(total):
			case of[v] >= 0 && of[v] != seat:
				shared[v] = true
			default:
				of[v] = seat
			}
		}
	}
	for i, s := range shared {
		if s {
			of[i] = -1
		}
	}
	return of
}
