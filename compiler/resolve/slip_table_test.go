package resolve_test

// These tests delete each part of the valid texts, and replace it by values of several kinds. All mistakes in a text are
// procedures of one page, so thousands of them take no longer than a few pages.

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
)

// copies matches the ids of entries with a mistake.
var copies = regexp.MustCompile(`\b(copy)-[0-9]+\b`)

// misfits replace parts of statements.
var misfits = []string{"none", "-1", "oak", "spaces", "stock", "$as.ready", "$as.purse"}

// slip is a text of statements with one part changed, on one line.
type slip struct {
	part   string // its path
	is     string // its replacement; empty: deleted
	line   string
	places map[int]string // path by column in the line
}

// slipper formats a text of statements on one line.
type slipper struct {
	out    strings.Builder
	places map[int]string
	at     *source.Node // the changed part
	is     string       // its replacement; empty: deleted
}

// write writes a node at a path.
func (w *slipper) write(n *source.Node, path string) {
	w.places[len([]rune(w.out.String()))] = path
	within := path + " "
	if path == "" {
		within = ""
	}
	gone := func(n *source.Node) bool { return n == w.at && w.is == "" }
	switch {
	case n == w.at:
		w.out.WriteString(w.is)
	case n.Kind == source.Map:
		before := "{"
		for _, p := range n.Pairs {
			if !gone(p.Value) {
				w.out.WriteString(before)
				w.write(p.Key, within+p.Key.Value+":")
				w.out.WriteString(": ")
				w.write(p.Value, within+p.Key.Value)
				before = ", "
			}
		}
		w.out.WriteString(strings.TrimSuffix(before, ", ") + "}")
	case n.Kind == source.List:
		before := "["
		for i, q := range n.Items {
			if !gone(q) {
				w.out.WriteString(before)
				w.write(q, fmt.Sprint(within, i+1))
				before = ", "
			}
		}
		w.out.WriteString(strings.TrimSuffix(before, ", ") + "]")
	case n.Quoted || strings.ContainsAny(n.Value, ",[]{}#:&*!|>'\"%@\\"):
		w.out.WriteString("'" + strings.ReplaceAll(n.Value, "'", "''") + "'")
	default:
		w.out.WriteString(n.Value)
	}
}

// parts calls f with the parts of a node at a path and states whether they can be deleted, and whether they are words.
func parts(n *source.Node, path string, f func(n *source.Node, path string, without, word bool)) {
	part := func(n *source.Node, path string) {
		f(n, path, true, false)
		parts(n, path+" ", f)
	}
	for _, p := range n.Pairs {
		f(p.Key, path+p.Key.Value+":", false, keyword(p.Key.Value))
		part(p.Value, path+p.Key.Value)
	}
	for i, q := range n.Items {
		part(q, fmt.Sprint(path, i+1))
	}
}

// keyword reports whether a key is a word of the language.
func keyword(k string) bool {
	is := func(q grammar.Key) bool { return q.Name == k }
	return slices.ContainsFunc(grammar.Statements, func(s grammar.Statement) bool { return s.Word == k || slices.ContainsFunc(s.Keys, is) }) ||
		slices.ContainsFunc(grammar.Blocks, func(b grammar.Block) bool { return slices.ContainsFunc(b.Keys, is) }) || slices.ContainsFunc(grammar.Branch, is)
}

// slipsOf returns the mistakes of a node at a path, each on a line that begins with head of its number.
func slipsOf(n *source.Node, path string, misfits []string, head func(i int) string) []slip {
	var out []slip
	within := path
	if path != "" {
		within += " "
	}
	parts(n, within, func(part *source.Node, at string, without, word bool) {
		if part == n.Get("id") || at == within+"id:" { // it distinguishes the mistakes of an entry
			return
		}
		add := func(is string) {
			w := &slipper{places: map[int]string{}, at: part, is: is}
			w.out.WriteString(head(len(out)))
			w.write(n, path)
			out = append(out, slip{at, is, w.out.String(), w.places})
		}
		others := append(slices.Clone(misfits), "{odd: 1}")
		switch {
		case word:
			others = []string{"odd"}
		case !without: // a key
			of := parent(n, part)
			others = slices.DeleteFunc(others, func(is string) bool { return is == "{odd: 1}" || of.Get(is) != nil })
		case part.Kind != source.Scalar:
			others = []string{"oak"}
		}
		if without {
			add("")
		}
		for _, is := range others {
			if is != part.Value {
				add(is)
			}
		}
	})
	return out
}

// parent returns the mapping in n that has a key.
func parent(n, key *source.Node) *source.Node {
	for _, p := range n.Pairs {
		if p.Key == key {
			return n
		}
		if m := parent(p.Value, key); m != nil {
			return m
		}
	}
	for _, q := range n.Items {
		if m := parent(q, key); m != nil {
			return m
		}
	}
	return nil
}

