package engine

// This file declares the events for observers. An event has at most five numbers and a list; each kind has a view that names them, which both
// the emitter and the reader of an event use.

// EventKind is the kind of an event. The comments give the view of the Event, and its Values if it has some.
type EventKind uint8

const (
	// CellChanged: Event.Cell. Gains, losses, shifts and marks are reported even if the value does not change, unless the requested change is 0.
	CellChanged EventKind = iota
	// PiecesMoved: Event.Pieces. A change of status or mark has From == To.
	PiecesMoved
	// CardMoved: see the method Card.
	CardMoved
	// Asked: Event.Answer, its Decision and Seat. The decision is published.
	Asked
	// Answered: Event.Answer. Values: for a Take its entries, packed as zone<<24|class<<16|count; for a Shuffle the new
	// order.
	Answered
	// Forced: as Answered. The decision had one legal answer and resolved itself.
	Forced
	// Called: Event.Call; Values its arguments.
	Called
	// Returned: Event.Call.
	Returned
	// BodyBegan: Event.Body.
	BodyBegan
	// BodyEnded: Event.Body.
	BodyEnded
	// Hooked: Event.Hook. A pure attachment that changed something (for an allow point: forbade it), or a run attachment that is about to run
	// (Before and After zero). Reported for instructions and for the limits of a decision, not for each candidate of a domain.
	Hooked
	// LastingOn: Event.Lasting.
	LastingOn
	// LastingOff: Event.Lasting, with its previous stamp and duration.
	LastingOff
	// Noted: Event.Note; Values are its values.
	Noted
	// WatchChanged: Event.Watched.
	WatchChanged
	// Held: Event.Derived. Its values are frozen.
	Held
	// Released: Event.Derived.
	Released
	// ScopeOpened: Event.Call, the procedure that opened an action scope.
	ScopeOpened
	// ScopeClosed: Event.Call, the procedure that closed it.
	ScopeClosed
	// GameOver: Values are the results of the seats.
	GameOver
	// PoolShort: Event.Short.
	PoolShort
)

// AnswerForm is the form of an answer; it determines the meaning of DecisionEvent.Value.
type AnswerForm int64

const (
	ByValue  AnswerForm = iota // the member (None: the domain was empty), set, amount, roll or total taken
	ByOption                   // the index of the menu option, None if no option was legal
	ByStop                     // a pick stopped
	BySide                     // the index of the side option
)

// Event is one report. It and its Values are only valid during the call.
type Event struct {
	Kind   EventKind
	Node   int32 // place of the rulebook
	Values []int64
	what   numbers
}

// numbers are the fields of the view of an event.
type numbers [5]int64

// Observer receives events. It may read the state but must not change it.
type Observer interface {
	Event(s *State, e *Event)
}

// CellEvent is a write of a cell. Asked is the requested change, which New-Old equals unless it was clamped.
type CellEvent struct{ Cell, Old, New, Asked int64 }

func (v CellEvent) numbers() numbers { return numbers{v.Cell, v.Old, v.New, v.Asked} }

// Cell is the view of CellChanged.
func (e *Event) Cell() CellEvent { return CellEvent{e.what[0], e.what[1], e.what[2], e.what[3]} }

// PiecesEvent is a move of N equal pieces between zones, or a change of their class.
type PiecesEvent struct{ Class, NewClass, From, To, N int64 }

func (v PiecesEvent) numbers() numbers { return numbers{v.Class, v.NewClass, v.From, v.To, v.N} }

// Pieces is the view of PiecesMoved.
func (e *Event) Pieces() PiecesEvent {
	return PiecesEvent{e.what[0], e.what[1], e.what[2], e.what[3], e.what[4]}
}

// CardEvent is a move of a card between piles. Place is 0 on top, 1 at the bottom, 2 beneath the top card.
type CardEvent struct{ Card, From, To, Place int64 }

func (v CardEvent) numbers() numbers { return numbers{v.Card, v.From, v.To, v.Place} }

// Card is the view of CardMoved.
func (e *Event) Card() CardEvent { return CardEvent{e.what[0], e.what[1], e.what[2], e.what[3]} }

// DecisionEvent is a decision that is asked or answered.
type DecisionEvent struct {
	Decision int64 // index
	Seat     int   // Chance for chance
	Form     AnswerForm
	Value    int64
	Seen     int64 // the seats that learn the outcome where DecisionDef.Seen says so, as bits
}

func (v DecisionEvent) numbers() numbers {
	return numbers{v.Decision, int64(v.Seat), int64(v.Form), v.Value, v.Seen}
}

// Answer is the view of Asked, Answered and Forced.
func (e *Event) Answer() DecisionEvent {
	return DecisionEvent{e.what[0], small(e.what[1]), AnswerForm(e.what[2]), e.what[3], e.what[4]}
}

// CallEvent is a procedure that is called, returns, or opens or closes an action scope. Result is 0 without a result.
type CallEvent struct{ Proc, Result int64 }

func (v CallEvent) numbers() numbers { return numbers{v.Proc, v.Result} }

// Call is the view of Called, Returned, ScopeOpened and ScopeClosed.
func (e *Event) Call() CallEvent { return CallEvent{e.what[0], e.what[1]} }

// BodyEvent is the begin or end of the body of a decision for a member (0 if the instruction names none).
type BodyEvent struct{ Decision, Member int64 }

func (v BodyEvent) numbers() numbers { return numbers{v.Decision, v.Member} }

// Body is the view of BodyBegan and BodyEnded.
func (e *Event) Body() BodyEvent { return BodyEvent{e.what[0], e.what[1]} }

// HookEvent is an attachment that takes effect at a point, with the value before and after it.
type HookEvent struct{ Point, Attachment, Before, After int64 }

func (v HookEvent) numbers() numbers { return numbers{v.Point, v.Attachment, v.Before, v.After} }

// Hook is the view of Hooked.
func (e *Event) Hook() HookEvent { return HookEvent{e.what[0], e.what[1], e.what[2], e.what[3]} }

// LastingEvent is a lasting effect that comes into force or ends, with its stamp and duration.
type LastingEvent struct{ Lasting, Stamp, Duration int64 }

func (v LastingEvent) numbers() numbers { return numbers{v.Lasting, v.Stamp, v.Duration} }

// Lasting is the view of LastingOn and LastingOff.
func (e *Event) Lasting() LastingEvent { return LastingEvent{e.what[0], e.what[1], e.what[2]} }

// WatchEvent is a change of a watched derived value; Index is None without an index.
type WatchEvent struct{ Derived, Index, Old, New int64 }

func (v WatchEvent) numbers() numbers { return numbers{v.Derived, v.Index, v.Old, v.New} }

// Watched is the view of WatchChanged.
func (e *Event) Watched() WatchEvent { return WatchEvent{e.what[0], e.what[1], e.what[2], e.what[3]} }

// ShortEvent is a move of fewer pieces than requested. Class is the lowest class of the filter, None for an empty one.
type ShortEvent struct{ Class, Zone, Asked, Moved int64 }

func (v ShortEvent) numbers() numbers { return numbers{v.Class, v.Zone, v.Asked, v.Moved} }

// Short is the view of PoolShort.
func (e *Event) Short() ShortEvent { return ShortEvent{e.what[0], e.what[1], e.what[2], e.what[3]} }

// Note returns the note of Noted.
func (e *Event) Note() int64 { return e.what[0] }

// Derived returns the derived value of Held and Released.
func (e *Event) Derived() int64 { return e.what[0] }
