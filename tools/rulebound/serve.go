// This file implements serve: the report on a local server, updated after changes of the folder.

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
	"rulebound/editor/follow"
	"rulebound/show/machine"
	"rulebound/show/report"
)

type serving struct {
	*env
	port      int
	noBrowser bool
	noPlay    bool
}

func serveCommand(e *env) *cobra.Command {
	x := &serving{env: e}
	c := &cobra.Command{
		Use: "serve", Short: "Show the report in a browser, and follow changes of the rulebooks and scenarios",
		Long: "Serve shows the report to this machine only, at an address that it prints and opens. After an edit of a rulebook or scenario\n" +
			"its page is loaded again at the same place; a rulebook that does not compile is reported there, and the last good pages stay. Nothing is\n" +
			"written. An interrupt (Ctrl+C) ends it (docs/report.md).",
		Example: "  rulebound serve\n  rulebound serve --game kalah --port 8080 --no-browser",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.takesGame(c)
	c.Flags().IntVar(&x.port, "port", 0, "listen on port `N` of this machine (default: any free port)")
	c.Flags().BoolVar(&x.noBrowser, "no-browser", false, "open no browser")
	c.Flags().BoolVar(&x.noPlay, "no-play", false, "omit the pages to play")
	return c
}

// run serves until it is interrupted.
func (x *serving) run() error {
	if x.port < 0 || x.port > 65535 {
		return wrongUsage("--port %d: a port is a number from 0 to 65535", x.port)
	}
	if _, err := os.Stat(filepath.Join(x.root(), corpus.GamesDir)); err != nil {
		return fmt.Errorf("there is nothing to serve: %w; -C names the folder that has %s", err, corpus.GamesDir)
	}
	if x.env.game != "" {
		if err := corpus.Find(x.files(), x.env.game); err != nil {
			return err
		}
	}
	address, serve, err := x.begin()
	if err != nil {
		return err
	}
	fmt.Fprintf(x.out, "serving %s\n", address)
	if !x.noBrowser {
		openBrowser(address)
	}
	return serve(context.Background())
}

// begin builds the report and opens an address. serve serves it there until ctx ends.
func (x *serving) begin() (address string, serve func(ctx context.Context) error, err error) {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(x.port)))
	if err != nil {
		return "", nil, fmt.Errorf("%w; --port names another one, or leave it out", err)
	}
	watch, err := follow.Watch(x.root())
	if err != nil {
		return "", nil, errors.Join(err, listener.Close())
	}
	notify := func(text string) { fmt.Fprintln(x.err, text) }
	b := newRebuilder(x.env, notify)
	if !x.noPlay {
		if b.machine, err = machine.Get(x.root(), notify); err != nil {
			return "", nil, errors.Join(fmt.Errorf("%w\n--no-play leaves out the pages to play", err), watch.Close(), listener.Close())
		}
	}
	b.all()
	server := &http.Server{Handler: b.site.handler(listener.Addr().String()), ReadHeaderTimeout: 10 * time.Second}
	return "http://" + listener.Addr().String() + "/", func(ctx context.Context) error {
		defer watch.Close()
		defer context.AfterFunc(ctx, func() { _ = server.Close() })()
		go b.run(watch)
		return server.Serve(listener)
	}, nil
}

// openBrowser opens an address in the default browser. Errors are ignored, because the address is printed.
func openBrowser(address string) {
	command := map[string][]string{"windows": {"rundll32", "url.dll,FileProtocolHandler"}, "darwin": {"open"}}[runtime.GOOS]
	if command == nil {
		command = []string{"xdg-open"}
	}
	c := exec.Command(command[0], append(command[1:], address)...)
	if c.Start() == nil {
		go func() { _ = c.Wait() }()
	}
}

// rebuilder keeps a liveSite up to date. Except for its channel it is used by one goroutine.
type rebuilder struct {
	*env
	site    *liveSite
	machine *report.Machine
	notify  func(text string)

	reader corpus.Reader
	games  map[string]*corpus.Game // last successful compilation
	rules  map[string]bool         // games to compile again; true: with their scenarios
	unplay []string                // games whose scenarios have to be played
	model  *report.Model
	made   *report.Site
	broken map[string]string // errors by game
}

func newRebuilder(e *env, notify func(text string)) *rebuilder {
	return &rebuilder{env: e, site: newLiveSite(), notify: notify, rules: map[string]bool{}, games: map[string]*corpus.Game{}, broken: map[string]string{}}
}

func (b *rebuilder) all() {
	ids := []string{b.env.game}
	if b.env.game == "" {
		var err error
		if ids, err = corpus.Games(b.files()); err != nil {
			b.broken[""] = b.spell(err)
		}
	}
	for _, id := range ids {
		b.rules[id] = true
	}
	b.compile()
}

