package main

// This file attacks the terminal with control characters in files and names.

import (
	"fmt"
	"maps"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"rulebound/compiler/diag"
)

// steering are characters that control a terminal: clear it, go back in a line, change the direction of writing, hide.
var steering = map[string]string{"an escape": "\x1b[2J", "one of a character": "\u009b2J", "a bell": "\a", "a backspace": "\b", "a return": "a\rb", "a delete": "\x7f", "another direction": "\u202e", "an isolate": "\u2066", "no width": "\u200b", "a soft hyphen": "\u00ad", "a tag": "\U000e0041",
	"letters that nobody sees": "\u3164\uffa0\u2800\u034f"}

// seen fails the test if output contains a character that controls a terminal.
func seen(t *testing.T, what, text string) {
	t.Helper()
	if i := strings.IndexFunc(text, func(r rune) bool { return diag.Hidden(r) && r != '\n' && r != '\t' }); i >= 0 {
		t.Errorf("%s: the output has %q", what, text[max(0, i-30):min(len(text), i+30)])
	}
}

// A file with one is refused with its place, or the character is not printed.
func TestControlCharactersOfFilesDoNotReachTheTerminal(t *testing.T) {
	t.Setenv("CI", "")
	const red, rests = "seats: [{id: red}]", "title: Red rests"
	for i, what := range slices.Sorted(maps.Keys(steering)) {
		text := steering[what]
		escaped := ""
		for _, r := range text {
			escaped += fmt.Sprintf(`\U%08X`, r)
		}
		page := func(old, new string) string { return strings.Replace(rulebook, old, new, 1) }
		places := map[string]struct{ file, text, want string }{
			"prose":                 {"data/games/toy/10.md", page("One may", "One "+text+" may"), "data/games/toy/10.md:3:"},
			"heading":               {"data/games/toy/10.md", page("# Toy", "# Toy "+text), "data/games/toy/10.md:1:"},
			"comment of a page":     {"data/games/toy/10.md", page(red, red+" # "+text), "data/games/toy/10.md:7:"},
			"title of a page":       {"data/games/toy/10.md", page("title: Toy", `title: "Toy`+text+`"`), "data/games/toy/10.md:6:"},
			"escape of a title":     {"data/games/toy/10.md", page("title: Toy", `title: "Toy`+escaped+`"`), "data/games/toy/10.md:6:"},
			"id":                    {"data/games/toy/10.md", page("id: red", `id: "red`+escaped+`"`), "data/games/toy/10.md:7:"},
			"comment of a scenario": {"scenarios/toy/9.1/rest.yaml", script + "# " + text + "\n", "scenarios/toy/9.1/rest.yaml:7:"},
			"title of a scenario":   {"scenarios/toy/9.1/rest.yaml", strings.Replace(script, rests, `title: "Red`+escaped+`"`, 1), "scenarios/toy/9.1/rest.yaml:2:"},
			"key of a scenario":     {"scenarios/toy/9.1/rest.yaml", script + `"` + escaped + `": 1` + "\n", "scenarios/toy/9.1/rest.yaml:7:"},
			"gaps":                  {"scenarios/toy.gaps.yaml", `- {rule: 9.1-a, why: "a` + escaped + `"}`, "line 1: an invisible character"},
			"survivors":             {"scenarios/toy.survivors.yaml", `- {rule: 9.1-a, change: "a` + escaped + `", why: b}`, ""},
			"golden":                {"goldens/toy/9.1/rest.golden", "trace 1\n" + text + "\n", "differs from the golden"},
			"golden of nobody":      {"goldens/toy/9.1/rest" + strings.ReplaceAll(text, "/", "") + ".golden", "trace 1\n", "belongs to no scenario"},
			"name of a page":        {"data/games/toy/20" + text + ".md", "# More\n", "its name has an invisible character"},
			"name of a stray":       {"data/games/toy/20" + text + ".txt", "# More\n", "nothing reads this"},
			"name of a game":        {"data/games/to" + text + "/20.md", "# More\n", "its name has an invisible character"},
			"name of a scenario":    {"scenarios/toy/9.1/rest" + text + ".yaml", script, "its name has an invisible character"},
			"name of a section":     {"scenarios/toy/9.1-" + text + "/rest.yaml", script, "its name has an invisible character"},
		}
		for j, place := range slices.Sorted(maps.Keys(places)) {
			if testing.Short() && (i+j)%6 != 0 { // a sixth of the characters at each place
				continue
			}
			c := places[place]
			root := repository(t, map[string]string{c.file: c.text})
			all := ""
			for _, args := range [][]string{{"conformance", "-v"}, {"check"}, {"check", "-format", "annotations"}, {"check", "-format", "json"}, {"coverage"}, {"coverage", "-clauses", "all"}, {"mutate"}, {"suggest"}, {"goldens"}, {"compile", "toy"}, {"goldens", "-print", "toy/9.1/rest"}} {
				_, out, errs := call(append(args, "-C", root)...)
				seen(t, what+" in "+place+", "+args[0], out+errs)
				all += out + errs
			}
			if !strings.Contains(all, c.want) {
				t.Errorf("%s in %s: no %q in\n%.2000s", what, place, c.want, all)
			}
		}
	}
}

