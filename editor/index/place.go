package index

// place.go determines by the grammar tables which keys and values are allowed at a spot.

import (
	"slices"

	"rulebound/compiler/grammar"
	"rulebound/conformance/scenario"
)

// Table is the vocabulary of rulebooks or of scenarios.
type Table struct {
	blocks     []grammar.Block
	statements []grammar.Statement
	top        string
}

// Rulebooks and Scenarios are the vocabularies.
var (
	Rulebooks = &Table{grammar.Blocks, grammar.Statements, "rulebook"}
	Scenarios = &Table{scenario.Blocks, nil, "scenario"}
)

// Allowed holds what is allowed at a spot.
type Allowed struct {
	Keys   []grammar.Key   // at a key: those of the mapping, including present ones
	Open   []string        // at a key: the blocks that also take other keys; "pairs": any name
	Values []grammar.Shape // at a value
	// Statement reports whether the mapping is a statement; Word is its keyword, "" if it has none yet.
	Statement bool
	Word      string
	Blocks    []string // names of the blocks that the mapping can be
}

// At returns what is allowed at a spot.
func (t *Table) At(s Spot) Allowed {
	var a Allowed
	shapes := []grammar.Shape{{Word: t.top}}
	for _, step := range s.Path {
		shapes = t.into(shapes, step)
	}
	if s.AtValue {
		a.Values = shapes
	}
	if s.AtKey {
		t.keys(&a, shapes, s.Keys)
	}
	return a
}

// keys adds the keys of mappings of some shapes, given the present keys.
func (t *Table) keys(a *Allowed, shapes []grammar.Shape, has []string) {
	add := func(keys []grammar.Key) {
		for _, k := range keys {
			if !slices.ContainsFunc(a.Keys, func(o grammar.Key) bool { return o.Name == k.Name }) {
				a.Keys = append(a.Keys, k)
			}
		}
	}
	for _, s := range shapes {
		switch {
		case s.Pairs != nil || s.Word == "arguments":
			a.Open = append(a.Open, "pairs")
		case s.Word == "statement" || s.Word == "statements" || s.Word == "menuEntry":
			if s.Word == "menuEntry" {
				add(grammar.Find(t.blocks, "menuOption").Keys)
			}
			a.Statement, a.Word = true, t.word(has)
			add(t.statementKeys(a.Word, has))
		default:
			if b := t.block(s.Word); b != nil {
				a.Blocks = append(a.Blocks, b.Name)
				add(b.Keys)
				if b.Open != "" {
					a.Open = append(a.Open, b.Name)
				}
			}
		}
	}
}

// word returns the keyword among the keys of a statement, "" if there is none: then it is a branch, or a call by the first key.
func (t *Table) word(has []string) string {
	for _, k := range has {
		if t.statement(k) != nil {
			return k
		}
	}
	return ""
}

func (t *Table) statement(word string) *grammar.Statement {
	if i := slices.IndexFunc(t.statements, func(s grammar.Statement) bool { return s.Word == word }); i >= 0 {
		return &t.statements[i]
	}
	return nil
}

// statementKeys returns the keys of a statement with a keyword, or the keywords.
func (t *Table) statementKeys(word string, has []string) []grammar.Key {
	if s := t.statement(word); s != nil {
		return slices.Concat([]grammar.Key{{Name: s.Word, Form: s.Arg, Doc: s.Doc}}, s.Keys, grammar.Guards)
	}
	var out []grammar.Key
	if !slices.Contains(has, "if") && !slices.Contains(has, "when") {
		for _, s := range t.statements {
			out = append(out, grammar.Key{Name: s.Word, Form: s.Arg, Doc: s.Doc})
		}
	}
	return append(out, grammar.Branch...)
}

// block returns the block of a form's word, also through aliases.
func (t *Table) block(word string) *grammar.Block {
	switch word {
	case "conditions":
		word = "condition"
	case "type":
		word = "typed"
	case "step":
		word = "move"
	}
	if i := slices.IndexFunc(t.blocks, func(b grammar.Block) bool { return b.Name == word }); i >= 0 {
		return &t.blocks[i]
	}
	return nil
}

// into returns the shapes that a step leads to.
func (t *Table) into(shapes []grammar.Shape, step Step) []grammar.Shape {
	var out []grammar.Shape
	for _, s := range shapes {
		switch {
		case step.Key == "" && s.List != nil:
			out = append(out, s.List...)
		case step.Key == "" && (s.Word == "statements" || s.Word == "menuEntry"):
			out = append(out, grammar.Shape{Word: "statement"})
		case step.Key == "":
			if slices.Contains([]string{"formula", "value", "constant", "any", "conditions", "rules", "text", "word", "answer"}, s.Word) {
				out = append(out, s)
			}
		case s.Pairs != nil:
			out = append(out, s.Pairs...)
		case s.Word == "statement" || s.Word == "statements":
			out = append(out, t.inStatement(step)...)
		case s.Word == "menuEntry":
			if k := keyNamed(grammar.Find(t.blocks, "menuOption").Keys, step.Key); k != nil {
				out = append(out, k.Form.Shapes()...)
			} else {
				out = append(out, t.inStatement(step)...)
			}
		case s.Word == "arguments":
			out = append(out, grammar.Shape{Word: "value"})
		case s.Word == "answer" || s.Word == "any":
			out = append(out, s)
		default:
			b := t.block(s.Word)
			if b == nil {
				continue
			}
			if k := keyNamed(b.Keys, step.Key); k != nil {
				out = append(out, k.Form.Shapes()...)
			} else if b.Open != "" {
				out = append(out, b.Open.Shapes()...)
			}
		}
	}
	return out
}

func (t *Table) inStatement(step Step) []grammar.Shape {
	word := t.word(step.Keys)
	if k := keyNamed(t.statementKeys(word, step.Keys), step.Key); k != nil {
		return k.Form.Shapes()
	}
	return []grammar.Shape{{Word: "arguments"}} // of a procedure
}

func keyNamed(keys []grammar.Key, name string) *grammar.Key {
	if i := slices.IndexFunc(keys, func(k grammar.Key) bool { return k.Name == name }); i >= 0 {
		return &keys[i]
	}
	return nil
}

// Key returns an allowed key by its name, nil if there is none.
func (a *Allowed) Key(name string) *grammar.Key { return keyNamed(a.Keys, name) }
