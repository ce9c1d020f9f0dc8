package compiler

// moves.go reads the block `moves`: the words by which scripts write the moves of a game. They belong to a rulebook, a
// library's or the game's own, and nothing but scripts reads them.

import (
	"slices"
	"strings"

	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// moves reads the block into the GameDef, when all decisions are lowered. A word that stands twice, or speaks of a decision
// or an answer that the game does not have, is an error at its place; after errors of other blocks names are not checked,
// because decisions may be missing.
func (c *compiler) moves() {
	n := c.root.Get("moves")
	if n == nil {
		return
	}
	f := c.fields(n, "moves")
	words, activity := f.list("words"), f.get("activity")
	f.done()
	m := moveReader{c: c, whole: !c.diags.HasErrors()}
	for _, w := range words {
		m.word(w)
	}
	if activity != nil {
		m.activity(activity)
	}
	c.def.Moves = &m.moves
}

// moveReader reads the entries of the block.
type moveReader struct {
	c     *compiler
	moves def.Moves
	whole bool // all decisions of the game are known
}

// word reads an entry {word, decision, answer, then, card}.
func (m *moveReader) word(n *source.Node) {
	f := m.c.fields(n, "move word")
	word, decision, answer, then := f.must("word"), f.must("decision"), f.must("answer"), f.get("then")
	w := def.MoveWord{Word: f.text("word"), Decision: f.text("decision"), Answer: f.text("answer"), Then: f.text("then"), Card: f.flag("card")}
	f.done()
	if word == nil || decision == nil || answer == nil {
		return
	}
	switch {
	case strings.ContainsAny(w.Word, " \t\n"):
		m.c.errorf(word.Pos, "bad-id", "the word of a move is a single word; say by then: or card: what may follow it")
	case slices.ContainsFunc(m.moves.Words, func(o def.MoveWord) bool { return o.Word == w.Word }):
		m.c.errorf(word.Pos, "duplicate-id", "the move word %s is defined twice; leave one of them out", w.Word)
	case then != nil && w.Card:
		m.c.errorf(then.Pos, "unknown-key", "the word after %s answers a decision (then:) or names a card (card:), not both", w.Word)
	case m.decision(decision) && m.answer(w.Decision, answer) && (then == nil || m.decision(then)):
		m.moves.Words = append(m.moves.Words, w)
	}
}

// activity reads {within, offer, choice}.
func (m *moveReader) activity(n *source.Node) {
	f := m.c.fields(n, "activity of moves")
	within, offer, choice := f.must("within"), f.must("offer"), f.must("choice")
	a := &def.MoveActivity{Within: f.word("within"), Offer: f.word("offer"), Choice: f.word("choice")}
	f.done()
	if within != nil && offer != nil && choice != nil && m.decision(offer) && m.decision(choice) {
		m.moves.Activity = a
	}
}

// decision reports a name that no decision and no side option has.
func (m *moveReader) decision(n *source.Node) bool {
	var names []string
	for _, d := range m.c.def.Decisions {
		names = append(names, d.Name)
		for _, o := range d.Also {
			names = append(names, o.Name)
		}
	}
	if !m.whole || slices.Contains(names, n.Value) {
		return true
	}
	m.c.errorf(n.Pos, "unknown-name", "no decision is named %s%s", n.Value, m.c.near(n.Value, names))
	return false
}

// answer reports an answer that no decision of the name can have.
func (m *moveReader) answer(decision string, n *source.Node) bool {
	var names []string
	for _, d := range m.c.def.Decisions {
		if d.Name != decision {
			continue
		}
		for _, o := range d.Options {
			names = append(names, o.Name)
		}
		names = append(names, m.c.def.IDs(d.Elem)...)
		if d.Kind != def.Menu && m.c.def.Many(d.Elem) == 0 { // a number, or pieces
			return true
		}
	}
	if !m.whole || slices.Contains(names, n.Value) {
		return true
	}
	m.c.errorf(n.Pos, "unknown-name", "%s has no answer %s%s", decision, n.Value, m.c.near(n.Value, names))
	return false
}
