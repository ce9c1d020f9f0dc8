package hints

// This file plays games in step.

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

// Tally counts the decisions at which a follower was looked at.
type Tally struct {
	Compared int // it published the same
	Ahead    int // of these, in which something was owed
	Skipped  int // looking ahead without hints passed its bound
}

// Add adds another tally.
func (t *Tally) Add(o Tally) {
	t.Compared, t.Ahead, t.Skipped = t.Compared+o.Compared, t.Ahead+o.Ahead, t.Skipped+o.Skipped
}

// Follower plays a game without search hints in step with the game.
type Follower struct {
	Tally

	game  *engine.Game
	state *engine.State // nil: it has lost the play, and finds it again at the next decision
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

// Begin forgets the play that was followed; what was counted stays.
func (f *Follower) Begin() { f.state = nil }

// Compare holds the follower to a play of the game that stands at a decision, or is over. The error tells how what it publishes
// differs.
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

// Follow gives the answer that the game is given. Where that is an outcome of chance, the follower draws one too, so that its generator
// goes on as the game's does.
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

// loses loses the play where looking ahead passed a bound; any other error is a difference.
func (f *Follower) loses(err error) error {
	var fault *engine.Fault
	if !errors.As(err, &fault) || !strings.HasPrefix(fault.Why, engine.SearchLimit) {
		return f.differs("%w", err)
	}
	f.state = nil
	return nil
}

// body is where the fingerprint of the game ends in an encoded state; behind it states of game and follower are alike.
const body = 1 + 8

// find takes the play over as it stands.
func (f *Follower) find(s *engine.State) error {
	encoded := s.Encode(nil)
	binary.LittleEndian.PutUint64(encoded[1:], f.game.Fingerprint())
	state, err := f.game.Decode(encoded)
	f.state = state
	return err
}

// same compares what two states publish, and the states.
func (f *Follower) same(s *engine.State, d, its *engine.Decision) error {
	if a, b := told(d), told(its); a != b {
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

// told says what is legal. The bounds of a pick are not among it: members and stop say what they leave.
func told(d *engine.Decision) string {
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

// jointly is how many answers of several members are tried at a decision that owes something.
const jointly = 4

// joint draws an answer of several members or pieces that may not go together; false if the decision is none of these.
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
		var pieces []int // the entry of each
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
