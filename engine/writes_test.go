package engine_test

// This file holds the column Writes of the table of instructions to what the machine does, and the analysis of bounds to that
// column.

import (
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
	by := map[engine.EventKind]def.Writes{
		engine.CellChanged: def.WritesCells, engine.PiecesMoved: def.WritesPieces, engine.CardMoved: def.WritesCards,
		engine.LastingOn: def.WritesBooks, engine.LastingOff: def.WritesBooks, engine.Held: def.WritesBooks, engine.Released: def.WritesBooks,
	}
	w, reported := by[e.Kind]
	if s.Over() || !reported {
		return
	}
	row := s.Executing()
	if d.seen[row.Name] = true; row.Writes&w == 0 {
		d.missing[row.Name] = e.Kind
	}
}

// Every change that an instruction reports in random games is one that its row declares.
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

// The analysis of bounds knows nothing of what an instruction writes that it has no case for, and keeps what it does not write.
func TestTheOutlookForgetsWhatAnUnknownInstructionWrites(t *testing.T) {
	g := loaded(t, compiled(t, "fixture"))
	s, err := g.New(engine.Setup{ID: g.Def().Setups[0].ID, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	x := engine.OutlookAt(s)
	before := x.Known()
	x.Forget(def.WritesNothing)
	if x.Known() != before {
		t.Error("an instruction that writes nothing loses bounds")
	}
	x.Forget(def.WritesPieces)
	pieces := x.Known()
	x.Forget(def.WritesCells)
	if cells := x.Known(); pieces >= before || cells >= pieces {
		t.Errorf("%d bounds are known, %d after pieces were written, %d after cells", before, pieces, cells)
	}
}
