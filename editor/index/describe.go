package index

// describe.go describes names in Markdown.

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// sorts names the sorts of names.
var sorts = map[names.Sort]string{names.Shared: "name", names.Type: "enumeration", names.Member: "member", names.Row: "row", names.Property: "property",
	names.Status: "status of pieces", names.Mark: "mark of pieces", names.Tag: "tag of procedures", names.Point: "hook point", names.Duration: "duration",
	names.Bundle: "bundle of parameters", names.Aside: "side option", names.Clause: "clause", names.Decision: "decision", names.Option: "answer",
	names.Bound: "binding"}

// Kind returns the kind of a thing in a word or two.
func (x *Index) Kind(t names.Thing) string {
	switch {
	case t.Sort == names.Type && x.Symbols != nil && x.Symbols.Data.Tables[t.Name] != nil:
		return "table"
	case t.Sort == names.Member || t.Sort == names.Row || t.Sort == names.Property && t.Of != "":
		return sorts[t.Sort] + " of " + t.Of
	case t.Sort == names.Option:
		return "answer to " + t.Of
	case t.Sort == names.Clause && x.Clause(t.Name) == nil:
		return "section"
	}
	if s := x.symbol(t); s != nil {
		return x.symbolKind(s)
	}
	return sorts[t.Sort]
}

// symbol returns the symbol of a shared id, nil if t is not one.
func (x *Index) symbol(t names.Thing) *declare.Symbol {
	if t.Sort != names.Shared || x.Symbols == nil {
		return nil
	}
	return x.Symbols.Names[t.Name]
}

func (x *Index) symbolKind(s *declare.Symbol) string {
	switch s.Kind {
	case declare.Const:
		switch s.Type.Kind {
		case def.KSeat:
			return "seat"
		case def.KZone:
			if i := int(s.Value); i < len(x.Symbols.Game.Zones) && x.Symbols.Game.Zones[i].Plain {
				return "box"
			}
			return "space"
		case def.KPile:
			return "pile"
		case def.KCard:
			return "card"
		case def.KLasting:
			return "lasting effect"
		}
		return "set"
	case declare.Variable:
		v := x.Symbols.Game.Vars[s.Index]
		switch {
		case v.Owner() == def.KZone && v.Bounded:
			return "marker"
		case v.Bounded && v.Owner() == def.KNone:
			return "track"
		}
		return "variable"
	}
	return map[declare.SymbolKind]string{declare.Set: "set", declare.Value: "value", declare.Indexed: "value", declare.Rows: "table", declare.PieceType: "piece type",
		declare.Derived: "derived value", declare.Function: "function", declare.Procedure: "procedure", declare.Option: "option", declare.Pool: "pool of markers"}[s.Kind]
}

// Title returns the title of a thing, "" if it has none.
func (x *Index) Title(t names.Thing) string {
	if t.Sort == names.Clause {
		if k := x.Clause(t.Name); k != nil {
			return k.Title
		}
		if x.Book != nil {
			if h := x.Book.Heading(t.Name); h != nil {
				return h.Title
			}
		}
		return ""
	}
	s := x.symbol(t)
	if s == nil {
		return ""
	}
	gd := x.Symbols.Game
	switch s.Kind {
	case declare.Const:
		switch s.Type.Kind {
		case def.KSeat:
			return gd.Seats[s.Value].Title
		case def.KZone:
			return gd.Zones[s.Value].Title
		case def.KPile:
			return gd.Piles[s.Value].Title
		case def.KCard:
			return gd.Cards[s.Value].Title
		case def.KLasting:
			return gd.Lasting[s.Value].Title
		}
	case declare.Variable:
		return gd.Vars[s.Index].Title
	case declare.Derived:
		return gd.Derived[s.Index].Title
	case declare.PieceType:
		return gd.Types[s.Index].Title
	case declare.Option:
		return gd.Options[s.Index].Title
	case declare.Procedure:
		return gd.Procs[s.Index].Title
	}
	return ""
}

// Clause returns a clause of the rulebook, nil if there is none with that id.
func (x *Index) Clause(id string) *source.Clause {
	if x.Book == nil {
		return nil
	}
	return x.Book.Clause(id)
}

// TypeName spells a type as in a rulebook, "" if unknown.
func (x *Index) TypeName(t def.Type) string {
	if x.Symbols == nil {
		return ""
	}
	gd, k := x.Symbols.Game, t.Kind
	if k == def.KSet {
		k = t.Elem
	}
	name := map[def.Kind]string{def.KInt: "int", def.KBool: "bool", def.KSeat: "seat", def.KZone: "zone", def.KPile: "pile", def.KCard: "card", def.KPiece: "piece",
		def.KClass: "filter", def.KProc: "procedure", def.KTrack: "track", def.KOrder: "order", def.KLasting: "lasting"}[k]
	switch {
	case k == def.KEnum && t.Of >= 0 && int(t.Of) < len(gd.Enums):
		name = gd.Enums[t.Of].ID
	case k == def.KRow && t.Of >= 0 && int(t.Of) < len(gd.Tables):
		name = "row of " + gd.Tables[t.Of].ID
	}
	if t.Kind == def.KSet && k != def.KClass && name != "" {
		return "set of " + name
	}
	return name
}

