package engine

// This file begins a play: initial values, a set-up of the rulebook, and what a caller changes in it.

import (
	"fmt"
	"sort"

	"rulebound/engine/def"
)

// Setup says how a play begins. The zero value is the game's initial values with seed 0.
type Setup struct {
	ID      string                    // SetupDef, "" for none: initial values only, all pieces at home, all cards in the first pile
	Seed    uint64                    // of the generator
	Piles   map[string][]string       // replaces the cards of piles, listed top first; cards that lose their place go to the bottom of the first pile
	Cells   map[string]int64          // raw values by name, e.g. "gold", "red.ready"
	Values  map[string]string         // the same with values as the rulebook names them
	Pieces  map[string]map[string]int // zone -> class -> number: replaces the pieces of the types named in that zone; the rest stands at home
	Lasting []string                  // effects in force, in the order they came into force

	Budget   *Budget  // what the play may take, nil: no end
	Observer Observer // attached before the first instruction runs; nil for none
}

// New begins a play and runs it to its first decision. Names that do not exist and values out of bounds are errors.
func (g *Game) New(setup Setup) (s *State, err error) {
	s = g.newState(max(int(g.def.Stack), 16))
	s.budget = setup.Budget
	fuel := s.allow(g.refuel())
	s.busy = true
	defer func(s *State) {
		s.busy = false
		g.conclude(fuel, s.fuel)
		s.charge(fuel)
	}(s)
	defer func() {
		if r := recover(); r != nil {
			s, err = nil, s.fault(r)
		}
	}()
	s.gen = NewGenerator(setup.Seed)
	copy(s.cells, g.def.Initial)
	for _, t := range g.def.Types {
		if t.Count > 0 {
			c := int(t.First)
			s.counts[int(t.Home)*g.nclass+c] += uint8(t.Count)
			setBit(s.zonesOf(c), int64(t.Home))
		}
	}
	for i := range s.cards {
		s.cards[i] = uint16(i)
	}
	if len(s.lens) > 0 {
		s.lens[0] = uint16(len(s.cards))
	}
	if err := s.arrange(&setup); err != nil {
		return nil, fmt.Errorf("set-up: %w", err)
	}
	if setup.Observer != nil {
		s.Observe(setup.Observer)
	}
	s.push(-1, g.def.Main, nil)
	s.run()
	return s, nil
}

func (s *State) arrange(setup *Setup) error {
	if setup.ID != "" {
		at := -1
		for i := range s.g.def.Setups {
			if s.g.def.Setups[i].ID == setup.ID {
				at = i
			}
		}
		if at < 0 {
			return fmt.Errorf("there is no set-up %q", setup.ID)
		}
		if err := s.arrangeDef(&s.g.def.Setups[at]); err != nil {
			return err
		}
	}
	if err := s.arrangePiles(setup.Piles); err != nil {
		return err
	}
	if err := s.arrangeValues(setup); err != nil {
		return err
	}
	if err := s.arrangePieces(setup.Pieces); err != nil {
		return err
	}
	for _, id := range setup.Lasting {
		at := -1
		for i := range s.g.def.Lasting {
			if s.g.def.Lasting[i].ID == id {
				at = i
			}
		}
		if at < 0 {
			return fmt.Errorf("there is no lasting effect %q", id)
		}
		s.activate(0, int64(at), def.None)
	}
	return nil
}

func (s *State) arrangeDef(d *def.SetupDef) error {
	s.node = d.Node
	for _, c := range d.Cells {
		s.write(d.Node, int64(c.Cell), c.Value, 0)
	}
	for _, p := range d.Pieces {
		if err := s.fromHome(int64(p.Zone), int(p.Class), int(p.N)); err != nil {
			return err
		}
	}
	for _, c := range d.Cards {
		s.putCard(int64(c.Card), s.pileOf(int64(c.Card)), int64(c.Pile), len(s.cards))
	}
	for _, l := range d.Active {
		s.activate(d.Node, int64(l), def.None)
	}
	return nil
}

