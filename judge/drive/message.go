// This file defines the messages of the protocol. schemas/protocol.schema.json is generated from these types.

package drive

// Version is the version of the protocol.
const Version = 1

// Levels of comparison, from the least demanding to the most.
const (
	States   = "states"
	Legality = "legality"
	Traces   = "traces"
)

// Levels lists the levels.
var Levels = []string{States, Legality, Traces}

// Request is a message of the driver. Type determines which fields are used.
type Request struct {
	Type string `json:"type"`

	// hello
	Protocol int    `json:"protocol,omitempty"`
	Game     string `json:"game,omitempty"`
	Rules    string `json:"rules,omitempty"` // fingerprint of the rulebook
	Names    *Names `json:"names,omitempty"`

	// position
	Scenario string            `json:"scenario,omitempty"`
	Setup    string            `json:"setup,omitempty"`
	Options  map[string]string `json:"options,omitempty"`
	Changes  *Changes          `json:"changes,omitempty"`
	Values   map[string]any    `json:"values,omitempty"` // all values that differ from their declaration
	Asks     *Asked            `json:"asks,omitempty"`

	// answer, legal, chance, stance; view: only the seat
	Seat     string `json:"seat,omitempty"`
	Decision string `json:"decision,omitempty"`
	Answer   any    `json:"answer,omitempty"`
	Forced   bool   `json:"forced,omitempty"`
	Outcome  any    `json:"outcome,omitempty"`
	Name     string `json:"name,omitempty"`  // of a stance
	Value    any    `json:"value,omitempty"` // of a stance

	// values, view
	Wanted []string `json:"wanted,omitempty"`
}

// Forms lists the required and optional fields of each type of request.
var Forms = []Form{
	{"hello", []string{"protocol", "game", "rules", "names"}, nil},
	{"position", []string{"scenario", "changes", "values"}, []string{"setup", "options", "asks"}},
	{"answer", []string{"seat", "decision", "answer"}, []string{"forced"}},
	{"chance", []string{"decision", "outcome"}, []string{"forced"}},
	{"stance", []string{"name", "value"}, nil},
	{"asks", nil, nil},
	{"values", []string{"wanted"}, nil},
	{"view", []string{"seat", "wanted"}, nil},
	{"legal", []string{"seat", "decision", "answer"}, nil},
	{"save", nil, nil},
	{"restore", nil, nil},
	{"trace", nil, nil},
	{"end", nil, nil},
}

// Form is the required and optional fields of a type of request, by their JSON names.
type Form struct {
	Type      string
	Must, May []string
}

// Names are the names of a game.
type Names struct {
	Seats     []string `json:"seats"`
	Spaces    []string `json:"spaces"`
	Classes   []string `json:"classes"`
	Cards     []string `json:"cards"`
	Piles     []string `json:"piles"`
	Decisions []string `json:"decisions"`
	Values    []string `json:"values"`
}

// Changes are the changes of a scenario to its set-up.
type Changes struct {
	Values  map[string]string         `json:"values,omitempty"`
	Pieces  map[string]map[string]int `json:"pieces,omitempty"`
	Piles   map[string][]string       `json:"piles,omitempty"`
	Lasting []string                  `json:"lasting,omitempty"`
}

// Asked is the pending decision and its seat.
type Asked struct {
	Seat     string `json:"seat"`
	Decision string `json:"decision"`
}

// Reply is a message of the program. The request determines which fields are used.
type Reply struct {
	Unsupported string `json:"unsupported,omitempty"`
	Error       string `json:"error,omitempty"`

	OK      bool   `json:"ok,omitempty"`
	Refused string `json:"refused,omitempty"`
	Clause  string `json:"clause,omitempty"`

	Legal *bool `json:"legal,omitempty"`

	Values map[string]any `json:"values,omitempty"`
	Lines  []string       `json:"lines,omitempty"`

	// reply to asks
	Seat     string                      `json:"seat,omitempty"`
	Decision string                      `json:"decision,omitempty"`
	Options  []string                    `json:"options,omitempty"`
	Pieces   map[string]map[string]int64 `json:"pieces,omitempty"`
	Order    []string                    `json:"order,omitempty"` // of chance: cards to be ordered
	Min      *int64                      `json:"min,omitempty"`
	Max      *int64                      `json:"max,omitempty"`
	Over     bool                        `json:"over,omitempty"`
	Result   map[string]int64            `json:"result,omitempty"`
}

// Hello is the reply to hello.
type Hello struct {
	Protocol    int      `json:"protocol"`
	Name        string   `json:"name"`
	Version     string   `json:"version"`
	Levels      []string `json:"levels"`
	Saves       bool     `json:"saves,omitempty"`
	AsksForced  bool     `json:"asksForced,omitempty"`
	Views       bool     `json:"views,omitempty"`
	Unsupported Lacks    `json:"unsupported"`
}

// Lacks is what a program does not support.
type Lacks struct {
	Rules     []string `json:"rules,omitempty"`
	Setups    []string `json:"setups,omitempty"`
	Options   []string `json:"options,omitempty"`
	Decisions []string `json:"decisions,omitempty"`
	Values    []string `json:"values,omitempty"`
}
