// Package referee checks games that were played elsewhere against a rulebook. A log gives positions; for each step
// from one to the next the package searches for a witness: legal answers that lead there. docs/referee.md defines the
// log, the search and the verdicts. The package knows no game: scenarios/<game>.referee.yaml describes the logs of
// each.
package referee

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"rulebound/conformance/listing"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Layout describes the logs of a game: the meaning of the keys of a position, and where a step begins and ends.
type Layout struct {
	Turn     Turn              `yaml:"turn"`
	Ends     []string          `yaml:"ends"`     // notes: the first of them after the beginning ends a step
	Asks     []string          `yaml:"asks"`     // or decisions: a step ends where the next of them is pending
	Played   []string          `yaml:"played"`   // of Asks: piles whose number of cards only play can reach, not a set-up
	Part     string            `yaml:"part"`     // note that begins a part of a step, such as a phase
	Position map[string]Item   `yaml:"position"` // by key; besides pieces, values and over
	Kinds    map[string]Kind   `yaml:"kinds"`    // kinds of steps
	Deck     Deck              `yaml:"deck"`
	Unknown  map[string]int    `yaml:"unknown"` // values assumed where no position gives one
	Wants    []Want            `yaml:"wants"`   // answers selected by hints, besides those with the name of a hint
	Hints    map[string]string `yaml:"hints"`   // hint of a step -> the decision that it answers
	Values   []string          `yaml:"values"`  // values that a position gives besides tracks and markers
	Covered  string            `yaml:"covered"` // variable with the card that a turn began on, if the step played another on top
}

// Turn is the decision that begins a turn.
type Turn struct {
	Decision string `yaml:"decision"`
	Pass     string `yaml:"pass"` // answer of a seat that passes

	// Keys of the position: seats that have acted, that have passed, that may still act; cards that may be played out of turn.
	Acted  string `yaml:"acted"`
	Passed string `yaml:"passed"`
	Open   string `yaml:"open"`
	Aside  string `yaml:"aside"`
}

// Item is the meaning of a key of a position: one of Pile, Effects, Seats, Set and Asked.
type Item struct {
	Pile    string            `yaml:"pile"` // cards of this pile, top first
	Top     bool              `yaml:"top"`  // only its top card
	Loose   bool              `yaml:"loose"`
	Effects bool              `yaml:"effects"` // lasting effects in force, in the order of their activation
	But     []string          `yaml:"but"`     // of Effects: those that logs omit; of Seats: keys whose seats do not count as listed
	Seats   string            `yaml:"seats"`   // variable of each seat: In for the listed ones, Out for the others
	In      string            `yaml:"in"`
	Out     string            `yaml:"out"`
	Same    []string          `yaml:"same"`  // of Seats: values equivalent to Out
	Field   string            `yaml:"field"` // of Seats: field of an entry with another value; of Effects: field with an undeclared duration
	Also    []string          `yaml:"also"`  // of Seats: keys whose seats also count as listed, and are not compared
	Set     string            `yaml:"set"`   // variable with the set of the listed seats
	Asked   bool              `yaml:"asked"` // the seat of the pending decision of Asks, with the decision
	First   map[string]string `yaml:"first"` // of Set: variable for a field of the first entry
}

// Kind is a kind of step.
type Kind struct {
	Note    string            `yaml:"note"`    // first note of a step that shows its kind
	Prefers map[string]string `yaml:"prefers"` // decision -> answer of the step's seat
	Covers  bool              `yaml:"covers"`  // it plays a card on top of the one the turn began on
	Then    map[string]int    `yaml:"then"`    // variables after it, unless a position gives them
	Parts   bool              `yaml:"parts"`   // it is searched part by part
}

// Deck says which cards a log reveals later.
type Deck struct {
	Pile  string   `yaml:"pile"`
	Next  string   `yaml:"next"`  // key of the position: the card that comes next
	Count string   `yaml:"count"` // key of the head: how many cards of Of are in the deck
	Of    []string `yaml:"of"`    // those of them that the log does not reveal are at the bottom
}

// Want is an answer selected by a hint: Answer is wanted at Decision if and only if the step has the hint. For a side
// option, Decision is its name.
type Want struct {
	Hint     string `yaml:"hint"`
	Decision string `yaml:"decision"`
	Answer   string `yaml:"answer"`
}

// ReadLayout parses a layout and checks its names against a game.
func ReadLayout(text []byte, g *engine.Game) (*Layout, error) {
	l := &Layout{}
	if err := listing.Read(text, l); err != nil {
		return nil, err
	}
	if err := l.check(g.Def()); err != nil {
		return nil, err
	}
	return l, nil
}

// asked returns the key of a position for the pending decision, "" if there is none.
func (l *Layout) asked() string {
	for _, key := range sortedKeys(l.Position) {
		if l.Position[key].Asked {
			return key
		}
	}
	return ""
}

func (l *Layout) check(gd *def.GameDef) error {
	pile := func(id string) error {
		if _, ok := gd.Value(id, def.TPile); !ok {
			return fmt.Errorf("there is no pile %s", id)
		}
		return nil
	}
	variable := func(id string) error {
		if !slices.ContainsFunc(gd.Vars, func(v def.VarDef) bool { return v.ID == id }) {
			return fmt.Errorf("there is no variable %s", id)
		}
		return nil
	}
	note := func(id string) error {
		if !slices.ContainsFunc(gd.Notes, func(n def.NoteDef) bool { return n.Name == id }) {
			return fmt.Errorf("there is no note %s", id)
		}
		return nil
	}
	for _, n := range l.Ends {
		if err := note(n); err != nil {
			return fmt.Errorf("ends: %w", err)
		}
	}
	for _, name := range l.Asks {
		if !slices.ContainsFunc(gd.Decisions, func(d def.DecisionDef) bool { return d.Name == name }) {
			return fmt.Errorf("asks: there is no decision %s", name)
		}
	}
	for _, id := range l.Played {
		if err := pile(id); err != nil {
			return fmt.Errorf("played: %w", err)
		}
	}
	if asked := l.asked(); (len(l.Asks) > 0) != (asked != "") || len(l.Asks) > 0 && len(l.Ends) > 0 {
		return errors.New("a layout names the decisions that begin a step in asks and a key with asked, or the notes at which one ends in ends")
	}
	if len(l.Asks) == 0 && (len(l.Ends) == 0 || l.Turn.Decision == "") {
		return errors.New("a layout names the decision of a turn and the notes at which a step ends")
	}
	for _, key := range slices.Sorted(maps.Keys(l.Position)) {
		item := l.Position[key]
		var err error
		switch {
		case item.Pile != "":
			err = pile(item.Pile)
		case item.Seats != "":
			err = variable(item.Seats)
		case item.Set != "":
			err = variable(item.Set)
		case !item.Effects && !item.Asked:
			err = errors.New("it says neither pile, effects, seats, set nor asked")
		}
		if err != nil {
			return fmt.Errorf("position, %s: %w", key, err)
		}
	}
	if l.Deck.Pile != "" {
		return pile(l.Deck.Pile)
	}
	return nil
}
