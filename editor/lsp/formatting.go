package lsp

// formatting.go formats the YAML of a document, as rulebound fmt does.

import (
	"bytes"
	"context"

	"go.lsp.dev/protocol"

	"rulebound/editor/format"
)

// Formatting implements protocol.Server. It does not change an invalid document.
func (s *Server) Formatting(_ context.Context, p *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	doc := s.page(p.TextDocument.URI)
	if doc == nil {
		return nil, nil
	}
	text := doc.text
	switch kind, _ := kindOf(doc.name); kind {
	case rulebook:
		text, _ = format.Page(doc.name, doc.text)
	case scenarioFile, listFile:
		text, _ = format.Document(doc.name, doc.text)
	}
	if bytes.Equal(text, doc.text) {
		return nil, nil
	}
	last := len(doc.lines)
	return []protocol.TextEdit{{Range: protocol.Range{End: position(doc.lines, last, len([]rune(doc.lines[last-1]))+1)}, NewText: string(text)}}, nil
}
