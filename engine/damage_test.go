package engine_test

// This file damages states of real games and plays on with those that Decode accepts.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"regexp"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/players"
)

// outOfKind matches faults on values that are outside of their kinds. It does not match -1, which a play can yield, or pieces
// that cannot have a mark or status, because the marks are in the code and the pieces are valid.
var outOfKind = regexp.MustCompile(`(no such|no seat decides).*\((-[2-9]|-\d\d|\d)|is damaged|internal`)

// Damaged bytes are rejected, or they are a state that encodes to the same bytes, has values of their kinds only, and plays on.
// It may only have faults of unreachable positions, such as a wrong count of cards.
func TestAcceptedDamagedStatesHoldWellTypedValues(t *testing.T) {
	gen := engine.NewGenerator(5)
	below := func(n int) int { return int(gen.Below(uint32(n))) }
	taken, faults, games := 0, 0, 40
	if testing.Short() {
		games = 10
	}
	for _, id := range []string{"tidelands", "fire-in-the-lake"} {
		g := loaded(t, compiled(t, id))
		setups := g.Def().Setups
		for i := range games {
			s, err := g.New(engine.Setup{ID: setups[i%len(setups)].ID, Seed: uint64(i)})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := players.Play(s, []players.Player{players.NewUniform(uint64(i))}, 1+below(120)); err != nil {
				t.Fatal(err)
			}
			whole := s.Encode(nil)
			for k := range 300 {
				bad := damage(whole, below)
				x, err := g.Decode(bad)
				if err != nil {
					continue
				}
				taken++
				if !bytes.Equal(x.Encode(nil), bad) {
					t.Fatalf("%s, game %d, damage %d: the state has two encodings", id, i, k)
				}
				var fault *engine.Fault
				if _, err := players.Play(x, []players.Player{players.NewUniform(uint64(k))}, 60); errors.As(err, &fault) {
					faults++
					if outOfKind.MatchString(fault.Why) {
						t.Errorf("%s, game %d, damage %d: %v", id, i, k, fault)
					}
				} else if err != nil {
					t.Error(err)
				}
			}
		}
	}
	t.Logf("%d damaged states were taken, %d ran into a fault", taken, faults)
	if taken < 12*games || faults*50 > taken {
		t.Errorf("%d damaged states were taken, %d ran into a fault", taken, faults)
	}
}

// damage changes one or two bytes after the version and the fingerprint, often those of registers or of the stack.
func damage(whole []byte, below func(int) int) []byte {
	const head, registers = 9, 17
	bad := bytes.Clone(whole)
	for range 1 + below(2) {
		at := head + below(len(bad)-head)
		switch below(3) {
		case 0:
			at = registers + below(8)
		case 1:
			at = len(bad) - 1 - below(min(len(bad)-registers, 60))
		}
		switch below(3) {
		case 0:
			bad[at] ^= 1 << below(8)
		case 1:
			bad[at] = byte(below(256))
		case 2:
			bad[at] += byte(below(5)) - 2
		}
	}
	return bad
}

// One word of a state is replaced by an extreme value: Decode rejects it, or returns a state that encodes to the same bytes and
// can be viewed. No value panics or wraps around.
func TestDecodeRefusesOrKeepsExtremeWords(t *testing.T) {
	refused := 0
	for _, g := range realGames(t) {
		for i := range uint64(2) {
			s, err := g.New(engine.Setup{ID: g.Def().Setups[int(i)%len(g.Def().Setups)].ID, Seed: i})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := players.Play(s, []players.Player{players.NewUniform(i)}, 20+int(i)*29); err != nil {
				t.Fatal(err)
			}
			for k, word := range s.Words() {
				if testing.Short() && (k+10*int(i))%20 != 0 {
					continue
				}
				whole := *word
				for _, v := range extremeWords {
					*word = v
					bad := s.Encode(nil)
					x, err := g.Decode(bad)
					if err != nil {
						refused++
						continue
					}
					if !bytes.Equal(x.Encode(nil), bad) {
						t.Errorf("%s, game %d, word %d: a state with %d has two encodings", g.Def().ID, i, k, v)
					}
					if k%16 == 0 { // it takes most of the time
						x.View(0)
					}
				}
				*word = whole
			}
		}
	}
	if refused < 400 {
		t.Errorf("only %d states were refused", refused)
	}
}

// The encoding of a number is unique: longer or truncated forms are rejected.
func TestDecodeRefusesNonCanonicalEncodings(t *testing.T) {
	g := loaded(t, compiled(t, "tidelands"))
	s, err := g.New(engine.Setup{ID: g.Def().Setups[0].ID, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	whole := s.Encode(nil)
	longer := func(at, n int) []byte { // the number of n bytes at at, with a redundant byte
		out := append(bytes.Clone(whole[:at+n]), 0)
		out[at+n-1] |= 0x80
		return append(out, whole[at+n:]...)
	}
	refused := 0
	for at := 18; at < len(whole); { // after version, fingerprint, generator and status
		_, n := binary.Uvarint(whole[at:])
		if n <= 0 {
			break
		}
		if _, err := g.Decode(longer(at, n)); err == nil {
			t.Fatalf("byte %d of %d: a number in a longer form is taken", at, len(whole))
		}
		refused++
		at += n
	}
	if refused < 50 {
		t.Errorf("only %d numbers were tried", refused)
	}
	end := whole[:len(whole)-1]
	for _, tail := range [][]byte{{0x80, 0}, {0x80, 0x80, 0}, bytes.Repeat([]byte{0xff}, 11)} {
		if _, err := g.Decode(append(bytes.Clone(end), tail...)); err == nil {
			t.Errorf("%x at the end is taken", tail)
		}
	}
	if _, err := g.Decode(append(whole, 0, 0)); err == nil || !strings.Contains(err.Error(), "2 bytes too many") {
		t.Errorf("two bytes more: %v", err)
	}
}
