package kit

// This file tests that hidden information stays hidden. It plays a game twice; the second play differs from the first
// only in what one seat may not know. Until something hidden is revealed, both plays must offer that seat the same
// decisions at the same moments and show it the same view.

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// Twins describes a pair of plays and the seat that must not be able to tell them apart.
type Twins struct {
	Game  *engine.Game
	Setup engine.Setup
	Seat  int    // engine.Chance: a spectator
	Seed  uint64 // of the players, of chance, and of the hidden values
	Most  int    // the number of decisions of seats after which the play ends
	Fresh uint32 // the average number of decisions between redraws of the second play
	Apart string // property of cards, such as card.rank: cards are swapped only if they have the same value of it; "" for any
}

// Tally counts what a pair of plays compared, so that a test can require that it compared something.
type Tally struct {
	Decisions int // of seats, answered in the first play
	Compared  int // answered in both
	Drawn     int // second plays
	Printed   int // trace lines that the seat may read and that were compared
	Shown     int // second plays that ended because something hidden was revealed
	Lost      int // second plays that ended because no answer was legal in both
}

// Add adds the counts of another tally.
func (t *Tally) Add(o Tally) {
	t.Decisions += o.Decisions
	t.Compared += o.Compared
	t.Drawn += o.Drawn
	t.Shown += o.Shown
	t.Printed += o.Printed
	t.Lost += o.Lost
}

// Leak is a difference that a seat observes between two plays that differ only in what it may not know.
type Leak struct {
	Seat     string
	Decision int      // number of the decision after whose answer the difference was observed
	Pending  string   // seat, name and answer of that decision
	Differs  []string // what the seat observes, in the first play and in the second
	Hidden   []string // hidden values in which the plays differed before
}

// Error implements error.
func (l *Leak) Error() string {
	return fmt.Sprintf("%s observes what it may not know, after decision %d (%s):\n  %s\nThe plays differ in\n  %s",
		l.Seat, l.Decision, l.Pending, strings.Join(l.Differs, "\n  "), strings.Join(l.Hidden, "\n  "))
}

// twins is a running pair of plays.
type twins struct {
	Twins
	tally  Tally
	gen    engine.Generator
	player players.Player
	a, b   *engine.State // b is nil while there is no second play
	seen   *sight        // of a, at the pending decision

	recorder *trace.Recorder // of a
	printed  *trace.Viewer
}

// Play plays the pair. It returns a *Leak if the seat can tell the plays apart, and any error of the game itself.
func (t Twins) Play() (Tally, error) {
	first, err := t.Game.New(t.Setup)
	if err != nil {
		return Tally{}, err
	}
	w := &twins{Twins: t, a: first, gen: engine.NewGenerator(t.Seed), player: players.NewUniform(t.Seed)}
	w.seen = w.look(w.a)
	w.recorder = trace.New(t.Game, trace.Header{})
	w.printed = trace.NewViewer(w.recorder, t.Seat)
	for !w.a.Over() && w.tally.Decisions < t.Most {
		if d := w.a.Decision(); d.Fault != nil {
			return w.tally, d.Fault
		}
		if err := w.step(); err != nil {
			return w.tally, err
		}
	}
	return w.tally, nil
}

// step answers the pending decision in both plays and compares what the seat sees.
func (w *twins) step() error {
	if w.a.Decision().Seat != engine.Chance && (w.b == nil || w.gen.Below(w.Fresh) == 0) { // during a deal the rules know more than a view shows
		if w.b = w.resample(w.a); w.b != nil {
			w.tally.Drawn++
			if err := w.compare(w.a, w.b, engine.Answer{}, engine.Answer{}); err != nil {
				return err
			}
		}
	}
	one, err := w.answer(w.a)
	if err != nil {
		return err
	}
	other, both := one, w.b != nil
	if both {
		if one, other, both = w.agree(one); !both {
			w.b, w.tally.Lost = nil, w.tally.Lost+1
		}
	}
	if w.a.Decision().Seat != engine.Chance {
		w.tally.Decisions++
	}
	var a, b *engine.State
	var there []string
	if both {
		a, b = w.a.Copy(), w.b.Copy()
		printed, recorder := w.printed.Copy()
		if there, err = print(w.b, other, recorder, printed); err != nil { // a position that no play reaches
			w.b, w.tally.Lost, both = nil, w.tally.Lost+1, false
		}
	}
	here, err := print(w.a, one, w.recorder, w.printed)
	if err != nil {
		return err
	}
	w.seen = w.look(w.a)
	if !both {
		return nil
	}
	w.tally.Compared++
	if err := w.compare(a, b, one, other); err != nil || w.b == nil {
		return err
	}
	return w.comparePrinted(a, b, one, other, here, there)
}

// observers passes events to a recorder and then to its viewer.
type observers struct {
	recorder *trace.Recorder
	viewer   *trace.Viewer
}

// Event implements engine.Observer.
func (o observers) Event(s *engine.State, e *engine.Event) {
	o.recorder.Event(s, e)
	o.viewer.Event(s, e)
}

