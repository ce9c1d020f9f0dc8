// This file translates names between a rulebook and a program with other names.

package drive

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rulebound/conformance/listing"
)

// Table translates names in both directions. The zero value changes nothing.
type Table struct {
	theirs, ours map[string]string
}

// ReadTable parses a table of names: YAML with the key names, a mapping of our names to theirs. Each of our names
// must be in known, or be a part of a known name between dots; no two may have the same translation.
func ReadTable(text []byte, known []string) (*Table, error) {
	var file struct {
		Names map[string]string `yaml:"names"`
	}
	if err := listing.Read(text, &file); err != nil {
		return nil, fmt.Errorf("a table of names is a mapping names: {ours: theirs}: %w", err)
	}
	parts := map[string]bool{}
	for _, name := range known {
		parts[name] = true
		for part := range strings.SplitSeq(name, ".") {
			parts[part] = true
		}
	}
	t := &Table{theirs: map[string]string{}, ours: map[string]string{}}
	for _, name := range slices.Sorted(maps.Keys(file.Names)) {
		theirs := file.Names[name]
		other, taken := t.ours[theirs]
		switch {
		case !parts[name]:
			return nil, fmt.Errorf("the game has no name %s", name)
		case theirs == "":
			return nil, fmt.Errorf("%s has no translation", name)
		case taken:
			return nil, fmt.Errorf("%s and %s cannot both be %s", other, name, theirs)
		}
		t.theirs[name], t.ours[theirs] = theirs, name
	}
	for _, name := range slices.Sorted(maps.Keys(t.theirs)) {
		if theirs := t.theirs[name]; parts[theirs] && t.theirs[theirs] == "" {
			return nil, fmt.Errorf("%s cannot be %s, which is another name of the game: translate that, too", name, theirs)
		}
	}
	return t, nil
}

// word translates a name, or its parts between dots.
func word(name string, by map[string]string) string {
	if to, ok := by[name]; ok {
		return to
	}
	if len(by) == 0 || !strings.Contains(name, ".") {
		return name
	}
	parts := strings.Split(name, ".")
	for i, part := range parts {
		if to, ok := by[part]; ok {
			parts[i] = to
		}
	}
	return strings.Join(parts, ".")
}

// value translates the names in a value, keys of mappings included.
func value(v any, by map[string]string) any {
	switch v := v.(type) {
	case string:
		return word(v, by)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = value(v[i], by)
		}
		return out
	case map[string]any:
		return keys(v, by, func(x any) any { return value(x, by) })
	}
	return v
}

func keys[V any](m map[string]V, by map[string]string, each func(V) V) map[string]V {
	if m == nil {
		return nil
	}
	out := make(map[string]V, len(m))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		out[word(k, by)] = each(m[k])
	}
	return out
}

func words(list []string, by map[string]string) []string {
	if list == nil {
		return nil
	}
	out := make([]string, len(list))
	for i, name := range list {
		out[i] = word(name, by)
	}
	return out
}

func keep[V any](v V) V { return v }

// request translates a request into their names.
func (t *Table) request(r Request) Request {
	by := t.theirs
	if len(by) == 0 {
		return r
	}
	if r.Names != nil {
		n := *r.Names
		for _, list := range []*[]string{&n.Seats, &n.Spaces, &n.Classes, &n.Cards, &n.Piles, &n.Decisions, &n.Values} {
			*list = words(*list, by)
		}
		r.Names = &n
	}
	if c := r.Changes; c != nil {
		r.Changes = &Changes{Values: keys(c.Values, by, func(v string) string { return word(v, by) }), Lasting: words(c.Lasting, by),
			Pieces: keys(c.Pieces, by, func(m map[string]int) map[string]int { return keys(m, by, keep) }),
			Piles:  keys(c.Piles, by, func(list []string) []string { return words(list, by) })}
	}
	if r.Asks != nil {
		r.Asks = &Asked{word(r.Asks.Seat, by), word(r.Asks.Decision, by)}
	}
	r.Setup, r.Seat, r.Decision, r.Name = word(r.Setup, by), word(r.Seat, by), word(r.Decision, by), word(r.Name, by)
	r.Options = keys(r.Options, by, func(v string) string { return word(v, by) })
	r.Values = keys(r.Values, by, func(v any) any { return value(v, by) })
	r.Answer, r.Outcome, r.Value, r.Wanted = value(r.Answer, by), value(r.Outcome, by), value(r.Value, by), words(r.Wanted, by)
	return r
}

// reply translates a reply into our names. Lines of a trace are unchanged.
func (t *Table) reply(r Reply) Reply {
	by := t.ours
	if len(by) == 0 {
		return r
	}
	r.Seat, r.Decision, r.Options = word(r.Seat, by), word(r.Decision, by), words(r.Options, by)
	r.Order = words(r.Order, by)
	r.Values = keys(r.Values, by, func(v any) any { return value(v, by) })
	r.Pieces = keys(r.Pieces, by, func(m map[string]int64) map[string]int64 { return keys(m, by, keep) })
	r.Result = keys(r.Result, by, keep)
	return r
}
