package grammar_test

import (
	"reflect"
	"slices"
	"testing"

	"rulebound/compiler/grammar"
)

func TestFormsParseIntoShapes(t *testing.T) {
	word := func(w string) grammar.Shape { return grammar.Shape{Word: w} }
	for form, want := range map[grammar.Form][]grammar.Shape{
		"word":                     {word("word")},
		"word | [int]":             {word("word"), {List: []grammar.Shape{word("int")}}},
		"{{value} | value}":        {{Pairs: []grammar.Shape{{Pairs: []grammar.Shape{word("value")}}, word("value")}}},
		"{binding: formula}":       {{Keys: "binding", Pairs: []grammar.Shape{word("formula")}}},
		"{bindings: move | value}": {{Keys: "bindings", Pairs: []grammar.Shape{word("move"), word("value")}}},
		"(top bottom) | empty":     {{Fixed: []string{"top", "bottom"}}, word("empty")},
	} {
		if got := form.Shapes(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %+v, want %+v", form, got, want)
		}
	}
}

func TestMalformedFormPanics(t *testing.T) {
	for _, form := range []grammar.Form{"", "[word", "{word", "(top", "word |", "word]"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is read", form)
				}
			}()
			form.Shapes()
		}()
	}
}

func TestIsWord(t *testing.T) {
	for _, s := range []string{"a", "z", "A", "Z", "a0", "a9", "a-", "a_", "azAZ09"} {
		if !grammar.IsWord(s) {
			t.Errorf("%q is no word", s)
		}
	}
	for _, s := range []string{"", "0", "9", "-", "_", "@", "[", "`", "{", "ä", "a/", "a:", "a@", "a[", "a`", "a{", "aä", "a "} {
		if grammar.IsWord(s) {
			t.Errorf("%q is a word", s)
		}
	}
}

func TestIsFunctionAndIsKeyword(t *testing.T) {
	for word, want := range map[string][2]bool{"max": {true, false}, "least": {true, false}, "move": {false, true}, "oak": {false, false}} {
		if got := [2]bool{grammar.IsFunction(word), grammar.IsKeyword(word)}; got != want {
			t.Errorf("%s: function and statement %v", word, got)
		}
	}
	if words := grammar.Keywords(); len(words) != len(grammar.Statements) || !slices.Contains(words, "move") || slices.Contains(words, "") {
		t.Errorf("%q", words)
	}
}

var vocabulary = []string{"word", "text", "int", "bool", "empty", "formula", "value", "constant", "type", "rules", "statements", "conditions",
	"menuEntry", "arguments", "binding", "any"}

func TestFormsUseOnlyKnownWords(t *testing.T) {
	check := func(table grammar.Table, more ...string) {
		names := append(slices.Clone(vocabulary), more...)
		for _, b := range table.Blocks {
			names = append(names, b.Name)
		}
		var all func(shapes []grammar.Shape)
		all = func(shapes []grammar.Shape) {
			for _, s := range shapes {
				if s.Word != "" && !slices.Contains(names, s.Word) {
					t.Errorf("no form is called %s", s.Word)
				}
				all(s.List)
				all(s.Pairs)
			}
		}
		keys := func(list []grammar.Key) {
			for _, k := range list {
				all(k.Form.Shapes())
			}
		}
		for _, b := range table.Blocks {
			keys(b.Keys)
		}
		for _, s := range table.Statements {
			all(s.Arg.Shapes())
			keys(s.Keys)
		}
		keys(table.Branch)
	}
	check(grammar.Own)
	check(grammar.Table{Blocks: grammar.Blocks, Statements: grammar.Statements, Branch: grammar.Branch}, "branch")
}

func TestDraftWordsAreSeparateFromTheLanguage(t *testing.T) {
	for _, s := range grammar.Drafts.Statements {
		if slices.ContainsFunc(grammar.Own.Statements, func(o grammar.Statement) bool { return o.Word == s.Word }) {
			t.Errorf("%s is both", s.Word)
		}
	}
	for _, b := range grammar.Own.Blocks {
		for _, k := range grammar.DraftKeys(b.Name) {
			if slices.Contains(b.Names(), k.Name) {
				t.Errorf("%s of %s is both", k.Name, b.Name)
			}
		}
	}
}
