package compiler_test

import (
	"os"
	"strings"
	"testing"

	"rulebound/compiler"
	"rulebound/engine"
	"rulebound/engine/def"
)

const kalah = "data/games/kalah"

// A formula can use the names that functions of the rulebook can use, and its parameters.
func TestCompileFormulaResolvesNamesOfTheRulebook(t *testing.T) {
	f := compiler.Formula{Text: "size(seats) + $n", Params: []def.Param{{Name: "n", Type: def.TInt}}}
	gd, i, _, list := compiler.CompileFormula(os.DirFS(".."), kalah, &f)
	if gd == nil {
		t.Fatal(list)
	}
	if got := (&def.Formulas{Def: gd, Proc: -1}).Say(gd.Functions[i].Body); !strings.HasSuffix(got, "+ $n") || len(gd.Functions[i].Params) != 1 {
		t.Errorf("%s of %d parameters", got, len(gd.Functions[i].Params))
	}
	if _, err := engine.Load(gd, nil); err != nil {
		t.Error(err)
	}
}

// An error in a formula is reported at its column, without further errors.
func TestCompileFormulaReportsErrorsAtTheirColumn(t *testing.T) {
	for text, want := range map[string]string{
		"size(seat)":              "formula:1:6 unknown-name",
		"1 +":                     "formula:1:3 unexpected-end",
		"":                        "formula:1:1",
		"south + 1":               "formula:1:1",
		"$n":                      "formula:1:1",
		"none":                    "formula:1:1 wrong-type",
		"size(seats) \n]":         "formula:",
		"\x00":                    "formula:1:1",
		strings.Repeat("(", 5000): "formula:1:",
	} {
		gd, _, book, list := compiler.CompileFormula(os.DirFS(".."), kalah, &compiler.Formula{Text: text})
		if gd != nil || len(list) != 1 || book.Source(compiler.FormulaFile) == nil {
			t.Errorf("%.20q: %v", text, list)
			continue
		}
		if got := list[0].Subject.String() + " " + list[0].Code; !strings.HasPrefix(got, want) {
			t.Errorf("%.20q: %s (%s), want %s", text, got, list[0].Summary, want)
		}
	}
}
