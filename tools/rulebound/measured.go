// This file reads the results of other runs, scores and conformance reports, in bounded time and memory.

package main

import (
	"encoding/json"
	"fmt"

	"rulebound/conformance/listing"
)

// Limits of a JSON file of another run.
const (
	maxMeasured = 32 << 20 // bytes
	maxCounted  = 1 << 19  // values of lists and objects
)

// readMeasured reads a JSON file, which may be a pipe, into out. what is the command that writes such files.
func readMeasured(name, what string, out any) error {
	text, err := readBounded(name, maxMeasured)
	switch {
	case err != nil:
		return err
	case len(text) > maxMeasured:
		return fmt.Errorf("%s: it is longer than %d MiB; nothing that %s writes is", name, maxMeasured>>20, what)
	case counted(text) > maxCounted:
		return fmt.Errorf("%s: it has more than %d values; nothing that %s writes has", name, maxCounted, what)
	}
	if err := json.Unmarshal(text, out); err != nil {
		line, column := listing.PlaceJSON(text, err)
		return fmt.Errorf("%s:%d:%d: it is not what %s writes: %w; write it again", name, line, column, what, listing.PlainJSON(err))
	}
	return nil
}

// counted returns an upper bound of the number of values in lists and objects of a JSON text: one for each list or
// object, and one for each comma.
func counted(text []byte) int {
	n, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == '{' || c == '['):
			n++
		}
	}
	return n
}
