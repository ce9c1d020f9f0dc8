package grammar

// This file is the table of blocks: docs/reference.md, section 2, and the mappings inside statements.

// Keys of several entries.
var (
	id    = Key{"id", "word", "the name it is known by", true}
	title = Key{"title", "text", "the name that people read", false}
	rule  = Key{"rule", "rules", "the clauses it belongs to, instead of the nearest heading or list item", false}
	per   = Key{"per", "word | [word]", "one value for each seat, zone, card or member of an enumeration, or for each pair: [seat, goods], [goods, grade]", false}
	note  = Key{"notes", "any", "for readers; nothing reads it", false}
	at    = Key{"at", "[int]", "where it is drawn, [x, y] with y downwards; it has no part in the rules", false}
	// of values that a board would show
	internal = Key{"internal", "bool", "bookkeeping of the rules: boards show it only on request; it has no part in the rules", false}
)

// The words of looks. A test compares them with those of engine/def.
const (
	colours     Form = "(red orange yellow olive green teal blue purple pink brown grey black white)"
	pieceShapes Form = "(square disc triangle diamond hexagon pentagon star cross bar)"
	zoneShapes  Form = "(area spot)"
)

// Every is the key of an entry that is a pattern.
var Every = Key{"each", "{text | [text]}", "makes an entry for each combination of the values of these names: numbers such as 1..6, an enumeration, a list, or seats; {name} in the entry is replaced with the value", false}

