package hints

// This file plays two games in lockstep.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Tally counts the decisions at which a follower was compared.
type Tally struct {
	Compared int // decisions that were equal
	Ahead    int // of these, decisions under an obligation
	Skipped  int // decisions at which the search without hints exceeded its limit
}

// Add adds another tally.
func (t *Tally) Add(o Tally) {
	t.Compared, t.Ahead, t.Skipped = t.Compared+o.Compared, t.Ahead+o.Ahead, t.Skipped+o.Skipped
}

// Follower plays a game without search hints in lockstep with the game.
type Follower struct {
	Tally

	game  *engine.Game
	state *engine.State // nil: it has lost the play, and copies the state at the next decision
	gen   engine.Generator
}

// NewFollower loads a game without search hints (Compile).
func NewFollower(gd *def.GameDef, options map[string]string) (*Follower, error) {
	game, err := engine.Load(gd, options)
	if err != nil {
		return nil, fmt.Errorf("without search pages: %w", err)
	}
	return &Follower{game: game}, nil
}

// Begin drops the current play and keeps the tally.
func (f *Follower) Begin() { f.state = nil }

// Compare compares the follower with a play of the game at a decision, or at its end. The error describes the difference.
func (f *Follower) Compare(s *engine.State) error {
	if s.Over() {
		if f.state != nil && !f.state.Over() {
			return f.differs("the game is not over, but asks %s", f.state.Decision().Name)
		}
		return nil
	}
	d := s.Decision()
	if f.state == nil {
		if err := f.find(s); err != nil {
			f.Skipped++
			return f.loses(err)
		}
	}
	if f.state.Over() {
		return f.differs("the game is over")
	}
	its := f.state.Decision()
	if its.Fault != nil {
		f.Skipped++
		return f.loses(its.Fault)
	}
	if err := f.same(s, d, its); err != nil {
		return err
	}
	f.Compared++
	if d.Obliged {
		f.Ahead++
	}
	return nil
}

// Follow applies the answer given to the game. For an outcome of chance the follower also draws one, to advance its
// generator like the game's.
func (f *Follower) Follow(a engine.Answer) error {
	if f.state == nil {
		return nil
	}
	if d := f.state.Decision(); d.Seat == engine.Chance && a.Kind != engine.Stance {
		if _, err := f.state.Draw(); err != nil {
			return f.loses(err)
		}
	}
	if err := f.state.Apply(a); err != nil {
		return f.loses(err)
	}
	return nil
}

// loses drops the play if the search exceeded a limit; it returns any other error as a difference.
func (f *Follower) loses(err error) error {
	var fault *engine.Fault
	if !errors.As(err, &fault) || !strings.HasPrefix(fault.Why, engine.SearchLimit) {
		return f.differs("%w", err)
	}
	f.state = nil
	return nil
}

// body is the offset behind the game's fingerprint in an encoded state, from which the states of game and follower are equal.
const body = 1 + 8

// find takes over the present state of the play.
func (f *Follower) find(s *engine.State) error {
	encoded := s.Encode(nil)
	binary.LittleEndian.PutUint64(encoded[1:], f.game.Fingerprint())
	state, err := f.game.Decode(encoded)
	f.state = state
	return err
}

// same compares the published decisions of two states, and the states.
func (f *Follower) same(s *engine.State, d, its *engine.Decision) error {
	if a, b := offers(d), offers(its); a != b {
		return f.differs("the game asks\n%s\nwithout them it asks\n%s", a, b)
	}
	if !bytes.Equal(s.Encode(nil)[body:], f.state.Encode(nil)[body:]) {
		return f.differs("decision %s: the states differ", d.Name)
	}
	for range jointly {
		a, ok := f.joint(d)
		if !ok {
			break
		}
		if mine, yours := s.Refuses(a), f.state.Refuses(a); (mine == nil) != (yours == nil) {
			return f.differs("decision %s, answer %+v: %v, without them %v", d.Name, a, mine, yours)
		}
	}
	return nil
}

// offers spells the legal answers of a decision. It leaves out the bounds of a pick, which follow from its members and stop.
func offers(d *engine.Decision) string {
	text := fmt.Sprint(d.Name, " of ", d.Seat, ": members ", d.Members, d.Costs, ", options ", optionNames(d.Options), " and ", optionNames(d.Also), ", declines by ", d.Decline,
		", stops ", d.Stop)
	if d.Kind.Row().Answer != def.AnswerMember {
		text += fmt.Sprint(", ", d.Min, " to ", d.Max, " of ", d.Entries)
	}
	return text
}

func optionNames(list []engine.Option) []string {
	var out []string
	for _, o := range list {
		out = append(out, o.Name)
	}
	return out
}

// jointly is how many answers of several members are tried at a decision under an obligation.
const jointly = 4

// joint draws an answer of several members or pieces that may be illegal together; false if the decision is of another kind.
func (f *Follower) joint(d *engine.Decision) (engine.Answer, bool) {
	if !d.Obliged {
		return engine.Answer{}, false
	}
	size := func(most int) int { return d.Min + f.below(max(0, min(d.Max, most)-d.Min)+1) }
	switch d.Kind.Row().Answer {
	case def.AnswerSet:
		members := slices.Clone(d.Members)
		for i := range members {
			k := i + f.below(len(members)-i)
			members[i], members[k] = members[k], members[i]
		}
		return d.Choose(members[:min(size(len(members)), len(members))]...), true
	case def.AnswerCounts:
		var pieces []int // by piece: its entry
		for i := range d.Entries {
			pieces = append(pieces, slices.Repeat([]int{i}, int(d.Entries[i].Available))...)
		}
		counts := make([]int32, len(d.Entries))
		for range min(size(len(pieces)), len(pieces)) {
			k := f.below(len(pieces))
			counts[pieces[k]]++
			pieces = slices.Delete(pieces, k, k+1)
		}
		return engine.Answer{Counts: counts}, true
	}
	return engine.Answer{}, false
}

func (f *Follower) below(n int) int { return int(f.gen.Below(uint32(n))) }

func (f *Follower) differs(format string, args ...any) error {
	return fmt.Errorf("without search pages: "+format, args...)
}
