package source

import (
	"testing"
	"testing/fstest"
)

// A byte order mark at the beginning of a file is removed; elsewhere it is an invisible character.
func TestByteOrderMarkIsDropped(t *testing.T) {
	for text, want := range map[string]string{"\ufeffa: 1\n": "a: 1\n", "a: 1\n": "a: 1\n", "\ufeff": "", "\ufeff\ufeffa": "\ufeffa", "a\ufeff": "a\ufeff"} {
		got, err := ReadFile(fstest.MapFS{"x": {Data: []byte(text)}}, "x", 100)
		if err != nil || string(got) != want {
			t.Errorf("%q is read as %q, %v", text, got, err)
		}
	}
}
