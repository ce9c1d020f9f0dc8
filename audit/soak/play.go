package soak

// This file plays one game and checks it.

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"rulebound/conformance/board"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

const (
	endless     = 500_000 // answers after which a game counts as endless
	checkEvery  = 61      // decisions between two checks of encoding, copies and refusals
	stanceEvery = 23      // decisions between two stances, on average
	maxRepeats  = 32      // consecutive repeated games after which a variant is exhausted
)

// kind is a kind of random player.
type kind struct {
	name string
	make func(seed uint64) players.Player
}

var kinds = []kind{
	{"minimal", func(seed uint64) players.Player { return players.NewMinimal(seed) }},
	{"uniform", func(seed uint64) players.Player { return players.NewUniform(seed) }},
}

// variant is a game with options, a set-up or boards, and a kind of player, and the totals of its games.
type variant struct {
	def     *def.GameDef
	bare    *def.GameDef // without search pages, nil if it has none
	load    func() (*engine.Game, error)
	game    *engine.Game // loaded when first played
	setup   string
	boards  []board.Wish // games begin on random ones of these instead of at the set-up
	options map[string]string
	player  kind
	tooLong int  // answers after which a game counts as endless
	quick   bool // check only for faults, endless games and the invariants at the end
	spentUp bool // exhausted: all its games seem to have been played

	played   map[uint64]bool // fingerprints of the games with these options, of other variants too; nil: each game counts
	repeated int             // games since the last new one

	without func(v *variant, pass string) (*engine.Game, error) // the game without a pass
	beside  *company                                            // games played in lockstep, nil if none

	last *Played // the last game

	games, decisions, longest int
	spent                     time.Duration
	until                     time.Time // end of the run; zero: none
}

// errTimeOver ends a game at the end of the run.
var errTimeOver = errors.New("the time is over")

// leastTime is the minimal time of a game even after the end of the run: the first round plays each variant, however
// short the time is.
const leastTime = 4 * time.Second

// late reports whether a game with this start time must end.
func (v *variant) late(began time.Time) bool {
	return !v.until.IsZero() && time.Now().After(v.until) && time.Since(began) >= leastTime
}

// String returns "game/set-up option=value player", with "boards" for the set-up.
func (v *variant) String() string {
	var b strings.Builder
	b.WriteString(v.def.ID)
	switch {
	case len(v.boards) > 0:
		b.WriteString("/boards")
	case v.setup != "":
		b.WriteString("/" + v.setup)
	}
	for _, o := range v.def.Options {
		if value, ok := v.options[o.ID]; ok {
			fmt.Fprintf(&b, " %s=%s", o.ID, value)
		}
	}
	return b.String() + " " + v.player.name
}

// playOne plays a game to its end and replays it without an optimisation pass. The error names the decision at which a
// check failed.
func (v *variant) playOne(seed uint64) error {
	v.last = nil
	game, err := v.load()
	if err != nil {
		return err
	}
	v.game = game
	setup := engine.Setup{ID: v.setup, Seed: seed}
	if len(v.boards) > 0 {
		setup = board.Any(v.game, seed, v.boards)
	}
	state, err := v.game.New(setup)
	if err != nil {
		return fmt.Errorf("new game: %w", err)
	}
	if v.beside != nil {
		if err := v.beside.begin(v.game, v.bare, v.options); err != nil {
			return err
		}
		defer v.beside.count()
	}
	player := v.player.make(seed)
	var answers []engine.Answer
	defer func() { v.last = &Played{v.def, v.options, setup, answers} }()
	var asked []uint64
	decided := 0
	began := time.Now()
	for !state.Over() {
		if v.late(began) {
			return errTimeOver
		}
		d := state.Decision()
		if len(answers) >= v.tooLong {
			return fmt.Errorf("the game does not end within %d answers", v.tooLong)
		}
		name := d.Name
		if stance, ok := v.stance(seed, len(answers)); ok {
			answers, asked = append(answers, stance), append(asked, v.look(d))
			if err := v.apply(state, stance); err != nil {
				return fmt.Errorf("answer %d, decision %s: a stance: %w", len(answers), name, err)
			}
			d = state.Decision()
		}
		if len(answers)%checkEvery == 0 && !v.quick {
			if err := v.check(state, state.Copy()); err != nil {
				return fmt.Errorf("answer %d, decision %s: %w", len(answers)+1, name, err)
			}
			d = state.Decision()
		}
		if err := v.inStep(state); err != nil {
			return fmt.Errorf("answer %d, %w", len(answers)+1, err)
		}
		answer, err := v.answer(state, d, player)
		if err != nil {
			return fmt.Errorf("answer %d, decision %s: %w", len(answers)+1, name, err)
		}
		if d.Seat != engine.Chance {
			decided++
		}
		answers, asked = append(answers, answer), append(asked, v.look(d))
		if err := v.apply(state, answer); err != nil {
			return fmt.Errorf("answer %d, decision %s: %w", len(answers), name, err)
		}
		if v.quick && !state.Over() {
			continue
		}
		if err := intact(state); err != nil {
			return fmt.Errorf("answer %d, decision %s: %w", len(answers), name, err)
		}
	}
	if err := v.inStep(state); err != nil {
		return err
	}
	v.spent += time.Since(began)
	v.spentUp = len(answers) == 0 && len(v.boards) == 0
	if !v.isNew(fingerprint(setup, answers)) {
		return nil
	}
	v.games++
	v.decisions += decided
	v.longest = max(v.longest, decided)
	if v.quick || v.late(began) {
		return nil
	}
	return v.again(&record{setup, answers, asked, state.Encode(nil)}, seed)
}

