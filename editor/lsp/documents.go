package lsp

// documents.go keeps the texts that the client has open, and translates its places: it counts lines and UTF-16 units from 0, the compiler
// lines and characters from 1.

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
	"rulebound/editor/index"
)

// document is a text that the client has open.
type document struct {
	name    string // below the root
	version int32
	text    []byte
	lines   []string // nil until somebody asks
}

// page is a text to answer a request about: as it is now, and not changed any more.
type page struct {
	name  string
	text  []byte
	lines []string
	game  *game // nil: it belongs to none
}

// kind says what a file is.
type kind int

const (
	other kind = iota
	rulebook
	scenarioFile
	listFile // boards, gaps, survivors, deviations, referee
)

// kindOf says what the file of a name is, and of which game.
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

// nameOf is the name below the root of the document of a URI, false if it is elsewhere.
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

// uriOf is the URI of a file below the root.
func (s *Server) uriOf(name string) uri.URI {
	return uri.File(filepath.Join(s.Root, filepath.FromSlash(name)))
}

// document is the open document of a URI, nil if it is not open. The server's lock is held.
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

// change gives a document another text, and its game another compile.
func (s *Server) change(d *document, text []byte) {
	d.text, d.lines = text, nil
	s.files = s.files.With(d.name, text)
	s.changed(d.name)
}

// changed notes that a file is not what it was.
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

// page is the text of a document as it is now; nil if it is none that the server knows.
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

// spliced puts other text in the place of a range. A range beyond the text is cut to it.
func spliced(text []byte, r protocol.Range, with string) []byte {
	start := offset(text, r.Start)
	end := max(offset(text, r.End), start)
	return slices.Concat(text[:start], []byte(with), text[end:])
}

// offset is the byte of a text at a position of the client.
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

// pos is the compiler's place of a position in lines.
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

// position is the client's position of a character of a line, both from 1.
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

// rangeOf is the range of a place. One without an end is a word, or the rest of the line.
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
