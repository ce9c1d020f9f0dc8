package main

// This file enforces short forms in rulebooks: a long form with an equivalent short form is a finding, because a reader
// who meets both looks for a difference that does not exist.

import (
	"fmt"
	"go/token"
	"io/fs"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// checkSpelling checks the pages of games and of embedded rulebooks.
func checkSpelling(root fs.FS) ([]finding, error) {
	var books []*source.Book
	var shared []string // deciders declared by embedded rulebooks
	for _, pattern := range []string{library + "/*", "data/games/*"} {
		folders, err := fs.Glob(root, pattern)
		if err != nil {
			return nil, err
		}
		for _, folder := range folders {
			book, list := source.Read(root, folder)
			if book == nil || list.HasErrors() {
				return nil, fmt.Errorf("%s: %w", folder, list)
			}
			books = append(books, book)
			if strings.HasPrefix(folder, library) {
				shared = append(shared, deciders(book)...)
			}
		}
	}
	var found []finding
	for _, book := range books {
		s := &speller{deciders: append(deciders(book), shared...), bundles: map[string]*source.Node{}, defaults: map[string]*source.Node{}}
		for _, block := range book.Blocks {
			s.declared(block)
		}
		for _, block := range book.Blocks {
			s.block(block)
		}
		found = append(found, s.found...)
	}
	return found, nil
}

// deciders lists the parameters that name the seat that decides.
func deciders(book *source.Book) []string {
	var out []string
	for _, block := range book.Blocks {
		out = append(out, block.Get("deciders").Texts()...)
	}
	return out
}

// speller checks the pages of a rulebook.
type speller struct {
	deciders []string
	bundles  map[string]*source.Node // parameters of each bundle
	defaults map[string]*source.Node // of the properties of cards

	around  *source.Node // rule: of the nearest enclosing node, nil if there is none
	decider string       // the implicit decider, "" if there is none or it is unknown
	found   []finding
}

func (s *speller) find(at diag.Pos, format string, args ...any) {
	s.found = append(s.found, finding{token.Position{Filename: at.File, Line: at.Line, Column: at.Col}, fmt.Sprintf(format, args...)})
}

// declared records the declarations of a block on which short forms depend.
func (s *speller) declared(block *source.Node) {
	for _, p := range pairs(block.Get("bundles")) {
		s.bundles[p.Key.Value] = p.Value
	}
	for _, p := range pairs(block.Get("properties").Get("card")) {
		if d := p.Value.Get("default"); d != nil {
			s.defaults[p.Key.Value] = d
		}
	}
}

func (s *speller) block(block *source.Node) {
	for _, p := range block.Pairs {
		switch p.Key.Value {
		case "procedures":
			for _, e := range p.Value.List() {
				s.decider = s.decides(e)
				s.within(e)
				s.decider = ""
			}
		case "cards":
			for _, e := range p.Value.List() {
				s.card(e)
			}
		default:
			s.within(p.Value)
		}
	}
}

// decides returns the parameter of a procedure that is its implicit decider.
func (s *speller) decides(e *source.Node) string {
	has := e.Get("params").Keys()
	for _, b := range e.Get("takes").List() {
		has = append(has, s.bundles[b.Value].Keys()...)
	}
	for _, d := range s.deciders {
		if slices.Contains(has, d) {
			return d
		}
	}
	return ""
}

// card checks the properties of a card, and its texts, whose only parameter is the executor.
func (s *speller) card(e *source.Node) {
	for _, p := range e.Pairs {
		if d := s.defaults[p.Key.Value]; d != nil && d.Kind == source.Scalar && p.Value.Kind == source.Scalar && d.Value == p.Value.Value {
			s.find(p.Key.Pos, "%s: %s is what a card is if it says nothing; leave it out", p.Key.Value, p.Value.Value)
		}
		if p.Key.Value != "lasting" && slices.Contains(s.deciders, executor) {
			s.decider = executor
		}
		s.within(p.Value)
		s.decider = ""
	}
}

// executor is the implicit parameter of a card's text.
const executor = "executor"

// within checks a node and everything below it.
func (s *speller) within(n *source.Node) {
	if n == nil {
		return
	}
	around := s.around
	defer func() { s.around = around }()
	if n.Kind == source.Map {
		s.mapping(n)
		if clause := n.Get("rule"); clause != nil {
			s.around = clause
		}
	}
	for i, item := range n.Items {
		if i+1 < len(n.Items) {
			s.chosen(item, n.Items[i+1], n.Items[i+2:])
		}
		s.within(item)
	}
	for _, p := range n.Pairs {
		s.within(p.Value)
	}
}

// decisions are the statements with a decider.
var decisions = []string{"one", "subset", "pick", "pair", "take", "amount", "menu", "may", "callOne"}

// mapping checks the keys of a statement or entry.
func (s *speller) mapping(n *source.Node) {
	keys := n.Keys()
	for _, p := range n.Pairs {
		switch p.Key.Value {
		case "where", "require":
			if len(p.Value.Items) == 1 {
				s.find(p.Value.Pos, "one condition is not a list; write %s: and the condition", p.Key.Value)
			}
		case "rule":
			if s.around != nil && len(keys) == 2 && slices.Contains(keys, "when") && p.Value.String() == s.around.String() {
				s.find(p.Key.Pos, "the condition belongs to %s anyway, like what it is in; write it without rule: and when:", p.Value)
			}
		case "by":
			if s.decider != "" && p.Value.Value == "$"+s.decider && slices.ContainsFunc(decisions, func(word string) bool { return slices.Contains(keys, word) }) {
				s.find(p.Key.Pos, "$%s decides anyway; leave out by:", s.decider)
			}
		}
	}
	if n.Get("take") != nil {
		s.taken(n)
	}
}

// taken reports a take whose body only moves each of its pieces.
func (s *speller) taken(n *source.Node) {
	body := n.Get("do").List()
	if len(body) != 1 || len(body[0].Pairs) != 1 {
		return
	}
	it := "$it"
	if each := n.Get("each"); each != nil {
		it = each.Value
	}
	switch p := body[0].Pairs[0]; {
	case p.Key.Value == "remove" && p.Value.Value == it:
		s.find(p.Key.Pos, "pieces that are taken to go home; write to: home")
	case p.Key.Value == "move" && len(p.Value.Pairs) == 2 && p.Value.Get("piece") != nil && p.Value.Get("piece").Value == it && p.Value.Get("to") != nil:
		s.find(p.Key.Pos, "pieces that are taken to go somewhere; write to: %s", p.Value.Get("to"))
	}
}

// chosen reports an optional choice followed by a statement on condition that a member was chosen.
func (s *speller) chosen(one, then *source.Node, after []*source.Node) {
	name, least, guard := one.Get("one"), one.Get("min"), then.Get("if")
	if name == nil || least == nil || least.Value != "0" || one.Get("do") != nil || guard == nil || guard.Value != name.Value+" != none" || then.Get("else") != nil {
		return
	}
	if !slices.ContainsFunc(after, func(n *source.Node) bool { return strings.Contains(n.String(), name.Value) }) {
		s.find(guard.Pos, "what is done with the one that is chosen is in its do:; then min: 0 and the condition are left out")
	}
}

func pairs(n *source.Node) []source.Pair {
	if n == nil {
		return nil
	}
	return n.Pairs
}
