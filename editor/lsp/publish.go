package lsp

// publish.go publishes the diagnostics of a game's pages, and of its open scenarios and lists.

import (
	"context"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"rulebound/compiler/diag"
	"rulebound/conformance/overlay"
	"rulebound/editor/index"
)

// problems holds the diagnostics of files, by name, with the lines for their positions.
type problems struct {
	of    map[string][]protocol.Diagnostic
	lists map[string]diag.List
}

// problems collects the diagnostics of a game's pages and of its open scenarios and lists.
func (g *game) problems(ctx context.Context, x *index.Index, files *overlay.FS) *problems {
	s := g.server
	p := &problems{of: map[string][]protocol.Diagnostic{}, lists: map[string]diag.List{}}
	for _, d := range x.List {
		p.lists[d.Subject.File] = append(p.lists[d.Subject.File], d)
	}
	for _, name := range s.opened(g.id) {
		if ctx.Err() != nil {
			return p
		}
		if text, ok := files.Text(name); ok {
			p.lists[name] = append(p.lists[name], g.beside(x, files, name, text)...)
		}
	}
	lines := func(file string) []string {
		if text, ok := files.Text(file); ok && x.Text(file) == nil {
			return index.Lines(text)
		}
		return x.Text(file)
	}
	for _, file := range slices.Sorted(maps.Keys(p.lists)) {
		of := lines(file)
		if of == nil && len(p.lists[file]) > 0 && !strings.Contains(file, "/") {
			continue // not in a file of the author
		}
		for _, d := range p.lists[file] {
			p.of[file] = append(p.of[file], s.diagnostic(d, of, lines))
		}
	}
	return p
}

// opened lists the open scenarios and lists of a game.
func (s *Server) opened(id string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for name := range s.open {
		if kind, game := kindOf(name); game == id && (kind == scenarioFile || kind == listFile) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// diagnostic converts a diagnostic of the compiler.
func (s *Server) diagnostic(d diag.Diagnostic, of []string, lines func(string) []string) protocol.Diagnostic {
	text := d.Summary
	if d.Detail != "" {
		text += "\n" + d.Detail
	}
	out := protocol.Diagnostic{Range: rangeOf(of, d.Subject), Severity: protocol.DiagnosticSeverityError, Source: protocol.NewOptional("rulebound"),
		Code: protocol.String(d.Code)}
	if d.Severity == diag.Warning {
		out.Severity = protocol.DiagnosticSeverityWarning
	}
	for _, n := range d.Context {
		if at := lines(n.Pos.File); at != nil && !library(n.Pos.File) {
			out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: s.uriOf(n.Pos.File), Range: rangeOf(at, n.Pos)}, Message: n.Text})
		} else {
			text += "\n" + n.Text
			if !n.Pos.IsZero() {
				text += " (" + n.Pos.String() + ")"
			}
		}
	}
	out.Message = protocol.String(text)
	return out
}

// library reports whether a file is a page of a library rulebook, which is embedded in the program.
func library(file string) bool { return strings.HasPrefix(file, "library/") }

// messages returns the diagnostics of a game for the client, with empty lists for files that have none any more.
func (g *game) messages(p *problems) []*protocol.PublishDiagnosticsParams {
	s := g.server
	for file := range g.shown {
		if _, still := p.of[file]; !still {
			p.of[file] = nil
		}
	}
	for name := range s.open { // open files without faults get an empty list
		if _, game := kindOf(name); game == g.id && p.of[name] == nil {
			p.of[name] = nil
		}
	}
	var out []*protocol.PublishDiagnosticsParams
	for _, file := range slices.Sorted(maps.Keys(p.of)) {
		m := &protocol.PublishDiagnosticsParams{URI: s.uriOf(file), Diagnostics: append([]protocol.Diagnostic{}, p.of[file]...)}
		if d := s.open[file]; d != nil {
			m.Version = protocol.NewOptional(d.version)
		}
		if g.shown[file] = len(m.Diagnostics) > 0; !g.shown[file] {
			delete(g.shown, file)
		}
		out = append(out, m)
	}
	return out
}
