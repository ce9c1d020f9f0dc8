package referee

// This file refuses lines of a log with duplicates, or with text that a reader and a terminal could interpret differently.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"rulebound/compiler/diag"
)

// Limits of a log.
const (
	maxLog       = 8 << 20   // bytes
	maxPositions = 20_000    // positions
	maxHeld      = 128 << 20 // bytes of all decoded positions
	maxNested    = 8         // nesting of objects and lists
	maxName      = 120       // bytes of a text, keys included
	maxList      = 1000      // entries of a list
	maxNumber    = 1 << 30   // absolute value of a number
)

// strict refuses what JSON leaves undefined: invalid UTF-8, duplicate keys, null, and texts that cannot be names. It
// accepts truncated JSON, whose error is reported when the line is decoded.
func strict(text []byte) error {
	if !utf8.Valid(text) {
		return errors.New("this is no UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var open []*container
	for {
		token, err := dec.Token()
		if err != nil {
			return nil
		}
		at := (*container)(nil)
		if len(open) > 0 {
			at = open[len(open)-1]
		}
		end := token == json.Delim('}') || token == json.Delim(']')
		if err := at.take(token, end); err != nil {
			return err
		}
		switch {
		case end:
			open = open[:len(open)-1]
		case token == json.Delim('{'):
			open = append(open, &container{keys: map[string]bool{}})
		case token == json.Delim('['):
			open = append(open, &container{})
		}
		if len(open) > maxNested {
			return fmt.Errorf("more than %d objects and lists inside each other", maxNested)
		}
	}
}

// container is an object or a list being read.
type container struct {
	keys  map[string]bool // of an object
	value bool            // the next token is the value of a key
	size  int
}

// take checks the next token in a container, which is nil for the line itself.
func (c *container) take(token json.Token, end bool) error {
	name, isText := token.(string)
	if isText {
		if err := nameable(name); err != nil {
			return err
		}
	}
	switch {
	case token == nil:
		return errors.New("there is a null; omit unknown values")
	case c == nil || end:
		return nil
	case c.keys == nil:
		if c.size++; c.size > maxList {
			return fmt.Errorf("a list of more than %d entries", maxList)
		}
	case c.value:
		c.value = false
	case c.keys[name]:
		return fmt.Errorf("the key %q occurs twice; remove one", name)
	default:
		c.keys[name], c.value = true, true
	}
	return nil
}

// nameable refuses a text that is too long for a name, or that would not be printed as it is.
func nameable(text string) error {
	if len(text) > maxName {
		return fmt.Errorf("a text of %d bytes that begins with %q; a name has at most %d", len(text), text[:20], maxName)
	}
	hidden := strings.IndexFunc(text, func(r rune) bool { return r == utf8.RuneError || diag.Hidden(r) })
	if hidden < 0 {
		return nil
	}
	r, _ := utf8.DecodeRuneInString(text[hidden:])
	return fmt.Errorf("%+q has the character %U, which no name has", text, r)
}
