// Package form defines report.json: the content of a report for programs. schemas/report.schema.json is generated from it.
//
// Pages are addresses below the folder of the report, with an anchor if the page has several things.
package form

// Version is the version of the form. It changes when a field is removed or changes its meaning, not when one is added.
const Version = 1

// Document is report.json.
type Document struct {
	Version  int    `json:"version"`
	Revision string `json:"revision,omitempty"` // name of the revision that the report shows, if it has one
	Against  string `json:"against,omitempty"`  // the revision to compare with
	Games    []Game `json:"games"`
}

// Game is a game of the report.
type Game struct {
	ID        string     `json:"id"`
	Title     string     `json:"title"`
	Page      string     `json:"page"`
	Count     Count      `json:"count"`
	Sections  []Section  `json:"sections"` // in the order of their numbers
	Clauses   []Clause   `json:"clauses"`  // in the order of the rulebook
	Cards     []Card     `json:"cards"`
	Scenarios []Scenario `json:"scenarios"` // in the order of their names
	Unseen    []Place    `json:"unseen"`    // places with something unseen, explained or not
	Changes   *Changes   `json:"changes,omitempty"`
}

// Count sums up what scenarios show and execute.
type Count struct {
	Rules               int `json:"rules"`               // clauses of kind rule
	Shown               int `json:"shown"`               // those that a scenario shows
	Places              int `json:"places"`              // of the rulebook that a play can reach
	Executed            int `json:"executed"`            // those that a scenario reached
	PlacesExplained     int `json:"placesExplained"`     // not executed, with an explanation
	Conditions          int `json:"conditions"`          // places with two outcomes
	BothWays            int `json:"bothWays"`            // those with both outcomes seen
	ConditionsExplained int `json:"conditionsExplained"` // not seen both ways, with an explanation
}

// Score is the percentage of changes of the rulebook that scenarios would notice.
type Score struct {
	Reached        int `json:"reached"` // number of changes at places that a scenario executes
	WithGoldens    int `json:"withGoldens"`
	WithoutGoldens int `json:"withoutGoldens"` // by expectations alone
}

// Section is a section of the rulebook.
type Section struct {
	Number string `json:"number"`
	Title  string `json:"title"`
	Page   string `json:"page,omitempty"` // "": no heading of its own
	Count  Count  `json:"count"`
	Score  *Score `json:"score,omitempty"` // nil: not measured, or nothing to change
}

// Clause is a clause of the rulebook.
type Clause struct {
	ID        string   `json:"id"`
	Section   string   `json:"section"`
	Kind      string   `json:"kind"` // rule, definition, table or not-modelled
	Title     string   `json:"title,omitempty"`
	Text      string   `json:"text"`
	Page      string   `json:"page"`
	Scenarios []string `json:"scenarios"` // that show it, by name
	Count     Count    `json:"count"`
	Score     *Score   `json:"score,omitempty"` // nil: not measured, or nothing to change
}

// Card is a card of the game.
type Card struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Page  string `json:"page"`
	Facts []Fact `json:"facts"` // its printed properties
	Sides []Side `json:"sides"`
}

// Fact is a property of a card.
type Fact struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// Side is a text of a card.
type Side struct {
	Name    string   `json:"name"`
	Clauses []string `json:"clauses"`
}

// Scenario is a scenario as it was played.
type Scenario struct {
	Name       string   `json:"name"` // section/scenario
	Title      string   `json:"title"`
	Page       string   `json:"page"`
	Rules      []string `json:"rules"`                // clauses it names
	Proved     []string `json:"proved"`               // clauses its expectations proved
	Outcome    string   `json:"outcome"`              // fails, differs, new, suspicious, changed, added or in order: the first that applies
	Problem    string   `json:"problem,omitempty"`    // error, if it is not in order
	Comparison string   `json:"comparison,omitempty"` // page that compares its trace with another
}

// Place is a place of the rulebook with something unseen.
type Place struct {
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Column  int      `json:"column"`
	What    string   `json:"what"` // keyword of the statement
	Rules   []string `json:"rules"`
	Missing string   `json:"missing"`       // what is not seen
	Why     string   `json:"why,omitempty"` // why it cannot be seen
	Page    string   `json:"page"`
}

// Changes holds the changes of a game since the revision to compare with.
type Changes struct {
	Clauses      []Change      `json:"clauses"`
	Cards        []Change      `json:"cards"`
	Rules        []RuleChange  `json:"rules"`
	Declarations []string      `json:"declarations"` // that differ and that coverage does not see
	Traces       []TraceChange `json:"traces"`
	Fell         []Fall        `json:"fell"` // decreased figures
}

// Change is a clause or card that differs.
type Change struct {
	ID   string   `json:"id"`
	What string   `json:"what"`         // added, removed or changed
	In   []string `json:"in,omitempty"` // of a card: what changed on it
}

// RuleChange is the changed places of the rulebook that implement some clauses.
type RuleChange struct {
	Rules  []string `json:"rules"`
	Before []Line   `json:"before"`
	After  []Line   `json:"after"`
}

// Line is a line of the rulebook.
type Line struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// TraceChange is a scenario whose trace differs from the old golden.
type TraceChange struct {
	Scenario   string `json:"scenario"`       // section/scenario
	What       string `json:"what"`           // added, removed or changed
	Suspicious bool   `json:"suspicious"`     // it executes no rule that changed
	Page       string `json:"page,omitempty"` // that compares them
}

// Fall is a figure of a section that has decreased.
type Fall struct {
	Section string `json:"section"`
	What    string `json:"what"`
	Before  string `json:"before"`
	After   string `json:"after"`
}
