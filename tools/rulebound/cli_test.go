package main

// These tests check the rules of CONTRIBUTING.md for all commands.

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commandsOf lists the commands except those of cobra.
func commandsOf(root *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(root.Commands()), func(c *cobra.Command) bool { return c.Name() == "help" || c.Name() == "completion" })
}

func TestEveryCommandHasASummaryAnExampleAndAGroup(t *testing.T) {
	root := newRoot(newEnv(nil, os.Stdout, os.Stderr))
	for _, c := range commandsOf(root) {
		if c.Short == "" || strings.Contains(c.Short, "\n") || strings.HasSuffix(c.Short, ".") || !strings.Contains(c.Example, "rulebound "+c.Name()) && c.Name() != "program" || c.GroupID == "" {
			t.Errorf("%s: summary %q, example %q, group %q", c.Name(), c.Short, c.Example, c.GroupID)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				t.Errorf("%s --%s has no description", c.Name(), f.Name)
			}
		})
		code, out, errs := call(c.Name(), "-h")
		if _, also, _ := call("help", c.Name()); code != exitOK || !strings.Contains(out, "Usage:\n  rulebound "+c.Name()) || !strings.Contains(out, "-C, --root DIR") || errs != "" || !strings.HasPrefix(also, out) {
			t.Errorf("%s -h: %d %s%s", c.Name(), code, out, errs)
		}
	}
}

