package schemas

// This file generates the schemas of scenario files and of plays.

import (
	"slices"

	"rulebound/conformance/scenario"
	"rulebound/show/saved"
)

func scenarioSchema() *schema {
	v := words
	top := v.block(&scenario.Blocks[0])
	top.Draft, top.Title = draft, "Scenario"
	top.property("version").Type = nil
	top.property("version").Const = scenario.Version
	top.property("title").Type = nil
	top.property("title").AnyOf = []*schema{{Type: "string", MinLength: 1, Pattern: `^[^\n\r]*$`}, kind("number", "boolean")}
	top.property("rules").AnyOf[1].MinItems = 1
	top.property("seed").Minimum = number(0)
	// a scenario without any expectation is an error
	top.AnyOf = []*schema{has("expect"), {Required: []string{"moves"}, Properties: members{{"moves", &schema{Contains: has("expect")}}}}}
	top.Defs = members{
		{"answer", &schema{Description: "An answer: a name or a number, a list of answers, or what is answered by name.",
			AnyOf: []*schema{v.form("text"), list(v.form("answer | empty")), {Type: "object", AdditionalProps: v.form("answer | empty")}}}},
		{"chance", v.form("{text | [text | [text]]}")},
		{"step", &schema{Description: "A move, or `expect:` between moves.", Type: "object",
			If:   &schema{Required: []string{"expect"}, MaxProperties: 1},
			Then: &schema{Properties: members{{"expect", ref("expect")}}}, Else: ref("move")}},
	}
	for i := range scenario.Blocks[1:] {
		b := &scenario.Blocks[1+i]
		s := v.block(b)
		switch b.Name {
		case "setup":
			s.property("pieces").AdditionalProps.(*schema).AdditionalProps.(*schema).Minimum = number(0)
		case "expect":
			s.MinProperties = 1
			s.AnyOf = claims(s)
			asking := &schema{Type: "string", Pattern: `^\S+( 0*[1-9][0-9]*)?$`}
			s.property("notAsked").AnyOf = []*schema{asking, {Type: "array", Items: asking, MinItems: 1}}
		case "move":
			s.MinProperties, s.PropertyNames = 1, nil // names of decisions are arbitrary
		case "activity":
			s.PropertyNames = nil
			s.property("at").Type, s.property("at").Pattern = "string", `^\s*(before|after(\s+\S+)?)\s*$`
		case "refused":
			s.MinProperties, s.PropertyNames = 2, nil
		}
		top.Defs = append(top.Defs, member{b.Name, s})
	}
	return top
}

// claims lists the keys of an expectation, of which one is required.
func claims(expect *schema) []*schema {
	var out []*schema
	for _, p := range expect.Properties {
		if p.name != "rules" {
			out = append(out, has(p.name))
		}
	}
	return out
}

// playSchema generates the schema of plays: their set-ups and answers are those of scenarios.
func playSchema() *schema {
	top := words.block(&saved.Block)
	top.Draft, top.Title = draft, "Play"
	top.property("version").Type = nil
	top.property("version").Const = saved.Version
	top.property("seed").Type, top.property("seed").Minimum = "integer", number(0)
	value := ref("answer")
	top.Defs = members{{"move", &schema{Description: "A seat with its answer to one decision, an outcome of chance, or a stance.", AnyOf: []*schema{
		{Type: "object", Required: []string{"chance"}, AdditionalProps: closed, Properties: members{{"chance", &schema{Type: "object", MinProperties: 1,
			MaxProperties: 1, AdditionalProps: list(value)}}}},
		{Type: "object", Required: []string{"stance"}, AdditionalProps: closed, Properties: members{{"stance", &schema{Type: "object", MinProperties: 1,
			MaxProperties: 1, AdditionalProps: kind("string", "number", "boolean")}}}},
		{Type: "object", MinProperties: 1, MaxProperties: 2, PropertyNames: &schema{Not: &schema{Enum: []string{"chance", "stance"}}},
			AdditionalProps: &schema{AnyOf: []*schema{value, kind("null")}}},
	}}}}
	for _, d := range scenarioSchema().Defs {
		if slices.Contains([]string{"answer", "setup"}, d.name) {
			top.Defs = append(top.Defs, d)
		}
	}
	return top
}
