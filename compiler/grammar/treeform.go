package grammar

// This file is the table of the vocabulary of the first drafts: docs/reference.md, section 6. Package draft rewrites all of it;
// the schemas include it beside the words of the language.

import "slices"

// Drafts are the blocks and statements of the first drafts.
var Drafts Table

// DraftKeys returns the keys of the first drafts in a mapping of the language.
func DraftKeys(block string) []Key {
	for _, of := range treeKeys {
		if of.block == block {
			return of.keys
		}
	}
	return nil
}

func init() {
	Own = Table{slices.Clone(Blocks), slices.Clone(Statements), slices.Clone(Branch)}
	Drafts = Table{treeBlocks, treeStatements, slices.Clone(Branch)}
	for _, also := range treeForms {
		s := find(Statements, also.word)
		s.Arg = also.form + " | " + s.Arg
	}
	Drafts.Branch[0].Form = "branch | formula"
	Branch[0].Form = Drafts.Branch[0].Form
	Statements = append(Statements, treeStatements...)
	Blocks = append(Blocks, treeBlocks...)
	for _, add := range treeKeys {
		b := Find(Blocks, add.block)
		b.Keys = slices.Concat(b.Keys, add.keys)
	}
}

func find(statements []Statement, word string) *Statement {
	return &statements[slices.IndexFunc(statements, func(s Statement) bool { return s.Word == word })]
}

type keysOf struct {
	block string
	keys  []Key
}

// treeForms are further forms of arguments of the language's keywords.
var treeForms = []struct {
	word string
	form Form
}{{"let", "letIn"}}

// treeKeys are the keys of the tree form in mappings of the language.
var treeKeys = []keysOf{
	{"rulebook", []Key{
		{"globalVars", "[globalVar]", "variables in tree form", false},
		{"stackingConstraints", "[stacking]", "another word for stacking", false},
		{"effectMacros", "[effectMacro]", "blocks of effects that are inserted where they are called", false},
		{"actions", "[actionEntry]", "procedures whose parameters a seat chooses", false},
		{"operationProfiles", "[operationProfile]", "procedures in stages", false},
	}},
	{"card", []Key{{"metadata", "{any}", "properties of the card", false}}},
	{"setup", []Key{
		{"initialTrackValues", "[trackValue]", "values of tracks by id; one of a derived value is an assertion", false},
		{"startingCapabilities", "[startingCapability]", "lasting effects in force from the start", false},
	}},
}

