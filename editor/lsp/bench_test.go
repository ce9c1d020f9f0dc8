package lsp_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
)

const largePage = "data/games/fire-in-the-lake/34-assault.md"

// large connects to a server for the repository itself, with a page of its largest rulebook open.
func large(b testing.TB) (*client, string) {
	root, err := filepath.Abs("../..")
	if err != nil {
		b.Fatal(err)
	}
	c := connect(b, root)
	text, err := fs.ReadFile(os.DirFS(root), largePage)
	if err != nil {
		b.Fatal(err)
	}
	c.edit(largePage, string(text))
	return c, string(text)
}

// places are positions in the formulas of a page, spread over it.
func places(text string) []protocol.Position {
	var out []protocol.Position
	for i, line := range strings.Split(text, "\n") {
		if at := strings.Index(line, "$"); at >= 0 {
			out = append(out, protocol.Position{Line: uint32(i), Character: uint32(len([]rune(line[:at])) + 2)})
		}
	}
	return out
}

// measured runs f for each place again and again, and reports the 95th percentile of the time that it takes.
func measured(b *testing.B, where []protocol.Position, f func(p protocol.TextDocumentPositionParams)) {
	b.Helper()
	var took []time.Duration
	n := 0
	for b.Loop() {
		begun := time.Now()
		f(protocol.TextDocumentPositionParams{Position: where[n%len(where)]})
		took = append(took, time.Since(begun))
		n++
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}

func BenchmarkHover(b *testing.B) {
	c, text := large(b)
	measured(b, places(text), func(p protocol.TextDocumentPositionParams) {
		p.TextDocument.URI = c.uri(largePage)
		if _, err := c.Hover(c.ctx, &protocol.HoverParams{TextDocumentPositionParams: p}); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkDefinition(b *testing.B) {
	c, text := large(b)
	measured(b, places(text), func(p protocol.TextDocumentPositionParams) {
		p.TextDocument.URI = c.uri(largePage)
		if _, err := c.Definition(c.ctx, &protocol.DefinitionParams{TextDocumentPositionParams: p}); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkCompletion(b *testing.B) {
	c, text := large(b)
	measured(b, places(text), func(p protocol.TextDocumentPositionParams) {
		p.TextDocument.URI = c.uri(largePage)
		if _, err := c.Completion(c.ctx, &protocol.CompletionParams{TextDocumentPositionParams: p}); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkDiagnostics measures from the last key to the diagnostics, with the 100 ms that the server waits for the next.
func BenchmarkDiagnostics(b *testing.B) {
	c, text := large(b)
	n := 0
	measured(b, places(text), func(protocol.TextDocumentPositionParams) {
		n++
		c.edit(largePage, text+strings.Repeat("\n", n%7))
	})
}
