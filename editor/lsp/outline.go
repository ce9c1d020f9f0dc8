package lsp

// outline.go serves folding and highlighting.

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"rulebound/compiler/grammar"
	"rulebound/compiler/names"
	"rulebound/editor/index"
)

// FoldingRanges implements protocol.Server: sections, blocks of YAML, and entries of several lines.
func (s *Server) FoldingRanges(_ context.Context, p *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	doc := s.page(p.TextDocument.URI)
	if doc == nil {
		return nil, nil
	}
	var out []protocol.FoldingRange
	fold := func(first, last int) { // from 1
		if last > first && len(out) < 10_000 {
			out = append(out, protocol.FoldingRange{StartLine: uint32(first - 1), EndLine: uint32(last - 1)})
		}
	}
	kind, _ := kindOf(doc.name)
	if kind != rulebook {
		entries(doc.lines, 1, len(doc.lines), fold)
		return out, nil
	}
	fences := index.Fences(doc.lines)
	for _, f := range fences {
		fold(f.First-1, f.Last+1)
		entries(doc.lines, f.First, f.Last, fold)
	}
	var open []int // lines of the open headings, by level
	end := func(level, line int) {
		for len(open) >= level {
			if begun := open[len(open)-1]; begun > 0 {
				fold(begun, line)
			}
			open = open[:len(open)-1]
		}
	}
	for i, line := range doc.lines {
		level := len(line) - len(strings.TrimLeft(line, "#"))
		if level == 0 || level > 6 || !strings.HasPrefix(line[level:], " ") || slices.ContainsFunc(fences, func(f index.Fence) bool { return i+1 >= f.First && i+1 <= f.Last }) {
			continue
		}
		end(level, i)
		for len(open) < level-1 {
			open = append(open, 0)
		}
		open = append(open, i+1)
	}
	end(1, len(doc.lines))
	return out, nil
}

// entries folds the more indented lines below a line.
func entries(lines []string, first, last int, fold func(first, last int)) {
	type begun struct{ line, indent int }
	var open []begun
	before := first
	for i := first; i <= min(last, len(lines)); i++ {
		text := strings.TrimSpace(lines[i-1])
		if text == "" {
			continue
		}
		indent := len(lines[i-1]) - len(strings.TrimLeft(lines[i-1], " "))
		for len(open) > 0 && open[len(open)-1].indent >= indent {
			fold(open[len(open)-1].line, before)
			open = open[:len(open)-1]
		}
		open = append(open, begun{i, indent})
		before = i
	}
	for len(open) > 0 {
		fold(open[len(open)-1].line, before)
		open = open[:len(open)-1]
	}
}

// parts returns the top-level keys of a scenario or a list, and the entries of lists there or directly below.
func (d *page) parts() []protocol.DocumentSymbol {
	out := []protocol.DocumentSymbol{}
	type begun struct{ first, last int } // lines
	add := func(to *[]protocol.DocumentSymbol, b begun, kind protocol.SymbolKind) {
		text := strings.TrimSpace(strings.TrimLeft(d.lines[b.first-1], " -"))
		if len([]rune(text)) > maxTitle {
			text = string([]rune(text)[:maxTitle]) + "…"
		}
		if text == "" || len(*to) >= maxParts {
			return
		}
		for b.last > b.first && strings.TrimSpace(d.lines[b.last-1]) == "" {
			b.last--
		}
		end := position(d.lines, b.last, len([]rune(d.lines[b.last-1]))+1)
		line := protocol.Range{Start: position(d.lines, b.first, 1), End: position(d.lines, b.first, len([]rune(d.lines[b.first-1]))+1)}
		*to = append(*to, protocol.DocumentSymbol{Name: text, Kind: kind, Range: protocol.Range{Start: line.Start, End: end}, SelectionRange: line})
	}
	for i := 0; i < len(d.lines); {
		first := i + 1
		line := d.lines[i]
		for i++; i < len(d.lines) && (d.lines[i] == "" || strings.ContainsAny(d.lines[i][:1], " #") || line[:min(1, len(line))] != "-" && strings.HasPrefix(d.lines[i], "- ")); i++ {
		}
		if line == "" || strings.ContainsAny(line[:1], " #") {
			continue
		}
		if strings.HasPrefix(line, "-") {
			add(&out, begun{first, i}, protocol.SymbolKindObject)
			continue
		}
		before := len(out)
		add(&out, begun{first, i}, protocol.SymbolKindKey)
		if len(out) == before {
			continue
		}
		entry := 0
		for n := first + 1; n <= i+1; n++ {
			if n == i+1 || strings.HasPrefix(d.lines[n-1], "- ") {
				if entry > 0 {
					add(&out[before].Children, begun{entry, n - 1}, protocol.SymbolKindObject)
				}
				entry = n
			}
		}
	}
	return out
}

// maxTitle limits the characters of a symbol's name, maxParts the symbols of a list.
const (
	maxTitle = 80
	maxParts = 10_000
)

