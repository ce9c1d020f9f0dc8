// Package series expands entries that are patterns: a seat for each number, a card for each rank and suit, and the spaces of
// grids (docs/reference.md, section 2). It works on the merged blocks before all other stages; no `each` remains. The expanded
// entries have the position of the pattern.
package series

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
)

// The limits of the expansion, so that a short text cannot produce a long rulebook.
const (
	MaxEntries = 4096    // of all patterns together
	MaxValues  = 1 << 18 // scalars in these entries
	maxText    = 2000    // characters of a scalar
)

// Expand expands the patterns of the top-level lists, then the grids. It replaces the lists of root and does not change the old
// ones. A pattern with an error produces no entries. If incomplete, a part of the rulebook could not be read, and nothing is
// reported as unknown.
func Expand(root *source.Node, incomplete bool, budget *diag.Budget) diag.List {
	x := &expander{root: root, incomplete: incomplete, budget: budget}
	if p := root.Pair("seats"); p != nil && p.Value.Kind == source.List {
		p.Value = x.list(p.Value)
		for _, item := range p.Value.Items {
			x.seats = append(x.seats, id(item))
		}
	}
	for i, p := range root.Pairs {
		if p.Value.Kind == source.List && p.Key.Value != "seats" && takesEach(p.Key.Value) {
			root.Pairs[i].Value = x.list(p.Value)
		}
	}
	x.owned()
	x.grids()
	return x.diags
}

// takesEach reports whether the entries of a top-level list may be patterns.
func takesEach(list string) bool {
	for _, k := range grammar.Find(grammar.Blocks, "rulebook").Keys {
		if k.Name != list {
			continue
		}
		return Takes(strings.Trim(string(k.Form), "[]"))
	}
	return false
}

// Takes reports whether entries of a block may be patterns.
func Takes(block string) bool {
	return slices.ContainsFunc(grammar.Blocks, func(b grammar.Block) bool { return b.Name == block && slices.Contains(b.Keys, grammar.Every) })
}

type expander struct {
	root       *source.Node
	incomplete bool
	budget     *diag.Budget
	seats      []string // their ids, after the expansion of their own patterns
	diags      diag.List
	faults     diag.Faults
	squared    map[string]bool // spaces created from columns and rows of a grid
	entries    int
	values     int
}

// placed creates text beside n at pos, for one step of the compile.
func (x *expander) placed(n *source.Node, pos diag.Pos, text string) *source.Node {
	x.budget.Spend(n.Pos, 1+len(text)/32)
	return n.Placed(pos, text)
}

// like creates an empty node at the position of n, for one step of the compile.
func (x *expander) like(n *source.Node, kind source.Kind) *source.Node {
	x.budget.Spend(n.Pos, 1)
	return n.Like(kind)
}

func (x *expander) errorf(pos diag.Pos, code, format string, args ...any) *diag.Diagnostic {
	x.faults.Add(x.diags)
	return x.diags.Errorf(pos, code, format, args...)
}

func (x *expander) list(n *source.Node) *source.Node {
	at := slices.IndexFunc(n.Items, func(item *source.Node) bool { return item.Pair("each") != nil })
	if at < 0 {
		return n
	}
	out := *n
	out.Items = append([]*source.Node{}, n.Items[:at]...)
	first := map[string]*source.Node{}
	for _, item := range out.Items {
		first[id(item)] = item
	}
	for _, item := range n.Items[at:] {
		made := []*source.Node{item}
		if each := item.Pair("each"); each != nil {
			made = x.pattern(item, each)
		}
		for _, m := range made {
			name := id(m)
			if before := first[name]; before != nil && name != "" {
				x.twice(m, before)
				break
			}
			first[name] = m
			out.Items = append(out.Items, m)
		}
	}
	return &out
}

func id(n *source.Node) string {
	s, _ := n.Get("id").Str()
	return s
}

// twice reports a duplicate id.
func (x *expander) twice(m, before *source.Node) {
	at := m.Get("id").Pos
	if at == before.Get("id").Pos {
		x.errorf(at, "duplicate-id", "the pattern makes %s twice", id(m)).
			Detailf("Use every name of each in the id, in braces.")
		return
	}
	x.errorf(at, "duplicate-id", "%s is defined twice", id(m)).
		Detailf("Give one of them another id, or take it out.").
		Notef(before.Get("id").Pos, "first defined here")
}

// name is a name in `each` with its values.
type name struct {
	word   string
	values []string
}

// pattern returns the entries of a pattern; the last name in `each` varies fastest.
func (x *expander) pattern(item *source.Node, each *source.Pair) []*source.Node {
	combinations := x.combinations(each.Value)
	x.entries += len(combinations)
	var made []*source.Node
	for _, given := range combinations {
		m, ok := x.entry(item, given)
		if !ok {
			return nil
		}
		made = append(made, m)
	}
	return made
}

// combinations returns the combinations of the values of the names in `each`; the last name varies fastest. It returns none after
// an error.
func (x *expander) combinations(each *source.Node) []map[string]string {
	if each.Kind != source.Map || len(each.Pairs) == 0 {
		x.errorf(each.Pos, "bad-series", "each lists the values that the entry is made for").
			Detailf("Write each: {n: 1..6}, or {rank: rank, suit: suit} with the names of enumerations, or {seat: seats}; \"{n}\" in the entry is replaced with the value.")
		return nil
	}
	var names []name
	count := 1
	for _, p := range each.Pairs {
		values, ok := x.over(p.Value)
		if !ok {
			return nil
		}
		names = append(names, name{p.Key.Value, values})
		if count *= max(len(values), 1); x.tooMany(each, count) {
			return nil
		}
	}
	out := make([]map[string]string, count)
	for i := range out {
		out[i] = map[string]string{}
		for k, rest := len(names)-1, i; k >= 0; k-- {
			out[i][names[k].word] = names[k].values[rest%len(names[k].values)]
			rest /= len(names[k].values)
		}
	}
	return out
}

