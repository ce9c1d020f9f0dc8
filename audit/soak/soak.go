// Package soak plays random games of rulebooks until its time is up and checks on the way what must hold for any game: it ends without
// a fault, a state comes back from its bytes, a refused answer changes nothing, and the same answers give the same decisions and the
// same end, in half of the games without one of the engine's optimisation passes. The seed chooses which.
//
// Games begin at the set-ups, and on random boards in the middle of a game where scenarios/<game>.boards.yaml describes them. Every
// combination of option values, with each set-up or the boards, and each player get their turn: those with at most one value that is
// not the default at least once, the others as far as time goes. Of an option with more than 16 values the first, the last, the one in
// the middle and the default are played, and of more than 256 combinations each value with the other defaults. No game counts twice,
// and a variant of which only games come that were played before is left. Now and then a seat takes another stance.
package soak

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"
	"time"

	"rulebound/audit/hints"
	"rulebound/compiler"
	"rulebound/conformance/board"
	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Config selects the games to play.
type Config struct {
	Span    time.Duration // no game begins later; 0: one round
	Game    string        // "": all games
	Variant string        // named as Row.Variant, "": all
	Seed    uint64        // of the first game; the others count on from it
	Hints   bool          // play in step with the same games without search pages, and leave out games that have none
	// Progress, if not nil, is called before each game.
	Progress func(spent time.Duration, games int, variant string)
}

// Report is what was played. A failure ends the round that it is in.
type Report struct {
	Version  int       `json:"version"`
	Rows     []Row     `json:"variants"`
	Failures []Failure `json:"failures"`
	Beside   []Beside  `json:"beside"`
}

// Row counts the games of a variant that was played.
type Row struct {
	Variant   string  `json:"variant"`
	Games     int     `json:"games"`
	Decisions int     `json:"decisions"`
	Longest   int     `json:"longest"` // decisions of the longest game
	Rate      float64 `json:"rate"`    // decisions a second
}

// Failure is a broken promise, with the seed that shows it.
type Failure struct {
	Variant string `json:"variant"`
	Seed    uint64 `json:"seed"`
	Problem string `json:"problem"`
}

// Beside counts what was compared with a game without its search pages.
type Beside struct {
	Game     string `json:"game"`
	Compared int    `json:"compared"`
	Ahead    int    `json:"ahead"` // of these, decisions under an obligation
	Skipped  int    `json:"skipped"`
}

// Run plays the games below a root. The error is that nothing can be played.
func Run(root fs.FS, c Config) (*Report, error) {
	variants, err := load(root, c.Game)
	if err != nil {
		return nil, err
	}
	if c.Variant != "" {
		variants = slices.DeleteFunc(variants, func(v *variant) bool { return v.String() != c.Variant })
	}
	bare := &plain{}
	for _, v := range variants {
		v.without = bare.without
	}
	beside := &company{sum: map[string]*hints.Tally{}}
	if c.Hints {
		if variants, err = accompanied(root, variants); err != nil {
			return nil, err
		}
		for _, v := range variants {
			v.beside = beside
		}
	}
	if len(variants) == 0 {
		return nil, errors.New("there is no game to play")
	}
	r := &Report{Version: 1, Rows: []Row{}, Failures: []Failure{}, Beside: []Beside{}}
	began, games := time.Now(), 0
	for round := uint64(0); round == 0 || time.Since(began) < c.Span; round++ {
		played := 0
		for i, v := range variants {
			late := time.Since(began) >= c.Span
			if round > 0 && late {
				break
			}
			if v.spentUp || late && len(v.options) > 1 && c.Variant == "" {
				continue
			}
			if c.Progress != nil {
				c.Progress(time.Since(began), games, v.String())
			}
			played, games = played+1, games+1
			own := c.Seed + round*uint64(len(variants)) + uint64(i) // variants may differ in nothing that matters
			if err := v.playOne(own); err != nil {
				r.Failures = append(r.Failures, Failure{v.String(), own, err.Error()})
			}
		}
		if len(r.Failures) > 0 || played == 0 {
			break
		}
	}
	for _, v := range variants {
		if v.games > 0 {
			r.Rows = append(r.Rows, Row{v.String(), v.games, v.decisions, v.longest, float64(v.decisions) / v.spent.Seconds()})
		}
	}
	r.Beside = append(r.Beside, beside.rows()...)
	return r, nil
}