// fromHome moves n pieces from their home to a zone, where they are of class c.
func (s *State) fromHome(zone int64, c, n int) error {
	g := s.g
	home, first := g.home[c], int(g.plainOf[c])
	if zone == home || n == 0 {
		return nil
	}
	if n < 0 || int(s.counts[int(home)*g.nclass+first]) < n {
		return fmt.Errorf("there are not %d of %s left for %s", n, g.def.Classes[c].ID, g.def.Zones[zone].ID)
	}
	s.shiftPieces(s.node, first, g.arrives(c, zone), home, zone, int64(n))
	return nil
}

func (s *State) arrangePiles(piles map[string][]string) error {
	type placing struct {
		pile int64
		list []int64
	}
	var all []placing
	seen := map[int64]bool{}
	for _, name := range sortedKeys(piles) {
		p, ok := s.g.find(def.KPile, name)
		if !ok {
			return fmt.Errorf("there is no pile %q", name)
		}
		x := placing{pile: p}
		for _, card := range piles[name] {
			c, ok := s.g.find(def.KCard, card)
			if !ok {
				return fmt.Errorf("pile %s: there is no card %q", name, card)
			}
			if seen[c] {
				return fmt.Errorf("pile %s: card %s is listed twice", name, card)
			}
			seen[c] = true
			x.list = append(x.list, c)
		}
		all = append(all, x)
	}
	for _, x := range all { // what loses its place goes to the bottom of the first pile
		for x.pile != 0 && s.lens[x.pile] > 0 {
			s.putCard(int64(s.pile(x.pile)[0]), x.pile, 0, len(s.cards))
		}
	}
	for _, x := range all {
		for i, c := range x.list {
			s.putCard(c, s.pileOf(c), x.pile, i)
		}
	}
	return nil
}

func (s *State) arrangeValues(setup *Setup) error {
	for _, name := range sortedKeys(setup.Cells) {
		r, ok := s.g.names[name]
		if !ok || r.kind != nameCell {
			return fmt.Errorf("there is no variable %q", name)
		}
		if s.g.def.Wide(r.typ) {
			return fmt.Errorf("%s is a set of more than %d things: its members are named", name, def.WordBits)
		}
		if !s.g.cell[r.i].allowed && setup.Cells[name] != s.cells[r.i] {
			return fmt.Errorf("%s: this marker does not stand there", name)
		}
		s.write(0, r.i, setup.Cells[name], 0)
	}
	for _, name := range sortedKeys(setup.Values) {
		r, ok := s.g.names[name]
		if !ok || r.kind != nameCell {
			return fmt.Errorf("there is no variable %q", name)
		}
		if s.g.def.Wide(r.typ) {
			if err := s.arrangeSet(name, r, setup.Values[name]); err != nil {
				return err
			}
			continue
		}
		v, err := s.g.Parse(setup.Values[name], r.typ)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if !s.g.cell[r.i].allowed && v != s.cells[r.i] {
			return fmt.Errorf("%s: this marker does not stand there", name)
		}
		s.write(0, r.i, v, 0)
	}
	return nil
}

// arrangeSet sets a variable whose value is a wide set.
func (s *State) arrangeSet(name string, r nameRef, text string) error {
	members, ok := s.g.def.ListedIn(text, r.typ)
	if !ok {
		return fmt.Errorf("%s: %q is no value here", name, text)
	}
	v, words := s.blank(s.g.def.Words(r.typ))
	for _, m := range members {
		setBit(words, m)
	}
	s.writeSet(0, r.i, len(words), v)
	return nil
}

func (s *State) arrangePieces(zones map[string]map[string]int) error {
	type placing struct {
		zone  int64
		class int
		n     int
	}
	var all []placing
	for _, name := range sortedKeys(zones) {
		z, ok := s.g.find(def.KZone, name)
		if !ok {
			return fmt.Errorf("there is no zone %q", name)
		}
		for _, id := range sortedKeys(zones[name]) {
			c, ok := s.g.def.Class(id)
			if !ok {
				return fmt.Errorf("zone %s: there are no pieces %q", name, id)
			}
			if s.g.home[c] == z {
				return fmt.Errorf("zone %s is the home of %s: what stands there follows from the rest", name, id)
			}
			all = append(all, placing{z, small(c), zones[name][id]})
		}
	}
	for _, p := range all {
		s.moveSome(0, s.g.typeMask[p.class], p.zone, def.None, 255)
	}
	for _, p := range all {
		if err := s.fromHome(p.zone, p.class, p.n); err != nil {
			return err
		}
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
