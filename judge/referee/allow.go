package referee

// This file removes conditions from a rulebook, to find out which deviation explains a step.

import (
	"fmt"
	"slices"

	"rulebound/conformance/listing"
	"rulebound/engine/def"
)

// maxAllowances limits the allowances applied together: each is looked up in the whole game.
const maxAllowances = 200

// Allowance removes conditions of the rulebook, or changes its text. Exactly one of Clause, Node, Decisions, Actions,
// Omits and Page is set.
type Allowance struct {
	Clause    string   `yaml:"clause"`    // conditions, obligations, caps, costs and stacking limits of this clause
	Node      string   `yaml:"node"`      // the condition at file:line
	Decisions []string `yaml:"decisions"` // decisions with these names, which take at least Min or at most Max
	Min       *int64   `yaml:"min"`
	Max       *int64   `yaml:"max"`
	Actions   []string `yaml:"actions"` // procedures that are possible despite their initial conditions
	Omits     []string `yaml:"omits"`   // procedures that do nothing, and attachments that are removed: effect@point

	Page  string `yaml:"page"`  // file of the rulebook
	Says  string `yaml:"says"`  // text that occurs once in the page
	Reads string `yaml:"reads"` // its replacement

	// With Clause or Node the moves there are changed, and no condition is removed.
	Instead map[string]string `yaml:"instead"` // zone -> zone that they lead to instead
	Spares  []string          `yaml:"spares"`  // types of pieces that they do not move
}

// Group is a deviation of another implementation, with the allowances that explain it or, failing that, the steps that show it.
type Group struct {
	ID      string      `yaml:"id"`
	Title   string      `yaml:"title"`
	Clauses []string    `yaml:"clauses"`
	Allow   []Allowance `yaml:"allow"`
	Kinds   []string    `yaml:"kinds"` // of steps that Allow is tried for; empty: all
	Steps   []string    `yaml:"steps"` // game/number

	Hints map[string][]string `yaml:"hints"` // hint -> values: Allow is tried for steps with one of them
	With  []string            `yaml:"with"`  // earlier groups, whose Allow is applied first
}

// Tries reports whether the allowances of a group are tried for a step.
func (g *Group) Tries(s *Step) bool {
	for _, hint := range sortedKeys(g.Hints) {
		if !slices.Contains(g.Hints[hint], s.hint(hint)) {
			return false
		}
	}
	return len(g.Allow) > 0 && (len(g.Kinds) == 0 || slices.Contains(g.Kinds, s.Kind))
}

// hint returns the hint of a step for a key of the log, "" if there is none.
func (s *Step) hint(key string) string {
	switch key {
	case "card":
		return s.Card
	case "seat":
		return s.Seat
	}
	return s.Words[key]
}

// ReadAllowances parses a list of allowances.
func ReadAllowances(text []byte) ([]Allowance, error) {
	list, err := readList[Allowance](text)
	if len(list) > maxAllowances {
		return nil, fmt.Errorf("it allows %d things, at most %d may be allowed at a time; take some out", len(list), maxAllowances)
	}
	return list, err
}

// ReadGroups parses a list of deviations.
func ReadGroups(text []byte) ([]Group, error) {
	list, err := readList[Group](text)
	for i := range list {
		g := &list[i]
		if g.ID == "" || g.Title == "" || len(g.Clauses) == 0 {
			return nil, fmt.Errorf("deviation %q: it has an id, a title and the clauses that it departs from", g.ID)
		}
		own := g.Allow
		g.Allow = nil
		for _, id := range g.With {
			at := slices.IndexFunc(list[:i], func(x Group) bool { return x.ID == id })
			if at < 0 {
				return nil, fmt.Errorf("deviation %q: there is no deviation %q before it", g.ID, id)
			}
			g.Allow = append(g.Allow, list[at].Allow...)
		}
		if g.Allow = append(g.Allow, own...); len(g.Allow) > maxAllowances {
			return nil, fmt.Errorf("deviation %q: it allows %d things, with those of others; at most %d", g.ID, len(g.Allow), maxAllowances)
		}
	}
	return list, err
}

