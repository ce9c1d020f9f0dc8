package engine_test

// This file fuzzes real games with random answers and saved states.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"rulebound/compiler/bounded"
	"rulebound/engine"
	"rulebound/engine/players"
)

// realGames are all games of the repository with their default options, loaded once.
func realGames(f testing.TB) []*engine.Game {
	f.Helper()
	if len(ofRepository) > 0 {
		return ofRepository
	}
	folders, err := os.ReadDir("../data/games")
	if err != nil {
		f.Fatal(err)
	}
	for _, folder := range folders {
		ofRepository = append(ofRepository, loaded(f, compiled(f, folder.Name())))
	}
	return ofRepository
}

var ofRepository []*engine.Game

// underWay plays a random game up to a number of decisions, or to its end.
func underWay(t testing.TB, games []*engine.Game, which byte, seed uint16, decisions int) *engine.State {
	g := games[int(which)%len(games)]
	setups := g.Def().Setups
	s, err := g.New(engine.Setup{ID: setups[int(which)/len(games)%len(setups)].ID, Seed: uint64(seed)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := players.Play(s, []players.Player{players.NewUniform(uint64(seed))}, decisions); err != nil {
		t.Fatal(err)
	}
	return s
}

// raw decodes bytes to an answer without regard to the decision, and returns the number of bytes used.
func raw(b []byte) (a engine.Answer, n int) {
	var x [12]byte
	n = copy(x[:], b)
	v := int64(binary.LittleEndian.Uint64(x[2:]))
	switch x[1] % 4 {
	case 0:
		v = int64(int8(x[2]))
	case 1:
		v = 1 << (x[2] % 64)
	case 2:
		v = int64(binary.LittleEndian.Uint16(x[2:]))
	}
	a = engine.Answer{Kind: engine.AnswerKind(x[0] >> 4 % 4), Option: int32(v), Stop: x[0]&8 != 0, Member: v, Set: v, N: v}
	for _, c := range b[n:][:min(int(x[0]%8), len(b)-n)] {
		a.Counts, a.Order = append(a.Counts, int32(int8(c))), append(a.Order, int64(int8(c)))
		n++
	}
	return a, n
}

// FuzzAnswers checks that any answer in a play is accepted or refused, never a fault; a refused one leaves the state unchanged,
// and the resulting state can be saved and restored.
func FuzzAnswers(f *testing.F) {
	games := realGames(f)
	for i := range byte(12) {
		f.Add(i, uint16(i)*77, uint16(i)*29, []byte{0, i, 1, 0, 0, i, 3, 0, i, 4 * i, 0, 2, i})
	}
	f.Fuzz(func(t *testing.T, which byte, seed, decisions uint16, answers []byte) {
		bounded.Run(t, func() {
			s := underWay(t, games, which, seed, int(decisions%600))
			isAnswered(t, s, players.NewMinimal(uint64(seed)), answers, subject{(*engine.State).Apply, (*engine.Game).Decode})
		})
	})
}

// subject has the functions of the engine under test.
type subject struct {
	apply  func(*engine.State, engine.Answer) error
	decode func(*engine.Game, []byte) (*engine.State, error)
}

// isAnswered checks the engine, or a wrong one, like FuzzAnswers.
func isAnswered(t testing.TB, s *engine.State, player players.Player, answers []byte, by subject) {
	for len(answers) > 0 && !s.Over() {
		d := s.Decision()
		if d == nil {
			t.Fatal("the game is not over, and there is no decision")
		}
		a, n := engine.Answer{}, 1
		switch before := answers[0]; {
		case before%3 != 0:
			a, n = raw(answers[1:])
			n++
		case d.Seat == engine.Chance:
			a, _ = s.Draw()
		default:
			a = player.Answer(s, d)
		}
		answers = answers[n:]
		name, state := d.Name, s.Encode(nil)
		err := by.apply(s, a)
		var refusal *engine.Refusal
		switch {
		case err != nil && !errors.As(err, &refusal):
			t.Fatalf("decision %s, answer %+v: %v", name, a, err)
		case err != nil && !bytes.Equal(s.Encode(nil), state):
			t.Fatalf("decision %s: a refused answer changed the state: %v", name, err)
		}
	}
	state := s.Encode(nil)
	if back, err := by.decode(s.Game(), state); err != nil || !bytes.Equal(back.Encode(nil), state) {
		t.Fatalf("it cannot be restored: %v", err)
	}
}

func TestFuzzTargetFindsWrongAnswersAndRestoring(t *testing.T) {
	g := loaded(t, compiled(t, "kalah"))
	begin := func(t testing.TB) *engine.State { return underWay(t, []*engine.Game{g}, 0, 3, 4) }
	right := subject{(*engine.State).Apply, (*engine.Game).Decode}
	for what, c := range map[string]struct {
		by   subject
		want string
	}{
		"none":    {right, ""},
		"a fault": {subject{func(*engine.State, engine.Answer) error { return &engine.Fault{Why: "internal: nil"} }, right.decode}, "internal: nil"},
		"a refusal that changes the state": {subject{func(s *engine.State, a engine.Answer) error {
			if err := s.Apply(players.NewMinimal(1).Answer(s, s.Decision())); err != nil {
				return err
			}
			return &engine.Refusal{}
		}, right.decode}, "a refused answer changed the state"},
		"a state that cannot be restored": {subject{right.apply, func(*engine.Game, []byte) (*engine.State, error) { return nil, errors.New("no") }}, "it cannot be restored: no"},
		"another state that is restored":  {subject{right.apply, func(*engine.Game, []byte) (*engine.State, error) { return begin(t), nil }}, "it cannot be restored"},
	} {
		found := bounded.Findings(t, func(t testing.TB) {
			isAnswered(t, begin(t), players.NewMinimal(1), []byte{0, 0, 1, 9, 9}, c.by)
		})
		if len(found) != min(1, len(c.want)) || c.want != "" && !strings.Contains(found[0], c.want) {
			t.Errorf("%s: found %q, want %q", what, found, c.want)
		}
	}
}

// extremeWords are the values for words of a state: those around the bounds of the machine's types.
var extremeWords = []int64{
	math.MinInt64, math.MinInt64 + 1, math.MinInt32 - 1, math.MinInt32, -2, -1, 64, math.MaxUint16, math.MaxUint16 + 1,
	math.MaxInt32, math.MaxInt32 + 1, math.MaxUint32, math.MaxUint32 + 1, math.MaxInt64 - 2, math.MaxInt64,
}

// FuzzSavedGame checks that a saved game with changed bytes or words is rejected, or can be viewed and played on. Four bytes are
// an edit: two select the place, one the new value, one the kind of edit: insert, delete or replace a byte, or set a word to an
// extreme value.
func FuzzSavedGame(f *testing.F) {
	games := realGames(f)
	for i := range byte(12) {
		f.Add(i, uint16(i)*31, uint16(i)*41, []byte{13 * i, i % 4, i, 2, 200 - i, i % 3, 1, 0})
		f.Add(i, uint16(i)*17, uint16(i)*23, []byte{29 * i, i % 3, i, 4})
	}
	f.Fuzz(func(t *testing.T, which byte, seed, decisions uint16, edits []byte) {
		bounded.Run(t, func() {
			s := underWay(t, games, which, seed, int(decisions%600))
			isRestored(t, s.Game(), edit(s, edits), players.NewUniform(uint64(seed)), (*engine.Game).Decode)
		})
	})
}

// edit changes words of a state and bytes of its encoding.
func edit(s *engine.State, edits []byte) []byte {
	for k := 0; k+4 <= len(edits); k += 4 {
		if words := s.Words(); edits[k+3]%6 >= 4 {
			*words[int(binary.LittleEndian.Uint16(edits[k:]))%len(words)] = extremeWords[int(edits[k+2])%len(extremeWords)]
		}
	}
	data := s.Encode(nil)
	for ; len(edits) >= 4; edits = edits[4:] {
		at := 9 + int(binary.LittleEndian.Uint16(edits))%(len(data)-9)
		switch edits[3] % 6 {
		case 0:
			data = append(data[:at:at], append([]byte{edits[2]}, data[at:]...)...)
		case 1:
			if len(data) > 10 {
				data = append(data[:at:at], data[at+1:]...)
			}
		case 2, 3:
			data[at] = edits[2]
		}
	}
	return data
}

// isRestored checks the engine, or a wrong one, like FuzzSavedGame.
func isRestored(t testing.TB, g *engine.Game, data []byte, player players.Player, decode func(*engine.Game, []byte) (*engine.State, error)) {
	back, err := decode(g, data)
	if err != nil {
		return
	}
	for seat := range g.Def().Seats {
		back.View(seat)
	}
	if _, err := decode(g, back.Encode(nil)); err != nil {
		t.Fatalf("what was restored cannot be restored again: %v", err)
	}
	if _, err := players.Play(back, []players.Player{player}, 40); err != nil {
		var fault *engine.Fault
		if !errors.As(err, &fault) {
			t.Fatalf("a published answer is refused: %v", err)
		}
	}
}

// wild is a player with answers that are not offered.
type wild struct{}

func (wild) Answer(*engine.State, *engine.Decision) engine.Answer {
	return engine.Answer{Member: -7, Option: -7}
}

// The planted faults are a rejected valid state, and a refused legal answer.
func TestFuzzTargetFindsWrongRestoring(t *testing.T) {
	g := loaded(t, compiled(t, "kalah"))
	s := underWay(t, []*engine.Game{g}, 0, 3, 4)
	for what, c := range map[string]struct {
		player players.Player
		taken  int // number of restored states
		want   string
	}{
		"none":                        {players.NewUniform(3), 2, ""},
		"a refusal at first":          {wild{}, 0, ""},
		"a refusal of what was":       {players.NewUniform(3), 1, "cannot be restored again: no"},
		"an answer that nobody takes": {wild{}, 2, "a published answer is refused"},
	} {
		found := bounded.Findings(t, func(t testing.TB) {
			isRestored(t, g, s.Encode(nil), c.player, func(g *engine.Game, data []byte) (*engine.State, error) {
				if c.taken--; c.taken < 0 {
					return nil, errors.New("no")
				}
				return g.Decode(data)
			})
		})
		if len(found) != min(1, len(c.want)) || c.want != "" && !strings.Contains(found[0], c.want) {
			t.Errorf("%s: found %q, want %q", what, found, c.want)
		}
	}
}
