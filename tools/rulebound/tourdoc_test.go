package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A document is executed in a folder, block by block:
//
//	```console   commands after "$ " and their output; [...] matches any text
//	```diff      an edit of the file that its first line names: the lines with - become those with +
//
// With DOCS=write different outputs are written into the document.
type document struct {
	t    *testing.T
	page string
}

var (
	docBlock    = regexp.MustCompile("(?s)\n````console\n(.*?\n)````\n|\n```(?:console\n(.*?\n)|diff\n(.*?\n))```\n")
	docPort     = regexp.MustCompile(`(127\.0\.0\.1:)\d+`)
	docCounts   = regexp.MustCompile(`(?m)^(compiled fire-in-the-lake: ).*`) // changes with every change of the game
	docProgress = regexp.MustCompile(`(?m)^.*: \d+ of \d+ changes, .*\n`)    // progress, which a terminal overwrites
)

// TestTranscriptsOfToursAreReal executes the documents that a newcomer follows, each in a copy of its inputs.
func TestTranscriptsOfToursAreReal(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	for page, begin := range map[string]func(t *testing.T){
		"tour.md": func(t *testing.T) {
			copied(t, "rulebound", "data/games/fire-in-the-lake", "scenarios/fire-in-the-lake/6.2.1", "goldens/fire-in-the-lake/6.2.1")
		},
		"first-game.md": func(*testing.T) {},
		"guide.md":      func(*testing.T) {},
	} {
		t.Run(page, func(t *testing.T) {
			t.Setenv("CI", "")
			for _, who := range []string{"AUTHOR", "COMMITTER"} {
				t.Setenv("GIT_"+who+"_NAME", "A")
				t.Setenv("GIT_"+who+"_EMAIL", "a@example.org")
			}
			t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
			t.Chdir(t.TempDir())
			begin(t)
			name := filepath.Join(absoluteRoot, "docs", page)
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			d, real, end, blocks := &document{t, page}, strings.Builder{}, 0, docBlock.FindAllSubmatchIndex(text, -1)
			if len(blocks) < 8 { // otherwise other blocks are recognised now
				t.Errorf("%d blocks", len(blocks))
			}
			for _, at := range blocks {
				from, to := at[2]+at[4]+1, at[3]+at[5]+1 // one of the two is -1
				if at[6] >= 0 {
					d.change(string(text[at[6]:at[7]]))
					continue
				}
				real.Write(text[end:from])
				for _, part := range strings.Split("\n"+string(text[from:to]), "\n$ ")[1:] {
					line, want, _ := strings.Cut(part, "\n")
					real.WriteString("$ " + line + "\n" + d.carryOut(line, strings.TrimSuffix(want, "\n")))
				}
				end = to
			}
			real.Write(text[end:])
			if t.Failed() && os.Getenv("DOCS") == "write" {
				if err := os.WriteFile(name, []byte(real.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// carryOut executes a command line and compares its output. It returns the text for the document.
func (d *document) carryOut(line, want string) string {
	d.t.Helper()
	var got string
	switch words := shellWords(line); {
	case words[0] == "cd":
		d.t.Chdir(words[1])
	case words[0] == "rulebound" && words[1] == "serve":
		got = d.served(words[1:])
	case words[0] == "rulebound":
		_, out, errs := call(words[1:]...)
		got = out + errs
	default:
		out, err := exec.Command("sh", "-c", line).CombinedOutput()
		if err != nil {
			d.t.Errorf("%s: %s: %v %s", d.page, line, err, out)
		}
		got = string(out)
	}
	got = docProgress.ReplaceAllString(got, "")
	got = regexp.MustCompile(`(?m)[ \t]+$`).ReplaceAllString(strings.TrimRight(got, "\n"), "")
	pattern := "(?s)^" + strings.ReplaceAll(regexp.QuoteMeta(want), regexp.QuoteMeta("[...]"), ".*") + "$"
	if !regexp.MustCompile(pattern).MatchString(got) {
		d.t.Errorf("%s: $ %s\nis documented as\n%s\nand prints\n%s", d.page, line, want, got)
		want = docPort.ReplaceAllString(docCounts.ReplaceAllString(got, "$1[...]"), "$1[...]")
	}
	if want == "" {
		return ""
	}
	return want + "\n"
}

// shellWords splits a line at spaces outside of quotes.
func shellWords(line string) (words []string) {
	for _, m := range regexp.MustCompile(`"([^"]*)"|'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		words = append(words, m[1]+m[2]+m[3])
	}
	return words
}

// served returns the first line printed by a server, which then is stopped. Its pages that play are tested in
// tools/browser, because the machine would have to be compiled first.
func (d *document) served(args []string) string {
	d.t.Helper()
	c := exec.Command(os.Args[0], append(args, "--no-play")...)
	c.Env = append(os.Environ(), asProgram+"=yes")
	out, err := c.StdoutPipe()
	if err != nil {
		d.t.Fatal(err)
	}
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		d.t.Fatal(err)
	}
	stop := time.AfterFunc(time.Minute, func() { _ = c.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	stop.Stop()
	_ = c.Process.Kill()
	_ = c.Wait()
	if err != nil {
		d.t.Errorf("%s: %v: %v %s", d.page, args, err, errs.String())
	}
	return line
}

// change edits or creates the file that the first line of a block names.
func (d *document) change(block string) {
	d.t.Helper()
	head, rest, _ := strings.Cut(block, "\n")
	name := strings.TrimSpace(strings.TrimPrefix(head, "#"))
	var was, is strings.Builder
	for line := range strings.Lines(rest) {
		switch line[0] {
		case '+':
			is.WriteString(line[1:])
		case '-':
			was.WriteString(line[1:])
		default:
			was.WriteString(line[1:])
			is.WriteString(line[1:])
		}
	}
	text, err := os.ReadFile(name)
	if err != nil && was.Len() == 0 {
		err = makeFile(name, []byte(is.String()))
		if err == nil {
			return
		}
	}
	if err != nil {
		d.t.Fatal(err)
	}
	if n := strings.Count(string(text), was.String()); n != 1 {
		d.t.Fatalf("%s: %s has the edited lines %d times:\n%s", d.page, name, n, was.String())
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(text), was.String(), is.String(), 1)), 0o644); err != nil {
		d.t.Fatal(err)
	}
}
