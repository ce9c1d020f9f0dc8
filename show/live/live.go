// Package live continues plays: it takes a play up at any decision, lists the legal answers and why others are
// illegal, applies answers by hand or at random, undoes, and writes the play as a scenario. The report runs it in a
// browser; it depends neither on the compiler nor on the browser.
//
// All input and output is text, since a browser's numbers cannot hold 64 bits.
package live

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"rulebound/conformance/scenario/names"
	"rulebound/conformance/scribe"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
	"rulebound/show/steps"
)

// Desk is a game with the current play. It is not safe for concurrent use.
type Desk struct {
	gd    *def.GameDef
	table *steps.Table // of gd, with all seats playing
	turns []bool       // by decision: whether a move begins with it
	play  *play

	viewer int             // the viewing seat, engine.Chance for what everybody sees, or everything
	undone []engine.Answer // answers for Forward, the next one last
}

// play is a play from its set-up.
type play struct {
	game     *engine.Game
	gd       *def.GameDef // the game for the seats that play
	table    *steps.Table // of gd
	setup    steps.Setup
	given    []engine.Answer
	asked    []int32       // decision of each answer, noDecision for a stance
	drawn    []bool        // by answer: whether chance gave it
	replies  []names.Reply // the answers by names
	before   int           // lines of the trace before the last answer
	broken   bool          // the last answer ended in a fault
	recorder *steps.Recorder
	state    *engine.State
}

