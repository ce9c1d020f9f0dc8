package engine

// This file fuzzes the engine with encoded states and with games with changed numbers. The result must be an error or a state
// that plays on, without a panic, in bounded time and memory.

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rulebound/compiler/bounded"
	"rulebound/engine/def"
	"rulebound/engine/value"
)

// fuzzBytes is a sequence of bytes that decides the course of a fuzzed play; at its end it yields zeros. Answers go to apply, in
// which a test may plant a fault.
type fuzzBytes struct {
	rest  []byte
	apply func(*State, Answer) error
}

func (f *fuzzBytes) next() int64 {
	if len(f.rest) == 0 {
		return 0
	}
	b := f.rest[0]
	f.rest = f.rest[1:]
	return int64(b)
}

// answer returns a legal answer for an even byte, and a nearly legal or an arbitrary one for an odd byte.
func (f *fuzzBytes) answer(s *State, d *Decision) Answer {
	how := f.next()
	if how%2 == 1 {
		v := []int64{f.next(), -f.next(), f.next() << 8, 1<<63 - 1, -1 << 63, 1<<31 + f.next()}[f.next()%6]
		a := Answer{Kind: AnswerKind(how >> 1 & 3), Seat: int(v), Option: int32(v), Stop: how>>3&1 == 1, Member: v, Set: v, N: v}
		for range f.next() % 8 {
			a.Counts, a.Order = append(a.Counts, int32(f.next()-4)), append(a.Order, f.next()-4)
		}
		return a
	}
	n := int(how / 2)
	a := Answer{N: int64(d.Min + n%max(d.Max-d.Min+1, 1)), Stop: d.Stop && n&1 == 1}
	switch d.Kind {
	case def.Menu:
		if n %= max(len(d.Options)+len(d.Also), 1); n < len(d.Options) {
			a.Option = d.Options[n].Index
		} else if n -= len(d.Options); n < len(d.Also) {
			a.Kind, a.Option = Side, d.Also[n].Index
		}
	case def.Take:
		a.Counts = d.Least(nil)
	case def.Shuffle:
		a.Order = append(a.Order, d.Members...)
		if len(a.Order) > 1 {
			i := n % len(a.Order)
			a.Order[0], a.Order[i] = a.Order[i], a.Order[0]
		}
	default:
		if len(d.Members) > 0 {
			a.Member = d.Members[n%len(d.Members)]
			for i := range d.Members[:min(max(d.Min, n%(d.Max+1)), len(d.Members))] {
				a.Set |= value.Singleton(d.Members[(n+i)%len(d.Members)])
			}
		}
	}
	if d.Seat == Chance && n&1 == 0 {
		if drawn, err := s.Draw(); err == nil {
			return drawn
		}
	}
	return a
}

// playOn answers decisions until the bytes are used up. After an error the state must be unchanged.
func (f *fuzzBytes) playOn(t testing.TB, s *State) {
	for len(f.rest) > 0 && !s.Over() {
		d := s.Decision()
		if d == nil {
			t.Fatal("the game is not over, and there is no decision")
		}
		a := f.answer(s, d)
		for seat := range s.g.def.Seats {
			s.View(seat)
		}
		s.Explain(a.Member)
		before := s.Encode(nil)
		if err := f.apply(s, a); err == nil {
			continue
		} else if r, x := (*Refusal)(nil), (*Fault)(nil); !errors.As(err, &r) && !errors.As(err, &x) {
			t.Fatalf("%T: %v", err, err)
		} else if string(s.Encode(nil)) != string(before) {
			t.Fatalf("%v: the state is another one", err)
		} else if x != nil {
			return
		}
	}
}

// FuzzDecode checks that Decode rejects any bytes or returns a state that encodes to the same bytes and plays on. The version and
// the fingerprint of the game are prefixed, because most inputs would be rejected without them.
func FuzzDecode(f *testing.F) {
	s := deep(f)
	g := s.g
	head := len(binary.LittleEndian.AppendUint64([]byte{encodingVersion}, 0))
	for i := range 4 {
		f.Add(s.Encode(nil)[head:], []byte{0, 2, byte(4 * i), 1, 5, 9, 0, 6})
		d := s.Decision()
		if d == nil {
			break
		}
		a := Answer{N: 1}
		if len(d.Members) > 0 {
			a.Member = d.Members[0]
		}
		apply(f, s, a)
	}
	f.Fuzz(func(t *testing.T, body, moves []byte) {
		bounded.Run(t, func() {
			data := append(binary.LittleEndian.AppendUint64([]byte{encodingVersion}, g.Fingerprint()), body...)
			isDecoded(t, data, &fuzzBytes{moves, (*State).Apply}, g.Decode)
		})
	})
}

// isDecoded checks Decode, or a wrong function, like FuzzDecode.
func isDecoded(t testing.TB, data []byte, moves *fuzzBytes, decode func([]byte) (*State, error)) {
	s, err := decode(data)
	if err != nil {
		return
	}
	again, err := decode(s.Encode(nil))
	if err != nil || again.Hash() != s.Hash() || string(s.Encode(nil)) != string(data) {
		t.Fatalf("what was decoded does not come back: %v", err)
	}
	checkIndex(t, s)
	moves.playOn(t, s)
}

