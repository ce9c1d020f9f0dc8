package index_test

import (
	"strings"
	"testing"

	"rulebound/editor/index"
)

// said is a spot as text: the path, then whether it is at a key, a value or both, then the word.
func said(s index.Spot) string {
	var path []string
	for _, p := range s.Path {
		if p.Key == "" {
			path = append(path, "-")
		} else {
			path = append(path, p.Key)
		}
	}
	at := ""
	if s.AtKey {
		at += " key(" + strings.Join(s.Keys, " ") + ")"
	}
	if s.AtValue {
		at += " value"
	}
	return strings.Join(path, "/") + at + " " + s.Word
}

func TestContextOfTheCursor(t *testing.T) {
	for text, want := range map[string]string{
		"‸":                          " key() ",
		"ga‸me:":                     " key() game",
		"game: {id: toy}\nsp‸":       " key(game) sp",
		"spaces:\n- ‸":               "spaces/- key() value ",
		"spaces:\n- id: left\n  ad‸": "spaces/- key(id) ad",
		"spaces:\n- {id: left, ‸}":   "spaces/- key(id) ",
		"spaces:\n- {id: left, adj‸acent: right}":                  "spaces/- key(id) adjacent",
		"spaces:\n- {id: left, adjacent: ri‸ght}":                  "spaces/-/adjacent value right",
		"spaces:\n- {id: left, adjacent: [a, ri‸]}":                "spaces/-/adjacent/- key() value ri",
		"procedures:\n- id: x\n  do:\n  - ta‸":                     "procedures/-/do/- key() value ta",
		"procedures:\n- id: x\n  do:\n  - take: $a\n    fr‸om: x":  "procedures/-/do/- key(take) from",
		"procedures:\n- id: x\n  do:\n  - take: $a\n    from: x.‸": "procedures/-/do/-/from value ",
		"procedures:\n- id: x\n  do: [step: {se‸at: a}]":           "procedures/-/do/-/step key() seat",
		"do: [step: {a: 1}]\nx: ‸":                                 "x value ",
		"do: [step: {a: 1}, gain: {‸":                              "do/-/gain key() ",
		"a:\n  b:\n    ‸":                                          "a/b key() ",
		"a:\n  b: 1\n  ‸":                                          "a key(b) ",
		"a:\n- 'x, y: {z‸'":                                        "a/- value z",
		"a:\n- |\n  x: y‸":                                         "a/- y",
		"a: 1 # b‸":                                                "a b",
		"functions:\n- {id: f, value: '[x, $y.‸'}":                 "functions/-/value value ",
		"x: |\n  a: 1\ny: ‸":                                       "y value ",
		"x: >\n  a: 1\ny: ‸":                                       "y value ",
		"x: >\n  a: 1\n\n  b‸":                                     "x value b",
		"x:\n  y: |\n    a: 1\n  z: ‸":                             "x/z value ",
		"\"a b\": c‸":                                              "a b value c",
		"'a b': c‸":                                                "a b value c",
		"{\"a b\": {c: ‸":                                          "a b/c value ",
		"x: {'ad‸":                                                 "x value ad",
		"x:\n-\n  b: 1\n  ‸":                                       "x/- key(b) ",
		"x:\n- b: 1\n- c: 2\n  ‸":                                  "x/- key(c) ",
		"x:\n- - ‸":                                                "x/-/- key() value ",
		"x: [[a], ‸]":                                              "x/- key() value ",
		"x: {a: [b, c], d: 1, ‸}":                                  "x key(a d) ",
		"x: [[a: 1], ‸]":                                           "x/- key() value ",
		"x: {y: [a: 1], ‸}":                                        "x key(y) ",
		"x: [a: [b: 1], ‸]":                                        "x/- key() value ",
		"x: [a: 1]\ny: ‸":                                          "y value ",
		"x: [a: 1, b: ‸]":                                          "x/-/b value ",
		"tracks:\n- {id: a,\n   mi‸":                               "tracks/- key(id) mi",
	} {
		i := strings.Index(text, "‸")
		line := strings.Count(text[:i], "\n") + 1
		col := len([]rune(text[strings.LastIndex(text[:i], "\n")+1:i])) + 1
		got := said(index.SpotAt(index.Lines([]byte(strings.Replace(text, "‸", "", 1))), 1, line, col))
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// The text of a value before the cursor is that of the scalar, without quotes and keys.
func TestTextBeforeTheCursor(t *testing.T) {
	for text, want := range map[string]string{
		"x: gold + ‸":            "gold + ",
		"x: 'gold + a‸'":         "gold + ",
		"x:\n- \"gold + ‸":       "gold + ",
		"x:\n- 'gold' ‸":         "gold ",
		": a ‸":                  "a ",
		"x: : ‸":                 ": ",
		"x: {a: 1, b: gold * ‸}": "gold * ",
		"x: [a, gold * ‸]":       "gold * ",
		"x: {a: '{gold, ‸'}":     "{gold, ",
		"x: >\n  gold +\n  ‸":    "gold + ",
		"x: >-\n  gold\n\n  + ‸": "gold + ",
		"x: a\ny: ‸":             "",
	} {
		lines, line, col := cursor(text)
		if got := index.SpotAt(lines, 1, line, col).Before; strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
