package lsp

// documents.go holds the open documents, and converts positions: the client counts lines and UTF-16 units from 0, the
// compiler lines and characters from 1.

import (
	"bytes"
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/conformance/overlay"
	"rulebound/editor/index"
)

// document is an open document of the client.
type document struct {
	name    string // path below the root
	version int32
	text    []byte
	lines   []string // computed on demand
}

// page is an immutable snapshot of a document, for answering a request.
type page struct {
	name  string
	text  []byte
	lines []string
	game  *game // nil: no game
}

// kind is the kind of a file.
type kind int

const (
	other kind = iota
	rulebook
	scenarioFile
	listFile // boards, gaps, survivors, deviations, referee
)

// kindOf returns the kind of a file, and its game.
func kindOf(name string) (kind, string) {
	if rest, ok := strings.CutPrefix(name, corpus.GamesDir+"/"); ok {
		game, file, ok := strings.Cut(rest, "/")
		if ok && strings.HasSuffix(file, ".md") && !strings.Contains(file, "/") {
			return rulebook, game
		}
	}
	if rest, ok := strings.CutPrefix(name, corpus.ScenariosDir+"/"); ok && strings.HasSuffix(name, ".yaml") {
		if game, _, ok := strings.Cut(rest, "/"); ok {
			return scenarioFile, game
		}
		if game, end, _ := strings.Cut(rest, "."); corpus.IsList("." + end) {
			return listFile, game
		}
	}
	return other, ""
}

// nameOf returns the path below the root for a URI, false if it is elsewhere.
func (s *Server) nameOf(u uri.URI) (string, bool) {
	if !u.IsFile() {
		return "", false
	}
	rel, err := filepath.Rel(s.Root, filepath.FromSlash(u.Path()))
	name := filepath.ToSlash(rel)
	if err != nil || !fs.ValidPath(name) || name == "." {
		return "", false
	}
	return name, true
}

// uriOf returns the URI of a file below the root.
func (s *Server) uriOf(name string) uri.URI {
	return uri.File(filepath.Join(s.Root, filepath.FromSlash(name)))
}

// document returns the open document of a URI, nil if it is not open. The server's lock must be held.
func (s *Server) document(u uri.URI) *document {
	name, _ := s.nameOf(u)
	return s.open[name]
}

// DidOpen implements protocol.Server.
func (s *Server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	name, ok := s.nameOf(p.TextDocument.URI)
	if !ok {
		return nil
	}
	s.open[name] = &document{name: name, version: p.TextDocument.Version}
	s.change(s.open[name], []byte(p.TextDocument.Text))
	return nil
}

// DidChange implements protocol.Server.
func (s *Server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return nil
	}
	text := d.text
	for _, c := range p.ContentChanges {
		switch c := c.(type) {
		case *protocol.TextDocumentContentChangeWholeDocument:
			text = []byte(c.Text)
		case *protocol.TextDocumentContentChangePartial:
			text = spliced(text, c.Range, c.Text)
		}
	}
	d.version = p.TextDocument.Version
	s.change(d, text)
	return nil
}

// change sets the text of a document and schedules a compile of its game.
func (s *Server) change(d *document, text []byte) {
	d.text, d.lines = text, nil
	s.files = s.files.With(d.name, text)
	s.changed(d.name)
}

// changed handles the change of a file.
func (s *Server) changed(name string) {
	switch kind, game := kindOf(name); kind {
	case rulebook:
		s.game(game).later(true)
	case scenarioFile, listFile:
		s.game(game).later(false)
	}
}

// DidSave implements protocol.Server.
func (s *Server) DidSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if name, ok := s.nameOf(p.TextDocument.URI); ok {
		if kind, game := kindOf(name); kind != other {
			s.game(game).saved()
		}
	}
	return nil
}

// DidClose implements protocol.Server.
func (s *Server) DidClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return nil
	}
	delete(s.open, d.name)
	s.files = s.files.Without(d.name)
	if saved, err := fs.ReadFile(s.files, d.name); err != nil || !bytes.Equal(saved, d.text) {
		s.changed(d.name)
	}
	return nil
}

