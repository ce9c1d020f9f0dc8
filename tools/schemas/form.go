package main

// This file turns the tables of keys into schemas: a block is an object, a form what may stand behind a key.

import (
	"strings"

	"rulebound/compiler/grammar"
)

// vocabulary gives the schemas of the words that forms use. A word that is not in it is the name of a definition.
type vocabulary map[string]*schema

const identifier = "^[A-Za-z][A-Za-z0-9_-]*$"

// words are the vocabulary that all documents share.
var words = vocabulary{
	"word":  {Type: "string", Pattern: identifier},
	"text":  kind("string", "number", "boolean"),
	"int":   kind("integer"),
	"bool":  kind("boolean"),
	"empty": kind("null"),
	"any":   {},

	"binding": {Type: "string", Pattern: `^\$[A-Za-z]`},
}

// block makes an object of the keys of a block.
func (v vocabulary) block(b *grammar.Block) *schema {
	s := v.object(b.Doc, b.Keys)
	if b.Open != "" {
		s.AdditionalProps = v.form(b.Open)
		s.PropertyNames = &schema{Pattern: identifier}
	}
	return s
}

// object makes an object with just these keys.
func (v vocabulary) object(doc string, keys []grammar.Key) *schema {
	s := &schema{Description: doc, Type: "object", AdditionalProps: closed}
	for _, k := range keys {
		p := v.form(k.Form)
		p.Description = k.Doc
		s.Properties = append(s.Properties, member{k.Name, p})
		if k.Must {
			s.Required = append(s.Required, k.Name)
		}
	}
	return s
}

// form makes a schema of a form. It panics on a form that it cannot read: forms are part of the program.
func (v vocabulary) form(f grammar.Form) *schema {
	r := formReader{v: v, rest: string(f)}
	s := r.union()
	if r.rest != "" {
		panic("schemas: " + string(f) + ": cannot read " + r.rest)
	}
	return s
}

type formReader struct {
	v    vocabulary
	rest string
}

func (r *formReader) union() *schema {
	var all []*schema
	for {
		all = append(all, r.one())
		rest, more := strings.CutPrefix(r.rest, " | ")
		if !more {
			break
		}
		r.rest = rest
	}
	if len(all) == 1 {
		return all[0]
	}
	return &schema{AnyOf: all}
}

func (r *formReader) one() *schema {
	switch {
	case strings.HasPrefix(r.rest, "["):
		return list(r.inside("]"))
	case strings.HasPrefix(r.rest, "{"):
		return &schema{Type: "object", AdditionalProps: r.inside("}")}
	case strings.HasPrefix(r.rest, "("):
		words, rest, ok := strings.Cut(r.rest[1:], ")")
		if !ok {
			panic("schemas: a form lacks )")
		}
		r.rest = rest
		return &schema{Enum: strings.Fields(words)}
	}
	end := strings.IndexAny(r.rest+" ", " ]})")
	word := r.rest[:end]
	if word == "" {
		panic("schemas: a form lacks a word before " + r.rest)
	}
	r.rest = r.rest[end:]
	if s, ok := r.v[word]; ok {
		copied := *s
		return &copied
	}
	return ref(word)
}

func (r *formReader) inside(end string) *schema {
	r.rest = r.rest[1:]
	s := r.union()
	rest, ok := strings.CutPrefix(r.rest, end)
	if !ok {
		panic("schemas: a form lacks " + end)
	}
	r.rest = rest
	return s
}