// Write prints a line for each variant that was played, and for each comparison.
func (r *Report) Write(w io.Writer) error {
	for _, v := range r.Rows {
		if _, err := fmt.Fprintf(w, "%-60s %6d games %9d decisions, longest %6d, %8.0f a second\n", v.Variant, v.Games, v.Decisions, v.Longest, v.Rate); err != nil {
			return err
		}
	}
	for _, b := range r.Beside {
		if _, err := fmt.Fprintf(w, "%s without search pages: %d decisions compared, %d of them under an obligation, %d skipped\n", b.Game, b.Compared, b.Ahead, b.Skipped); err != nil {
			return err
		}
	}
	return nil
}

// maxProducts is how many combinations of option values of a game are played.
const maxProducts = 256

// load compiles the games and returns their variants: every set-up, the boards and every player with the combinations of option
// values.
func load(root fs.FS, only string) ([]*variant, error) {
	games, err := corpus.Games(root)
	if only != "" {
		games, err = []string{only}, corpus.Find(root, only)
	}
	if err != nil {
		return nil, err
	}
	var variants []*variant
	for _, id := range games {
		def, _, list := compiler.Compile(root, path.Join(corpus.GamesDir, id))
		if def == nil {
			return nil, fmt.Errorf("%s does not compile: %v", id, list)
		}
		boards, err := corpus.Boards(root, id)
		if err != nil {
			return nil, err
		}
		variants = append(variants, variantsOf(def, boards)...)
	}
	return variants, nil
}

func variantsOf(gd *def.GameDef, boards []board.Wish) []*variant {
	setups := []string{""}
	if len(gd.Setups) > 0 {
		setups = nil
		for _, s := range gd.Setups {
			setups = append(setups, s.ID)
		}
	}
	var variants []*variant
	for _, options := range products(gd) {
		played := map[uint64]bool{}
		load := sync.OnceValues(func() (*engine.Game, error) { return engine.Load(gd, options) })
		for _, p := range kinds {
			for _, setup := range setups {
				variants = append(variants, &variant{def: gd, load: load, setup: setup, options: options, player: p, played: played})
			}
			if len(boards) > 0 {
				variants = append(variants, &variant{def: gd, load: load, boards: boards, options: options, player: p, played: played})
			}
		}
	}
	return variants
}

// products gives the combinations of option values that are played, those with the fewest values that are not the default first.
// Default values are left out. The result has all combinations of the values tried of each option or, if these are too many,
// each value with the others at their defaults.
func products(gd *def.GameDef) []map[string]string {
	all, alone := []map[string]string{{}}, []map[string]string{{}}
	for _, option := range gd.Options {
		values := tried(option)
		for _, value := range values {
			alone = append(alone, map[string]string{option.ID: value})
		}
		if len(all)*(len(values)+1) > maxProducts {
			all = nil
		}
		for _, options := range all[:len(all):len(all)] {
			for _, value := range values {
				with := maps.Clone(options)
				with[option.ID] = value
				all = append(all, with)
			}
		}
	}
	if all == nil {
		return alone
	}
	slices.SortStableFunc(all, func(a, b map[string]string) int { return cmp.Compare(len(a), len(b)) })
	return all
}

// maxTried is how many values of an option are all tried.
const maxTried = 16

// tried gives the values of an option that are not its default: of many the first, the last and the one in the middle.
func tried(o def.OptionDef) []string {
	values := o.Values
	if last := len(values) - 1; last >= maxTried {
		values = []string{values[0], values[last/2], values[last]}
	}
	return slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == o.Values[o.Default] })
}
