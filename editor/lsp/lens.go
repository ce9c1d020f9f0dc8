package lsp

// lens.go puts lenses above clauses and scenarios: the results of a clause's scenarios, and the commands for a
// scenario. The scenarios of a clause are played when the client resolves its lens, in a separate suite, so that
// other requests need not wait.

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
	"rulebound/conformance/overlay"
	"rulebound/conformance/revision"
	"rulebound/editor/follow"
)

// suite is a game with the results of its scenarios.
type suite struct {
	mu  sync.Mutex
	of  *follow.Suite // nil: not read yet
	at  *overlay.FS   // the files that it was read from
	err error         // of reading
}

// suiteOf returns the locked suite of a game, as of the last saved files: reading a large game at each keystroke
// would be too slow. The error says what cannot be read; if ctx ends before, it is that of ctx.
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

// blame removes the errors of scenarios in other files from an error of reading a game.
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

// saved records that files of a game were saved, and refreshes the lenses. The server's lock must be held.
func (g *game) saved() {
	g.stale = true
	g.server.refresh()
}

// refresh asks the client to request its lenses again, if it supports that. The server's lock must be held.
func (s *Server) refresh() {
	if s.refreshes {
		go func() {
			if err := s.client.CodeLensRefresh(s.ctx); err != nil && s.ctx.Err() == nil {
				s.logf("lenses: %v", err)
			}
		}()
	}
}

// aim is the subject of a clause's lens.
type aim struct {
	Game   string `json:"game"`
	Clause string `json:"clause"`
}

// CodeLens implements protocol.Server: two lenses for each clause of a page, of which the first is unresolved, and those of a scenario.
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

// CodeLensResolve implements protocol.Server: it plays the remaining scenarios of the clause and returns a summary.
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
		text = summary(st)
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

// stateOf plays the remaining scenarios of a clause and returns the summary.
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

// summary spells the summary of a clause's scenarios.
func summary(st follow.State) string {
	if st.Scenarios == 0 {
		return "no scenario names it"
	}
	if st.Differ == 0 && st.Fail == 0 {
		return counted(st.Scenarios, "scenario passes", "scenarios pass")
	}
	return counted(st.Scenarios, "scenario", "scenarios") + ": " + counted(st.Differ, "differs", "differ") + ", " + counted(st.Fail, "fails", "fail") + "; shortest " + st.Shortest
}

// counted spells a number with the singular or plural of a word.
func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return revision.Thousands(n) + " " + more
}

// score spells the mutation score of a clause, "" if there is none.
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

// value converts a value for a message.
func value(v any) protocol.LSPAny {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings always encode
	}
	return text
}
