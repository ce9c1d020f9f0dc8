// Package value computes with the values of a game: numbers, orders of seats, sets of one word, wide sets, and the map. Each
// operator of a rulebook that needs no state has its one implementation here, for the machine and the folder.
// Functions take and return the int64 that a value is (see def.Kind), or the words of a wide set, and keep nothing.
package value
