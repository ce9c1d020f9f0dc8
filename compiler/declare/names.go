package declare

// This file ensures that ids are unique and not words of the language. Uses of a name that is not unique are not reported,
// because its meaning is unknown.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// add declares a symbol. A duplicate is one error that shows both positions; so is a name of the language.
func (d *declarer) add(s *Symbol) {
	if s.Name == "" {
		return
	}
	if !s.Pos.IsZero() {
		d.declares(s.Pos, names.Thing{Name: s.Name})
	}
	old, taken := d.syms.Names[s.Name]
	switch {
	case !grammar.IsWord(s.Name):
		d.errorf(s.Pos, "bad-id", "an id is a letter, then letters, digits, - or _")
	case !taken && !d.reservedName(s):
		d.syms.Names[s.Name] = s
	case !taken || old.Pos.IsZero() || s.Pos.IsZero():
		at := s.Pos
		if at.IsZero() { // a built-in set, which has no position
			at = old.Pos
		}
		d.diags.Errorf(at, "reserved-id", "%s is a word of the language and cannot be an id", s.Name).Detailf("%s", d.reservedFor(s))
		d.syms.Clashed[s.Name] = true
	default:
		d.clash(s.Name, old.Pos, s.Pos)
	}
}

// reservedName reports whether formulas or statements could not refer to s by its name.
func (d *declarer) reservedName(s *Symbol) bool {
	return reservedWord(s.Name) || s.Name == "none" ||
		s.Kind == Function && grammar.IsFunction(s.Name) || s.Kind == Procedure && grammar.IsKeyword(s.Name)
}

// BuiltinNames are the things that the language itself declares.
var BuiltinNames = []string{"boxes", "cards", "none", "piles", "seats", "spaces", "zones"}

// reservedFor returns the detail of the error: the words that cannot be names of things like s.
func (d *declarer) reservedFor(s *Symbol) string {
	words, why := slices.Concat(syntax.Reserved(), BuiltinNames), "Choose another name. No id can be"
	switch {
	case s.Kind == Procedure && grammar.IsKeyword(s.Name):
		words, why = grammar.Keywords(), "Choose another name. A procedure cannot be called like a statement:"
	case grammar.IsFunction(s.Name):
		words, why = slices.Concat(grammar.Functions, grammar.Comprehensions), "Choose another name. A function cannot be called like one of the language:"
	}
	words = slices.Clone(words)
	slices.Sort(words)
	return why + " " + diag.Alternatives(words) + "."
}

// reservedWord reports whether a word is reserved in formulas.
func reservedWord(word string) bool {
	return !syntax.Alone(word)
}

// clash reports a duplicate declaration, at the later position.
func (d *declarer) clash(name string, a, b diag.Pos) {
	if d.before(b, a) {
		a, b = b, a
	}
	d.diags.Errorf(b, "duplicate-id", "%s is declared twice", name).
		Detailf("All ids share formulas: give one of them another.").
		Notef(a, "first declared here")
	d.syms.Clashed[name] = true
}

// before reports whether position a is read before position b.
func (d *declarer) before(a, b diag.Pos) bool {
	file := func(p diag.Pos) int {
		return slices.IndexFunc(d.prose.Files, func(f source.File) bool { return f.Name == p.File })
	}
	if fa, fb := file(a), file(b); fa != fb {
		return fa < fb
	}
	return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
}

// enum declares an enumeration: one of `enums`, the scale of a marker, or the values of an option.
func (d *declarer) enum(id string, pos diag.Pos, members []*source.Node) int32 {
	e := def.EnumDef{ID: id}
	first := map[string]diag.Pos{}
	for _, m := range members {
		switch at, twice := first[m.Value]; {
		case !grammar.IsWord(m.Value):
			d.errorf(m.Pos, "bad-id", "a member of %s must be an identifier (a letter, then letters, digits, - or _)", id)
			continue
		case reservedWord(m.Value):
			d.errorf(m.Pos, "reserved-id", "%s is a word of the language and cannot be a member of %s", m.Value, id)
			continue
		case twice:
			d.diags.Errorf(m.Pos, "duplicate-id", "%s is listed twice in %s", m.Value, id).Notef(at, "first listed here")
			continue
		}
		if first[m.Value] = m.Pos; len(e.Members) == def.MaxMembers {
			d.errorf(m.Pos, "too-many", "an enumeration has at most %d members, %s has %d", def.MaxMembers, id, len(members))
		}
		e.Members = append(e.Members, m.Value)
		d.declares(m.Pos, names.Thing{Sort: names.Member, Of: id, Name: m.Value})
	}
	of := int32(len(d.gd.Enums))
	d.gd.Enums = append(d.gd.Enums, e)
	_, own := ownTypes[id]
	own = own || id == Duration
	switch old, taken := d.enums[id]; {
	case taken:
		d.clash(id, old, pos)
	case own:
		d.errorf(pos, "reserved-id", "%s is a type of the language and cannot be an enumeration", id)
		d.syms.Clashed[id] = true
	default:
		d.enums[id], d.syms.Enums[id] = pos, of
		d.declares(pos, names.Thing{Sort: names.Type, Name: id})
	}
	return of
}

// declares records the declaration of a thing.
func (d *declarer) declares(at diag.Pos, t names.Thing) {
	d.record(names.Use{At: at, Thing: t, Declares: true})
}

// uses records that a declaration refers to a thing.
func (d *declarer) uses(at diag.Pos, t names.Thing) {
	d.record(names.Use{At: at, Thing: t})
}

// record keeps a use of a name if the compile is for an editor.
func (d *declarer) record(u names.Use) {
	if d.syms.Studied {
		d.syms.Uses = append(d.syms.Uses, u)
	}
}