// TypeOf returns the type of a thing, KNone if it has none or it is unknown.
func (x *Index) TypeOf(t names.Thing) def.Type {
	switch t.Sort {
	case names.Shared:
		s := x.symbol(t)
		switch {
		case s == nil:
		case s.Kind == declare.Derived:
			return x.Symbols.Game.Derived[s.Index].Type
		case s.Kind == declare.Function && x.Rules != nil && int(s.Index) < len(x.Rules.Functions):
			return x.Rules.Functions[s.Index].Body.Type
		case s.Kind == declare.Pool:
			return def.TInt
		case s.Kind == declare.Set:
			if k := x.set(s); k != nil {
				return k.Type
			}
		default:
			return s.Type
		}
	case names.Bound:
		for _, u := range x.Of(t) {
			if u.Type.Kind != def.KNone {
				return u.Type
			}
		}
	case names.Member:
		if x.Symbols != nil {
			if of, ok := x.Symbols.Enums[t.Of]; ok {
				return def.Type{Kind: def.KEnum, Of: of}
			}
		}
	case names.Property:
		if p := x.property(t); p != nil {
			return p.Type
		}
	}
	return def.Type{}
}

// set returns the value of a named set, nil if unknown.
func (x *Index) set(s *declare.Symbol) *def.Expr {
	if x.Rules == nil {
		return nil
	}
	return x.Rules.Sets[s.Name]
}

// property returns the declaration of a property or a column, nil if t is not one.
func (x *Index) property(t names.Thing) *declare.Property {
	if x.Symbols == nil {
		return nil
	}
	if table := x.Symbols.Data.Tables[t.Of]; table != nil {
		return table.Column[t.Name]
	}
	for _, kind := range []def.Kind{def.KSeat, def.KZone, def.KCard, def.KClass, def.KProc} {
		if names.PropertyOf(kind, t.Name) == t {
			return x.Symbols.Data.Properties[kind][t.Name]
		}
	}
	return nil
}

// Describe describes a thing: kind, title, type and value, declaration, and clauses.
func (x *Index) Describe(t names.Thing) string {
	var b strings.Builder
	title := x.Title(t)
	fmt.Fprintf(&b, "**%s** `%s`", x.Kind(t), t.Name)
	if title != "" {
		fmt.Fprintf(&b, " – %s", title)
	}
	if typ := x.TypeName(x.TypeOf(t)); typ != "" {
		fmt.Fprintf(&b, "\n\ntype `%s`%s", typ, x.indices(t))
	}
	if value := x.value(t); value != "" {
		fmt.Fprintf(&b, "\n\n%s", value)
	}
	if t.Sort == names.Clause {
		if k := x.Clause(t.Name); k != nil {
			b.WriteString("\n\n" + prose(k))
		}
		return b.String()
	}
	declared := x.Declared(t)
	if len(declared) > 0 && t.Sort != names.Bound {
		fmt.Fprintf(&b, "\n\n```yaml\n%s\n```", strings.Join(Excerpt(x.lines[declared[0].At.File], declared[0].At), "\n"))
	}
	for _, id := range x.clausesOf(t) {
		if k := x.Clause(id); k != nil {
			fmt.Fprintf(&b, "\n\n**%s** %s", k.ID, prose(k))
		}
	}
	return b.String()
}

// prose returns the text of a clause, truncated if it is very long.
func prose(k *source.Clause) string {
	text := k.Text
	if r := []rune(text); len(r) > 600 {
		text = string(r[:600]) + " …"
	}
	if k.Title != "" {
		text = "*" + k.Title + ".* " + text
	}
	if k.Kind != source.KindRule {
		text = "(" + k.Kind + ") " + text
	}
	return text
}

// brackets returns the indices of a name that are written in brackets.
func (x *Index) brackets(name string) []def.Type {
	s := x.symbol(names.Thing{Name: name})
	switch {
	case s != nil && s.Kind == declare.Variable:
		return x.Symbols.Game.Vars[s.Index].Brackets()
	case s != nil && s.Kind == declare.Indexed:
		return x.Symbols.Game.Lookups[s.Index].Per
	}
	return nil
}

