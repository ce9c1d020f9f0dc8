package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The pictures of the README show real output and are small.
func TestPicturesShowRealOutput(t *testing.T) {
	page, err := os.ReadFile("../../docs/tour.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := failing(string(page))
	if len(lines) < 10 {
		t.Fatalf("the tour has no failure: %q", lines)
	}
	if is, err := os.ReadFile("../../docs/pictures/failure.svg"); err != nil || string(is) != draw(lines) {
		t.Errorf("docs/pictures/failure.svg is not what the tour shows: make pictures writes it (%v)", err)
	}
	for _, name := range []string{"failure.svg", "board.png"} {
		if info, err := os.Stat("../../docs/pictures/" + name); err != nil || info.Size() > 150_000 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

func TestTranscriptIsTheFirstFailingRun(t *testing.T) {
	const page = "# Tour\n\n```\n$ rulebound conformance\nok all\n```\n\n```\n$ rulebound check\nFAIL not this\n\n$ rulebound conformance --game a\n\nFAIL a/1\n- was\n+ is\n```\n\n```\n$ rulebound conformance\n\nFAIL late\n```\n"
	if got := strings.Join(failing(page), "|"); got != "$ rulebound conformance --game a||FAIL a/1|- was|+ is" {
		t.Errorf("%q", got)
	}
	if got := failing("# Tour\n\n$ rulebound conformance\nok\n"); got != nil {
		t.Errorf("of no failure: %q", got)
	}
}

// A long line is cut, and markup is escaped.
func TestDrawnLines(t *testing.T) {
	long := strings.Repeat("é", columns)
	for line, want := range map[string]string{
		"$ ls": `fill="#ffffff">$ ls<`, "FAIL a": `fill="#ff8f80">`, "  - was": `fill="#ff8f80">`, "--- a": `fill="#ff8f80">`, "ok  a": `fill="#8fd694">`, "+ is": `fill="#8fd694">`, "changed since x": `fill="#ffd479">`,
		"okay": `fill="#c9d1d9">okay<`, "<b>": ">&lt;b&gt;<", long: ">" + long + "<", long + "e": ">" + long[:len(long)-len("é")] + "…<",
	} {
		if got := draw([]string{"", line}); !strings.Contains(got, want) || !strings.Contains(got, `y="44"`) || !strings.Contains(got, `viewBox="0 0 884 62"`) {
			t.Errorf("%q is drawn as\n%s", line, got)
		}
	}
}

// A tour without a failure, and a missing tour, leave the picture unchanged.
func TestPictureIsWrittenFromTheTour(t *testing.T) {
	docs := t.TempDir()
	picture := filepath.Join(docs, "pictures", "failure.svg")
	if err := os.Mkdir(filepath.Dir(picture), 0o755); err != nil {
		t.Fatal(err)
	}
	const fails = "\n$ rulebound conformance\nFAIL a\n```\n"
	for _, c := range []struct{ page, drawn string }{{"", ""}, {fails, draw([]string{"$ rulebound conformance", "FAIL a"})}, {"all is well", draw([]string{"$ rulebound conformance", "FAIL a"})}} {
		if c.page != "" {
			if err := os.WriteFile(filepath.Join(docs, "tour.md"), []byte(c.page), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := write(docs); (err == nil) != (c.page == fails) {
			t.Errorf("%q: %v", c.page, err)
		}
		if got, _ := os.ReadFile(picture); string(got) != c.drawn {
			t.Errorf("%q: %s", c.page, got)
		}
	}
}

func TestAFailureIsReported(t *testing.T) {
	var out strings.Builder
	if status(nil, &out) != 0 || out.Len() > 0 || status(errors.New("no tour"), &out) != 1 || out.String() != "pictures: no tour\n" {
		t.Errorf("%q", out.String())
	}
}
