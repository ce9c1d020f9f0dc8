// Package names describes the meanings, declarations and uses of names in a rulebook. Packages declare and resolve record them
// for editors and similar tools.
package names

import (
	"rulebound/compiler/diag"
	"rulebound/engine/def"
)

// Sort is a namespace.
type Sort uint8

// The sorts of names. Thing.Of distinguishes things of one name within a sort.
const (
	Shared   Sort = iota // the ids that formulas use: seats, zones, cards, variables, functions, procedures …
	Type                 // an enumeration or a table as a type
	Member               // of the enumeration Of
	Row                  // of the table Of
	Property             // of the things that Of names: seat, zone, card, piece, procedure or a table
	Status               // of pieces
	Mark                 // of pieces
	Tag                  // of procedures
	Point                // a hook point
	Duration
	Bundle
	Aside
	Clause
	Decision
	Option // an answer to the decision Of
	Bound  // a binding, with its $, or a parameter; At distinguishes those of one name
)

// Thing is the meaning of a name. Things are compared by ==.
type Thing struct {
	Sort     Sort
	Of, Name string
	At       diag.Pos // of a binding: its position
}

// Use is a position at which a name is written.
type Use struct {
	At       diag.Pos
	Thing    Thing
	Declares bool     // it is a declaration, possibly one of several
	Written  bool     // the name itself is written there; false for a pattern such as "seat-{n}"
	Type     def.Type // of a binding
}

// carrierNames are the words for the kinds that have properties.
var carrierNames = map[def.Kind]string{def.KSeat: "seat", def.KZone: "zone", def.KCard: "card", def.KClass: "piece", def.KProc: "procedure"}

// PropertyOf returns a property of a kind of things.
func PropertyOf(k def.Kind, name string) Thing {
	return Thing{Sort: Property, Of: carrierNames[k], Name: name}
}
