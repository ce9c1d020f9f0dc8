package main

// This file reads equivalent.yaml, the changes that make no other program: whoever looks at survivors need not look at these
// again, and no score counts them.

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

// entry is a change of a function that nothing can notice. It stands for every change of these words in the function.
type entry struct {
	In   string `yaml:"in"`
	What string `yaml:"what"`
	Why  string `yaml:"why"`
}

// equivalents are the entries by file, whose path ends as the key says.
type equivalents map[string][]entry

// readList reads the list; an entry without a reason is refused.
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

// mark marks the changes of a package that are listed. An entry of one of its files that names none of them is an error.
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

// file finds the file of a package whose path ends so, "" if there is none.
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
