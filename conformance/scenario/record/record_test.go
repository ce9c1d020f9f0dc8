package record_test

import (
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/conformance/scenario/record"
	"rulebound/engine"
)

// page changes a variable several times, notes it, and has forced decisions.
const page = `# 1 Test

~~~yaml
game: {id: test, title: Test, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: here}, {id: there}]
variables: [{id: gold, type: int, min: 0, max: 9, initial: 2}, {id: places, type: zones}]
derived: [{id: rich, type: bool, watch: true, value: gold > 3}]
procedures:
- id: play
  do:
  - one: $first
    by: red
    from: spaces
  - set: {gold: 5}
  - set: {gold: 5}
  - set: {gold: 1, places: [here]}
  - note: {purse: {holds: gold, of: "=blue"}}
  - one: $second
    by: blue
    from: [here]
  - one: $second
    name: second
    by: red
    from: [there]
  - one: $none
    by: blue
    from: spaces \ spaces
  - one: $last
    by: red
    from: spaces
~~~
`

// begin compiles a page, whose fences are written ~~~, and begins its game.
func begin(t *testing.T, page string) *engine.State {
	t.Helper()
	g := onepage.Load(t, page, "~~~", "```")
	s, err := g.New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRecordOfAMove(t *testing.T) {
	s := begin(t, page)
	m := record.New()
	s.Observe(m)
	if err := s.Apply(engine.Answer{Member: 1}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what      string
		got, want []string
	}{
		{"the values of a variable, once for each change", m.Course(s, "gold"), []string{"2", "5", "1"}},
		{"those of a watched value", m.Course(s, "rich"), []string{"false", "true", "false"}},
		{"those of a name that did not change", m.Course(s, "none"), nil},
		{"a note", m.Noted("purse"), []string{"holds 1, of blue"}},
		{"a note that was not made", m.Noted("chest"), nil},
		{"who decided", m.Deciders("second"), []string{"blue", "red"}},
		{"who answered the first decision", m.Deciders("first"), []string{"red"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	for name, want := range map[string][2]int{"first": {1, 1}, "second": {2, 2}, "none": {1, 0}, "last": {0, 0}} {
		if got := [2]int{m.Reached(name), m.Asked(name)}; got != want {
			t.Errorf("%s: reached and asked %v, want %v", name, got, want)
		}
	}
	if m.Full() {
		t.Error("a short move is too long")
	}
}

// A move keeps exactly as many changes and notes as it may, and says so. A note counts once more for each 64 bytes.
func TestRecordOfAMoveIsBounded(t *testing.T) {
	for what, does := range map[string]string{
		"changes":         "- set: {gold: 5}\n    - set: {gold: 6}",
		"watched changes": "- set: {gold: 5}\n    - set: {gold: 1}",
		"notes":           "- note: {purse: {holds: =gold, of: blue}}\n    - note: {purse: {holds: =gold, of: blue}}",
		"long notes":      "- note: {purse: {the-first-of-two-very-long-names: =gold, the-second-of-two-very-long-names: blue}}",
	} {
		m := record.New()
		long := strings.NewReplacer("  - set: {gold: 5}\n  - set: {gold: 5}\n", "  - repeat: 40000\n    do:\n    "+does+"\n").Replace(page)
		s := begin(t, long)
		s.Observe(m)
		if err := s.Apply(engine.Answer{Member: 0}); err != nil {
			t.Fatal(err)
		}
		n := max(len(m.Course(s, "gold"))-1, 0) + max(len(m.Course(s, "rich"))-1, 0)
		for _, text := range m.Noted("purse") {
			n += 1 + len(text)/64
		}
		if !m.Full() || n != record.MaxChanges {
			t.Errorf("%s: %d are kept, full %v", what, n, m.Full())
		}
	}
}
