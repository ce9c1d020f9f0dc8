package referee

// These tests hold what is made of an answer that is put into a way.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
)

// onBench gives a bench with the witness of a step of an own game as its way.
func onBench(t *testing.T, n int) (*bench, *way) {
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
	root, err := m.restore(n-1, &opening{ear: target.listen()})
	if err != nil {
		t.Fatal(err)
	}
	x := &searcher{}
	found := x.search(root, target, &log.Steps[n], Limits{Nodes: 2000})
	if !found.found {
		t.Fatalf("step %d is not found", n)
	}
	b := x.newBench(root, target, &log.Steps[n])
	b.t.begin(root)
	b.left = 1 << 20
	w := b.follow(b.copy(root), focus{}, nil, b.strides(found.answers), nil)
	if w == nil || w.dist != 0 {
		t.Fatalf("the witness of step %d leads elsewhere: %+v", n, w)
	}
	return b, w
}

// names gives the decisions that answers are about.
func (b *bench) names(list []stride) []string {
	var out []string
	for _, x := range list {
		out = append(out, b.t.def.Decisions[x.decision].Name)
	}
	return out
}

// The United States train in Saigon and advise; they may as well advise first, or do something else first.
func TestWhatIsDoneAsideIsPutInElsewhereWithAllThatItDecides(t *testing.T) {
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
			t.Fatalf("%v is no variant of %v", b.names(v.then), block)
		}
		if sameAnswer(&v.then[last].answer, &c.then[last].answer) {
			t.Errorf("%s is answered as before", block[last])
		}
		varied[block[last]] = true
		script := slices.Clone(v.then)
		b.try(w, v, states, foci)
		if !slices.EqualFunc(script, v.then[:last+1], func(x, y stride) bool { return sameAnswer(&x.answer, &y.answer) }) {
			t.Errorf("%v is not followed", b.names(script))
		}
	}
	if len(varied) != 3 {
		t.Errorf("only %v are varied", varied)
	}
}

func TestAVariantThatIsDearerComesLater(t *testing.T) {
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
