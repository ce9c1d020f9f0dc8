package grammar

// This file is the table of statements and decisions: docs/reference.md, section 5.

// Statement is a statement: its keyword, the form of its argument, and the keys beside it. `if`, `when` and `rule` can be beside
// every keyword.
type Statement struct {
	Word string
	Arg  Form
	Doc  string
	Keys []Key
}

// Guards are the keys that can be beside every keyword and every call of a procedure.
var Guards = []Key{
	{"if", "formula", "only if this holds", false},
	{"when", "formula", "another word for if", false},
	rule,
}

// Branch are the keys of a branch, a statement without a keyword.
var Branch = []Key{
	{"if", "formula", "the condition", false},
	{"when", "formula", "another word for if", false},
	{"then", "statements", "what happens if it holds", false},
	{"else", "statements", "what happens if not", false},
	rule,
}

// Keys of several decisions.
var (
	by       = Key{"by", "formula", "whose decision it is; that of the procedure's decider if left out", false}
	name     = Key{"name", "text", "the name of the decision, if not the binding's", false}
	from     = Key{"from", "formula", "what may be chosen", true}
	where    = Key{"where", "conditions", "what must hold of the candidate", false}
	prefer   = Key{"prefer", "conditions", "conditions by priority: only the candidates that satisfy the first one remain, if there are any, and of these those that satisfy the next", false}
	each     = Key{"each", "binding", "the binding of the candidate; $it if left out", false}
	minimum  = Key{"min", "formula", "how many at least", false}
	maximum  = Key{"max", "formula", "how many at most", false}
	count    = Key{"count", "formula", "exactly how many, or all if there are fewer; `all`: every one; replaces min and max", false}
	cost     = Key{"cost", "formula", "what a candidate costs; goes with budget", false}
	budget   = Key{"budget", "formula", "what all costs together may reach", false}
	costRule = Key{"costRule", "rules", "the clause that requires the cost", false}
	seen     = Key{"to", "formula", "the seats that see the outcome; all if left out", false}
	secret   = Key{"secret", "formula", "if it holds, the decision is asked even if only one answer is legal, so that it reveals nothing", false}
	also     = Key{"also", "word | [word] | {menuEntry}", "side options: each is done and the decision asked again; a word alone is one of asides", false}
	order    = Key{"order", "(fixed)", "the members and their order are deliberately those at the start, whatever the rounds change", false}
	body     = Key{"do", "statements", "what happens", false}
	decline  = Key{"decline", "text", "the option that an unanswered decision takes", false}
)

