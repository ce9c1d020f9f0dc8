// This file has the words with which moves of a game begin.

package scenario

import (
	"slices"

	"rulebound/engine/def"
)

// vocabulary holds the words of a game for moves, and the decisions that begin a line. In a game without words these
// are the decisions that its lines have begun with.
type vocabulary struct {
	def.Moves
	turns map[string]bool
}

func newVocabulary(gd *def.GameDef) *vocabulary {
	v := &vocabulary{turns: map[string]bool{}}
	if gd.Moves != nil {
		v.Moves = *gd.Moves
	}
	for _, w := range v.Words {
		v.turns[w.Decision] = true
	}
	return v
}

// word returns the meaning of a word of a line, nil if the game does not have it.
func (v *vocabulary) word(text string) *def.MoveWord {
	for i := range v.Words {
		if v.Words[i].Word == text {
			return &v.Words[i]
		}
	}
	return nil
}

// first returns the meaning of the first word of a line, nil if it has none.
func (v *vocabulary) first(l *Line) *def.MoveWord {
	if len(l.Words) == 0 {
		return nil
	}
	return v.word(l.Words[0])
}

// accompanied reports whether an activity can accompany a procedure.
func (v *vocabulary) accompanied(p *def.ProcDef) bool {
	return v.Activity != nil && slices.Contains(p.Tags, v.Activity.Within)
}
