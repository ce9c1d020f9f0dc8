package schemas

// This file generates the schema of the yaml blocks of a rulebook.

import (
	"slices"

	"rulebound/compiler/grammar"
	"rulebound/compiler/syntax"
)

func rulebookSchema() *schema {
	v := words
	top := v.block(&grammar.Blocks[0])
	top.Draft, top.Title = draft, "Rulebook block"
	top.Defs = members{
		{"formula", &schema{Description: "A number, true or false, a name, a formula (with = in front where a value is expected), a list of these (the set of its members), or a tree.",
			Type: []string{"string", "integer", "boolean", "array", "object"}, Items: ref("formula"), If: kind("object"), Then: ref("tree")}},
		{"tree", tree(v)},
		{"pattern", pattern(v)},
		{"type", &schema{Description: "The name of a type, or {type, default}.", AnyOf: []*schema{kind("string"), ref("typed")}}},
		{"rules", &schema{Description: "A clause or a list of clauses.", AnyOf: []*schema{v.form("text"), list(v.form("text"))}}},
		{"conditions", &schema{Description: "A condition or a list of conditions, all of which must hold.",
			If: kind("array"), Then: list(ref("oneCondition")), Else: ref("oneCondition")}},
		{"oneCondition", &schema{Description: "A formula, or {rule, when, if}.",
			If: &schema{Type: "object", AnyOf: []*schema{has("when"), has("rule")}}, Then: ref("condition"), Else: ref("formula")}},
		{"statements", &schema{Description: "Statements, done one after another.",
			Type: []string{"array", "object", "string", "null"}, Items: ref("statement"), If: kind("object", "string"), Then: ref("statement")}},
		{"menuEntry", &schema{If: kind("object"), Then: ref("menuOption"), Else: ref("statements")}},
		{"statement", statement()},
		{"verb", verb(v)},
		{"branch", v.object("A branch.", grammar.Branch)},
	}
	for i := range grammar.Blocks[1:] {
		b := &grammar.Blocks[1+i]
		top.Defs = append(top.Defs, member{b.Name, v.block(b)})
	}
	for _, s := range grammar.Statements {
		keys := append([]grammar.Key{{Name: s.Word, Form: s.Arg, Doc: s.Doc, Must: true}}, s.Keys...)
		x := v.object(s.Doc, append(keys, grammar.Guards...))
		for _, both := range grammar.Together {
			if x.property(both[0]) != nil {
				x.Dependent = map[string][]string{both[0]: {both[1]}, both[1]: {both[0]}}
			}
		}
		top.Defs = append(top.Defs, member{statementName(s.Word), x})
	}
	return top
}

// pattern is the schema of an entry that is expanded several times; its values are not checked, since names in braces
// may be anywhere.
func pattern(v vocabulary) *schema {
	each := v.form(grammar.Every.Form)
	each.Description = grammar.Every.Doc
	return &schema{Description: "An entry that is made once for each of some values.", Type: "object", Required: []string{"each", "id"},
		Properties: members{{"each", each}, {"id", v.form("text")}}}
}

func statementName(word string) string { return "statement." + word }

// statement distinguishes statements by keyword. A mapping without one is a branch or a call of a procedure by name;
// `do` is a keyword only if there is no other, and a word that is a key of another statement only if that one is
// absent.
func statement() *schema {
	s := &schema{Description: "A statement: a mapping with one keyword or the name of a procedure, and `if`, `rule`; or the bare name of a procedure.",
		Type: []string{"string", "object"}, Pattern: identifier, MinProperties: 1}
	none := &schema{Type: "object", Not: &schema{}}
	for _, x := range grammar.Statements {
		s.Properties = append(s.Properties, member{x.Word, &schema{Description: x.Doc}})
		if x.Word == "do" {
			continue
		}
		none.Not.AnyOf = append(none.Not.AnyOf, has(x.Word))
		is := &schema{Type: "object", Required: []string{x.Word}}
		for _, y := range grammar.Statements {
			if slices.ContainsFunc(y.Keys, func(k grammar.Key) bool { return k.Name == x.Word }) {
				if is.Not == nil {
					is.Not = &schema{}
				}
				is.Not.AnyOf = append(is.Not.AnyOf, has(y.Word))
			}
		}
		s.AllOf = append(s.AllOf, &schema{If: is, Then: ref(statementName(x.Word))})
	}
	block := &schema{Required: []string{"do"}, PropertyNames: &schema{Enum: []string{"do"}}}
	branch := &schema{PropertyNames: &schema{}}
	for _, k := range grammar.Guards {
		block.PropertyNames.Enum = append(block.PropertyNames.Enum, k.Name)
	}
	for _, k := range grammar.Branch {
		branch.PropertyNames.Enum = append(branch.PropertyNames.Enum, k.Name)
	}
	s.AllOf = append(s.AllOf, &schema{If: none, Then: &schema{
		If: block, Then: ref(statementName("do")),
		Else: &schema{If: branch, Then: ref("branch"), Else: ref("verb")},
	}})
	return s
}

// verb is a call of a procedure by name: one key, and guards.
func verb(v vocabulary) *schema {
	s := v.object("A call of a procedure: {its-id: {arguments}}; a single argument may stand alone.", grammar.Guards)
	s.AdditionalProps = &schema{}
	s.PropertyNames = &schema{Pattern: identifier}
	for set := range 1 << len(grammar.Guards) {
		only := &schema{}
		for i, k := range grammar.Guards {
			if set>>i&1 == 1 {
				only.Required = append(only.Required, k.Name)
				continue
			}
			if only.Not == nil {
				only.Not = &schema{}
			}
			only.Not.AnyOf = append(only.Not.AnyOf, has(k.Name))
		}
		n := 1 + len(only.Required)
		s.AllOf = append(s.AllOf, &schema{If: only, Then: &schema{MinProperties: n, MaxProperties: n}})
	}
	return s
}

// tree lists the mappings that denote formulas, distinguished by their key and the word after it.
func tree(v vocabulary) *schema {
	s := &schema{Description: "A formula in tree form.", Type: "object", MinProperties: 1}
	known := map[string]*schema{}
	for _, shape := range syntax.Shapes() {
		key := known[shape.Key]
		if key == nil {
			key = &schema{}
			known[shape.Key] = key
			s.AnyOf = append(s.AnyOf, has(shape.Key))
			s.Properties = append(s.Properties, member{shape.Key, key})
		}
		is := has(shape.Key)
		switch {
		case shape.Word != "":
			key.Enum = append(key.Enum, shape.Word)
			is.Properties = members{{shape.Key, &schema{Const: shape.Word}}}
		case shape.Key == "if":
			*key = *v.object("", []grammar.Key{{Name: "when", Form: "formula"}, {Name: "condition", Form: "formula"},
				{Name: "then", Form: "formula", Must: true}, {Name: "else", Form: "formula", Must: true}})
		}
		x := &schema{Properties: members{{shape.Key, &schema{}}}, AdditionalProps: closed}
		for _, name := range shape.Beside {
			x.Properties = append(x.Properties, member{name, &schema{}})
		}
		s.AllOf = append(s.AllOf, &schema{If: is, Then: x})
	}
	return s
}
