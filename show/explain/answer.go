package explain

import (
	"cmp"
	"slices"

	"rulebound/conformance/corpus"
	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/fold"
)

// Version is the version of the JSON form of answers. It changes when a field is removed or changes its meaning, not when one is added.
const Version = 1

// Answer is the explanation of a thing.
type Answer struct {
	Game       string      `json:"game"`
	Kind       string      `json:"kind"` // line, clause, section, procedure, decision, function, derived value, variable, effect, point, card or name
	Name       string      `json:"name"`
	Title      string      `json:"title,omitempty"`
	Facts      []Fact      `json:"facts,omitempty"`
	Statements []Statement `json:"statements,omitempty"`
	Clauses    []Clause    `json:"clauses,omitempty"`
	Formulas   []Formula   `json:"formulas,omitempty"`
	Asks       []Asked     `json:"asks,omitempty"`    // of a procedure: the decisions it leads to
	Running    []Use       `json:"running,omitempty"` // of a line: the procedures that ran, innermost first
	Uses       []Use       `json:"uses,omitempty"`    // what calls, reads or writes it
	Hooks      []Hook      `json:"hooks,omitempty"`   // effects that join in; of a line, those in force
}

// Fact is a property of a thing.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Place is a position in the rulebook, with its clauses.
type Place struct {
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Col     int      `json:"col"`
	Clauses []string `json:"clauses,omitempty"`
}

// Statement is a part of the rulebook as written.
type Statement struct {
	Place
	What   string   `json:"what,omitempty"` // its keyword
	Source []string `json:"source"`         // its lines
}

// Clause is a clause with its prose.
type Clause struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	Title string `json:"title,omitempty"`
	Text  string `json:"text"`
	Place Place  `json:"place"`
}

// Formula is a formula of a statement with its key there, such as amount, where or min.
type Formula struct {
	Name string `json:"name"`
	*Value
}

// Use is a place that uses a thing.
type Use struct {
	How  string `json:"how"`  // calls, reads, writes, …
	What string `json:"what"` // procedure air-lift, function price, …
	Place
}

// Hook is an effect that joins in at a point.
type Hook struct {
	Point   string `json:"point"`
	Effect  string `json:"effect"`
	Title   string `json:"title,omitempty"`
	Changed string `json:"changed,omitempty"` // of a line: its effect on the value, "10 → 7", or forbids
	Place
}

// book is a game with the lookups of explanations.
type book struct {
	*corpus.Game
	facts *facts.Facts
}

func open(g *corpus.Game) *book { return &book{g, facts.New(g.Def, fold.New(g.Def), nil)} }

// node returns the place of a node.
func (b *book) node(i int32) Place {
	n := &b.Def.Nodes[i]
	return Place{n.File, int(n.Line), int(n.Col), slices.Compact(slices.Clone(n.Rules))}
}

// statement returns a node as written.
func (b *book) statement(i int32) Statement {
	at := b.node(i)
	return Statement{Place: at, What: b.Def.Nodes[i].What, Source: excerpt(b.Book.Source(at.File), at.Line, at.Col, false)}
}

// declared returns the statement that declares a thing: that of its node, or else that at its id.
func (b *book) declared(id string, node int32) []Statement {
	if node > 0 {
		return []Statement{b.statement(node)}
	}
	if at, ok := b.Book.Declared[id]; ok && at.File != "" {
		return []Statement{{Place: Place{File: at.File, Line: at.Line, Col: at.Col}, Source: entry(b.Book.Source(at.File), at.Line, at.Col)}}
	}
	return nil
}

// clauses returns the clauses with these ids, with their prose; it skips ids of sections.
func (b *book) clauses(ids ...string) []Clause {
	var out []Clause
	for _, id := range ids {
		k := b.Book.Clause(id)
		if k == nil || slices.ContainsFunc(out, func(k Clause) bool { return k.ID == id }) {
			continue
		}
		out = append(out, Clause{k.ID, k.Kind, k.Title, k.Text, Place{File: k.Pos.File, Line: k.Pos.Line, Col: k.Pos.Col}})
	}
	return out
}

// clausesOf returns the clauses of statements.
func (b *book) clausesOf(statements []Statement) []Clause {
	var ids []string
	for _, s := range statements {
		ids = append(ids, s.Clauses...)
	}
	return b.clauses(ids...)
}

// proc names a procedure.
func (b *book) proc(i int32) string { return "procedure " + b.Def.Procs[i].ID }

// formulas returns formulas without values; it skips nil.
func (b *book) formulas(proc int32, name string, list ...*def.Expr) []Formula {
	var out []Formula
	words := def.Formulas{Def: b.Def, Proc: proc}
	for _, e := range list {
		if e != nil && e.Op != def.OpConst {
			out = append(out, Formula{name, &Value{Formula: words.Say(e)}})
		}
	}
	return out
}

// compareUses orders uses by place.
func compareUses(a, b Use) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), cmp.Compare(a.How, b.How))
}
