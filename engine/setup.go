package engine

// This file begins a play: initial values, a set-up of the rulebook, and the caller's changes to it.

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// Setup describes the beginning of a play. The zero value gives the game's initial values with seed 0.
type Setup struct {
	ID      string                    // SetupDef, "" for none: initial values only, all pieces at home, all cards in the first pile
	Seed    uint64                    // seed of the generator
	Piles   map[string][]string       // replaces the cards of piles, listed top first; displaced cards go to the bottom of the first pile
	Cells   map[string]int64          // raw values by name, e.g. "gold", "red.ready"
	Values  map[string]string         // the same, with values in the notation of the rulebook
	Pieces  map[string]map[string]int // zone -> class -> number: replaces the pieces of the types named in that zone; the rest is at home
	Lasting []string                  // effects in force, in stamp order
	Until   map[string]string         // durations of these by effect, if different from the declared ones

	Budget   *Budget  // step limit of the play, nil: none
	Observer Observer // attached before the first instruction runs; nil for none
	Listener Observer // second observer (State.Listen), attached before the first instruction runs
}

// New begins a play and runs it to its first decision. Unknown names and values out of bounds are errors. Before the first decision a play does
// not depend on chance, so later plays with the same set-up are copied from the first one, except for the generator.
func (g *Game) New(setup Setup) (*State, error) {
	s := &State{g: g}
	if err := s.Restart(setup); err != nil {
		return nil, err
	}
	return s, nil
}

// Restart is Game.New in the memory of a state whose play is no longer needed. It hardly allocates if the set-up has only an ID and a seed. An
// error leaves the state unchanged.
func (s *State) Restart(setup Setup) error {
	g := s.g
	if !setup.bare() || g.recorded() || g.left != nil {
		fresh, err := g.begin(setup)
		if err == nil {
			*s = *fresh
		}
		return err
	}
	first, ok := g.begun.Load(setup.ID)
	if !ok {
		fresh, err := g.begin(setup)
		if err != nil {
			return err
		}
		first, _ = g.begun.LoadOrStore(setup.ID, fresh)
	}
	if s.t == nil {
		*s = *first.(*State).Copy()
	} else {
		first.(*State).CopyTo(s)
		s.obs, s.listener, s.budget = nil, nil, nil
	}
	s.gen = NewGenerator(setup.Seed)
	if s.status == asking {
		s.recompute()
	}
	return nil
}

// bare reports whether a set-up has only an ID and a seed.
func (x *Setup) bare() bool {
	return len(x.Piles)+len(x.Cells)+len(x.Values)+len(x.Pieces)+len(x.Lasting)+len(x.Until) == 0 && x.Budget == nil && x.Observer == nil && x.Listener == nil
}

// recorded reports whether evaluations are recorded.
func (g *Game) recorded() bool { return g.cover != nil || g.rivals != nil || g.profile != nil }

// begin is New without the cache of first positions.
func (g *Game) begin(setup Setup) (s *State, err error) {
	s = g.newState(max(int(g.def.Stack), 16))
	s.budget = setup.Budget
	fuel := s.allow(g.refuel())
	s.busy = true
	g.profile.begin()
	defer func(s *State) {
		s.busy = false
		g.profile.end()
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
			s.enters(c, int64(t.Home))
		}
	}
	for i := range s.cards {
		s.cards[i] = uint16(i)
	}
	if len(s.pileSizes) > 0 {
		s.pileSizes[0] = uint16(len(s.cards))
	}
	if err := (&setupState{State: s}).begin(&setup); err != nil {
		return nil, fmt.Errorf("set-up: %w", err)
	}
	if setup.Observer != nil {
		s.Observe(setup.Observer)
	}
	s.Listen(setup.Listener)
	s.push(-1, g.def.Main, nil)
	s.run()
	return s, nil
}

// SetupError is the error for an invalid entry of a Setup.
type SetupError struct {
	Entry SetupEntry
	Err   error // a *Fault if the value violates the rulebook
}

// SetupEntry is a place in a Setup: a field, its key or member, and within that the card of a pile or the class of pieces.
type SetupEntry struct{ Field, Name, Within string }

// Error implements error.
func (e *SetupError) Error() string {
	if _, fault := e.Err.(*Fault); fault && e.Entry.Name != "" {
		return e.Entry.Name + ": " + e.Err.Error()
	}
	return e.Err.Error()
}

// Unwrap returns the cause.
func (e *SetupError) Unwrap() error { return e.Err }

// setupState is a state that is being set up, and the current entry of the set-up.
type setupState struct {
	*State
	at SetupEntry
}

// attempt calls do and converts its error or panic to a SetupError for the current entry.
func (a *setupState) attempt(do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = a.fault(r)
		}
		if err != nil {
			err = &SetupError{a.at, err}
		}
	}()
	return do()
}

// begin sets up a new play.
func (a *setupState) begin(setup *Setup) error {
	return a.attempt(func() error {
		if err := a.beginDef(setup.ID); err != nil {
			return err
		}
		if err := a.board(setup); err != nil {
			return err
		}
		for _, id := range setup.Lasting {
			a.at = SetupEntry{Field: "Lasting", Name: id}
			at := slices.IndexFunc(a.g.def.Lasting, func(l def.LastingDef) bool { return l.ID == id })
			if at < 0 {
				return fmt.Errorf("there is no lasting effect %q", id)
			}
			until, err := a.until(setup, id)
			if err != nil {
				return err
			}
			a.activate(0, int64(at), until)
		}
		for _, id := range sortedKeys(setup.Until) {
			if a.at = (SetupEntry{Field: "Until", Name: id}); !slices.Contains(setup.Lasting, id) {
				return fmt.Errorf("%s is not among the effects in force", id)
			}
		}
		return nil
	})
}

