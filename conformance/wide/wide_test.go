// Package wide plays games whose sets do not fit one word: boards of up to 361 points, and the games of the repository
// with enough fillers to make their sets wide.
package wide

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/engine"
	"rulebound/engine/def"
)

// grid is the block of the points of a square board.
func grid(side int) string {
	var b strings.Builder
	b.WriteString("\n```yaml\nspaces:\n")
	id := func(p int) string { return fmt.Sprintf("p%d-%d", p/side, p%side) }
	m := newModel(side)
	for p := range side * side {
		var around []string
		for _, n := range m.around(p) {
			around = append(around, id(n))
		}
		fmt.Fprintf(&b, "- {id: %s, row: %d, adjacent: [%s]}\n", id(p), p/side, strings.Join(around, ", "))
	}
	b.WriteString("```\n")
	return b.String()
}

// stones compiles and loads the game on a board.
func stones(t *testing.T, side int) *engine.Game {
	t.Helper()
	page, err := os.ReadFile("testdata/stones.md")
	if err != nil {
		t.Fatal(err)
	}
	return load(t, compiled(t, string(page)+grid(side)))
}

func compiled(t *testing.T, page string) *def.GameDef {
	t.Helper()
	gd, _, list := compiler.Compile(fstest.MapFS{"game/10.md": {Data: []byte(page)}}, "game")
	if list.HasErrors() {
		var b strings.Builder
		diag.Write(&b, list, func(string) []byte { return []byte(page) })
		t.Fatal(b.String())
	}
	return gd
}