// Blocks are all mappings with fixed keys, the top level of the rulebook first.
var Blocks = []Block{
	{Name: "rulebook", What: "", Doc: "A yaml block of a rulebook. The blocks of all files merge: mappings by key, lists by id. Keys that are not listed hold the data of tables and values that the game or a library declares.", Open: "{any} | [any] | text", Keys: []Key{
		{"game", "game", "the game itself", false},
		{"options", "[option]", "game options, folded when a game is loaded", false},
		{"enums", "{[word]}", "enumerations; members compare by order", false},
		{"properties", "properties", "typed properties that entries may carry", false},
		{"seats", "[seat]", "seats in declaration order", false},
		{"spaces", "[space]", "zones of the map", false},
		{"edges", "[[word]]", "pairs of adjacent spaces, each pair once, instead of `adjacent`", false},
		{"grids", "[grid]", "regular arrangements of spaces, with directions", false},
		{"boxes", "[box]", "zones off the map: pieces there have no status and no marks", false},
		{"piles", "[pile]", "ordered places of cards", false},
		{"pieces", "[piece]", "types of counted pieces", false},
		{"sets", "{formula}", "named constant sets", false},
		{"stacking", "[stacking]", "limits on the pieces in a zone", false},
		{"tracks", "[track]", "bounded numbers", false},
		{"pools", "{int}", "limited supplies of markers", false},
		{"markers", "[marker]", "markers of zones", false},
		{"variables", "[variable]", "other state", false},
		{"derived", "[derived]", "values computed from the position", false},
		{"functions", "[function]", "pure functions", false},
		{"tables", "[table]", "declares that a list of the game's blocks is data of a shape", false},
		{"values", "[namedValue]", "declares that a value of the game's blocks is a named constant", false},
		{"points", "[point]", "hook points, at which lasting effects modify the rules", false},
		{"lasting", "[lasting]", "effects that can be in force", false},
		{"durations", "[word]", "kinds of windows for lasting effects", false},
		{"cards", "[card]", "cards", false},
		{"procedures", "[procedure]", "procedures; each is also a verb", false},
		{"setups", "[setup]", "initial positions", false},
		{"setupTables", "[table]", "tables whose rows are in a set-up", false},
		{"setupValues", "[setupValue]", "values that are in a set-up", false},
		{"invariants", "[invariant]", "conditions that must hold at every decision and when the game is over; scenarios and random games are checked against them", false},
		{"checks", "[check]", "conditions on the data, of this rulebook or of a game that uses it", false},
		{"grants", "grants", "what every `grant` adds", false},
		{"deciders", "[word]", "parameters of type seat: the first that a procedure has decides where there is no `by`", false},
		{"bundles", "{{type}}", "groups of parameters, by the name to which `takes` refers", false},
		{"asides", "{menuOption}", "side options that several decisions share, by the name to which `also` refers", false},
		{"drafts", "drafts", "what the tree form assumes of the procedures of a game", false},
		{"moves", "moves", "the words by which scripts write moves", false},
		{"map", "map", "the background behind the spaces when the game is drawn", false},
		{"gaps", "word | [word]", "properties of cards that list the texts which are still to be written", false},
		{"search", "{searchHint}", "search hints for decisions, by `procedure.decision`; they do not change the game", false},
		{"attribute", "{text | [text | {text | [text]}]}", "the clauses of the game that implement a clause of a library; by the offered procedure if they depend on it", false},
	}},
	{Name: "game", What: "game", Doc: "The game itself; several pages may each say a part of it.", Keys: []Key{
		{"id", "word", "the name it is known by; one page has to give it", false},
		title,
		{"uses", "[word]", "library rulebooks it builds on", false},
		{"main", "word", "the procedure without parameters that plays the game; `play` if left out", false},
		{"numbers", "int", "the greatest number that sets of numbers hold; 63 if left out", false},
		{"lintWords", "[text]", "words that the Go code of the engine and the compiler may not contain", false},
	}},
	{Name: "grants", What: "grants", Doc: "What every `grant` adds.", Keys: []Key{
		{"with", "{value}", "arguments where none is written; formulas may read those that are", false},
		{"before", "statements", "what happens before the action, with its arguments", false},
		{"after", "statements", "what happens after the action, with its arguments", false},
	}},
	{Name: "drafts", What: "drafts", Doc: "What the tree form assumes of the procedures of a game, in a library or in the game itself.", Keys: []Key{
		{"active", "[word]", "the parameters that name the deciding seat; activePlayer is the first that is bound", false},
		{"executor", "word", "the parameter of what an action becomes: the seat that executes it", false},
		{"profile", "draftProfile", "what a profile becomes", false},
		{"bindings", "{draftBinding}", "bindings that formulas have without a declaration", false},
		{"periods", "text", "the dotted path, in a set-up, of the truth value that onlyWithPeriodEvents reads", false},
	}},
	{Name: "draftProfile", What: "profile", Doc: "What a profile becomes.", Keys: []Key{
		{"params", "{type}", "its parameters, unless it gives its own", true},
		{"free", "formula", "if this holds, there is no cost", false},
	}},
	{Name: "draftBinding", What: "binding", Doc: "A binding that abbreviates a formula over the parameters of a procedure.", Keys: []Key{
		{"type", "type", "the kind of value", true},
		{"value", "formula", "the formula", true},
	}},
	{Name: "moves", What: "moves", Doc: "The words by which scripts write the moves of this game, or of games that use this library.", Keys: []Key{
		{"words", "[moveWord]", "words that a move may begin with", false},
		{"activity", "moveActivity", "the second action that a move may carry under `activity:`", false},
	}},
	{Name: "moveWord", What: "move word", Doc: "A word that a move may begin with, and the answer that it denotes. A move may also begin at that decision.", Keys: []Key{
		{"word", "text", "the word", true},
		{"decision", "word", "the decision that it answers", true},
		{"answer", "text", "the answer that it gives", true},
		{"then", "word", "the decision that the word after it answers", false},
		{"card", "bool", "the word after it is a card, which must be moved in the course of the move", false},
	}},
	{Name: "moveActivity", What: "activity of moves", Doc: "A second action that a move carries within a first one.", Keys: []Key{
		{"within", "word", "the tag of the procedures within which it is carried out", true},
		{"offer", "word", "the side option, or the decision yes or no, that begins it", true},
		{"choice", "word", "the decision that selects it", true},
	}},
	{Name: "searchHint", What: "search hint", Doc: "Search hints for the candidates of a decision. The formulas have the scope of the decision's conditions.", Keys: []Key{
		{"first", "formula", "of a one, a pick or a take: candidates for which it holds are tried first", false},
		{"needs", "formula", "of a one, a pick or a callOne: a necessary condition of the open obligations; candidates for which it does not hold are pruned", false},
	}},
	{Name: "option", What: "option", Doc: "A game option.", Keys: []Key{
		id, title,
		{"values", "text | [text]", "its values in order, or numbers such as 2..10; true and false make a condition", true},
		{"default", "text", "the default value; the first if left out", false},
		{"seats", "bool", "the value is how many seats play, from the first on; the others are not part of the game", false},
		rule,
	}},
	{Name: "properties", Doc: "Typed properties by what carries them. Without a default a property must be given.", Keys: []Key{
		{"seat", "{type}", "properties of seats", false},
		{"zone", "{type}", "properties of spaces and boxes", false},
		{"space", "{type}", "another word for zone", false},
		{"card", "{type}", "properties of cards", false},
		{"piece", "{type}", "properties of piece types", false},
		{"procedure", "{type}", "properties of procedures", false},
	}},
	{Name: "typed", What: "a type", Doc: "A type with a default.", Keys: []Key{
		{"type", "type", "the name of the type", true},
		{"default", "constant", "the value where none is given", false},
		{"clause", "text | [text]", "of a property of type procedure(…): the clause that a text belongs to, `{id}` being the entry; the first that is there", false},
	}},
	{Name: "seat", What: "seat", Doc: "A seat, with its properties.", Open: "any", Keys: []Key{id, title, Every, at, {"look", "seatLook", "how it is drawn", false}, rule}},
	{Name: "space", What: "space", Doc: "A zone of the map, with its properties.", Open: "any", Keys: []Key{
		id, title, Every, {"adjacent", "word | [word]", "the adjacent spaces; they must list this one, too, unless `edges` lists the pairs", false},
		{"at", "[int | [int]]", "where it is drawn, [x, y] with y downwards; of a line its points. It has no part in the rules", false},
		{"look", "zoneLook", "how it is drawn", false},
		rule,
	}},
	{Name: "grid", What: "grid", Doc: "Spaces in lines. Its directions are an enumeration of its name, and successive spaces in a direction are adjacent.", Keys: []Key{
		id, title,
		{"columns", "text | [text]", "its columns: numbers such as 1..8, an enumeration, or a list", false},
		{"rows", "text | [text]", "its rows, likewise", false},
		{"without", "[text]", "spaces of columns and rows that the board lacks", false},
		{"each", "{text | [text]}", "makes its columns and rows for each combination of the values of these names, such as a board for each of seats; {name} in the space is replaced with the value", false},
		{"space", "gridSpace", "the space of each column and row; {column} and {row} are replaced with their names", false},
		{"directions", "{gridStep | [[word]]}", "the step to the next space, or the spaces in the order in which the direction reaches them", true},
		{"lines", "{int}", "tables of lines: a number of consecutive spaces, each row with its `spaces`", false},
		rule,
	}},
	{Name: "gridSpace", What: "space of a grid", Doc: "The space of each column and row, with its properties.", Open: "any", Keys: []Key{{"id", "text", "the name it is known by", true}, title, rule}},
	{Name: "gridStep", What: "direction", Doc: "The step to the next space.", Keys: []Key{
		{"column", "int", "the number of columns; 0 if left out", false},
		{"row", "int", "the number of rows; 0 if left out", false},
		{"opposite", "word", "instead: the direction whose opposite this one is", false},
	}},
	{Name: "box", What: "box", Doc: "A zone off the map, with its properties.", Open: "any", Keys: []Key{id, title, Every, at, {"look", "zoneLook", "how it is drawn", false}, rule}},
	{Name: "pile", What: "pile", Doc: "An ordered place of cards.", Keys: []Key{
		id, title, Every,
		{"visible", "(open hidden owner top)", "who sees its cards", false},
		{"owner", "constant", "the seat that sees a pile of its own", false},
		{"per", "(seat)", "every seat has such a pile, and a property of this name that refers to it", false},
		at, rule,
	}},
	{Name: "piece", What: "piece type", Doc: "A type of counted pieces, with its properties.", Open: "any", Keys: []Key{
		id, title, Every,
		{"seat", "constant", "whose pieces they are", false},
		{"count", "int", "how many there are, 1 to 255", true},
		{"home", "word", "the box its pieces come from and go back to", true},
		{"statuses", "word | [word]", "what state a piece can be in on the map; the first is the one on placement", false},
		{"marks", "word | [word]", "marks a piece can bear until its action is over", false},
		{"look", "pieceLook", "how it is drawn", false},
		rule,
	}},
	{Name: "stacking", What: "stacking rule", Doc: "A limit on the pieces in each zone of a set.", Keys: []Key{
		{"id", "word", "its name", false},
		{"in", "constant", "the zones", true},
		{"of", "constant", "the pieces that count", true},
		{"max", "int", "how many are allowed there; 0 if left out", false},
		rule,
	}},
	{Name: "track", What: "track", Doc: "A bounded number, or one for each of something.", Keys: []Key{
		id, title, Every, per,
		{"min", "int", "lower bound; 0 if left out", false},
		{"max", "int", "upper bound", false},
		{"initial", "int", "the value it begins with; 0 if left out", false},
		rule,
		{"note", "text", "for readers; nothing reads it", false},
	}},
	{Name: "marker", What: "marker", Doc: "A marker of zones: a position on a scale, or a number of markers from a pool.", Keys: []Key{
		id, title, Every,
		{"on", "constant", "the zones that can bear it; all spaces if left out", false},
		{"scale", "[word]", "its positions from low to high", false},
		{"count", "int", "how many one zone can bear", false},
		{"pool", "word", "the supply that its markers come from", false},
		{"initial", "constant", "the position or number that every zone begins with", false},
		{"look", "valueLook", "how it is drawn", false},
		rule,
	}},
	{Name: "variable", What: "variable", Doc: "A value of the state, or one for each of something.", Keys: []Key{
		id, title, Every,
		{"type", "type", "the kind of value", true},
		per,
		{"initial", "constant", "the value it begins with", false},
		{"scope", "(game action)", "`action`: it is reset for each action", false},
		{"visible", "(open hidden owner)", "who knows it", false},
		{"quiet", "bool", "traces do not show its changes", false},
		internal,
		{"reveals", "bool", "kept per card: the seats that see it, beside those that its pile shows it to; `reveal` and `hide` change it", false},
		{"stance", "constant", "the seats that may set their own, whichever seat is to decide", false},
		{"min", "int", "lower bound of a number", false},
		{"max", "int", "upper bound of a number", false},
		rule,
	}},
	{Name: "derived", What: "derived value", Doc: "A value computed from the position.", Keys: []Key{
		id, title, Every,
		{"per", "(space zone seat)", "one value for each of these, `$it` in the formula", false},
		{"on", "constant", "only for these", false},
		{"type", "type", "the kind of value; a number if left out", false},
		{"value", "formula", "what it is", true},
		{"watch", "bool", "traces show its changes, and all seats know it", false},
		{"visible", "(owner)", "only its seat knows it; of a value kept per seat", false},
		{"hold", "bool", "a hold block can freeze it", false},
		{"player", "bool", "it gives for each seat the seat that represents its player", false},
		{"look", "valueLook", "how it is drawn; of a value kept per space", false},
		internal,
		rule,
	}},
	{Name: "seatLook", What: "look of a seat", Doc: "How a seat is drawn.", Keys: []Key{
		{"colour", colours, "its colour", false},
		{"sign", "text", "the letters on its pieces, one or two", false},
	}},
	{Name: "zoneLook", What: "look of a zone", Doc: "How a space or a box is drawn.", Keys: []Key{
		{"shape", zoneShapes, "`area`: the land round its place, up to its neighbours' in the same region; `spot`: a place in it. A space at several points is a line", false},
		{"colour", colours, "the tint of an area", false},
	}},
	{Name: "pieceLook", What: "look of a piece type", Doc: "How pieces of a type are drawn.", Keys: []Key{
		{"shape", pieceShapes, "its outline", false},
		{"colour", colours, "its colour; that of its seat if left out", false},
		{"sign", "text", "the letters on it, one or two; those of its seat if left out", false},
	}},
	{Name: "valueLook", What: "look of a value", Doc: "How a value of zones is drawn: as a badge, and as the tint of the zone.", Keys: []Key{
		{"tint", "bool", "its colours tint the zone", false},
		{"sign", "text", "the letters of the badge, where a value has none of its own", false},
		{"colour", colours, "the colour of the badge, where a value has none of its own", false},
		{"signs", "{text}", "the letters by the name of the value; values without any have no badge", false},
		{"colours", "{" + colours + "}", "the colours by the name of the value", false},
	}},
	{Name: "map", What: "map", Doc: "The background behind the spaces when the game is drawn. It has no part in the rules.", Keys: []Key{
		{"regions", "[region]", "areas: countries, islands, the sea", false},
		{"places", "[place]", "names of places that are no spaces", false},
	}},
	{Name: "region", What: "region", Doc: "An area of the background.", Keys: []Key{
		id, title, {"at", "[[int]]", "its corners in order, three or more", true}, {"colour", colours, "its tint", false},
	}},
	{Name: "place", What: "place", Doc: "A name on the background.", Keys: []Key{
		id, title, {"at", "[int]", "its position, [x, y]", true},
	}},
	{Name: "function", What: "function", Doc: "A pure function, called in formulas.", Keys: []Key{
		id, title,
		{"params", "{type}", "its parameters in order", false},
		{"let", "{bindings: formula}", "names for values that it reads, each computed once, in order", false},
		{"value", "formula", "what it yields", true},
		rule,
	}},
	{Name: "table", What: "table", Doc: "Declares that the list at a path is data of this shape.", Keys: []Key{
		id, title,
		{"at", "text", "the dotted path of the rows", true},
		{"columns", "{type}", "the keys of a row", false},
		{"ordered", "bool", "the order of the rows counts: they are on one page", false},
		rule,
	}},
	{Name: "namedValue", What: "value", Doc: "Declares that the value at a path is a named constant.", Keys: []Key{
		id, title,
		{"at", "text", "the dotted path of the value", true},
		{"type", "type", "the kind of value", true},
		{"per", "text | [text]", "one value for each member of an enumeration or number of a range, or for each pair: [odds, 1..6]; the data is a mapping or a list, with two indices of mappings or lists", false},
		{"default", "constant", "the value where none is given", false},
		rule,
	}},
	{Name: "setupValue", What: "set-up value", Doc: "Declares that formulas read a value of the running set-up.", Keys: []Key{
		id, title,
		{"at", "text", "the dotted path of the value in a set-up", true},
		{"type", "type", "the kind of value", true},
		{"default", "constant", "the value where a set-up gives none", false},
		rule,
	}},
	{Name: "check", What: "check", Doc: "A condition on the data. It is evaluated when a game is compiled.", Keys: []Key{
		id,
		{"each", "{binding: formula}", "each entry separately: `{$x: set}` of a set that never changes, `cards`, `procedures` or a table of set-ups", false},
		{"pairs", "{bindings: formula}", "instead of `each`, each two entries: `{$x: set, $y: set}`", false},
		{"calls", "word", "a procedure: instead of `each`, wherever a text calls or grants it", false},
		{"require", "formula", "what must hold", false},
		{"distinct", "[word]", "values of which no two are the same, instead of `require`; `none` does not count", false},
		{"message", "text", "the message if it does not", true},
		{"at", "text", "the property or column that is at fault; without `each` the path of the data", false},
		{"beside", "text", "the path of the data with which the data at fault conflict", false},
		{"level", "(error warning)", "`error` or `warning`; an error if left out", false},
		rule,
	}},
	{Name: "invariant", What: "invariant", Doc: "A condition that must hold at every decision and when the game is over. The play does not depend on it.", Keys: []Key{
		id,
		{"require", "formula", "what must hold", true},
		{"message", "text", "the message if it does not", true},
		rule,
	}},
	{Name: "point", What: "hook point", Doc: "A point at which lasting effects modify the rules.", Keys: []Key{
		id, title,
		{"kind", "(number limit allow pool run)", "how effects combine", true},
		{"combine", "(sum min max latest)", "how the values of a number point combine", false},
		{"of", "type", "the kind of value, where it is not a number", false},
		{"params", "{type}", "the values that effects receive", false},
		rule,
	}},
	{Name: "lasting", What: "lasting effect", Doc: "An effect that can be in force.", Keys: []Key{
		id, title, Every,
		{"duration", "word", "the window after which it ends", true},
		{"hooks", "[hook]", "its hooks", false},
		rule,
	}},
	{Name: "hook", What: "hook", Doc: "What a lasting effect does at a point.", Keys: []Key{
		{"to", "word", "the point", true},
		{"when", "formula", "only if this holds", false},
		{"value", "formula", "number and limit points: the value", false},
		{"add", "formula", "pool points: the members to add", false},
		{"remove", "formula", "pool points: the members to remove", false},
		{"do", "statements", "run points: what happens", false},
		{"quota", "int", "run points: how often at most in an action", false},
		rule,
	}},
	{Name: "card", What: "card", Doc: "A card, with its properties; one of type procedure(…) is a block {do: […]}. Its lasting effects may be in it.", Open: "any", Keys: []Key{
		id, title, Every, {"lasting", "lasting | [lasting]", "lasting effects that the card brings", false}, note, rule,
	}},
	{Name: "procedure", What: "procedure", Doc: "A procedure, with its properties. It is also a verb: `- its-id: {arguments}` calls it.", Open: "any", Keys: []Key{
		id, title,
		{"tags", "word | [word]", "words by which procedures(tag) finds it", false},
		{"takes", "word | [word]", "bundles whose parameters it has before its own", false},
		{"params", "{type}", "its parameters in order", false},
		{"do", "statements", "what happens", false},
		{"effects", "statements", "another word for do", false},
		{"possible", "conditions", "when it can be carried out, where that cannot be derived", false},
		{"grantRule", "rules", "the clauses that a grant of it belongs to, beside those of the text that grants it", false},
		{"returns", "type", "the kind of its result; a number if left out", false},
		{"hint", "text", "for readers; nothing reads it", false},
		rule,
	}},
	{Name: "procedureText", What: "text", Doc: "The block of a property of type procedure(…).", Keys: []Key{
		title,
		{"kind", "text", "for readers; nothing reads it", false},
		{"do", "statements", "what happens", false},
		{"effects", "statements", "another word for do", false},
		{"possible", "conditions", "when it can be carried out, where that cannot be derived", false},
		note, rule,
	}},
	{Name: "setup", What: "set-up", Doc: "An initial position. Keys that are not listed are read by setupTables and setupValues.", Open: "any", Keys: []Key{
		id, title,
		{"tracks", "{constant}", "values of tracks", false},
		{"variables", "{{constant} | constant}", "values of variables, `seat: {variable: value}` for those kept per seat or card", false},
		{"spaces", "{{{int} | constant}}", "what is in a space: `pieces:`, and its markers by name", false},
		{"boxes", "{{{int} | int}}", "what is in a box", false},
		{"piles", "{word | [word]}", "cards of a pile, top first", false},
		{"lasting", "word | [word]", "effects in force from the start", false},
		{"expect", "{constant}", "what derived values must be in the position: the compiler sets it up and compares", false},
		rule,
	}},
	{Name: "condition", What: "condition", Doc: "A condition with the clause that requires it.", Keys: []Key{
		{"when", "formula", "what must hold", true},
		{"if", "formula", "it applies only if this holds", false},
		rule,
	}},
	{Name: "cap", What: "cap", Doc: "A limit on some of the pieces that are taken.", Keys: []Key{
		{"of", "formula", "the pieces", true},
		{"max", "formula", "how many of them", true},
		{"each", "bool", "for each zone separately", false},
		rule,
	}},
	{Name: "menuOption", What: "option ", Doc: "An option of a menu.", Keys: []Key{
		{"where", "conditions", "when it is offered", false},
		{"do", "statements", "what happens", false},
		rule,
	}},
	{Name: "callValue", Tell: "call", Doc: "The result of a call.", Keys: []Key{
		{"call", "value", "the procedure", true},
		{"with", "arguments", "its arguments", false},
	}},
	{Name: "grantValue", Tell: "grant", Doc: "The result of a grant; none, an empty set or 0 if it was not possible.", Keys: []Key{
		{"grant", "word | {one: arguments}", "the procedure and its arguments", true},
		rule,
	}},
	{Name: "typedValue", Tell: "value", Doc: "A value of a type that its place does not show.", Keys: []Key{
		{"value", "value", "the value of the name", true},
		{"type", "type", "its type", true},
	}},
	{Name: "transfer", What: "transfer", Doc: "Moves the amount from one track to another, but not more than the first one has; what exceeds the bound of the second is lost.", Keys: []Key{
		{"from", "formula", "the track that loses", true},
		{"to", "formula", "the track that gains", true},
		{"amount", "value", "how much", true},
	}},
	{Name: "move", What: "move", Doc: "Pieces and where they go.", Keys: append(pieces("from"),
		Key{"to", "formula", "the zone, or `home`", true},
		Key{"mark", "word", "a mark that a single piece gets on arrival", false})},
	{Name: "remove", What: "remove", Doc: "Pieces that go home.", Keys: pieces("from")},
	{Name: "flip", What: "flip", Doc: "Pieces and their new status.", Keys: append(pieces("in"), Key{"to", "word", "the status", true})},
	{Name: "tag", What: "tag", Doc: "Pieces and a mark.", Keys: append(pieces("in"),
		Key{"mark", "word", "the mark", true}, Key{"off", "bool", "take it off", false})},
	{Name: "cardMove", What: "card", Doc: "A card and where it goes.", Keys: []Key{
		{"card", "formula", "the card", true},
		{"to", "formula", "the pile", true},
		{"at", "(top bottom under)", "where in the pile; on top if left out", false},
	}},
	{Name: "activation", What: "activate", Doc: "A lasting effect and its window.", Keys: []Key{
		{"lasting", "formula", "the effect", true},
		{"duration", "word", "the window, if not the one it declares", false},
	}},
	{Name: "ending", What: "over", Doc: "The end of the game.", Keys: []Key{
		{"result", "{value} | value", "a number for each seat, or a formula with $it", false},
	}},
}

// pieces returns the keys of a group of pieces; where is "from" or "in".
func pieces(where string) []Key {
	return []Key{
		{"piece", "formula", "a single piece", false},
		{"of", "formula", "the pieces, a filter", false},
		{where, "formula", "the zone, or with `all: true` a set of zones", false},
		{"count", "formula", "how many; all if left out", false},
		{"all", "bool", "all of them in every zone of a set", false},
	}
}
