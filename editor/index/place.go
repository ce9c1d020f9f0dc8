package index

// place.go says by the grammar tables what may stand at a spot: which keys, and what as a value.

import (
	"slices"

	"rulebound/compiler/grammar"
	"rulebound/conformance/scenario"
)

// Table is a vocabulary: of rulebooks, or of scenarios.
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

// Allowed is what may stand at a spot.
type Allowed struct {
	Keys   []grammar.Key   // at a key: those of the mapping, also those that it has already
	Open   []string        // at a key: the blocks that take other keys, too; "pairs": any name
	Values []grammar.Shape // at a value
	// Statement reports whether the mapping is a statement; Word is its word, "" if it has none yet.
	Statement bool
	Word      string
	Blocks    []string // the names of the blocks that the mapping can be
}

// At says what may stand at a spot.
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

// keys adds the keys of mappings of some shapes, which have some keys already.
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

// word is the keyword among the keys of a statement, "" if it has none: then it is a branch, or a call by the first key.
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

// statementKeys are the keys of a statement with a word, of one without, or the words.
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

// block finds the block that a word of a form names, also through the words that stand for one.
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

// into are the shapes of what a step leads to.
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

// Key finds a key that may stand at a spot, nil if there is none of that name.
func (a *Allowed) Key(name string) *grammar.Key { return keyNamed(a.Keys, name) }
