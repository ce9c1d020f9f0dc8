package source

import (
	"strings"
	"testing"
	"time"
)

// Files that are small to describe and could be large to read. Each is repeated to the
// size below, inside a fence and outside.
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
	"parentheses":           "[f(a, ",
	"tabs":                  "\t",
	"nested items":          "- a\n  - b\n    - c\n      - d\n",
}

// TestTimeIsBounded reads an eighth of a megabyte of each; a quadratic step would take
// minutes, so the bound can be generous for slow machines.
func TestTimeIsBounded(t *testing.T) {
	size, bound := 1<<17, 20*time.Second
	if testing.Short() {
		size = 1 << 16
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

// deepLists opens as many lists in each other as the indentation allows.
var deepLists = func() string {
	var b strings.Builder
	for i := 0; 2*i < maxIndent; i++ {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}()

// A file that is YAML alone may be as long as its bounds say.
func TestTimeForADocumentIsBounded(t *testing.T) {
	bounds := Bounds{What: "scenario", Bytes: 256 << 10, Depth: 16, Values: 20000}
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
