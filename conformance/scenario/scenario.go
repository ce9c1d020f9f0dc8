// Package scenario reads scripts of games, written in YAML by people who know the rules but not the engine, and plays
// them. It answers every decision by its name, checks everything, and reports unused answers.
//
// load.go reads a file into a Script, names.go checks its names. session.go plays lines on a state; run.go has the
// line being played, answers.go its answers, forced.go the decisions that resolve themselves. expect.go, offers.go,
// at.go and expect_move.go check expectations. play.go plays a whole Script and returns the Result. Package names
// spells answers and values, package record records the last move. docs/scenarios.md is the reference of the format.
package scenario

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine"
)

// Version is the version of the scenario format that this package reads.
const Version = 1

// Script is a scenario as written. It is data: nothing in it depends on a compiled game.
type Script struct {
	File     string // as given to Load
	Name     string // file name without extension
	Section  string // name of its folder: the rule section
	Source   []byte
	Title    string
	Game     string
	GamePos  diag.Pos
	Rules    []string // the clauses it tests
	RulePos  []diag.Pos
	Setup    Setup  // with after: that of the other scenario, once linked
	After    string // ID of the scenario that it continues, "" for none
	AfterPos diag.Pos
	Base     *Script       // the scenario of After, once linked
	Seed     *uint64       // nil: all chance must be scripted
	Chance   []source.Pair // outcomes by decision name, in order, for any move
	Options  bool          // `show: options`
	Items    []Item        // moves and expectations in order
}

// ID returns section/name, the key of the scenario in reports, goldens and labels.
func (s *Script) ID() string { return s.Section + "/" + s.Name }

// Setup is the initial position of a scenario: one of the game's set-ups with changes.
type Setup struct {
	Scenario string        // id of a set-up of the game; "": initial values only
	Options  []source.Pair // game options by name
	Piles    []PileCards
	Values   []source.Pair // values by name
	Pieces   []source.Pair // zone -> mapping of class -> count
	Lasting  []string      // lasting effects in force
	Pos      diag.Pos

	places map[engine.SetupEntry]diag.Pos // places of its entries
}

// PileCards lists the cards of a pile, top first.
type PileCards struct {
	Pile  string
	Cards []string
	Pos   diag.Pos
}

// Item is a step of a script: exactly one of its fields is set.
type Item struct {
	Line   *Line
	Expect *Expect
}

// Line is a move: who acts, the words that say what, and the answers to the decisions that follow.
type Line struct {
	Seat     string // "" for a line of chance or of stances
	Words    []string
	Value    *source.Node // a value in place of the words: a mapping answers a decision about a pair, a list a decision of several members
	Answers  []source.Pair
	Activity *Activity
	Chance   []source.Pair
	Stances  []source.Pair // by name, in a line of its own
	Expect   *Expect       // offered and notOffered are checked while the line is played, the rest after it
	Pos      diag.Pos
	Text     string // "seat: words" as written
	Tried    string // the words and the answers, without chance and expectations
}

// Activity is a second action within a first one, as the game's moves define it.
type Activity struct {
	Name    string
	At      When
	After   string // member of the first action's pick, for AfterMember
	Answers []source.Pair
	Pos     diag.Pos
}

// When is the moment of an activity.
type When int

// The moments of an activity.
const (
	AfterAll    When = iota // when the first action is over
	Before                  // before anything of it is chosen
	AfterMember             // after a member of its pick is resolved
)

// Expect is a list of claims about the position, its legal moves, or the last move.
type Expect struct {
	At         *Moment  // nil: between moves, or at the end of its own
	Rules      []string // clauses that the claims prove
	Asked      *Asked
	Legal      []Legal
	Refused    []Refused
	State      []source.Pair
	Sees       []Sight
	Watched    []source.Pair // watched value -> list of its successive values
	Offered    []source.Pair // decision -> members that must be offered
	NotOffered []source.Pair // decision -> members that must not be offered; an item may be {member: rule}
	NotAsked   []Asking      // decisions that were not asked in the move
	Noted      []source.Pair // notes of the move
	Decided    []source.Pair // decision -> the seat that it belonged to in the move
	Result     *source.Node  // mapping seat -> result, when the game is over
	Pos        diag.Pos
}

// Sight claims what a seat, or names.Everybody, may know: values by name.
type Sight struct {
	Seat   string
	Values []source.Pair
	Pos    diag.Pos
}

// Asking is the n-th time in a move that a decision of that name is asked, or resolves itself to more than nothing.
type Asking struct {
	Decision string
	Nth      int
	Pos      diag.Pos
}

// Asked claims which decision is pending.
type Asked struct {
	Seat, Decision string
	Over           bool
	Pos            diag.Pos
}

// Legal claims exactly the options, members or classes that a decision offers after the words in After are played.
type Legal struct {
	Seat     string
	After    *Line
	Decision string
	Options  []string
	Pos      diag.Pos
}

// Refused claims that a line is refused, and by which clause.
type Refused struct {
	Line    *Line
	Because string
	Pos     diag.Pos
}
