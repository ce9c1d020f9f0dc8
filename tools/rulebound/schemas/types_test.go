package schemas

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

type named struct {
	Count int    `json:"count"`
	Name  string `json:"name,omitempty"`
}

type unnamed struct{ Count int }

type hidden struct {
	Count int `json:"-"`
}

type odd struct {
	Channel chan int `json:"channel"`
}

func TestUnsupportedTypesAreErrors(t *testing.T) {
	folder := t.TempDir()
	source := "package x\n\n// named is a thing.\n// It has a count.\ntype named struct {\n\tCount int // how many\n\tName string\n}\n\ntype unnamed struct{ Count int }\n\ntype hidden struct{ Count int }\n\ntype odd struct{ Channel chan int }\n\nconst Free = 1\n\nvar Typed level = 2\n\ntype level uint8\n\nconst (\n\tLow level = iota // the least\n\tHigh\n\tmany\n)\n"
	if err := os.WriteFile(filepath.Join(folder, "a.go"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	types, err := readSource(folder)
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[any]string{
		named{}: "", unnamed{}: "unnamed.Count has no name in json", hidden{}: "hidden.Count has no name in json", odd{}: "no schema for values of type chan int",
		struct{ A int }{}: "does not declare struct",
	} {
		typ := reflect.TypeOf(value)
		g := &goTypes{folder: folder, source: types, seen: map[reflect.Type]bool{}}
		s := g.object(typ)
		if want == "" && (g.err != nil || s.Description != "named is a thing. It has a count." || len(s.Properties) != 2 || s.Properties[0].schema.Description != "how many" || len(s.Required) != 1) {
			t.Errorf("%s: %+v, %v", typ, s, g.err)
		}
		if want != "" && (g.err == nil || !strings.Contains(g.err.Error(), want)) {
			t.Errorf("%s: %v, want %s", typ, g.err, want)
		}
	}
	if level := types["level"]; len(level.consts) != 2 || level.consts[1].Title != "High" || level.consts[0].Description != "the least" {
		t.Errorf("the names of levels are %+v", level.consts)
	}
	if _, err := readSource(t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder without Go files: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "b.go"), []byte("package"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readSource(folder); err == nil || !strings.Contains(err.Error(), "b.go") {
		t.Errorf("a file that does not parse: %v", err)
	}
}
