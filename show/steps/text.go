package steps

// This file encodes answers and set-ups as text. Only this package decodes it, since a browser's numbers cannot hold 64 bits.

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

// answer is an engine.Answer as stored.
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

// Text encodes an answer.
func Text(a engine.Answer) string {
	out, _ := json.Marshal(answer(a)) // plain data always encodes
	return string(out)
}

// Answer decodes the output of Text.
func Answer(text string) (engine.Answer, error) {
	var a answer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return engine.Answer{}, fmt.Errorf("this is not an answer: %w", err)
	}
	return engine.Answer(a), nil
}

// Setup is an engine.Setup as stored, with the options of the game.
type Setup struct {
	ID      string                    `json:"id,omitempty"`
	Seed    string                    `json:"seed,omitempty"`
	Options map[string]string         `json:"options,omitempty"`
	Piles   map[string][]string       `json:"piles,omitempty"`
	Values  map[string]string         `json:"values,omitempty"`
	Pieces  map[string]map[string]int `json:"pieces,omitempty"`
	Lasting []string                  `json:"lasting,omitempty"`
}

// SetupOf converts a set-up, with the options that the game was loaded with.
func SetupOf(s engine.Setup, options map[string]string) Setup {
	out := Setup{ID: s.ID, Options: options, Piles: s.Piles, Values: s.Values, Pieces: s.Pieces, Lasting: s.Lasting}
	if s.Seed != 0 {
		out.Seed = fmt.Sprint(s.Seed)
	}
	return out
}

// Engine returns the engine's set-up. The error is that of a seed that is not a number.
func (s *Setup) Engine() (engine.Setup, error) {
	out := engine.Setup{ID: s.ID, Piles: s.Piles, Values: s.Values, Pieces: s.Pieces, Lasting: s.Lasting}
	if s.Seed != "" {
		if _, err := fmt.Sscan(s.Seed, &out.Seed); err != nil {
			return out, fmt.Errorf("%s is not a seed: %w", s.Seed, err)
		}
	}
	return out, nil
}

// Hash returns the hash of a state as text.
func Hash(s *engine.State) string { return fmt.Sprintf("%016x", s.Hash()) }

// YAML writes a set-up as in a scenario, with its key but without the seed; "" for an empty one.
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

// pairs writes a mapping on one line, sorted by name.
func pairs[V any](m map[string]V, write func(V) string) string {
	names := slices.Sorted(maps.Keys(m))
	for i, name := range names {
		names[i] = scribe.Word(name) + ": " + write(m[name])
	}
	return "{" + strings.Join(names, ", ") + "}"
}