// Open decodes a compiled game from canonical JSON.
func Open(text []byte) (*Desk, error) {
	gd, err := def.Read(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return New(gd), nil
}

// New returns a desk for a game.
func New(gd *def.GameDef) *Desk { return NewWith(gd, steps.NewTable(gd)) }

// NewWith returns a desk for a game with an existing table.
func NewWith(gd *def.GameDef, table *steps.Table) *Desk {
	return &Desk{gd: gd, table: table, turns: scribe.Turns(gd), viewer: everything}
}

// maxChanges limits the changes and offers of a play, all of which a desk stores.
const maxChanges = 1 << 20

// Begin plays answers, as steps.Text writes them, from a set-up, given as the JSON of steps.Setup. It returns the
// state's hash before each answer and at the end.
func (d *Desk) Begin(setup string, answers []string) ([]string, error) {
	var s steps.Setup
	if err := json.Unmarshal([]byte(setup), &s); err != nil {
		return nil, fmt.Errorf("the set-up cannot be read: %w", err)
	}
	given := make([]engine.Answer, len(answers))
	for i, text := range answers {
		var err error
		if given[i], err = steps.Answer(text); err != nil {
			return nil, err
		}
	}
	p, hashes, err := d.replay(s, given)
	if err != nil {
		return nil, err
	}
	d.put(p)
	return hashes, nil
}

// put replaces the play. A viewer whose seat does not play becomes engine.Chance.
func (d *Desk) put(p *play) {
	d.play, d.undone = p, nil
	if d.viewer >= len(p.gd.Seats) {
		d.viewer = engine.Chance
	}
}

// Table returns the table of the game for the seats that play.
func (d *Desk) Table() (*steps.Table, error) {
	if d.play == nil {
		return nil, errNothing
	}
	return d.play.table, nil
}

// replay plays answers from a set-up.
func (d *Desk) replay(setup steps.Setup, given []engine.Answer) (*play, []string, error) {
	game, err := d.load(setup.Options)
	if err != nil {
		return nil, nil, err
	}
	gd := game.Def()
	table := d.seated(gd)
	p := &play{game: game, gd: gd, table: table, setup: setup, recorder: steps.New(game, table, trace.Header{Game: gd.ID})}
	p.recorder.Bound(maxChanges)
	begin, err := setup.Engine()
	if err != nil {
		return nil, nil, err
	}
	begin.Observer, begin.Budget = p.recorder, engine.NewBudget(steps.MaxSteps)
	if p.state, err = game.New(begin); err != nil {
		return nil, nil, err
	}
	p.state.Observe(p.recorder)
	for i, a := range given {
		err := p.give(a)
		if err == nil && p.recorder.Overfull() {
			err = fmt.Errorf("the play has more than %d changes and answers that could have been given", maxChanges)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("answer %d of %d: %w", i+1, len(given), err)
		}
	}
	return p, p.recorder.Record(p.state).Hashes, nil
}

// seated returns the table of the game, or of the game with fewer seats.
func (d *Desk) seated(gd *def.GameDef) *steps.Table {
	switch n := len(gd.Seats); {
	case n == len(d.table.Seats):
		return d.table
	case d.play != nil && n == len(d.play.table.Seats):
		return d.play.table
	}
	return steps.NewTable(gd)
}

// load loads the game with options; it reuses the game of the play if they are the same.
func (d *Desk) load(options map[string]string) (*engine.Game, error) {
	if d.play != nil && maps.Equal(d.play.setup.Options, options) {
		return d.play.game, nil
	}
	return engine.Load(d.gd, options)
}

// noDecision is the decision of an answer without one.
const noDecision = -1

var errNothing = errors.New("no play has begun")

// give applies an answer and records it.
func (p *play) give(a engine.Answer) error {
	d := p.state.Decision()
	if d == nil {
		return errors.New("the game is over")
	}
	if r := p.state.Refuses(a); r != nil { // refused answers are not recorded
		return r
	}
	if p.setup.Seed != "" && d.Seat == engine.Chance && a.Kind != engine.Stance {
		p.draw(a)
	}
	index, drawn := d.Index, d.Seat == engine.Chance
	if a.Kind == engine.Stance {
		index, drawn = noDecision, false
	}
	reply, before := names.ReplyOf(p.state, a), len(p.recorder.Trace())
	p.recorder.Answering(p.state, a)
	if err := p.state.Apply(a); err != nil {
		p.broken = true
		return err
	}
	p.given, p.asked, p.drawn = append(p.given, a), append(p.asked, index), append(p.drawn, drawn)
	p.replies, p.before = append(p.replies, reply), before
	return nil
}

// draw advances the generator of the state if it would give the same outcome of chance: a scenario with a seed draws
// it, and the generator is part of the state.
func (p *play) draw(a engine.Answer) {
	drawn, err := p.state.Copy().Draw()
	if err == nil && steps.Text(drawn) == steps.Text(a) {
		_, _ = p.state.Draw() // as in the copy
	}
}

// give applies an answer. After a fault, part of whose events were recorded, it replays the play up to it. It clears
// the undone answers unless this is the next one.
func (d *Desk) give(a engine.Answer) error {
	err := d.play.give(a)
	if n := len(d.undone); err == nil && n > 0 {
		if steps.Text(d.undone[n-1]) == steps.Text(a) {
			d.undone = d.undone[:n-1]
		} else {
			d.undone = nil
		}
	}
	if d.play.broken {
		p, _, again := d.replay(d.play.setup, d.play.given)
		if again != nil {
			return errors.Join(err, again)
		}
		d.play = p
	}
	return err
}

// Answer applies an answer, as steps.Text writes it. The error is a refusal with its clause, or a fault of the
// rulebook; the play is then unchanged.
func (d *Desk) Answer(text string) error {
	if d.play == nil {
		return errNothing
	}
	a, err := steps.Answer(text)
	if err != nil {
		return err
	}
	return d.give(a)
}

// Choose answers a subset by the indices of its members in the decision's list.
func (d *Desk) Choose(places []int) error {
	if d.play == nil {
		return errNothing
	}
	x := d.play.state.Decision()
	if x == nil || x.Kind.Row().Answer != def.AnswerSet {
		return errors.New("no set is asked for")
	}
	members := make([]int64, 0, len(places))
	for _, i := range places {
		if i < 0 || i >= len(x.Members) {
			return fmt.Errorf("there is no member %d", i)
		}
		members = append(members, x.Members[i])
	}
	return d.give(x.Choose(members...))
}

// Random answers the pending decision at random, chance by the state's own generator. Equal seeds give equal answers.
func (d *Desk) Random(seed uint64) error {
	if d.play == nil {
		return errNothing
	}
	x := d.play.state.Decision()
	switch {
	case x == nil:
		return errors.New("the game is over")
	case x.Fault != nil:
		return x.Fault
	case x.Seat == engine.Chance:
		return d.chance(seed)
	}
	for try := range uint64(8) { // an obligation may refuse members together
		err := d.give(players.NewUniform(seed*8+try).Answer(d.play.state, x))
		var refusal *engine.Refusal
		if !errors.As(err, &refusal) {
			return err
		}
		x = d.play.state.Decision()
	}
	return d.give(players.NewMinimal(seed).Answer(d.play.state, x))
}

// chance applies a random outcome. It draws on a copy, so that the state depends on its answers alone.
func (d *Desk) chance(seed uint64) error {
	p := d.play
	x := p.state.Decision()
	gen := engine.NewGenerator(seed)
	pick := func(n int) int { return int(gen.Below(uint32(max(n, 1)))) }
	switch x.Kind.Row().Answer {
	case def.AnswerNumber:
		return d.give(engine.Answer{N: int64(x.Min + pick(x.Max-x.Min+1))})
	case def.AnswerMember:
		return d.give(engine.Answer{Member: x.Members[pick(len(x.Members))]})
	case def.AnswerOrder:
		order := append([]int64{}, x.Members...)
		for i := len(order) - 1; i > 0; i-- {
			j := pick(i + 1)
			order[i], order[j] = order[j], order[i]
		}
		return d.give(engine.Answer{Order: order})
	}
	a, err := p.state.Copy().Draw()
	if err != nil {
		return err
	}
	return d.give(a)
}

// Draw answers for chance until a seat's decision is pending or the game is over: by the state's own generator if the
// set-up has a seed, else by one with this seed.
func (d *Desk) Draw(seed uint64) error {
	if d.play == nil {
		return errNothing
	}
	for n := range uint64(maxDraws) {
		x := d.play.state.Decision()
		if x == nil || x.Seat != engine.Chance || x.Fault != nil {
			return nil
		}
		if err := d.draw(seed + n); err != nil {
			return err
		}
	}
	return fmt.Errorf("chance decided %d times in a row; give its answers by hand", maxDraws)
}

// maxDraws limits consecutive outcomes of chance.
const maxDraws = 10_000

func (d *Desk) draw(seed uint64) error {
	if d.play.setup.Seed == "" {
		return d.chance(seed)
	}
	a, err := d.play.state.Copy().Draw()
	if err != nil {
		return err
	}
	return d.give(a)
}