// indices names the kinds of the things that a value is stored for.
func (x *Index) indices(t names.Thing) string {
	s := x.symbol(t)
	if s == nil {
		return ""
	}
	var per []def.Type
	switch s.Kind {
	case declare.Variable:
		per = x.Symbols.Game.Vars[s.Index].Per
	case declare.Indexed:
		per = x.Symbols.Game.Lookups[s.Index].Per
	case declare.Derived:
		if k := x.Symbols.Game.Derived[s.Index].Per; k != def.KNone {
			per = []def.Type{{Kind: k}}
		}
	}
	var kinds []string
	for _, of := range per {
		kinds = append(kinds, x.TypeName(of))
	}
	if kinds == nil {
		return ""
	}
	return ", for each " + strings.Join(kinds, " and ")
}

// maxValue limits the displayed characters of a value.
const maxValue = 300

// value spells the value of a name if it is constant, or the initial value of a variable.
func (x *Index) value(t names.Thing) string {
	s := x.symbol(t)
	if s == nil || x.Rules == nil {
		return ""
	}
	gd := x.Rules.Game
	prefix, text := "value", ""
	switch s.Kind {
	case declare.Set:
		if k := x.set(s); k != nil {
			text = gd.SpellList(k.I, k.Type)
		}
	case declare.Value:
		if s.Said != nil {
			text = s.Said.String()
		}
	case declare.Const:
		if s.Type.Kind == def.KSet {
			text = gd.SpellList(s.Value, s.Type)
		}
	case declare.PieceType:
		text = fmt.Sprint(gd.Types[s.Index].Count) + " pieces"
	case declare.Pool:
		text = fmt.Sprint(gd.Pools[s.Index].Max)
	case declare.Variable:
		if v := &gd.Vars[s.Index]; gd.Words(v.Type) == 1 && v.Len > 0 {
			prefix, text = "begins with", gd.Spell(gd.Initial[v.Base], v.Type)
			if v.Bounded && v.Scale < 0 {
				text += fmt.Sprintf(", from %d to %d", v.Min, v.Max)
			}
		}
	}
	if text == "" {
		return ""
	}
	if r := []rune(text); len(r) > maxValue {
		text = string(r[:maxValue]) + " …"
	}
	return prefix + " `" + strings.ReplaceAll(text, "`", "'") + "`"
}

// clausesOf lists the clauses of a thing: those that its entry names, those of its texts, or that of its place.
func (x *Index) clausesOf(t names.Thing) []string {
	s := x.symbol(t)
	if s == nil || x.Tree == nil {
		return nil
	}
	var out []string
	add := func(id string) {
		if !slices.Contains(out, id) && len(out) < 6 {
			out = append(out, id)
		}
	}
	if s.Type.Kind == def.KCard && s.Kind == declare.Const {
		props := x.Symbols.Data.Properties[def.KCard]
		for _, name := range declare.SortedProperties(props) {
			for _, pattern := range props[name].Clauses {
				add(strings.ReplaceAll(pattern, "{id}", s.Name))
			}
		}
	}
	for _, v := range x.Tree.Top.Vals {
		for _, e := range v.Entries {
			if e.ID() != s.Name || e.IDPos() != s.Pos {
				continue
			}
			for _, k := range e.Words("rule") {
				add(k.Value)
			}
			if e.Get("rule") == nil {
				for _, id := range e.Node.Rules {
					add(id)
				}
			}
		}
	}
	return out
}

// maxExcerpt limits the displayed lines of a declaration.
const maxExcerpt = 14

// Excerpt returns the lines of the entry that is declared at a place.
func Excerpt(lines []string, at diag.Pos) []string {
	if at.Line < 1 || at.Line > len(lines) {
		return nil
	}
	first := at.Line - 1
	indent := indentOf(lines[first])
	if !strings.Contains(lines[first], "{") {
		for i := first; i >= 0 && i > first-maxExcerpt && !strings.HasPrefix(strings.TrimSpace(lines[first]), "- "); i-- {
			if text := strings.TrimSpace(lines[i]); strings.HasPrefix(text, "- ") && indentOf(lines[i]) < indent {
				first, indent = i, indentOf(lines[i])
				break
			}
		}
	}
	out := []string{lines[first]}
	for i := first + 1; i < len(lines); i++ {
		text := strings.TrimSpace(lines[i])
		if text == "" || strings.HasPrefix(text, "```") || indentOf(lines[i]) <= indent {
			break
		}
		if len(out) == maxExcerpt {
			out = append(out, strings.Repeat(" ", indent+2)+"…")
			break
		}
		out = append(out, lines[i])
	}
	for i := range out {
		out[i] = out[i][min(indent, indentOf(out[i])):]
	}
	return out
}

// indentOf returns the number of spaces at the beginning of a line.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
