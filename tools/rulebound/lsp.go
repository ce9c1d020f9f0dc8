// This file implements lsp, the language server for editors.

package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"rulebound/editor/lsp"
)

func lspCommand(e *env) *cobra.Command {
	var scores string
	c := &cobra.Command{
		Use: "lsp", Short: "Serve an editor: diagnostics, hover, definitions, completion and more while you type",
		Long: "Lsp is a language server for rulebooks, scenarios and the lists beside them. An editor starts it and speaks the Language Server Protocol " +
			"with it over its input and output; it is not typed by hand. docs/editor.md says how to set up an editor.",
		Example: "  rulebound lsp -C ~/games\n  rulebound lsp --scores scores.json",
		RunE:    func(c *cobra.Command, _ []string) error { return e.lsp(c.Context(), scores) },
	}
	c.Flags().StringVar(&scores, "scores", "", "show at clauses the scores that mutate --json wrote to `FILE`")
	return c
}

// lsp serves the client at the other end of the streams.
func (e *env) lsp(ctx context.Context, scores string) error {
	measured, err := readScores(scores)
	if err != nil {
		return err
	}
	root, err := filepath.Abs(e.root())
	if err != nil {
		return err
	}
	if ctx == nil {
		ctx = context.Background()
	}
	return lsp.Serve(ctx, &streams{e.in, e.raw()}, lsp.Options{Root: root, Disk: func(dir string) fs.FS { return os.DirFS(dir) },
		Version: version(), Scores: measured, Play: (&playPages{err: e.err, at: map[string]string{}}).serve, Log: func(format string, args ...any) { fmt.Fprintf(e.err, format+"\n", args...) }})
}

// playPages serves reports in the background, one for each game that is played from an editor.
type playPages struct {
	err io.Writer
	mu  sync.Mutex
	at  map[string]string // by root and game
}

// serve returns the address of the report of a game, served until ctx ends.
func (p *playPages) serve(ctx context.Context, root, game string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := root + "\n" + game
	if p.at[key] != "" {
		return p.at[key], nil
	}
	e := newEnv(strings.NewReader(""), io.Discard, p.err)
	e.dir, e.game = root, game
	address, serve, err := (&serving{env: e}).begin()
	if err != nil {
		return "", err
	}
	p.at[key] = address
	go func() {
		if err := serve(ctx); ctx.Err() == nil {
			fmt.Fprintln(p.err, "the pages to play:", err)
			p.mu.Lock()
			delete(p.at, key)
			p.mu.Unlock()
		}
	}()
	return address, nil
}

// raw is the unfiltered output: the protocol counts bytes.
func (e *env) raw() io.Writer {
	if p, ok := e.out.(*plain); ok {
		return p.to
	}
	return e.out
}

type streams struct {
	io.Reader
	io.Writer
}

func (s *streams) Close() error {
	if c, ok := s.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
