// This file represents positions in small parts, so that each can be changed or left out independently.

package suggest

import (
	"maps"
	"math/bits"
	"slices"

	"rulebound/conformance/scenario"
	"rulebound/engine"
	"rulebound/engine/def"
)

// part is one element of a position beside its set-up.
type part struct {
	kind  partKind
	name  string // value, zone, lasting effect or pile
	class string // of pieces
	n     int64  // raw value, or number of pieces
	cards []string
}

type partKind int8

// Kinds of parts, in their order in a scenario.
const (
	pileOf partKind = iota
	valueOf
	piecesIn
	inForce
)

// same reports whether two parts are about the same thing.
func (p *part) same(o *part) bool { return p.kind == o.kind && p.name == o.name && p.class == o.class }

// position is the beginning of a play: a set-up of the game with changed parts. It is immutable once played.
type position struct {
	options map[string]string
	setup   string
	parts   []part
}

func (p *position) copy() *position {
	return &position{options: p.options, setup: p.setup, parts: slices.Clone(p.parts)}
}

// put adds a part, or replaces the one about the same thing.
func (p *position) put(x part) {
	if i := slices.IndexFunc(p.parts, func(o part) bool { return o.same(&x) }); i >= 0 {
		p.parts[i] = x
		return
	}
	p.parts = append(p.parts, x)
}

// weight measures how long the position is to read.
func (p *position) weight() int {
	n := 0
	if p.setup != "" {
		n += 10
	}
	n += 10 * len(p.options)
	for i := range p.parts {
		n += 10 + 3*len(p.parts[i].cards)
		n += bulk(p.parts[i].n)
	}
	return n
}

// bulk returns the size of a number, roughly logarithmic for large ones.
func bulk(n int64) int {
	n = max(n, -n)
	return int(min(n, 9)) + bits.Len64(uint64(n)/10)
}

// engine converts the position to an engine set-up.
func (p *position) engine() engine.Setup {
	s := engine.Setup{ID: p.setup, Piles: map[string][]string{}, Cells: map[string]int64{}, Pieces: map[string]map[string]int{}}
	for i := range p.parts {
		switch x := &p.parts[i]; x.kind {
		case pileOf:
			s.Piles[x.name] = x.cards
		case valueOf:
			s.Cells[x.name] = x.n
		case piecesIn:
			if s.Pieces[x.name] == nil {
				s.Pieces[x.name] = map[string]int{}
			}
			s.Pieces[x.name][x.class] = int(x.n)
		case inForce:
			s.Lasting = append(s.Lasting, x.name)
		}
	}
	return s
}

// ofSetup converts an engine set-up to a position. It leaves out unreadable values.
func ofSetup(g *engine.Game, s *engine.Setup, options map[string]string) *position {
	p := &position{options: options, setup: s.ID}
	for _, pile := range slices.Sorted(maps.Keys(s.Piles)) {
		p.parts = append(p.parts, part{kind: pileOf, name: pile, cards: s.Piles[pile]})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Cells)) {
		p.parts = append(p.parts, part{kind: valueOf, name: name, n: s.Cells[name]})
	}
	types := cellTypes(g)
	for _, name := range slices.Sorted(maps.Keys(s.Values)) {
		if v, err := g.Parse(s.Values[name], types[name]); err == nil {
			p.put(part{kind: valueOf, name: name, n: v})
		}
	}
	for _, zone := range slices.Sorted(maps.Keys(s.Pieces)) {
		for _, class := range slices.Sorted(maps.Keys(s.Pieces[zone])) {
			p.parts = append(p.parts, part{kind: piecesIn, name: zone, class: class, n: int64(s.Pieces[zone][class])})
		}
	}
	for _, id := range s.Lasting {
		p.put(part{kind: inForce, name: id})
	}
	return p
}

// cellTypes returns the types of the named values.
func cellTypes(g *engine.Game) map[string]def.Type {
	types := map[string]def.Type{}
	for cell := range int64(g.Def().Cells) {
		if name, t, ok := g.CellName(cell); ok {
			types[name] = t
		}
	}
	return types
}

// ofScript returns the position of a scenario.
func ofScript(g *engine.Game, s *scenario.Script) *position {
	e := engine.Setup{ID: s.Setup.Scenario, Piles: map[string][]string{}, Values: map[string]string{}, Pieces: map[string]map[string]int{}, Lasting: s.Setup.Lasting}
	for _, p := range s.Setup.Piles {
		e.Piles[p.Pile] = p.Cards
	}
	for _, p := range s.Setup.Values {
		e.Values[p.Key.Value] = p.Value.Value
	}
	for _, zone := range s.Setup.Pieces {
		here := map[string]int{}
		for _, p := range zone.Value.Pairs {
			n, _ := p.Value.Int()
			here[p.Key.Value] = int(n)
		}
		e.Pieces[zone.Key.Value] = here
	}
	return ofSetup(g, &e, scenario.OptionsOf(s))
}

// single returns how many cells of a variable hold one value each; 0 if a value takes several cells.
func single(gd *def.GameDef, v *def.VarDef) int32 {
	if gd.Words(v.Type) > 1 {
		return 0
	}
	return v.Len
}

