package engine_test

// This file feeds real games answers and saved states that nobody wrote for them.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"testing"

	"rulebound/compiler/bounded"
	"rulebound/engine"
	"rulebound/engine/players"
)

// realGames are all games of the repository with their default options.
func realGames(f testing.TB) []*engine.Game {
	f.Helper()
	folders, err := os.ReadDir("../data/games")
	if err != nil {
		f.Fatal(err)
	}
	var games []*engine.Game
	for _, folder := range folders {
		games = append(games, loaded(f, compiled(f, folder.Name())))
	}
	return games
}

// underWay plays a random game as far as the given number of decisions, or to its end.
func underWay(t *testing.T, games []*engine.Game, which byte, seed uint16, decisions int) *engine.State {
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

// raw makes an answer out of bytes that knows nothing of the decision; n bytes are used.
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

// FuzzAnswers: whatever is answered in a game under way, the answer is taken or refused, never a fault; a refused one
// leaves the state as it was, and what is reached can be saved and restored.
func FuzzAnswers(f *testing.F) {
	games := realGames(f)
	for i := range byte(12) {
		f.Add(i, uint16(i)*77, uint16(i)*29, []byte{0, i, 1, 0, 0, i, 3, 0, i, 4 * i, 0, 2, i})
	}
	try := func(t *testing.T, which byte, seed, decisions uint16, answers []byte) {
		s := underWay(t, games, which, seed, int(decisions%600))
		player := players.NewMinimal(uint64(seed))
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
			err := s.Apply(a)
			var refusal *engine.Refusal
			switch {
			case err != nil && !errors.As(err, &refusal):
				t.Fatalf("decision %s, answer %+v: %v", name, a, err)
			case err != nil && !bytes.Equal(s.Encode(nil), state):
				t.Fatalf("decision %s: a refused answer changed the state: %v", name, err)
			case err != nil && (s.Decision() == nil || s.Decision().Name != name):
				t.Fatalf("decision %s: after a refused answer something else is pending", name)
			}
		}
		state := s.Encode(nil)
		if back, err := s.Game().Decode(state); err != nil || !bytes.Equal(back.Encode(nil), state) {
			t.Fatalf("it cannot be restored: %v", err)
		}
	}
	f.Fuzz(func(t *testing.T, which byte, seed, decisions uint16, answers []byte) {
		bounded.Run(t, func() { try(t, which, seed, decisions, answers) })
	})
}

// extremeWords are the values that a word of a state is set to: those around the bounds of the machine's types.
var extremeWords = []int64{
	math.MinInt64, math.MinInt64 + 1, math.MinInt32 - 1, math.MinInt32, -2, -1, 64, math.MaxUint16, math.MaxUint16 + 1,
	math.MaxInt32, math.MaxInt32 + 1, math.MaxUint32, math.MaxUint32 + 1, math.MaxInt64 - 2, math.MaxInt64,
}

// FuzzSavedGame: whatever bytes or words of a saved game are changed, it is refused or can be viewed and played on. Four bytes
// are an edit: two select the place, one the new value, one the kind of edit: insert, delete or replace a byte, or set a word to
// an extreme value.
func FuzzSavedGame(f *testing.F) {
	games := realGames(f)
	for i := range byte(12) {
		f.Add(i, uint16(i)*31, uint16(i)*41, []byte{13 * i, i % 4, i, 2, 200 - i, i % 3, 1, 0})
		f.Add(i, uint16(i)*17, uint16(i)*23, []byte{29 * i, i % 3, i, 4})
	}
	try := func(t *testing.T, which byte, seed, decisions uint16, edits []byte) {
		s := underWay(t, games, which, seed, int(decisions%600))
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
		back, err := s.Game().Decode(data)
		if err != nil {
			return
		}
		for seat := range s.Game().Def().Seats {
			back.View(seat)
		}
		before := back.Encode(nil)
		if _, err := s.Game().Decode(before); err != nil {
			t.Fatalf("what was restored cannot be restored again: %v", err)
		}
		if _, err := players.Play(back, []players.Player{players.NewUniform(uint64(seed))}, 40); err != nil {
			var fault *engine.Fault
			if !errors.As(err, &fault) {
				t.Fatalf("a published answer is refused: %v", err)
			}
		}
	}
	f.Fuzz(func(t *testing.T, which byte, seed, decisions uint16, edits []byte) {
		bounded.Run(t, func() { try(t, which, seed, decisions, edits) })
	})
}
