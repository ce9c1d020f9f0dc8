package lsp

// look.go serves hover, definitions, references and symbols.

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/editor/index"
)

// Hover implements protocol.Server.
func (s *Server) Hover(ctx context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	doc, x := s.indexed(ctx, p.TextDocument.URI, (*game).current)
	if x == nil {
		return nil, nil
	}
	at := pos(doc.name, doc.lines, p.Position)
	text := doc.describe(x, at)
	if text == "" {
		return nil, nil
	}
	_, from, to := doc.word(at)
	return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text},
		Range: &protocol.Range{Start: position(doc.lines, at.Line, from), End: position(doc.lines, at.Line, to)}}, nil
}

// word returns the word of a page at a place.
func (d *page) word(at diag.Pos) (string, int, int) {
	if at.Line > len(d.lines) {
		return "", at.Col, at.Col
	}
	return index.Word(d.lines[at.Line-1], at.Col)
}

// spot returns the YAML context of a place of a page, and its vocabulary; false in prose.
func (d *page) spot(at diag.Pos) (index.Spot, *index.Table, bool) {
	kind, _ := kindOf(d.name)
	switch kind {
	case rulebook:
		if f, ok := index.FenceAt(d.lines, at.Line); ok {
			return index.SpotAt(d.lines, f.First, at.Line, at.Col), index.Rulebooks, true
		}
	case scenarioFile:
		return index.SpotAt(d.lines, 1, at.Line, at.Col), index.Scenarios, true
	}
	return index.Spot{}, nil, false
}

// describe describes what is at a place, "" if nothing is known: first a name that the rulebook declares there, else
// a word of the language.
func (d *page) describe(x *index.Index, at diag.Pos) string {
	things := d.things(x, at)
	spot, table, inside := d.spot(at)
	if inside && spot.AtKey {
		allowed := table.At(spot)
		if k := allowed.Key(spot.Word); k != nil && (len(things) == 0 || things[0].Sort != names.Property) {
			return table.KeyDoc(k)
		}
	}
	if len(things) > 0 {
		return x.Describe(things[0])
	}
	if inside {
		return x.FunctionDoc(spot.Word)
	}
	return ""
}

// things returns the things named at a place of a page.
func (d *page) things(x *index.Index, at diag.Pos) []names.Thing {
	if kind, _ := kindOf(d.name); kind == rulebook {
		return x.Find(d.name, d.lines, at)
	}
	word, from, _ := d.word(at)
	if word == "" {
		return nil
	}
	things := x.Named(word)
	if i := strings.LastIndex(word[:min(at.Col-from, len(word))], "."); len(things) == 0 && i >= 0 {
		things = x.Named(word[i+1:])
	}
	return slices.DeleteFunc(things, func(t names.Thing) bool {
		return t.Sort == names.Bound || t.Sort == names.Aside || t.Sort == names.Bundle
	})
}

