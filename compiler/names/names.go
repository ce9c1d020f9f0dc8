// Package names says what the names of a rulebook stand for and where they are declared and used: what package declare and
// package resolve record while they bind names, for programs that look at a rulebook as its author does.
package names

import (
	"rulebound/compiler/diag"
	"rulebound/engine/def"
)

// Sort is a group of names that are looked up together.
type Sort uint8

// The sorts of names. Thing.Of tells apart what has one name in a sort.
const (
	Shared   Sort = iota // the ids that all formulas share: seats, zones, cards, variables, functions, procedures …
	Type                 // an enumeration or a table as a type
	Member               // of the enumeration Of
	Row                  // of the table Of
	Property             // of what Of says: seat, zone, card, piece, procedure or a table
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
	Bound  // a binding, with its $, or a parameter: At tells it apart
)

// Thing is what a name stands for. Two equal things are one.
type Thing struct {
	Sort     Sort
	Of, Name string
	At       diag.Pos // of what is bound: where
}

// Use is a place where a name is written.
type Use struct {
	At       diag.Pos
	Thing    Thing
	Declares bool     // it is declared here, or at one of several such places
	Written  bool     // the name itself is written there; not so where a pattern gives it, such as "seat-{n}"
	Type     def.Type // of what is bound
}

// carrierNames are the words for the kinds that carry properties.
var carrierNames = map[def.Kind]string{def.KSeat: "seat", def.KZone: "zone", def.KCard: "card", def.KClass: "piece", def.KProc: "procedure"}

// PropertyOf is the property of a kind of things.
func PropertyOf(k def.Kind, name string) Thing {
	return Thing{Sort: Property, Of: carrierNames[k], Name: name}
}
