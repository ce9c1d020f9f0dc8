package source

import (
	"bytes"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// Repetitive texts that could be expensive to read. Each is repeated up to the size below, inside a fence and outside.
var pathological = map[string]string{
	"open brackets":         "[",
	"open braces":           "{",
	"braces with keys":      "{a: ",
	"dashes":                "- ",
	"question marks":        "? ",
	"colons":                ": ",
	"quotes":                "\"",
	"apostrophes":           "'",
	"comments":              "#\n",
	"comments after values": "a: b #c\n",
	"comments before items": "- a\n#c\n",
	"the same key":          "a: 1\n",
	"anchors":               "&a ",
	"aliases":               "- *a\n",
	"tags":                  "!a ",
	"bars":                  "|\n",
	"quote marks":           "> ",
	"quoted lines":          "> a\n",
	"stars":                 "* ",
	"numbered items":        "1. a\n",
	"fences":                "```yaml\n",
	"fences of tildes":      "~~~\n",
	"headings":              "# 1.1 a\n",
	"clauses":               "- **1.2-a** a\n",
	"bold marks":            "**a",
	"links":                 "[a](",
	"closed links":          "- **1.2-a** [a](b)*c*\n",
	"html":                  "<!-- \n",
	"underlines":            "a\n=\n",
	"indented text":         "    a\n",
	"blank lines":           "\n",
	"documents":             "---\n",
	"commas":                "[a,",
	"quoted values":         "'a', ",
	"parentheses":           "[f(a, ",
	"tabs":                  "\t",
	"nested items":          "- a\n  - b\n    - c\n      - d\n",
}

// TestReadingTimeOfARulebookIsBounded reads 128 KiB of each; a quadratic algorithm would take minutes, so the bound can be
// generous for slow machines.
func TestReadingTimeOfARulebookIsBounded(t *testing.T) {
	size, bound := 1<<17, 20*time.Second
	if testing.Short() {
		size = 1 << 12
	}
	for name, piece := range pathological {
		count := size / len(piece)
		if lines := strings.Count(piece, "\n"); lines > 0 {
			count = min(count, (maxLines-maxIndent)/lines)
		}
		many := strings.Repeat(piece, count)
		for where, text := range map[string]string{
			"in a fence": "```yaml\n" + many + "\n```\n", "in the prose": many, "in a clause": "- **1.1-a** x\n" + many,
			"after deep lists": deepLists + many, "in a deep fence": deepLists + strings.Repeat(" ", 100) + "```yaml\n" + many,
		} {
			began := time.Now()
			read(text)
			if took := time.Since(began); took > bound {
				t.Errorf("%s %s took %v", name, where, took)
			} else if took > time.Second {
				t.Logf("%s %s took %v", name, where, took)
			}
		}
	}
}

// deepLists nests lists as deeply as the indentation allows.
var deepLists = func() string {
	var b strings.Builder
	for i := 0; 2*i < maxIndent; i++ {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}()

// A YAML file may be as long as its bounds allow.
func TestReadingTimeOfADocumentIsBounded(t *testing.T) {
	bounds := Bounds{What: "scenario", Bytes: 256 << 10, Depth: 16, Values: 20000}
	if testing.Short() {
		bounds.Bytes /= 16
	}
	for name, piece := range pathological {
		text := []byte(strings.Repeat(piece, bounds.Bytes/len(piece)))
		began := time.Now()
		Document("x.yaml", text, bounds)
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s took %v", name, took)
		} else if took > time.Second {
			t.Logf("%s took %v", name, took)
		}
	}
}

// The cost of a value must not depend on the number of values on its line.
func TestParsingManyValuesOnOneLineIsLinear(t *testing.T) {
	for name, value := range map[string]string{"plain": "a, ", "in quotes": "'a', ", "with escapes": `"\x41", `, "keys": "k%d, ", "pairs": "k%d: v, "} {
		cost := func(n int) uint64 {
			var b strings.Builder
			for i := range n {
				b.WriteString(strings.ReplaceAll(value, "%d", strconv.Itoa(i)))
			}
			text := "```yaml\na: [" + b.String() + "]\n```\n"
			if strings.Contains(value, "%d") {
				text = "```yaml\na: {" + b.String() + "}\n```\n"
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			read(text)
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		if few, many := cost(1000), cost(8000); many > 16*few {
			t.Errorf("%s: 1,000 values take %d bytes, 8,000 take %d", name, few, many)
		}
	}
}

// A device may have no end; the target of a link may be outside of the folder.
func TestOnlyFilesOfTheFolderAreRead(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "10.md")
	if err := errors.Join(os.WriteFile(outside, []byte("# 1 Outside\n"), 0o644), os.Symlink(outside, filepath.Join(dir, "link.md")), os.Symlink("/dev/zero", filepath.Join(dir, "zero.md"))); err != nil {
		t.Skip(err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "socket.md"))
	if err != nil {
		t.Skip(err)
	}
	defer l.Close()
	book, diags := Read(os.DirFS(dir), ".")
	if len(book.Files) > 0 || len(diags) != 3 {
		t.Fatalf("%d files were read; %v", len(book.Files), diags)
	}
	for _, d := range diags {
		if d.Code != "unreadable" {
			t.Error(d)
		}
	}
}

func TestTotalSizeOfARulebookIsBounded(t *testing.T) {
	half := &fstest.MapFile{Data: bytes.Repeat([]byte("a"), MaxBytes/2+1)}
	book, diags := Read(fstest.MapFS{"g/1.md": half, "g/2.md": half, "g/3.md": half}, "g")
	if len(book.Files) != 1 || len(diags) != 1 || diags[0].Code != "file-too-large" || diags[0].Subject.File != "g/2.md" {
		t.Errorf("%d files; %v", len(book.Files), diags)
	}
	list := &fstest.MapFile{Data: []byte(fenced("a: [" + strings.Repeat("b,", MaxValues/2) + "]\n"))}
	book, diags = Read(fstest.MapFS{"g/1.md": list, "g/2.md": list, "g/3.md": list}, "g")
	if len(diags) != 1 || diags[0].Code != "text-too-long" || diags[0].Subject.File != "g/2.md" {
		t.Errorf("%d blocks; %v", len(book.Blocks), diags)
	}
	lines := &fstest.MapFile{Data: bytes.Repeat([]byte("a\n"), maxLines)}
	pages := fstest.MapFS{}
	for i := range maxBook/maxLines + 1 {
		pages["g/"+strconv.Itoa(i)+".md"] = lines
	}
	_, diags = Read(pages, "g")
	if len(diags) != 1 || diags[0].Code != "file-too-long" || diags[0].Subject.File != "g/"+strconv.Itoa(maxBook/maxLines)+".md" {
		t.Error(diags)
	}
}

// Prose whose rendering would take too long is reported at its position, also in many paragraphs.
func TestProseThatIsExpensiveToRenderIsRefused(t *testing.T) {
	side := 1 << 14 // a paragraph of that many bytes may have four times as many marks
	for name, c := range map[string]struct {
		text string
		line int
	}{
		"as much as may be":   {"# Toy\n\n" + strings.Repeat("*", side) + strings.Repeat("a", maxProse/side-side), 0},
		"one mark more":       {"# Toy\n\n- a\n\n  > " + strings.Repeat("*", side+1) + strings.Repeat("a", maxProse/side-side-1), 5},
		"in a heading":        {"# " + strings.Repeat("[", 2*side) + strings.Repeat("a", 2*side), 1},
		"in several lines":    {"# Toy\n\n" + strings.Repeat(strings.Repeat("_(`<[*", 10)+"\n", side/10), 3},
		"many paragraphs":     {"# Toy\n\n" + strings.Repeat(strings.Repeat("[a](<", 2000)+"\n\n", 100), 3 + 2*(maxProse/(2000*4*2000*5))},
		"many in a fence":     {"# Toy\n\n```\n" + strings.Repeat("*", 1<<17) + "\n```\n", 0},
		"many without a mark": {"# Toy\n\n" + strings.Repeat("a ", 1<<20), 0},
	} {
		_, list := read(c.text)
		switch {
		case c.line == 0 && len(list) > 0:
			t.Errorf("%s: %v", name, list[0])
		case c.line > 0 && (len(list) != 1 || list[0].Code != "too-intricate" || list[0].Subject.Line != c.line):
			t.Errorf("%s: %.300v, wanted at line %d", name, list, c.line)
		}
	}
}
