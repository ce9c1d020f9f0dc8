package data

// This file resolves set-ups: the initial tracks, variables, markers, pieces and piles, and the values that libraries read from a
// set-up.

import (
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

type setup struct {
	*filler
	out    *def.SetupDef
	entry  *tree.Entry
	dealt  map[int64]diag.Pos // where a card is placed
	pieces []diag.Pos         // by index in out.Pieces
	cells  map[int32]diag.Pos // where the value of a cell is given
	filled map[filling]diag.Pos
}

// filling identifies a value that a set-up gives of a zone, seat or card: a number of pieces, or the value of a variable.
type filling struct {
	kind   def.Kind
	member int64
	what   string
}

func (r *filler) setups() {
	for i, e := range r.Entries("setups") {
		s := &setup{filler: r, entry: e, dealt: map[int64]diag.Pos{}, cells: map[int32]diag.Pos{}, filled: map[filling]diag.Pos{}}
		s.out = &def.SetupDef{Named: def.Named{ID: e.ID(), Title: e.Title()}, Node: r.Place(e.Node, "setup").Node(r.Game)}
		s.numbers()
		for _, key := range []string{"spaces", "boxes"} {
			for _, p := range e.Pairs(key) {
				s.zone(key, p)
			}
		}
		s.piles()
		for _, n := range e.Words("lasting") {
			if x := s.Value(n, nil, def.TLasting); !s.NoneWritten(n) {
				s.out.Active = append(s.out.Active, int32(x.I))
			}
		}
		s.claims()
		s.words(i)
		s.conserve()
		r.Game.Setups = append(r.Game.Setups, *s.out)
	}
}

func (s *setup) numbers() {
	for _, p := range s.entry.Pairs("tracks") {
		s.cell(p.Key, p.Node, def.KNone, 0)
	}
	for _, p := range s.entry.Pairs("variables") {
		if p.Node.Kind != source.Map {
			s.cell(p.Key, p.Node, def.KNone, 0)
			continue
		}
		for _, q := range p.Node.Pairs {
			owner := s.Value(p.Key, nil, formulas.Any)
			if formulas.IsBad(owner) || s.NoneWritten(p.Key) {
				continue
			}
			of, members := owner.Type, []int64{owner.I}
			if of.Kind == def.KSet {
				of, members = owner.Type.Members(), s.Game.Each(owner.I, owner.Type)
			}
			for _, member := range members {
				s.Book.Budget.Spend(q.Key.Pos, 1)
				if s.once(of, member, q.Key, p.Key) {
					s.cell(q.Key, q.Value, of.Kind, member)
				}
			}
		}
	}
}

// cell sets a variable, track or marker; index is that of its owner. A variable with an index in brackets is set for all members or,
// written variable.member, for one; with two such indices, for all pairs, all with one first member, or one pair.
func (s *setup) cell(k, value *source.Node, per def.Kind, index int64) {
	name, member, ofOne := strings.Cut(k.Value, ".")
	if s.Syms.Clashed[name] {
		return
	}
	sym, ok := s.Syms.Names[name]
	if !ok || sym.Kind != declare.Variable || s.Game.Vars[sym.Index].Owner() != per || ofOne && len(s.Game.Vars[sym.Index].Brackets()) == 0 {
		var names []string
		for i := range s.Game.Vars {
			if v := &s.Game.Vars[i]; v.Owner() == per && !v.Quiet {
				names = append(names, v.ID)
			}
		}
		hint := s.Near(k.Value, names)
		if ok && sym.Kind == declare.PieceType && per == def.KZone {
			hint = "; pieces stand under pieces: {" + k.Value + ": n}"
		}
		if owned, isOwned := s.Syms.Names[member]; per == def.KNone && isOwned && owned.Kind == declare.Variable && s.Game.Vars[owned.Index].Owner() != def.KNone {
			hint = "; write variables: {" + name + ": {" + member + ": value}}"
		}
		s.Errorf(k.Pos, "unknown-name", "there is no variable %s here%s", k.Value, hint)
		return
	}
	v := &s.Game.Vars[sym.Index]
	if in := v.Brackets(); value.Kind == source.Map && len(value.Pairs) > 0 && len(in) > 0 && !ofOne {
		s.Errorf(value.Pos, "needs-index", "%s has a value for each %s; write %s.%s: value", v.ID, s.Noun(in[0]), v.ID, value.Pairs[0].Key.Value)
		return
	}
	s.Uses(k.At(0, len([]rune(name))), names.Thing{Name: name})
	x, ok := s.dataSet(value, v.Type, s.LostInitial, v.Base)
	if ok && v.Bounded && (x < v.Min || x > v.Max) {
		s.Errorf(value.Pos, "bad-bounds", "%s runs from %d to %d", v.ID, v.Min, v.Max)
		ok = false
	}
	words, n := int32(s.Game.Words(v.Type)), s.Game.PerOwner(v)
	if index*n >= int64(v.Len/words) {
		return
	}
	if !ok && words == 1 { // the error has no other effect
		x = s.Game.Initial[v.Base]
	}
	first, last := int64(0), n
	if ofOne {
		first, last = s.members(k, v, member)
	}
	for i := first; i < last; i++ {
		s.Book.Budget.Spend(k.Pos, 1)
		s.place(k, v, index*n+i, x)
	}
}

// members returns the range of the values of a variable that member, or member.member, names. It reports an unknown name and returns an
// empty range.
func (s *setup) members(k *source.Node, v *def.VarDef, member string) (first, last int64) {
	in := v.Brackets()
	names := strings.SplitN(member, ".", len(in))
	last = 1
	for i, t := range in {
		n := s.Game.Many(t)
		if i >= len(names) {
			first, last = first*n, last*n
			continue
		}
		m, known := s.Game.Value(names[i], t)
		if !known || m < 0 {
			s.Errorf(k.Pos, "unknown-name", "%s has no value for %s%s", v.ID, names[i], s.Near(names[i], s.Game.IDs(t)))
			return 0, 0
		}
		first, last = first*n+m, first*n+m+1
	}
	return first, last
}

// place sets the value of a variable for one owner or member.
func (s *setup) place(k *source.Node, v *def.VarDef, index, x int64) {
	at := v.Base + int32(index)*int32(s.Game.Words(v.Type))
	if v.Owner() == def.KZone && v.On != 0 && !s.Game.Has(v.On, def.ZoneSet, index) && x != s.Game.Initial[at] {
		s.Errorf(k.Pos, "misplaced", "%s cannot bear %s", s.Game.Zones[index].ID, v.ID)
	}
	if before, twice := s.cells[at]; twice && len(v.Brackets()) > 0 {
		s.Diags.Errorf(k.Pos, "duplicate-key", "the set-up gives %s twice", s.Game.CellName(int64(at))).Notef(before, "the other one is here")
	}
	s.cells[at] = k.Pos
	s.initial(at, x, v.Type)
}

// initial sets the cells of a variable; at is the first of them.
func (s *setup) initial(at int32, x int64, t def.Type) {
	if n := s.Game.Words(t); n > 1 {
		words := s.Game.Bits(x, t)
		for i := range n {
			word := int64(0)
			if i < len(words) {
				word = words[i]
			}
			s.out.Cells = append(s.out.Cells, def.CellInit{Cell: at + int32(i), Value: word})
		}
		return
	}
	s.out.Cells = append(s.out.Cells, def.CellInit{Cell: at, Value: x})
}

// zone sets the contents of a space or a box, or of each of a set of them.
func (s *setup) zone(key string, p *tree.Value) {
	zones, _ := s.TryConstant(p.Key, def.ZoneSet)
	if s.NoneWritten(p.Key) {
		return
	}
	for _, zone := range s.Game.Each(zones, def.ZoneSet) {
		if z := &s.Game.Zones[zone]; z.Plain != (key == "boxes") {
			as, other := "a space", "spaces"
			if z.Plain {
				as, other = "a box", "boxes"
			}
			s.Errorf(p.Key.Pos, "misplaced", "%s is %s; write its contents under %s", z.ID, as, other)
			return
		}
		for _, q := range p.Node.Pairs {
			s.Book.Budget.Spend(q.Key.Pos, 1+len(q.Value.Pairs))
			switch {
			case q.Key.Value == "pieces" && q.Value.Kind == source.Map:
				for _, t := range q.Value.Pairs {
					if s.once(def.TZone, zone, t.Key, p.Key) {
						s.piece(zone, t)
					}
				}
			case !s.once(def.TZone, zone, q.Key, p.Key):
			case key == "boxes":
				s.piece(zone, q)
			default:
				s.cell(q.Key, q.Value, def.KZone, zone)
			}
		}
	}
}

// once reports an error and returns false if the set-up already gives the same value of a member.
func (s *setup) once(t def.Type, member int64, what, of *source.Node) bool {
	f := filling{t.Kind, member, what.Value}
	if before, twice := s.filled[f]; twice {
		s.Diags.Errorf(of.Pos, "duplicate-key", "the set-up gives %s of %s twice", what.Value, s.Game.IDs(t)[member]).
			Detailf("Leave it out of one of the sets.").
			Notef(before, "the other one is here")
		return false
	}
	s.filled[f] = of.Pos
	return true
}

// piece places pieces of a class, written type or type.status, in a zone.
func (s *setup) piece(zone int64, p source.Pair) {
	name, status, _ := strings.Cut(p.Key.Value, ".")
	if s.Syms.Clashed[name] {
		return
	}
	sym, ok := s.Syms.Names[name]
	if !ok || sym.Kind != declare.PieceType {
		var names []string
		for _, t := range s.Game.Types {
			names = append(names, t.ID)
		}
		s.Errorf(p.Key.Pos, "unknown-name", "there is no piece type %s%s", name, s.Near(name, names))
		return
	}
	t := &s.Game.Types[sym.Index]
	s.Uses(p.Key.At(0, len([]rune(name))), names.Thing{Name: name})
	if status != "" {
		s.Uses(p.Key.At(len([]rune(name))+1, len([]rune(status))), names.Thing{Sort: names.Status, Name: status})
	}
	class := t.First
	if status != "" {
		if s.Game.Zones[zone].Plain {
			s.Errorf(p.Key.Pos, "misplaced", "pieces in a box have no status; write %s", name)
			return
		}
		at := slices.Index(t.Statuses, status)
		if at < 0 {
			s.Errorf(p.Key.Pos, "unknown-name", "%s has no status %s%s", name, status, s.Near(status, t.Statuses))
			return
		}
		class += int32(at)
	}
	n, ok := p.Value.Int()
	if !ok || n < 0 || n > 255 {
		s.Errorf(p.Value.Pos, "wrong-type", "a number of pieces is a whole number from 0 to 255")
		return
	}
	s.pieces = append(s.pieces, p.Key.Pos)
	s.out.Pieces = append(s.out.Pieces, def.PieceInit{Zone: int32(zone), Class: class, N: int32(n)})
}

// piles places cards in piles. A card can be in only one.
func (s *setup) piles() {
	for _, p := range s.entry.Pairs("piles") {
		pile := s.Value(p.Key, nil, def.TPile)
		for _, n := range p.Node.List() {
			card := s.Value(n, nil, def.TCard)
			if formulas.IsBad(pile) || formulas.IsBad(card) || s.NoneWritten(n) || s.NoneWritten(p.Key) {
				continue
			}
			if at, twice := s.dealt[card.I]; twice {
				s.Diags.Errorf(n.Pos, "duplicate-id", "%s lies in two places", n.Value).Notef(at, "first put here")
			}
			s.dealt[card.I] = n.Pos
			s.out.Cards = append(s.out.Cards, def.CardInit{Pile: int32(pile.I), Card: int32(card.I)})
		}
	}
}

// claims records the expected derived values.
func (s *setup) claims() {
	for _, p := range s.entry.Pairs("expect") {
		sym := s.Syms.Names[p.Key.Value]
		switch {
		case s.Syms.Clashed[p.Key.Value]:
		case sym == nil || sym.Kind != declare.Derived:
			s.Errorf(p.Key.Pos, "unknown-name", "there is no derived value %s%s", p.Key.Value, s.Near(p.Key.Value, s.derivedNames()))
		case s.Game.Derived[sym.Index].Per != def.KNone:
			s.Errorf(p.Key.Pos, "needs-owner", "%s is derived for each %s; only a value of the whole game can be expected", p.Key.Value, s.Noun(def.Type{Kind: s.Game.Derived[sym.Index].Per}))
		default:
			s.Uses(p.Key.Pos, names.Thing{Name: p.Key.Value})
			if want, ok := s.TryConstant(p.Node, sym.Type); ok {
				s.Out.Claims = append(s.Out.Claims,
					typed.Assertion{Setup: s.out.ID, ID: p.Key.Value, Pos: p.Node.Pos, Written: p.Node.Value, Want: want})
			}
		}
	}
}

// derivedNames returns the ids of derived values of the whole game, for spelling suggestions.
func (r *filler) derivedNames() []string {
	var out []string
	for i := range r.Game.Derived {
		if r.Game.Derived[i].Per == def.KNone {
			out = append(out, r.Game.Derived[i].ID)
		}
	}
	return out
}

// words sets the variables of the values that formulas read of the set-up, which has the given index.
func (s *setup) words(index int) {
	for _, w := range s.Syms.Data.SetupWords {
		base := s.Game.Vars[w.Var].Base
		if w.Table != nil {
			var rows []int64
			for i := w.First[index]; i < w.First[index+1]; i++ {
				rows = append(rows, int64(i))
			}
			s.initial(base, s.Game.MakeSet(w.Type, rows...), w.Type)
		} else if n := declare.At(s.entry.Node, w.At); n != nil {
			x, _ := s.dataSet(n, w.Type, s.LostInitial, base)
			s.initial(base, x, w.Type)
		} else if dot := strings.LastIndexByte(w.At, '.'); w.Default == nil && dot > 0 {
			if around := declare.At(s.entry.Node, w.At[:dot]); around != nil {
				s.Errorf(around.Pos, "missing-key", "%s needs %s: (a value of set-ups without a default)", w.At[:dot], w.At[dot+1:])
			}
		}
	}
}

// stepThings is the number of comparisons of zones and groups of pieces that cost one step.
const stepThings = 16

// conserve checks that a set-up stays within the counts of pieces and markers and the stacking limits. It reports each violation
// once, at the entry that exceeds the limit.
func (s *setup) conserve() {
	used, at := make([]int32, len(s.Game.Types)), make([]diag.Pos, len(s.Game.Types))
	for i, p := range s.out.Pieces {
		t := s.Game.Classes[p.Class].Type
		if used[t] += p.N; used[t] > s.Game.Types[t].Count && at[t].IsZero() {
			at[t] = s.pieces[i]
		}
	}
	for i, n := range used {
		if t := &s.Game.Types[i]; n > t.Count && t.Count > 0 && t.Count < 256 { // any other count was already reported
			s.Errorf(at[i], "too-many", "set-up %s places %d %s, there are %d", s.out.ID, n, t.ID, t.Count)
		}
	}
	s.conservePools()
	for _, l := range s.Game.Stacking {
		s.Book.Budget.Spend(s.entry.Node.Pos, 1+(len(s.Game.Zones)+len(s.out.Pieces))/stepThings)
		s.conserveStacking(l)
	}
}

// conserveStacking checks one stacking limit in every zone.
func (s *setup) conserveStacking(l def.StackLimit) {
	held, at := make([]int32, len(s.Game.Zones)), make([]diag.Pos, len(s.Game.Zones))
	for i, p := range s.out.Pieces {
		if s.Game.Has(l.Zones, def.ZoneSet, int64(p.Zone)) && s.Game.Has(l.Filter, def.FilterSet, int64(p.Class)) {
			if held[p.Zone] += p.N; held[p.Zone] > l.Max && at[p.Zone].IsZero() {
				at[p.Zone] = s.pieces[i]
			}
		}
	}
	for z, n := range held {
		if n > l.Max {
			rule := ""
			if l.Rule != "" {
				rule = " (" + l.Rule + ")"
			}
			s.Errorf(at[z], "stacking", "set-up %s breaks stacking: %s holds %d of at most %d%s", s.out.ID, s.Game.Zones[z].ID, n, l.Max, rule)
		}
	}
}

// conservePools checks that a set-up uses no more markers than the pools have. It reports the first value that exceeds the pool;
// if only the initial values exceed it, the last value that the set-up gives.
func (s *setup) conservePools() {
	used, at := make([]int64, len(s.Game.Pools)), make([]diag.Pos, len(s.Game.Pools))
	stated := map[int32]int64{}
	for _, k := range s.out.Cells {
		stated[k.Cell] = k.Value
	}
	for i := range s.Game.Vars {
		v := &s.Game.Vars[i]
		if v.Pool < 0 {
			continue
		}
		for cell := v.Base; cell < v.Base+v.Len; cell++ {
			n, ok := stated[cell]
			if !ok {
				n = s.Game.Initial[cell]
			}
			if ok && used[v.Pool] <= int64(s.Game.Pools[v.Pool].Max) {
				at[v.Pool] = s.cells[cell]
			}
			used[v.Pool] += n
		}
	}
	for i, n := range used {
		if p := &s.Game.Pools[i]; n > int64(p.Max) {
			s.Errorf(at[i], "too-many", "set-up %s takes %d from %s, there are %d", s.out.ID, n, p.ID, p.Max)
		}
	}
}