// locations converts uses to locations, without duplicates and without those in libraries, which are embedded in the program.
func (s *Server) locations(x *index.Index, uses []names.Use) []protocol.Location {
	var out []protocol.Location
	for _, u := range uses {
		if library(u.At.File) {
			continue
		}
		l := protocol.Location{URI: s.uriOf(u.At.File), Range: rangeOf(x.Text(u.At.File), u.At)}
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// Definition implements protocol.Server.
func (s *Server) Definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	doc, x := s.indexed(ctx, p.TextDocument.URI, (*game).current)
	if x == nil {
		return nil, nil
	}
	for _, t := range doc.things(x, pos(doc.name, doc.lines, p.Position)) {
		if out := s.locations(x, x.Declared(t)); len(out) > 0 {
			return protocol.LocationSlice(out), nil
		}
	}
	return nil, nil
}

// References implements protocol.Server: in the rulebook, then in the scenarios and lists.
func (s *Server) References(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	doc, x := s.indexed(ctx, p.TextDocument.URI, (*game).now)
	if x == nil {
		return nil, ctx.Err()
	}
	things := doc.things(x, pos(doc.name, doc.lines, p.Position))
	if len(things) == 0 {
		return nil, nil
	}
	t := things[0]
	uses := slices.DeleteFunc(slices.Clone(x.Of(t)), func(u names.Use) bool { return u.Declares && !p.Context.IncludeDeclaration })
	out := s.locations(x, uses)
	for _, w := range s.written(ctx, x, t) {
		out = append(out, protocol.Location{URI: s.uriOf(w.file), Range: rangeOf(w.lines, w.at)})
	}
	return out, ctx.Err()
}

// DocumentSymbol implements protocol.Server: headings with their clauses, and what their blocks declare; of a scenario its parts and moves, of a list its entries.
func (s *Server) DocumentSymbol(ctx context.Context, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	doc := s.page(p.TextDocument.URI)
	if doc == nil || doc.game == nil {
		return protocol.DocumentSymbolSlice{}, nil
	}
	if kind, _ := kindOf(doc.name); kind != rulebook {
		return protocol.DocumentSymbolSlice(doc.parts()), nil
	}
	x := doc.game.current(ctx)
	if x == nil {
		return protocol.DocumentSymbolSlice{}, ctx.Err()
	}
	return protocol.DocumentSymbolSlice(doc.symbols(x)), nil
}

// symbols returns the headings of a page with their contents.
func (d *page) symbols(x *index.Index) []protocol.DocumentSymbol {
	type heading struct {
		symbol protocol.DocumentSymbol
		level  int
	}
	line := x.Shift(d.name, d.lines).New
	var heads []heading
	whole := func(from, to int) protocol.Range {
		return protocol.Range{Start: position(d.lines, from, 1), End: position(d.lines, to, len([]rune(d.lines[to-1]))+1)}
	}
	if x.Book != nil {
		for _, h := range x.Book.Headings {
			if at, ok := line(h.Pos.Line); ok && h.Pos.File == d.name {
				heads = append(heads, heading{protocol.DocumentSymbol{Name: strings.TrimSpace(h.Number + " " + h.Title), Kind: protocol.SymbolKindNamespace,
					Range: whole(at, len(d.lines)), SelectionRange: whole(at, at)}, h.Level})
			}
		}
	}
	var top []protocol.DocumentSymbol
	add := func(s protocol.DocumentSymbol, at int) {
		for i := len(heads) - 1; i >= 0; i-- {
			if int(heads[i].symbol.Range.Start.Line) < at {
				heads[i].symbol.Children = append(heads[i].symbol.Children, s)
				return
			}
		}
		top = append(top, s)
	}
	seen := map[names.Thing]bool{}
	for _, u := range x.In(d.name) {
		at, ok := line(u.At.Line)
		if !u.Declares || !ok || seen[u.Thing] || u.Thing.Sort == names.Clause && x.Clause(u.Thing.Name) == nil {
			continue
		}
		switch u.Thing.Sort {
		case names.Shared, names.Clause, names.Point, names.Type, names.Aside:
		default:
			continue
		}
		seen[u.Thing] = true
		moved := u.At
		moved.Line = at
		r := rangeOf(d.lines, moved)
		title := x.Title(u.Thing)
		add(protocol.DocumentSymbol{Name: u.Thing.Name, Detail: new(strings.TrimSpace(x.Kind(u.Thing) + " " + title)), Kind: symbolKind(x, u.Thing), Range: r, SelectionRange: r}, at-1)
	}
	for i := range heads { // a heading ends at the next one of its level or above
		for _, next := range heads[i+1:] {
			if next.level <= heads[i].level {
				end := int(next.symbol.Range.Start.Line)
				heads[i].symbol.Range = whole(int(heads[i].symbol.Range.Start.Line)+1, max(end, int(heads[i].symbol.Range.Start.Line)+1))
				break
			}
		}
	}
	for i := len(heads) - 1; i > 0; i-- { // nest each below the nearest one of a higher level
		for j := i - 1; j >= 0; j-- {
			if heads[j].level < heads[i].level {
				at := len(heads[j].symbol.Children)
				for at > 0 && heads[j].symbol.Children[at-1].Range.Start.Line > heads[i].symbol.Range.Start.Line {
					at--
				}
				heads[j].symbol.Children = slices.Insert(heads[j].symbol.Children, at, heads[i].symbol)
				heads = slices.Delete(heads, i, i+1)
				break
			}
		}
	}
	for _, h := range heads {
		top = append(top, h.symbol)
	}
	return top
}

// symbolKind returns the protocol's kind of a symbol.
func symbolKind(x *index.Index, t names.Thing) protocol.SymbolKind {
	switch x.Kind(t) {
	case "clause", "section":
		return protocol.SymbolKindString
	case "function":
		return protocol.SymbolKindFunction
	case "procedure":
		return protocol.SymbolKindMethod
	case "enumeration", "table", "option":
		return protocol.SymbolKindEnum
	case "hook point", "lasting effect":
		return protocol.SymbolKindEvent
	case "track", "marker", "variable", "derived value", "pool of markers":
		return protocol.SymbolKindVariable
	case "set", "value":
		return protocol.SymbolKindConstant
	case "piece type":
		return protocol.SymbolKindClass
	}
	return protocol.SymbolKindObject
}

// maxSymbols limits the listed symbols of the workspace.
const maxSymbols = 256

// Symbols implements protocol.Server: the names and rule numbers of all games that contain a text.
func (s *Server) Symbols(ctx context.Context, p *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	query := strings.ToLower(strings.TrimSpace(p.Query))
	type found struct {
		protocol.SymbolInformation
		rank int
	}
	var all []found
	for _, g := range s.all() {
		x := g.current(ctx)
		if x == nil {
			continue
		}
		for _, sort := range []names.Sort{names.Clause, names.Shared, names.Point, names.Type, names.Decision} {
			for _, u := range x.All(sort) {
				name, title := strings.ToLower(u.Thing.Name), x.Title(u.Thing)
				rank := 3
				switch {
				case library(u.At.File):
					continue
				case name == query:
					rank = 0
				case strings.HasPrefix(name, query):
					rank = 1
				case strings.Contains(name, query):
					rank = 2
				case !strings.Contains(strings.ToLower(title), query):
					continue
				}
				label := u.Thing.Name
				if title != "" {
					label += " " + title
				}
				all = append(all, found{protocol.SymbolInformation{BaseSymbolInformation: protocol.BaseSymbolInformation{Name: label, Kind: symbolKind(x, u.Thing),
					ContainerName: new(fmt.Sprintf("%s, %s", g.id, x.Kind(u.Thing)))}, Location: protocol.Location{URI: s.uriOf(u.At.File), Range: rangeOf(x.Text(u.At.File), u.At)}}, rank})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return a.rank - b.rank })
	out := protocol.SymbolInformationSlice{}
	for _, f := range all[:min(len(all), maxSymbols)] {
		out = append(out, f.SymbolInformation)
	}
	return out, ctx.Err()
}

// mention is a place of a scenario or a list that names a thing.
type mention struct {
	thing names.Thing
	file  string
	lines []string
	at    diag.Pos
}

// written finds the places in scenarios and lists of a game that name any of the things.
func (s *Server) written(ctx context.Context, x *index.Index, things ...names.Thing) []mention {
	var out []mention
	files := s.snapshot()
	for _, name := range besideOf(files, x.ID) {
		if ctx.Err() != nil {
			return nil
		}
		text := read(files, name)
		var lines []string
		for _, t := range things {
			if !bytes.Contains(text, []byte(t.Name)) {
				continue
			}
			if lines == nil {
				lines = index.Lines(text)
			}
			for _, at := range mentions(name, lines, t) {
				out = append(out, mention{t, name, lines, at})
			}
		}
	}
	return out
}
