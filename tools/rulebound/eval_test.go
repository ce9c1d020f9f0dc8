package main

import (
	"bytes"
	"strings"
	"testing"
)

// An error in one formula does not prevent the evaluation of others.
func TestEvalReadsAFormulaFromEachLine(t *testing.T) {
	for _, c := range []struct {
		args, in, out, errs string
		code                int
	}{
		{"", "size(seats)\n\n  1 + 1\n", "1\n2\n", "", exitOK},
		{"", "size(seats", "", "formula:1:5: error", exitFailed},
		{"", "sise(seats)\n1 + 1\n", "2\n", "did you mean size?", exitFailed},
		{"-json", "1 div 0\n", `"fault": "division by zero"`, "", exitOK},
		{"", "1 div 0\n", "", "division by zero", exitFailed},
		{"", strings.Repeat("1 + ", maxFormula/4) + "1\n", "", "a formula has at most 65536 bytes", exitFailed},
	} {
		var out, errs bytes.Buffer
		args := append([]string{"eval", "-C", repository(t, nil), "-at", "toy/9.1/rest"}, strings.Fields(c.args)...)
		code := newEnv(strings.NewReader(c.in), &out, &errs).run(args)
		if code != c.code || !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.errs) || c.errs == "" && errs.Len() > 0 {
			t.Errorf("%.40q: %d %s%s", c.in, code, out.String(), errs.String())
		}
	}
}

func TestEvalAtALineOfATrace(t *testing.T) {
	root := repository(t, nil)
	for _, c := range []struct {
		args, errs string
		code       int
	}{
		{"1", "name the moment: --at SCENARIO", exitUsage},
		{"-at toy/9.1/rest 1 2", "a formula is one argument", exitUsage},
		{"-at toy/9.1/rest:0 1", `"0" is not a line of a trace`, exitUsage},
		{"-at toy/9.1/rest:x 1", `"x" is not a line of a trace`, exitUsage},
		{"-at toy/9.1/rest:99 1", "there is no line 99", exitFailed},
		{"-at toy/9.1/rset 1", "did you mean toy/9.1/rest?", exitFailed},
		{"-at toy/9.1/rest -game toi 1", "did you mean toy?", exitFailed},
	} {
		code, _, errs := call(append([]string{"eval", "-C", root}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(errs, c.errs) {
			t.Errorf("%s: %d %s", c.args, code, errs)
		}
	}
	if code, out, errs := call("eval", "-C", root, "-at", "9.1/rest:5", "size(seats) + 1", "-v"); code != exitOK || out != "2\n  size({red}) = 1\n" {
		t.Errorf("%d %s%s", code, out, errs)
	}
}