// reports returns the diagnostics of each mistake on a page that begins with top.
func reports(t *testing.T, slips []slip, top string, beside ...string) [][]string {
	t.Helper()
	const file = "game/30-slips.md"
	first := 1 + strings.Count(top, "\n")
	var page strings.Builder
	page.WriteString(top)
	written := map[string]*regexp.Regexp{}
	for _, s := range slips {
		page.WriteString(s.line + "\n")
		if written[s.is] == nil {
			written[s.is] = regexp.MustCompile(`(\W|^)` + regexp.QuoteMeta(s.is) + `(\W|$)`)
		}
	}
	files := orchard(t, beside...)
	files[file] = &fstest.MapFile{Data: []byte(page.String() + clauses)}
	_, _, list := resolveFiles(t, files)
	slices.SortStableFunc(list, func(a, b diag.Diagnostic) int { return a.Subject.Col - b.Subject.Col })
	out := make([][]string, len(slips))
	for _, d := range once(list) {
		i := d.Subject.Line - first
		if d.Subject.File != file || i < 0 || d.Code == "position-twice" { // in another procedure
			continue
		}
		summary, _, _ := strings.Cut(d.Summary, ", this is ")
		summary, _, _ = strings.Cut(summary, ": it is ")
		if is := slips[i].is; is != "" {
			summary = written[is].ReplaceAllString(summary, "$1…$2")
		}
		out[i] = append(out[i], fmt.Sprintf("%s %s: %s", slips[i].place(d.Subject.Col), d.Code, copies.ReplaceAllString(summary, "$1")))
	}
	return out
}

// place returns the path of the part at a column of the mistake, with the number of characters from its beginning to the column.
func (s *slip) place(col int) string {
	for at := col - 1; at >= 0; at-- {
		if path, ok := s.places[at]; ok {
			text := path
			if path == s.part {
				text = "it"
			}
			if at < col-1 {
				text += fmt.Sprint(" +", col-1-at)
			}
			return text
		}
	}
	return "the procedure"
}

// The diagnostics, with positions, of each mistake in the valid texts of statements. "it" is the changed part; a number after a
// path is an offset. Texts of the parts are omitted.
func TestReportsOfMistakesInStatements(t *testing.T) {
	var table slipTable
	try := func(name, text, beside string) {
		if strings.Contains(beside, "search:") { // they name the decisions of one procedure
			return
		}
		body := mapping(t, "do:\n"+strings.TrimSpace(text)).Get("do")
		slips := slipsOf(body, "", misfits, func(i int) string {
			return fmt.Sprintf("- {params: {as: seat, at: zone, many: int}, id: s%d, do: ", i)
		})
		for i := range slips {
			slips[i].line += "}"
		}
		table.lines = append(table.lines, "", name, strings.TrimSpace(text), "")
		table.add(slips, reports(t, slips, "```yaml\nprocedures:\n", helpers, errands, beside))
	}
	for _, c := range slices.Concat(soundStatements, soundDecisions) {
		try(c.name, c.text, "")
	}
	for _, c := range rareStatements {
		try(c.name, c.text, c.beside)
	}
	listedIn(t, "testdata/slips.txt", table.lines[1:])
}

func mapping(t *testing.T, text string) *source.Node {
	t.Helper()
	prose, list := source.Read(fstest.MapFS{"game/1.md": {Data: []byte("```yaml\n" + text + "\n```\n")}}, "game")
	if len(list) > 0 {
		t.Fatal(list)
	}
	return prose.Blocks[0]
}

// slipTable lists mistakes with their diagnostics.
type slipTable struct {
	lines  []string
	listed map[string]bool // lines that are the same for every statement of a word are listed once
}

func (l *slipTable) add(slips []slip, said [][]string) {
	if l.listed == nil {
		l.listed = map[string]bool{}
	}
	for len(slips) > 0 {
		n := slices.IndexFunc(slips, func(s slip) bool { return s.part != slips[0].part })
		if n < 0 {
			n = len(slips)
		}
		for _, line := range ofPart(slips[:n], said[:n]) {
			if short := ofStatement(line); !l.listed[short] {
				l.lines, l.listed[short] = append(l.lines, line), true
			}
		}
		slips, said = slips[n:], said[n:]
	}
}

// listedIn reports differences from a file. SLIPS=write rewrites the file; review the difference.
func listedIn(t *testing.T, file string, lines []string) {
	t.Helper()
	got := strings.Join(lines, "\n") + "\n"
	if os.Getenv("SLIPS") == "write" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(text) {
		return
	}
	was, is := strings.Split(string(text), "\n"), strings.Split(got, "\n")
	i := 0
	for i < min(len(was), len(is)) && was[i] == is[i] {
		i++
	}
	t.Errorf("%s:%d\nnow:\n%s\nlisted:\n%s", file, i+1, strings.Join(is[i:min(i+3, len(is))], "\n"), strings.Join(was[i:min(i+3, len(was))], "\n"))
}

// ofPart lists the mistakes in one part; those with the same diagnostics are one entry.
func ofPart(slips []slip, said [][]string) []string {
	var out []string
	values := map[string][]string{}
	for i, s := range slips {
		what := strings.Join(said[i], "\n  ")
		if what == "" {
			what = "sound"
		}
		if s.is == "" {
			out = append(out, s.part+" left out: "+what)
			continue
		}
		if values[what] = append(values[what], s.is); len(values[what]) == 1 {
			out = append(out, what)
		}
	}
	for i, what := range out {
		if v := values[what]; v != nil {
			out[i] = fmt.Sprintf("%s = %s: %s", slips[0].part, strings.Join(v, ", "), what)
		}
	}
	return out
}

// ofStatement removes the text around the innermost statement from a line, unless the line names other positions.
func ofStatement(line string) string {
	head, said, _ := strings.Cut(line, ": ")
	if said != "sound" && (!strings.HasPrefix(said, "it ") || strings.Contains(said, "\n")) {
		return line
	}
	words := strings.Fields(head)
	for i := len(words) - 1; i > 0; i-- {
		if slices.ContainsFunc(grammar.Statements, func(s grammar.Statement) bool { return s.Word == words[i] }) {
			return strings.Join(words[i:], " ") + ": " + said
		}
	}
	return line
}