func TestFuzzTargetFindsWrongDecodersAndPlays(t *testing.T) {
	position := deep(t)
	data, other := position.Encode(nil), position.Copy()
	apply(t, other, Answer{Member: 0})
	right := func(data []byte) (*State, error) { return position.g.Decode(data) }
	for what, c := range map[string]struct {
		decode func(call int, data []byte) (*State, error)
		apply  func(*State, Answer) error
		want   string
	}{
		"none": {nil, nil, ""},
		"another state at first": {func(call int, data []byte) (*State, error) {
			if call == 1 {
				return other.Copy(), nil
			}
			return right(data)
		}, nil, "does not come back"},
		"another state when it comes back": {func(call int, data []byte) (*State, error) {
			if call == 2 {
				return other.Copy(), nil
			}
			return right(data)
		}, nil, "does not come back"},
		"a refusal of what was decoded": {func(call int, data []byte) (*State, error) {
			if call == 2 {
				return nil, errors.New("no")
			}
			return right(data)
		}, nil, "does not come back: no"},
		"a stale index": {func(call int, data []byte) (*State, error) {
			s, err := right(data)
			s.words[0]++
			return s, err
		}, nil, "does not come back"},
		"a value above the stack": {func(call int, data []byte) (*State, error) {
			s, err := right(data)
			s.stack[len(s.stack)-1]++
			return s, err
		}, nil, "above the top is 1"},
		"an error that is neither refusal nor fault": {nil, func(*State, Answer) error { return errors.New("no") }, "*errors.errorString: no"},
		"a refusal that changes the state": {nil, func(s *State, a Answer) error {
			_ = s.Apply(Answer{Member: s.Decision().Members[0]})
			return &Refusal{}
		}, "the state is another one"},
		"a fault that changes the state": {nil, func(s *State, a Answer) error {
			_ = s.Apply(Answer{Member: s.Decision().Members[0]})
			return &Fault{}
		}, "the state is another one"},
	} {
		if c.decode == nil {
			c.decode = func(_ int, data []byte) (*State, error) { return right(data) }
		}
		if c.apply == nil {
			c.apply = (*State).Apply
		}
		calls := 0
		found := bounded.Findings(t, func(t testing.TB) {
			isDecoded(t, data, &fuzzBytes{[]byte{0, 0, 0, 0}, c.apply}, func(data []byte) (*State, error) {
				calls++
				return c.decode(calls, data)
			})
		})
		if len(found) != min(1, len(c.want)) || c.want != "" && !strings.Contains(found[0], c.want) {
			t.Errorf("%s: found %q, want %q", what, found, c.want)
		}
	}
}

// numbersIn matches the numbers of a JSON text.
var numbersIn = regexp.MustCompile(`[:,\[]-?[0-9]+`)

// edited changes numbers of a JSON text: three bytes each, two for the place and one for the value.
func edited(text string, edits []byte) string {
	for ; len(edits) >= 3; edits = edits[3:] {
		at := numbersIn.FindAllStringIndex(text, -1)
		if len(at) == 0 {
			return text
		}
		x := at[int(binary.LittleEndian.Uint16(edits))%len(at)]
		old, _ := strconv.ParseInt(text[x[0]+1:x[1]], 10, 64)
		list := []int64{old + 1, old - 1, -1, 0, 1, 2, 3, 7, 31, 63, 64, 255, 256, 1 << 15, 1 << 16, 1 << 20, 1<<31 - 1, -1 << 31, 1<<63 - 1, -1 << 63, old << 1, old << 8}
		text = text[:x[0]+1] + strconv.FormatInt(list[int(edits[2])%len(list)], 10) + text[x[1]:]
	}
	return text
}

// misused matches the faults of games that write values of other kinds, or write to the machine's own cells.
var misused = regexp.MustCompile("no value of its kind|cannot be (in force|held) so")

// FuzzLoad checks that Load rejects a game with changed numbers or returns a game that plays on, in bounded time.
func FuzzLoad(f *testing.F) {
	text, err := json.Marshal(deep(f).g.def)
	if err != nil {
		f.Fatal(err)
	}
	for i := range 12 {
		f.Add([]byte{byte(40 * i), byte(i / 4), byte(5 * i), byte(17 * i), 0, byte(i)}, []byte{0, 2, 4, 3, 1, 0})
	}
	f.Fuzz(func(t *testing.T, edits, moves []byte) {
		bounded.Run(t, func() {
			if len(edits) > 30 {
				return
			}
			gd := &def.GameDef{}
			if json.Unmarshal([]byte(edited(string(text), edits)), gd) == nil {
				playsOn(t, gd, &fuzzBytes{moves, (*State).Apply}, (*Game).Decode)
			}
		})
	})
}

// playsOn checks a game like FuzzLoad.
func playsOn(t testing.TB, gd *def.GameDef, moves *fuzzBytes, decode func(*Game, []byte) (*State, error)) {
	g, err := Load(gd, nil, WithLimit(1<<18))
	if err != nil {
		return
	}
	for _, setup := range []string{"start", ""} {
		s, err := g.New(Setup{ID: setup, Seed: 3})
		if err != nil {
			continue
		}
		if _, err := decode(g, s.Encode(nil)); err != nil && !misused.MatchString(err.Error()) {
			t.Fatalf("what New made is not taken back: %v", err)
		}
		moves.playOn(t, s)
	}
}

func TestFuzzTargetFindsNewStatesThatDecodeRefuses(t *testing.T) {
	for refusal, want := range map[string]int{"": 0, "the frame is too long": 1, "zone 7 cannot be in force so": 0} {
		found := bounded.Findings(t, func(t testing.TB) {
			playsOn(t, deep(t).g.def, &fuzzBytes{nil, (*State).Apply}, func(g *Game, data []byte) (*State, error) {
				if refusal == "" {
					return g.Decode(data)
				}
				return nil, errors.New(refusal)
			})
		})
		if len(found) != want {
			t.Errorf("%q: found %q, want %d", refusal, found, want)
		}
	}
}
