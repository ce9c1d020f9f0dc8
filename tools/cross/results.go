package main

// This file plays games on this machine and prints digests that must be equal on every machine.

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

const between = 37

// writeResults writes the results of extreme numbers, then one line for each compiled game, each of its set-ups and the goldens
// of one scenario of so many. It fails if a game does not run or a trace differs from its golden.
func writeResults(root fs.FS, games, every int, w io.Writer) error {
	all, err := corpus.Open(root)
	if err != nil {
		return err
	}
	goldens, err := fs.Sub(root, corpus.GoldensDir)
	if err != nil {
		return err
	}
	if err := writeExtremes(w); err != nil {
		return err
	}
	for _, g := range all.Games {
		text := sha256.New()
		if err := def.Write(text, g.Def); err != nil {
			return err
		}
		loaded, err := engine.Load(g.Def, nil)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: compiled %x, fingerprint %016x\n", g.ID, text.Sum(nil)[:8], loaded.Fingerprint())
		for _, setup := range g.Def.Setups {
			if err := writeGames(loaded, setup.ID, games, w); err != nil {
				return fmt.Errorf("%s/%s: %w", g.ID, setup.ID, err)
			}
		}
		n, err := playGoldens(g, goldens, every)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: %d goldens, all equal\n", g.ID, n)
	}
	return nil
}

// writeGames plays random games with one kind of player after the other, and digests traces, encoded states and the
// results of decoding damaged states. Plays continue from their restored states.
func writeGames(g *engine.Game, setup string, games int, w io.Writer) error {
	traces, states, damaged, decisions := sha256.New(), sha256.New(), sha256.New(), 0
	for i := range games {
		seed := uint64(i)
		recorder := trace.New(g, trace.Header{Title: "random game", Game: g.Def().ID, Setup: setup})
		s, err := g.New(engine.Setup{ID: setup, Seed: seed, Observer: recorder})
		if err != nil {
			return err
		}
		var player players.Player = players.NewMinimal(seed)
		if i%2 == 1 {
			player = players.NewUniform(seed)
		}
		for !s.Over() {
			n, err := players.Play(s, []players.Player{player}, between)
			if err != nil {
				return fmt.Errorf("game %d: %w", i, err)
			}
			decisions += n
			saved := s.Encode(nil)
			states.Write(saved)
			fmt.Fprintf(states, "%016x", s.Hash())
			if i == 0 && decisions < 2*between {
				digestDamage(g, saved, damaged)
			}
			if s, err = g.Decode(saved); err != nil {
				return fmt.Errorf("game %d: restore: %w", i, err)
			}
			s.Observe(recorder)
		}
		recorder.Finish(s)
		traces.Write(trace.Text(recorder.Lines()))
	}
	fmt.Fprintf(w, "%s/%s: %d random games, %d decisions, traces %x, states %x, damaged %x\n",
		g.Def().ID, setup, games, decisions, traces.Sum(nil)[:8], states.Sum(nil)[:8], damaged.Sum(nil)[:8])
	return nil
}

// digestDamage changes each byte of an encoded state in three ways and digests the result of Decode: an error or a
// state. One change adds 2^32, which a decoder that truncates a number to 32 bits would not detect.
func digestDamage(g *engine.Game, saved []byte, w io.Writer) {
	for i, b := range saved {
		for _, other := range [][]byte{{b ^ 1}, {b ^ 0x80}, binary.AppendUvarint(nil, uint64(b)+1<<32)} {
			s, err := g.Decode(slices.Concat(saved[:i], other, saved[i+1:]))
			if err != nil {
				fmt.Fprintln(w, i, err)
				continue
			}
			w.Write(s.Encode(nil))
		}
	}
}

// playGoldens plays one of so many scenarios of a game and compares its trace with its golden; it returns their number.
func playGoldens(g *corpus.Game, goldens fs.FS, every int) (int, error) {
	var problems []error
	n := 0
	for i, c := range g.Cases {
		if i%every > 0 {
			continue
		}
		n++
		play := c.Play()
		expected, err := golden.Read(goldens, c.Name())
		if err := errors.Join(play.Problem(), err); err != nil {
			problems = append(problems, err)
		} else if p := golden.Problem(c.Name(), play.Lines, string(expected)); p != "" {
			problems = append(problems, errors.New(p))
		}
	}
	return n, errors.Join(problems...)
}
