package declare

// This file resolves names of types and declares properties and the columns of tables.

import (
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/engine/def"
)

// Unknown is the type after an error. Values of this type are not reported.
var Unknown = def.Type{Of: -1}

var ownTypes = map[string]def.Type{
	"int": def.TInt, "bool": def.TBool, "seat": def.TSeat, "zone": def.TZone, "space": def.TZone, "box": def.TZone, "pile": def.TPile, "card": def.TCard,
	"piece": def.TPiece, "filter": def.FilterSet, "procedure": def.TProc, "track": def.TTrack, "lasting": def.TLasting,
	"order": def.TOrder, "zones": def.ZoneSet, "spaces": def.ZoneSet, "seats": def.SeatSet,
	"cards": def.CardSet, "procedures": def.ProcSet, "ints": def.IntSet,
}

// TypeNames returns the types of the language and the enumerations, for spelling suggestions.
func (s *Symbols) TypeNames() []string {
	return slices.Concat(slices.Sorted(maps.Keys(s.Enums)), slices.Sorted(maps.Keys(ownTypes)))
}

// unsettable are the kinds that cannot be members of sets.
var unsettable = []def.Kind{def.KSet, def.KOrder, def.KBool, def.KPiece, def.KTrack}

// Type returns the type of a name: a type of the language, an enumeration, a table (its rows), a set of these, or a declared
// procedure type. It returns Unknown and false if there is none.
func (s *Symbols) Type(name string) (def.Type, bool) {
	name = strings.TrimSpace(name)
	if t, ok := s.single(name); ok {
		return t, true
	}
	if rest, ok := strings.CutPrefix(name, "set of "); ok {
		if t, ok := s.single(strings.TrimSpace(rest)); ok && t == Unknown {
			return t, true
		} else if ok && Settable(t.Kind) {
			return def.Type{Kind: def.KSet, Elem: t.Kind, Of: t.Of}, true
		}
	}
	if text, ok := paramsOf(name); ok {
		if i := s.signature(text); i >= 0 {
			return def.Type{Kind: def.KProc, Of: i + 1}, true
		}
	}
	return Unknown, false
}

// Settable reports whether a set can contain values of a kind.
func Settable(k def.Kind) bool { return !slices.Contains(unsettable, k) }

// single returns the type that one word names.
func (s *Symbols) single(name string) (def.Type, bool) {
	if t, ok := ownTypes[name]; ok {
		if s.Clashed[name] { // the word may mean the rulebook's declaration
			t = Unknown
		}
		return t, true
	}
	if e, ok := s.Enums[name]; ok {
		return def.Type{Kind: def.KEnum, Of: e}, true
	}
	if t, ok := s.Data.Tables[name]; ok {
		return def.Type{Kind: def.KRow, Of: t.Index}, true
	}
	return Unknown, false
}

// TypeUse returns the use of an enumeration or table in the name n of type t, which may be a set; false if it names none.
func (s *Symbols) TypeUse(n *source.Node, t def.Type) (names.Use, bool) {
	k := t.Kind
	if k == def.KSet {
		k = t.Elem
	}
	if k != def.KEnum && k != def.KRow || n.Quoted {
		return names.Use{}, false
	}
	words := strings.Fields(n.Value)
	name := words[len(words)-1]
	at := strings.LastIndex(n.Value, name)
	return names.Use{At: n.At(len([]rune(n.Value[:at])), len([]rune(name))), Thing: names.Thing{Sort: names.Type, Name: name}}, true
}

// paramsOf returns the parameter list of a procedure type, with single spaces; false if name is another type.
func paramsOf(name string) (string, bool) {
	if !strings.HasPrefix(name, "procedure(") || !strings.HasSuffix(name, ")") {
		return "", false
	}
	return strings.Join(strings.Fields(name[len("procedure("):len(name)-1]), " "), true
}

// signature returns the index of a parameter list, -1 if the rulebook does not declare it.
func (s *Symbols) signature(text string) int32 {
	return int32(slices.IndexFunc(s.Rules.Signatures, func(k Signature) bool { return k.Text == text }))
}

