package listing

// This file refuses fractions where integers are expected: the YAML package truncates them silently.

import (
	"fmt"
	"reflect"
	"strings"

	"gopkg.in/yaml.v3"
)

// whole finds the first number with a fraction or an exponent that would be decoded into an integer of type t.
func whole(n *yaml.Node, t reflect.Type) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch n.Kind {
	case yaml.SequenceNode:
		return wholeList(n, t)
	case yaml.MappingNode:
		return wholeMap(n, t)
	}
	if t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64 && n.ShortTag() == "!!float" {
		return fmt.Errorf("line %d: %s is given where a whole number is expected", n.Line, cut(n.Value))
	}
	return nil
}

func wholeList(n *yaml.Node, t reflect.Type) error {
	if t.Kind() != reflect.Slice {
		return nil
	}
	for _, item := range n.Content {
		if err := whole(item, t.Elem()); err != nil {
			return err
		}
	}
	return nil
}

func wholeMap(n *yaml.Node, t reflect.Type) error {
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		inner := under(t, key)
		if inner == nil {
			continue
		}
		if value.Kind == yaml.SequenceNode && key.ShortTag() == "!!merge" { // merged entries
			inner = reflect.SliceOf(t)
		}
		if err := whole(value, inner); err != nil {
			return err
		}
	}
	return nil
}

// under returns the type that the value of a key is decoded into, nil for an unknown key.
func under(t reflect.Type, key *yaml.Node) reflect.Type {
	switch {
	case key.ShortTag() == "!!merge":
		return t
	case t.Kind() == reflect.Map:
		return t.Elem()
	case t.Kind() != reflect.Struct:
		return nil
	}
	for field := range t.Fields() {
		if name, _, _ := strings.Cut(field.Tag.Get("yaml"), ","); name == key.Value {
			return field.Type
		}
	}
	return nil
}
