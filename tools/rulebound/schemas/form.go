package schemas

// This file turns the tables of keys into schemas: a block is an object, a form the value of a key.

import (
	"rulebound/compiler/grammar"
	"rulebound/compiler/series"
)

// vocabulary maps the words of forms to schemas. Another word is the name of a definition.
type vocabulary map[string]*schema

const identifier = "^[A-Za-z][A-Za-z0-9_-]*$"

// words is the vocabulary of all documents.
var words = vocabulary{
	"word":  {Type: "string", Pattern: identifier},
	"text":  kind("string", "number", "boolean"),
	"int":   kind("integer"),
	"bool":  kind("boolean"),
	"empty": kind("null"),
	"any":   {},

	"value":     {Ref: "#/$defs/formula"}, // only the text of a scalar distinguishes them
	"constant":  {Ref: "#/$defs/formula"},
	"arguments": {}, // depends on the procedure

	"binding": {Type: "string", Pattern: `^\$[A-Za-z]`},
}

// block returns the object schema of a block.
func (v vocabulary) block(b *grammar.Block) *schema {
	s := v.object(b.Doc, b.Keys)
	if b.Open != "" {
		s.AdditionalProps = v.form(b.Open)
		s.PropertyNames = &schema{Pattern: identifier}
	}
	return s
}

// object returns an object schema with exactly these keys.
func (v vocabulary) object(doc string, keys []grammar.Key) *schema {
	s := &schema{Description: doc, Type: "object", AdditionalProps: closed}
	for _, k := range keys {
		if k == grammar.Every {
			continue // entries with it are patterns
		}
		p := v.form(k.Form)
		p.Description = k.Doc
		s.Properties = append(s.Properties, member{k.Name, p})
		if k.Must {
			s.Required = append(s.Required, k.Name)
		}
	}
	return s
}

func (v vocabulary) form(f grammar.Form) *schema { return v.anyOf(f.Shapes()) }

func (v vocabulary) anyOf(shapes []grammar.Shape) *schema {
	if len(shapes) == 1 {
		return v.shape(&shapes[0])
	}
	s := &schema{}
	for i := range shapes {
		s.AnyOf = append(s.AnyOf, v.shape(&shapes[i]))
	}
	return s
}

func (v vocabulary) shape(f *grammar.Shape) *schema {
	switch {
	case f.List != nil:
		items := v.anyOf(f.List)
		if len(f.List) == 1 && series.Takes(f.List[0].Word) {
			items = &schema{If: has("each"), Then: ref("pattern"), Else: items}
		}
		return list(items)
	case f.Pairs != nil:
		s := &schema{Type: "object", AdditionalProps: v.anyOf(f.Pairs)}
		if f.Keys == "binding" || f.Keys == "bindings" {
			s.PropertyNames = v.anyOf([]grammar.Shape{{Word: "binding"}})
		}
		if f.Keys == "binding" || f.Keys == "one" {
			s.MinProperties, s.MaxProperties = 1, 1
		}
		return s
	case f.Fixed != nil:
		return &schema{Enum: f.Fixed}
	}
	if s, ok := v[f.Word]; ok {
		copied := *s
		return &copied
	}
	return ref(f.Word)
}