// foreignTypes maps names of types in other languages to ours.
var foreignTypes = map[string]string{"number": "int", "integer": "int", "boolean": "bool", "player": "seat", "players": "seats"}

// typeOf resolves the name of a type or {type: name}. It also returns the signature of a procedure type, otherwise -1.
func (d *declarer) typeOf(n *source.Node) (def.Type, int32) {
	if n != nil && n.Kind == source.Map {
		n = n.Get("type")
	}
	if n == nil || n.Kind != source.Scalar {
		return Unknown, -1
	}
	name := strings.TrimSpace(n.Value)
	if text, ok := paramsOf(name); ok {
		i := d.intern(text, n)
		return def.Type{Kind: def.KProc, Of: i + 1}, i
	}
	t, ok := d.syms.Type(name)
	if use, named := d.syms.TypeUse(n, t); named {
		d.record(use)
	}
	if !ok && !d.syms.Clashed[strings.TrimSpace(strings.TrimPrefix(name, "set of "))] {
		hint := d.near(name, d.syms.TypeNames())
		switch own := foreignTypes[strings.ToLower(name)]; {
		case own != "":
			hint = "; did you mean " + own + "?"
		case hint == "":
			hint = "; types are " + strings.Join(slices.Sorted(maps.Keys(ownTypes)), ", ") + ", the enumerations and tables of the rulebook, and set of seat, zone, card, pile, lasting, procedure, int or one of these"
		}
		d.errorf(n.Pos, "unknown-type", "there is no type %q%s", name, hint)
	}
	return t, -1
}

// intern returns the index of a parameter list such as "executor: seat, n: int", which it adds if it is new.
func (d *declarer) intern(text string, n *source.Node) int32 {
	if i := d.syms.signature(text); i >= 0 {
		return i
	}
	s := Signature{Text: text}
	if text != "" {
		for p := range strings.SplitSeq(text, ",") {
			name, typ, ok := strings.Cut(p, ":")
			t, known := d.syms.single(strings.TrimSpace(typ))
			if !ok || !known {
				d.errorf(n.Pos, "unknown-type", "a procedure type is written procedure(name: type, …), not %q", text)
				continue
			}
			s.Params = append(s.Params, def.Param{Name: strings.TrimSpace(name), Type: t})
		}
	}
	d.syms.Rules.Signatures = append(d.syms.Rules.Signatures, s)
	return int32(len(d.syms.Rules.Signatures) - 1)
}

// List returns the parameters of a procedure type, all of them required.
func (s Signature) List() []*Param { return asParams(s.Params) }

func asParams(list []def.Param) []*Param {
	var out []*Param
	for _, p := range list {
		out = append(out, &Param{Name: p.Name, Type: p.Type})
	}
	return out
}

// params reads `params`: {name: type or {type, default}}.
func (d *declarer) params(pairs []*tree.Value) []*Param {
	var out []*Param
	for i, p := range pairs {
		if i == def.MaxArgs {
			d.errorf(p.Key.Pos, "too-many", "at most %d parameters are possible, these are %d", def.MaxArgs, len(pairs))
		}
		t, _ := d.typeOf(p.Node)
		if c := p.Node.Get("clause"); c != nil {
			d.errorf(c.Pos, "misplaced", "clause: is for a property that is a text; a parameter has none")
		}
		out = append(out, &Param{Name: p.Key.Value, Type: t, Default: p.Node.Get("default").Given(), Pos: p.Key.Pos})
	}
	return out
}

// carriers maps words to the kinds that have properties.
var carriers = map[string]def.Kind{"seat": def.KSeat, "zone": def.KZone, "space": def.KZone, "card": def.KCard,
	"piece": def.KClass, "procedure": def.KProc}