// look hashes what is published, for the comparison with a replay; it is 0 if nothing is replayed.
func (v *variant) look(d *engine.Decision) uint64 {
	if v.quick {
		return 0
	}
	return published(d)
}

// apply gives an answer to the game, and to those played in lockstep.
func (v *variant) apply(state *engine.State, answer engine.Answer) error {
	give := state.Apply
	if v.quick { // a fault ends the game anyway
		give = state.Advance
	}
	err := give(answer)
	if err != nil || v.beside == nil {
		return err
	}
	return v.beside.follower.Follow(answer)
}

// inStep compares the state with those of the games played in lockstep.
func (v *variant) inStep(state *engine.State) error {
	if v.beside == nil {
		return nil
	}
	return v.beside.follower.Compare(state)
}

// isNew records a game, and reports whether it is new. A repeated game is not counted; a variant with only repeated
// games is exhausted.
func (v *variant) isNew(game uint64) bool {
	if v.played == nil {
		return true
	}
	if v.played[game] {
		v.repeated++
		v.spentUp = v.spentUp || v.repeated >= maxRepeats
		return false
	}
	v.played[game], v.repeated = true, 0
	return true
}

// fingerprint hashes a game: its set-up and its answers, which include chance.
func fingerprint(setup engine.Setup, answers []engine.Answer) uint64 {
	setup.Seed = 0
	start := fnv.New64a()
	fmt.Fprint(start, setup) // maps in the order of their keys
	s := sum(start.Sum64())
	for _, a := range answers {
		s.add(int64(a.Kind), int64(a.Seat), int64(a.Option), a.Member, a.Set, a.N, int64(len(a.Counts)), int64(len(a.Order)), int64(len(a.Chosen)))
		s.flags(a.Stop)
		for _, n := range a.Counts {
			s.add(int64(n))
		}
		s.add(a.Order...)
		s.add(a.Chosen...)
	}
	return uint64(s)
}

// stance returns a stance that a seat takes before an answer; false if none does.
func (v *variant) stance(seed uint64, answer int) (engine.Answer, bool) {
	gen := engine.NewGenerator(seed<<16 + uint64(answer))
	if gen.Below(stanceEvery) > 0 {
		return engine.Answer{}, false
	}
	gd := v.game.Def()
	var own []engine.Answer
	for i := range gd.Vars {
		for seat := range gd.Seats {
			if gd.Vars[i].Stance>>uint(seat)&1 == 1 {
				own = append(own, engine.Answer{Kind: engine.Stance, Seat: seat, Option: int32(i)})
			}
		}
	}
	if len(own) == 0 {
		return engine.Answer{}, false
	}
	a := own[gen.Below(uint32(len(own)))]
	switch x := &gd.Vars[a.Option]; x.Type.Kind {
	case def.KBool:
		a.Member = int64(gen.Below(2))
	case def.KEnum:
		a.Member = int64(gen.Below(uint32(len(gd.Enums[x.Type.Of].Members))))
	default:
		a.Member = x.Min + int64(gen.Below(uint32(min(x.Max-x.Min+1, 1<<20))))
	}
	return a, true
}

// answer asks the player, or the state's generator for chance, and returns an answer that outlives the decision.
func (v *variant) answer(state *engine.State, d *engine.Decision, player players.Player) (engine.Answer, error) {
	if d.Seat == engine.Chance {
		answer, err := state.Draw()
		answer.Order = slices.Clone(answer.Order)
		return answer, err
	}
	answer := player.Answer(state, d)
	answer.Counts, answer.Order, answer.Chosen = slices.Clone(answer.Counts), slices.Clone(answer.Order), slices.Clone(answer.Chosen)
	return answer, nil
}

// intact checks the invariants of the rulebook.
func intact(state *engine.State) error {
	k, err := state.Broken()
	if k != nil && err == nil {
		err = errors.New(k.Message)
	}
	if err != nil {
		return fmt.Errorf("the invariant %s (%s) does not hold: %w", k.ID, k.Rule, err)
	}
	return nil
}

// position is the checked part of a state.
type position interface {
	Hash() uint64
	Encode([]byte) []byte
	Decision() *engine.Decision
	Apply(engine.Answer) error
}

// check checks a state and its copy between two decisions.
func (v *variant) check(state, branch position) error {
	hash, encoded := state.Hash(), state.Encode(nil)
	restored, err := v.game.Decode(encoded)
	switch {
	case err != nil:
		return fmt.Errorf("decode what was encoded: %w", err)
	case !bytes.Equal(restored.Encode(nil), encoded) || restored.Hash() != hash:
		return errors.New("a decoded state differs from the one that was encoded")
	case restored.Over() || published(restored.Decision()) != published(state.Decision()):
		return errors.New("a decoded state has another pending decision")
	case branch.Hash() != hash || !bytes.Equal(branch.Encode(nil), encoded):
		return errors.New("a copy differs from its state")
	}
	var refusal *engine.Refusal
	nonsense := engine.Answer{Option: -7, Member: 1 << 50, Set: -1, N: -1 << 50, Counts: []int32{-1}, Order: []int64{-1}, Chosen: []int64{-1}}
	if err := state.Apply(nonsense); !errors.As(err, &refusal) {
		return fmt.Errorf("nonsense was not refused but gave: %v", err)
	}
	if state.Hash() != hash {
		return errors.New("a refused answer changed the state")
	}
	return nil
}
