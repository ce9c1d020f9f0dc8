// This file implements watch, which plays the affected scenarios whenever a file of a game is saved.

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulebound/conformance/corpus"
	"rulebound/editor/follow"
)

type watching struct {
	*env
	json bool

	reader corpus.Reader
	suites map[string]*follow.Suite
	last   map[string]watched // printed last for each game
}

// watched is the content of a line; with --json it is the line.
type watched struct {
	Game    string   `json:"game"`
	Changed []string `json:"changed"` // clauses, declarations and scenarios
	Error   string   `json:"error"`   // why files cannot be read, "" if all can; otherwise the other fields are unchanged
	Left    int      `json:"left"`    // scenarios still to be played again
	follow.State
}

func watchCommand(e *env) *cobra.Command {
	x := newWatching(e)
	c := &cobra.Command{
		Use: "watch", Short: "Follow the files: after each save, check the game and play the scenarios that the change touches",
		Long: "Watch plays all scenarios once, and then waits. When a file of a game is saved, it compiles the game and plays the scenarios that reach a\n" +
			"changed clause; it prints what was changed and how many scenarios differ from their goldens. Then it plays the others, as far as the change may\n" +
			"touch them, and prints a further line if their results changed. A rulebook that does not compile is reported, and the next\n" +
			"save is compared with the last one that did. Nothing is written. An interrupt (Ctrl+C) ends it.",
		Example: "  rulebound watch\n  rulebound watch --game kalah",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.takesGame(c)
	c.Flags().BoolVar(&x.json, "json", false, "write each line as a JSON object")
	return c
}

func newWatching(e *env) *watching {
	return &watching{env: e, suites: map[string]*follow.Suite{}, last: map[string]watched{}}
}

func (x *watching) run() error {
	ids := []string{x.env.game}
	if x.env.game == "" {
		var err error
		if ids, err = corpus.Games(x.files()); ids == nil {
			return err
		}
	} else if err := corpus.Find(x.files(), x.env.game); err != nil {
		return err
	}
	files, err := follow.Watch(x.root())
	if err != nil {
		return err
	}
	defer files.Close()
	return x.follow(files, ids)
}

// follow reads and plays the games, and then the changes, until the files are closed.
func (x *watching) follow(files *follow.Files, ids []string) error {
	for _, id := range ids {
		if err := x.read(id); err != nil {
			return err
		}
	}
	for {
		wait, id := follow.Forever, x.unplayed()
		if id != "" {
			wait = 0
		}
		c, ok, over := files.Next(wait)
		switch {
		case over:
			return nil
		case ok:
			if err := x.changed(files, c); err != nil {
				return err
			}
		case id != "":
			if x.suites[id].Play(); x.suites[id].Touched() == 0 && x.suites[id].Left() == 0 {
				if err := x.announce(id, nil); err != nil {
					return err
				}
			}
		}
	}
}

// unplayed returns a game with scenarios left to play, "" if there is none.
func (x *watching) unplayed() string {
	for _, id := range slices.Sorted(maps.Keys(x.suites)) {
		if x.suites[id].Left() > 0 {
			return id
		}
	}
	return ""
}

// changed reads the games of a change and of those after it, and plays the affected scenarios.
func (x *watching) changed(files *follow.Files, c follow.Change) error {
	var ids []string
	take := func(c follow.Change) {
		switch {
		case c.Game == "": // some changes were lost
			ids = slices.Sorted(maps.Keys(x.suites))
		case !slices.Contains(ids, c.Game) && (x.env.game == "" || x.env.game == c.Game):
			ids = append(ids, c.Game)
		}
	}
	take(c)
	files.Settled(take)
	for _, id := range ids {
		if err := x.read(id); err != nil {
			return err
		}
	}
	return nil
}

// read reads a game, plays the affected scenarios and prints a line. The error is that of printing.
func (x *watching) read(id string) error {
	s := x.suites[id]
	if s == nil {
		if corpus.Find(x.files(), id) != nil { // a file beside the games
			return nil
		}
		s = follow.NewSuite(id, &x.reader)
		x.suites[id] = s
	} else if s.Game() != nil && corpus.Find(x.files(), id) != nil { // its folder was removed
		delete(x.suites, id)
		return nil
	}
	first := s.Game() == nil
	changed, err := s.Read(x.files())
	if err != nil {
		if err := x.broken(id, err); err != nil || s.Game() == nil {
			return err
		}
	}
	for s.Touched() > 0 {
		s.Play()
	}
	if first || err != nil && len(changed) == 0 {
		return nil
	}
	if len(changed) == 0 {
		changed = []string{}
	}
	return x.announce(id, changed)
}

// broken reports files that cannot be read.
func (x *watching) broken(id string, err error) error {
	if !x.json {
		x.complain(err)
		return nil
	}
	return x.line(watched{Game: id, Changed: []string{}, Error: err.Error()})
}

// announce prints the status of a game's scenarios after a change, or, if changed is nil, after the remaining ones were
// played: then only if the status is new.
func (x *watching) announce(id string, changed []string) error {
	s := x.suites[id]
	st, err := s.State(x.files())
	if err != nil {
		return err
	}
	w := watched{Game: id, Changed: changed, Left: s.Left(), State: st}
	before, known := x.last[id]
	x.last[id] = w
	if changed == nil && known && before.State == st {
		return nil
	}
	if x.json {
		if w.Changed == nil {
			w.Changed = []string{}
		}
		return x.line(w)
	}
	what := "all played"
	switch n := len(changed); {
	case changed == nil:
	case n == 0:
		what = "no rule changed"
	case n > maxNamed:
		what = fmt.Sprintf("%s and %d more changed", strings.Join(changed[:maxNamed], ", "), n-maxNamed)
	default:
		what = strings.Join(changed, ", ") + " changed"
	}
	_, err = fmt.Fprintf(x.out, "%s: %s: %s\n", id, what, st)
	return err
}

// maxNamed limits the changes that a line names.
const maxNamed = 4

func (x *watching) line(w watched) error {
	text, err := json.Marshal(w)
	if err == nil {
		_, err = fmt.Fprintf(x.out, "%s\n", text)
	}
	return err
}
