package index

// complete.go proposes completions for a place of a rulebook.

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/grammar"
	"rulebound/compiler/names"
	"rulebound/engine/def"
)

// Item is a completion.
type Item struct {
	Label  string
	Kind   string // as from Index.Kind, or "key", "word", "function"
	Detail string
	Insert string // text to insert, "": the label
	Doc    string // Markdown
	First  bool   // it is the most likely one
}

// MaxItems limits the completions that are offered; typing narrows them.
const MaxItems = 400

// Offer is a list of completions under construction.
type Offer struct {
	word  string // typed so far
	items []Item
	seen  map[string]bool
}

// NewOffer returns an empty list for a typed word.
func NewOffer(word string) *Offer { return &Offer{word: word, seen: map[string]bool{}} }

// Add adds an item unless it is a duplicate or does not contain the typed letters in order.
func (o *Offer) Add(i Item) {
	if i.Label == "" || o.seen[i.Label] || !has(i.Label, o.word) {
		return
	}
	o.seen[i.Label] = true
	o.items = append(o.items, i)
}

// has reports whether a text contains the letters of part in order.
func has(text, part string) bool {
	text, part = strings.ToLower(text), strings.ToLower(part)
	for _, r := range part {
		i := strings.IndexRune(text, r)
		if i < 0 {
			return false
		}
		text = text[i+len(string(r)):]
	}
	return true
}