// properties declares `properties` and the columns of tables.
func (d *declarer) properties() {
	for _, e := range d.book.List("properties") {
		for _, v := range e.Vals {
			k := carriers[v.Key.Value]
			of := func(name string) string { return names.PropertyOf(k, name).Of + "." + name } // space is a synonym of zone
			if d.syms.Data.Properties[k] == nil {
				d.syms.Data.Properties[k] = map[string]*Property{}
			}
			for _, q := range v.Pairs {
				d.keptToo(q.Key, k)
				if k == def.KClass {
					d.ofPiecesToo(q.Key)
				}
				d.syms.Data.Properties[k][q.Key.Value] = d.property(of(q.Key.Value), q.Node)
				d.declares(q.Key.Pos, names.PropertyOf(k, q.Key.Value))
			}
			for _, lost := range v.Lost {
				d.syms.Data.Properties[k][lost.Value] = d.property(of(lost.Value), nil)
			}
		}
	}
	for _, key := range []string{"tables", "setupTables"} {
		for _, e := range d.entries(key) {
			t := d.syms.Data.Tables[e.ID()]
			if t == nil {
				continue
			}
			for _, q := range e.Pairs("columns") {
				t.Column[q.Key.Value] = d.property(e.ID()+"."+q.Key.Value, q.Node)
				d.declares(q.Key.Pos, names.Thing{Sort: names.Property, Of: e.ID(), Name: q.Key.Value})
				t.Columns = append(t.Columns, q.Key.Value)
			}
			if v := e.Value("columns"); v != nil {
				for _, lost := range v.Lost {
					t.Column[lost.Value] = d.property(e.ID()+"."+lost.Value, nil)
				}
			}
		}
	}
	d.syms.Pieces.OfSeat = int32(len(d.gd.Lookups))
	d.gd.Lookups = append(d.gd.Lookups, def.Lookup{ID: "pieces of seat", Type: def.FilterSet, Values: make([]int64, len(d.gd.Seats))})
}

// keptToo reports a property with the name of a variable or derived value that is kept for the same things: a formula would read
// the one and an assignment would write the other.
func (d *declarer) keptToo(key *source.Node, k def.Kind) {
	s, ok := d.syms.Names[key.Value]
	if !ok {
		return
	}
	per, what := def.KNone, "variable"
	switch s.Kind {
	case Variable:
		per = d.gd.Vars[s.Index].Owner()
	case Derived:
		per, what = d.gd.Derived[s.Index].Per, "derived value"
	}
	if per == k && per != def.KNone {
		d.diags.Errorf(key.Pos, "duplicate-id", "%s is a property and a %s of the same things: reading would mean the one, writing the other; give one of the two another name", key.Value, what).
			Notef(s.Pos, "the %s is here", what)
	}
}

// ofPiecesToo reports a property of pieces with the name of a status, a mark or a built-in property.
func (d *declarer) ofPiecesToo(key *source.Node) {
	p, what := &d.syms.Pieces, ""
	if _, ok := p.OfStatus[key.Value]; ok {
		what = "a status of pieces"
	} else if _, ok := p.OfMark[strings.TrimPrefix(key.Value, "un")]; ok {
		what = "what a formula says of a mark of pieces"
	} else if key.Value == "zone" {
		what = "the zone of a piece"
	}
	if what != "" {
		d.diags.Errorf(key.Pos, "duplicate-id", "%s is a property of pieces and %s: a formula would mean the one or the other; give the property another name", key.Value, what)
	}
}

// property declares a property or a column; n is nil if its type could not be read.
func (d *declarer) property(id string, n *source.Node) *Property {
	p := &Property{Lookup: int32(len(d.gd.Lookups))}
	p.Type, p.Signature = d.typeOf(n)
	switch {
	case n == nil:
		p.Optional = true
	case n.Kind == source.Map:
		p.Default = n.Get("default").Given()
		p.Clauses = d.patterns(n.Get("clause"), p)
		p.Optional = p.Default != nil || len(n.Pairs) > 1+min(len(p.Clauses), 1) // another key was reported; it was probably meant as a default
	}
	d.gd.Lookups = append(d.gd.Lookups, def.Lookup{ID: id, Type: p.Type})
	return p
}

// SortedProperties returns the names of properties in lexical order.
func SortedProperties(m map[string]*Property) []string { return slices.Sorted(maps.Keys(m)) }
