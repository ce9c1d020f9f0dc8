//go:build browser

package browser

// This file edits a rulebook while `rulebound serve` shows it.

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// served serves a folder with Kalah and returns the path of its rulebook and the address.
func served(t *testing.T) (rulebook, address string) {
	t.Helper()
	dir := t.TempDir()
	for _, part := range []string{"data/games/kalah", "scenarios/kalah", "goldens/kalah"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join(root, part))); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(t.TempDir(), "rulebound")
	if out, err := exec.Command("go", "build", "-C", root, "-o", program, "./tools/rulebound").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := exec.Command(program, "serve", "-C", dir, "--no-browser")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "serving ")
	if err != nil || !ok {
		t.Fatalf("it printed %q %v\n%s", line, err, errs.String())
	}
	return filepath.Join(dir, "data", "games", "kalah", "10-kalah.md"), address
}

// Open pages stay where they were: a chapter at its scroll position with its unfolded data; a scenario at its step; a
// play at its position and view. Errors of the rulebook are shown in the page.
func TestOpenPagesAreUpdatedInPlaceAfterAnEdit(t *testing.T) {
	rulebook, address := served(t)
	edit := func(old, new string) {
		t.Helper()
		text, err := os.ReadFile(rulebook)
		if err != nil || strings.Count(string(text), old) != 1 {
			t.Fatalf("%q is not once in the rulebook: %v", old, err)
		}
		if err := os.WriteFile(rulebook, []byte(strings.Replace(string(text), old, new, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	chapter, play, scenario := openAt(t, address, "book/kalah/10-kalah.html"), openAt(t, address, "play/kalah/index.html"), openAt(t, address, "scenario/kalah/2.2-last-seed/"+lastSeed(t)+".html#step=3")
	play.began()
	for range 3 {
		before := eval[string](play, hash)
		play.click(".live .answers .option")
		play.holds(hash + ` !== '` + before + `'`)
	}
	at, link := eval[string](play, hash), play.link()
	chapter.size(1000, 400)
	chapter.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll('details.data')[1].open = true; document.getElementById('2.2-b').scrollIntoView()`))
	place := eval[int](chapter, `Math.round(document.getElementById('2.2-b').getBoundingClientRect().top)`)
	scenario.holds(step + ` === '3'`)
	for _, x := range []*tab{chapter, play, scenario} {
		x.do(chromedp.Evaluate[chromedp.Void](`window.old = true`))
	}
	edit("- **2.2-b** ", "- **2.2-b** Mark this. ")
	for _, x := range []*tab{chapter, play, scenario} {
		x.holds(`!window.old`)
	}
	chapter.holds(`document.getElementById('2.2-b').textContent.includes('Mark this.') && document.querySelectorAll('details.data')[1].open`)
	if now := eval[int](chapter, `Math.round(document.getElementById('2.2-b').getBoundingClientRect().top)`); now < place-2 || now > place+2 {
		t.Errorf("the clause was at %d, it is at %d", place, now)
	}
	play.began()
	play.holds(hash + ` === '` + at + `' && location.hash === '` + link + `'`)
	scenario.holds(step + ` === '3'`)
	edit("- **2.2-b** Mark this. ", "- **2.2-b** Mark this, too. ")
	edit("```yaml\ngame:", "```yaml\nnonsense: 1\ngame:")
	for _, x := range []*tab{chapter, play} {
		x.holds(`document.querySelector('.broken').checkVisibility() && document.querySelector('.broken').textContent.includes('10-kalah.md:')`)
	}
	chapter.shot("serve-broken")
	edit("nonsense: 1\n", "")
	chapter.holds(`document.getElementById('2.2-b').textContent.includes('Mark this, too.') && !document.querySelector('.broken').checkVisibility()`)
}

// lastSeed returns the first scenario of a section of Kalah.
func lastSeed(t *testing.T) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, "scenarios/kalah/2.2-last-seed/*.yaml"))
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	return strings.TrimSuffix(filepath.Base(names[0]), ".yaml")
}
