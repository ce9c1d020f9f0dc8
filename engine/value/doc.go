// Package value computes with the values of a game: numbers, orders of seats, sets of one word, wide sets, and the map. Every operator that
// needs no state is implemented here, for both the machine and the folder. Functions take and return values as int64 (see def.Kind), or the
// words of a wide set, and store nothing.
package value
