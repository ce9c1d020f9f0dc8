// This file implements merge, which joins the parts of a run.

package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulebound/compiler/diag"
)

type merging struct {
	*env
	json bool
}

func mergeCommand(e *env) *cobra.Command {
	x := &merging{env: e}
	c := &cobra.Command{
		Use: "merge FILE...", Short: "Join the parts that commands with --shard wrote",
		Long: "Merge reads the parts of one run and prints what one process would have printed, with its exit code, however many parts there are. It\n" +
			"refuses parts of different runs, of other rulebooks or scenarios than those below the root, and a run of which a part is missing.",
		Example: "  rulebound merge part-*.json\n  rulebound merge --json part-*.json > scores.json",
		Args:    takes(1, anyNumber, "name the parts to join: merge FILE..."),
		RunE:    func(c *cobra.Command, args []string) error { return x.run(c.Root(), args) },
	}
	c.Flags().BoolVar(&x.json, "json", false, "write JSON, as the command itself does")
	return c
}

var dividable = []string{"mutate", "perft", "referee", "replay", "soak", "suggest"}

// run executes the command of the parts, which reads their results instead of working.
func (x *merging) run(root *cobra.Command, args []string) error {
	parts, err := readParts(args, maxParts)
	if err != nil {
		return err
	}
	first := parts[0]
	inputs, err := x.inputs()
	if err != nil {
		return err
	}
	if inputs != first.Inputs {
		return fmt.Errorf("%s: the rulebooks, the scenarios or the program are others than those of the run; merge where it ran", args[0])
	}
	line := append([]string{first.Command}, first.Settings...)
	if x.json {
		line = slices.Insert(line, 1, "--json")
	}
	x.parts = parts
	root.SetArgs(line)
	return root.Execute()
}

// readParts reads the parts of one run, of at most so many bytes together, and returns them in order. Copies of a part
// are allowed.
func readParts(files []string, left int) ([]*part, error) {
	var parts []*part
	var names []string
	for _, name := range files {
		p, size, err := readPart(name, left)
		if err != nil {
			return nil, err
		}
		left -= size
		if len(parts) == 0 {
			parts, names = make([]*part, p.Of), make([]string, p.Of)
			parts[p.Index-1], names[p.Index-1] = p, name
			continue
		}
		first := slices.IndexFunc(parts, func(p *part) bool { return p != nil })
		if other := difference(parts[first], p); other != "" {
			return nil, fmt.Errorf("%s and %s are parts of different runs: %s", names[first], name, other)
		}
		if old := parts[p.Index-1]; old != nil && string(old.Found) != string(p.Found) && !timed(p.Command) {
			return nil, fmt.Errorf("%s and %s are both part %d of %d, and they differ", names[p.Index-1], name, p.Index, p.Of)
		}
		parts[p.Index-1], names[p.Index-1] = p, name
	}
	var missing []string
	for i, p := range parts {
		if p == nil {
			missing = append(missing, fmt.Sprintf("%d/%d", i+1, len(parts)))
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%s missing: run %s again with --shard %s", diag.Count(len(missing), "part"), parts[slices.IndexFunc(parts, func(p *part) bool { return p != nil })].Command,
			strings.Join(missing[:min(len(missing), maxMissing)], ", "))
	}
	return parts, nil
}

const maxMissing = 20

// timed reports whether the output of a command contains times, which differ between runs.
func timed(command string) bool { return command == "soak" || command == "referee" }

// readPart reads a part of at most most bytes and returns its size.
func readPart(name string, most int) (*part, int, error) {
	var p part
	text, err := readBounded(name, int64(most))
	if err != nil {
		return nil, 0, err
	}
	if len(text) > most {
		return nil, 0, fmt.Errorf("%s: with it the parts are longer than %d MB together", name, maxParts>>20)
	}
	if err := json.Unmarshal(text, &p); err != nil || p.Version != partVersion || !slices.Contains(dividable, p.Command) || p.Of < 1 || p.Of > maxShards || p.Index < 1 || p.Index > p.Of {
		return nil, 0, fmt.Errorf("%s: it is not a part that this rulebound wrote with --shard and --part", name)
	}
	for _, s := range p.Settings {
		if s == "--" {
			break
		}
		flag, _, _ := strings.Cut(strings.TrimLeft(s, "-"), "=")
		if !strings.HasPrefix(s, "--") || slices.Contains(unsettling, flag) {
			return nil, 0, fmt.Errorf("%s: %q is not a setting of a part", name, s)
		}
	}
	return &p, len(text), nil
}

// difference returns why two parts do not belong to one run, "" if they do.
func difference(a, b *part) string {
	switch {
	case a.Command != b.Command:
		return a.Command + " and " + b.Command
	case a.Of != b.Of:
		return fmt.Sprintf("of %d and of %d parts", a.Of, b.Of)
	case !slices.Equal(a.Settings, b.Settings):
		return fmt.Sprintf("settings %q and %q", strings.Join(a.Settings, " "), strings.Join(b.Settings, " "))
	case a.Inputs != b.Inputs:
		return "other rulebooks, scenarios or another program"
	}
	return ""
}