func load(t *testing.T, gd *def.GameDef) *engine.Game {
	t.Helper()
	g, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// agree compares a state with the model: the stones, the captures, and the legal points.
func agree(t *testing.T, s *engine.State, m *model, seat int) {
	t.Helper()
	classes := [2]int32{}
	for c, k := range s.Game().Def().Classes {
		classes[s.Game().Def().Types[k.Type].Seat] = int32(c)
	}
	for p, owner := range m.at {
		for i, c := range classes {
			if n := s.Count(int32(p), c); n != int64(map[bool]int{true: 1}[owner == i]) {
				t.Fatalf("%d stones of seat %d on point %d, the model has seat %d there", n, i, p, owner)
			}
		}
	}
	for i, name := range []string{"black.taken", "white.taken"} {
		if v, _, err := s.Value(name); err != nil || v != int64(m.taken[i]) {
			t.Fatalf("%s is %d (%v), want %d", name, v, err, m.taken[i])
		}
	}
	v, typ, err := s.Value("last-taken")
	if err != nil {
		t.Fatal(err)
	}
	var last []int
	for _, p := range s.Each(v, typ) {
		last = append(last, int(p))
	}
	if !slices.Equal(last, m.last) {
		t.Fatalf("last taken %v, want %v", last, m.last)
	}
	if d := s.Decision(); d != nil && d.Name == "point" {
		var want []int64
		for p := range m.at {
			if m.legal(p, seat) {
				want = append(want, int64(p))
			}
		}
		if !slices.Equal(d.Members, want) {
			t.Fatalf("seat %d may choose %v, want %v", seat, d.Members, want)
		}
	}
}

// play plays a random game in lockstep with the model, and returns its answers.
func play(t *testing.T, g *engine.Game, side int, seed uint64) (answers []engine.Answer, end *engine.State) {
	t.Helper()
	s, err := g.New(engine.Setup{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	m, gen := newModel(side), engine.NewGenerator(seed)
	for d := s.Decision(); d != nil; d = s.Decision() {
		agree(t, s, m, d.Seat)
		a, seat := engine.Answer{Option: 0}, d.Seat
		switch {
		case d.Name == "point":
			a = engine.Answer{Member: d.Members[gen.Below(uint32(len(d.Members)))]}
		case gen.Below(60) == 0:
			a.Option = 1
		}
		kind, name := d.Kind, d.Name
		if err := s.Apply(a); err != nil {
			t.Fatal(err)
		}
		if name == "point" {
			m.place(int(a.Member), seat)
		} else if kind == def.Menu && a.Option == 0 && s.Decision() != nil && s.Decision().Name != "point" {
			for p := range m.at { // a single legal point is forced
				if m.legal(p, seat) {
					m.place(p, seat)
					break
				}
			}
		}
		answers = append(answers, a)
	}
	return answers, s
}

func TestBoardsOfEverySizeAgreeWithTheModel(t *testing.T) {
	for _, side := range []int{3, 5, 7, 8, 9, 11, 13, 19} {
		t.Run(fmt.Sprintf("%d points and two boxes", side*side), func(t *testing.T) {
			g := stones(t, side)
			seeds := uint64(3)
			if testing.Short() && side > 9 {
				seeds = 1
			}
			for seed := range seeds {
				play(t, g, side, seed)
			}
		})
	}
}

func TestPlayOnALargeBoardIsRestoredCopiedAndReplayedByteForByte(t *testing.T) {
	g := stones(t, 19)
	answers, end := play(t, g, 19, 5)
	s, err := g.New(engine.Setup{Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range answers {
		if i%16 == 0 {
			data := s.Encode(nil)
			restored, err := g.Decode(data)
			if err != nil {
				t.Fatalf("answer %d: %v", i, err)
			}
			again := s.Copy()
			if !bytes.Equal(restored.Encode(nil), data) || !bytes.Equal(again.Encode(nil), data) || restored.Hash() != s.Hash() {
				t.Fatalf("answer %d: a restored state or a copy is another", i)
			}
			s = []*engine.State{restored, again}[i/16%2]
		}
		if err := s.Apply(a); err != nil {
			t.Fatalf("answer %d: %v", i, err)
		}
	}
	if !bytes.Equal(s.Encode(nil), end.Encode(nil)) {
		t.Error("replayed from restored states and copies, the play ends otherwise")
	}
}

func TestWrittenWideGameReadsBackEqual(t *testing.T) {
	gd := stones(t, 19).Def()
	var text bytes.Buffer
	if err := def.Write(&text, gd); err != nil {
		t.Fatal(err)
	}
	back, err := def.Read(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if load(t, back).Fingerprint() != load(t, gd).Fingerprint() {
		t.Error("a game that was read is another than the one that was written")
	}
	for i, words := range gd.Sets {
		for _, other := range gd.Sets[:i] {
			if slices.Equal(words, other) {
				t.Errorf("the game has set %d twice", i)
			}
		}
	}
}

// recorder records the events that concern sets.
type recorder struct{ lines []string }

func (r *recorder) Event(s *engine.State, e *engine.Event) {
	gd := s.Game().Def()
	switch e.Kind {
	case engine.Noted:
		n := gd.Notes[e.Note()]
		for i, v := range e.Values {
			r.lines = append(r.lines, n.Fields[i]+" "+s.Spell(v, n.Types[i]))
		}
	case engine.CellChanged:
		if name, typ, _ := s.Game().CellName(e.Cell().Cell); typ.Kind == def.KSet {
			r.lines = append(r.lines, name+" "+s.Spell(e.Cell().Old, typ)+" "+s.Spell(e.Cell().New, typ))
		}
	case engine.WatchChanged:
		if d := gd.Derived[e.Watched().Derived]; d.Type.Kind == def.KSet {
			r.lines = append(r.lines, d.ID+" "+s.Spell(e.Watched().Old, d.Type)+" "+s.Spell(e.Watched().New, d.Type))
		}
	}
}

func TestObserverReceivesOldAndNewWideSets(t *testing.T) {
	for _, side := range []int{5, 19} {
		g, r := stones(t, side), &recorder{}
		s, err := g.New(engine.Setup{Observer: r})
		if err != nil {
			t.Fatal(err)
		}
		// white takes the black stone in the corner
		for _, p := range []int{0, 1, 2, side} {
			for _, a := range []engine.Answer{{Option: 0}, {Member: int64(p)}} {
				if err := s.Apply(a); err != nil {
					t.Fatal(err)
				}
			}
		}
		want := []string{
			"black.touched {} {p0-0}", "stones-left {} {p0-0}",
			"white.touched {} {p0-1}", "stones-left {p0-0} {p0-0, p0-1}",
			"black.touched {p0-0} {p0-0, p0-2}", "stones-left {p0-0, p0-1} {p0-0, p0-1, p0-2}",
			"white.touched {p0-1} {p0-1, p1-0}", "last-taken {} {p0-0}", "stones-left {p0-0, p0-1, p0-2} {p0-1, p0-2}", "by white", "stones {p0-0}",
		}
		got := slices.Clone(r.lines)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("on %d points: notes\n%s\nwant\n%s", side*side, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if v, typ, err := s.Value("white.touched"); err != nil || s.SpellList(v, typ) != "[p0-1, p1-0]" {
			t.Errorf("white touched %s, %v", s.SpellList(v, typ), err)
		}
		shown := s.View(0)
		if i := slices.IndexFunc(shown.Values, func(v engine.ViewValue) bool { return v.Name == "white.touched" }); side == 19 && !slices.Equal(shown.Values[i].Members, []int64{1, 19}) {
			t.Errorf("a view shows %v", shown.Values[i])
		}
	}
}