// Statements are all statements and decisions.
var Statements = []Statement{
	{"set", "{value}", "Assign variables, markers and bindings.", nil},
	{"gain", "{value}", "Add to tracks, clamped at their bounds.", nil},
	{"lose", "{value}", "Take from tracks, clamped at their bounds.", nil},
	{"pay", "{value}", "Take from tracks what must be affordable.", nil},
	{"transfer", "transfer", "Move an amount from track to track.", nil},
	{"shift", "{value}", "Move markers along their scale, clamped: `zone.marker: steps`.", []Key{{"toward", "value", "stop at this position", false}}},
	{"mark", "{value}", "Put markers into zones or, with a negative number, take them off: `zone.marker: number`.", nil},
	{"move", "formula | move", "Move pieces.", []Key{{"to", "formula", "the zone, or `home`, of a single piece", false}}},
	{"remove", "formula | remove", "Move pieces home.", nil},
	{"flip", "flip", "Change the status of pieces.", nil},
	{"tag", "tag", "Set or clear a mark of pieces.", nil},
	{"untag", "word", "Clear a mark everywhere.", nil},
	{"card", "formula | cardMove", "Move a card.", []Key{
		{"to", "formula", "the pile", false},
		{"at", "(top bottom under)", "where in the pile; on top if left out", false},
	}},
	{"position", "formula", "A position has occurred: the pieces and markers in these zones, together with some values. `repeated(n)` says how often.", []Key{
		{"with", "formula | [formula]", "what else makes two positions the same, such as the seat to move", false},
		{"last", "int", "how many of the last positions it is compared with, itself included", true},
	}},
	{"reveal", "formula", "Show a card, the cards of a pile or of a set to seats, until they leave the pile or it is shuffled.", []Key{{"to", "formula", "the seats; all if left out", false}}},
	{"hide", "formula", "Take cards that were revealed out of the sight of seats.", []Key{{"from", "formula", "the seats; all if left out", false}}},
	{"let", "{bindings: callValue | grantValue | typedValue | value}", "Bind names, which begin with $.", nil},
	{"switch", "formula", "Branch on the value of an enumeration, a seat or a card.", []Key{
		{"cases", "{statements}", "what happens, by value", true},
		{"else", "statements", "what happens otherwise", false},
	}},
	{"for", "{binding: formula}", "Loop over a set or an order, which is fixed at the start, over the cards of a pile, top first, or over pieces that were taken: `for: {$x: set}`.", []Key{
		where, {"limit", "formula", "for how many members at most", false}, body, order,
	}},
	{"together", "{binding: formula}", "Each seat of a set decides in secret; when all have answered, all answers are shown at once: `together: {$seat: seats}`.", []Key{
		where,
		{"do", "statements", "its decisions: one, subset or amount, with let, set, branches and loops around them", true},
		{"set", "{value}", "the assignments of the answers when all are given: `$seat.variable: value`", false},
	}},
	{"repeat", "formula", "Loop a number of times.", []Key{
		{"while", "formula", "only while this holds", false},
		{"do", "statements", "what happens", true},
	}},
	{"while", "formula", "Loop while this holds. If it compares two numbers, their difference at the start of the loop bounds the rounds.", []Key{
		{"most", "formula", "how often at most; a further round is a fault", false},
		{"do", "statements", "what happens", true},
	}},
	{"call", "value", "Call a procedure that is a value.", []Key{{"with", "arguments", "its arguments", false}}},
	{"stop", "empty | bool", "Leave the innermost repeat or while.", nil},
	{"return", "value | empty", "Leave the procedure, with its result.", nil},
	{"require", "formula", "A precondition.", nil},
	{"action", "statements", "Run with a new instance of the variables of action scope.", nil},
	{"grant", "word | {one: arguments}", "Call a procedure as an action of its own, if it is possible; `grants` has the parts that all grants share.", nil},
	{"hook", "word | {arguments}", "Run what is attached to a run point.", nil},
	{"activate", "formula | activation", "A lasting effect comes into force.", []Key{{"duration", "word", "the window, if not the one it declares", false}}},
	{"end", "formula", "A lasting effect ends.", nil},
	{"expire", "word", "All lasting effects of a window end.", []Key{{"to", "word", "or go on with this one", false}}},
	{"ensure", "formula", "The block must end with this condition satisfied, or with this number as high as possible: answers after which that is unreachable are refused.", []Key{
		{"most", "formula", "of a number: its upper bound", false},
		{"once", "bool", "of a condition: it is enough that it holds at one decision", false}, body}},
	{"hold", "word", "Freeze a derived value inside the block.", []Key{body}},
	{"note", "text | {{value} | value}", "A line of the trace.", []Key{{"indent", "int", "the level of the line: 0 card, 1 turn, 2 effect", false}}},
	{"over", "empty | ending", "The game is over.", nil},
	{"do", "statements", "A block, for a guard.", nil},

	{"one", "binding", "Choose one member.", []Key{by, secret, name, from, where, prefer, minimum,
		{"do", "statements", "what happens with it; nothing if there is none to choose", false}}},
	{"subset", "binding", "Choose several members at once.", []Key{by, secret, name, each, from, where, minimum, maximum, count, cost, budget, costRule}},
	{"pick", "binding", "Choose members one after another, until stop.", []Key{by, secret, name, each, from, where, prefer, minimum, maximum, count, cost, budget, costRule,
		{"again", "bool", "a member may be chosen again; needs max", false}, also, body}},
	{"pair", "binding", "Choose a pair as one answer; this is the first of the two.", []Key{by, secret, name, from,
		{"second", "binding", "the second", true},
		{"to", "formula", "the candidates for the second, which may depend on the first", true},
		where, minimum}},
	{"take", "binding", "Choose pieces.", []Key{by, secret, name, each,
		{"of", "formula", "the pieces, a filter", true},
		{"from", "formula", "the zone or zones", true},
		where, minimum, maximum, count, cost, budget, costRule,
		{"caps", "cap | [cap]", "limits on some of them", false},
		{"keep", "(list piece)", "what the name denotes: a list of the pieces, which `for` can visit, or the one piece; there is no body", false},
		{"to", "formula", "where each of them goes: a zone, which may read the piece, or `home`", false},
		{"tiers", "formula | [formula]", "a piece of a later tier only if all of the earlier ones in the same zone are taken", false},
		body}},
	{"amount", "binding", "Choose a number.", []Key{by, secret, name, minimum, {"max", "formula", "the largest number that is legal", true}}},
	{"menu", "text", "Choose an option.", []Key{by, secret, name, {"options", "{menuEntry}", "the options by name", true}, also, decline}},
	{"may", "text", "Choose yes or no; no if unanswered.", []Key{by, name, where, body,
		{"voluntary", "bool", "no obligation relies on a yes", false}, secret}},
	{"askUntil", "binding", "Ask seats in turn until an answer satisfies a condition: that seat, or none.", []Key{
		{"of", "formula", "the seats, in the order in which they are asked", true},
		where, name, secret,
		{"do", "statements", "what each is asked; yes or no if left out", false},
		{"until", "formula", "which answer ends the asking; it reads what do: binds", false}}},
	{"callOne", "binding", "Choose one of the procedures with a tag, which is called.", []Key{by, secret, name, from, where,
		{"owed", "formula", "whether one is offered though it is not possible yet: an obligation around the menu makes it possible", false},
		{"before", "statements", "what happens before the call", false},
		{"with", "arguments", "the arguments", false}, also,
		{"decline", "text", "the name of an option that calls nothing", false}}},
	{"roll", "binding", "Chance: a number.", []Key{name, seen, {"sides", "formula", "1 to this; 6 if left out", false}}},
	{"draw", "binding", "Chance: a member.", []Key{name, seen, from, where}},
	{"shuffle", "formula", "Chance: the cards of a pile in a new order.", []Key{name}},
}

// Together are pairs of keys of which a statement has both or neither. Alike are synonyms, of which a statement or an entry has
// at most one.
var (
	Together = [][2]string{{"cost", "budget"}}
	Alike    = [][2]string{{"if", "when"}, {"do", "effects"}}
)
