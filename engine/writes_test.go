package engine_test

// These tests compare the column Writes of the table of instructions with the machine.

import (
	"slices"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// declared collects the events that an instruction reports although its row does not declare the write.
type declared struct {
	seen    map[string]bool
	missing map[string]engine.EventKind
}

func (d *declared) Event(s *engine.State, e *engine.Event) {
	by := map[engine.EventKind]def.Store{
		engine.CellChanged: def.Cells, engine.PiecesMoved: def.Pieces, engine.CardMoved: def.Cards,
		engine.LastingOn: def.Books, engine.LastingOff: def.Books, engine.Held: def.Books, engine.Released: def.Books,
	}
	store, reported := by[e.Kind]
	if s.Over() || !reported {
		return
	}
	row := s.Executing()
	d.seen[row.Name] = true
	if !slices.ContainsFunc(row.Writes, func(a def.Access) bool { return a.Store == store || store == def.Cells && a.Store == def.Sight }) {
		d.missing[row.Name] = e.Kind
	}
}

func TestInstructionsWriteWhatTheirRowsDeclare(t *testing.T) {
	d := &declared{seen: map[string]bool{}, missing: map[string]engine.EventKind{}}
	for _, g := range realGames(t) {
		for i := range uint64(4) {
			setups := g.Def().Setups
			s, err := g.New(engine.Setup{ID: setups[int(i)%len(setups)].ID, Seed: i, Observer: d})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := players.Play(s, []players.Player{players.NewUniform(i)}, 800); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, kind := range d.missing {
		t.Errorf("%s reports an event of kind %d, which its row does not declare", name, kind)
	}
	if len(d.seen) < 15 {
		t.Errorf("only %d instructions changed anything: %v", len(d.seen), d.seen)
	}
}
