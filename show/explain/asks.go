package explain

import (
	"strings"

	"rulebound/engine/def"
)

// Asked is a decision that a procedure asks, itself or in what it calls. A scenario answers it by its name.
type Asked struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`              // keyword of the statement: one, pick, menu, roll, …
	Options []string `json:"options,omitempty"` // of a menu
	Also    []string `json:"also,omitempty"`    // side options
	Effect  string   `json:"effect,omitempty"`  // that asks it where it joins in, if it is no part of the procedure
}

// asks lists the decisions of a procedure and of those that it calls, in the order in which they are written; of several that a
// scenario answers alike, by name and kind, the first. Procedures that a menu on the way offers, or that a value names, are left out:
// they are explained by themselves.
func (b *book) asks(proc int32) []Asked {
	var out []Asked
	known := map[string]bool{}
	seen := make([]bool, len(b.Def.Procs))
	var walk func(proc int32, effect string)
	walk = func(proc int32, effect string) {
		if seen[proc] {
			return
		}
		seen[proc] = true
		body := b.facts.Body(proc)
		offered := map[int32]bool{} // by menus of the body
		for i := range body {
			in := &body[i]
			if in.Op == def.CDecide {
				d := &b.Def.Decisions[in.A]
				for _, o := range d.Options {
					offered[o.Proc] = true
				}
				a := askedOf(d)
				if a.Effect = effect; !known[a.Name+" "+a.text()] {
					known[a.Name+" "+a.text()] = true
					out = append(out, a)
				}
				continue
			}
			if in.Op == def.CCallDyn {
				continue
			}
			procs, _ := b.facts.Callees(in)
			for _, p := range procs {
				if offered[p] {
					continue
				}
				by := effect
				if in.Op == def.CHooks {
					by = b.bodyOf(p)
				}
				walk(p, by)
			}
		}
	}
	walk(proc, "")
	return out
}

// bodyOf returns the effect of whose attachment a procedure is the body, "" if it is that of none.
func (b *book) bodyOf(proc int32) string {
	for i := range b.Def.Attachments {
		if a := &b.Def.Attachments[i]; a.Proc == proc {
			return b.Def.Lasting[a.Lasting].ID
		}
	}
	return ""
}

func askedOf(d *def.DecisionDef) Asked {
	a := Asked{Name: d.Name, Kind: d.Kind.Row().Name}
	for _, o := range d.Options {
		a.Options = append(a.Options, o.Name)
	}
	for _, o := range d.Also {
		a.Also = append(a.Also, o.Name)
	}
	return a
}

// text says of what kind a decision is.
func (a *Asked) text() string {
	return a.Kind + optional(": ", strings.Join(a.Options, ", ")) + optional(", also ", strings.Join(a.Also, ", ")) + optional("; effect ", a.Effect)
}