func readList[T any](text []byte) ([]T, error) {
	var list []T
	if err := listing.Read(text, &list); err != nil {
		return nil, err
	}
	return list, nil
}

// Relax returns a copy of a game with the allowances applied, except for pages, which Reread applies. An allowance
// that matches nothing is an error.
func Relax(gd *def.GameDef, list []Allowance) (*def.GameDef, error) {
	out := def.Clone(gd)
	for _, a := range list {
		if a.Page != "" {
			continue
		}
		r := &relaxing{def: out, allow: a, nodes: map[int32]bool{}}
		if r.apply(); r.hits == 0 {
			return nil, fmt.Errorf("allow: there is nothing to leave out for %s", a.name())
		}
	}
	return out, nil
}

// name describes an allowance for messages.
func (a *Allowance) name() string {
	switch {
	case a.Clause != "":
		return "clause " + a.Clause
	case a.Node != "":
		return "node " + a.Node
	case len(a.Decisions) > 0:
		return fmt.Sprintf("decisions %v", a.Decisions)
	case len(a.Omits) > 0:
		return fmt.Sprintf("omits %v", a.Omits)
	case a.Page != "":
		return "page " + a.Page
	}
	return fmt.Sprintf("actions %v", a.Actions)
}

// relaxing is a copy of a game to which one allowance is being applied.
type relaxing struct {
	def   *def.GameDef
	allow Allowance
	nodes map[int32]bool // removed conditions
	hits  int
}

func (r *relaxing) apply() {
	r.omit()
	if len(r.allow.Instead)+len(r.allow.Spares) > 0 {
		r.moves()
		return
	}
	for i := range r.def.Decisions {
		r.decision(&r.def.Decisions[i])
	}
	for i := range r.def.Procs {
		p := &r.def.Procs[i]
		r.conds(p.Requires)
		if slices.Contains(r.allow.Actions, p.ID) && p.Possible >= 0 {
			r.def.Functions[p.Possible].Body = number(1, def.KBool)
			r.hits++
		}
	}
	for i := range r.def.Code {
		in := &r.def.Code[i]
		if in.Op != def.CRequire && in.Op != def.CEnsure || !r.at(in.Node, "") {
			continue
		}
		r.hits++
		if in.Op == def.CRequire {
			in.X = []*def.Expr{number(1, def.KBool)}
		} else {
			r.def.Code[in.C], *in = def.Instr{Op: def.CNop}, def.Instr{Op: def.CNop}
		}
	}
	r.def.Stacking = slices.DeleteFunc(r.def.Stacking, func(l def.StackLimit) bool {
		drop := r.allow.Clause != "" && l.Rule == r.allow.Clause
		if drop {
			r.hits++
		}
		return drop
	})
	for i := range r.def.Functions {
		for e := range r.def.Functions[i].Body.All() {
			if e.Type.Kind == def.KBool && e.Node != 0 && r.nodes[e.Node] {
				*e = *number(1, def.KBool)
			}
		}
	}
}

// omit removes procedures and attachments.
func (r *relaxing) omit() {
	for _, p := range r.def.Procs {
		if slices.Contains(r.allow.Omits, p.ID) {
			r.def.Code[p.Entry] = def.Instr{Op: def.CReturn}
			r.hits++
		}
	}
	for i := range r.def.Points {
		p := &r.def.Points[i]
		p.Attach = slices.DeleteFunc(p.Attach, func(at int32) bool {
			drop := slices.Contains(r.allow.Omits, r.def.Lasting[r.def.Attachments[at].Lasting].ID+"@"+p.ID)
			if drop {
				r.hits++
			}
			return drop
		})
	}
}

