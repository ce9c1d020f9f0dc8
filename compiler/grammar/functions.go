package grammar

import "slices"

// This file lists the words of formulas that are followed by a parenthesis: docs/reference.md, section 3.

// Functions are the built-in functions of formulas.
var Functions = []string{
	"holding", "room", "piece-zone", "filter-of", "piece-at", "home", "type-of", "available", "adjacent", "around", "within",
	"distance", "at", "top", "card-at", "pile-of", "ints", "stamp", "flood", "in-force", "position", "total",
	"min", "max", "size", "the", "only", "subset", "pieces", "left", "allowed", "modified", "possible", "running", "level", "procedures",
	"members", "next", "highest", "lowest", "consecutive", "step", "ray", "beyond", "in-turn", "starting", "reversed", "longest-path",
}

// Comprehensions are the words that range over the members of a set, an order or a pile.
var Comprehensions = []string{"set", "count", "any", "every", "first", "sum", "least", "most", "repeated", "ranked", "reachable", "path-cost"}

// Usage returns how a comprehension is written.
func Usage(word string) string {
	switch word {
	case "sum":
		return word + "(VALUE for $x in SET where CONDITION)"
	case "least", "most":
		return word + "(VALUE for $x in SET where CONDITION else VALUE)"
	case "repeated":
		return word + "(VALUE for $x in SET where CONDITION, TIMES)"
	case "reachable":
		return word + "(COST for $x in SET where CONDITION from ZONE up to NUMBER)"
	case "path-cost":
		return word + "(COST for $x in SET where CONDITION from ZONE to ZONE)"
	case "ranked":
		return word + "($x in ORDER where CONDITION with most VALUE)"
	}
	return word + "($x in SET where CONDITION)"
}

// IsFunction reports whether a word followed by a parenthesis is a function or comprehension of the language.
func IsFunction(word string) bool {
	return slices.Contains(Functions, word) || slices.Contains(Comprehensions, word)
}

// Keywords returns the keywords of statements.
func Keywords() []string {
	words := make([]string, len(Statements))
	for i, s := range Statements {
		words[i] = s.Word
	}
	return words
}

// IsKeyword reports whether a word is the keyword of a statement.
func IsKeyword(word string) bool {
	return slices.ContainsFunc(Statements, func(s Statement) bool { return s.Word == word })
}
