package referee

// These tests check the variants of an answer that is inserted into a path.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

// onBench returns a bench whose path is the witness of a step of a game of our own.
func onBench(t *testing.T, n int) (*repairer, *way) {
	t.Helper()
	r := load(t, "fire-in-the-lake")
	log, err := ReadLog("own", strings.NewReader(record(t, r, "short", 1, n)))
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMatch(r.game, r.reader, log)
	if err != nil {
		t.Fatal(err)
	}
	target := m.target(n)
	root, err := m.restore(n-1, &restoring{stepObserver: target.listen()})
	if err != nil {
		t.Fatal(err)
	}
	x := &searcher{}
	found := x.search(root, target, &log.Steps[n], Limits{Nodes: 2000})
	if !found.found {
		t.Fatalf("step %d is not found", n)
	}
	b := x.newRepairer(root, target, &log.Steps[n])
	b.t.begin(root)
	b.left = 1 << 20
	w := b.follow(b.begin(root), focus{}, nil, b.wayAnswers(found.answers), nil)
	if w == nil || w.dist != 0 {
		t.Fatalf("the witness of step %d leads elsewhere: %+v", n, w)
	}
	return b, w
}

// names returns the decisions of answers.
func (b *repairer) names(list []wayAnswer) []string {
	var out []string
	for _, x := range list {
		out = append(out, b.t.def.Decisions[x.decision].Name)
	}
	return out
}

// The United States train in Saigon and advise; advising first, or after another action, is legal, too.
func TestSideOptionIsMovedWithAllItsAnswers(t *testing.T) {
	b, w := onBench(t, 6)
	states, foci := b.along(w)
	at := slices.IndexFunc(states, func(s *engine.State) bool { return len(s.Decision().Also) > 0 })
	if at < 0 {
		t.Fatal("nothing can be done aside")
	}
	c := &change{at: at, before: true, answer: engine.Answer{Kind: engine.Side, Option: states[at].Decision().Also[0].Index}}
	w.changes, w.next = []*change{c}, 1
	b.try(w, c, states, foci)
	block := b.names(c.then)
	if want := []string{"specialActivity", "adviseSpaces", "adviseSpaces", "aid"}; !slices.Equal(block, want) {
		t.Fatalf("aside is decided %v, want %v", block, want)
	}
	varied := map[string]bool{}
	for _, v := range w.changes[1:] {
		last := len(v.then) - 1
		if v.at != at || !sameAnswer(&v.answer, &c.answer) || last >= len(block) || !slices.Equal(b.names(v.then), block[:last+1]) {
			t.Fatalf("%v is not a variant of %v", b.names(v.then), block)
		}
		if sameAnswer(&v.then[last].answer, &c.then[last].answer) {
			t.Errorf("%s is answered as before", block[last])
		}
		varied[block[last]] = true
		script := slices.Clone(v.then)
		b.try(w, v, states, foci)
		if !slices.EqualFunc(script, v.then[:last+1], func(x, y wayAnswer) bool { return sameAnswer(&x.answer, &y.answer) }) {
			t.Errorf("%v is not followed", b.names(script))
		}
	}
	if len(varied) != 3 {
		t.Errorf("only %v are varied", varied)
	}
}

func TestVariantsAreOrderedByPrice(t *testing.T) {
	w := &way{changes: []*change{{price: 9}, {price: 2}, {price: 5}}, next: 1}
	w.grow([]*change{{price: 3}, {price: 1}})
	var got []int
	for _, c := range w.changes {
		got = append(got, c.price)
	}
	if want := "[9 1 2 3 5]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s: what was tried already stays where it is", got, want)
	}
}

// A side option is overrated if the path uses it again later, so the number of such trials is limited.
func TestOtherTrialsArePreferredAfterEnoughSideOptions(t *testing.T) {
	aside := &change{before: true, answer: engine.Answer{Kind: engine.Side}}
	w := &way{trials: []trial{{change: aside, dist: 1}, {change: aside, dist: 2}, {change: &change{}, dist: 3}}}
	for _, c := range []struct {
		asides bool
		dist   int
		ok     bool
	}{{true, 1, true}, {false, 3, true}, {false, 0, false}, {true, 2, true}, {true, 0, false}} {
		if x, ok := w.promising(c.asides); ok != c.ok || x.dist != c.dist {
			t.Errorf("%+v: %d, %t", c, x.dist, ok)
		}
	}
}

// Zone 1 lacks a piece of type 1: up to three of type 0, of the same seat, may be taken there and then replaced.
func TestTakesIncludeReplaceablePieces(t *testing.T) {
	gd := &def.GameDef{Things: def.Things{Zones: make([]def.ZoneDef, 2), Classes: []def.ClassDef{{Type: 0}, {Type: 1}, {Type: 2}},
		Types: []def.PieceType{{Seat: 0}, {Seat: 0}, {Seat: 1}}}}
	b := &repairer{t: &target{match: &match{reader: &reader{def: gd, plain: []int32{0, 1, 2}}}}}
	d := &engine.Decision{Max: 6, Entries: []engine.Entry{{Zone: 0, Class: 0, Available: 5}}}
	lacking := func(typed ...int16) *way {
		return &way{typed: typed, need: make([]int16, len(typed)), moves: []wayAnswer{{answer: engine.Answer{Counts: []int32{1}}}}}
	}
	f := focus{zones: [4]int32{1}, n: 1}
	for _, c := range []struct {
		name string
		w    *way
		want string
	}{
		{"a piece of the seat is lacking", lacking(0, 0, 0, 0, 1, 0), "[[2] [3] [4]]"},
		{"a piece of another seat", lacking(0, 0, 0, 0, 0, 1), "[]"},
		{"it is lacking elsewhere", lacking(0, 1, 0, 0, 0, 0), "[]"},
		{"it is too many", lacking(0, 0, 0, 0, -1, 0), "[]"},
	} {
		counts := [][]int32{}
		for _, x := range b.pointed(nil, c.w, 0, d, f) {
			counts = append(counts, x.answer.Counts)
		}
		if got := fmt.Sprint(counts); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
