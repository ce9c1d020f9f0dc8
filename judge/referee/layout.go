// Package referee holds games that were played elsewhere to a rulebook. A log gives positions; for each step from one to the
// next the package looks for a witness: legal answers that lead there. docs/referee.md says what a log looks like, how it is
// searched, and what the verdicts mean. Nothing here knows a game: how its logs are written stands in scenarios/<game>.referee.yaml.
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

// Layout says how the logs of a game are written: what the keys of a position are in the game's own terms, and where a step
// begins and ends.
type Layout struct {
	Turn     Turn              `yaml:"turn"`
	Ends     []string          `yaml:"ends"`     // notes: the first of them after a step began is where it is over
	Asks     []string          `yaml:"asks"`     // or decisions: a step is over where the next of them waits for an answer
	Played   []string          `yaml:"played"`   // of Asks: piles that have as many cards, where a state is made, by play alone
	Part     string            `yaml:"part"`     // note that begins a part of a step, such as a phase
	Position map[string]Item   `yaml:"position"` // by key, beside pieces, values and over
	Kinds    map[string]Kind   `yaml:"kinds"`    // kinds of steps
	Deck     Deck              `yaml:"deck"`
	Unknown  map[string]int    `yaml:"unknown"` // the value assumed where no position gives one
	Wants    []Want            `yaml:"wants"`   // answers that hints select, beside those that are named like a hint
	Hints    map[string]string `yaml:"hints"`   // hint of a step -> the decision that it answers
	Values   []string          `yaml:"values"`  // values that a position gives beside tracks and markers
	Covered  string            `yaml:"covered"` // variable that keeps the card a turn began on, where the step played another on top
}

// Turn is the decision that begins a turn.
type Turn struct {
	Decision string `yaml:"decision"`
	Pass     string `yaml:"pass"` // answer by which a seat passes

	// keys of the position: who has acted, who has passed, who may yet act; what may be played out of turn
	Acted  string `yaml:"acted"`
	Passed string `yaml:"passed"`
	Open   string `yaml:"open"`
	Aside  string `yaml:"aside"`
}

// Item is what a key of a position holds. One of Pile, Effects, Seats, Set and Asked says which.
type Item struct {
	Pile    string            `yaml:"pile"` // cards of this pile, top first
	Top     bool              `yaml:"top"`  // only its top card
	Loose   bool              `yaml:"loose"`
	Effects bool              `yaml:"effects"` // lasting effects in force, in the order in which they came into force
	But     []string          `yaml:"but"`     // of Effects: those that a log leaves out; of Seats: keys whose seats do not count as listed
	Seats   string            `yaml:"seats"`   // variable of each seat: In for those listed, Out for the others
	In      string            `yaml:"in"`
	Out     string            `yaml:"out"`
	Same    []string          `yaml:"same"`  // of Seats: values that mean as little as Out
	Field   string            `yaml:"field"` // of Seats: field of an entry that gives any other value; of Effects: its duration, where it is not the declared one
	Also    []string          `yaml:"also"`  // of Seats: keys whose seats count as listed, too, and are not compared
	Set     string            `yaml:"set"`   // variable with the set of the seats listed
	Asked   bool              `yaml:"asked"` // the seat that one of Asks waits for, with the decision
	First   map[string]string `yaml:"first"` // of Set: variable for a field of the first entry
}

// Kind is a kind of step.
type Kind struct {
	Note    string            `yaml:"note"`    // note that shows that a step is of this kind; the first of a step counts
	Prefers map[string]string `yaml:"prefers"` // decision -> answer, of the seat that the step names
	Covers  bool              `yaml:"covers"`  // it plays a card on top of the one the turn began on
	Then    map[string]int    `yaml:"then"`    // variables after it, as far as no position gives them
	Parts   bool              `yaml:"parts"`   // it is searched part by part
}

// Deck says where the cards come from that a log turns over later.
type Deck struct {
	Pile  string   `yaml:"pile"`
	Next  string   `yaml:"next"`  // key of the position: the card that comes next
	Count string   `yaml:"count"` // key of the head: how many cards of Of are in the deck
	Of    []string `yaml:"of"`    // as many of these as the log does not show lie at the bottom
}

// Want is an answer that a hint selects: if the step has the hint, Answer is wanted at Decision, else it is not. A side option
// is wanted where Decision is its name.
type Want struct {
	Hint     string `yaml:"hint"`
	Decision string `yaml:"decision"`
	Answer   string `yaml:"answer"`
}

// ReadLayout reads a layout and holds its names to a game.
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

// asked is the key of a position that says who is asked, "" if there is none.
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
