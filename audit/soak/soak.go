// Package soak plays random games of rulebooks until its time is up and checks what must hold for any game: it ends
// without a fault, a state equals its decoded encoding, a refused answer changes nothing, and replayed answers yield
// the same decisions and the same end; half of the replays leave out one of the engine's optimisation passes. The seed
// chooses which.
//
// Games begin at the set-ups, and on random boards in mid-game if scenarios/<game>.boards.yaml describes them. The
// variants are every combination of option values, with each set-up or the boards, and each player: those with at most
// one value other than the default are played at least once, the others as time permits. Of an option with more than 16
// values the first, the last, the middle and the default are played, and of more than 256 combinations each value with
// the other defaults. Repeated games do not count, and a variant with only repeated games is skipped. Seats take random
// stances. A quick run plays the same games and checks only for faults, endless games and, at the end of each, violated
// invariants.
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
	Span    time.Duration  // no game begins later, and a long one ends then; 0: one round
	Rounds  int            // if not 0, so many games of each variant, whatever their time and failures; repeated games count
	Owns    func(int) bool // with Rounds: selects games by their number from 0; nil: all
	Game    string         // "" for all games
	Variant string         // as Row.Variant, "" for all
	Seed    uint64         // of the first game; the others count on from it
	Quick   bool           // check only for faults, endless games and, at the end, violated invariants
	Hints   bool           // play in lockstep with the same games without search pages, and omit games without any
	// Progress, if not nil, is called before each game.
	Progress func(spent time.Duration, games int, variant string)
}

// Report is the result of a run. A failure ends its round.
type Report struct {
	Version  int       `json:"version"`
	Rows     []Row     `json:"variants"`
	Failures []Failure `json:"failures"`
	Beside   []Beside  `json:"beside"`

	Unfinished string `json:"unfinished,omitempty"` // the variant whose game the end of the run stopped
}

// Row counts the games of a variant.
type Row struct {
	Variant   string  `json:"variant"`
	Games     int     `json:"games"`
	Decisions int     `json:"decisions"`
	Longest   int     `json:"longest"` // decisions of the longest game
	Seconds   float64 `json:"seconds"`
	Rate      float64 `json:"rate"` // decisions a second
}

// Failure is a failed check, with the seed that reproduces it.
type Failure struct {
	Variant string  `json:"variant"`
	Seed    uint64  `json:"seed"`
	Problem string  `json:"problem"`
	Played  *Played `json:"-"` // nil if the game did not begin
}

// Played is a play up to a failed check.
type Played struct {
	Def     *def.GameDef
	Options map[string]string
	Setup   engine.Setup
	Answers []engine.Answer // the last one may be the fault
}

// Beside counts the comparisons with a game without its search pages.
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
		v.without, v.quick = bare.without, c.Quick
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
	play := func(v *variant, number int) {
		if c.Progress != nil {
			c.Progress(time.Since(began), games, v.String())
		}
		games++
		seed := c.Seed + uint64(number) // variants may be equivalent
		switch err := v.playOne(seed); {
		case errors.Is(err, errTimeOver):
			r.Unfinished = v.String()
		case err != nil:
			r.Failures = append(r.Failures, Failure{v.String(), seed, err.Error(), v.last})
		}
	}
	if c.Rounds > 0 {
		for _, v := range variants {
			v.played = nil
		}
		for number := range c.Rounds * len(variants) {
			if c.Owns == nil || c.Owns(number) {
				play(variants[number%len(variants)], number)
			}
		}
	} else {
		forTime(variants, c.Span, c.Variant != "", func(v *variant, number int) (ok, more bool) {
			if c.Span > 0 {
				v.until = began.Add(c.Span)
			}
			play(v, number)
			return len(r.Failures) == 0, r.Unfinished == ""
		})
	}
	for _, v := range variants {
		if v.games > 0 || c.Rounds > 0 {
			r.Rows = append(r.Rows, newRow(v.String(), v.games, v.decisions, v.longest, v.spent.Seconds()))
		}
	}
	r.Beside = append(r.Beside, beside.rows()...)
	return r, nil
}

