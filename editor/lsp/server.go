// Package lsp is a language server for rulebooks, scenarios and the lists beside them. It speaks the Language Server
// Protocol over any stream; the options and the client say where files are and which texts are unsaved.
//
// documents.go holds the open documents, game.go compiles a game 100 ms after its last change, publish.go publishes
// diagnostics. The other files serve one feature each, from the index of the last compile (package index) and the
// present text.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"rulebound/audit/mutation"
	"rulebound/compiler"
	"rulebound/conformance/corpus"
	"rulebound/conformance/overlay"
)

// Delay is the time between the last change of a document and a compile.
const Delay = 100 * time.Millisecond

// Options say what the server works on.
type Options struct {
	Root    string // the absolute path of the folder with data/games; a client that opens another folder replaces it
	Disk    func(root string) fs.FS
	Version string
	Scores  []*mutation.Report               // for the lenses of clauses; may be empty
	Log     func(format string, args ...any) // for errors of the server; may be nil

	// Play serves the report of a game until ctx ends, and returns the address of its first page, which ends in a slash. May be nil.
	Play func(ctx context.Context, root, game string) (address string, err error)
}

// Server is a language server for one client.
type Server struct {
	protocol.UnimplementedServer
	Options

	client protocol.Client
	cache  compiler.Cache     // of the edited pages
	reader corpus.Reader      // of the games whose scenarios are played
	end    context.CancelFunc // cancels the running compiles

	ctx       context.Context
	sending   sync.Mutex // held while diagnostics are sent; acquired before mu
	mu        sync.Mutex // guards all fields below, and the games
	files     *overlay.FS
	open      map[string]*document // by path below the root
	games     map[string]*game
	shows     bool   // the client can show documents
	suffix    string // of command names, for clients that share commands between servers
	refreshes bool   // the client can refresh lenses
	moves     bool   // the client can rename files
	watches   bool   // the client can report changed files on the disk
	traces    string // the folder of shown traces; "" if there are none
	asked     bool   // shutdown was requested
	exited    bool
}

// Serve serves a client until it sends exit, the stream ends or ctx is cancelled. The error is nil after an orderly
// end: exit after shutdown, or the end of the stream.
func Serve(ctx context.Context, stream io.ReadWriteCloser, o Options) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	s := &Server{Options: o, ctx: ctx, end: end, open: map[string]*document{}}
	s.reset(o.Root)
	conn := jsonrpc2.NewConn(jsonrpc2.NewHeaderStream(stream), jsonrpc2.WithCodec(codec{}))
	s.client = protocol.ClientDispatcher(conn)
	conn.Go(ctx, s.released(protocol.CancelHandler(s.handler(protocol.ServerHandler(s, jsonrpc2.MethodNotFoundHandler)))))
	select {
	case <-conn.Done():
	case <-ctx.Done():
		_ = stream.Close() // ends a read that waits for the client
	}
	end()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.games {
		g.stop()
	}
	if s.traces != "" {
		_ = os.RemoveAll(s.traces)
	}
	if err := conn.Err(); err != nil && !s.exited && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, os.ErrClosed) && !errors.Is(err, io.ErrClosedPipe) {
		return fmt.Errorf("the client sent something that is not a message: %w", err)
	}
	if s.exited && !s.asked {
		return errors.New("the client said exit before shutdown")
	}
	return nil
}

// released handles requests concurrently, and notifications in order. It releases a request before deriving from its
// context, since jsonrpc2 reuses contexts of unreleased requests. It records a shutdown on arrival, because exit may
// follow before the reply.
func (s *Server) released(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if req.Method() == "shutdown" {
			s.mu.Lock()
			s.asked = true
			s.mu.Unlock()
		}
		if req.IsCall() {
			jsonrpc2.Async(ctx)
		}
		return next(ctx, req)
	}
}

// handler skips invalid notifications, and turns a panic into an error reply.
func (s *Server) handler(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
		call := req.IsCall()
		defer func() {
			if r := recover(); r != nil {
				s.logf("%s: %v\n%s", req.Method(), r, debug.Stack())
				result, err = nil, jsonrpc2.NewError(jsonrpc2.InternalError, fmt.Sprintf("the server failed at %s: %v", req.Method(), r))
			}
			if !call {
				if err != nil {
					s.logf("%s: %v", req.Method(), err)
				}
				result, err = nil, nil
			}
		}()
		return next(ctx, req)
	}
}

func (s *Server) logf(format string, args ...any) {
	if s.Log != nil {
		s.Log(format, args...)
	}
}

// codec encodes and decodes messages as the protocol requires.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		if raw == nil {
			return []byte("null"), nil
		}
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = append((*raw)[:0], data...)
		return nil
	}
	return protocol.Unmarshal(data, v)
}

