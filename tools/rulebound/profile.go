// This file implements profile: the time of random play by rule.

package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"rulebound/compiler/diag"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

type profiling struct {
	*env
	setup  string
	player string
	games  int
	seed   uint64
	rows   int
	output string
	json   bool
}

func profileCommand(e *env) *cobra.Command {
	x := &profiling{env: e}
	c := &cobra.Command{
		Use: "profile GAME", Short: "Show which rules random play spends its time in",
		Long: "Profile plays random games and prints the time and the number of evaluations by procedure, function and derived value, by clause, and by\n" +
			"line of the rulebook. With -o it writes the same as a profile that `go tool pprof` reads. The games are played\n" +
			"up to five times, and the least time of a rule counts; the counts are the same on every run. Of long games it plays fewer.",
		Example: "  rulebound profile texas-holdem --games 100\n  rulebound profile kalah -o kalah.pprof && go tool pprof -top kalah.pprof",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.oneGame(c)
	f := c.Flags()
	f.StringVar(&x.setup, "setup", "", "begin with the set-up `ID` (default: the first)")
	e.completeSetup(c)
	f.StringVar(&x.player, "player", "uniform", "`KIND` of player: uniform, or minimal, which ends its turns as early as possible")
	f.IntVar(&x.games, "games", defaultGames, "play `N` games, at most 100000")
	f.Uint64Var(&x.seed, "seed", 1, "seed of the first game, a `NUMBER`; the others count on from it")
	f.IntVar(&x.rows, "rows", 15, "print at most `N` rows of each table")
	f.StringVarP(&x.output, "output", "o", "", "write a profile for pprof to `FILE`, and no tables")
	f.BoolVar(&x.json, "json", false, "write JSON, with all rows")
	return c
}

const (
	// profileRounds is the number of times that the games are played. The minimum over the rounds counts, since other load
	// of the machine only adds time.
	profileRounds = 5
	// profileTime is the time after which no further round begins.
	profileTime = 3 * time.Second
	// maxProfiled is the step limit of a game, and of the default number of games together.
	maxProfiled = 1 << 25
	// defaultGames is the number of games unless --games says otherwise.
	defaultGames = 20
	// maxProfiledGames is the maximal number of games.
	maxProfiledGames = 100_000
)

// profile is the output.
type profile struct {
	Version   int          `json:"version"`
	Game      string       `json:"game"`
	Setup     string       `json:"setup"`
	Player    string       `json:"player"`
	Games     int          `json:"games"`
	Decisions int          `json:"decisions"`
	Time      int64        `json:"nanoseconds"`
	Rules     []profileRow `json:"rules"`   // procedures, functions, derived values, effects, searches of obligations
	Clauses   []profileRow `json:"clauses"` // a line of several clauses counts for each
	Lines     []profileRow `json:"lines"`
}

// profileRow is the cost of a rule, a clause or a line.
type profileRow struct {
	Name  string `json:"name"`
	Own   int64  `json:"own"`             // nanoseconds, without the rules that it uses
	Total int64  `json:"total,omitempty"` // nanoseconds, with the rules that it uses; only of a rule
	Count int64  `json:"count"`           // instructions, calls and evaluations
	Where string `json:"where,omitempty"`
}

func (x *profiling) run() error {
	if x.games < 1 || x.games > maxProfiledGames || x.rows < 1 {
		return wrongUsage("--games is a number from 1 to %d, --rows one from 1 up", maxProfiledGames)
	}
	if err := oneOf("player", x.player, "uniform", "minimal"); err != nil {
		return err
	}
	if err := writable(x.output); err != nil {
		return err
	}
	gd, err := x.compiled()
	if err != nil {
		return err
	}
	if x.setup == "" {
		x.setup = setupsOf(gd)[0]
	}
	defer x.progress.begin("playing").clear()
	r := &profile{Version: 1, Game: x.game, Setup: x.setup, Player: x.player}
	var tree *engine.Spot
	first := time.Now()
	for round := 0; round < profileRounds && (round == 0 || time.Since(first) < profileTime); round++ {
		began := time.Now()
		p := engine.NewProfile(func() int64 { return int64(time.Since(began)) })
		g, err := engine.Load(gd, nil, engine.WithProfile(p))
		if err != nil {
			return err
		}
		if r.Games, r.Decisions, err = x.play(g, round*x.games); err != nil {
			return err
		}
		if round == 0 {
			tree = p.Root()
		} else {
			keepLeast(tree, p.Root())
		}
	}
	s := &survey{gd: gd, rules: map[string]*profileRow{}, clauses: map[string]*profileRow{}, lines: map[string]*profileRow{}}
	r.Time = s.visit(tree, "", nil)
	r.Rules, r.Clauses, r.Lines = byTime(s.rules), byTime(s.clauses), byTime(s.lines)
	switch {
	case x.output != "":
		return x.writePprof(gd, tree)
	case x.json:
		return x.writeJSON(r)
	}
	return x.print(r)
}

// keepLeast sets the time of each spot to the minimum of two trees of the same games.
func keepLeast(x, again *engine.Spot) {
	x.Time = min(x.Time, again.Time)
	for i, p := range x.Parts {
		keepLeast(p, again.Parts[i])
	}
}

// play plays the games, fewer if they exceed the step limit. It returns the numbers of games and of decisions including
// chance. before is the number of games played before.
func (x *profiling) play(g *engine.Game, before int) (games, decisions int, err error) {
	all, left := profileRounds*x.games, int64(max(x.games, defaultGames))*(maxProfiled/defaultGames)
	for i := 0; i < x.games && left > 0; i++ {
		seed, game := x.seed+uint64(i), before+i+1
		x.progress.draw(game-1, all, fmt.Sprintf("game %d of %d", game, all))
		budget := engine.NewBudget(maxProfiled)
		s, err := g.New(engine.Setup{ID: x.setup, Seed: seed, Budget: budget})
		if err != nil {
			return 0, 0, err
		}
		n, err := players.Play(s, []players.Player{randomPlayer(x.player, seed)}, -1)
		if err != nil {
			return 0, 0, fmt.Errorf("seed %d: %w", seed, err)
		}
		games, decisions, left = games+1, decisions+n, left-(maxProfiled-budget.Left())
	}
	return games, decisions, nil
}

// survey sums up a tree.
type survey struct {
	gd                    *def.GameDef
	rules, clauses, lines map[string]*profileRow
}

// visit adds a spot and its subtree, and returns its total time. rule is the row of the enclosing rule, open all
// enclosing rules, so that the time of a recursive rule counts once.
func (s *survey) visit(x *engine.Spot, rule string, open []string) int64 {
	place := placeOf(s.gd, x)
	if place.rule != "" {
		rule = place.rule
		r := row(s.rules, rule)
		r.Count += x.Count
		r.Where = place.where()
	}
	if rule != "" {
		row(s.rules, rule).Own += x.Time
	}
	if place.node != nil {
		line := row(s.lines, place.where())
		line.Own, line.Count, line.Where = line.Own+x.Time, line.Count+x.Count, strings.Join(place.node.Rules, ", ")
		for _, c := range place.node.Rules {
			clause := row(s.clauses, c)
			clause.Own, clause.Count = clause.Own+x.Time, clause.Count+x.Count
		}
	}
	inside := open
	if place.rule != "" {
		inside = append(open[:len(open):len(open)], rule)
	}
	total := x.Time
	for _, p := range x.Parts {
		total += s.visit(p, rule, inside)
	}
	if place.rule != "" && !slices.Contains(open, rule) {
		row(s.rules, rule).Total += total
	}
	return total
}

// place is the place of a spot in the rulebook.
type place struct {
	rule string // name of the rule that begins there, "" for an instruction or a condition within one
	node *def.NodeDef
}

func placeOf(gd *def.GameDef, x *engine.Spot) place {
	at := func(rule string, node int32) place {
		if node == 0 || int(node) >= len(gd.Nodes) {
			return place{rule: rule}
		}
		return place{rule, &gd.Nodes[node]}
	}
	switch x.Kind {
	case engine.InProcedure:
		return at("procedure "+gd.Procs[x.Index].ID, gd.Procs[x.Index].Node)
	case engine.InInstruction, engine.InCondition:
		return at("", x.Index)
	case engine.InFunction:
		return at("function "+gd.Functions[x.Index].ID, gd.Functions[x.Index].Node)
	case engine.InDerived:
		return at("derived "+gd.Derived[x.Index].ID, gd.Derived[x.Index].Node)
	case engine.InEffect:
		a := gd.Attachments[x.Index]
		return at("effect "+gd.Lasting[a.Lasting].ID, a.Node)
	case engine.InSearch:
		p := at("", x.Index)
		p.rule = "look-ahead of " + p.where()
		return p
	}
	return place{}
}

func (p place) where() string {
	if p.node == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", p.node.File, p.node.Line)
}

func row(rows map[string]*profileRow, name string) *profileRow {
	r := rows[name]
	if r == nil {
		r = &profileRow{Name: name}
		rows[name] = r
	}
	return r
}

// byTime lists rows in descending order of their own time.
func byTime(rows map[string]*profileRow) []profileRow {
	out := []profileRow{}
	for _, r := range rows {
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b profileRow) int {
		return cmp.Or(cmp.Compare(b.Own, a.Own), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	return out
}

func (x *profiling) print(r *profile) error {
	games := diag.Count(r.Games, "game")
	if r.Games < x.games {
		games = fmt.Sprintf("%d of %s (more take too many steps)", r.Games, diag.Count(x.games, "game"))
	}
	fmt.Fprintf(x.out, "%s, %s, %s player: %s, %s, %v\n", r.Game, position(r.Setup), r.Player, games, diag.Count(r.Decisions, "decision"),
		time.Duration(r.Time).Round(time.Microsecond))
	share := func(n int64) string { return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(max(r.Time, 1))) }
	for _, table := range []struct {
		title string
		rows  []profileRow
		total bool
	}{{"rules", r.Rules, true}, {"clauses", r.Clauses, false}, {"lines", r.Lines, false}} {
		fmt.Fprintln(x.out)
		out := tabwriter.NewWriter(x.out, 0, 0, 2, ' ', 0)
		if table.total {
			fmt.Fprintf(out, "own\ttotal\tcount\t%s\t\n", table.title)
		} else {
			fmt.Fprintf(out, "own\tcount\t%s\t\n", table.title)
		}
		for _, row := range table.rows[:min(x.rows, len(table.rows))] {
			fmt.Fprintf(out, "%s\t", share(row.Own))
			if table.total {
				fmt.Fprintf(out, "%s\t", share(row.Total))
			}
			fmt.Fprintf(out, "%d\t%s\t%s\n", row.Count, row.Name, row.Where)
		}
		if err := out.Flush(); err != nil {
			return err
		}
		if more := len(table.rows) - x.rows; more > 0 {
			fmt.Fprintf(x.out, "and %d more (--rows)\n", more)
		}
	}
	return nil
}