// forTime plays rounds of games until a time is over. It skips exhausted variants and, in a round that begins too late
// and unless a variant is chosen, those with more than one option that is not at its default. A failure ends its round;
// if no game may begin after it, at once.
// lets no game begin after it ends it at once.
func forTime(variants []*variant, span time.Duration, chosen bool, play func(v *variant, number int) (ok, more bool)) {
	began := time.Now()
	for round := 0; round == 0 || time.Since(began) < span; round++ {
		played, whole := 0, true
		for i, v := range variants {
			late := time.Since(began) >= span
			if round > 0 && late {
				break
			}
			if v.spentUp || late && len(v.options) > 1 && !chosen {
				continue
			}
			played++
			ok, more := play(v, round*len(variants)+i)
			if !more {
				return
			}
			whole = whole && ok
		}
		if !whole || played == 0 {
			break
		}
	}
}

func newRow(variant string, games, decisions, longest int, seconds float64) Row {
	r := Row{Variant: variant, Games: games, Decisions: decisions, Longest: longest, Seconds: seconds}
	if seconds > 0 {
		r.Rate = float64(decisions) / seconds
	}
	return r
}

// Join returns the report of a whole run with Rounds from those of its parts. The error is that the parts are of
// different runs.
func Join(parts []*Report) (*Report, error) {
	out := &Report{Version: 1, Rows: []Row{}, Failures: []Failure{}, Beside: []Beside{}}
	for i, p := range parts {
		if p == nil || i > 0 && !slices.EqualFunc(p.Rows, out.Rows, func(a, b Row) bool { return a.Variant == b.Variant }) {
			return nil, errors.New("the parts did not play the same variants")
		}
		if i == 0 {
			out.Rows = slices.Clone(p.Rows)
		}
		for k, row := range p.Rows {
			if sum := &out.Rows[k]; i > 0 {
				*sum = newRow(sum.Variant, sum.Games+row.Games, sum.Decisions+row.Decisions, max(sum.Longest, row.Longest), sum.Seconds+row.Seconds)
			}
		}
		out.Failures = append(out.Failures, p.Failures...)
		for _, b := range p.Beside {
			k := slices.IndexFunc(out.Beside, func(x Beside) bool { return x.Game == b.Game })
			if k < 0 {
				k, out.Beside = len(out.Beside), append(out.Beside, Beside{Game: b.Game})
			}
			sum := &out.Beside[k]
			sum.Compared, sum.Ahead, sum.Skipped = sum.Compared+b.Compared, sum.Ahead+b.Ahead, sum.Skipped+b.Skipped
		}
	}
	slices.SortStableFunc(out.Failures, func(a, b Failure) int { return cmp.Compare(a.Seed, b.Seed) })
	slices.SortStableFunc(out.Beside, func(a, b Beside) int { return cmp.Compare(a.Game, b.Game) })
	return out, nil
}

// Write prints a line for each variant, and for each comparison.
func (r *Report) Write(w io.Writer) error {
	for _, v := range r.Rows {
		if v.Games == 0 {
			continue
		}
		games := "games"
		if v.Games == 1 {
			games = "game "
		}
		if _, err := fmt.Fprintf(w, "%-60s %6d %s %9d decisions, longest %6d, %8.0f a second\n", v.Variant, v.Games, games, v.Decisions, v.Longest, v.Rate); err != nil {
			return err
		}
	}
	if r.Unfinished != "" {
		if _, err := fmt.Fprintf(w, "%s: the time was over before the game was\n", r.Unfinished); err != nil {
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

// maxProducts is the maximal number of combinations of option values of a game.
const maxProducts = 256

// load compiles the games and returns their variants: the combinations of option values with every set-up, the boards
// and every player.
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
				variants = append(variants, &variant{def: gd, load: load, setup: setup, options: options, player: p, tooLong: endless, played: played})
			}
			if len(boards) > 0 {
				variants = append(variants, &variant{def: gd, load: load, boards: boards, options: options, player: p, tooLong: endless, played: played})
			}
		}
	}
	return variants
}

// products returns the combinations of option values, those with the fewest non-default values first; default values
// are omitted. It has all combinations of the tried values of each option or, if these are too many, each value with
// the other options at their defaults.
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

// maxTried is the maximal number of values of an option that are all tried.
const maxTried = 16

// tried returns the non-default values of an option that are tried: of many the first, the last and the middle.
func tried(o def.OptionDef) []string {
	values := o.Values
	if last := len(values) - 1; last >= maxTried {
		values = []string{values[0], values[last/2], values[last]}
	}
	return slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == o.Values[o.Default] })
}
