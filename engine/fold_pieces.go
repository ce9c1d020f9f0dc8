package engine

// This file computes without a state what a rulebook says of pieces: their types and homes.

import "rulebound/engine/def"

// pieceType returns the type of a class, nil if it is not known.
func (w *folding) pieceType(class int) *def.PieceType {
	if class < len(w.gd.Classes) {
		if t := w.gd.Classes[class].Type; uint(t) < uint(len(w.gd.Types)) {
			return &w.gd.Types[t]
		}
	}
	return nil
}

func (w *folding) home(filter int64) (int64, bool) {
	class := nextBit(w.bitsOf(filter, w.gd.Words(filterSet)), 0)
	if class == def.None || class >= int64(len(w.gd.Classes)) {
		return def.None, len(w.gd.Classes) > 0
	}
	t := w.pieceType(small(class))
	if t == nil || t.Home < 0 {
		return 0, false
	}
	return int64(t.Home), true
}

func (w *folding) typesOf(filter int64) (int64, bool) {
	n := w.gd.Words(filterSet)
	v, out := w.blank(n)
	for c := nextBit(w.bitsOf(filter, n), 0); c != def.None && c < int64(len(w.gd.Classes)); c = nextBit(w.bitsOf(filter, n), c+1) {
		t := w.pieceType(small(c))
		if t == nil {
			return 0, false
		}
		unite(out, w.bitsOf(t.Classes, n))
	}
	if n == 1 {
		v = out[0]
	}
	return v, len(w.gd.Classes) > 0
}
