package schemas

// This file generates the schema of the blocks of games that use a library: the schema of all rulebooks with the keys
// that the library reads, and no others.

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"rulebound/compiler/source"
)

// librarySchema returns the schema of games that use a library. Keys of cards are those that the library and the games
// of the repository that use it declare.
func librarySchema(root, name string) (*schema, error) {
	s := rulebookSchema()
	s.Title = "Rulebook block of a game that uses " + name
	files := os.DirFS(root)
	library, list := source.Read(files, "compiler/library/"+name)
	if library == nil || list.HasErrors() {
		return nil, fmt.Errorf("the library %s cannot be read: %w", name, list.Err())
	}
	setup, card := s.Defs.find("setup"), s.Defs.find("card")
	enums := enumsOf(library)
	place(s, entriesOf(library, "values"), enums, false)
	place(s, entriesOf(library, "tables"), enums, true)
	place(setup, entriesOf(library, "setupValues"), enums, false)
	place(setup, entriesOf(library, "setupTables"), enums, true)
	carry(card, library, enums)
	games, err := os.ReadDir(root + "/data/games")
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		book, list := source.Read(files, "data/games/"+g.Name())
		if book == nil || list.HasErrors() {
			return nil, fmt.Errorf("the rulebook of %s cannot be read: %w", g.Name(), list.Err())
		}
		if slices.ContainsFunc(book.Blocks, func(b *source.Node) bool { return slices.Contains(wordsOf(b.Get("game").Get("uses")), name) }) {
			carry(card, book, enums)
		}
	}
	card.AdditionalProps = closed
	return s, nil
}

// wordsOf lists the words of a node.
func wordsOf(n *source.Node) []string {
	var out []string
	if n != nil {
		for _, item := range n.Items {
			out = append(out, item.Value)
		}
	}
	return out
}

// entriesOf lists the entries under a key in the blocks of a rulebook.
func entriesOf(book *source.Book, key string) []*source.Node {
	var out []*source.Node
	for _, b := range book.Blocks {
		if n := b.Get(key); n != nil {
			out = append(out, n.Items...)
		}
	}
	return out
}

// enumsOf returns the members of the enumerations of a rulebook.
func enumsOf(book *source.Book) map[string][]string {
	enums := map[string][]string{}
	for _, b := range book.Blocks {
		if n := b.Get("enums"); n != nil {
			for _, p := range n.Pairs {
				enums[p.Key.Value] = wordsOf(p.Value)
			}
		}
		if n := b.Get("durations"); n != nil {
			enums["duration"] = append(enums["duration"], wordsOf(n)...)
		}
	}
	return enums
}

// place adds the schemas of declared values or tables at their paths in s; the mappings on the way allow no other keys.
func place(s *schema, declared []*source.Node, enums map[string][]string, table bool) {
	for _, e := range declared {
		at := s
		keys := strings.Split(e.Get("at").Value, ".")
		for i, key := range keys {
			next := at.property(key)
			switch {
			case next == nil && i == len(keys)-1 && table:
				next = rowsOf(e, enums)
			case next == nil && i == len(keys)-1:
				next = ofType(e.Get("type"), enums)
				for range e.Get("per").List() {
					next = &schema{AnyOf: []*schema{{Type: "object", AdditionalProps: next}, list(next)}}
				}
			case next == nil:
				next = &schema{Type: "object", AdditionalProps: closed}
			}
			if at.property(key) == nil {
				at.Properties = append(at.Properties, member{key, next})
			}
			at = next
		}
	}
}

// rowsOf returns the schema of the rows of a table. A row of one column may be a plain value; one row may replace the
// list.
func rowsOf(table *source.Node, enums map[string][]string) *schema {
	row := &schema{Type: "object", AdditionalProps: closed, Properties: members{{"id", words["word"]}, {"rule", ref("rules")}}}
	columns := table.Get("columns").Pairs
	var plain *schema
	for _, c := range columns {
		column := ofType(c.Value, enums)
		row.Properties = append(row.Properties, member{c.Key.Value, column})
		if len(columns) == 1 {
			plain = column
		}
	}
	one := row
	if plain != nil {
		one = &schema{AnyOf: []*schema{row, plain}}
	}
	return &schema{AnyOf: []*schema{list(one), one}}
}

// carry adds the card properties that a rulebook declares.
func carry(card *schema, book *source.Book, enums map[string][]string) {
	for _, b := range book.Blocks {
		props := b.Get("properties")
		if props == nil || props.Get("card") == nil {
			continue
		}
		for _, p := range props.Get("card").Pairs {
			if card.property(p.Key.Value) == nil {
				card.Properties = append(card.Properties, member{p.Key.Value, ofType(p.Value, enums)})
			}
		}
	}
}

// ofType returns the schema of a value of a declared type, which may be given as a formula.
func ofType(n *source.Node, enums map[string][]string) *schema {
	if t := n.Get("type"); t != nil {
		n = t
	}
	formula := &schema{Type: "string", Pattern: "^="}
	switch name := n.Value; {
	case name == "int":
		return &schema{AnyOf: []*schema{kind("integer"), {Type: "string", Pattern: "^(=|-?[0-9]+$)"}}}
	case name == "bool":
		return &schema{AnyOf: []*schema{kind("boolean"), formula}}
	case enums[name] != nil:
		return &schema{AnyOf: []*schema{{Enum: enums[name]}, formula}}
	case strings.HasPrefix(name, "set of ") && enums[name[len("set of "):]] != nil:
		member := &schema{Enum: enums[name[len("set of "):]]}
		return &schema{AnyOf: []*schema{list(member), member, formula}}
	case strings.HasPrefix(name, "set of "), name == "order", name == "seats", name == "ints", name == "cards", name == "procedures":
		return kind("array", "string", "integer")
	case strings.HasPrefix(name, "procedure("):
		return &schema{AnyOf: []*schema{kind("string", "null"), ref("procedureText"), list(ref("statement"))}}
	}
	return kind("string", "integer")
}
