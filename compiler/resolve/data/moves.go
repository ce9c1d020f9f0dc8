package data

// This file reads `moves`, the words by which scripts write moves, and `gaps`, the properties of cards that list texts still to be written.
// Neither has an effect on play.

import (
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/names"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// moves reads `moves` into the GameDef. Package check verifies, after lowering, that the decisions and answers exist.
func (r *filler) moves() {
	for _, e := range r.Book.List("moves") {
		r.Game.Moves = &def.Moves{}
		for _, w := range e.Entries("words") {
			r.moveWord(w)
		}
		for _, a := range e.Entries("activity") {
			r.moveActivity(a)
		}
	}
}

func (r *filler) moveWord(e *tree.Entry) {
	w := def.MoveWord{Word: e.Text("word"), Decision: e.Text("decision"), Answer: e.Text("answer"), Then: e.Text("then"), Card: e.Flag("card")}
	if strings.ContainsAny(w.Word, " \t\n") {
		r.Errorf(e.Get("word").Pos, "bad-id", "the word of a move is a single word; give what may follow it with then: or card:")
		return
	}
	for _, old := range r.Game.Moves.Words {
		if old.Word == w.Word && w.Word != "" {
			r.Errorf(e.Get("word").Pos, "duplicate-id", "the move word %s is defined twice; leave one of them out", w.Word)
			return
		}
	}
	if w.Then != "" && w.Card {
		r.Errorf(e.Get("then").Pos, "unknown-key", "the word after %s answers a decision (then:) or names a card (card:), not both", w.Word)
		return
	}
	r.decisionName(e.Get("decision"), "")
	r.decisionName(e.Get("answer"), w.Decision)
	r.decisionName(e.Get("then"), "")
	r.Game.Moves.Words = append(r.Game.Moves.Words, w)
}

func (r *filler) moveActivity(e *tree.Entry) {
	a := &def.MoveActivity{Within: e.Text("within"), Offer: e.Text("offer"), Choice: e.Text("choice")}
	r.decisionName(e.Get("offer"), "")
	r.decisionName(e.Get("choice"), "")
	r.Game.Moves.Activity = a
}

// decisionName records the name of a decision or, if of is not empty, of an answer to the decision of.
func (r *filler) decisionName(n *source.Node, of string) {
	if n != nil {
		r.Out.Names = append(r.Out.Names, typed.DecisionName{Name: n.Value, Of: of, Pos: n.Pos})
		if of != "" {
			r.Uses(n.Pos, names.Thing{Sort: names.Option, Of: of, Name: n.Value})
		} else {
			r.Uses(n.Pos, names.Thing{Sort: names.Decision, Name: n.Value})
		}
	}
}

// gaps reads `gaps`: each is a property of cards whose value is a set of names.
func (r *filler) gaps() {
	cards := r.Syms.Data.Properties[def.KCard]
	for _, n := range r.Book.Top.Words("gaps") {
		r.Uses(n.Pos, names.PropertyOf(def.KCard, n.Value))
		switch p := cards[n.Value]; {
		case p == nil:
			r.Errorf(n.Pos, "unknown-name", "cards have no property %s%s", n.Value, r.Near(n.Value, slices.Sorted(maps.Keys(cards))))
		case formulas.Unknown(p.Type):
		case p.Type.Kind != def.KSet || p.Type.Elem != def.KEnum:
			r.Errorf(n.Pos, "wrong-type", "%s is %s; gaps are listed by a set of the names of texts", n.Value, r.Describe(p.Type))
		default:
			r.Out.Gaps = append(r.Out.Gaps, n.Value)
		}
	}
}
