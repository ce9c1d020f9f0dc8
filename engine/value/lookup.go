package value

// This file reads tables, options and pieces.

import (
	"strconv"

	"rulebound/engine/def"
)

// LookUp returns entry i of a table, None if the table has none.
func LookUp(table []int64, i int64) int64 {
	if uint64(i) < uint64(len(table)) {
		return table[i]
	}
	return def.None
}

// Property returns the property of the thing with index i, the zero value of its type if there is no such thing.
func Property(l *def.Lookup, i int64) int64 {
	if uint64(i) < uint64(len(l.Values)) {
		return l.Values[i]
	}
	return Zero(l.Type)
}

// Zero returns the zero value of a type, which a property or a variable of None evaluates to: 0, false, the empty set, or None.
func Zero(t def.Type) int64 {
	switch t.Kind {
	case def.KInt, def.KBool, def.KSet:
		return 0
	}
	return def.None
}

// Option returns the value of an option whose setting has index v: v itself, the number that the setting spells, or 0 and 1 for false and
// true.
func Option(o *def.OptionDef, v int64) int64 {
	switch o.Type.Kind {
	case def.KBool:
		return Bool(o.Values[v] == "true")
	case def.KInt:
		if n, err := strconv.ParseInt(o.Values[v], 10, 64); err == nil {
			return n
		}
	}
	return v
}

// PieceZone returns the zone of a piece, None if there is no piece.
func PieceZone(piece int64) int64 {
	if piece >= 0 {
		return piece >> 8
	}
	return def.None
}

// PieceClass returns the filter of the class of a piece alone, the empty filter if there is no piece.
func PieceClass(piece int64) int64 {
	if piece >= 0 {
		return Singleton(piece & 0xff)
	}
	return 0
}
