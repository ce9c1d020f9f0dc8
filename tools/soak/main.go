// Command soak plays random games of every rulebook until its time is up and checks on the way what must hold for any
// game: it ends without a fault, a state comes back from its bytes, a refused answer changes nothing, and the same
// answers give the same end.
//
// Usage: go run ./tools/soak [-for 20s] [-C .] [-game id] [-variant name] [-seed 1]
//
// Games begin at the set-ups, and on random boards in the middle of a game where scenarios/<game>.boards.yaml says what they
// look like. Each set-up, the boards, each player, each value of a game option and, on the boards, any two of them get their
// turn, one game at the least. Now and then a seat takes another stance. It prints a line a variant; a broken promise is
// printed with the seed that shows it and the command that plays that game again, and the status is 1.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"time"

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
	if err := flags.Parse(args); err != nil {
		return 2
	}
	variants, err := load(os.DirFS(*root), *only)
	if *name != "" {
		variants = slices.DeleteFunc(variants, func(v *variant) bool { return v.String() != *name })
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
		for _, v := range variants {
			if round > 0 && !time.Now().Before(end) {
				break
			}
			if err := v.playOne(*seed + round); err != nil {
				fmt.Fprintf(out, "FAIL %s, seed %d: %v\n", v, *seed+round, err)
				fmt.Fprintf(out, "     again: go run ./tools/soak -C %s -for 0s -seed %d -variant '%s'\n", *root, *seed+round, v)
				status = 1
			}
		}
		if status != 0 {
			break
		}
	}
	for _, v := range variants {
		fmt.Fprintf(out, "%-60s %6d games %9d decisions, longest %6d, %8.0f a second\n",
			v, v.games, v.decisions, v.longest, float64(v.decisions)/v.spent.Seconds())
	}
	return status
}

// load compiles the games and returns their variants: every set-up, the boards and every player with the default options, and
// every other value of an option with the first set-up and the boards; any two other values of two options with the boards.
func load(root fs.FS, only string) ([]*variant, error) {
	entries, err := fs.ReadDir(root, corpus.GamesDir)
	if err != nil {
		return nil, err
	}
	var variants []*variant
	for _, entry := range entries {
		if !entry.IsDir() || only != "" && entry.Name() != only {
			continue
		}
		def, _, list := compiler.Compile(root, path.Join(corpus.GamesDir, entry.Name()))
		if def == nil {
			return nil, fmt.Errorf("%s does not compile: %v", entry.Name(), list)
		}
		boards, err := corpus.Boards(root, entry.Name())
		if err != nil {
			return nil, err
		}
		more, err := variantsOf(def, boards)
		if err != nil {
			return nil, err
		}
		variants = append(variants, more...)
	}
	return variants, nil
}

func variantsOf(gd *def.GameDef, boards []board.Wish) ([]*variant, error) {
	setups := []string{""}
	if len(gd.Setups) > 0 {
		setups = nil
		for _, s := range gd.Setups {
			setups = append(setups, s.ID)
		}
	}
	var variants []*variant
	add := func(setups []string, options map[string]string) error {
		game, err := engine.Load(gd, options)
		if err != nil {
			return err
		}
		for _, p := range kinds {
			for _, setup := range setups {
				variants = append(variants, &variant{game: game, setup: setup, options: options, player: p})
			}
			if len(boards) > 0 {
				variants = append(variants, &variant{game: game, boards: boards, options: options, player: p})
			}
		}
		return nil
	}
	if err := add(setups, nil); err != nil {
		return nil, err
	}
	for _, option := range gd.Options {
		for _, value := range others(option) {
			if err := add(setups[:1], map[string]string{option.ID: value}); err != nil {
				return nil, err
			}
		}
	}
	for _, options := range pairs(gd.Options) {
		if err := add(nil, options); err != nil {
			return nil, err
		}
	}
	return variants, nil
}

// pairs gives every two values of two options that are not their defaults.
func pairs(options []def.OptionDef) []map[string]string {
	var out []map[string]string
	for i, a := range options {
		for _, b := range options[i+1:] {
			for _, x := range others(a) {
				for _, y := range others(b) {
					out = append(out, map[string]string{a.ID: x, b.ID: y})
				}
			}
		}
	}
	return out
}

// others gives the values of an option but the default.
func others(o def.OptionDef) []string {
	return slices.Delete(slices.Clone(o.Values), int(o.Default), int(o.Default)+1)
}
