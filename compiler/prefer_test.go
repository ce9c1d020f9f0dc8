package compiler_test

import (
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

// `prefer` restricts a domain to the members that satisfy its first condition, if there are any, of these to those that satisfy
// the second, and so on. Members that are illegal for another reason do not count.
func TestPreferNarrowsTheDomain(t *testing.T) {
	for name, c := range map[string]struct{ ask, want, refused string }{
		"those that meet the condition":         {"- one: $x\n  by: ant\n  from: spaces\n  prefer: $x.yield > 0", "oak elm", "lake 4"},
		"all, where none does":                  {"- one: $x\n  by: ant\n  from: spaces\n  prefer: $x.yield > 5", "oak elm lake", ""},
		"all, where only an illegal one does":   {"- one: $x\n  by: ant\n  from: spaces\n  where: $x != elm\n  prefer: $x.yield > 1", "oak lake", ""},
		"of the members of a smaller set":       {"- one: $x\n  by: ant\n  from: [oak, lake]\n  prefer: $x.yield > 1", "oak lake", ""},
		"by one condition after another":        {"- one: $x\n  by: ant\n  from: zones\n  prefer: [$x.yield < 2, $x in spaces, $x == elm]", "oak lake", "elm 4 nest 4 hive 4"},
		"of a pick":                             {"- pick: $xs\n  by: ant\n  each: $x\n  from: spaces\n  count: 2\n  prefer: $x.yield > 0\n  do: []", "oak elm", "lake 4"},
		"what can be paid":                      {"- pick: $xs\n  by: ant\n  each: $x\n  from: spaces\n  cost: =$x.yield\n  budget: 1\n  prefer: $x.yield > 1\n  do: []", "oak lake", ""},
		"with a clause of its own":              {"- one: $x\n  by: ant\n  from: spaces\n  prefer: {rule: 4.1, when: $x.yield > 0}", "oak elm", "lake 4.1"},
		"where a condition binds only at times": {"- one: $x\n  by: ant\n  from: spaces\n  prefer: {if: honey > 19, when: $x.yield > 1}", "oak elm lake", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.HasPrefix(c.ask, "- one") {
				c.ask += "\n- set: {visited: =visited | $x}"
			}
			gd, s := asking(t, c.ask)
			d := s.Decision()
			var have []string
			for _, m := range d.Members {
				have = append(have, gd.Spell(m, d.Elem))
			}
			if got := strings.Join(have, " "); got != c.want {
				t.Errorf("want %s, got %s", c.want, got)
			}
			for want := strings.Fields(c.refused); len(want) > 0; want = want[2:] {
				m, _ := gd.Value(want[0], d.Elem)
				if r := s.Refuses(engine.Answer{Seat: d.Seat, Member: m}); r == nil || r.Rule != want[1] {
					t.Errorf("%s is refused with %v, want clause %s", want[0], r, want[1])
				}
			}
		})
	}
}

// A pick offers the other members when no preferred one is left.
func TestPickPrefersAmongTheRemainingMembers(t *testing.T) {
	gd, s := asking(t, "- pick: $xs\n  by: ant\n  each: $x\n  from: spaces\n  count: 3\n  prefer: $x.yield > 1\n  do: []\n- menu: done\n  by: bee\n  options: {yes: {do: []}, no: {do: []}}")
	d := s.Decision()
	if d.Name != "xs" || len(d.Members) != 2 || d.Stop { // elm, the only preferred one, was forced
		t.Fatalf("after the preferred one: %v of %s, stop %t", d.Members, d.Name, d.Stop)
	}
	names := []string{gd.Spell(d.Members[0], d.Elem), gd.Spell(d.Members[1], d.Elem)}
	if !slices.Equal(names, []string{"oak", "lake"}) {
		t.Error(names)
	}
}

// A possible-function does not depend on `prefer`.
func TestPreferDoesNotAffectPossible(t *testing.T) {
	text := "- pick: $xs\n  by: ant\n  each: $x\n  from: spaces\n  min: 3\n  prefer: $x.yield > 1\n  do: []"
	gd, _, list := compileText(baseText(t) + "\n```yaml\nprocedures:\n- id: threes\n  do:\n" + indented(text, 2) +
		"\nfunctions:\n- {id: threes-go, params: {}, value: possible(threes)}\n```\n")
	report(t, list)
	game, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := game.New(engine.Setup{ID: "spring"})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := s.Call("threes-go"); err != nil || v != 1 {
		t.Errorf("possible is %d, %v", v, err)
	}
}

// asking returns a game of the base page that begins with a statement.
func asking(t *testing.T, statement string) (*def.GameDef, *engine.State) {
	t.Helper()
	gd, _, list := compileText(strings.Replace(baseText(t), "main: play", "main: ask", 1) + "\n## 4 Asking\n\n- **4.1** It is asked.\n\n```yaml\nprocedures:\n- id: ask\n  do:\n" +
		indented(statement, 2) + "\n  - over: {}\n```\n")
	report(t, list)
	game, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := game.New(engine.Setup{ID: "spring"})
	if err != nil {
		t.Fatal(err)
	}
	return gd, s
}
