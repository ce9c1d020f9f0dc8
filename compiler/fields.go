package compiler

// fields.go reads mappings strictly: every key that nobody asked for is an error with a near name.

import (
	"rulebound/compiler/source"
)

type fields struct {
	c     *compiler
	n     *source.Node
	what  string
	asked []string
}

// fields starts reading mapping n; what names it in messages.
func (c *compiler) fields(n *source.Node, what string) *fields {
	if n != nil && n.Kind != source.Map {
		c.errorf(n.Pos, "wrong-type", "%s must be a mapping {key: value}", what)
		n = nil
	}
	if n == nil {
		n = &source.Node{Kind: source.Map}
	}
	return &fields{c: c, n: n, what: what}
}

func (f *fields) get(key string) *source.Node {
	f.asked = append(f.asked, key)
	v := f.n.Get(key)
	if v != nil && v.Kind == source.Null {
		return nil
	}
	if key == "rule" {
		f.c.checkRules(v)
	}
	return v
}

// must is get for a key that has to be there.
func (f *fields) must(key string) *source.Node {
	v := f.get(key)
	if v == nil {
		f.c.errorf(f.n.Pos, "missing-key", "%s needs %s:", f.what, key)
	}
	return v
}

func (f *fields) text(key string) string {
	v := f.get(key)
	if v == nil {
		return ""
	}
	if v.Kind != source.Scalar {
		f.c.errorf(v.Pos, "wrong-type", "%s of %s must be text", key, f.what)
		return ""
	}
	return v.Value
}

// word reads an identifier.
func (f *fields) word(key string) string {
	v := f.get(key)
	if v == nil {
		return ""
	}
	if v.Kind != source.Scalar || !isWord(v.Value) {
		f.c.errorf(v.Pos, "bad-id", "%s of %s must be an identifier (a letter, then letters, digits, - or _)", key, f.what)
		return ""
	}
	return v.Value
}

func (f *fields) integer(key string, def int64) int64 {
	v := f.get(key)
	if v == nil {
		return def
	}
	i, ok := v.Int()
	if !ok {
		f.c.errorf(v.Pos, "wrong-type", "%s of %s must be a whole number", key, f.what)
		return def
	}
	return i
}

func (f *fields) flag(key string) bool {
	v := f.get(key)
	if v == nil {
		return false
	}
	b, ok := v.Bool()
	if !ok {
		f.c.errorf(v.Pos, "wrong-type", "%s of %s must be true or false", key, f.what)
	}
	return b
}

func (f *fields) list(key string) []*source.Node {
	v := f.get(key)
	if v == nil {
		return nil
	}
	if v.Kind != source.List {
		f.c.errorf(v.Pos, "wrong-type", "%s of %s must be a list", key, f.what)
		return nil
	}
	return v.Items
}

// done reports the keys nobody asked for.
func (f *fields) done() {
	if f.c.asked != nil {
		f.c.asked(f.c, f.what, f.asked)
	}
	for _, p := range f.n.Pairs {
		found := false
		for _, k := range f.asked {
			found = found || k == p.Key.Value
		}
		if !found {
			f.c.errorf(p.Key.Pos, "unknown-key", "%s has no key %q%s", f.what, p.Key.Value, f.c.near(p.Key.Value, f.asked))
		}
	}
}

// isWord tells whether s is an identifier of the language.
func isWord(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !(r >= '0' && r <= '9' || r == '-' || r == '_')) {
			return false
		}
	}
	return s != ""
}