// Ranked returns the items, those with the typed prefix first, and whether the list is complete.
func (o *Offer) Ranked() ([]Item, bool) {
	rank := func(i Item) int {
		switch {
		case i.First:
			return 0
		case strings.HasPrefix(strings.ToLower(i.Label), strings.ToLower(o.word)):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(o.items, func(a, b Item) int { return cmp.Compare(rank(a), rank(b)) })
	return o.items[:min(len(o.items), MaxItems)], len(o.items) <= MaxItems
}

// Complete lists the completions at a place of a yaml block of a page, and reports whether the list is complete.
func (x *Index) Complete(file string, lines []string, fence Fence, line, col int) ([]Item, bool) {
	spot := SpotAt(lines, fence.First, line, col)
	allowed := Rulebooks.At(spot)
	o := NewOffer(string([]rune(lines[line-1])[spot.From-1 : max(col, spot.From)-1]))
	w := &where{Index: x, Offer: o, spot: spot, allowed: allowed, file: file, lines: lines, fence: fence, line: line}
	if spot.AtKey {
		w.keys()
	}
	if spot.AtValue {
		w.values()
	}
	return o.Ranked()
}

// where is the context of a completion.
type where struct {
	*Index
	*Offer
	spot    Spot
	allowed Allowed
	file    string
	lines   []string
	fence   Fence
	line    int
}

// parent returns the key n levels above the value being completed, "" if there is none.
func (w *where) parent(n int) string {
	path := slices.DeleteFunc(slices.Clone(w.spot.Path), func(s Step) bool { return s.Key == "" })
	if i := len(path) - n; i >= 0 && n > 0 {
		return path[i].Key
	}
	return ""
}

// keys offers the keys of the mapping.
func (w *where) keys() {
	for i := range w.allowed.Keys {
		k := &w.allowed.Keys[i]
		if !slices.Contains(w.spot.Keys, k.Name) {
			w.Add(Item{Label: k.Name, Kind: "key", Detail: must(*k) + " " + k.Doc, Insert: k.Name + ": ", Doc: Rulebooks.KeyDoc(k), First: k.Must && len(w.word) == 0})
		}
	}
	if w.allowed.Statement && w.allowed.Word == "" && len(w.spot.Keys) == 0 {
		w.shared(func(s *declare.Symbol) bool { return s.Kind == declare.Procedure }, ": ")
	}
	for _, open := range w.allowed.Open {
		if open == "pairs" {
			w.names()
			continue
		}
		kind, ok := map[string]def.Kind{"seat": def.KSeat, "space": def.KZone, "box": def.KZone, "gridSpace": def.KZone, "card": def.KCard, "piece": def.KClass, "procedure": def.KProc}[open]
		if !ok || w.Symbols == nil {
			continue
		}
		props := w.Symbols.Data.Properties[kind]
		for _, name := range declare.SortedProperties(props) {
			if !slices.Contains(w.spot.Keys, name) {
				w.Add(Item{Label: name, Kind: "property", Detail: w.TypeName(props[name].Type), Insert: name + ": "})
			}
		}
	}
}

// names offers names as the keys of a mapping.
func (w *where) names() {
	key := w.parent(1)
	if proc := w.procedure(key); proc != nil {
		for _, p := range proc.Params {
			if !slices.Contains(w.spot.Keys, p.Name) {
				w.Add(Item{Label: p.Name, Kind: "parameter", Detail: w.TypeName(p.Type), Insert: p.Name + ": ", First: p.Default == nil})
			}
		}
		return
	}
	switch key {
	case "set", "gain", "lose", "pay":
		w.shared(func(s *declare.Symbol) bool { return s.Kind == declare.Variable && !w.Symbols.Game.Vars[s.Index].Quiet }, ": ")
		w.bindings("")
	case "shift", "mark", "with":
		w.bindings("")
	case "spaces", "boxes":
		w.shared(func(s *declare.Symbol) bool {
			return w.symbolKind(s) == map[string]string{"spaces": "space", "boxes": "box"}[key]
		}, ": ")
	case "tracks", "variables", "expect":
		w.shared(func(s *declare.Symbol) bool { return s.Kind == declare.Variable || s.Kind == declare.Derived }, ": ")
	case "piles":
		w.shared(func(s *declare.Symbol) bool { return s.Type == def.TPile }, ": ")
	case "pieces":
		w.shared(func(s *declare.Symbol) bool { return s.Kind == declare.PieceType }, ": ")
	}
}

// procedure returns the procedure with a name, nil if there is none.
func (w *where) procedure(name string) *declare.Proc {
	if w.Symbols == nil {
		return nil
	}
	if s := w.Symbols.Names[name]; s != nil && s.Kind == declare.Procedure && int(s.Index) < len(w.Symbols.Rules.Procs) {
		return w.Symbols.Rules.Procs[s.Index]
	}
	return nil
}

// shared offers ids that formulas share, followed by after.
func (w *where) shared(fits func(*declare.Symbol) bool, after string) {
	if w.Symbols == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(w.Symbols.Names)) {
		if s := w.Symbols.Names[name]; has(name, w.word) && fits(s) {
			t := names.Thing{Name: name}
			insert := ""
			if after != "" {
				insert = name + after
			}
			w.Add(Item{Label: name, Kind: w.symbolKind(s), Detail: strings.TrimSpace(w.TypeName(w.TypeOf(t)) + " " + w.Title(t)), Insert: insert})
		}
	}
}

// sort offers the names of a sort.
func (w *where) sort(sort names.Sort, of string) {
	for _, u := range w.All(sort) {
		if of == "" || u.Thing.Of == of {
			w.Add(Item{Label: u.Thing.Name, Kind: w.Kind(u.Thing), Detail: w.Title(u.Thing)})
		}
	}
}

// sortsOf maps keys to the sort of names that they take.
var sortsOf = map[string]names.Sort{"to": names.Point, "duration": names.Duration, "tags": names.Tag, "takes": names.Bundle, "also": names.Aside, "statuses": names.Status,
	"marks": names.Mark, "expire": names.Duration, "untag": names.Mark, "hook": names.Point, "gaps": names.Property}

// values offers the values at the place.
func (w *where) values() {
	key := w.parent(1)
	for _, s := range flat(w.allowed.Values) {
		for _, word := range s.Fixed {
			w.Add(Item{Label: word, Kind: "word", First: true})
		}
		switch s.Word {
		case "bool":
			w.Add(Item{Label: "true", Kind: "word"})
			w.Add(Item{Label: "false", Kind: "word"})
		case "rules":
			w.sort(names.Clause, "")
		case "type":
			w.types()
		case "word":
			w.identifier(key)
		case "formula", "value", "constant", "conditions", "arguments":
			w.formula()
		case "binding":
			w.Add(Item{Label: "$it", Kind: "binding"})
		case "any": // possibly a property
			if w.wanted("").Kind != def.KNone {
				w.formula()
			}
		}
	}
	if w.allowed.Values == nil && w.spot.Before != "" { // part of a formula
		w.formula()
	}
}

// identifier offers the names for a key that takes an identifier.
func (w *where) identifier(key string) {
	if sort, ok := sortsOf[key]; ok {
		w.sort(sort, "")
		return
	}
	switch key {
	case "main", "grant", "calls":
		w.shared(func(s *declare.Symbol) bool { return s.Kind == declare.Procedure }, "")
	case "adjacent":
		w.shared(func(s *declare.Symbol) bool { return s.Type == def.TZone && w.symbolKind(s) == "space" }, "")
	case "home":
		w.shared(func(s *declare.Symbol) bool { return s.Type == def.TZone && w.symbolKind(s) == "box" }, "")
	case "pool":
		w.shared(func(s *declare.Symbol) bool { return s.Kind == declare.Pool }, "")
	case "hold":
		w.shared(func(s *declare.Symbol) bool { return s.Kind == declare.Derived }, "")
	case "piles":
		w.shared(func(s *declare.Symbol) bool { return s.Type == def.TCard }, "")
	case "lasting":
		w.shared(func(s *declare.Symbol) bool { return s.Type == def.TLasting }, "")
	case "distinct":
		w.shared(func(s *declare.Symbol) bool { return s.Kind == declare.Value }, "")
	}
}

// types offers the names of types.
func (w *where) types() {
	if w.Symbols == nil {
		return
	}
	for _, name := range w.Symbols.TypeNames() {
		w.Add(Item{Label: name, Kind: "type"})
	}
	for _, name := range slices.Sorted(maps.Keys(w.Symbols.Data.Tables)) {
		w.Add(Item{Label: name, Kind: "table"})
	}
	w.Add(Item{Label: "set of ", Kind: "type"})
}

var (
	// chain matches the text before a point: a name with properties.
	chain = regexp.MustCompile(`(\$?[A-Za-z][A-Za-z0-9_-]*)((?:\.[A-Za-z][A-Za-z0-9_-]*)*)\.$`)
	// compared matches the text before the right side of a comparison.
	compared = regexp.MustCompile(`(\$?[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z][A-Za-z0-9_-]*)*)\s*(?:==|!=|\bin \[[^\]]*|\bin|not-in)\s*$`)
)

// bracketed matches the text before an index in brackets: the name, and the brackets before it.
var bracketed = regexp.MustCompile(`([A-Za-z][A-Za-z0-9_-]*)((?:\[[^][]*\])*)\[\s*$`)

// formula offers what fits a formula or a value.
func (w *where) formula() {
	before := strings.TrimSuffix(w.spot.Before, w.word)
	if m := chain.FindStringSubmatch(before); m != nil {
		w.members(w.typeOf(m[1], m[2]))
		return
	}
	if strings.HasSuffix(before, "$") {
		w.bindings("$")
		return
	}
	want := w.wanted(before)
	w.bindings("")
	if want.Kind == def.KEnum || want.Kind == def.KSet && want.Elem == def.KEnum {
		w.sort(names.Member, w.Symbols.Game.Enums[want.Of].ID)
	}
	if want.Kind == def.KRow {
		w.sort(names.Row, w.Symbols.Game.Tables[want.Of].ID)
	}
	w.shared(func(s *declare.Symbol) bool { return fits(w.TypeOf(names.Thing{Name: s.Name}), want) }, "")
	for _, f := range grammar.Functions {
		w.Add(Item{Label: f, Kind: "function", Detail: "of the language", Insert: f + "("})
	}
	for _, f := range grammar.Comprehensions {
		w.Add(Item{Label: f, Kind: "function", Detail: grammar.Usage(f), Insert: grammar.Usage(f)[:strings.IndexAny(grammar.Usage(f), "CSV")]})
	}
	for _, word := range []string{"none", "true", "false", "and", "or", "not", "if", "then", "else", "div", "mod", "in", "not-in"} {
		w.Add(Item{Label: word, Kind: "word"})
	}
}

// fits reports whether a value of type t can be written where want is expected, alone or as a part.
func fits(t, want def.Type) bool {
	base := func(t def.Type) def.Kind {
		switch t.Kind {
		case def.KSet:
			return t.Elem
		case def.KTrack:
			return def.KInt
		}
		return t.Kind
	}
	switch {
	case want.Kind == def.KNone || t.Kind == def.KNone:
		return true
	case base(want) == def.KEnum && base(t) == def.KEnum || base(want) == def.KRow && base(t) == def.KRow:
		return want.Of == t.Of
	case base(want) == def.KClass && base(t) == def.KSeat, base(want) == def.KOrder && base(t) == def.KSeat:
		return true
	}
	return base(t) == base(want)
}

// wanted returns the type that is expected at the place, KNone if unknown.
func (w *where) wanted(before string) def.Type {
	if m := bracketed.FindStringSubmatch(before); m != nil {
		if per, at := w.brackets(m[1]), strings.Count(m[2], "["); at < len(per) {
			if gd := w.Symbols.Game; per[at].Kind == def.KEnum && gd.Many(per[at]) > 0 && !grammar.IsWord(gd.IDOf(0, per[at])) {
				return def.TInt // a range of numbers
			}
			return per[at]
		}
	}
	if m := compared.FindStringSubmatch(before); m != nil {
		name, rest, _ := strings.Cut(m[1], ".")
		if rest != "" {
			rest = "." + rest
		}
		return w.typeOf(name, rest)
	}
	if strings.TrimFunc(strings.TrimLeft(before, "= "), IsWord) != "" {
		return def.Type{} // within a formula
	}
	key, around := w.parent(1), w.parent(2)
	if p := w.procedure(around); p != nil {
		for _, q := range p.Params {
			if q.Name == key {
				return q.Type
			}
		}
	}
	switch around {
	case "set", "gain", "lose", "pay":
		name := key[strings.LastIndex(key, ".")+1:]
		return w.TypeOf(names.Thing{Name: name})
	}
	switch key {
	case "by", "seat", "owner":
		return def.TSeat
	case "if", "when", "where", "require", "possible":
		return def.Type{}
	}
	for _, kind := range []def.Kind{def.KSeat, def.KZone, def.KCard, def.KClass, def.KProc} {
		if p := w.Symbols; p != nil && p.Data.Properties[kind][key] != nil && len(w.allowed.Blocks) == 0 {
			return p.Data.Properties[kind][key].Type
		}
	}
	return def.Type{}
}

// typeOf returns the type of a name with properties, such as $space and .control.
func (w *where) typeOf(name, props string) def.Type {
	var t def.Type
	if strings.HasPrefix(name, "$") {
		if things := nearest(w.Named(name), w.file, w.line); len(things) > 0 {
			t = w.TypeOf(things[0])
		} else if things := w.Named(name); len(things) > 0 { // another binding with that name
			t = w.TypeOf(things[0])
		}
	} else {
		t = w.TypeOf(names.Thing{Name: name})
	}
	for _, p := range strings.FieldsFunc(props, func(r rune) bool { return r == '.' }) {
		t = w.propertyType(t, p)
	}
	return t
}

func (w *where) propertyType(t def.Type, p string) def.Type {
	switch {
	case w.Symbols == nil:
	case t.Kind == def.KRow:
		if c := w.Symbols.Data.Tables[w.Symbols.Game.Tables[t.Of].ID].Column[p]; c != nil {
			return c.Type
		}
	case t.Kind == def.KSet && t.Elem == def.KClass:
		return def.FilterSet
	case t.Kind == def.KPiece && p == "zone":
		return def.TZone
	default:
		if q := w.Symbols.Data.Properties[t.Kind][p]; q != nil {
			return q.Type
		}
		return w.TypeOf(names.Thing{Name: p})
	}
	return def.Type{}
}

// members offers the properties of a value of a type; all properties if the type is unknown.
func (w *where) members(t def.Type) {
	if w.Symbols == nil {
		return
	}
	gd := w.Symbols.Game
	if t.Kind == def.KRow {
		for _, c := range w.Symbols.Data.Tables[gd.Tables[t.Of].ID].Columns {
			w.Add(Item{Label: c, Kind: "column"})
		}
		return
	}
	ofPieces := t.Kind == def.KPiece || t.Kind == def.KSet && t.Elem == def.KClass
	for _, kind := range []def.Kind{def.KSeat, def.KZone, def.KCard, def.KProc, def.KClass} {
		if kind != t.Kind && t.Kind != def.KNone && !(kind == def.KClass && ofPieces) {
			continue
		}
		props := w.Symbols.Data.Properties[kind]
		for _, name := range declare.SortedProperties(props) {
			w.Add(Item{Label: name, Kind: "property", Detail: w.TypeName(props[name].Type)})
		}
		for i := range gd.Vars {
			if v := &gd.Vars[i]; v.Owner() == kind && !v.Quiet {
				w.Add(Item{Label: v.ID, Kind: "variable", Detail: strings.TrimSpace(w.TypeName(v.Type) + " " + v.Title)})
			}
		}
		for i := range gd.Derived {
			if d := &gd.Derived[i]; d.Per == kind {
				w.Add(Item{Label: d.ID, Kind: "derived value", Detail: strings.TrimSpace(w.TypeName(d.Type) + " " + d.Title)})
			}
		}
	}
	if t.Kind == def.KNone || ofPieces {
		if t.Kind == def.KPiece {
			w.Add(Item{Label: "zone", Kind: "property", Detail: "zone"})
		}
		for _, s := range slices.Sorted(maps.Keys(w.Symbols.Pieces.OfStatus)) {
			w.Add(Item{Label: s, Kind: "status of pieces"})
		}
		for _, m := range slices.Sorted(maps.Keys(w.Symbols.Pieces.OfMark)) {
			w.Add(Item{Label: m, Kind: "mark of pieces"})
			w.Add(Item{Label: "un" + m, Kind: "mark of pieces"})
		}
	}
}

var (
	bound  = regexp.MustCompile(`\$[A-Za-z][A-Za-z0-9_-]*|\bparams:\s*\{((?:[^{}]|\{[^{}]*\})*)\}`)
	braced = regexp.MustCompile(`\{[^{}]*\}`)
)

// bindings offers the names bound in the entry before the cursor that begin with after.
func (w *where) bindings(after string) {
	first := w.line
	for first > w.fence.First && (indentOf(w.lines[first-1]) > 0 || strings.TrimSpace(w.lines[first-1]) == "") {
		first--
	}
	for i := w.line; i >= first && i <= len(w.lines); i-- {
		for _, m := range bound.FindAllStringSubmatch(w.lines[i-1], -1) {
			list := []string{m[0]}
			if m[1] != "" {
				list = nil
				for p := range strings.SplitSeq(braced.ReplaceAllString(m[1], ""), ",") {
					name, _, _ := strings.Cut(p, ":")
					list = append(list, "$"+strings.TrimSpace(name))
				}
			}
			for _, name := range list {
				if name == "$"+w.word || name == "$" {
					continue
				}
				w.Add(Item{Label: name, Kind: "binding", Detail: w.TypeName(w.typeOf(name, "")), Insert: strings.TrimPrefix(name, after)})
			}
		}
	}
}
