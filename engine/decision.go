package engine

import (
	"rulebound/engine/def"
	"rulebound/engine/value"
)

// This file declares the interface of a play: published decisions and their answers.

// Chance is the seat whose decisions are rolls, draws and shuffles.
const Chance = -1

// Decision is a published decision: its seat and all legal answers. It belongs to the State that published it and is valid until the next
// Apply, CopyTo or Draw on that state; its slices must not be modified.
type Decision struct {
	Index int32            // into GameDef.Decisions
	Name  string           // DecisionDef.Name
	Rule  string           // clause the decision belongs to
	Kind  def.DecisionKind // form of the answer
	Seat  int              // who decides, Chance for chance
	Elem  def.Type         // kind of the members

	Members []int64 // One, Subset, Pick, Draw: legal members in order. Shuffle: the cards of the pile, top first
	Costs   []int64 // parallel to Members (or to Entries for Take) if the decision has a cost, else empty
	Budget  int64   // bound of the total cost; meaningless without Costs

	Options []Option // Menu: the legal options
	Also    []Option // Menu, Pick: the legal side options
	Decline int32    // Menu: index in DecisionDef.Options taken if the decision is not answered, -1: it must be answered

	Stop     bool // Pick: stopping is legal
	Min, Max int  // Subset: size; Take: total; Pick: members in all; Amount, Roll: the range
	Count    int  // Pick: members picked so far

	Entries []Entry // Take: the pieces that may be taken

	// Obliged reports that an obligation is open. Then members, entries and bounds include only answers after which it can be satisfied. A
	// Subset or Take may still be refused: only Apply checks the combination of members. Amount: Members lists the legal numbers.
	Obliged bool

	Fault *Fault // why the domain cannot be computed, or nil; if set, no answer is legal, and Apply returns the fault

	take    takeScratch
	obliged obliged
	words   int   // of a set of members
	seen    int64 // the seats that learn the outcome, if the decision says so
}

// Choose returns the answer to a Subset with the given members.
func (d *Decision) Choose(members ...int64) Answer {
	if d.words > 1 {
		return Answer{Chosen: members}
	}
	set := int64(0)
	for _, m := range members {
		set |= value.Singleton(m)
	}
	return Answer{Set: set}
}

// Option is a legal option of a menu or a legal side option.
type Option struct {
	Index int32 // in DecisionDef.Options or DecisionDef.Also
	Name  string
	Proc  int32 // procedure it calls, -1 if none
	Value int64
}

// Entry is a kind of piece that a Take may draw from.
type Entry struct {
	Zone, Class int32
	Available   int32 // pieces of that class in the zone
}

// AnswerKind is the part of a decision that an Answer refers to.
type AnswerKind uint8

const (
	Reply  AnswerKind = iota // the decision itself
	Side                     // the side option Answer.Option
	Stance                   // no part: Answer.Seat sets its stance, and the decision stays pending
)

// Answer answers a decision. Which fields count follows from the decision's kind:
//
//	One, Pick, Draw   Member (Pick: or Stop)
//	Subset            Set, a bit set of members; Chosen, a list of them, where there are more than 64 things of their kind
//	Take              Counts, parallel to Decision.Entries
//	Amount, Roll      N
//	Menu              Option, an index in DecisionDef.Options
//	Shuffle           Order, all cards of the pile, top first
//
// With Kind == Side only Option is used: an index in DecisionDef.Also. With Kind == Stance it is an index in GameDef.Vars: the variable of Seat,
// which need not be the deciding seat, is set to Member. Apply keeps no reference to the slices.
type Answer struct {
	Kind   AnswerKind
	Seat   int
	Option int32
	Stop   bool
	Member int64
	Set    int64
	Chosen []int64
	N      int64
	Counts []int32
	Order  []int64
}
