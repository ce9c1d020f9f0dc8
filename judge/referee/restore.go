package referee

// This file restores the state at the beginning of a step of a log.

import (
	"errors"
	"fmt"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// match is a log with its decoded positions.
type match struct {
	*reader
	game  *engine.Game
	log   *Log
	at    []*Position
	began []string // by position: the card that the turn began on

	analysis *analysis // of the parts of the game, made for the first step with parts
}

func newMatch(g *engine.Game, r *reader, log *Log) (*match, error) {
	m := &match{reader: r, game: g, log: log}
	if none := len(g.Def().Setups) == 0 && log.Setup == ""; !none && !slices.ContainsFunc(g.Def().Setups, func(s def.SetupDef) bool { return s.ID == log.Setup }) {
		return nil, &Malformed{log.File, 1, fmt.Sprintf("there is no set-up %q in %s", log.Setup, g.Def().ID)}
	}
	if most := maxHeld / r.held(); len(log.Steps) > most {
		return nil, &Malformed{log.File, log.Steps[most].Line, fmt.Sprintf("there are more than %d steps, which is as many as positions of %s are kept", most, g.Def().ID)}
	}
	covers := r.layout.Kinds
	for i := range log.Steps {
		s := &log.Steps[i]
		for _, hint := range sortedKeys(s.Words) {
			if _, ok := r.layout.Hints[hint]; !ok {
				return nil, &Malformed{log.File, s.Line, fmt.Sprintf("there is no hint %q; the names of answers that a step may give are %v", hint, sortedKeys(r.layout.Hints))}
			}
		}
		p, err := r.position(s.After)
		if err != nil {
			return nil, &Malformed{log.File, s.Line, "after, " + err.Error()}
		}
		m.at = append(m.at, p)
		top := m.top(p)
		if i > 0 && covers[s.Kind].Covers {
			top = m.began[i-1]
		}
		if i > 0 && !covers[s.Kind].Covers && top == m.top(m.at[i-1]) {
			top = m.began[i-1] // still the same turn
		}
		m.began = append(m.began, top)
	}
	return m, nil
}

// top returns the top card of the pile that turns are played on.
func (m *match) top(p *Position) string {
	for _, key := range sortedKeys(m.layout.Position) {
		if m.layout.Position[key].Top && len(p.lists[key]) > 0 {
			return p.lists[key][0].id
		}
	}
	return ""
}

// coming lists the cards that the log reveals after a position, the next one first.
func (m *match) coming(n int) []string {
	d := &m.layout.Deck
	var out []string
	card := func(i int) string {
		if l := m.at[i].lists[d.Next]; len(l) > 0 {
			return l[0].id
		}
		return ""
	}
	last := card(n)
	for i := n + 1; i < len(m.at); i++ {
		if c := card(i); c != last {
			if last = c; c != "" && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	most, _ := m.log.Head[d.Count].(float64)
	shown := map[string]bool{}
	for i := range m.at {
		shown[card(i)], shown[m.top(m.at[i])] = true, true
	}
	left := int(most)
	for _, c := range d.Of {
		if shown[c] {
			left--
		}
	}
	for _, c := range d.Of {
		if left > 0 && !shown[c] && !m.lies(n, c) {
			out, left = append(out, c), left-1
		}
	}
	return out
}

// lies reports whether a card is in a pile of a position.
func (m *match) lies(n int, card string) bool {
	for _, key := range sortedKeys(m.layout.Position) {
		if m.layout.Position[key].Pile != "" && slices.ContainsFunc(m.at[n].lists[key], func(e entry) bool { return e.id == card }) {
			return true
		}
	}
	return false
}

// setup converts position n to a set-up. If aside is false it omits cards that may be played out of turn; open are the seats that may act.
func (m *match) setup(n int, aside bool, open []string) engine.Setup {
	p := m.at[n]
	out := engine.Setup{ID: m.log.Setup, Piles: map[string][]string{}, Cells: map[string]int64{}, Values: map[string]string{},
		Pieces: map[string]map[string]int{}}
	classes := len(m.def.Classes)
	for z, zone := range m.def.Zones {
		here := map[string]int{}
		for t := range m.def.Types {
			typ := &m.def.Types[t]
			if typ.Home == int32(z) {
				continue
			}
			here[m.def.Classes[typ.First].ID] = 0
			for c := range classes {
				if k := p.counts[z*classes+c]; k > 0 && int(m.def.Classes[c].Type) == t {
					here[m.def.Classes[c].ID] = int(k)
				}
			}
		}
		out.Pieces[zone.ID] = here
	}
	for c, known := range p.known {
		if name, _, _ := m.game.CellName(int64(c)); known {
			out.Cells[name] = p.cells[c]
		}
	}
	for _, name := range sortedKeys(m.layout.Unknown) {
		if _, known := out.Cells[name]; !known {
			out.Cells[name] = int64(m.layout.Unknown[name])
		}
	}
	if k := m.layout.Kinds[m.log.Steps[n].Kind]; n > 0 {
		for _, name := range sortedKeys(k.Then) {
			out.Cells[name] = int64(k.Then[name])
		}
	}
	for _, key := range sortedKeys(m.layout.Position) {
		m.arrangeItem(&out, n, key, aside, open)
	}
	if m.layout.Deck.Pile != "" {
		out.Piles[m.layout.Deck.Pile] = m.coming(n)
	}
	return out
}

// arrangeItem adds a key of a position to a set-up.
func (m *match) arrangeItem(out *engine.Setup, n int, key string, aside bool, open []string) {
	item, list := m.layout.Position[key], ids(m.at[n].lists[key])
	switch {
	case item.Effects:
		out.Lasting, out.Until = list, map[string]string{}
		for _, e := range m.at[n].lists[key] {
			if until := e.fields[item.Field]; until != "" {
				out.Until[e.id] = until
			}
		}
	case item.Pile != "":
		if key == m.layout.Turn.Aside && !aside {
			list = nil
		}
		if item.Top && m.began[n] != m.top(m.at[n]) && m.began[n] != "" {
			list = append(list, m.began[n])
		}
		if item.Top {
			list = append(list, m.spent(n, list)...)
		}
		out.Piles[item.Pile] = list
	case item.Seats != "":
		if key == m.layout.Turn.Open {
			list = open
		}
		var not []string
		for _, k := range item.But {
			not = append(not, ids(m.at[n].lists[k])...)
		}
		for _, seat := range m.def.Seats {
			value := item.Out
			if slices.Contains(list, seat.ID) && !slices.Contains(not, seat.ID) {
				value = item.value(m.at[n].lists[key], seat.ID)
			}
			out.Values[seat.ID+"."+item.Seats] = value
		}
	}
}

// spent lists the initial cards aside that are nowhere in position n, because they have been played.
func (m *match) spent(n int, top []string) []string {
	var out []string
	for _, e := range m.at[0].lists[m.layout.Turn.Aside] {
		if !m.lies(n, e.id) && !slices.Contains(top, e.id) {
			out = append(out, e.id)
		}
	}
	return out
}

// value returns the variable of a listed seat.
func (item *Item) value(list []entry, seat string) string {
	for _, e := range list {
		if v := e.fields[item.Field]; e.id == seat && v != "" {
			return v
		}
	}
	return item.In
}

// ids returns the ids of entries.
func ids(list []entry) []string {
	out := []string{}
	for _, e := range list {
		out = append(out, e.id)
	}
	return out
}

// restore returns a state at position n, where step n+1 begins. observer observes it from the beginning.
func (m *match) restore(n int, observer engine.Observer) (*engine.State, error) {
	if len(m.layout.Asks) > 0 {
		return m.restoreAsked(n)
	}
	turn := m.layout.Turn
	p := m.at[n]
	acted, passed, open := ids(p.lists[turn.Acted]), ids(p.lists[turn.Passed]), ids(p.lists[turn.Open])
	all := slices.Concat(open, acted, passed)
	if len(acted) == 0 && len(passed) == 0 {
		setup := m.setup(n, true, all)
		setup.Listener = observer
		return m.game.New(setup)
	}
	who := open
	if len(acted) == 0 {
		who = all
	}
	s, err := m.game.New(m.setup(n, len(acted) == 0, who))
	if err != nil {
		return nil, err
	}
	if len(acted) > 0 {
		passed = nil
	}
	for _, seat := range passed {
		if err := m.decline(s); err != nil {
			return nil, fmt.Errorf("before %s passes: %w", seat, err)
		}
		if a, ok := m.named(s.Decision(), turn.Pass); !ok {
			return nil, fmt.Errorf("%s cannot pass", seat)
		} else if err := s.Apply(a); err != nil {
			return nil, err
		}
	}
	if len(acted) > 0 {
		if err := m.decline(s); err != nil {
			return nil, err
		}
	}
	setup := m.setup(n, true, all)
	setup.ID, setup.Lasting, setup.Until = "", nil, nil
	for _, key := range sortedKeys(m.layout.Position) {
		if item := m.layout.Position[key]; item.Set != "" {
			m.arrangeSet(&setup, item, p.lists[key])
		}
	}
	if m.layout.Covered != "" {
		setup.Values[m.layout.Covered] = m.began[n]
	}
	if err := s.Arrange(setup); err != nil {
		return nil, err
	}
	s.Listen(observer)
	return s, nil
}

// arrangeSet sets the variable of a set of seats, and those for the fields of its first entry.
func (m *match) arrangeSet(out *engine.Setup, item Item, list []entry) {
	set := int64(0)
	for _, e := range list {
		seat, _ := m.def.Value(e.id, def.TSeat)
		set |= 1 << uint(seat)
	}
	out.Cells[item.Set] = set
	if len(list) == 0 {
		return
	}
	for _, field := range sortedKeys(item.First) {
		value := list[0].fields[field]
		if field == "seat" {
			value = list[0].id
		}
		out.Values[item.First[field]] = value
	}
}

// decline answers no to the decisions before a turn.
func (m *match) decline(s *engine.State) error {
	for range 64 {
		d := s.Decision()
		switch {
		case d == nil:
			return errors.New("the game is over before the step begins")
		case d.Fault != nil:
			return d.Fault
		case d.Name == m.layout.Turn.Decision:
			return nil
		case d.Decline < 0:
			return fmt.Errorf("%s is asked before a turn begins", d.Name)
		}
		if err := s.Apply(engine.Answer{Option: d.Decline}); err != nil {
			return err
		}
	}
	return errors.New("no turn begins")
}

// named returns the answer of a member or option by its name.
func (m *match) named(d *engine.Decision, name string) (engine.Answer, bool) {
	for _, v := range d.Members {
		if m.def.Spell(v, d.Elem) == name {
			return engine.Answer{Member: v}, true
		}
	}
	for _, o := range d.Options {
		if o.Name == name {
			return engine.Answer{Option: o.Index}, true
		}
	}
	return engine.Answer{}, false
}
