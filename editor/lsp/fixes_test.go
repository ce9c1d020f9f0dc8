package lsp

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/editor/index"
)

// instructs are the texts that say what to write, to put in quotes or to leave out.
var instructs = regexp.MustCompile(`(?i)did you mean|\bwrite |in quotes|leave (it|them|\w+) out|leave out|remove (it|the second|internal|first|needs|by|do|at|min|each)\b|take (it|them) out|needs [a-z]\w*:|\bsay (by |once )?\w+: |close it `)

// forms are texts that stand for what the author alone can say, or that leave a choice.
var forms = regexp.MustCompile(`…|, such as |\bwrite [^./;]* or |\bor (write|say|leave|give|take|list|loop|end|mark|name)\b`)

// has reports whether a code or a page is one without a fix.
func has(key string) bool {
	_, ok := unfixed[key]
	return ok
}

// study compiles files of a rulebook.
func study(t *testing.T, files fstest.MapFS) *index.Index {
	t.Helper()
	s, err := compiler.Examine(context.Background(), files, "data/games/x")
	if err != nil {
		t.Fatal(err)
	}
	return index.New("x", s)
}

func faults(list diag.List, file string) map[string]bool {
	out := map[string]bool{}
	for _, d := range list {
		if d.Subject.File == file {
			out[d.Code+": "+d.Summary] = true
		}
	}
	return out
}

// For the faults that the broken pages of the compiler show: where the text says what to write there is a fix, and the offered fix removes
// the fault.
func TestQuickFixesOfTheBrokenPages(t *testing.T) {
	const dir = "../../compiler/testdata/broken"
	base, err := os.ReadFile(filepath.Join(dir, "base.md"))
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil || len(names) < 500 {
		t.Fatal(names, err)
	}
	fixed, without := 0, map[string]bool{}
	for i, name := range names {
		if testing.Short() && i%4 > 0 {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.Base(name)
		file := "data/games/x/20-" + name
		files := fstest.MapFS{file: {Data: text}}
		if !strings.Contains("\n"+string(text), "\ngame:") {
			files["data/games/x/10-base.md"] = &fstest.MapFile{Data: base}
		}
		if name == "base.md" {
			continue
		}
		x := study(t, files)
		doc := &page{name: file, text: text, lines: index.Lines(text)}
		for _, d := range x.List {
			if d.Subject.File != file {
				continue
			}
			fixes := fixesOf(x, doc, d)
			says := d.Summary + " / " + d.Detail
			if len(fixes) == 0 && instructs.MatchString(says) && !forms.MatchString(says) && !has(d.Code) && !has(name) {
				t.Errorf("%s: no fix for %s: %s", name, d.Code, says)
			}
			if len(fixes) == 0 {
				without[d.Code], without[name] = true, true
			}
			for _, f := range fixes {
				fixed++
				again := fstest.MapFS{}
				for n, old := range files {
					again[n] = old
				}
				for n, edits := range f.edits {
					if key, ok := strings.CutPrefix(f.title, "Add "); ok { // whose value the author writes
						edits = slices.Clone(edits)
						edits[0].text = strings.Replace(edits[0].text, key+" ", key+" x", 1)
					}
					again[n] = &fstest.MapFile{Data: applied(edits)}
				}
				if faults(study(t, again).List, file)[d.Code+": "+d.Summary] {
					t.Errorf("%s: %q leaves %s: %s\n%s", name, f.title, d.Code, says, again[file].Data)
				}
			}
		}
	}
	for key := range unfixed {
		if !testing.Short() && !without[key] {
			t.Errorf("%s has fixes, or does not exist: take it out of unfixed", key)
		}
	}
	t.Logf("%d fixes", fixed)
}

// unfixed are codes and pages whose texts say what to write, and that have no fix, with the reason.
var unfixed = map[string]string{
	"failed-check": "a check of a game or a library: what it names may be anywhere in the rulebook",
	"open-secret":  "it hangs on what the one who decides knows",

	// The text is a form, of which the author has to say the parts.
	"bad-players": "", "bad-series.md": "", "call-of-value": "", "colon": "", "comprehension-form": "", "edges-of-three.md": "", "empty-formula.md": "", "empty-index": "",
	"flow-comma-alone.md": "", "flow-comma-pattern.md": "", "grid-each-of-nothing.md": "", "hash": "", "if-arguments": "", "look-short-line.md": "", "moves-two-words.md": "", "needs-owner.md": "", "operands": "", "property-name": "",
	"quantifier-keys": "", "ternary": "", "together-of-all.md": "", "together-of-another.md": "", "unknown-statement-colon-loop.md": "", "unknown-statement-elsewhere.md": "", "unknown-statement-random.md": "",
	"wrong-type-for-condition.md": "", "ask-a-set.md": "", "ask-without-do.md": "", "wrong-type-mark-of-a-seat.md": "", "wrong-type-returns.md": "",

	// What is to go, or to be moved, is a part that the text does not bound.
	"brace": "", "comment-in-formula": "", "escape-hidden.md": "", "escape-in-a-formula.md": "", "bundle-and-parameter.md": "", "merge-key": "", "misplaced-box-among-spaces.md": "",
	"misplaced-space-among-boxes.md": "", "none-in-a-set-zone.md": "", "not-in-operand": "", "setup-seat-set-twice.md": "", "setup-zone-filled-twice.md": "", "split-list": "",
	"unbalanced-parenthesis": "", "unexpected-end": "", "comment": "", "text-after-value": "", "yaml-syntax": "",
}
