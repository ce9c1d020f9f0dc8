package schemas

// This file is the part of JSON Schema (draft 2020-12) that the schemas need, written in a fixed order.

import (
	"bytes"
	"encoding/json"
	"slices"
)

// schema is a JSON schema. Empty fields are omitted.
type schema struct {
	Draft           string    `json:"$schema,omitempty"`
	Title           string    `json:"title,omitempty"`
	Description     string    `json:"description,omitempty"`
	Ref             string    `json:"$ref,omitempty"`
	Type            any       `json:"type,omitempty"` // a name or a list of names
	Const           any       `json:"const,omitempty"`
	Enum            []string  `json:"enum,omitempty"`
	Pattern         string    `json:"pattern,omitempty"`
	MinLength       int       `json:"minLength,omitempty"`
	Minimum         *int64    `json:"minimum,omitempty"`
	Maximum         *int64    `json:"maximum,omitempty"`
	Items           *schema   `json:"items,omitempty"`
	Contains        *schema   `json:"contains,omitempty"`
	MinItems        int       `json:"minItems,omitempty"`
	MinProperties   int       `json:"minProperties,omitempty"`
	MaxProperties   int       `json:"maxProperties,omitempty"`
	PropertyNames   *schema   `json:"propertyNames,omitempty"`
	Required        []string  `json:"required,omitempty"`
	Properties      members   `json:"properties,omitempty"`
	Dependent       any       `json:"dependentRequired,omitempty"`
	AdditionalProps any       `json:"additionalProperties,omitempty"` // false or a schema
	AllOf           []*schema `json:"allOf,omitempty"`
	AnyOf           []*schema `json:"anyOf,omitempty"`
	OneOf           []*schema `json:"oneOf,omitempty"`
	Not             *schema   `json:"not,omitempty"`
	If              *schema   `json:"if,omitempty"`
	Then            *schema   `json:"then,omitempty"`
	Else            *schema   `json:"else,omitempty"`
	Defs            members   `json:"$defs,omitempty"`
}

// closed is the value of additionalProperties that allows no other key.
var closed any = json.RawMessage("false")

const draft = "https://json-schema.org/draft/2020-12/schema"

// member is a named schema; members keep their order.
type member struct {
	name string
	*schema
}

type members []member

func (m members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, x := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := plain(x.name)
		if err != nil {
			return nil, err
		}
		value, err := plain(x.schema)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// plain is json.Marshal without escaping < > &.
func plain(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// text returns the schema as a file.
func (s *schema) text() ([]byte, error) {
	flat, err := plain(s)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, flat, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// property returns the schema of a key, nil if there is none.
func (s *schema) property(name string) *schema { return s.Properties.find(name) }

func (m members) find(name string) *schema {
	i := slices.IndexFunc(m, func(x member) bool { return x.name == name })
	if i < 0 {
		return nil
	}
	return m[i].schema
}

func ref(name string) *schema { return &schema{Ref: "#/$defs/" + name} }

func kind(names ...string) *schema {
	if len(names) == 1 {
		return &schema{Type: names[0]}
	}
	return &schema{Type: names}
}

func has(key string) *schema { return &schema{Required: []string{key}} }

func list(items *schema) *schema { return &schema{Type: "array", Items: items} }

func number(n int64) *int64 { return &n }