// until returns the duration of an effect of a set-up, None for the declared one.
func (a *setupState) until(setup *Setup, id string) (int64, error) {
	name, ok := setup.Until[id]
	if !ok {
		return def.None, nil
	}
	a.at = SetupEntry{Field: "Until", Name: id}
	at := slices.Index(a.g.def.Durations, name)
	if at < 0 {
		return 0, fmt.Errorf("there is no duration %q; there are %v", name, a.g.def.Durations)
	}
	return int64(at), nil
}

// beginDef applies a set-up of the rulebook; none if id is empty.
func (a *setupState) beginDef(id string) error {
	if id == "" {
		return nil
	}
	a.at = SetupEntry{Field: "ID", Name: id}
	at := slices.IndexFunc(a.g.def.Setups, func(d def.SetupDef) bool { return d.ID == id })
	if at < 0 {
		var ids []string
		for i := range a.g.def.Setups {
			ids = append(ids, a.g.def.Setups[i].ID)
		}
		return fmt.Errorf("there is no set-up %q; the set-ups are %s", id, strings.Join(ids, ", "))
	}
	return a.arrangeDef(&a.g.def.Setups[at])
}

// board sets up piles, variables and pieces.
func (a *setupState) board(setup *Setup) error {
	if err := a.setPiles(setup.Piles); err != nil {
		return err
	}
	if err := a.setValues(setup); err != nil {
		return err
	}
	return a.setPieces(setup.Pieces)
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

// fromHome moves n pieces from their home to a zone, where they have class c.
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

func (a *setupState) setPiles(piles map[string][]string) error {
	type placing struct {
		pile int64
		list []int64
	}
	var all []placing
	seen := map[int64]bool{}
	for _, name := range sortedKeys(piles) {
		a.at = SetupEntry{Field: "Piles", Name: name}
		p, ok := a.g.find(def.KPile, name)
		if !ok {
			return fmt.Errorf("there is no pile %q", name)
		}
		x := placing{pile: p}
		for _, card := range piles[name] {
			a.at.Within = card
			c, ok := a.g.find(def.KCard, card)
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
	for _, x := range all { // displaced cards go to the bottom of the first pile
		for x.pile != 0 && a.pileSizes[x.pile] > 0 {
			a.putCard(int64(a.pile(x.pile)[0]), x.pile, 0, len(a.cards))
		}
	}
	for _, x := range all {
		for i, c := range x.list {
			a.putCard(c, a.pileOf(c), x.pile, i)
		}
	}
	return nil
}

func (a *setupState) setValues(setup *Setup) error {
	for _, name := range sortedKeys(setup.Cells) {
		a.at = SetupEntry{Field: "Cells", Name: name}
		r, ok := a.g.named()[name]
		if !ok || r.kind != nameCell {
			return fmt.Errorf("there is no variable %q", name)
		}
		if a.g.def.Wide(r.typ) {
			return fmt.Errorf("%s is a set of more than %d things: its members are named", name, def.WordBits)
		}
		if !a.g.cell[r.i].allowed && setup.Cells[name] != a.cells[r.i] {
			return fmt.Errorf("%s: this marker cannot be placed there", name)
		}
		a.write(0, r.i, setup.Cells[name], 0)
	}
	for _, name := range sortedKeys(setup.Values) {
		a.at = SetupEntry{Field: "Values", Name: name}
		r, ok := a.g.named()[name]
		if !ok || r.kind != nameCell {
			return fmt.Errorf("there is no variable %q", name)
		}
		if a.g.def.Wide(r.typ) {
			if err := a.arrangeSet(name, r, setup.Values[name]); err != nil {
				return err
			}
			continue
		}
		v, err := a.g.Parse(setup.Values[name], r.typ)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if !a.g.cell[r.i].allowed && v != a.cells[r.i] {
			return fmt.Errorf("%s: this marker cannot be placed there", name)
		}
		a.write(0, r.i, v, 0)
	}
	return nil
}

// arrangeSet sets a variable of a wide set type.
func (s *State) arrangeSet(name string, r nameRef, text string) error {
	members, ok := s.g.def.ListedIn(text, r.typ)
	if !ok {
		return fmt.Errorf("%s: %q is not a value here", name, text)
	}
	v, words := s.blank(s.g.def.Words(r.typ))
	for _, m := range members {
		value.SetBit(words, m)
	}
	s.writeSet(0, r.i, len(words), v)
	return nil
}

func (a *setupState) setPieces(zones map[string]map[string]int) error {
	type placing struct {
		at    SetupEntry
		zone  int64
		class int
		n     int
	}
	var all []placing
	for _, name := range sortedKeys(zones) {
		a.at = SetupEntry{Field: "Pieces", Name: name}
		z, ok := a.g.find(def.KZone, name)
		if !ok {
			return fmt.Errorf("there is no zone %q", name)
		}
		for _, id := range sortedKeys(zones[name]) {
			a.at.Within = id
			c, ok := a.g.def.Class(id)
			if !ok {
				return fmt.Errorf("zone %s: there are no pieces %q", name, id)
			}
			if a.g.home[c] == z {
				return fmt.Errorf("zone %s is the home of %s: its contents follow from the rest", name, id)
			}
			all = append(all, placing{a.at, z, small(c), zones[name][id]})
		}
	}
	for _, p := range all {
		a.at = p.at
		a.moveSome(0, a.g.typeMask[p.class], p.zone, def.None, 255)
	}
	for _, p := range all {
		a.at = p.at
		if err := a.fromHome(p.zone, p.class, p.n); err != nil {
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
