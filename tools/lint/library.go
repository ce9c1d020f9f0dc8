package main

// This file collects the words that the embedded rulebooks declare. Go code must not contain them: it would work only
// for games that use the library.

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// libraryWords returns the words that the embedded rulebooks declare, except those of the language. An unreadable page
// is an error: its words would not be checked.
func libraryWords(root fs.FS, language map[string]bool) ([]string, error) {
	folders, err := fs.Glob(root, library+"/*")
	if err != nil {
		return nil, err
	}
	var words []string
	for _, folder := range folders {
		book, list := source.Read(root, folder)
		if book == nil || list.HasErrors() {
			return nil, fmt.Errorf("%s: %w", folder, list)
		}
		d := declarations{}
		for _, block := range book.Blocks {
			d.block(block)
		}
		for _, w := range d {
			if w = squeeze(w); w != "" && !language[w] && !language[strings.TrimSuffix(w, "s")] {
				words = append(words, w)
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words), nil
}

// declarations are the names that a rulebook declares.
type declarations []string

func (d *declarations) add(names ...string) { *d = append(*d, names...) }

// block adds the names of a block: ids of entries, keys of mappings that name things, members, columns, paths.
func (d *declarations) block(n *source.Node) {
	for _, p := range n.Pairs {
		switch p.Key.Value {
		case "enums":
			d.add(p.Value.Keys()...)
			for _, e := range p.Value.Pairs {
				d.items(e.Value)
			}
		case "properties":
			for _, of := range p.Value.Pairs {
				d.add(of.Value.Keys()...)
			}
		case "sets", "pools":
			d.add(p.Value.Keys()...)
		case "durations":
			d.items(p.Value)
		}
		for _, entry := range p.Value.Items {
			for _, key := range []string{"id", "at", "word"} {
				text, _ := entry.Get(key).Str()
				d.add(strings.Split(text, ".")...)
			}
			for _, key := range []string{"params", "columns"} {
				d.add(entry.Get(key).Keys()...)
			}
		}
		d.inside(p.Value)
	}
}

func (d *declarations) items(n *source.Node) {
	for _, item := range n.Items {
		d.add(item.Value)
	}
}

var tagged = regexp.MustCompile(`procedures\(([a-zA-Z0-9_-]+)\)`)

// inside adds the names in statements and formulas: of decisions, their options, notes and tags.
func (d *declarations) inside(n *source.Node) {
	for _, m := range tagged.FindAllStringSubmatch(n.Value, -1) {
		d.add(m[1])
	}
	for _, item := range n.Items {
		d.inside(item)
	}
	for _, p := range n.Pairs {
		switch key := p.Key.Value; {
		case key == "note":
			d.add(p.Value.Keys()...)
		case key == "options" || key == "also":
			d.add(p.Value.Keys()...)
		case key == "name", decides(key) && p.Value.Kind == source.Scalar:
			d.add(p.Value.Value)
		}
		d.inside(p.Value)
	}
}

// decides reports whether a keyword begins a decision.
func decides(word string) bool {
	return slices.ContainsFunc(grammar.Statements, func(s grammar.Statement) bool {
		return s.Word == word && slices.ContainsFunc(s.Keys, func(k grammar.Key) bool { return k.Name == "by" || k.Name == "name" })
	})
}

// languageWords returns the words of the language, which a library may use as names.
func languageWords() map[string]bool {
	words := map[string]bool{}
	add := func(names ...string) {
		for _, name := range names {
			words[squeeze(name)] = true
		}
	}
	key := func(k grammar.Key) {
		add(k.Name)
		for _, w := range strings.FieldsFunc(string(k.Form), func(r rune) bool { return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') }) {
			add(w)
		}
	}
	for _, b := range grammar.Blocks {
		add(b.Name)
		for _, k := range b.Keys {
			key(k)
		}
	}
	for _, s := range grammar.Statements {
		add(s.Word)
		for _, k := range s.Keys {
			key(k)
		}
	}
	for _, s := range syntax.Shapes() {
		add(s.Key, s.Word)
		add(s.Beside...)
	}
	add(ours...)
	return words
}

// engineWords returns the functions of formulas and the names of operators, instructions and decisions in the engine's
// tables. A game that declares a pile or a shuffle must not forbid them.
func engineWords() map[string]bool {
	words := map[string]bool{}
	add := func(name string) {
		words[squeeze(name)] = true
		for _, w := range split(name) {
			words[w] = true
		}
	}
	for _, name := range slices.Concat(grammar.Functions, grammar.Comprehensions) {
		add(name)
	}
	for op := range def.Ops {
		add(op.Row().Name)
	}
	for code := range def.Codes {
		add(code.Row().Name)
	}
	for kind := range def.DecisionKinds {
		add(kind.Row().Name)
	}
	return words
}

// general are ordinary English words that a library also declares. They are allowed in code, except as a literal of
// their own, which only means the name of the library.
var general = strings.Fields(`
	as closed cycle decides declared enabled event free granted group limited operation
	pass passed period precedence round second special
	afterwards finish prepare
	first-class first-seat with-seat without-seat`)

// ours are words of a library that this repository uses in another sense: a class of pieces, the candidates of a
// decision, the effect of a statement, executed code, the function first, the procedure play that begins a game, the
// pile deck of a scenario.
var ours = strings.Fields("candidate candidates class deck effect executed first play played")
