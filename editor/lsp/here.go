package lsp

// here.go opens the page for playing a game at a position where a clause applies, taken from a scenario that reaches the clause.

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/conformance/scenario"
	"rulebound/show/play"
	"rulebound/show/report"
	"rulebound/show/steps"
)

// hereCommand is the command of a clause's lens. It takes an aim.
const hereCommand = "rulebound.play"

// maxTried limits the scenarios that are played to find a position.
const maxTried = 40

// aimOf decodes an aim and finds its game.
func (s *Server) aimOf(data protocol.LSPAny) (aim, *game, error) {
	var a aim
	if err := json.Unmarshal(data, &a); err != nil || a.Game == "" || a.Clause == "" {
		return a, nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, `this needs an object that names a game and a clause: {"game": "kalah", "clause": "2.2-b"}`)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.games[a.Game]; g != nil {
		return a, g, nil
	}
	return a, nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("the game %q is not open", a.Game))
}

// playHere opens the page for playing at a position where a clause applies, and returns its address.
func (s *Server) playHere(ctx context.Context, arguments []protocol.LSPAny) (protocol.LSPAny, error) {
	if len(arguments) != 1 {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, hereCommand+" takes a game with a clause and nothing else")
	}
	a, g, err := s.aimOf(arguments[0])
	switch {
	case err != nil:
		return nil, err
	case s.Play == nil:
		return nil, errors.New("this server has no pages to play; run rulebound serve")
	}
	text, name, err := g.before(ctx, a.Clause)
	if err != nil {
		return nil, err
	}
	s.notify(ctx, protocol.MessageTypeInfo, fmt.Sprintf("%s in the position of %s: the page is being made", a.Clause, name))
	s.mu.Lock()
	root, shows := s.Root, s.shows
	s.mu.Unlock()
	address, err := s.Play(s.ctx, root, a.Game)
	if err != nil {
		return nil, fmt.Errorf("the page to play cannot be served: %w", err)
	}
	address += report.PlayPath(a.Game, text)
	if shows {
		_, err = s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{URI: uri.URI(address), External: new(true)})
	}
	if !shows || err != nil {
		s.notify(ctx, protocol.MessageTypeInfo, "the page is at "+address)
	}
	return value(address), nil
}

// before returns the text of a play that ends where a clause applies, and the scenario that it is from, based on the last saved files.
func (g *game) before(ctx context.Context, clause string) (text []byte, name string, err error) {
	suite, err := g.suiteOf(ctx)
	defer suite.mu.Unlock()
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if err := blame(err, ""); err != nil || suite.of.Game() == nil {
		return nil, "", cmp.Or(err, errNoGame)
	}
	suite.of.PlayOf(clause, func() bool { return ctx.Err() == nil && g.server.ctx.Err() == nil })
	cases := suite.of.Coming(clause)
	for _, c := range cases[:min(len(cases), maxTried)] {
		if ctx.Err() != nil {
			return nil, "", ctx.Err()
		}
		switch at, writes, err := positionAt(c, clause); {
		case err != nil || at == nil:
		case writes:
			return at, c.Script.ID(), nil
		case text == nil:
			text, name = at, c.Script.ID()
		}
	}
	if text != nil {
		return text, name, nil
	}
	return nil, "", fmt.Errorf("no scenario of %s is known to reach %s; rulebound new scenario %s NAME writes one", g.id, clause, clause)
}

// positionAt returns the text of a play of a case up to the answer after which the clause first writes a line of the
// trace. For a clause that writes none, such as a condition, it is up to its first evaluation; for one that an
// expectation proves, up to the end. The text is nil if the play does not reach the clause.
func positionAt(c *corpus.Case, clause string) (text []byte, writes bool, err error) {
	options := scenario.OptionsOf(c.Script)
	game, err := c.Game.Load(options)
	if err != nil {
		return nil, false, err
	}
	setup, err := c.Script.Engine(game)
	if err != nil {
		return nil, false, err
	}
	var answers scenario.Answers
	scenario.Play(game, c.Script, &answers)
	nodes := coverage.NodesOf(c.Game.Def)[clause]
	seen := func() (n uint64) { // how often the nodes of the clause were executed or evaluated
		for _, i := range nodes {
			x := game.Seen(i)
			n += x.Ran + x.True + x.False + x.Full + x.Empty + x.Between
		}
		return n
	}
	before := seen()
	p, err := play.New(c.Game.ID, game, steps.SetupOf(setup, options))
	if err != nil {
		return nil, false, err
	}
	var evaluated []byte
	for i := 0; ; i++ {
		if i == 0 || !p.State().Over() {
			text = p.Text("", "")
		}
		if evaluated == nil && seen() > before {
			evaluated = text
		}
		if i == len(answers) {
			if evaluated == nil && slices.Contains(c.Script.Rules, clause) {
				evaluated = text
			}
			return evaluated, false, nil
		}
		lines := len(p.Trace())
		if err := p.Answer(answers[i], play.Person); err != nil {
			return evaluated, false, nil // the play ends at a refused answer
		}
		for _, l := range p.Trace()[lines:] {
			if slices.Contains(l.Rules(), clause) {
				return text, true, nil
			}
		}
	}
}
