// This file reports errors of a command line.

package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rulebound/compiler/diag"
)

// usageError is an error of the command line that is found by the running command.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func wrongUsage(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

func noArgs(c *cobra.Command, args []string) error {
	switch {
	case len(args) > 0 && c.Flags().Lookup("game") != nil:
		return wrongUsage("unexpected argument %q; a game is named by --game", args[0])
	case len(args) > 0:
		return wrongUsage("unexpected argument %q", args[0])
	}
	return nil
}

// anyNumber is the greatest number of arguments of a command that takes any number.
const anyNumber = math.MaxInt

// takes returns a check of the number of arguments.
func takes(least, most int, otherwise string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return wrongUsage("%s", otherwise)
		}
		return nil
	}
}

func known(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if near := nearCommand(root, args[0]); near != "" {
		return wrongUsage("there is no command %q; did you mean %s?", args[0], near)
	}
	return wrongUsage("there is no command %q; rulebound help lists the commands", args[0])
}

// nearCommand returns the command most similar to a name, "" if none is similar.
func nearCommand(root *cobra.Command, name string) string {
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return diag.Near(name, names)
}

// wrongFlag adds to an error about a flag the values that it takes, or a similar flag.
func wrongFlag(c *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	if errors.As(err, &value) {
		takes := map[string]string{
			"int": "a whole number", "int64": "a whole number", "uint": "a whole number, 0 or more", "uint64": "a whole number, 0 or more",
			"float64": "a number", "duration": "a duration such as 30s or 5m", "bool": "true or false", "intSlice": "whole numbers such as 3 or 3,5",
		}[value.GetFlag().Value.Type()]
		if takes != "" {
			return fmt.Errorf("--%s takes %s, not %q", value.GetFlag().Name, takes, value.GetValue())
		}
	}
	var missing *pflag.NotExistError
	if !errors.As(err, &missing) {
		return err
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := diag.Near(missing.GetSpecifiedName(), names); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return err
}

// oneOf returns an error unless the value of a flag is listed.
func oneOf(flag, value string, values ...string) error {
	if slices.Contains(values, value) {
		return nil
	}
	last := len(values) - 1
	text := fmt.Sprintf("--%s is %s or %s, not %q", flag, strings.Join(values[:last], ", "), values[last], value)
	if near := diag.Near(value, values); near != "" {
		text += "; did you mean " + near + "?"
	}
	return wrongUsage("%s", text)
}

// ownArgs is the annotation of a command whose first positional argument begins the command line of another program.
const ownArgs = "own-args"

// twoDashes adds a second dash to long flags with one, as pflag requires: -game and --game are the same. Arguments
// after --, command lines of other programs, and values are unchanged.
func twoDashes(root *cobra.Command, args []string) []string {
	out := slices.Clone(args)
	c := root
	for i := 0; i < len(out); i++ {
		arg := out[i]
		switch {
		case arg == "--":
			return out
		case !strings.HasPrefix(arg, "-"):
			if c.Annotations[ownArgs] != "" {
				return out
			}
			if at := slices.IndexFunc(c.Commands(), func(sub *cobra.Command) bool { return sub.Name() == arg }); at >= 0 {
				c = c.Commands()[at]
			}
			continue
		}
		name, _, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		f := lookup(c, name)
		if len(name) > 1 && !strings.HasPrefix(arg, "--") && name[0] > '9' {
			out[i] = "-" + arg
		}
		if f != nil && !hasValue && f.NoOptDefVal == "" {
			i++ // its value
		}
	}
	return out
}

// lookup finds a flag of a command by its name or by its letter.
func lookup(c *cobra.Command, name string) *pflag.Flag {
	for _, flags := range []*pflag.FlagSet{c.Flags(), c.InheritedFlags(), c.PersistentFlags()} {
		if f := flags.Lookup(name); f != nil {
			return f
		}
		if len(name) == 1 {
			if f := flags.ShorthandLookup(name); f != nil {
				return f
			}
		}
	}
	return nil
}
