package steps

// This file keeps answers and set-ups as text. Numbers of 64 bits would not survive a browser's own numbers, so nothing but
// this package reads these texts.

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rulebound/conformance/scribe"
	"rulebound/engine"
)

// answer is an engine.Answer as it is kept.
type answer struct {
	Kind   engine.AnswerKind `json:"k,omitempty"`
	Seat   int               `json:"t,omitempty"`
	Option int32             `json:"o,omitempty"`
	Stop   bool              `json:"x,omitempty"`
	Member int64             `json:"m,omitempty"`
	Set    int64             `json:"s,omitempty"`
	Chosen []int64           `json:"c,omitempty"`
	N      int64             `json:"n,omitempty"`
	Counts []int32           `json:"p,omitempty"`
	Order  []int64           `json:"q,omitempty"`
}

// Text writes an answer.
func Text(a engine.Answer) string {
	out, _ := json.Marshal(answer(a)) // plain data can always be encoded
	return string(out)
}

// Answer reads what Text wrote.
func Answer(text string) (engine.Answer, error) {
	var a answer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return engine.Answer{}, fmt.Errorf("this is not an answer: %w", err)
	}
	return engine.Answer(a), nil
}

// Setup is an engine.Setup as it is kept, with the options of the game.
type Setup struct {
	ID      string                    `json:"id,omitempty"`
	Seed    string                    `json:"seed,omitempty"`
	Options map[string]string         `json:"options,omitempty"`
	Piles   map[string][]string       `json:"piles,omitempty"`
	Values  map[string]string         `json:"values,omitempty"`
	Pieces  map[string]map[string]int `json:"pieces,omitempty"`
	Lasting []string                  `json:"lasting,omitempty"`
}

// SetupOf keeps a set-up and the options that a game was loaded with.
func SetupOf(s engine.Setup, options map[string]string) Setup {
	out := Setup{ID: s.ID, Options: options, Piles: s.Piles, Values: s.Values, Pieces: s.Pieces, Lasting: s.Lasting}
	if s.Seed != 0 {
		out.Seed = fmt.Sprint(s.Seed)
	}
	return out
}

// Engine gives the set-up of the engine. The error is of a seed that is no number.
func (s *Setup) Engine() (engine.Setup, error) {
	out := engine.Setup{ID: s.ID, Piles: s.Piles, Values: s.Values, Pieces: s.Pieces, Lasting: s.Lasting}
	if s.Seed != "" {
		if _, err := fmt.Sscan(s.Seed, &out.Seed); err != nil {
			return out, fmt.Errorf("%s is not a seed: %w", s.Seed, err)
		}
	}
	return out, nil
}

// Hash is the hash of a state as text.
func Hash(s *engine.State) string { return fmt.Sprintf("%016x", s.Hash()) }

// YAML writes a set-up as scenarios do, with its key; "" for one that says nothing. The seed is no part of it.
func (s *Setup) YAML() string {
	var b strings.Builder
	row := func(key, text string) {
		if text != "" && text != "{}" && text != "[]" {
			b.WriteString("  " + key + ": " + text + "\n")
		}
	}
	row("scenario", s.ID)
	row("options", pairs(s.Options, scribe.Word))
	piles := maps.Clone(s.Piles)
	delete(piles, "deck")
	if deck, ok := s.Piles["deck"]; ok { // it has a key of its own
		b.WriteString("  deck: " + scribe.List(deck) + "\n")
	}
	row("piles", pairs(piles, scribe.List))
	row("values", pairs(s.Values, scribe.Word))
	row("pieces", pairs(s.Pieces, func(classes map[string]int) string { return pairs(classes, strconv.Itoa) }))
	row("lasting", scribe.List(s.Lasting))
	if b.Len() == 0 {
		return ""
	}
	return "setup:\n" + b.String()
}

// pairs writes a mapping on one line, by name.
func pairs[V any](m map[string]V, write func(V) string) string {
	names := slices.Sorted(maps.Keys(m))
	for i, name := range names {
		names[i] = scribe.Word(name) + ": " + write(m[name])
	}
	return "{" + strings.Join(names, ", ") + "}"
}
