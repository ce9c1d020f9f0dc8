package lsp_test

import (
	"context"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"rulebound/editor/lsp"
)

// patience is how long a test waits for what must come; only a test that fails waits so long.
const patience = 60 * time.Second

// client is an editor at the other end of a pipe.
type client struct {
	protocol.Server
	t    testing.TB
	ctx  context.Context
	root string
	conn jsonrpc2.Conn
	end  chan error // what Serve returned

	mu       sync.Mutex
	news     *sync.Cond
	told     map[uri.URI][]*protocol.PublishDiagnosticsParams
	versions map[uri.URI]int32
	shown    []string // messages
	watched  []string // files about which the server wants notifications
}

// connect starts a server for the files below root, and says hello to it.
func connect(t testing.TB, root string, options ...func(*lsp.Options)) *client {
	t.Helper()
	mine, its := net.Pipe()
	c := &client{t: t, ctx: t.Context(), root: root, end: make(chan error, 1), told: map[uri.URI][]*protocol.PublishDiagnosticsParams{}, versions: map[uri.URI]int32{}}
	c.news = sync.NewCond(&c.mu)
	o := lsp.Options{Root: root, Disk: func(dir string) fs.FS { return os.DirFS(dir) }, Log: func(format string, args ...any) { t.Logf(format, args...) }}
	for _, set := range options {
		set(&o)
	}
	go func() { c.end <- lsp.Serve(context.Background(), its, o) }()
	_, c.conn, c.Server = protocol.NewClient(c.ctx, peer{c: c}, jsonrpc2.NewHeaderStream(mine))
	if _, err := c.Initialize(c.ctx, &protocol.InitializeParams{}); err != nil {
		t.Fatal(err)
	}
	if err := c.Initialized(c.ctx, &protocol.InitializedParams{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := mine.Close(); err == nil {
			<-c.end
		}
	})
	return c
}

// repository writes a repository of files, by name, and returns its root.
func repository(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// peer is what the server may ask of the editor.
type peer struct {
	protocol.UnimplementedClient
	c *client
}

// PublishDiagnostics implements protocol.Client.
func (its peer) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	c := its.c
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told[p.URI] = append(c.told[p.URI], p)
	c.news.Broadcast()
	return nil
}

// ShowMessage implements protocol.Client.
func (its peer) ShowMessage(_ context.Context, p *protocol.ShowMessageParams) error {
	its.c.mu.Lock()
	defer its.c.mu.Unlock()
	its.c.shown = append(its.c.shown, p.Message)
	its.c.news.Broadcast()
	return nil
}

// RegisterCapability implements protocol.Client.
func (its peer) RegisterCapability(_ context.Context, p *protocol.RegistrationParams) error {
	its.c.mu.Lock()
	defer its.c.mu.Unlock()
	for _, r := range p.Registrations {
		its.c.watched = append(its.c.watched, r.Method+" "+string(r.RegisterOptions))
	}
	its.c.news.Broadcast()
	return nil
}

// ShowDocument implements protocol.Client.
func (its peer) ShowDocument(_ context.Context, p *protocol.ShowDocumentParams) (*protocol.ShowDocumentResult, error) {
	return &protocol.ShowDocumentResult{Success: true}, its.ShowMessage(its.c.ctx, &protocol.ShowMessageParams{Message: "document " + string(p.URI)})
}

func (c *client) uri(name string) uri.URI {
	return uri.File(filepath.Join(c.root, filepath.FromSlash(name)))
}

func (c *client) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// edit opens a document or gives it another text, and returns the diagnostics of that text.
func (c *client) edit(name, text string) []protocol.Diagnostic {
	c.t.Helper()
	u := c.uri(name)
	c.versions[u]++
	if c.versions[u] == 1 {
		c.must(c.DidOpen(c.ctx, &protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: u, LanguageID: "markdown", Version: 1, Text: text}}))
	} else {
		c.must(c.DidChange(c.ctx, &protocol.DidChangeTextDocumentParams{
			TextDocument:   protocol.VersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: u}, Version: c.versions[u]},
			ContentChanges: []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangeWholeDocument{Text: text}}}))
	}
	return c.diagnostics(name, c.versions[u])
}

// diagnostics waits for the diagnostics of a version of a document.
func (c *client) diagnostics(name string, version int32) []protocol.Diagnostic {
	c.t.Helper()
	deadline := time.AfterFunc(patience, c.news.Broadcast)
	defer deadline.Stop()
	begun := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		if all := c.told[c.uri(name)]; len(all) > 0 {
			last := all[len(all)-1]
			if v, _ := last.Version.Get(); v == version {
				return last.Diagnostics
			}
		}
		if time.Since(begun) > patience {
			c.t.Fatalf("no diagnostics of version %d of %s", version, name)
		}
		c.news.Wait()
	}
}

// at is the place of the mark ‸ in a text, which is returned without it.
func at(text string) (string, protocol.Position) {
	i := strings.Index(text, "‸")
	if i < 0 {
		panic("no mark")
	}
	line := text[strings.LastIndex(text[:i], "\n")+1 : i]
	return text[:i] + text[i+len("‸"):], protocol.Position{Line: uint32(strings.Count(text[:i], "\n")), Character: uint32(len([]rune(line)))}
}

// messages are the texts of diagnostics.
func messages(list []protocol.Diagnostic) []string {
	var out []string
	for _, d := range list {
		text, _ := d.Message.(protocol.String)
		out = append(out, string(text))
	}
	return out
}

// toy is a small game with a fault in none of its pages.
const toy = `# 1 Toy

- **1.1-a** *A step.* A step leads from left to right.

` + "```yaml" + `
game: {id: toy, title: Toy, main: begin}
enums: {colour: [red, blue]}
properties: {seat: {likes: colour}}
seats: [{id: ann, title: Ann, likes: red}]
spaces:
- {id: left, title: The Left, adjacent: right}
- {id: right, adjacent: left}
tracks: [{id: gold, max: 9}]
functions: [{id: near, params: {zone: zone}, value: adjacent($zone)}]
deciders: [seat]
procedures:
- id: begin
  rule: 1.1-a
  do: [step: {seat: ann}, over: {}]
- id: step
  params: {seat: seat}
  do:
  - one: $space
    from: near(left)
    do: [{gain: {gold: 1}}]
  - may: rest
    do: [{lose: {gold: 1}}]
setups: [{id: start, title: Start}]
` + "```\n"

const (
	toyPage  = "data/games/toy/10-toy.md"
	toyStory = "scenarios/toy/1.1/steps.yaml"
)

func toyRepository(t testing.TB) string {
	return repository(t, map[string]string{toyPage: toy, toyStory: "version: 1\ntitle: A step\ngame: toy\nrules: [1.1-a]\nsetup: {scenario: start}\nmoves:\n- ann: right\nexpect: {state: {gold: 1}}\n"})
}
