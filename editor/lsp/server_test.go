package lsp_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"rulebound/editor/lsp"
)

func TestDiagnosticsOfAnUnsavedBuffer(t *testing.T) {
	c := connect(t, toyRepository(t))
	if got := c.edit(toyPage, toy); len(got) > 0 {
		t.Errorf("a page without faults has %v", messages(got))
	}
	got := c.edit(toyPage, strings.Replace(toy, "likes: red}", "likes: ret}", 1))
	if len(got) != 1 || !strings.Contains(messages(got)[0], "did you mean red?") || got[0].Range.Start.Line != 8 || got[0].Range.End.Character-got[0].Range.Start.Character != 3 {
		t.Errorf("the diagnostics are %+v", got)
	}
	if got := c.edit(toyPage, toy); len(got) > 0 {
		t.Errorf("a mended page has %v", messages(got))
	}
}

func TestDiagnosticsHaveRelatedLocations(t *testing.T) {
	c := connect(t, toyRepository(t))
	got := c.edit(toyPage, strings.Replace(toy, "{id: gold, max: 9}", "{id: gold, max: 9}, {id: left}", 1))
	if len(got) != 1 || len(got[0].RelatedInformation) != 1 || got[0].RelatedInformation[0].Location.URI != c.uri(toyPage) || got[0].RelatedInformation[0].Location.Range.Start.Line != 10 {
		t.Errorf("the diagnostics are %+v", got)
	}
}

// A fault of one page that a change of another page mends is taken back, and closing an unsaved page brings back the saved text.
func TestDiagnosticsOfOtherPagesAreUpdated(t *testing.T) {
	root := repository(t, map[string]string{toyPage: toy, "data/games/toy/20-more.md": "# 2 More\n\n```yaml\nsets: {both: 'left | right'}\n```\n"})
	c := connect(t, root)
	renamed := strings.ReplaceAll(toy, "right", "west")
	c.edit(toyPage, renamed)
	if got := c.diagnostics("data/games/toy/20-more.md", 0); len(got) != 1 {
		t.Errorf("the other page has %v", messages(got))
	}
	c.must(c.DidClose(c.ctx, &protocol.DidCloseTextDocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(toyPage)}}))
	c.edit("data/games/toy/20-more.md", "# 2 More\n\n```yaml\nsets: {both: 'left | right'}\n```\n")
	if got := c.diagnostics("data/games/toy/20-more.md", 1); len(got) != 0 {
		t.Errorf("the other page has %v", messages(got))
	}
}

func TestIncrementalChanges(t *testing.T) {
	c := connect(t, toyRepository(t))
	c.edit(toyPage, strings.Replace(toy, "title: Ann", "title: Änn 𝄞", 1))
	u := c.uri(toyPage)
	change := func(version int32, from, to protocol.Position, text string) []protocol.Diagnostic {
		t.Helper()
		c.must(c.DidChange(c.ctx, &protocol.DidChangeTextDocumentParams{
			TextDocument: protocol.VersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: u}, Version: version},
			ContentChanges: []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangePartial{
				Range: protocol.Range{Start: from, End: to}, Text: text}}}))
		return c.diagnostics(toyPage, version)
	}
	// seats: [{id: ann, title: Änn 𝄞, likes: red}] – the clef is two units
	red := uint32(len("seats: [{id: ann, title: Ann xx, likes: "))
	if got := change(2, protocol.Position{Line: 8, Character: red}, protocol.Position{Line: 8, Character: red + 3}, "blu"); len(got) != 1 || got[0].Range.Start.Character != red {
		t.Errorf("the diagnostics are %+v", got)
	}
	if got := change(3, protocol.Position{Line: 8, Character: red + 3}, protocol.Position{Line: 8, Character: red + 3}, "e"); len(got) != 0 {
		t.Errorf("the diagnostics are %v", messages(got))
	}
	if got := change(4, protocol.Position{Line: 900}, protocol.Position{Line: 9000, Character: 7}, "\nmore prose\n"); len(got) != 0 {
		t.Errorf("a change beyond the end: %v", messages(got))
	}
}

func TestDiagnosticsOfAScenarioWhileTyping(t *testing.T) {
	c := connect(t, toyRepository(t))
	story, err := os.ReadFile(c.root + "/" + toyStory)
	c.must(err)
	if got := c.edit(toyStory, string(story)); len(got) != 0 {
		t.Errorf("a scenario without faults has %v", messages(got))
	}
	if got := c.edit(toyStory, strings.Replace(string(story), "moves:", "move:", 1)); len(got) != 1 || !strings.Contains(messages(got)[0], "moves") {
		t.Errorf("the diagnostics are %v", messages(got))
	}
}

// Many changes in a row end in the diagnostics of the last, and those before it are cancelled.
func TestNextChangeCancelsTheCompile(t *testing.T) {
	c := connect(t, toyRepository(t))
	c.edit(toyPage, toy)
	u := c.uri(toyPage)
	for i := range int32(50) {
		c.must(c.DidChange(c.ctx, &protocol.DidChangeTextDocumentParams{
			TextDocument:   protocol.VersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: u}, Version: i + 2},
			ContentChanges: []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangeWholeDocument{Text: toy + fmt.Sprint(i)}}}))
	}
	c.diagnostics(toyPage, 51)
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.told[u]); n > 25 {
		t.Errorf("51 versions were answered %d times", n)
	}
}

// talk sends bytes to a server and returns what it answered and the error it ended with.
func talk(t *testing.T, send string) (string, error) {
	t.Helper()
	mine, its := net.Pipe()
	end := make(chan error, 1)
	go func() {
		end <- lsp.Serve(context.Background(), its, lsp.Options{Root: t.TempDir(), Disk: func(dir string) fs.FS { return os.DirFS(dir) }})
		_ = its.Close()
	}()
	go func() {
		_, _ = io.WriteString(mine, send)
		if !strings.Contains(send, "exit") {
			_ = mine.Close()
		}
	}()
	answer, _ := io.ReadAll(bufio.NewReader(mine))
	return string(answer), <-end
}

func framed(messages ...string) string {
	var b strings.Builder
	for _, m := range messages {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	return b.String()
}

func TestServerEndsCleanly(t *testing.T) {
	shutdown, exit := `{"jsonrpc":"2.0","id":1,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`
	for _, test := range []struct{ name, send, want string }{
		{"exit after shutdown", framed(shutdown, exit), ""},
		{"exit before shutdown", framed(exit), "exit before shutdown"},
		{"a closed pipe", framed(shutdown), ""},
		{"a closed pipe within a message", framed(shutdown)[:40], ""},
		{"no message at all", "GET / HTTP/1.1\r\n\r\n", "not a message"},
		{"a length that is none", "Content-Length: -7\r\n\r\n{}", "not a message"},
		{"a message that is no JSON", framed("{{{{"), "not a message"},
		{"a method that is unknown", framed(`{"jsonrpc":"2.0","id":1,"method":"whatever"}`, shutdown, exit), ""},
		{"a notification that makes no sense", framed(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":7}}`, shutdown, exit), ""},
		{"a request that makes no sense", framed(`{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":[]}`, shutdown, exit), ""},
		{"a document elsewhere", framed(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:x","languageId":"x","version":1,"text":""}}}`,
			`{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///etc/passwd"},"position":{"line":0,"character":0}}}`, shutdown, exit), ""},
	} {
		answer, err := talk(t, test.send)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q; it answered %s", test.name, err, test.want, answer)
		}
	}
}