// run follows changes until the watcher is closed. Rulebooks come first; scenarios are played while there is nothing
// else to do.
func (b *rebuilder) run(w *follow.Files) {
	for {
		if len(b.unplay) > 0 {
			if !b.measure(b.unplay[0], func() bool { return b.take(w, 0) }) {
				w.Settled(func(c follow.Change) { b.note(c) })
				b.compile()
			}
			continue
		}
		if !b.take(w, -1) {
			return
		}
		w.Settled(func(c follow.Change) { b.note(c) })
		b.compile()
	}
}

// take waits for a change and notes its game. It waits for at most the given time, or, if that is negative, until the
// watch is closed, and reports whether there was a change.
func (b *rebuilder) take(w *follow.Files, wait time.Duration) bool {
	for until := time.Now().Add(wait); ; {
		c, ok, _ := w.Next(wait)
		if !ok {
			return false
		}
		if b.note(c) {
			return true
		}
		if wait >= 0 {
			wait = max(0, time.Until(until))
		}
	}
}

// note notes the game of a change, and reports whether the server shows it.
func (b *rebuilder) note(c follow.Change) bool {
	switch {
	case c.Game == "": // some changes were lost
		for id := range b.games {
			b.rules[id] = true
		}
	case b.env.game != "" && c.Game != b.env.game:
		return false
	default:
		b.rules[c.Game] = b.rules[c.Game] || !c.Rule || b.games[c.Game] == nil
	}
	return true
}

// compile compiles the changed games and publishes them before their scenarios are played.
func (b *rebuilder) compile() {
	for _, id := range slices.Sorted(maps.Keys(b.rules)) {
		began := time.Now()
		var g *corpus.Game
		var err error
		if b.rules[id] {
			g, err = b.reader.OpenGame(b.files(), id)
		} else {
			g, err = b.reader.Recompile(b.files(), b.games[id])
		}
		delete(b.rules, id)
		b.unplay = slices.DeleteFunc(b.unplay, func(x string) bool { return x == id })
		delete(b.broken, id)
		if err != nil {
			b.broken[id] = b.spell(err)
			fmt.Fprint(b.err, b.broken[id])
		}
		if g == nil {
			if corpus.Find(b.files(), id) != nil && b.env.game == "" { // its folder was removed
				delete(b.games, id)
				delete(b.broken, id)
			}
			continue
		}
		b.games[id] = g
		b.unplay = append(b.unplay, id)
		b.show(id, report.Unmeasured(g), true)
		b.notify(fmt.Sprintf("%s: compiled in %.2f s", id, time.Since(began).Seconds()))
	}
	b.publish()
}

// atOnce is the number of scenarios played between two checks for changes.
const atOnce = 16

// measure plays the scenarios of a game and publishes the results. It stops and returns false if a change arrives.
func (b *rebuilder) measure(id string, changed func() bool) bool {
	began := time.Now()
	g, err := b.reader.Recompile(b.files(), b.games[id]) // the site plays with the other copy, and a copy is not safe for concurrent plays
	if err != nil {
		return !changed() // the change that broke it is about to arrive
	}
	var plays []*corpus.Play
	for list := range slices.Chunk(g.Cases, atOnce) {
		if changed() {
			return false
		}
		plays = append(plays, corpus.PlayEach(list, func(int, int) {})...)
	}
	b.unplay = b.unplay[1:]
	x, err := report.NewGame(g, plays, os.DirFS(filepath.Join(b.root(), corpus.GoldensDir)))
	if err != nil {
		b.broken[id] = b.spell(err)
	}
	b.show(id, x, false)
	b.publish()
	b.notify(fmt.Sprintf("%s: %s played in %.1f s", id, diag.Count(len(plays), "scenario"), time.Since(began).Seconds()))
	return true
}

// spell formats an error as the command check does.
func (b *rebuilder) spell(err error) string {
	var text bytes.Buffer
	(&env{err: &text}).complain(err)
	return text.String()
}

// show puts a game into the model.
func (b *rebuilder) show(id string, g *report.Game, rules bool) {
	m := &report.Model{Live: true, Machine: b.machine}
	if b.model != nil {
		m.Games = slices.DeleteFunc(slices.Clone(b.model.Games), func(x *report.Game) bool { return x.ID == id || b.games[x.ID] == nil })
	}
	m.Games = append(m.Games, g)
	slices.SortFunc(m.Games, func(a, b *report.Game) int { return strings.Compare(a.ID, b.ID) })
	b.model = m
	b.site.changed(id, rules)
}

// publish makes the server show the model and the errors.
func (b *rebuilder) publish() {
	var broken strings.Builder
	for _, id := range slices.Sorted(maps.Keys(b.broken)) {
		broken.WriteString(b.broken[id])
	}
	if b.model != nil && (b.made == nil || b.made.Model() != b.model) {
		made, err := report.NewSite(b.model, b.made)
		if err != nil {
			broken.WriteString(b.spell(err))
		} else {
			b.made = made
		}
	}
	b.site.set(b.made, broken.String())
}
