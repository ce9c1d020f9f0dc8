// This file implements eval, which evaluates formulas at a moment of a scenario.

package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/show/explain"
)

type evaluating struct {
	*env
	at            string
	verbose, json bool
}

// maxFormula limits an input line, in bytes.
const maxFormula = 64 << 10

func evalCommand(e *env) *cobra.Command {
	x := &evaluating{env: e}
	c := &cobra.Command{
		Use: "eval --at SCENARIO[:LINE] [FORMULA]", Short: "Evaluate a formula of a rulebook at a moment of a scenario",
		Long: "Eval plays a scenario to its end, or until a line of its trace was written, and prints the value of a formula there. A formula may\n" +
			"use the names of the rulebook and, with $, the values of the running procedure. Without a formula it reads one from each line of its input.",
		Example: "  rulebound eval --at fire-in-the-lake/6.2/casualties:22 'aid + 3 * pieces(casualties)' --verbose\n" +
			"  rulebound eval --at fire-in-the-lake/6.2/casualties",
		Args: takes(0, 1, "a formula is one argument: quote it, and put -- before one that begins with -"),
		RunE: func(_ *cobra.Command, args []string) error { return x.run(args) },
	}
	e.takesGame(c)
	c.Flags().StringVar(&x.at, "at", "", "evaluate at the end of a scenario or after a line of its trace, `SCENARIO[:LINE]`")
	c.Flags().BoolVarP(&x.verbose, "verbose", "v", false, "also print the values of the parts of the formula")
	c.Flags().BoolVar(&x.json, "json", false, "write JSON; of formulas read from the input, an object a line")
	e.complete(c, "at", e.scenarioNames)
	c.ValidArgsFunction = cobra.NoFileCompletions
	return c
}

// run evaluates the formula of the command line, or each line of its input.
func (x *evaluating) run(args []string) error {
	if x.at == "" {
		return wrongUsage("name the moment: --at SCENARIO or --at SCENARIO:LINE")
	}
	m, err := x.moment(x.at)
	if err != nil {
		return err
	}
	scope, err := explain.NewScope(x.files(), m)
	if err != nil {
		return err
	}
	if len(args) > 0 {
		return x.evaluate(scope, args[0])
	}
	return x.prompt(scope, m)
}

// moment parses SCENARIO or SCENARIO:LINE.
func (e *env) moment(text string) (m explain.Moment, err error) {
	name, number, hasLine := strings.Cut(text, ":")
	if hasLine {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return m, wrongUsage("%q is not a line of a trace; write SCENARIO:LINE with a number from 1", number)
		}
		m.Line = n
	}
	if game, _, whole := strings.Cut(name, "/"); whole && e.game == "" && slices.Contains(e.gameIDs(), game) {
		e.game = game
	}
	all, broken := e.open()
	s, err := all.Select(name)
	switch {
	case err != nil:
		return m, errors.Join(broken, err)
	case len(s.Cases) > 1:
		return m, fmt.Errorf("%s has %s; name one of them, such as %s", name, diag.Count(len(s.Cases), "scenario"), s.Cases[0].Name())
	}
	m.Case = s.Cases[0]
	return m, nil
}

// prompt evaluates each line that is typed. An error does not end it, but fails the command unless the input is a
// terminal.
func (x *evaluating) prompt(scope *explain.Scope, m explain.Moment) error {
	k := newKeyboard(x.in, x.out)
	if k == nil {
		return x.pipe(scope)
	}
	x.atInterrupt(k.restore)
	fmt.Fprintf(x.out, "at %s; names of the procedure that runs: %s\n", m.Name(), cmp.Or(strings.Join(scope.Locals, ", "), "none"))
	names := slices.Concat(scope.Locals, grammar.Functions, grammar.Comprehensions, explain.Names(m.Case.Game))
	complete := func(line string) (head string, words []string) {
		part := func(r rune) bool {
			return r == '-' || r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r)
		}
		return strings.TrimRightFunc(line, part), names
	}
	for {
		line, err := k.read("> ", complete)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case strings.TrimSpace(line) != "":
			if err := x.evaluate(scope, line); err != nil {
				x.complain(err)
			}
		}
	}
}

// pipe evaluates the lines of an input that is no terminal.
func (x *evaluating) pipe(scope *explain.Scope) error {
	var failed error
	lines := bufio.NewScanner(x.in)
	lines.Buffer(nil, maxFormula)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		if err := x.evaluate(scope, lines.Text()); err != nil {
			x.complain(err)
			failed = errFailed
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("a formula has at most %d bytes", maxFormula)
	}
	return errors.Join(lines.Err(), failed)
}

func (x *evaluating) evaluate(scope *explain.Scope, formula string) error {
	v, err := scope.Evaluate(formula)
	if err != nil {
		return err
	}
	if !x.verbose {
		v.Parts = nil
	}
	switch {
	case x.json:
		return x.writeJSON(v)
	case v.Fault != "":
		return fmt.Errorf("%s: %s", formula, v.Fault)
	}
	fmt.Fprintln(x.out, v.Value)
	fmt.Fprint(x.out, explain.Parts(v.Parts, "  "))
	return nil
}
