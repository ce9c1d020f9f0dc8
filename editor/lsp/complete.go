package lsp

// complete.go serves completion.

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/editor/index"
)

// Completion implements protocol.Server.
func (s *Server) Completion(ctx context.Context, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	doc, x := s.indexed(ctx, p.TextDocument.URI, (*game).current)
	if x == nil || int(p.Position.Line) >= len(doc.lines) {
		return &protocol.CompletionList{Items: []protocol.CompletionItem{}}, ctx.Err()
	}
	at := pos(doc.name, doc.lines, p.Position)
	items, all := s.offer(ctx, doc, x, at)
	word := 0
	line := []rune(doc.lines[at.Line-1])
	for at.Col-word >= 2 && index.IsWord(line[at.Col-word-2]) {
		word++
	}
	r := protocol.Range{Start: position(doc.lines, at.Line, at.Col-word), End: p.Position}
	out := &protocol.CompletionList{IsIncomplete: !all, Items: make([]protocol.CompletionItem, 0, len(items))}
	for n, i := range items {
		text := i.Insert
		if text == "" {
			text = i.Label
		}
		item := protocol.CompletionItem{Label: i.Label, Kind: itemKind(i.Kind), TextEdit: &protocol.TextEdit{Range: r, NewText: text},
			SortText: protocol.NewOptional(fmt.Sprintf("%04d", n)), FilterText: protocol.NewOptional(text)}
		if detail := strings.TrimSpace(i.Kind + " " + i.Detail); detail != "" {
			item.Detail = protocol.NewOptional(detail)
		}
		if i.Doc != "" {
			item.Documentation = &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: i.Doc}
		}
		if i.First {
			item.Preselect = protocol.NewOptional(n == 0)
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}

// offer lists the completions at a place of a page, and reports whether the list is complete.
func (s *Server) offer(ctx context.Context, doc *page, x *index.Index, at diag.Pos) ([]index.Item, bool) {
	switch kind, _ := kindOf(doc.name); kind {
	case rulebook:
		if f, ok := index.FenceAt(doc.lines, at.Line); ok {
			return x.Complete(doc.name, doc.lines, f, at.Line, at.Col)
		}
	case scenarioFile:
		return s.inScenario(ctx, doc, x, at)
	case listFile:
		word, from, _ := index.Word(doc.lines[at.Line-1], at.Col)
		o := index.NewOffer(string([]rune(word)[:max(min(at.Col-from, len([]rune(word))), 0)]))
		for _, u := range append(x.All(names.Clause), x.All(names.Shared)...) {
			o.Add(index.Item{Label: u.Thing.Name, Kind: x.Kind(u.Thing), Detail: x.Title(u.Thing)})
		}
		return o.Ranked()
	}
	return nil, true
}

// itemKind returns the protocol's kind of an item.
func itemKind(kind string) protocol.CompletionItemKind {
	switch kind {
	case "key", "parameter":
		return protocol.CompletionItemKindProperty
	case "word":
		return protocol.CompletionItemKindKeyword
	case "function":
		return protocol.CompletionItemKindFunction
	case "procedure":
		return protocol.CompletionItemKindMethod
	case "type", "table":
		return protocol.CompletionItemKindTypeParameter
	case "binding", "variable", "track", "marker", "derived value":
		return protocol.CompletionItemKindVariable
	case "property", "column":
		return protocol.CompletionItemKindField
	case "clause", "section":
		return protocol.CompletionItemKindReference
	case "decision":
		return protocol.CompletionItemKindEvent
	}
	if strings.HasPrefix(kind, "member") || strings.HasPrefix(kind, "answer") {
		return protocol.CompletionItemKindEnumMember
	}
	return protocol.CompletionItemKindValue
}
