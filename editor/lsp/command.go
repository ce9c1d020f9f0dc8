package lsp

// command.go runs the commands of a scenario's lenses: run it, show its trace, update its golden.

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
)

// command is a command for a scenario.
type command struct {
	name, title string
	do          func(*Server, context.Context, *page) (protocol.LSPAny, error)
}

var commands = []command{
	{"rulebound.run", "run", (*Server).run},
	{"rulebound.trace", "show trace", (*Server).trace},
	{"rulebound.golden", "update golden", (*Server).update},
}

// commandNames lists the names of commands for clients.
func (s *Server) commandNames() []string {
	var out []string
	for _, c := range commands {
		out = append(out, c.name+s.suffix)
	}
	return append(out, hereCommand+s.suffix)
}

// ExecuteCommand implements protocol.Server. Each command takes the URI of a scenario; hereCommand takes an aim.
func (s *Server) ExecuteCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	name, ok := strings.CutSuffix(p.Command, s.suffix)
	if ok && name == hereCommand {
		return s.playHere(ctx, p.Arguments)
	}
	i := slices.IndexFunc(commands, func(c command) bool { return ok && c.name == name })
	if i < 0 {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("there is no command %q; there are %s", p.Command, strings.Join(s.commandNames(), ", ")))
	}
	var text string
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &text) != nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, p.Command+" takes the URI of a scenario and nothing else")
	}
	var doc *page
	if u, err := uri.Parse(text); err == nil {
		doc = s.page(u)
	}
	if doc == nil || doc.game == nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("%s is not a scenario below %s that can be read", text, s.Root))
	}
	if kind, _ := kindOf(doc.name); kind != scenarioFile {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, doc.name+" is not a scenario")
	}
	return commands[i].do(s, ctx, doc)
}

// notify shows a message to the author.
func (s *Server) notify(ctx context.Context, kind protocol.MessageType, text string) {
	if err := s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: kind, Message: text}); err != nil {
		s.logf("a message: %v", err)
	}
}

// caseOf returns the case of a file of a game. err is the error of reading the game.
func caseOf(g *corpus.Game, err error, file string) (*corpus.Case, error) {
	if err := blame(err, file); err != nil || g == nil {
		return nil, cmp.Or(err, errNoGame)
	}
	for _, c := range g.Cases {
		if c.Script.File == file {
			return c, nil
		}
	}
	return nil, fmt.Errorf("there is no scenario %s; one is in a folder of a rule section, at %s/GAME/SECTION/NAME.yaml", file, corpus.ScenariosDir)
}

// play plays the present text of a scenario, saved or not.
func (d *page) play(ctx context.Context) (*corpus.Play, error) {
	s := d.game.server
	s.mu.Lock()
	d.game.stale = true // files that are not open may have changed
	s.mu.Unlock()
	suite, err := d.game.suiteOf(ctx)
	defer suite.mu.Unlock()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	c, err := caseOf(suite.of.Game(), err, d.name)
	if err != nil {
		return nil, err
	}
	return c.Play(), nil
}

// run plays a scenario and reports its result.
func (s *Server) run(ctx context.Context, doc *page) (protocol.LSPAny, error) {
	p, err := doc.play(ctx)
	if err != nil {
		return nil, err
	}
	name := p.Case.Name()
	if err := p.Problem(); err != nil {
		s.notify(ctx, protocol.MessageTypeError, fmt.Sprintf("%s fails:\n%v", name, err))
		return value("fails"), nil
	}
	if err := golden.Compare(filepath.Join(s.Root, filepath.FromSlash(corpus.GoldensDir)), name, p.Lines); err != nil {
		s.notify(ctx, protocol.MessageTypeWarning, err.Error())
		return value("differs"), nil
	}
	s.notify(ctx, protocol.MessageTypeInfo, name+" passes")
	return value("passes"), nil
}

// trace plays a scenario and shows its trace in a temporary file, which is removed when the server ends.
func (s *Server) trace(ctx context.Context, doc *page) (protocol.LSPAny, error) {
	p, err := doc.play(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	if s.traces == "" {
		s.traces, err = os.MkdirTemp("", "rulebound-traces-")
	}
	dir, shows := s.traces, s.shows
	s.mu.Unlock()
	if err != nil {
		return nil, fmt.Errorf("the trace cannot be shown: %w", err)
	}
	file := filepath.Join(dir, strings.ReplaceAll(p.Case.Name(), "/", "-")+".trace")
	if err := os.WriteFile(file, p.Trace(), 0o600); err != nil {
		return nil, fmt.Errorf("the trace cannot be shown: %w", err)
	}
	if shows {
		_, err = s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{URI: uri.File(file), TakeFocus: new(true)})
	}
	if !shows || err != nil {
		s.notify(ctx, protocol.MessageTypeInfo, "the trace is in "+file)
	}
	if err := p.Problem(); err != nil {
		s.notify(ctx, protocol.MessageTypeError, fmt.Sprintf("%s fails:\n%v", p.Case.Name(), err))
	}
	return value(string(uri.File(file))), nil
}

// update writes the golden of a scenario, as `rulebound goldens` does: from the saved files, if its expectations are
// satisfied, and not in CI.
func (s *Server) update(ctx context.Context, doc *page) (protocol.LSPAny, error) {
	if err := golden.Guard(os.Getenv); err != nil {
		return nil, err
	}
	s.mu.Lock()
	disk := s.Disk(s.Root)
	var unsaved []string
	for name, d := range s.open {
		if _, game := kindOf(name); game != doc.game.id {
			continue
		}
		if text, err := fs.ReadFile(disk, name); err != nil || !bytes.Equal(text, d.text) {
			unsaved = append(unsaved, name)
		}
	}
	s.mu.Unlock()
	if len(unsaved) > 0 {
		slices.Sort(unsaved)
		return nil, fmt.Errorf("the golden was not touched: save %s first, a golden is of what is on the disk", strings.Join(unsaved, ", "))
	}
	g, err := s.reader.OpenGame(disk, doc.game.id)
	c, err := caseOf(g, err, doc.name)
	if err != nil {
		return nil, errors.Join(err, errors.New("the golden was not touched"))
	}
	p := c.Play()
	if err := p.Problem(); err != nil {
		return nil, fmt.Errorf("%s fails:\n%w\nthe golden was not touched", c.Name(), err)
	}
	changes, err := golden.RewriteSome(filepath.Join(s.Root, filepath.FromSlash(corpus.GoldensDir)), map[string][]byte{c.Name(): p.Trace()},
		func(name string) bool { return name == c.Name() })
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.refresh()
	s.mu.Unlock()
	what := "unchanged"
	if len(changes) > 0 {
		what = changes[0].What
	}
	s.notify(ctx, protocol.MessageTypeInfo, fmt.Sprintf("the golden of %s is %s", c.Name(), what))
	return value(what), nil
}