// cardMove is the move of a card between piles.
type cardMove struct{ card, from, to int64 }

// ofState converts a state to changes of a set-up. It reverts the card moves in back, so that a card that is being
// played can be played again.
func ofState(s *engine.State, setup string, options map[string]string, back []cardMove) *position {
	gd := s.Game().Def()
	p := &position{options: options, setup: setup}
	base := baseOf(gd, setup)
	p.piles(s, back)
	for i := range gd.Vars {
		v := &gd.Vars[i]
		if v.Scope != def.GameScope || v.Quiet {
			continue
		}
		for j := range single(gd, v) {
			cell := v.Base + j
			if n := s.Cell(cell); n != base.cells[cell] {
				p.parts = append(p.parts, part{kind: valueOf, name: gd.VarName(v, int64(j)), n: n})
			}
		}
	}
	for z := range gd.Zones {
		for c := range gd.Classes {
			if n := s.Count(int32(z), int32(c)); int(gd.Types[gd.Classes[c].Type].Home) != z && (n > 0 || base.pieces[z][c] > 0) {
				p.parts = append(p.parts, part{kind: piecesIn, name: gd.Zones[z].ID, class: gd.Classes[c].ID, n: n})
			}
		}
	}
	for _, l := range s.View(0).Lasting {
		if !slices.Contains(base.lasting, l) {
			p.parts = append(p.parts, part{kind: inForce, name: gd.Lasting[l].ID})
		}
	}
	return p
}

// SetupOf converts a state to an engine set-up, as changes of a set-up of the game. It moves the last moved cards
// back, so that a card that is being played can be played again. It leaves out quiet variables and those that last
// only for an action, so within a move the play begins elsewhere.
func SetupOf(s *engine.State, setup string, moved []engine.CardEvent) engine.Setup {
	var back []cardMove
	for _, m := range moved {
		back = append(back, cardMove{m.Card, m.From, m.To})
	}
	p := ofState(s, setup, nil, back)
	p.reduce(s.Game().Def())
	return p.engine()
}

// reduce removes pieces and piles that equal those of the set-up. For a type of pieces in a zone it lists all classes or none.
func (p *position) reduce(gd *def.GameDef) {
	base, piles := baseOf(gd, p.setup), map[string][]string{}
	for _, d := range gd.Setups {
		for _, c := range d.Cards {
			if d.ID == p.setup {
				piles[gd.Piles[c.Pile].ID] = append(piles[gd.Piles[c.Pile].ID], gd.Cards[c.Card].ID)
			}
		}
	}
	find := func(x *part) (zone, class int64) {
		zone, _ = gd.Value(x.name, def.Type{Kind: def.KZone})
		class, _ = gd.Class(x.class)
		return zone, class
	}
	changed := map[[2]int64]bool{} // zones with a type of pieces
	for i := range p.parts {
		if x := &p.parts[i]; x.kind == piecesIn {
			if zone, class := find(x); x.n != int64(base.pieces[zone][class]) {
				changed[[2]int64{zone, int64(gd.Classes[class].Type)}] = true
			}
		}
	}
	p.parts = slices.DeleteFunc(p.parts, func(x part) bool {
		switch x.kind {
		case pileOf:
			return slices.Equal(x.cards, piles[x.name])
		case piecesIn:
			zone, class := find(&x)
			return !changed[[2]int64{zone, int64(gd.Classes[class].Type)}]
		}
		return false
	})
}

// piles lists the cards of all piles but the first, which gets the remaining cards.
func (p *position) piles(s *engine.State, back []cardMove) {
	gd := s.Game().Def()
	piles := make([][]int64, len(gd.Piles))
	for i := range piles {
		piles[i] = s.Pile(int32(i))
	}
	for i := len(back) - 1; i >= 0; i-- {
		m := back[i]
		at := slices.Index(piles[m.to], m.card)
		if at < 0 {
			continue
		}
		piles[m.to] = slices.Delete(piles[m.to], at, at+1)
		piles[m.from] = slices.Insert(piles[m.from], 0, m.card)
	}
	for i := 1; i < len(piles); i++ {
		var cards []string
		for _, c := range piles[i] {
			cards = append(cards, gd.Cards[c].ID)
		}
		p.parts = append(p.parts, part{kind: pileOf, name: gd.Piles[i].ID, cards: cards})
	}
}

// base is the content of a set-up.
type base struct {
	cells   []int64
	pieces  [][]int32
	lasting []int32
}

func baseOf(gd *def.GameDef, setup string) *base {
	b := &base{cells: slices.Clone(gd.Initial), pieces: make([][]int32, len(gd.Zones))}
	for z := range b.pieces {
		b.pieces[z] = make([]int32, len(gd.Classes))
	}
	for i := range gd.Setups {
		d := &gd.Setups[i]
		if d.ID != setup {
			continue
		}
		for _, c := range d.Cells {
			b.cells[c.Cell] = c.Value
		}
		for _, c := range d.Pieces {
			b.pieces[c.Zone][c.Class] += c.N
		}
		b.lasting = d.Active
	}
	return b
}
