package def

// This file is the table of decision kinds: the shape of the answer, and the fields of DecisionDef that each kind uses.

// DecisionKind is the form of a decision's answer.
type DecisionKind uint8

const (
	One     DecisionKind = iota // one member
	Subset                      // Min..Max members at once
	Pick                        // one member or stop, asked repeatedly
	Take                        // a count for each class of pieces in each zone
	Amount                      // a whole number Min..Max
	Menu                        // one of the options
	Roll                        // chance: a whole number Min..Max, equally likely
	Draw                        // chance: one member, equally likely
	Shuffle                     // chance: the cards of a pile in a new order
	Pair                        // a pair: one of From and one of To

	numKinds // number of kinds
)

// AnswerShape is the form of an answer. Most code treats kinds of one shape alike.
type AnswerShape uint8

const (
	AnswerMember AnswerShape = iota // a member of the domain
	AnswerSet                       // a set of members
	AnswerCounts                    // a count for each entry
	AnswerNumber                    // a number in a range
	AnswerOption                    // an option
	AnswerOrder                     // the members in some order
)

// DecisionForm is a row of the table of decision kinds. A kind ignores the fields of DecisionDef that its row does not name; By, Also and
// Result have the same meaning for all kinds.
type DecisionForm struct {
	Name    string // in messages; unique
	Answer  AnswerShape
	Seat    bool // only a seat can answer it: By is required
	Random  bool // always answered by chance
	From    bool // has From
	Where   bool // has Where
	Binds   bool // the candidate is in slot Bind
	Range   bool // has Min and Max
	Cost    bool // has Cost and Budget
	Options bool // has Options, and Decline
	Picked  bool // has Picked, Count and Again
	Pairs   bool // has To, ToBind and Second
	Pieces  bool // has Filter, Caps, Tiers, Entries and Total
}

// decisions is the table.
var decisions = [numKinds]DecisionForm{
	One:     {Name: "one", Answer: AnswerMember, From: true, Where: true, Binds: true},
	Subset:  {Name: "subset", Answer: AnswerSet, Seat: true, From: true, Where: true, Binds: true, Range: true, Cost: true},
	Pick:    {Name: "pick", Answer: AnswerMember, Seat: true, From: true, Where: true, Binds: true, Range: true, Cost: true, Picked: true},
	Take:    {Name: "take", Answer: AnswerCounts, Seat: true, From: true, Where: true, Binds: true, Range: true, Cost: true, Pieces: true},
	Amount:  {Name: "amount", Answer: AnswerNumber, Range: true},
	Menu:    {Name: "menu", Answer: AnswerOption, Options: true},
	Roll:    {Name: "roll", Answer: AnswerNumber, Random: true, Range: true},
	Draw:    {Name: "draw", Answer: AnswerMember, Random: true, From: true, Where: true, Binds: true},
	Shuffle: {Name: "shuffle", Answer: AnswerOrder, Random: true, From: true},
	Pair:    {Name: "pair", Answer: AnswerMember, From: true, Where: true, Binds: true, Pairs: true},
}

// DecisionKinds is the number of decision kinds; every DecisionKind below it has a row.
const DecisionKinds = numKinds

// Row returns the kind's row, which must not be modified; nil if the kind is unknown.
func (k DecisionKind) Row() *DecisionForm {
	if k >= numKinds {
		return nil
	}
	return &decisions[k]
}

// Answered is a run of slots that a decision writes.
type Answered struct {
	Slot, N int32
	Kept    bool // it is read as well: the previous answers
}

// Answered returns the slots that a decision writes.
func (d *DecisionDef) Answered() []Answered {
	row := d.Kind.Row()
	var out []Answered
	if d.Result >= 0 {
		out = append(out, Answered{Slot: d.Result, N: 1})
		if row.Pieces {
			out[0].N += max(d.Entries, 0)
		}
	}
	if row.Pieces {
		out = append(out, Answered{Slot: d.Total, N: 1})
	}
	if row.Pairs {
		out = append(out, Answered{Slot: d.Second, N: 1})
	}
	if row.Picked {
		out = append(out, Answered{d.Picked, 1, true}, Answered{d.Count, 1, true})
	}
	return out
}