// print answers a decision and returns the lines that the seat may read of the consequences.
func print(s *engine.State, a engine.Answer, r *trace.Recorder, v *trace.Viewer) (lines []string, err error) {
	r.After("") // drops the earlier lines
	v.Clear()
	s.Observe(observers{r, v})
	defer s.Observe(nil)
	if err := s.Advance(a); err != nil {
		return nil, err
	}
	for _, l := range v.Lines() {
		lines = append(lines, trace.Indented(l))
	}
	return lines, nil
}

// comparePrinted compares what the seat may read of the trace since the last answer, in both plays. If a die
// differed, or something hidden was revealed and hidden again, the second play ends without an error.
func (w *twins) comparePrinted(a, b *engine.State, one, other engine.Answer, here, there []string) error {
	w.tally.Printed += len(here)
	if slices.Equal(here, there) {
		return nil
	}
	d := a.Decision()
	event, shown := w.showing(a, b, one, other)
	shown = shown || w.answered(a)
	if shown || d.Seat == engine.Chance && d.Kind == def.Roll {
		w.b, w.tally.Shown = nil, w.tally.Shown+1
		return nil
	}
	leak := &Leak{Seat: w.Game.Def().SeatName(int64(w.Seat)), Decision: w.tally.Decisions, Hidden: w.hidden(a, b), Differs: []string{event}}
	leak.Pending = w.Game.Def().SeatName(int64(d.Seat)) + " " + d.Name + ": " + w.Game.SpellReply(d, one)
	for i := range max(len(here), len(there)) {
		if x, y := lineAt(here, i), lineAt(there, i); x != y {
			leak.Differs = append(leak.Differs, "first trace: "+x, "second trace: "+y)
			break
		}
	}
	return leak
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "nothing"
}

// answer draws an answer to the pending decision of a state. The answer does not share the player's buffers.
func (w *twins) answer(s *engine.State) (engine.Answer, error) {
	d := s.Decision()
	if d.Seat == engine.Chance {
		return s.Draw()
	}
	a := w.player.Answer(s, d)
	a.Counts, a.Chosen = append([]int32(nil), a.Counts...), append([]int64(nil), a.Chosen...)
	return a, nil
}

// agree finds answers that look the same to the other seats: the same one in both plays, or any two for chance. It
// reports whether there are any.
func (w *twins) agree(one engine.Answer) (a, b engine.Answer, ok bool) {
	d := w.a.Decision()
	for range 8 {
		if w.b.Refuses(one) == nil && !w.covert(w.a) {
			return one, one, true
		}
		next, err := w.answer(w.b)
		if err != nil {
			return one, one, false
		}
		if d.Seat == engine.Chance || w.covert(w.a) {
			return one, next, true
		}
		if w.a.Refuses(next) == nil {
			return next, next, true
		}
		if one, err = w.answer(w.a); err != nil {
			return one, one, false
		}
	}
	return one, one, false
}

// compare compares what the seat sees of w.b and of w.a. a and b are the plays before the answers one and other; if
// they are w.a and w.b themselves, nothing has been answered since the second play was drawn. If something hidden was
// revealed, or chance differed, the second play ends without an error.
func (w *twins) compare(a, b *engine.State, one, other engine.Answer) error {
	there := w.look(w.b)
	if w.seen.same(there) {
		return nil
	}
	leak := &Leak{Seat: w.Game.Def().SeatName(int64(w.Seat)), Decision: w.tally.Decisions, Differs: w.seen.differences(w.Game, there), Hidden: w.hidden(a, b)}
	if d := a.Decision(); a == w.a {
		leak.Pending = "pending " + w.Game.Def().SeatName(int64(d.Seat)) + " " + d.Name
	} else {
		leak.Pending = w.Game.Def().SeatName(int64(d.Seat)) + " " + d.Name + ": " + w.Game.SpellReply(d, one)
		event, shown := w.showing(a, b, one, other)
		shown = shown || w.answered(a)
		if shown || a.Decision().Seat == engine.Chance && !reflect.DeepEqual(one, other) {
			w.b, w.tally.Shown = nil, w.tally.Shown+1
			return nil
		}
		leak.Differs = append([]string{event}, leak.Differs...)
	}
	return leak
}

// hidden lists the hidden values and cards in which two states differ.
func (w *twins) hidden(a, b *engine.State) (out []string) {
	gd := w.Game.Def()
	for i := range gd.Vars {
		v := &gd.Vars[i]
		for cell := v.Base; cell < v.Base+v.Len; cell++ {
			if !gd.Wide(v.Type) && a.Cell(cell) != b.Cell(cell) {
				out = append(out, fmt.Sprintf("%s: %s / %s", gd.CellName(int64(cell)), w.Game.Format(a.Cell(cell), v.Type), w.Game.Format(b.Cell(cell), v.Type)))
			}
		}
	}
	for p := range gd.Piles {
		if x, y := fmt.Sprint(a.Cards(int32(p))), fmt.Sprint(b.Cards(int32(p))); x != y {
			out = append(out, "the cards of "+gd.Piles[p].ID)
		}
	}
	return out
}
