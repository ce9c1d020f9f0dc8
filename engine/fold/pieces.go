package fold

// This file folds static properties of pieces: types and homes.

import (
	"rulebound/engine/def"
	"rulebound/engine/value"
)

// pieceType returns the type of a class, nil if unknown.
func (w *folding) pieceType(class int64) *def.PieceType {
	if class < int64(len(w.gd.Classes)) {
		if t := w.gd.Classes[class].Type; uint(t) < uint(len(w.gd.Types)) {
			return &w.gd.Types[t]
		}
	}
	return nil
}

// home returns the home zone of the first class of a filter.
func (w *folding) home(filter int64) (int64, bool) {
	class := value.NextBit(w.bitsOf(filter, w.gd.Words(def.FilterSet)), 0)
	if class == def.None || class >= int64(len(w.gd.Classes)) {
		return def.None, len(w.gd.Classes) > 0
	}
	t := w.pieceType(class)
	if t == nil {
		return 0, false
	}
	return int64(t.Home), true
}

// typesOf returns all classes of the types that occur in a filter.
func (w *folding) typesOf(filter int64) (int64, bool) {
	n := w.gd.Words(def.FilterSet)
	v, out := w.blank(n)
	for c := value.NextBit(w.bitsOf(filter, n), 0); c != def.None && c < int64(len(w.gd.Classes)); c = value.NextBit(w.bitsOf(filter, n), c+1) {
		t := w.pieceType(c)
		if t == nil {
			return 0, false
		}
		value.Unite(out, w.bitsOf(t.Classes, n))
	}
	if n == 1 {
		v = out[0]
	}
	return v, len(w.gd.Classes) > 0
}