// tokenTypes lists the types of semantic tokens by number.
var tokenTypes = []string{"keyword", "variable", "parameter", "function", "method", "property", "enumMember", "type", "number", "namespace"}

const (
	keywordToken = iota
	variableToken
	parameterToken
	functionToken
	methodToken
	propertyToken
	memberToken
	typeToken
	numberToken
	clauseToken
)

// tokenOf returns the token type of a thing.
func tokenOf(x *index.Index, t names.Thing) int {
	switch t.Sort {
	case names.Bound:
		return parameterToken
	case names.Member, names.Row, names.Status, names.Mark, names.Option:
		return memberToken
	case names.Property:
		return propertyToken
	case names.Type, names.Bundle:
		return typeToken
	case names.Clause:
		return clauseToken
	case names.Shared:
		switch x.Kind(t) {
		case "function":
			return functionToken
		case "procedure":
			return methodToken
		}
	}
	return variableToken
}

// words lists the keywords of formulas.
var words = append([]string{"and", "or", "not", "in", "not-in", "where", "if", "then", "else", "div", "cdiv", "mod", "none", "true", "false"}, slices.Concat(grammar.Functions, grammar.Comprehensions)...)

// SemanticTokensFull implements protocol.Server. In blocks of YAML it reports names as the compiler has bound them,
// and the keywords and numbers of formulas; in scenarios and lists the names of the rulebook.
func (s *Server) SemanticTokensFull(ctx context.Context, p *protocol.SemanticTokensParams) (*protocol.SemanticTokens, error) {
	out := &protocol.SemanticTokens{Data: []uint32{}}
	doc, x := s.indexed(ctx, p.TextDocument.URI, (*game).current)
	if x == nil {
		return out, ctx.Err()
	}
	kind := doc.named(x)
	blocks := []index.Fence{{First: 1, Last: len(doc.lines)}}
	if what, _ := kindOf(doc.name); what == rulebook {
		blocks, kind = index.Fences(doc.lines), doc.bound(x)
	}
	last := protocol.Position{}
	for _, f := range blocks {
		for n := f.First; n <= f.Last && n <= len(doc.lines); n++ {
			if len(doc.lines[n-1]) > maxLine {
				continue
			}
			for _, t := range tokens(doc.lines[n-1]) {
				kind := kind(n, t)
				if kind < 0 {
					continue
				}
				at, end := position(doc.lines, n, t.from), position(doc.lines, n, t.to)
				column := at.Character
				if at.Line == last.Line {
					column -= last.Character
				}
				out.Data = append(out.Data, at.Line-last.Line, column, end.Character-at.Character, uint32(kind), 0)
				last = at
			}
		}
	}
	return out, nil
}

// bound returns a function for the type of a token on a line of a rulebook page: that of the name bound there, or else its own.
func (d *page) bound(x *index.Index) func(line int, t token) int {
	types := map[[2]int]int{} // by line and column
	for _, u := range x.In(d.name) {
		if u.Written {
			types[[2]int{u.At.Line, u.At.Col}] = tokenOf(x, u.Thing)
		}
	}
	shift := x.Shift(d.name, d.lines)
	return func(line int, t token) int {
		if old, same := shift.Old(line); same {
			if kind, ok := types[[2]int{old, t.from}]; ok {
				return kind
			}
		}
		return t.kind
	}
}

// named returns a function for the type of a token of a scenario or a list: that of the rulebook's name, -1 if it is none.
func (d *page) named(x *index.Index) func(line int, t token) int {
	return func(line int, t token) int {
		text := d.lines[line-1]
		if t.from <= skipped(text) {
			return -1
		}
		word, _, _ := index.Word(text, t.from)
		for _, thing := range x.Named(word) {
			if thing.Sort != names.Bound && thing.Sort != names.Aside && thing.Sort != names.Bundle {
				return tokenOf(x, thing)
			}
		}
		return -1
	}
}

// token is a word of a line. If kind is -1, only names are highlighted.
type token struct{ from, to, kind int }

// tokens splits a line of YAML into words, without comments.
func tokens(line string) []token {
	var out []token
	r := []rune(line)
	for i := 0; i < len(r); {
		switch {
		case r[i] == '#' && (i == 0 || r[i-1] == ' '):
			return out
		case r[i] == '$' || index.IsWord(r[i]):
			from := i
			col := from + 1
			if r[from] == '$' {
				col++
			}
			_, _, end := index.Word(line, col)
			if i = max(end-1, from+1); i == from+1 && r[from] == '$' { // not a name
				continue
			}
			word := string(r[from:i])
			kind := -1
			switch {
			case word[0] == '$':
				kind = parameterToken
			case strings.Trim(word, "0123456789") == "":
				kind = numberToken
			case slices.Contains(words, word) && (i >= len(r) || r[i] != ':'):
				kind = keywordToken
			}
			out = append(out, token{from + 1, i + 1, kind})
		default:
			i++
		}
	}
	return out
}