var treeBlocks = []Block{
	{Name: "letIn", What: "let", Tell: "bind", Doc: "A binding in tree form.", Keys: []Key{
		{"bind", "binding", "the name, with $", true},
		{"value", "value", "what it is bound to", true},
		{"in", "statements", "where it holds; the rest of the list if left out", false},
	}},
	{Name: "globalVar", What: "global variable", Doc: "A variable in tree form.", Keys: []Key{
		{"name", "word", "the name it is known by", true},
		{"type", "type", "the kind of value; a number if left out", false},
		{"init", "constant", "the value it begins with", false},
		{"min", "int", "lower bound of a number", false},
		{"max", "int", "upper bound of a number", false},
		rule,
	}},
	{Name: "effectMacro", What: "macro", Doc: "A block of effects that is inserted where it is called.", Keys: []Key{
		id, title,
		{"params", "[macroParameter]", "its parameters", false},
		{"exports", "[text]", "the bindings of its effects that its callers see", false},
		{"effects", "statements", "what happens", true},
		rule,
	}},
	{Name: "macroParameter", What: "macro parameter", Doc: "A parameter of a macro.", Keys: []Key{
		{"name", "word", "the name that {param: name} reads", true},
		{"type", "text | macroEnum", "a type, value for a text as it is written, or {kind: enum, values}", true},
	}},
	{Name: "macroEnum", What: "type of a macro parameter", Doc: "The texts that a parameter may be.", Keys: []Key{
		{"kind", "(enum)", "only enum", true},
		{"values", "[text]", "the texts", false},
	}},
	{Name: "actionEntry", What: "action", Doc: "A procedure whose parameters the executing seat chooses.", Keys: []Key{
		id, title,
		{"actor", "text", "whose action it is: active for any seat, or a seat", false},
		{"executor", "text", "who executes it: actor, or a seat", false},
		{"phase", "word | [word]", "its tags", false},
		{"params", "[actionParameter]", "what is chosen, in order", false},
		{"pre", "formula", "what must hold, of the choices too", false},
		{"cost", "statements", "what happens first", false},
		{"effects", "statements", "what happens", false},
		{"limits", "[actionLimit]", "how often it can be used", false},
		rule,
	}},
	{Name: "actionParameter", What: "parameter", Doc: "What the executor of an action chooses.", Keys: []Key{
		{"name", "word", "the name, which is bound with a $", true},
		{"domain", "formula", "what it is chosen from", true},
	}},
	{Name: "actionLimit", What: "limit", Doc: "How often an action can be used.", Keys: []Key{
		{"scope", "(game turn action)", "in the game, or in an action block", true},
		{"max", "int", "how often", true},
	}},
	{Name: "operationProfile", Doc: "A procedure in stages, with the parameters that `drafts` gives a profile unless it gives its own.", Open: "any", Keys: []Key{
		id, title,
		{"legality", "formula", "what must hold", false},
		{"costEffects", "statements", "what it costs unless it is free", false},
		{"stages", "[stage]", "what happens, in order", false},
		{"actionId", "text", "for readers; nothing reads it", false},
		rule,
	}},
	{Name: "stage", What: "stage", Doc: "A stage of a profile.", Keys: []Key{
		{"stage", "text", "its name, for readers", false},
		{"effects", "statements", "what happens", true},
		rule,
	}},
	{Name: "trackValue", What: "initial track value", Doc: "The value of a track in a set-up.", Keys: []Key{
		{"trackId", "word", "the track, variable or derived value", true},
		{"value", "constant", "what it is", true},
	}},
	{Name: "startingCapability", What: "starting capability", Doc: "A lasting effect in force from the start.", Keys: []Key{
		{"capabilityId", "word", "the effect; with a side, the effect named capability-side if there is one", true},
		{"side", "text", "the side of its card", false},
		{"onlyWithPeriodEvents", "bool", "only if the truth holds that `drafts` names as periods", false},
	}},
	{Name: "setVarEffect", What: "setVar", Doc: "Sets a variable.", Keys: append(scopedVar(), Key{"value", "value", "what it becomes", true})},
	{Name: "addVarEffect", What: "addVar", Doc: "Changes a number, clamped at its bounds.", Keys: append(scopedVar(), Key{"delta", "value", "by how much", true})},
	{Name: "setMarkerEffect", What: "setMarker", Doc: "Sets the state of a marker.", Keys: []Key{
		{"space", "value", "the zone", true},
		{"marker", "word", "the marker", true},
		{"state", "value", "a position of its scale; of a counted marker none or its own name", true},
	}},
	{Name: "moveTokenEffect", What: "moveToken", Doc: "Moves a piece.", Keys: []Key{
		{"token", "value", "the piece", true},
		{"from", "value", "its zone", true},
		{"to", "value", "where it goes", true},
	}},
	{Name: "forEachEffect", What: "forEach", Doc: "Loops over a set, an order or chosen pieces.", Keys: []Key{
		{"bind", "binding", "the member", true},
		{"over", "value", "the set", true},
		{"effects", "statements", "what happens", true},
		{"limit", "value", "for how many at most", false},
		order,
	}},
	{Name: "chooseOneEffect", What: "chooseOne", Doc: "One member or piece is chosen.", Keys: options()},
	{Name: "chooseNEffect", What: "chooseN", Doc: "Members or pieces are chosen.", Keys: append(options(),
		Key{"min", "value", "how many at least", false}, Key{"max", "value", "how many at most, and no more than possible", false})},
}

func scopedVar() []Key {
	return []Key{
		{"scope", "(global player pvar zone zoneVar)", "whose variable it is", true},
		{"var", "value", "the variable", true},
		{"player", "value", "the seat of a variable kept per seat", false},
		{"zone", "value", "the zone of a variable kept per zone", false},
	}
}

func options() []Key {
	return []Key{
		{"bind", "binding", "what is chosen", true},
		{"options", "value", "what may be chosen", true},
		{"chooser", "value", "who chooses; the active player if left out", false},
		{"player", "value", "another word for chooser", false},
	}
}

var treeStatements = []Statement{
	{"setVar", "setVarEffect", "Set a variable.", nil},
	{"addVar", "addVarEffect", "Change a number.", nil},
	{"setMarker", "setMarkerEffect", "Set the state of a marker.", nil},
	{"moveToken", "moveTokenEffect", "Move a piece.", nil},
	{"forEach", "forEachEffect", "Loop over a set, an order or chosen pieces.", nil},
	{"chooseOne", "chooseOneEffect", "One member or piece is chosen.", nil},
	{"chooseN", "chooseNEffect", "Members or pieces are chosen.", nil},
	{"macro", "word", "Insert the effects of a macro.", []Key{{"args", "{any}", "its arguments", false}}},
}
