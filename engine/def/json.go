package def

// This file writes a compiled game as text and reads it back.
//
// The text is canonical JSON: the fields of GameDef in declaration order, no empty field omitted unless tagged so, each entry of a list on
// its own line. Equal games have equal texts, so that games can be compared and hashed. Read accepts only what Write produces, apart from
// white space: no unknown, repeated, missing or misspelt key, no number of another kind. engine.Load checks whether the game makes sense
// (indices, types, code).

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Version is the version of the text, GameDef.Version.
const Version = 1

// Bounds of the text: length, nesting depth, number of objects and nulls. The largest game so far has 10,000 of them in 300 KiB; an
// expression that engine.Load accepts nests at most 2,000 nodes of two levels each.
const (
	MaxBytes   = 16 << 20
	MaxDepth   = 4096
	MaxObjects = 200_000
)

// Write writes the game. It fails if the game exceeds the bounds of Read, or if w fails.
func Write(w io.Writer, gd *GameDef) error {
	text, err := encode(gd)
	if err != nil {
		return err
	}
	laid := layOut(text)
	if err := bounded(laid); err != nil {
		return err
	}
	_, err = w.Write(laid)
	return err
}

// Read reads a game that Write wrote. Errors name the line where possible. Read uses at most MaxBytes of text, and memory in proportion
// to it.
func Read(r io.Reader) (*GameDef, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("the game cannot be read: %w", err)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // a byte order mark is not part of the text
	if err := bounded(text); err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	gd := &GameDef{}
	if err := dec.Decode(gd); err != nil {
		return nil, describe(text, dec.InputOffset(), err)
	}
	if rest := bytes.TrimSpace(text[dec.InputOffset():]); len(rest) > 0 {
		return nil, fmt.Errorf("line %d: something follows the game", lineOf(text, int64(len(text)-len(rest))))
	}
	if gd.Version != Version {
		return nil, fmt.Errorf("the game is of version %d, this program reads version %d", gd.Version, Version)
	}
	canonical, err := encode(gd)
	if err != nil {
		return nil, err
	}
	if err := same(text, canonical); err != nil {
		return nil, err
	}
	return gd, nil
}

// encode returns the canonical text on one line.
func encode(gd *GameDef) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(gd); err != nil {
		return nil, fmt.Errorf("the game cannot be written: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// layOut breaks a one-line text: one line for each field of the game and for each object in its lists.
func layOut(text []byte) []byte {
	out := make([]byte, 0, len(text)+len(text)/16)
	depth := 0
	scan(text, func(at int, b byte) {
		switch b {
		case '{', '[':
			depth++
		case '}':
			if depth--; depth == 0 {
				out = append(out, '\n')
			}
		case ']':
			if depth--; depth == 1 && text[at-1] == '}' {
				out = append(out, '\n')
			}
		}
	}, func(at int, b byte, quoted bool) {
		out = append(out, b)
		object := at+1 < len(text) && text[at+1] == '{'
		if !quoted && (depth == 1 && (b == '{' || b == ',') || depth == 2 && object && (b == '[' || b == ',')) {
			out = append(out, '\n')
		}
	})
	return append(out, '\n')
}

// scan walks over a JSON text: it calls before for each byte outside of strings, and after for every byte.
func scan(text []byte, before func(at int, b byte), after func(at int, b byte, quoted bool)) {
	quoted, escaped := false, false
	for at, b := range text {
		was := quoted
		switch {
		case escaped:
			escaped = false
		case quoted && b == '\\':
			escaped = true
		case b == '"':
			quoted = !quoted
		}
		if !was && !quoted && before != nil {
			before(at, b)
		}
		if after != nil {
			after(at, b, was || quoted)
		}
	}
}

// bounded checks the bounds of a text before it is decoded.
func bounded(text []byte) error {
	if len(text) > MaxBytes {
		return fmt.Errorf("the game is too long: at most %d MiB are read", MaxBytes>>20)
	}
	depth, deepest, objects := 0, 0, 0
	scan(text, func(_ int, b byte) {
		switch b {
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
			if b == '{' {
				objects++
			}
		case 'n': // null is an entry of a list, too
			objects++
		case '}', ']':
			depth--
		}
	}, nil)
	switch {
	case deepest > MaxDepth:
		return fmt.Errorf("the game nests too deeply: at most %d levels are read", MaxDepth)
	case objects > MaxObjects:
		return fmt.Errorf("the game has too many parts: at most %d are read", MaxObjects)
	}
	return nil
}

// same compares a text with the canonical one, white space apart.
func same(text, canonical []byte) error {
	at := 0
	for i, b := range text {
		if at < len(canonical) && canonical[at] == b {
			at++
			continue
		}
		if b == ' ' || b == '\n' || b == '\t' || b == '\r' {
			continue
		}
		return fmt.Errorf("%s: not the canonical text of a game: %s where %s is expected", located(text, int64(i)), excerpt(text[i:]), excerpt(canonical[at:]))
	}
	if at < len(canonical) {
		return fmt.Errorf("line %d: not the canonical text of a game: %s is missing at the end", lineOf(text, int64(len(text))), excerpt(canonical[at:]))
	}
	return nil
}

func excerpt(text []byte) string {
	if len(text) > 24 {
		text = text[:24]
	}
	return fmt.Sprintf("%q", text)
}

// describe adds the line to an error of the JSON reader.
func describe(text []byte, at int64, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		return errors.New("the game is empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the game breaks off")
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &kind):
		at = kind.Offset
	}
	return fmt.Errorf("%s: %w", located(text, at), err)
}

// located names the line of an offset, and the field of the game that contains it.
func located(text []byte, at int64) string {
	line := fmt.Sprintf("line %d", lineOf(text, at))
	if place := placeAt(text, at); place != "" {
		return line + ", " + place
	}
	return line
}

func lineOf(text []byte, at int64) int {
	return 1 + bytes.Count(text[:min(max(at, 0), int64(len(text)))], []byte("\n"))
}
