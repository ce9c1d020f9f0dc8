package lsp

// game.go compiles a game: some time after its last change, or at once if a request needs the result. A change cancels a running compile.

import (
	"context"
	"path"
	"time"

	"rulebound/conformance/corpus"
	"rulebound/conformance/overlay"
	"rulebound/editor/index"
)

// game is a game of the repository. The server's lock guards all fields, unless noted.
type game struct {
	server *Server
	id     string

	index  *index.Index // of the last complete compile; nil: none yet
	fresh  bool         // the index matches the present text
	timer  *time.Timer
	cancel context.CancelFunc // of the running compile; nil: none
	done   chan struct{}      // closed when the scheduled or running compile ends; nil: none
	shown  map[string]bool    // files with diagnostics at the client
	table  table              // has a lock of its own
	suite  suite              // has a lock of its own, taken before the server's
	stale  bool               // files of the suite may have changed on the disk
}

// game returns the game with an id, whether or not its folder exists.
func (s *Server) game(id string) *game {
	g := s.games[id]
	if g == nil {
		g = &game{server: s, id: id, shown: map[string]bool{}}
		s.games[id] = g
	}
	return g
}

// all returns the games of the repository.
func (s *Server) all() []*game {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids, _ := corpus.Games(s.files)
	var out []*game
	for _, id := range ids {
		out = append(out, s.game(id))
	}
	return out
}

// later schedules an update of the game after Delay; rules means that its rulebook changed and must be compiled.
func (g *game) later(rules bool) {
	if rules {
		g.fresh = false
	}
	g.stop()
	g.done = make(chan struct{})
	g.begin(Delay)
}

// begin schedules the compile.
func (g *game) begin(after time.Duration) {
	ctx, cancel := context.WithCancel(g.server.ctx)
	g.cancel = cancel
	done := g.done
	g.timer = time.AfterFunc(after, func() {
		defer cancel()
		g.compile(ctx, done)
	})
}

// stop cancels a running or scheduled compile.
func (g *game) stop() {
	if g.cancel != nil {
		g.cancel()
		g.timer.Stop()
		g.cancel = nil
	}
	if g.done != nil {
		close(g.done)
		g.done = nil
	}
}

// compile compiles the game unless its index is fresh, and publishes the diagnostics of its pages and open scenarios and lists.
func (g *game) compile(ctx context.Context, done chan struct{}) {
	s := g.server
	s.mu.Lock()
	if ctx.Err() != nil {
		s.mu.Unlock()
		return
	}
	files, fresh, x := s.files, g.fresh, g.index
	s.mu.Unlock()
	if !fresh || x == nil {
		x = g.examine(ctx, files)
	}
	if x == nil {
		return
	}
	found := g.problems(ctx, x, files)
	s.sending.Lock() // diagnostics are sent in the order of the compiles
	defer s.sending.Unlock()
	s.mu.Lock()
	if ctx.Err() != nil || g.done != done {
		s.mu.Unlock()
		return
	}
	g.index, g.fresh = x, true
	close(g.done)
	g.done, g.cancel = nil, nil
	messages := g.messages(found)
	s.mu.Unlock()
	for _, m := range messages {
		if err := s.client.PublishDiagnostics(s.ctx, m); err != nil {
			s.logf("diagnostics: %v", err)
			return
		}
	}
}

// examine compiles the game from files; nil if that was cancelled. A panic of the compiler is logged.
func (g *game) examine(ctx context.Context, files *overlay.FS) (x *index.Index) {
	defer func() {
		if r := recover(); r != nil {
			g.server.logf("the compile of %s failed: %v", g.id, r)
			x = nil
		}
	}()
	study, err := g.server.cache.Examine(ctx, files, path.Join(corpus.GamesDir, g.id))
	if err != nil {
		return nil
	}
	return index.New(g.id, study)
}

// current returns the index of the last compile, or waits for the first one; nil if ctx ends before.
func (g *game) current(ctx context.Context) *index.Index {
	g.server.mu.Lock()
	x := g.index
	g.server.mu.Unlock()
	if x != nil {
		return x
	}
	return g.now(ctx)
}

// now waits for the index of the present text; nil if ctx ends before.
func (g *game) now(ctx context.Context) *index.Index {
	for ctx.Err() == nil && g.server.ctx.Err() == nil {
		g.server.mu.Lock()
		if g.fresh && g.index != nil {
			x := g.index
			g.server.mu.Unlock()
			return x
		}
		switch {
		case g.done == nil:
			g.done = make(chan struct{})
			g.begin(0)
		case g.timer != nil && g.timer.Stop(): // it was scheduled for later
			g.cancel()
			g.begin(0)
		}
		done := g.done
		g.server.mu.Unlock()
		select {
		case <-done:
		case <-ctx.Done():
		}
	}
	return nil
}