// reset sets the root folder.
func (s *Server) reset(root string) {
	s.Root, s.files, s.games = root, overlay.Over(s.Disk(root)), map[string]*game{}
}

// Initialize implements protocol.Server.
func (s *Server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, dir := range folders(p) {
		if root, ok := above(dir); ok {
			s.reset(root)
			break
		}
	}
	if w := p.Capabilities.Window; w != nil && w.ShowDocument != nil {
		s.shows = w.ShowDocument.Support
	}
	if w := p.Capabilities.Workspace; w != nil {
		s.refreshes = w.CodeLens != nil && w.CodeLens.RefreshSupport != nil && *w.CodeLens.RefreshSupport
		s.watches = w.DidChangeWatchedFiles != nil && w.DidChangeWatchedFiles.DynamicRegistration != nil && *w.DidChangeWatchedFiles.DynamicRegistration
		s.moves = w.WorkspaceEdit != nil && w.WorkspaceEdit.DocumentChanges != nil && *w.WorkspaceEdit.DocumentChanges &&
			slices.Contains(w.WorkspaceEdit.ResourceOperations, protocol.ResourceOperationKindRename)
	}
	var own struct {
		Suffix string `json:"commandSuffix"`
	}
	if json.Unmarshal(p.InitializationOptions, &own) == nil { // ignore options of other servers
		s.suffix = own.Suffix
	}
	yes, all := new(true), protocol.Boolean(true)
	changes := protocol.TextDocumentSyncKindIncremental
	return &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: "rulebound", Version: protocol.NewOptional(s.Version)},
		Capabilities: protocol.ServerCapabilities{
			TextDocumentSync:           &protocol.TextDocumentSyncOptions{OpenClose: yes, Change: &changes, Save: &protocol.SaveOptions{}},
			HoverProvider:              all,
			DefinitionProvider:         all,
			ReferencesProvider:         all,
			DocumentSymbolProvider:     all,
			WorkspaceSymbolProvider:    all,
			RenameProvider:             &protocol.RenameOptions{PrepareProvider: yes},
			CodeActionProvider:         &protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix}},
			CodeLensProvider:           &protocol.CodeLensOptions{ResolveProvider: yes},
			ExecuteCommandProvider:     protocol.ExecuteCommandOptions{Commands: s.commandNames()},
			FoldingRangeProvider:       all,
			DocumentFormattingProvider: all,
			SemanticTokensProvider:     &protocol.SemanticTokensOptions{Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes, TokenModifiers: []string{}}, Full: all},
			CompletionProvider:         &protocol.CompletionOptions{TriggerCharacters: []string{".", "$", ":", " ", "-", "[", "{"}},
		},
	}, nil
}

// folders lists the folders of a client as paths.
func folders(p *protocol.InitializeParams) []string {
	var out []string
	if list, ok := p.WorkspaceFolders.Get(); ok {
		for _, f := range list {
			out = append(out, f.URI.Path())
		}
	}
	//lint:ignore SA1019 older clients send it alone
	if root := p.RootURI; root != nil {
		out = append(out, root.Path())
	}
	return out
}

// above returns the nearest folder at or above dir that has games.
func above(dir string) (string, bool) {
	for dir != "" {
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(corpus.GamesDir))); err == nil && info.IsDir() {
			return dir, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return "", false
}

// Initialized implements protocol.Server. It asks clients that can to report changed files on the disk.
func (s *Server) Initialized(context.Context, *protocol.InitializedParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.watches {
		return nil
	}
	var globs []protocol.FileSystemWatcher
	for _, glob := range []protocol.Pattern{corpus.GamesDir + "/*/*.md", corpus.ScenariosDir + "/**/*.yaml", corpus.GoldensDir + "/**/*.golden"} {
		globs = append(globs, protocol.FileSystemWatcher{GlobPattern: "**/" + glob})
	}
	go func() { // the client replies only after this notification
		if err := s.client.RegisterCapability(s.ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{{ID: "files", Method: "workspace/didChangeWatchedFiles",
			RegisterOptions: value(protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: globs})}}}); err != nil && s.ctx.Err() == nil {
			s.logf("files on the disk are not watched: %v", err)
		}
	}()
	return nil
}

// SetTrace implements protocol.Server. The server does no tracing.
func (s *Server) SetTrace(context.Context, *protocol.SetTraceParams) error { return nil }

// Shutdown implements protocol.Server; released records it.
func (s *Server) Shutdown(context.Context) error { return nil }

// Exit implements protocol.Server.
func (s *Server) Exit(context.Context) error {
	s.mu.Lock()
	s.exited = true
	s.mu.Unlock()
	s.end()
	return nil
}
