package scribe

import (
	"testing"

	"gopkg.in/yaml.v3"

	"rulebound/engine"
	"rulebound/engine/def"
)

// A word is quoted if YAML would not read it as the same text.
func TestWordsAreQuotedWhereYAMLRequiresIt(t *testing.T) {
	for text, want := range map[string]string{
		"az": "az", "AZ": "AZ", "09": "09", "c-09z": "c-09z", "a-b.c_d": "a-b.c_d", "_a": "_a", "12": "12", "-12": "-12", "": `""`, "-a": `"-a"`, ".a": `".a"`, "a b": `"a b"`, "a:b": `"a:b"`,
		"a/b": `"a/b"`, "a@b": `"a@b"`, "a[b": `"a[b"`, "a`b": "\"a`b\"", "a{b": `"a{b"`, "é": `"é"`, "-": `"-"`,
	} {
		if got := Word(text); got != want {
			t.Errorf("%q is written %s, want %s", text, got, want)
		}
		var read yaml.Node
		if err := yaml.Unmarshal([]byte("["+Word(text)+"]"), &read); err != nil || read.Content[0].Content[0].Value != text {
			t.Errorf("%q is not read as it was written: %v", text, err)
		}
	}
	if got := List([]string{"a", "b c"}); got != `[a, "b c"]` {
		t.Error(got)
	}
}

func TestOnlyADeclinedOptionIsOptional(t *testing.T) {
	menu := engine.Decision{Kind: def.Menu, Decline: 1, Count: 2}
	none := menu
	none.Decline = -1
	for _, c := range []struct {
		what string
		d    *engine.Decision
		a    engine.Answer
		want bool
	}{
		{"the option that is declined", &menu, engine.Answer{Option: 1}, false}, {"another", &menu, engine.Answer{Option: 0}, true},
		{"a side option of its number", &menu, engine.Answer{Kind: engine.Side, Option: 1}, true}, {"an end", &menu, engine.Answer{Stop: true, Option: 1}, true},
		{"no option is declined", &none, engine.Answer{Option: -1}, true}, {"a member of its number", &engine.Decision{Kind: def.One, Decline: 0}, engine.Answer{}, true},
	} {
		if got := DetailOf(c.d, &c.a); got.Spoken != c.want || got.Picked != c.d.Count {
			t.Errorf("%s: %+v", c.what, got)
		}
	}
}

// Optional answers are omitted at the end of a list, but not before a required one. None is omitted in full mode, or if
// an enclosing scope answers a decision of the same name.
func TestOptionalAnswersAreOmitted(t *testing.T) {
	quiet, loud := value{"q", false}, value{"l", true}
	of := func(values ...value) *namedAnswers {
		x := &namedAnswers{name: "act", values: values}
		for _, v := range values {
			x.spoken = x.spoken || v.spoken
		}
		return x
	}
	for _, c := range []struct {
		x                 *namedAnswers
		short, full, same string // same: within a scope of the same name
	}{
		{of(loud), "l", "l", "l"}, {of(quiet), "", "q", "q"}, {of(quiet, loud), "[q, l]", "[q, l]", "[q, l]"}, {of(loud, quiet), "l", "[l, q]", "[l, q]"},
		{of(loud, quiet, loud, quiet, quiet), "[l, q, l]", "[l, q, l, q, q]", "[l, q, l, q, q]"},
	} {
		if s, f, o := c.x.text(false, nil, nil), c.x.text(true, nil, nil), c.x.text(false, []string{"act"}, nil); s != c.short || f != c.full || o != c.same {
			t.Errorf("%v: %q, %q, %q", c.x.values, s, f, o)
		}
	}
	// within a member, only the names of its own scope that are written count as enclosing
	inner := member{name: "hill", body: scope{list: []*namedAnswers{of(quiet)}}}
	pick := &namedAnswers{name: "places", rounds: []*round{{members: []*member{&inner, {name: "dale"}}}}}
	for _, c := range []struct {
		list []*namedAnswers
		want string
	}{
		{[]*namedAnswers{pick}, ""},
		{[]*namedAnswers{of(loud), pick}, "act: l, places: [{hill: {act: q}}, dale]"},
		{[]*namedAnswers{pick, of(quiet)}, ""},
	} {
		got := ""
		for i, text := range (&scope{list: c.list}).pairs(false, nil) {
			if i > 0 {
				got += ", "
			}
			got += text
		}
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Picked members are a list; the same decision asked again begins a new list.
func TestPickedMembersAreLists(t *testing.T) {
	x := &namedAnswers{name: "places", spoken: true}
	for _, p := range []struct {
		form   engine.AnswerForm
		text   string
		picked int
	}{{engine.ByValue, "hill", 0}, {engine.BySide, "wait", 1}, {engine.ByValue, "dale", 1}, {engine.ByStop, "", 2}, {engine.ByValue, "moor", 0}, {engine.ByValue, "dale", 0}, {engine.ByStop, "", 1}} {
		x.pick(p.form, p.text, p.picked)
	}
	if got := x.text(false, nil, nil); got != "[[hill, wait, dale], [moor], [dale]]" {
		t.Error(got)
	}
}

// A shuffle lists cards only up to the part whose order is unchanged.
func TestShuffleListsCardsOnlyUpToTheUnchangedRest(t *testing.T) {
	for want, order := range map[int][]int64{0: {1, 2, 3, 4}, 1: {4, 1, 2, 3}, 2: {2, 4, 1, 3}, 3: {4, 3, 2, 1}} {
		if got := Listed(order, []int64{1, 2, 3, 4}); got != want {
			t.Errorf("%v: %d, want %d", order, got, want)
		}
	}
}
