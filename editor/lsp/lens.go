package lsp

// lens.go puts lenses above clauses and scenarios: how the scenarios of a clause fare, and what can be done with a scenario. A clause's
// scenarios are played when the client asks for what its lens says, in a suite of their own: other requests do not wait for them.

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"go.lsp.dev/protocol"

	"rulebound/audit/mutation"
	"rulebound/compiler/names"
	"rulebound/conformance/corpus"
	"rulebound/conformance/revision"
	"rulebound/editor/follow"
	"rulebound/editor/overlay"
)

// suite is a game with what its scenarios showed when they were last played.
type suite struct {
	mu  sync.Mutex
	of  *follow.Suite // nil: it was never read
	at  *overlay.FS   // the files that it was read from
	err error         // of that
}

// suiteOf returns the suite of a game, locked, as the files were when one was last saved: reading a large game at each key would take what
// typing needs. The error is what cannot be read. If ctx ends before, it is that of ctx.
func (g *game) suiteOf(ctx context.Context) (*suite, error) {
	s := &g.suite
	s.mu.Lock()
	if ctx.Err() != nil {
		return s, ctx.Err()
	}
	g.server.mu.Lock()
	files, stale := g.server.files, g.stale
	g.stale = false
	g.server.mu.Unlock()
	if s.of == nil {
		s.of = follow.NewSuite(g.id, &g.server.reader)
	}
	if stale || s.at == nil {
		s.at = files
		_, s.err = s.of.Read(files)
	}
	return s, s.err
}

// blame returns what of an error of reading a game is not of scenarios in other files than the one named: of the rulebook, say.
func blame(err error, file string) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var errs []error
		for _, e := range joined.Unwrap() {
			errs = append(errs, blame(e, file))
		}
		return errors.Join(errs...)
	}
	var broken *corpus.Broken
	if errors.As(err, &broken) && broken.File != "" && broken.File != file {
		return nil
	}
	return err
}

// saved notes that files of a game were saved, and has the client ask for its lenses again. The server's lock is held.
func (g *game) saved() {
	g.stale = true
	g.server.refresh()
}

// refresh has the client ask for its lenses again if it can. The server's lock is held.
func (s *Server) refresh() {
	if s.refreshes {
		go func() {
			if err := s.client.CodeLensRefresh(s.ctx); err != nil && s.ctx.Err() == nil {
				s.logf("lenses: %v", err)
			}
		}()
	}
}

// aim is what the lens of a clause is about.
type aim struct {
	Game   string `json:"game"`
	Clause string `json:"clause"`
}

// CodeLens implements protocol.Server: two lenses at each clause of a page, of which the first says nothing yet, and those of a scenario.
func (s *Server) CodeLens(ctx context.Context, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	out := []protocol.CodeLens{}
	doc := s.page(p.TextDocument.URI)
	if doc == nil || doc.game == nil {
		return out, nil
	}
	switch kind, _ := kindOf(doc.name); kind {
	case scenarioFile:
		for _, c := range commands {
			out = append(out, protocol.CodeLens{Command: protocol.Command{Title: c.title, Command: c.name + s.suffix, Arguments: []protocol.LSPAny{value(string(p.TextDocument.URI))}}})
		}
	case rulebook:
		x := doc.game.current(ctx)
		if x == nil {
			return out, ctx.Err()
		}
		line := x.Shift(doc.name, doc.lines).New
		seen := map[string]bool{}
		for _, u := range x.In(doc.name) {
			id := u.Thing.Name
			if !u.Declares || u.Thing.Sort != names.Clause || x.Clause(id) == nil || seen[id] {
				continue
			}
			if at, ok := line(u.At.Line); ok {
				seen[id] = true
				u.At.Line = at
				where, about := rangeOf(doc.lines, u.At), value(aim{doc.game.id, id})
				out = append(out, protocol.CodeLens{Range: where, Data: about})
				if s.Play != nil {
					out = append(out, protocol.CodeLens{Range: where, Command: protocol.Command{Title: "play from here", Command: hereCommand + s.suffix, Arguments: []protocol.LSPAny{about}}})
				}
			}
		}
	}
	return out, nil
}

// CodeLensResolve implements protocol.Server: it plays what scenarios of the clause are to be played, and says how they fare.
func (s *Server) CodeLensResolve(ctx context.Context, l *protocol.CodeLens) (*protocol.CodeLens, error) {
	a, g, err := s.aimOf(l.Data)
	if err != nil {
		return nil, err
	}
	st, err := g.stateOf(ctx, a.Clause)
	text := "the rulebook does not compile"
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err == nil:
		text = fares(st)
	case !errors.As(err, new(*corpus.Broken)):
		text, _, _ = strings.Cut(err.Error(), "\n")
	}
	for _, r := range s.Scores {
		if r.Game == a.Game {
			text += score(r, a.Clause)
		}
	}
	out := *l
	out.Command = protocol.Command{Title: text}
	return &out, nil
}

// stateOf plays the scenarios of a clause that are to be played, and returns where they stand.
func (g *game) stateOf(ctx context.Context, clause string) (follow.State, error) {
	suite, err := g.suiteOf(ctx)
	defer suite.mu.Unlock()
	if ctx.Err() != nil {
		return follow.State{}, ctx.Err()
	}
	if err := blame(err, ""); err != nil || suite.of.Game() == nil {
		return follow.State{}, cmp.Or(err, errNoGame)
	}
	suite.of.PlayOf(clause, func() bool { return ctx.Err() == nil && g.server.ctx.Err() == nil })
	return suite.of.StateOf(suite.at, clause)
}

// fares says where the scenarios of a clause stand.
func fares(st follow.State) string {
	if st.Scenarios == 0 {
		return "no scenario names it"
	}
	if st.Differ == 0 && st.Fail == 0 {
		return counted(st.Scenarios, "scenario passes", "scenarios pass")
	}
	return counted(st.Scenarios, "scenario", "scenarios") + ": " + counted(st.Differ, "differs", "differ") + ", " + counted(st.Fail, "fails", "fail") + "; shortest " + st.Shortest
}

// counted is a number with the word for one or for more.
func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return revision.Thousands(n) + " " + more
}

// score says which share of the changes of a clause was noticed, "" if none was measured.
func score(r *mutation.Report, clause string) string {
	for _, section := range r.Sections {
		for _, c := range section.Clauses {
			if c.ID == clause {
				return fmt.Sprintf("; mutation score %d%%, %d survive", c.Count.Score(), c.Count.Survived)
			}
		}
	}
	return ""
}

// value is a value of a message.
func value(v any) protocol.LSPAny {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings have JSON
	}
	return text
}
