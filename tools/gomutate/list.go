package main

// This file reads equivalent.yaml, the list of equivalent mutants: they are not reported as survivors and not counted
// in the adjusted score.

import (
	"bytes"
	_ "embed"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

//go:embed equivalent.yaml
var list []byte

// entry describes an equivalent mutant of a function; it covers every mutant of this description in the function.
type entry struct {
	In   string `yaml:"in"`
	What string `yaml:"what"`
	Why  string `yaml:"why"`
}

// equivalents are the entries by file; a key is the end of a path.
type equivalents map[string][]entry

// readList parses the list; an entry without a reason is an error.
func readList(text []byte) (equivalents, error) {
	var known equivalents
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(&known); err != nil {
		return nil, fmt.Errorf("equivalent.yaml: %w", err)
	}
	for file, entries := range known {
		for _, e := range entries {
			if e.In == "" || e.What == "" || len(strings.Fields(e.Why)) < 3 {
				return nil, fmt.Errorf("equivalent.yaml: %s: %s: %s: an entry has the function (in), the change as it is reported (what) and the reason (why)", file, e.In, e.What)
			}
		}
	}
	return known, nil
}

// mark marks the listed mutants of a package. An entry that matches no mutant of its file is an error.
func (known equivalents) mark(s *subject) error {
	for _, file := range slices.Sorted(maps.Keys(known)) {
		name := s.file(file)
		for _, e := range known[file] {
			if name != "" && !e.mark(s, name) {
				return fmt.Errorf("equivalent.yaml: %s: %s has no change %s: take the entry out", file, e.In, e.What)
			}
		}
	}
	return nil
}

// file returns the path of a package's file that ends so, "" if there is none.
func (s *subject) file(end string) string {
	for name := range s.files {
		if strings.HasSuffix(filepath.ToSlash(name), "/"+end) {
			return name
		}
	}
	return ""
}

func (e entry) mark(s *subject, file string) bool {
	found := false
	for _, c := range s.changes {
		if c.File == file && c.In == e.In && c.What == e.What {
			c.same, found = true, true
		}
	}
	return found
}