// moves changes the instructions that move pieces.
func (r *relaxing) moves() {
	spared, led := len(r.allow.Spares) == 0, len(r.allow.Instead) == 0
	for i := range r.def.Code {
		in := &r.def.Code[i]
		if in.Op != def.CMove && in.Op != def.CMoveAll || !r.at(in.Node, "") {
			continue
		}
		spared = r.spare(in) || spared
		for _, from := range sortedKeys(r.allow.Instead) {
			led = r.lead(in, from, r.allow.Instead[from]) || led
		}
	}
	if spared && led {
		r.hits++
	}
}

// spare excludes some types of pieces from a move.
func (r *relaxing) spare(in *def.Instr) bool {
	words, some, of := make([]int64, r.def.Words(classSet)), false, in.X[0]
	for _, t := range r.def.Types {
		if !slices.Contains(r.allow.Spares, t.ID) {
			continue
		}
		some = true
		for i, w := range r.def.Bits(t.Classes, classSet) {
			words[i] |= w
		}
	}
	if !some {
		return false
	}
	spared := words[0]
	if r.def.Wide(classSet) {
		spared = r.def.Keep(words)
	}
	in.X[0] = &def.Expr{Op: def.OpDiff, Type: of.Type, Args: []*def.Expr{of, {Op: def.OpConst, Type: of.Type, I: spared}}}
	return true
}

// lead redirects a move from one zone to another.
func (r *relaxing) lead(in *def.Instr, from, to string) bool {
	zone := def.TZone
	old, known := r.def.Value(from, zone)
	now, sound := r.def.Value(to, zone)
	led := false
	for _, x := range in.X[1:] {
		if known && sound && x != nil && x.Op == def.OpConst && x.Type == zone && x.I == old {
			x.I, led = now, true
		}
	}
	return led
}

// at reports whether a condition at a node, with a clause of its own, is to be removed.
func (r *relaxing) at(node int32, rule string) bool {
	n := &r.def.Nodes[node]
	switch {
	case r.allow.Clause != "":
		return rule == r.allow.Clause || slices.Contains(n.Rules, r.allow.Clause)
	case r.allow.Node != "":
		return node != 0 && fmt.Sprintf("%s:%d", n.File, n.Line) == r.allow.Node
	}
	return false
}

func (r *relaxing) conds(list []def.Cond) {
	for i := range list {
		if r.at(list[i].Node, list[i].Rule) {
			r.nodes[list[i].Node] = true
			list[i].When, list[i].Because = number(1, def.KBool), nil
			r.hits++
		}
	}
}

func (r *relaxing) decision(d *def.DecisionDef) {
	r.conds(d.Where)
	for i := range d.Options {
		r.conds(d.Options[i].Where)
	}
	for i := range d.Also { // they have the rules of the decision unless they have their own
		if !r.at(d.Node, "") {
			r.conds(d.Also[i].Where)
		}
	}
	if r.allow.Clause != "" {
		caps := len(d.Caps)
		d.Caps = slices.DeleteFunc(d.Caps, func(c def.Cap) bool { return c.Rule == r.allow.Clause })
		r.hits += caps - len(d.Caps)
		if d.Cost != nil && d.CostRule == r.allow.Clause {
			d.Cost, d.Budget = nil, nil
			r.hits++
		}
	}
	if !slices.Contains(r.allow.Decisions, d.Name) || !d.Kind.Row().Range {
		return
	}
	if r.allow.Min != nil {
		if d.Exact {
			d.Exact = false
		}
		d.Min = number(*r.allow.Min, def.KInt)
		r.hits++
	}
	if r.allow.Max != nil {
		d.Max = number(*r.allow.Max, def.KInt)
		r.hits++
	}
}

// number returns a formula for a constant.
func number(n int64, kind def.Kind) *def.Expr {
	return &def.Expr{Op: def.OpConst, Type: def.Type{Kind: kind}, I: n}
}
