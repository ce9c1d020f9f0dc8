package schemas

// This file generates the schemas of the lists beside the folders of scenarios from their Go types.

import (
	"path/filepath"
	"reflect"
	"slices"

	"rulebound/audit/mutation"
	"rulebound/conformance/board"
	"rulebound/conformance/coverage"
	"rulebound/judge/referee"
)

// listFile describes a kind of list.
type listFile struct {
	folder string       // that declares the type
	of     reflect.Type // of the file, or of an entry if it is a list
	entry  bool
	must   map[string][]string // required keys of an entry, by the name of its type
	doc    string
}

var lists = map[string]listFile{
	"boards": {"conformance/board", reflect.TypeFor[board.Wish](), true, nil,
		"Boards in mid-game, from which random games are played. See docs/scenarios.md."},
	"gaps": {"conformance/coverage", reflect.TypeFor[coverage.Explained](), false, map[string][]string{"Place": {"rule", "in", "never", "why"}, "Clauses": {"rules", "why"}},
		"What no scenario of a game can show, with reasons. See docs/scenarios.md."},
	"survivors": {"audit/mutation", reflect.TypeFor[mutation.Explanation](), true, map[string][]string{"Explanation": {"rule", "change", "why"}},
		"Changes of a rulebook that no scenario can notice, with reasons. See docs/mutation.md."},
	"deviations": {"judge/referee", reflect.TypeFor[referee.Group](), true, map[string][]string{"Group": {"id"}},
		"What another implementation of a game does otherwise. See docs/referee.md."},
	"referee": {"judge/referee", reflect.TypeFor[referee.Layout](), false, nil,
		"How logs of a game are written, and where their steps begin and end. See docs/referee.md."},
}

func listSchema(root, kind string) (*schema, error) {
	l := lists[kind]
	source, err := readSource(filepath.Join(root, filepath.FromSlash(l.folder)))
	if err != nil {
		return nil, err
	}
	g := &goTypes{folder: l.folder, yaml: true, source: source, seen: map[reflect.Type]bool{}}
	top := g.value(l.of, true)
	if l.entry {
		top = list(top)
	}
	for _, d := range g.defs {
		d.Required = l.must[d.name]
		if never := d.property("never"); never != nil && d.name == "Place" {
			enum := &schema{Enum: coverage.Ways}
			never.Type, never.AnyOf = nil, []*schema{enum, {Type: "boolean"}}
		}
	}
	top.Draft, top.Title, top.Description = draft, "List of "+kind, l.doc
	top.Defs = slices.Clip(g.defs)
	return top, g.err
}
