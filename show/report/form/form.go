// Package form is report.json: what the pages of a report say, for programs. schemas/report.schema.json is made of it.
//
// Pages are addresses below the folder of the report, with the anchor of the thing where the page has others on it.
package form

// Version is the version of the form. It changes when a field goes or means another thing; fields may be added.
const Version = 1

// Document is report.json.
type Document struct {
	Version  int    `json:"version"`
	Revision string `json:"revision,omitempty"` // what the report shows, if it has a name
	Against  string `json:"against,omitempty"`  // the revision that it is compared with
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
	Unseen    []Place    `json:"unseen"`    // places of which something is not seen, explained or not
	Changes   *Changes   `json:"changes,omitempty"`
}

// Count sums up what scenarios show and execute.
type Count struct {
	Rules               int `json:"rules"`               // clauses of kind rule
	Shown               int `json:"shown"`               // those that a scenario shows
	Places              int `json:"places"`              // of the rulebook that a play can reach
	Executed            int `json:"executed"`            // those that one reached
	PlacesExplained     int `json:"placesExplained"`     // not executed, and it is said why
	Conditions          int `json:"conditions"`          // places that can be seen two ways
	BothWays            int `json:"bothWays"`            // those that were
	ConditionsExplained int `json:"conditionsExplained"` // not seen both ways, and it is said why
}

// Score is the share of changes of the rulebook that would be noticed, in per cent.
type Score struct {
	Reached        int `json:"reached"` // number of changes at places that a scenario executes
	WithGoldens    int `json:"withGoldens"`
	WithoutGoldens int `json:"withoutGoldens"` // by expectations alone
}

// Section is a section of the rulebook.
type Section struct {
	Number string `json:"number"`
	Title  string `json:"title"`
	Page   string `json:"page,omitempty"` // none: it has no heading of its own
	Count  Count  `json:"count"`
	Score  *Score `json:"score,omitempty"` // none: it was not measured, or nothing can be changed
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
	Score     *Score   `json:"score,omitempty"` // none: it was not measured, or nothing can be changed
}

// Card is a card of the game.
type Card struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Page  string `json:"page"`
	Facts []Fact `json:"facts"` // what is printed on it beside its texts
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
	Rules      []string `json:"rules"`                // clauses that it names
	Proved     []string `json:"proved"`               // clauses that its expectations proved
	Outcome    string   `json:"outcome"`              // fails, differs, new, suspicious, changed, added or in order: the first that applies
	Problem    string   `json:"problem,omitempty"`    // what is not in order
	Comparison string   `json:"comparison,omitempty"` // page that sets its trace beside another
}

// Place is a place of the rulebook of which something is not seen.
type Place struct {
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Column  int      `json:"column"`
	What    string   `json:"what"` // keyword of the statement
	Rules   []string `json:"rules"`
	Missing string   `json:"missing"`       // what is not seen
	Why     string   `json:"why,omitempty"` // why it cannot be
	Page    string   `json:"page"`
}

// Changes is what changed in a game since the revision that it is compared with.
type Changes struct {
	Clauses      []Change      `json:"clauses"`
	Cards        []Change      `json:"cards"`
	Rules        []RuleChange  `json:"rules"`
	Declarations []string      `json:"declarations"` // that differ, and that no play is seen to reach
	Traces       []TraceChange `json:"traces"`
	Fell         []Fall        `json:"fell"` // figures that were higher
}

// Change is a clause or card that differs.
type Change struct {
	ID   string   `json:"id"`
	What string   `json:"what"`         // added, removed or changed
	In   []string `json:"in,omitempty"` // of a card: what changed on it
}

// RuleChange is places of the rulebook that implement some clauses and read otherwise.
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

// TraceChange is a scenario whose trace differs from what its golden was.
type TraceChange struct {
	Scenario   string `json:"scenario"`       // section/scenario
	What       string `json:"what"`           // added, removed or changed
	Suspicious bool   `json:"suspicious"`     // it executes no rule that changed
	Page       string `json:"page,omitempty"` // that sets them side by side
}

// Fall is a figure of a section that was higher.
type Fall struct {
	Section string `json:"section"`
	What    string `json:"what"`
	Before  string `json:"before"`
	After   string `json:"after"`
}
