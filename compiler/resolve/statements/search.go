package statements

// This file resolves the search hints of decisions, each in the scope of its decision.

import (
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// decides records a decision of the procedure and the position of its name.
func (p *procedure) decides(d *typed.Decide, at diag.Pos) {
	if d.Name != "" {
		p.Out.Uses = append(p.Out.Uses, names.Use{At: at, Thing: names.Thing{Sort: names.Decision, Name: d.Name}, Declares: true})
	}
	if p.decided[p.decl.ID] == nil {
		p.decided[p.decl.ID] = map[string]bool{}
	}
	p.decided[p.decl.ID][d.Name] = p.decided[p.decl.ID][d.Name] || slices.Contains(hinted, d.Kind)
}

// hinted are the kinds of decisions that take hints. Of menus, only callOne takes them.
var hinted = []def.DecisionKind{def.One, def.Pick, def.Take}

// hint returns the search hint of a decision with candidates, or nil; keys are the valid keys for its kind. A hint applies to
// every decision of its name in the procedure.
func (p *procedure) hint(d *typed.Decide, keys ...string) *tree.Entry {
	h := p.Book.Top.Value("search").Pair(p.decl.ID + "." + d.Name)
	if h == nil {
		return nil
	}
	for _, v := range h.Entry.Vals {
		if !slices.Contains(keys, v.Key.Value) {
			p.Errorf(v.Key.Pos, "misplaced", "%s: this kind of decision takes %s only; remove %s", h.Key.Value, strings.Join(keys, " and "), v.Key.Value)
		}
	}
	if len(h.Entry.Vals) == 0 && !h.Entry.Unsure {
		p.Errorf(h.Key.Pos, "missing-key", "%s has no effect; write %s, or remove it", h.Key.Value, strings.Join(keys, " or "))
	}
	d.Hint = h.Key
	if proc := len([]rune(p.decl.ID)); !h.Key.Quoted {
		p.Uses(h.Key.At(0, proc), names.Thing{Name: p.decl.ID})
		p.Uses(h.Key.At(proc+1, len([]rune(d.Name))), names.Thing{Sort: names.Decision, Name: d.Name})
	}
	return h.Entry
}

// unusedHints reports search hints for decisions that do not exist or have no candidates.
func (r *Procedures) unusedHints() {
	for _, h := range r.Book.Top.Pairs("search") {
		key := h.Key.Value
		proc, name, _ := strings.Cut(key, ".")
		decisions := r.decided[proc]
		candidates, found := decisions[name]
		switch {
		case !slices.ContainsFunc(r.Out.Procs, func(p *typed.Proc) bool { return p.ID == proc }):
			r.Errorf(h.Key.Pos, "unknown-name", "search names a decision as procedure.decision; there is no procedure %s%s", proc, r.Near(proc, slices.Sorted(maps.Keys(r.decided))))
		case !found:
			r.Errorf(h.Key.Pos, "unknown-name", "procedure %s has no decision %s%s", proc, name, r.Near(name, slices.Sorted(maps.Keys(decisions))))
		case !candidates:
			r.Errorf(h.Key.Pos, "misplaced", "%s has no candidates to search; a hint is for a one, pick, take or callOne", key)
		}
	}
}