// tooMany reports an error and returns true if count more entries exceed the limit.
func (x *expander) tooMany(at *source.Node, count int) bool {
	if x.entries+count <= MaxEntries {
		return false
	}
	x.errorf(at.Pos, "too-many", "the patterns of the rulebook make more than %d entries", MaxEntries).
		Detailf("Make each go over less.")
	return true
}

// over returns the values of a name in `each`: a range of numbers, the members of an enumeration, the seats, or a list.
func (x *expander) over(n *source.Node) ([]string, bool) {
	if n.Kind == source.List && len(n.Items) > 0 {
		var values []string
		for _, item := range n.Items {
			if item.Kind != source.Scalar {
				x.badRange(n)
				return nil, false
			}
			values = append(values, item.Value)
		}
		return values, true
	}
	text, ok := n.Str()
	if !ok {
		x.badRange(n)
		return nil, false
	}
	if from, to, isRange := strings.Cut(text, ".."); isRange {
		return x.numbers(n, from, to)
	}
	var enums []string
	for _, p := range x.enums() {
		if p.Key.Value != text {
			enums = append(enums, p.Key.Value)
			continue
		}
		return p.Value.Texts(), len(p.Value.Items) > 0
	}
	if text == "seats" && len(x.seats) > 0 {
		return x.seats, true
	}
	if !x.incomplete {
		x.errorf(n.Pos, "unknown-name", "there is no enumeration %s%s", text, diag.DidYouMean(text, enums)).
			Detailf("each goes over an enumeration, numbers such as 1..6, a list, or seats: all of them.")
	}
	return nil, false
}

func (x *expander) enums() []source.Pair {
	if n := x.root.Get("enums"); n != nil {
		return n.Pairs
	}
	return nil
}

func (x *expander) numbers(n *source.Node, from, to string) ([]string, bool) {
	low, err := strconv.Atoi(from)
	high, err2 := strconv.Atoi(to)
	if err != nil || err2 != nil || low > high {
		x.badRange(n)
		return nil, false
	}
	if high-low >= MaxEntries || low < -MaxEntries || high > 1<<20 {
		x.errorf(n.Pos, "too-many", "the patterns of the rulebook make more than %d entries", MaxEntries).
			Detailf("Make each go over less.")
		return nil, false
	}
	var values []string
	for i := low; i <= high; i++ {
		values = append(values, strconv.Itoa(i))
	}
	return values, true
}

func (x *expander) badRange(n *source.Node) {
	x.errorf(n.Pos, "bad-series", "each goes over numbers such as 1..6, an enumeration, or a list of values")
}

// entry returns an entry of a pattern: without `each`, and with names replaced by values.
func (x *expander) entry(n *source.Node, given map[string]string) (*source.Node, bool) {
	out := *n
	out.Pairs = nil
	for _, p := range n.Pairs {
		if p.Key.Value == "each" {
			continue
		}
		out.Pairs = append(out.Pairs, p)
	}
	return x.filled(&out, given)
}

// filled returns a copy of a value with names replaced by values.
func (x *expander) filled(n *source.Node, given map[string]string) (*source.Node, bool) {
	if x.values++; x.values > MaxValues {
		x.errorf(n.Pos, "too-many", "the patterns of the rulebook make more than %d values", MaxValues).
			Detailf("Make each go over less, or the entry shorter.")
		return nil, false
	}
	out, ok := *n, true
	switch n.Kind {
	case source.Scalar:
		return x.text(n, given)
	case source.List:
		out.Items = make([]*source.Node, len(n.Items))
		for i, item := range n.Items {
			if out.Items[i], ok = x.filled(item, given); !ok {
				return nil, false
			}
		}
	case source.Map:
		out.Pairs = make([]source.Pair, len(n.Pairs))
		for i, p := range n.Pairs {
			q := &out.Pairs[i]
			if q.Key, ok = x.text(p.Key, given); ok {
				q.Value, ok = x.filled(p.Value, given)
			}
			if !ok {
				return nil, false
			}
		}
	}
	return &out, true
}

var braced = regexp.MustCompile(`\{[A-Za-z][A-Za-z0-9_-]*\}`)

// text replaces names in a text by values. If the text consists of a name only, the result has the type of the value: a number, a
// truth value or a word.
func (x *expander) text(n *source.Node, given map[string]string) (*source.Node, bool) {
	if !strings.Contains(n.Value, "{") {
		return n, true
	}
	lost := ""
	text := braced.ReplaceAllStringFunc(n.Value, func(b string) string {
		v, known := given[b[1:len(b)-1]]
		if !known {
			lost = b
		}
		return v
	})
	switch {
	case lost != "":
		x.errorf(n.Pos, "unknown-name", "each has no name %s", lost[1:len(lost)-1]).
			Detailf("Braces in an entry made by a pattern hold a name of its each.")
		return nil, false
	case len(text) > maxText:
		x.errorf(n.Pos, "too-long", "a value that a pattern makes has more than %d characters", maxText)
		return nil, false
	}
	out := x.placed(n, n.Pos, text)
	if loc := braced.FindStringIndex(n.Value); loc != nil && loc[0] == 0 && loc[1] == len(n.Value) {
		out.Tag = source.TagOf(text)
	}
	return out, true
}
