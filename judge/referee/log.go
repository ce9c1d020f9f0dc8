package referee

// This file reads logs. Errors name the line and say what to do.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/source"
	"rulebound/conformance/listing"
	"rulebound/engine/def"
)

// maxLine is the maximum length of a line, in bytes.
const maxLine = 1 << 20

// Log is a game that was played: its positions, and what is known of the steps between them.
type Log struct {
	File  string
	Name  string // of the game that was played
	Rules string // folder of its rulebook, "" if unknown
	Setup string // its set-up
	Head  map[string]any
	Steps []Step // Steps[0] has the initial position
}

// Step is a step of a log. All fields but Number, Kind and After are hints, which may be incomplete or wrong.
type Step struct {
	Line   int
	Number int
	Kind   string
	Seat   string
	Card   string            // named in the log; used only by Group.Hints
	Words  map[string]string // hints that name an answer, by the keys of the layout
	Spaces []string
	Dice   []int64
	After  map[string]json.RawMessage
}

// Malformed is the error of an unreadable log.
type Malformed struct {
	File string
	Line int
	Why  string
}

// Error implements error.
func (m *Malformed) Error() string { return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.Why) }

// ReadLog reads a log in JSON Lines, the head first. The error is a *Malformed.
func ReadLog(file string, r io.Reader) (*Log, error) {
	whole := &io.LimitedReader{R: r, N: maxLog + 1}
	scan := bufio.NewScanner(whole)
	scan.Buffer(nil, maxLine)
	var log *Log
	line := 0
	for scan.Scan() {
		text := scan.Bytes()
		if line++; line == 1 {
			text = source.WithoutMark(text)
		}
		text = bytes.TrimSpace(text)
		if len(text) == 0 {
			continue
		}
		err := strict(text)
		switch {
		case err != nil:
		case log == nil:
			if log, err = readHead(text); err == nil {
				log.File = file
			}
		default:
			err = log.readStep(text, line)
		}
		if whole.N == 0 { // the line is truncated
			break
		}
		if err != nil {
			return nil, &Malformed{file, line, err.Error()}
		}
	}
	switch err := scan.Err(); {
	case whole.N == 0:
		return nil, &Malformed{file, line, fmt.Sprintf("the log is longer than %d bytes; a log holds one game", maxLog)}
	case errors.Is(err, bufio.ErrTooLong):
		return nil, &Malformed{file, line + 1, fmt.Sprintf("the line is longer than %d bytes; a step is one line, and a position lists only its contents", maxLine)}
	case err != nil:
		return nil, &Malformed{file, line + 1, err.Error()}
	case log == nil:
		return nil, &Malformed{file, 1, `the log is empty; it begins with a head such as {"game": "my-first", "scenario": "short"}`}
	case len(log.Steps) == 0:
		return nil, &Malformed{file, line, `there is no position; the line after the head is the one at the beginning: {"n": 0, "kind": "start", "after": {…}}`}
	}
	return log, nil
}

// syntax returns the error of a line that is not a JSON object.
func syntax(err error) error {
	return fmt.Errorf("%w; write one object a line", listing.PlainJSON(err))
}

func readHead(text []byte) (*Log, error) {
	log := &Log{}
	if err := json.Unmarshal(text, &log.Head); err != nil {
		return nil, syntax(err)
	}
	if _, step := log.Head["after"]; step {
		return nil, errors.New(`the head is missing; put a line such as {"game": "my-first", "scenario": "short"} before the steps`)
	}
	for _, name := range []struct {
		key string
		to  *string
	}{{"game", &log.Name}, {"rules", &log.Rules}, {"scenario", &log.Setup}} {
		if v, given := log.Head[name.key]; given {
			text, ok := v.(string)
			if !ok {
				return nil, fmt.Errorf("%s must be a name", name.key)
			}
			*name.to = text
		}
	}
	if log.Name == "" || log.Setup == "" && log.Rules == "" {
		return nil, errors.New(`the head must say "game", a name for what was played, and "scenario", the set-up it began with, or "rules", the game, if that has no set-ups`)
	}
	return log, nil
}

func (l *Log) readStep(text []byte, line int) error {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(text, &keys); err != nil {
		return syntax(err)
	}
	s := Step{Line: line, Number: -1, Words: map[string]string{}}
	known := []string{"n", "kind", "seat", "card", "spaces", "dice", "after"}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		var to any
		switch key {
		case "n":
			to = &s.Number
		case "kind":
			to = &s.Kind
		case "seat":
			to = &s.Seat
		case "card":
			to = &s.Card
		case "spaces":
			to = &s.Spaces
		case "dice":
			to = &s.Dice
		case "after":
			to = &s.After
		default:
			var word string
			if err := json.Unmarshal(keys[key], &word); err != nil {
				return fmt.Errorf("%s: a hint beside %s is a name", key, strings.Join(known, ", "))
			}
			s.Words[key] = word
			continue
		}
		if err := json.Unmarshal(keys[key], to); err != nil {
			return fmt.Errorf("%s: %w", key, listing.PlainJSON(err))
		}
	}
	switch {
	case len(l.Steps) == maxPositions:
		return fmt.Errorf("there are more than %d steps; a log holds one game", maxPositions)
	case s.Number != len(l.Steps):
		return fmt.Errorf("n must be %d here: steps are numbered from 0, without gaps", len(l.Steps))
	case s.Kind == "":
		return errors.New("kind is missing; it says what kind of step this is")
	case s.After == nil:
		return errors.New("after is missing; it is the position when the step is over")
	}
	l.Steps = append(l.Steps, s)
	return nil
}

// Options returns the game options in the head of a log.
func (l *Log) Options(gd *def.GameDef) map[string]string {
	out := map[string]string{}
	for _, o := range gd.Options {
		if v, ok := l.Head[o.ID].(string); ok && slices.Contains(o.Values, v) {
			out[o.ID] = v
		}
	}
	return out
}
