package explain

import (
	"strings"

	"rulebound/engine/def"
)

// Asked is a decision of a procedure or of what it calls. A scenario answers it by its name.
type Asked struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`              // keyword of the statement: one, pick, menu, roll, …
	Options []string `json:"options,omitempty"` // of a menu
	Also    []string `json:"also,omitempty"`    // side options
	Effect  string   `json:"effect,omitempty"`  // effect that adds the decision, if it is not part of the procedure
}

// asks lists the decisions of a procedure and of those that it calls, in the order of the text; of several with the
// same name and kind, the first. It does not follow procedures that menus offer or values name, which have
// explanations of their own.
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

// bodyOf returns the effect whose attachment has a procedure as its body, "" if there is none.
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

// text describes the kind of a decision.
func (a *Asked) text() string {
	return a.Kind + optional(": ", strings.Join(a.Options, ", ")) + optional(", also ", strings.Join(a.Also, ", ")) + optional("; effect ", a.Effect)
}
