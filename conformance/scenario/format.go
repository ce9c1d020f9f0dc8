// This file has the table of the keys of a scenario file, from which the reader and the JSON schema are made.

package scenario

import "rulebound/compiler/grammar"

// Blocks holds the mappings of a scenario file with fixed keys, the whole file first. Their forms are those of
// package grammar, and `answer`: a single value, a list of answers, or a mapping of names to answers.
var Blocks = []grammar.Block{
	{Name: "scenario", What: "a scenario", Doc: "A script of a game: a position, moves, and what the rules demand of them. See docs/scenarios.md.", Keys: []grammar.Key{
		{Name: "version", Form: "int", Doc: "1, the only version of the format", Must: true},
		{Name: "title", Form: "text", Doc: "the rule in one plain sentence", Must: true},
		{Name: "game", Form: "text", Doc: "the folder of the game in data/games", Must: true},
		{Name: "rules", Form: "text | [text]", Doc: "the clauses it is about; each must be shown", Must: true},
		{Name: "setup", Form: "setup", Doc: "the position it begins in"},
		{Name: "after", Form: "text", Doc: "instead of a set-up: the scenario, `folder/name`, that it continues"},
		{Name: "seed", Form: "int", Doc: "chance that is not scripted comes from the generator with this seed"},
		{Name: "chance", Form: "chance", Doc: "outcomes by decision name, in order, for chance in any move"},
		{Name: "show", Form: "(options) | [(options)]", Doc: "`options`: the trace also shows what each decision offered"},
		{Name: "moves", Form: "[step] | empty", Doc: "the moves, with expectations between them"},
		{Name: "expect", Form: "expect", Doc: "what must hold at the end"},
	}},
	{Name: "setup", What: "setup", Doc: "The position a scenario begins in.", Keys: []grammar.Key{
		{Name: "scenario", Form: "text", Doc: "a set-up of the game; left out: the declared initial values, pieces at home"},
		{Name: "options", Form: "{text}", Doc: "game options"},
		{Name: "deck", Form: "text | [text] | empty", Doc: "cards of the pile deck, top first"},
		{Name: "piles", Form: "{text | [text] | empty}", Doc: "cards of other piles, top first; they leave wherever the set-up put them"},
		{Name: "values", Form: "{text | [text]}", Doc: "values by name: `zone.marker: position`, `seat.variable: value`, `track: number`; of a set or an order the list of its members"},
		{Name: "pieces", Form: "{{int}}", Doc: "what is in a zone instead of what the set-up puts there: `zone: {class: number}`"},
		{Name: "lasting", Form: "text | [text] | empty", Doc: "lasting effects in force"},
	}},
	{Name: "move", What: "a move", Doc: "A move: the seat and its action first, then answers by the names of the decisions. `chance:` alone serves chance between moves, `stance:` alone sets stances.", Open: "answer | empty", Keys: []grammar.Key{
		{Name: "activity", Form: "text | activity", Doc: "the second action that goes along with the first"},
		{Name: "chance", Form: "chance", Doc: "outcomes by decision name, in order, for chance in this move"},
		{Name: "stance", Form: "{text}", Doc: "stances that seats take between moves: `seat.variable: value`"},
		{Name: "expect", Form: "expect", Doc: "what must hold during the move (offered, notOffered) and after it"},
	}},
	{Name: "activity", What: "activity", Doc: "The second action of a move, when it is done, and its answers.", Open: "answer | empty", Keys: []grammar.Key{
		{Name: "name", Form: "text", Doc: "which activity", Must: true},
		{Name: "at", Form: "text", Doc: "`before` the first space of the first action, `after MEMBER`, or `after` that action"},
	}},
	{Name: "expect", What: "expect", Doc: "Claims that must hold.", Keys: []grammar.Key{
		{Name: "rules", Form: "text | [text]", Doc: "clauses that this expectation proves"},
		{Name: "at", Form: "text | {text}", Doc: "a note within the run of the move before: it is checked when the game notes this; `showdown`, `showdown 2` for the second time, or `phase: dusk` for a note with this value"},
		{Name: "asked", Form: "text | asked", Doc: "who is asked next"},
		{Name: "legal", Form: "legal | [legal]", Doc: "exactly which moves are legal"},
		{Name: "refused", Form: "refused | [refused]", Doc: "moves that must be refused, each because of a clause"},
		{Name: "state", Form: "{text | [text]}", Doc: "values by name; a list for sets, orders and whole piles"},
		{Name: "sees", Form: "{{text | [text] | empty}}", Doc: "what a seat, or `everybody`, may know: values by name as in state, `hidden` for a value or a card that it does not see"},
		{Name: "watched", Form: "{[text | [text]]}", Doc: "the values that a watched value went through in the last move, the one before the move first"},
		{Name: "offered", Form: "{text | [text]}", Doc: "what a decision offers at least; `\"spaces 2\"` is its second asking in the move"},
		{Name: "notOffered", Form: "{text | {text} | [text | {text}]}", Doc: "what a decision does not offer, `member: clause` says because of which clause"},
		{Name: "notAsked", Form: "text | [text]", Doc: "decisions that the last move did not reach; `\"spaces 3\"`: not a third time"},
		{Name: "decided", Form: "{text}", Doc: "the seats that made the decisions of that name in the last move, each time one was reached"},
		{Name: "noted", Form: "{text | [text]}", Doc: "the notes of that name in the last move, all of them in order, as traces write them; `[]`: none"},
		{Name: "result", Form: "{text}", Doc: "a number for each seat when the game is over"},
	}},
	{Name: "asked", What: "asked", Doc: "Which decision is pending.", Keys: []grammar.Key{
		{Name: "seat", Form: "text", Doc: "whose it is"},
		{Name: "decision", Form: "text", Doc: "its name"},
		{Name: "over", Form: "bool", Doc: "the game is over"},
	}},
	{Name: "legal", What: "legal", Doc: "Exactly what a seat may do: the answers to a decision.", Keys: []grammar.Key{
		{Name: "seat", Form: "text", Doc: "whose moves these are", Must: true},
		{Name: "after", Form: "text | move", Doc: "play these words first, on a copy"},
		{Name: "decision", Form: "text", Doc: "the name of the decision, which must be the pending one"},
		{Name: "options", Form: "text | [text] | empty", Doc: "the answers to the pending decision", Must: true},
	}},
	{Name: "refused", What: "a refused move", Doc: "A move, written as in moves, that must be refused.", Open: "answer | empty", Keys: []grammar.Key{
		{Name: "because", Form: "text", Doc: "the clause, or the section, whose condition refuses it", Must: true},
		{Name: "activity", Form: "text | activity", Doc: "the second action that goes along with the first"},
		{Name: "chance", Form: "chance", Doc: "outcomes by decision name, in order"},
	}},
}
