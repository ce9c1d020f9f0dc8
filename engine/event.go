package engine

// This file names what the machine reports to an observer.

// EventKind tells what happened. The comment gives the fields of the Event.
type EventKind uint8

const (
	// CellChanged: A cell, B old value, C new value, D change asked for (C-B where nothing was cut off). Gains, losses,
	// shifts and marks are reported even if they changed nothing, as long as a change was asked for.
	CellChanged EventKind = iota
	// PiecesMoved: A class, B new class, C from zone, D to zone, N how many. A change of status or mark has C == D.
	PiecesMoved
	// CardMoved: A card, B from pile, C to pile, D place (0 on top, 1 at the bottom, 2 beneath the top card).
	CardMoved
	// Asked: A decision, B seat. The decision is published.
	Asked
	// Answered: A decision, B seat, C AnswerForm, D value. Values: for a Take its entries, packed as
	// zone<<24|class<<16|count; for a Shuffle the new order.
	Answered
	// Forced: fields as Answered. The decision had one legal answer and resolved itself.
	Forced
	// Called: A procedure; Values its arguments.
	Called
	// Returned: A procedure, B result (0 where it has none).
	Returned
	// BodyBegan: A decision, B member.
	BodyBegan
	// BodyEnded: A decision, B member (0 where the instruction names none).
	BodyEnded
	// Hooked: A point, B attachment, C value before, D value after. A pure attachment that changed something (for an
	// allow point: forbade), or a run attachment about to run (C, D zero). Reported for instructions and for the limits
	// of a decision, not for each candidate of a domain.
	Hooked
	// LastingOn: A lasting effect, B stamp, C duration.
	LastingOn
	// LastingOff: A lasting effect, B the stamp it had, C the duration it had.
	LastingOff
	// Noted: A note; Values its values.
	Noted
	// WatchChanged: A derived value, B its index (-1: it has none), C old, D new.
	WatchChanged
	// Held: A derived value. Its values are frozen.
	Held
	// Released: A derived value.
	Released
	// ScopeOpened: A procedure that opened an action scope.
	ScopeOpened
	// ScopeClosed: A procedure that closed it.
	ScopeClosed
	// GameOver: Values the result of each seat.
	GameOver
	// PoolShort: A lowest class of the filter (-1: empty filter), B zone, C pieces asked for, D pieces moved (fewer).
	PoolShort
)

// AnswerForm tells how a decision was answered (Event.C of Answered and Forced).
type AnswerForm int64

const (
	ByValue  AnswerForm = iota // Event.D is the member (None: the domain was empty), set, amount, roll or total taken
	ByOption                   // Event.D is the index of the menu option, None if no option was legal
	ByStop                     // a pick stopped
	BySide                     // Event.D is the index of the side option
)

// Event is one report. It and its Values are valid only during the call.
type Event struct {
	Kind       EventKind
	Node       int32
	A, B, C, D int64
	N          int64
	Values     []int64
}

// Observer receives events. It may read the state but must not change it.
type Observer interface {
	Event(s *State, e *Event)
}
