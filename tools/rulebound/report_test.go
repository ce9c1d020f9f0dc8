package main

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestReport(t *testing.T) {
	root, dir := repository(t, map[string]string{"data/games/toy/10.md": counting}), filepath.Join(t.TempDir(), "report")
	scores := filepath.Join(t.TempDir(), "scores.json")
	_, text, _ := call("mutate", "-C", root, "-json")
	if err := os.WriteFile(scores, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errs := call("report", "-no-play", "-C", root, "-o", dir, "-scores", scores)
	if code != exitOK || out != "wrote "+filepath.Join(dir, "index.html")+"\n" || errs != "" {
		t.Errorf("%d\n%s\n%s", code, out, errs)
	}
	page, err := os.ReadFile(filepath.Join(dir, "book", "toy", "index.html"))
	if err != nil || strings.Contains(string(page), "rulebound mutate --json") {
		t.Errorf("no scores (%v)", err)
	}
}

func TestReportRefusesInvalidFlags(t *testing.T) {
	root := repository(t, map[string]string{"data/games/toy/10.md": counting})
	odd := filepath.Join(root, "odd.json")
	if err := os.WriteFile(odd, []byte(`{"version": 1, "games": []}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "odd2.json"), []byte(`{"version": 99}`), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "report")
	for _, test := range []struct {
		flags []string
		code  int
		want  string
	}{
		{[]string{"-game", "toi"}, exitFailed, "did you mean toy?"},
		{[]string{"-scores", odd}, exitFailed, "write it again with rulebound mutate --json"},
		{[]string{"-scores", filepath.Join(root, "data", "games", "toy", "10.md")}, exitFailed, "not what rulebound mutate --json writes"},
		{[]string{"-scores", "nowhere.json"}, exitFailed, "nowhere.json"},
		{[]string{"-engine", filepath.Join(root, "odd2.json")}, exitFailed, "write it again with rulebound drive --output"},
		{[]string{"-engine", filepath.Join(root, "data", "games", "toy", "10.md")}, exitFailed, "not what rulebound drive --output writes"},
		{[]string{"-against", "never"}, exitFailed, "--against never: "},
		{[]string{"-scores-then", odd}, exitUsage, "--scores-then is for --scores and --against"},
		{[]string{"more"}, exitUsage, "unexpected argument"},
	} {
		code, _, errs := call(append([]string{"report", "-C", root, "-o", dir}, test.flags...)...)
		if code != test.code || !strings.Contains(errs, test.want) {
			t.Errorf("%q: %d, %s", test.flags, code, errs)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%q: something was written", test.flags)
		}
	}
}

// A link in place of a page is replaced.
func TestReportDoesNotWriteThroughLinks(t *testing.T) {
	root, dir, elsewhere := repository(t, map[string]string{"data/games/toy/10.md": counting}), t.TempDir(), t.TempDir()
	victim := filepath.Join(elsewhere, "victim")
	if err := os.WriteFile(victim, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := func(to, name string) {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	link(victim, "index.html")
	link(elsewhere, "book")
	report := func() (int, string) {
		code, _, errs := call("report", "-no-play", "-C", root, "-o", dir)
		return code, errs
	}
	if code, errs := report(); code != exitFailed || !strings.Contains(errs, "it is not a folder; remove it") {
		t.Errorf("%d %s", code, errs)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
		t.Errorf("what was written is left in %v (%v)", left, err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "index.html")); err != nil || string(text) != "mine" {
		t.Errorf("a part of the report was put into its place: %q %v", text, err)
	}
	if err := os.Remove(filepath.Join(dir, "book")); err != nil {
		t.Fatal(err)
	}
	if code, errs := report(); code != exitOK {
		t.Errorf("%d %s", code, errs)
	}
	entries, err := os.ReadDir(elsewhere)
	if text, _ := os.ReadFile(victim); err != nil || len(entries) != 1 || string(text) != "mine" {
		t.Errorf("%d files elsewhere, the linked one holds %q (%v)", len(entries), text, err)
	}
	if info, err := os.Lstat(filepath.Join(dir, "index.html")); err != nil || !info.Mode().IsRegular() {
		t.Errorf("index.html: %v", err)
	}
}

// Folders that another report may be writing stay.
func TestReportRemovesTemporaryFoldersOfKilledReports(t *testing.T) {
	root, dir := repository(t, nil), t.TempDir()
	old, other, file := filepath.Join(dir, ".report-1"), filepath.Join(dir, ".report-2"), filepath.Join(dir, ".report-3")
	if err := errors.Join(os.MkdirAll(filepath.Join(old, "book"), 0o700), os.Mkdir(other, 0o700), os.WriteFile(file, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{old, file} {
		if err := os.Chtimes(name, time.Time{}, time.Now().Add(-2*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, errs := call("report", "-no-play", "-C", root, "-o", dir); code != exitOK {
		t.Fatal(errs)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".report-*")); err != nil || !slices.Equal(left, []string{other, file}) {
		t.Errorf("%v are left (%v), want the written files and those that are no folders", left, err)
	}
}

func TestReportShowsDocuments(t *testing.T) {
	root := repository(t, map[string]string{"docs/README.md": "# Start\n\n[The rules](../data/games/toy/10.md)\n", "odd/a.md": "# A\n\n[x](gone.md)\n", "away/a.md": "# A\n\n[x](secret.txt)\n"})
	if err := os.Symlink(filepath.Join(t.TempDir(), "secret.txt"), filepath.Join(root, "away", "secret.txt")); err != nil {
		t.Skip(err)
	}
	dir := filepath.Join(t.TempDir(), "site")
	for _, test := range []struct {
		docs string
		code int
		want string
	}{
		{"../docs", exitUsage, "--docs ../docs: name a folder of the repository, such as docs"},
		{root, exitUsage, "name a folder of the repository"},
		{"nowhere", exitFailed, "nowhere: no such file or directory"},
		{"data/games/toy/10.md/..", exitOK, "wrote "},
		{"odd", exitFailed, "odd/a.md links to odd/gone.md: "},
		{"away", exitFailed, "away/a.md links to away/secret.txt: "},
		{"docs/", exitOK, "wrote "},
	} {
		code, out, errs := call("report", "-no-play", "-C", root, "-o", dir, "-docs", test.docs)
		if code != test.code || !strings.Contains(out+errs, test.want) {
			t.Errorf("%s: %d %s%s", test.docs, code, out, errs)
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, "docs", "index.html"))
	if err != nil || !strings.Contains(string(page), `<a href="../book/toy/10.html">The rules</a>`) {
		t.Errorf("%v %s", err, page)
	}
}

// Each page is the old or the new one as a whole.
func TestKilledReportLeavesNoPartialPage(t *testing.T) {
	root, dir := repository(t, map[string]string{"data/games/toy/10.md": counting}), t.TempDir()
	page := filepath.Join(root, "data/games/toy/10.md")
	pages := func() map[string]string {
		out := map[string]string{}
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() && strings.HasPrefix(d.Name(), ".report-") {
				return errors.Join(err, fs.SkipDir)
			}
			if !d.IsDir() {
				text, err := os.ReadFile(name)
				out[name] = string(text)
				return err
			}
			return nil
		})
		if err != nil && !errors.Is(err, fs.SkipDir) {
			t.Fatal(err)
		}
		return out
	}
	report := func(title string, after time.Duration) (killed bool) {
		if err := os.WriteFile(page, []byte(strings.Replace(counting, "title: Toy", "title: "+title, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		c := exec.Command(os.Args[0], "report", "--no-play", "-C", root, "-o", dir)
		c.Env = append(os.Environ(), asProgram+"=yes")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if after > 0 {
			time.AfterFunc(after, func() { _ = c.Process.Kill() })
		}
		err := c.Wait()
		if after == 0 && err != nil {
			t.Fatal(err)
		}
		return err != nil
	}
	report("Second", 0)
	second := pages()
	began := time.Now()
	report("First", 0)
	whole := time.Since(began)
	first := pages()
	if len(first) < 10 || maps.Equal(first, second) {
		t.Fatalf("%d pages, the same for both titles: %v", len(first), maps.Equal(first, second))
	}
	killed, times := 0, 20
	if testing.Short() {
		times = 4
	}
	for i := range times {
		if report([]string{"First", "Second"}[i%2], whole/2+whole*time.Duration(i)/time.Duration(2*times)) {
			killed++
		}
		for name, text := range pages() {
			if text != first[name] && text != second[name] {
				t.Errorf("%s is a page of neither report: %d bytes of %d", name, len(text), len(first[name]))
			}
		}
	}
	t.Logf("%d of %d were killed, of %d ms each", killed, times, whole.Milliseconds())
}
