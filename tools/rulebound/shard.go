// This file divides the work of a command among processes, and reads their results.

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rulebound/compiler"
	"rulebound/conformance/corpus"
)

// maxShards limits the number of parts of a run.
const maxShards = 100_000

// shard is a part of a run: the work items i, from 0, with i % of == index-1. Its zero value is the whole run.
type shard struct{ index, of int }

// owns reports whether a work item belongs to the part.
func (s shard) owns(i int) bool { return s.of == 0 || i%s.of == s.index-1 }

func (s *shard) String() string {
	if s.of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.index, s.of)
}

func (s *shard) Type() string { return "I/N" }

func (s *shard) Set(text string) error {
	index, of, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, err2 := strconv.Atoi(of)
	if !ok || err != nil || err2 != nil || i < 1 || i > n || n > maxShards {
		return fmt.Errorf("want I/N, such as 2/8 for the second of eight parts (at most %d)", maxShards)
	}
	*s = shard{i, n}
	return nil
}

// divided is a command whose work can be divided among processes. It has the flags --shard and --part.
type divided struct {
	command *cobra.Command
	shard   shard
	file    string
}

func (d *divided) divide(c *cobra.Command) {
	d.command = c
	c.Flags().Var(&d.shard, "shard", "do only part `I/N` of the work; part I of N has every N-th piece")
	c.Flags().StringVar(&d.file, "part", "", "write the results of the part to `FILE`, for rulebound merge")
	c.MarkFlagsRequiredTogether("shard", "part")
	if c.Flags().Lookup("json") != nil {
		c.MarkFlagsMutuallyExclusive("shard", "json")
	}
}

// part is the file of a part of a run.
type part struct {
	Version  int             `json:"version"`
	Command  string          `json:"command"`
	Settings []string        `json:"settings"` // flags and arguments that choose the work, as given
	Inputs   string          `json:"inputs"`   // hash of rulebooks, scenarios and program
	Index    int             `json:"index"`    // from 1
	Of       int             `json:"of"`
	Found    json.RawMessage `json:"found"`
}

const partVersion = 1

const maxParts = 64 << 20

// unsettling are flags that do not choose the work.
var unsettling = []string{"root", "shard", "part", "json", "output", "verbose", "clauses", "save"}

// writePart writes the results of the part. The file is written atomically, so that a part that died can be repeated.
func (e *env) writePart(d *divided, args []string, found any) error {
	inputs, err := e.inputs()
	if err != nil {
		return err
	}
	text, err := json.Marshal(found)
	if err != nil {
		return err
	}
	p := part{partVersion, d.command.Name(), []string{}, inputs, d.shard.index, d.shard.of, text}
	d.command.Flags().Visit(func(f *pflag.Flag) {
		value := f.Value.String()
		if list, ok := f.Value.(pflag.SliceValue); ok {
			value = strings.Join(list.GetSlice(), ",")
		}
		if !slices.Contains(unsettling, f.Name) {
			p.Settings = append(p.Settings, "--"+f.Name+"="+value)
		}
	})
	if len(args) > 0 {
		p.Settings = append(append(p.Settings, "--"), args...)
	}
	whole, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return e.writeOut(d.file, append(whole, '\n'))
}

// inputs hashes the inputs of a run other than its settings.
func (e *env) inputs() (string, error) {
	hash, files := sha256.New(), e.files()
	fmt.Fprintln(hash, version(), setting("vcs.revision"), setting("vcs.modified"), compiler.LibraryHash())
	for _, dir := range []string{corpus.GamesDir, corpus.ScenariosDir} {
		err := fs.WalkDir(files, dir, func(name string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) && name == dir {
				return nil
			}
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			text, err := fs.ReadFile(files, name)
			fmt.Fprintln(hash, name, len(text))
			hash.Write(text)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:16]), nil
}

// found decodes the results of each part of a run, in order; it is nil unless rulebound merge executes the command.
func found[T any](e *env) ([]T, error) {
	if len(e.parts) == 0 {
		return nil, nil
	}
	out := make([]T, len(e.parts))
	for i, p := range e.parts {
		if err := json.Unmarshal(p.Found, &out[i]); err != nil {
			return nil, fmt.Errorf("part %d of %d: %w", p.Index, p.Of, err)
		}
	}
	return out, nil
}
