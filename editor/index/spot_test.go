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

func TestSpots(t *testing.T) {
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
