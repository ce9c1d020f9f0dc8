package def

// This file names places in the JSON text of a compiled game, such as code[12].x[0], for errors in a text and in parts of a game that
// cannot be loaded.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Place names a part of the game by its place in the JSON text, such as vars[3] or functions[2].body.args[1]. The part is a pointer into
// the game: to a field, a list entry or an expression. It returns "" for anything else. It searches the whole game.
func (g *GameDef) Place(part any) string {
	p := reflect.ValueOf(part)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return ""
	}
	f := finder{want: p.Pointer(), of: p.Type().Elem(), seen: map[uintptr]bool{}}
	if !f.in(reflect.ValueOf(g).Elem(), "") {
		return ""
	}
	return strings.TrimPrefix(f.place, ".")
}

// finder searches for a part of a game.
type finder struct {
	want  uintptr
	of    reflect.Type
	seen  map[uintptr]bool // pointers already followed: expressions may be shared
	place string
}

// in reports whether the value at a place is or contains the part.
func (f *finder) in(v reflect.Value, place string) bool {
	if v.CanAddr() && v.Type() == f.of && v.Addr().Pointer() == f.want {
		f.place = place
		return true
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || f.seen[v.Pointer()] {
			return false
		}
		f.seen[v.Pointer()] = true
		return f.in(v.Elem(), place)
	case reflect.Slice:
		for i := range v.Len() {
			if f.in(v.Index(i), fmt.Sprintf("%s[%d]", place, i)) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			t := v.Type().Field(i)
			key, _, _ := strings.Cut(t.Tag.Get("json"), ",")
			if key != "" || !t.Anonymous {
				key = "." + key
			}
			if f.in(v.Field(i), place+key) {
				return true
			}
		}
	}
	return false
}

// placeAt names the place of an offset in a JSON text, "" outside of fields.
func placeAt(text []byte, offset int64) string {
	type level struct {
		list, value bool // in a list; in a mapping: the next token is a value
		n           int
		key         string
	}
	var levels []level
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	for dec.InputOffset() < offset {
		token, err := dec.Token()
		if err != nil {
			break
		}
		top := len(levels) - 1
		if token == json.Delim('}') || token == json.Delim(']') {
			levels = levels[:top]
			continue
		}
		if top >= 0 {
			switch at := &levels[top]; {
			case at.list:
				at.n++
			case at.value:
				at.value = false
			default:
				at.key, _ = token.(string)
				at.value = true
			}
		}
		if token == json.Delim('{') || token == json.Delim('[') {
			levels = append(levels, level{list: token == json.Delim('[')})
		}
	}
	var b strings.Builder
	for _, at := range levels {
		switch {
		case !at.list && at.key != "":
			b.WriteString("." + at.key)
		case at.list && at.n > 0:
			fmt.Fprintf(&b, "[%d]", at.n-1)
		}
	}
	return strings.TrimPrefix(b.String(), ".")
}