// These are the examples of the help and the command lines in the documents.
func TestDocumentedCommandLinesParse(t *testing.T) {
	var lines []string
	for _, c := range commandsOf(newRoot(newEnv(nil, os.Stdout, os.Stderr))) {
		lines = append(lines, strings.Split(c.Example, "\n")...)
	}
	shown := regexp.MustCompile("(?m)(?:go run \\./tools/rulebound|`rulebound) ([a-z].*)$")
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/maintainers/*.md", "tools/rulebound/scaffold/repository/*.md", "Makefile", ".ci/run", ".github/workflows/*.yml"} {
		names, err := filepath.Glob(filepath.Join(repositoryRoot, pattern))
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range shown.FindAllStringSubmatch(strings.ReplaceAll(string(text), "$(GO) run", "go run"), -1) {
				line, _, _ := strings.Cut(m[1], "`")
				lines = append(lines, "rulebound "+line)
			}
		}
	}
	if len(lines) < 60 {
		t.Errorf("only %d command lines are shown", len(lines))
	}
	variable := regexp.MustCompile(`\$\(if [^)]*\)|\$\([A-Z]+\)|\)`)
	for _, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		args := strings.Fields(variable.ReplaceAllString(line, " 1s "))[1:]
		args = slices.DeleteFunc(args, func(arg string) bool { return arg == "1s" })
		if end := slices.IndexFunc(args, func(arg string) bool { return strings.ContainsAny(arg, ">|&;") }); end >= 0 {
			args = args[:end]
		}
		root := newRoot(newEnv(nil, os.Stdout, os.Stderr))
		c, rest, err := root.Find(twoDashes(root, args))
		if err != nil || c == root {
			t.Errorf("%s: no such command (%v)", line, err)
			continue
		}
		if err := c.ParseFlags(rest); err != nil && !strings.Contains(err.Error(), "flag needs an argument") && !strings.Contains(err.Error(), "invalid argument") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestLongFlagsTakeOneDashOrTwo(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"check -game toy -strict", "check --game toy --strict"},
		{"check --game=toy -strict=false", "check --game=toy --strict=false"},
		{"-C dir check -v", "-C dir check -v"},
		{"-root dir check -game toy", "--root dir check --game toy"},
		{"suggest -clause -explained -o -work", "suggest --clause -explained -o -work"}, // values
		{"soak -seed -5 -hints", "soak --seed -5 --hints"},
		{"referee -step 1,2 log.jsonl -json", "referee --step 1,2 log.jsonl --json"},
		{"drive -game toy -- engine -game x", "drive --game toy -- engine -game x"},
		{"drive -game toy engine -game x", "drive --game toy engine -game x"},
		{"check - -- -game", "check - -- -game"},
	} {
		root := newRoot(newEnv(nil, os.Stdout, os.Stderr))
		if got := strings.Join(twoDashes(root, strings.Fields(c.args)), " "); got != c.want {
			t.Errorf("%s becomes %s, want %s", c.args, got, c.want)
		}
	}
}

func TestRootIsFoundInParentFolders(t *testing.T) {
	root := repository(t, nil)
	t.Chdir(filepath.Join(root, "scenarios", "toy", "9.1"))
	if code, out, errs := call("check"); code != exitOK || out != "1 game, 0 diagnostics\n" {
		t.Errorf("%d %s%s", code, out, errs)
	}
	if code, _, errs := call("check", "-C", "."); code != exitFailed || !strings.Contains(errs, "there is no folder data/games here or above") {
		t.Errorf("a root that is named is not looked for: %d %s", code, errs)
	}
	t.Chdir(t.TempDir())
	if code, _, errs := call("check"); code != exitFailed || !strings.Contains(errs, "there is no folder data/games here or above") {
		t.Errorf("%d %s", code, errs)
	}
	for _, args := range [][]string{{"-C", root, "check"}, {"check", "-C", root}, {"--root=" + root, "check"}, {"check", "-root", root}} {
		if code, _, errs := call(args...); code != exitOK {
			t.Errorf("%v: %d %s", args, code, errs)
		}
	}
}

func TestCompletion(t *testing.T) {
	root := another(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"check", "--game", ""}, "other\ntoy\n"},
		{[]string{"compile", ""}, "other\ntoy\n"},
		{[]string{"compile", "toy", ""}, ":4\n"},
		{[]string{"coverage", "-game", "toy", "-section", ""}, "9.1-a\n"},
		{[]string{"goldens", "--game", "other", "--print", ""}, "other/9.1/rest\n"},
		{[]string{"conformance", "--section", "9"}, "\n9.1\n:4"},
		{[]string{"conformance", "--game", "other", "--section", "9"}, "\n9.1\n9.1/rest\n:4"},
		{[]string{"check", "--format", ""}, "annotations\n"},
		{[]string{"drive", "--level", ""}, "traces\n"},
		{[]string{"con"}, "conformance\t"},
	} {
		args := append([]string{"__complete", "-C", root}, c.args...)
		if code, out, errs := call(args...); code != exitOK || !strings.Contains(out, c.want) {
			t.Errorf("%v: %d %s%s", args, code, out, errs)
		}
	}
	if _, out, _ := call("__complete", "log", "-C", repositoryRoot, "--game", "tidelands", "--scenario", ""); !strings.Contains(out, "regatta\t") {
		t.Errorf("no set-ups: %s", out)
	}
	for _, command := range []string{"play", "perft"} {
		if _, out, _ := call("__complete", command, "-C", repositoryRoot, "kalah", "--setup", ""); !strings.HasPrefix(out, "three\tkalah\n") || strings.Contains(out, "regatta") {
			t.Errorf("%s: the set-ups of another game: %s", command, out)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if code, out, errs := call("completion", shell); code != exitOK || len(out) < 1000 {
			t.Errorf("%s: %d %s", shell, code, errs)
		}
	}
}

func TestUnknownNamesGetASuggestion(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"conformanse"}, "did you mean conformance?"},
		{[]string{"help", "conformanse"}, "did you mean conformance?"},
		{[]string{"completion", "fish2"}, "did you mean fish?"},
		{[]string{"check", "--strikt"}, "did you mean --strict?"},
		{[]string{"check", "--format", "jsn"}, "did you mean json?"},
		{[]string{"drive", "--game", "toy", "--level", "state", "x"}, "did you mean states?"},
	} {
		if code, _, errs := call(c.args...); code != exitUsage || !strings.Contains(errs, c.want) {
			t.Errorf("%v: %d %s", c.args, code, errs)
		}
	}
}

func TestMachineReadableOutputIsJSON(t *testing.T) {
	t.Setenv("CI", "")
	root := repository(t, map[string]string{"data/games/toy/10.md": counting})
	for _, args := range [][]string{
		{"goldens"}, {"conformance"}, {"conformance", "--section", "9.1"}, {"check"}, {"coverage"}, {"mutate"}, {"bench", "toy", "--time", "1ms"}, {"profile", "toy"},
		{"soak", "--for", "0s"}, {"suggest", "--work", "20"},
	} {
		code, out, errs := call(append(args, "-C", root, "--json")...)
		dec := json.NewDecoder(strings.NewReader(out))
		values := 0
		for ; dec.More(); values++ {
			var v any
			if err := dec.Decode(&v); err != nil {
				t.Errorf("%v: %v in %s", args, err, out)
				break
			}
		}
		if code != exitOK || values == 0 && args[0] != "suggest" {
			t.Errorf("%v: %d, %d values: %s%s", args, code, values, out, errs)
		}
	}
	if code, out, _ := call("version", "--json"); code != exitOK || !strings.Contains(out, `"library": "`) {
		t.Errorf("%d %s", code, out)
	}
}

func TestConformanceOfASectionAndOfFailedScenarios(t *testing.T) {
	root := twoFolders(t, sleeping)
	if code, out, errs := call("goldens", "-C", root); code != exitOK {
		t.Fatal(out, errs)
	}
	put(t, root, "goldens/toy/9.2/sleep.golden", "trace 1\nelse\n")
	code, out, errs := call("conformance", "-C", root, "--section", "9.1")
	if code != exitOK || !strings.HasSuffix(out, "\nok   toy/9.1: 1 scenario\n\n1 scenario, 0 problems\n") || errs != "" {
		t.Errorf("%d %s%s", code, out, errs)
	}
	put(t, root, "goldens/toy/9.2/gone.golden", "trace 1\n")
	for _, args := range [][]string{{}, {"--section", "9.2"}} {
		code, out, _ = call(append([]string{"conformance", "-C", root}, args...)...)
		if code != exitFailed || !strings.Contains(out, "\n\nFAIL toy/9.2/sleep: Red sleeps\nFAIL goldens/toy/9.2/gone.golden belongs to no scenario\n\n") || !strings.HasSuffix(out, ", 2 problems\n") {
			t.Errorf("%v: %d %s", args, code, out)
		}
	}
	var v verdict
	code, out, _ = call("conformance", "-C", root, "--json")
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != exitFailed || v.Scenarios != 2 || v.Problems != 2 || len(v.Failed) != 1 || v.Failed[0].Scenario != "toy/9.2/sleep" {
		t.Errorf("%d %v %+v", code, err, v)
	}
	if code, _, errs := call("conformance", "-C", root, "--section", "9.3"); code != exitFailed || !strings.Contains(errs, "did you mean 9.1?") {
		t.Errorf("%d %s", code, errs)
	}
}

func TestUnwritableOutputIsFoundBeforeTheWork(t *testing.T) {
	root := repository(t, map[string]string{"data/games/toy/10.md": "# no rulebook", "file": ""})
	inFile := filepath.Join(root, "file", "below")
	for _, args := range [][]string{
		{"compile", "toy", "-o", inFile}, {"drive", "--game", "toy", "-o", inFile, "--", "true"}, {"suggest", "-o", inFile}, {"man", inFile},
	} {
		if code, _, errs := call(append([]string{"-C", root}, args...)...); code != exitFailed || !strings.Contains(errs, "not a directory") {
			t.Errorf("%v: %d %s", args, code, errs)
		}
	}
	root = repository(t, map[string]string{"file": ""})
	if code, _, errs := call("report", "-C", root, "-o", filepath.Join(root, "file", "below", "report")); code != exitFailed || !strings.Contains(errs, "not a directory") {
		t.Errorf("%d %s", code, errs)
	}
}

func TestManualPages(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	var all [2]string
	for i := range all {
		dir := t.TempDir()
		if code, out, errs := call("man", dir); code != exitOK || out != "wrote manual pages to "+dir+"\n" {
			t.Fatal(code, out, errs)
		}
		text, err := os.ReadFile(filepath.Join(dir, "rulebound-drive.1"))
		if err != nil || !bytes.Contains(text, []byte("transcript")) || !bytes.Contains(text, []byte("Nov 2023")) {
			t.Errorf("%v %s", err, text)
		}
		all[i] = string(text)
	}
	if all[0] != all[1] {
		t.Error("the same pages differ")
	}
	if code, _, errs := call("man"); code != exitUsage || !strings.Contains(errs, "name the folder") {
		t.Errorf("%d %s", code, errs)
	}
}

// The exit code is 130, the old output remains, and no temporary file is left.
func TestInterruptKeepsTheOldFiles(t *testing.T) {
	root := repository(t, nil)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "report.json"), []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(os.Args[0], "drive", "-C", root, "--game", "toy", "-o", filepath.Join(dir, "report.json"), "--", "sh", "-c", "echo started >&2; touch "+filepath.Join(dir, "started")+"; read x; sleep 60")
	c.Env = append(os.Environ(), asProgram+"=yes")
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(20 * time.Second); !exists(dir, "started"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the program was not started", errs.String())
		}
	}
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitInterrupted || errs.String() != "interrupted\n" {
		t.Errorf("%d %s", code, errs.String())
	}
	text, err := os.ReadFile(filepath.Join(dir, "report.json"))
	left, _ := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || string(text) != "old" || len(left) > 0 {
		t.Errorf("%q %v, left %v", text, err, left)
	}
}

// On a terminal progress is one line, which never mixes with the output.
func TestProgressIsOneLineThatIsCleared(t *testing.T) {
	var screen bytes.Buffer
	e := newEnv(nil, &screen, &screen)
	e.progress.width = 30
	e.progress.begin("playing").draw(1, 4, "at once")
	if screen.Len() > 0 {
		t.Errorf("what has only begun shows %q", screen.String())
	}
	e.progress.redraw() // a timer does it otherwise
	if want := clearLine + "playing [#######..............."; !strings.HasPrefix(screen.String(), want[:len(clearLine)+29]) {
		t.Errorf("%q, want %q", screen.String(), want)
	}
	screen.Reset()
	e.progress.began, e.progress.last = time.Now().Add(-time.Second), time.Time{}
	e.progress.draw(2, 4, "two of four, and more than a line holds")
	if want := clearLine + "playing [###############....."; screen.String() != want {
		t.Errorf("%q, want %q", screen.String(), want)
	}
	screen.Reset()
	if _, err := e.out.Write([]byte("a line\n")); err != nil || screen.String() != clearLine+"a line\n" {
		t.Errorf("%q %v", screen.String(), err)
	}
	screen.Reset()
	if e.progress.redraw(); screen.Len() > 0 {
		t.Errorf("work that is over shows %q", screen.String())
	}
	e.progress.begin("compiling").redraw()
	if want := clearLine + "compiling …"; screen.String() != want {
		t.Errorf("%q, want %q", screen.String(), want)
	}
}