// speed matches the speed of a soak.
var speed = regexp.MustCompile(` *[0-9]+ a second`)

func TestByteOrderMarkIsDroppedFromEveryFile(t *testing.T) {
	t.Setenv("CI", "")
	const mark = "\ufeff"
	golden := func(root string) string {
		if code, out, errs := call("goldens", "-C", root); code != exitOK {
			t.Fatal(code, out, errs)
		}
		text, err := os.ReadFile(filepath.Join(root, "goldens/toy/9.1/rest.golden"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	saved := "version: 1\ngame: toy\nanswers:\n- {red: rest}\n"
	compiled := func(root string) string {
		_, out, _ := call("compile", "toy", "-C", root)
		return out
	}
	files := map[string]string{"data/games/toy/10.md": rulebook, "scenarios/toy/9.1/rest.yaml": script,
		"scenarios/toy.gaps.yaml": "places: []\n", "scenarios/toy.survivors.yaml": "- {rule: 9.1-a, change: \"a\", why: b}\n",
		"scenarios/toy.boards.yaml": "- {}\n", "scenarios/toy.referee.yaml": "turn: {decision: act}\n", "scenarios/toy.deviations.yaml": "[]\n", "a.play": saved}
	root := repository(t, files)
	files["goldens/toy/9.1/rest.golden"], files["toy.json"] = golden(root), compiled(root)
	commands := [][]string{{"conformance"}, {"check"}, {"mutate"}, {"soak", "-rounds", "1"}, {"replay", "ROOT/a.play"}, {"record", "ROOT/a.play"}, {"referee", "ROOT/toy.json"}}
	outputs := func(files map[string]string) (all []string) {
		root := repository(t, files)
		for _, args := range commands {
			line := append([]string{args[0], "-C", root}, args[1:]...)
			for i := range line {
				line[i] = strings.ReplaceAll(line[i], "ROOT", root)
			}
			code, out, errs := call(line...)
			text := strings.ReplaceAll(fmt.Sprintf("%s: %d\n%s%s", args[0], code, out, errs), root, "ROOT")
			all = append(all, speed.ReplaceAllString(text, ""))
		}
		return all
	}
	want := outputs(files)
	for name, text := range files {
		files[name] = mark + text
		for i, got := range outputs(files) {
			if got != want[i] {
				t.Errorf("%s with a byte order mark: %s\nwithout: %s", name, got, want[i])
			}
		}
		files[name] = text
	}
	file := filepath.Join(root, "named") // scores, reports, parts, allowances and tables of names
	for text, want := range map[string]string{mark + "{}": "{}", mark: "", mark + mark: mark, "{}" + mark: "{}" + mark} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := readBounded(file, 100); err != nil || string(got) != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// The name of a page in the report would be such an address, which a browser parses differently.
func TestFileNamesWithURLSyntaxAreRefused(t *testing.T) {
	for _, file := range []string{"data/games/toy/javascript:alert(1).md", "data/games/toy/a#b.md", "scenarios/toy/9.1/a?b.yaml", "scenarios/toy/9.1%2f/a.yaml", `scenarios/toy/9.1/a\b.yaml`, "data/games/a:b/10.md"} {
		text := script
		if strings.HasSuffix(file, ".md") {
			text = "# More\n"
		}
		if _, out, errs := call("conformance", "-C", repository(t, map[string]string{file: text})); !strings.Contains(out+errs, "means something else in addresses; rename it") {
			t.Errorf("%s: %s%s", file, out, errs)
		}
	}
}

// While no rulebook compiles, the page shows the errors as text and loads nothing.
func TestErrorPageWithoutRulebookIsEscapedText(t *testing.T) {
	l := newLiveSite()
	l.set(nil, "<script>alert(1)</script>")
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "/", nil)
	r.Host = "127.0.0.1:8080"
	l.handler(r.Host).ServeHTTP(w, r)
	if policy := w.Header().Get("Content-Security-Policy"); w.Code != 503 || !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(w.Body.String(), "<script") || !strings.Contains(w.Body.String(), "&lt;script") {
		t.Errorf("%d, %q, %s", w.Code, policy, w.Body)
	}
}

func TestSizeOfScoresAndConformanceReportsIsBounded(t *testing.T) {
	root := repository(t, nil)
	file := filepath.Join(root, "measured.json")
	for _, flag := range []string{"-scores", "-engine"} {
		for what, c := range map[string]struct{ text, want string }{
			"many lists":           {strings.Repeat("[", maxCounted+1), "it has more than 524288 values"},
			"many empty values":    {`{"games":[` + strings.Repeat("null,", maxCounted) + `null]}`, "it has more than 524288 values"},
			"as many as there may": {`{"version":0,"games":[` + strings.Repeat("null,", maxCounted-3) + `null]}`, "is not of version"},
			"commas in a text":     {`{"version":0,"a":"` + strings.Repeat(`,\"`, maxCounted) + `"}`, "is not of version"},
			"lists in lists":       {strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000), "not what rulebound"},
			"a list":               {"\n []", "measured.json:2:2: it is not what rulebound"},
			"a fraction":           {`{"version": 1.5}`, "version: the number 1.5 is not a whole number"},
			"half an object":       {`{"version"`, "this is no JSON: it ends too early"},
		} {
			if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if code, _, errs := call("report", "-no-play", "-C", root, "-o", filepath.Join(root, "build"), flag, file); code != exitFailed || !strings.Contains(errs, "measured.json:") || !strings.Contains(errs, c.want) || len(errs) > 400 {
				t.Errorf("%s %s: %d, %.500s", flag, what, code, errs)
			}
		}
		if err := os.Truncate(file, 1<<40); err != nil { // more than any memory, but a sparse file
			t.Skip(err)
		}
		if _, _, errs := call("report", "-no-play", "-C", root, flag, file); !strings.Contains(errs, "it is longer than 32 MiB") {
			t.Errorf("%s: %.500s", flag, errs)
		}
	}
}

// A named pipe may wait for a writer forever, so it is refused as an input file, also in a folder of plays or through a
// link. Pipes below /dev, which shells create, are read.
func TestNamedPipesAreRefused(t *testing.T) {
	mkfifo, err := exec.LookPath("mkfifo")
	if err != nil {
		t.Skip("there is no mkfifo to make a pipe with")
	}
	root := repository(t, nil)
	pipe, link := filepath.Join(root, "plays", "a.play"), filepath.Join(root, "link.play")
	if err := os.Mkdir(filepath.Dir(pipe), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(mkfifo, pipe).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.Symlink(pipe, link); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "a.jsonl"), []byte(`{"game":"x","rules":"toy","scenario":"start"}`+"\n"+`{"n":0,"kind":"start","after":{}}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"replay", pipe}, {"replay", link}, {"replay", filepath.Dir(pipe)}, {"play", "-load", pipe}, {"record", pipe}, {"referee", pipe}, {"merge", pipe},
		{"referee", "-allow", pipe, filepath.Join(root, "a.jsonl")}, {"report", "-no-play", "-scores", pipe}, {"report", "-no-play", "-engine", pipe}, {"drive", "-game", "toy", "-names", pipe, "--", "true"}} {
		if code, out, errs := call(append([]string{args[0], "-C", root}, args[1:]...)...); code != exitFailed || !strings.Contains(out+errs, "it is a pipe, which may never end; name a regular file") {
			t.Errorf("%v: %d %s%s", args, code, out, errs)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.WriteString("version: 1\ngame: toy\nanswers:\n- {red: rest}\n"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	defer r.Close()
	name := fmt.Sprintf("/dev/fd/%d", r.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skip("there is no /dev/fd")
	}
	if code, out, errs := call("replay", "-C", root, name); code != exitOK {
		t.Errorf("%d %s%s", code, out, errs)
	}
}

// A write may split a character.
func TestPlainOutputHandlesSplitCharacters(t *testing.T) {
	const text = "a → b, 三 🙂\n\tc"
	var out strings.Builder
	p := &plain{to: &out, before: func() {}}
	r := iotest.OneByteReader(strings.NewReader(text + "\x1b[2J\u202e\xff."))
	for b := make([]byte, 1); ; {
		if n, err := r.Read(b); err != nil {
			break
		} else if _, err := p.Write(b[:n]); err != nil {
			t.Fatal(err)
		}
	}
	if want := text + "�[2J��."; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	if n, err := (&plain{to: failing{}, before: func() {}}).Write([]byte("a")); n != 0 || err != os.ErrClosed {
		t.Errorf("a writer that fails: %d, %v", n, err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }

// Messages quote arguments, so a long one is refused before any command reads it.
func TestLongArgumentIsRefusedWithAShortMessage(t *testing.T) {
	for _, args := range [][]string{{"check", "-game"}, {"help"}, {}} {
		var out, errs strings.Builder
		code := run(append(args, strings.Repeat("x", maxArgument+1)), &out, &errs)
		if code != exitUsage || len(errs.String()) > 200 || !strings.Contains(errs.String(), "has 16385 bytes") {
			t.Errorf("%v: exit %d, %d bytes: %.200s", args, code, len(errs.String()), errs.String())
		}
	}
}
