package check

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"rulebound/compiler/lower"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// elsewhere are the warnings of other stages, for macros, prose and the syntax of formulas.
var elsewhere = []string{"unused-macro", "unfenced-data", "mixed-set-operators"}

func TestReferenceListsAllWarnings(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed, rows []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| (.*) \\| .* \\|$").FindAllStringSubmatch(string(text[section(t, text):]), -1) {
		if !slices.Contains(elsewhere, m[1]) {
			listed = append(listed, m[1]+": "+m[2])
		}
	}
	for _, w := range Warnings {
		rows = append(rows, w.Code+": "+w.Means)
	}
	if !slices.Equal(listed, rows) {
		t.Errorf("docs/reference.md lists\n%q\nand the table has\n%q", listed, rows)
	}
}

// section returns the place of the list of warnings in docs/reference.md.
func section(t *testing.T, text []byte) int {
	t.Helper()
	at := regexp.MustCompile(`(?m)^## [0-9]+\. What the compiler checks$`).FindIndex(text)
	if at == nil {
		t.Fatal("the section on checks is not there")
	}
	return at[0]
}

func TestEachWarningReportsItsOwnCode(t *testing.T) {
	gd, rb, p := faulty()
	for _, w := range Warnings {
		s := newSubject(gd, rb, p)
		s.prose = clauseAndData("falls by 3", "=2 * honey")
		list := w.Find(s)
		if len(list) == 0 {
			t.Errorf("%s finds nothing", w.Code)
		}
		for _, d := range list {
			if d.Code != w.Code {
				t.Errorf("%s says %s", w.Code, d.Code)
			}
		}
	}
}

// faulty returns a rulebook with a cause for each warning.
func faulty() (*def.GameDef, *typed.Rulebook, *lower.Program) {
	gd, p := looping(Spaces, unlessBlighted, gainBlight)
	asked(gd, p, def.DecisionDef{Choices: def.Choices{Options: []def.MenuOption{{Where: []def.Cond{{When: richer(Ant)}}}}}})
	rb := doing(&typed.If{Cond: said(7, always())}, &typed.Switch{Value: edition(), Written: written(8), Cases: []typed.Case{{Value: Num(5), At: place(9), Key: "five"}}}, &typed.Over{}, &typed.Stop{})
	p.Hints, p.Calls = []lower.Hint{{Key: "play.space", Pos: at(12)}}, [][]int32{nil}
	rb.Procs[0].Bound = []*typed.Binding{{Name: "$n", Pos: at(11)}}
	rb.Checks = []*typed.Check{demanding(never())}
	gd.Functions = append(gd.Functions, def.FuncDef{ID: "idle", Body: Num(1)})
	rb.Functions = []*typed.Function{{Pos: at(13)}}
	return gd, rb, p
}

func TestEveryWarningIsCheckedInRulebooksWithoutErrors(t *testing.T) {
	gd, rb, p := faulty()
	for _, k := range rb.Checks {
		k.Level = 1
	}
	said := map[string]bool{}
	for _, d := range append(Check(gd, rb, p), (*Memo)(nil).Prose(clauseAndData("falls by 3", "=2 * honey"), nil)...) {
		said[d.Code] = true
	}
	for _, w := range Warnings {
		if !said[w.Code] {
			t.Errorf("%s is not said", w.Code)
		}
	}
}

func TestFormulaCyclesSuppressOtherWarnings(t *testing.T) {
	gd, rb, p := faulty()
	gd.Functions = []def.FuncDef{{ID: "f", Body: ExI(def.OpCall, def.TBool, 0)}}
	rb.Functions = []*typed.Function{{Pos: at(3)}}
	expect(t, "a cycle alone", printed(Check(gd, rb, p)), "3 error recursion: function f reaches itself")
}
