package declare

// This file declares what a rulebook states once for many procedures and texts: parameters that decide, bundles of parameters,
// and the clauses of texts by the names of their entries.

import (
	"regexp"
	"slices"
	"strings"

	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// bundles types the parameters of bundles.
func (d *declarer) bundles() {
	d.syms.Rules.Bundles = map[string][]*Param{}
	for _, b := range d.book.Top.Pairs("bundles") {
		params := d.params(b.Pairs)
		d.declares(b.Key.Pos, names.Thing{Sort: names.Bundle, Name: b.Key.Value})
		d.syms.Rules.Bundles[b.Key.Value] = params
		d.syms.Rules.Shared = append(d.syms.Rules.Shared, params...)
	}
}

// taken returns the parameters of a procedure: those of its bundles, then its own.
func (d *declarer) taken(p *Proc) []*Param {
	var out []*Param
	seen := map[string]string{}
	for _, n := range p.Entry.Words("takes") {
		b, ok := d.syms.Rules.Bundles[n.Value]
		d.uses(n.Pos, names.Thing{Sort: names.Bundle, Name: n.Value})
		if !ok {
			d.errorf(n.Pos, "unknown-name", "there is no bundle %s%s", n.Value, d.near(n.Value, d.bundleNames()))
			p.Unsure = true
		}
		for _, q := range b {
			if in, twice := seen[q.Name]; twice {
				d.errorf(n.Pos, "duplicate-key", "the bundles %s and %s both have a parameter %s; take one of them", in, n.Value, q.Name)
				continue
			}
			seen[q.Name] = n.Value
			out = append(out, q)
		}
	}
	for _, q := range d.params(p.Entry.Pairs("params")) {
		if in, twice := seen[q.Name]; twice {
			d.errorf(q.Pos, "duplicate-key", "the bundle %s has a parameter %s already; leave it out here", in, q.Name)
			continue
		}
		out = append(out, q)
	}
	return out
}

func (d *declarer) bundleNames() []string {
	var out []string
	for _, b := range d.book.Top.Pairs("bundles") {
		out = append(out, b.Key.Value)
	}
	return out
}

// deciders reads the parameters that decide. Each must be a parameter of type seat of some procedure or procedure type.
func (d *declarer) deciders() {
	var seats []string
	note := func(name string, t def.Type) {
		if t == def.TSeat {
			seats = append(seats, name)
		}
	}
	for _, p := range d.syms.Rules.Procs {
		for _, q := range p.Params {
			note(q.Name, q.Type)
		}
	}
	for _, s := range d.syms.Rules.Signatures {
		for _, q := range s.Params {
			note(q.Name, q.Type)
		}
	}
	for _, n := range d.book.Top.Words("deciders") {
		d.syms.Rules.Deciders = append(d.syms.Rules.Deciders, n.Value)
		if !slices.Contains(seats, n.Value) && !n.Pos.InLibrary() {
			d.errorf(n.Pos, "unknown-name", "no procedure has a parameter %s of type seat%s", n.Value, d.near(n.Value, seats))
		}
	}
}

var inBraces = regexp.MustCompile(`\{[^{}]*\}`)

// patterns reads the patterns of the clauses of texts that are values of a property.
func (d *declarer) patterns(n *source.Node, p *Property) []string {
	if n == nil || n.Kind == source.Null {
		return nil
	}
	if p.Signature < 0 && p.Type != Unknown {
		d.errorf(n.Pos, "misplaced", "clause: is for a property of type procedure(…), whose values are texts")
		return nil
	}
	var out []string
	for _, k := range n.List() {
		for _, name := range inBraces.FindAllString(k.Value, -1) {
			if name != "{id}" {
				d.errorf(k.Pos, "unknown-name", "a clause knows {id} of its entry, and not %s", name)
			}
		}
		out = append(out, k.Value)
	}
	return out
}

// clauseOf returns the first existing clause among those that match a text's patterns, or nil.
func (d *declarer) clauseOf(p *Property, entry string) []string {
	for _, pattern := range p.Clauses {
		if id := strings.ReplaceAll(pattern, "{id}", entry); d.syms.Clauses.known[id] {
			return d.syms.Clauses.Attributed([]string{id}, "")
		}
	}
	return nil
}
