// Package lsp is a language server for rulebooks, scenarios and the lists beside them. It speaks the Language Server Protocol over any
// stream; where files are and what is unsaved, it is told.
//
// documents.go keeps the open documents, game.go compiles a game 100 ms after its last change, publish.go reports what is wrong.
// The other files answer requests, a file a feature, from the index of the last compile (package index) and the text as it is now.
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
	"rulebound/editor/overlay"
)

// Delay is how long after the last change of a document a compile begins.
const Delay = 100 * time.Millisecond

// Options say what the server works on.
type Options struct {
	Root    string // the absolute path of the folder that has data/games; a client that opens another one changes it
	Disk    func(root string) fs.FS
	Version string
	Scores  []*mutation.Report               // for the lenses of clauses; may be empty
	Log     func(format string, args ...any) // for what goes wrong in the server; nil: nobody is told

	// Play serves the report of a game until ctx ends, and returns the address of its first page, which ends in a slash. nil: there are no pages.
	Play func(ctx context.Context, root, game string) (address string, err error)
}

// Server is a language server for one client.
type Server struct {
	protocol.UnimplementedServer
	Options

	client protocol.Client
	cache  compiler.Cache     // of the pages as they are edited
	reader corpus.Reader      // of the games whose scenarios are played
	end    context.CancelFunc // ends the compiles under way

	ctx       context.Context
	sending   sync.Mutex // held while diagnostics are sent; taken before mu
	mu        sync.Mutex // of all fields below, and of the games
	files     *overlay.FS
	open      map[string]*document // by name below the root
	games     map[string]*game
	shows     bool   // the client shows documents
	suffix    string // of the names of commands, where a client has one command of a name for several servers
	refreshes bool   // the client asks for lenses again if it is told to
	moves     bool   // the client renames files
	watches   bool   // the client says which files change on the disk if it is asked to
	traces    string // the folder of traces that were shown; "" if none was
	asked     bool   // shutdown was requested
	exited    bool
}

// Serve serves a client until it says exit, the stream ends or ctx is cancelled. The error is nil if the client ended it in order: exit
// after shutdown, or the end of the stream.
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
		_ = stream.Close() // a read that waits for the client would never end
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

// released answers requests at the same time, and notifications one after another, in their order. A request is released before its context
// is derived from: jsonrpc2 uses contexts of requests that are not again. That shutdown was requested is noted on arrival, because an
// exit may follow before it is answered.
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

// handler skips notifications that cannot be understood, and makes a panic an answer.
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

// codec reads and writes the values of messages as the protocol has them.
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

// reset makes root the folder that the server works on.
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
	if json.Unmarshal(p.InitializationOptions, &own) == nil { // those of another server mean nothing here
		s.suffix = own.Suffix
	}
	yes, all := ptr(true), protocol.Boolean(true)
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

// folders lists the folders that a client works on, as paths.
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

// above finds the nearest folder at or above dir that has games.
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

// Initialized implements protocol.Server: a client that can is to say which files change on the disk.
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
	go func() { // the client answers after this notification
		if err := s.client.RegisterCapability(s.ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{{ID: "files", Method: "workspace/didChangeWatchedFiles",
			RegisterOptions: value(protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: globs})}}}); err != nil && s.ctx.Err() == nil {
			s.logf("files on the disk are not watched: %v", err)
		}
	}()
	return nil
}

// SetTrace implements protocol.Server. The server traces nothing.
func (s *Server) SetTrace(context.Context, *protocol.SetTraceParams) error { return nil }

// Shutdown implements protocol.Server; released notes it.
func (s *Server) Shutdown(context.Context) error { return nil }

// Exit implements protocol.Server.
func (s *Server) Exit(context.Context) error {
	s.mu.Lock()
	s.exited = true
	s.mu.Unlock()
	s.end()
	return nil
}

func ptr[T any](v T) *T { return &v }