// DidChangeWatchedFiles implements protocol.Server: files changed on the disk.
func (s *Server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range p.Changes {
		name, ok := s.nameOf(c.URI)
		if below, is := strings.CutPrefix(name, corpus.GoldensDir+"/"); is {
			id, _, _ := strings.Cut(below, "/")
			if g := s.games[id]; g != nil {
				g.saved()
			}
		}
		if ok && s.open[name] == nil {
			s.changed(name)
			if kind, game := kindOf(name); kind != other {
				s.game(game).saved()
			}
		}
	}
	return nil
}

// page returns a snapshot of a document, nil if the server does not handle it.
func (s *Server) page(u uri.URI) *page {
	s.mu.Lock()
	defer s.mu.Unlock()
	name, ok := s.nameOf(u)
	if !ok {
		return nil
	}
	p := &page{name: name}
	if d := s.open[name]; d != nil {
		if d.lines == nil {
			d.lines = index.Lines(d.text)
		}
		p.text, p.lines = d.text, d.lines
	} else {
		text, err := source.ReadFile(s.files, name, source.MaxBytes)
		if err != nil {
			return nil
		}
		p.text, p.lines = text, index.Lines(text)
	}
	if kind, id := kindOf(name); kind != other {
		p.game = s.game(id)
	}
	return p
}

// indexed returns the page of a URI and the index of its game, from current or now; nil if it has no game or ctx ends before.
func (s *Server) indexed(ctx context.Context, u uri.URI, index func(*game, context.Context) *index.Index) (*page, *index.Index) {
	p := s.page(u)
	if p == nil || p.game == nil {
		return nil, nil
	}
	return p, index(p.game, ctx)
}

// snapshot returns the present files.
func (s *Server) snapshot() *overlay.FS {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.files
}

// spliced replaces a range of a text. It clips a range beyond the text.
func spliced(text []byte, r protocol.Range, with string) []byte {
	start := offset(text, r.Start)
	end := max(offset(text, r.End), start)
	return slices.Concat(text[:start], []byte(with), text[end:])
}

// offset converts a position of the client to a byte offset.
func offset(text []byte, p protocol.Position) int {
	at := 0
	for range p.Line {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			return len(text)
		}
		at += n + 1
	}
	units := uint32(0)
	for at < len(text) && text[at] != '\n' && units < p.Character {
		r, n := utf8.DecodeRune(text[at:])
		units += uint32(max(utf16.RuneLen(r), 1))
		at += n
	}
	return at
}

// pos converts a position of the client to a place of the compiler.
func pos(file string, lines []string, p protocol.Position) diag.Pos {
	at := diag.Pos{File: file, Line: int(p.Line) + 1, Col: 1}
	if int(p.Line) >= len(lines) {
		return at
	}
	units := uint32(0)
	for _, r := range lines[p.Line] {
		if units >= p.Character {
			break
		}
		units += uint32(max(utf16.RuneLen(r), 1))
		at.Col++
	}
	return at
}

// position converts a line and column, both from 1, to a position of the client.
func position(lines []string, line, col int) protocol.Position {
	p := protocol.Position{Line: uint32(max(line-1, 0))}
	if line < 1 || line > len(lines) {
		return p
	}
	for _, r := range lines[line-1] {
		if col--; col < 1 {
			break
		}
		p.Character += uint32(max(utf16.RuneLen(r), 1))
	}
	return p
}

// rangeOf returns the range of a place. A place without an end covers a word, or the rest of the line.
func rangeOf(lines []string, at diag.Pos) protocol.Range {
	if at.Line < 1 || at.Line > len(lines) {
		return protocol.Range{}
	}
	col, end := max(at.Col, 1), at.EndCol
	if end <= col {
		line := []rune(lines[at.Line-1])
		for end = col; end <= len(line) && index.IsWord(line[end-1]); end++ {
		}
		if end == col {
			end = len(line) + 1
		}
	}
	return protocol.Range{Start: position(lines, at.Line, col), End: position(lines, at.Line, end)}
}
