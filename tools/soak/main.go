// Command soak plays random games of every rulebook until its time is up and checks on the way what must hold for any
// game: it ends without a fault, a state comes back from its bytes, a refused answer changes nothing, and the same
// answers give the same end.
//
// Usage: go run ./tools/soak [-for 20s] [-C .] [-game id] [-variant name] [-seed 1] [-hints]
//
// Games begin at the set-ups, and on random boards in the middle of a game where scenarios/<game>.boards.yaml says what they
// look like. Every combination of option values, with each set-up or the boards, and each player get their turn: those with at
// most one value that is not the default at least once, the others as far as time goes. Of an option with more than 16 values the first,
// the last, the one in the middle and the default are played, and of more than 256 combinations each value with the other defaults. No game counts twice, and a variant of
// which only games come that were played before is left. Now and then a seat takes another stance. It prints a line a variant
// that was played; a broken promise is printed with the seed that shows it and the command that plays that game again, and the
// status is 1.
//
// With -hints the games are played in step with the same games without search pages. These must publish the same at every decision;
// where the look-ahead without hints passes its bound, the decision is skipped. Games without search pages are left out.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
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

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is the command; it returns the exit status.
func run(args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("soak", flag.ContinueOnError)
	flags.SetOutput(errs)
	span := flags.Duration("for", 20*time.Second, "play for this long")
	root := flags.String("C", ".", "root of the repository")
	only := flags.String("game", "", "play this game only")
	name := flags.String("variant", "", "play this variant only, named as in the output")
	seed := flags.Uint64("seed", 1, "seed of the first game; the others count on from it")
	step := flags.Bool("hints", false, "play in step with the games without their search pages")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 || *span < 0 {
		fmt.Fprintln(errs, "soak: it takes flags, and -for is no time before now")
		return 2
	}
	variants, err := load(os.DirFS(*root), *only)
	if *name != "" {
		variants = slices.DeleteFunc(variants, func(v *variant) bool { return v.String() != *name })
	}
	beside, again := &company{sum: map[string]*hints.Tally{}}, ""
	if *step {
		again = " -hints"
		variants, err = accompanied(os.DirFS(*root), variants, err)
		for _, v := range variants {
			v.beside = beside
		}
	}
	if err == nil && len(variants) == 0 {
		err = errors.New("there is no game to play")
	}
	if err != nil {
		fmt.Fprintln(errs, "soak:", err)
		return 2
	}
	status := 0
	end := time.Now().Add(*span)
	for round := uint64(0); round == 0 || time.Now().Before(end); round++ {
		played := 0
		for i, v := range variants {
			late := !time.Now().Before(end)
			if round > 0 && late {
				break
			}
			if v.spentUp || late && len(v.options) > 1 && *name == "" {
				continue
			}
			played++
			own := *seed + round*uint64(len(variants)) + uint64(i) // variants may differ in nothing that matters
			if err := v.playOne(own); err != nil {
				fmt.Fprintf(out, "FAIL %s, seed %d: %v\n", v, own, err)
				fmt.Fprintf(out, "     again: go run ./tools/soak -C %s -for 0s -seed %d -variant '%s'%s\n", *root, own, v, again)
				status = 1
			}
		}
		if status != 0 || played == 0 {
			break
		}
	}
	for _, v := range variants {
		if v.games == 0 {
			continue
		}
		fmt.Fprintf(out, "%-60s %6d games %9d decisions, longest %6d, %8.0f a second\n",
			v, v.games, v.decisions, v.longest, float64(v.decisions)/v.spent.Seconds())
	}
	beside.print(out)
	return status
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
// A value that is the default is left out. They are all combinations of what is tried of each option or, where these are too many,
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
