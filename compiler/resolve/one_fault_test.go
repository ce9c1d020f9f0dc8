package resolve_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/read"
	"rulebound/compiler/resolve"
	"rulebound/compiler/source"
)

// word matches a name, a word or a number of a rulebook.
var word = regexp.MustCompile(`\$?[a-zA-Z][\w-]*|-?[0-9]+(\.[0-9]+)*`)

// fixed are words that cannot be replaced; tagged matches the text before a name whose error is reported for the whole call.
var (
	fixed  = []string{"and", "not", "in", "where", "true", "for", "with", "most", "else", "set"}
	tagged = regexp.MustCompile(`(members|procedures|left|allowed|modified)\($|set of $`)
)

// firstLine is the line of a test page in which its statements begin.
var firstLine = 1 + strings.Count(strings.Split(page, "%s")[0], "\n")

// eachWord calls f with a text in which one word that can be a name is replaced: the changed text, the original line, the word,
// and its row and column from 0.
func eachWord(text, other string, f func(slip, line, was string, row, col int)) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		for _, at := range word.FindAllStringIndex(line, -1) {
			was := line[at[0]:at[1]]
			if strings.HasPrefix(line[at[1]:], ":") || strings.HasPrefix(line[at[1]:], "(") || slices.Contains(fixed, was) || tagged.MatchString(line[:at[0]]) {
				continue
			}
			slip := slices.Clone(lines)
			slip[i] = line[:at[0]] + other + line[at[1]:]
			f(strings.Join(slip, "\n"), line, was, i, at[0])
		}
	}
}

// slips calls f with each valid text of statements in which one word is replaced: the line, the word, its position, and the
// diagnostics.
func slips(t *testing.T, other string, f func(line, was, at, said string)) {
	t.Helper()
	try := func(text, beside string) {
		const file = "game/30-slips.md"
		type word struct{ line, was, at string }
		var words []word
		var first []int // lines of the mistakes
		page, lines := "```yaml\nprocedures:\n", 2
		eachWord(strings.TrimSpace(text), other, func(slip, line, was string, row, col int) {
			page += fmt.Sprintf("- id: s%d\n  params: {as: seat, at: zone, many: int}\n  do:\n  %s\n", len(words), strings.ReplaceAll(slip, "\n", "\n  "))
			words = append(words, word{line, was, fmt.Sprintf("%d:%d ", lines+4+row, col+3)})
			first = append(first, lines+1)
			lines += 4 + strings.Count(slip, "\n")
		})
		files := orchard(t, helpers, errands, beside)
		files[file] = &fstest.MapFile{Data: []byte(page + clauses)}
		_, _, list := resolveFiles(t, files)
		of := make([]diag.List, len(words))
		for _, d := range once(list) {
			if i := sort.SearchInts(first, d.Subject.Line+1) - 1; d.Subject.File == file && d.Code != "position-twice" { // in another procedure
				of[i] = append(of[i], d)
			}
		}
		for i, w := range words {
			f(w.line, w.was, w.at, reported(of[i]))
		}
	}
	for _, c := range slices.Concat(soundStatements, soundDecisions) {
		try(c.text, "")
	}
	for _, c := range rareStatements {
		if !strings.Contains(c.beside, "search:") { // they name the decisions of one procedure
			try(c.text, c.beside)
		}
	}
}

// An unbound name is one diagnostic at its position, anywhere in a statement. If it replaced the name of an answer, the uses of
// the answer are reported instead.
func TestUnboundNameInAStatementIsOneDiagnosticAtItsPlace(t *testing.T) {
	reports := 0
	slips(t, "$absent", func(line, was, at, said string) {
		if said != "" {
			reports++
		}
		if said != "" && !unboundAt(said, was, at) {
			t.Errorf("%s with $absent for %s: not one diagnostic at %s\n%s", line, was, at, said)
		}
	})
	if reports < 530 {
		t.Errorf("only %d of the slips are reported", reports)
	}
}

// unboundAt reports whether all diagnostics are one at a position, or state that the name was is not bound.
func unboundAt(said, was, at string) bool {
	for i, d := range strings.Split(said, "\n") {
		if strings.Contains(d, " unknown-binding: "+was+" is not bound here") && !strings.HasPrefix(d, at) {
			continue
		}
		if i > 0 || !strings.HasPrefix(d, at) {
			return false
		}
	}
	return true
}

// Every word of a statement that the rulebook declares is recorded as a use.
func TestEveryNameInAStatementIsRecordedAsAUse(t *testing.T) {
	try := func(text, beside string) {
		files := orchard(t, errands, beside)
		files["game/30-test.md"] = &fstest.MapFile{Data: []byte(testPage(text))}
		everyNameIsAUse(t, strings.TrimSpace(text), "game/30-test.md", firstLine, 3, files)
	}
	for _, c := range slices.Concat(soundStatements, soundDecisions) {
		try(c.text, "")
	}
	for _, c := range rareStatements {
		try(c.text, c.beside)
	}
}

// The recorded uses of each valid text: position, sort, and whether it is a declaration.
func TestUsesOfNames(t *testing.T) {
	var got []string
	try := func(name, file string, line, column int, files fstest.MapFS) {
		lines := map[int]string{}
		uses := studied(t, files)
		slices.SortStableFunc(uses, func(a, b names.Use) int { return a.At.Col - b.At.Col })
		for _, u := range uses {
			if u.At.File != file || u.At.Line < line {
				continue
			}
			text := fmt.Sprintf(" %d %s", u.At.Col-column, strings.TrimPrefix(u.Thing.Of+"."+u.Thing.Name, "."))
			if u.Thing.Sort != names.Shared && u.Thing.Sort != names.Bound {
				text += fmt.Sprintf("/%d", u.Thing.Sort)
			}
			if u.Declares {
				text += "!"
			}
			if at := u.At.Line - line + 1; !strings.HasSuffix(lines[at], text) {
				lines[at] += text
			}
		}
		got = append(got, name)
		for _, i := range slices.Sorted(maps.Keys(lines)) {
			got = append(got, fmt.Sprintf("%d:%s", i, lines[i]))
		}
	}
	of := func(name, text, beside string) {
		files := orchard(t, errands, beside)
		files["game/30-test.md"] = &fstest.MapFile{Data: []byte(testPage(text))}
		try(name, "game/30-test.md", firstLine, 3, files)
	}
	for _, c := range slices.Concat(soundStatements, soundDecisions) {
		of(c.name, c.text, "")
	}
	for _, c := range rareStatements {
		of(c.name, c.text, c.beside)
	}
	try("the data", "game/20.md", 2, 1, orchard(t, rareData))
	listedIn(t, "testdata/uses.txt", got)
}

// everyNameIsAUse reports the words of a text that the rulebook declares but that are not recorded as uses. The text begins at a
// line and column of a file.
func everyNameIsAUse(t *testing.T, text, file string, line, column int, files fstest.MapFS) {
	t.Helper()
	declared, uses := map[string]bool{}, map[string][]string{}
	for _, u := range studied(t, files) {
		if slices.Contains([]names.Sort{names.Shared, names.Bound, names.Status, names.Mark}, u.Thing.Sort) {
			declared[u.Thing.Name] = declared[u.Thing.Name] || u.Declares
		}
		if u.At.File == file {
			at := fmt.Sprintf("%d:%d", u.At.Line, u.At.Col)
			uses[at] = append(uses[at], u.Thing.Name)
		}
	}
	if !declared["oak"] {
		t.Fatal("nothing is recorded")
	}
	for i, written := range strings.Split(text, "\n") {
		for _, at := range word.FindAllStringIndex(written, -1) {
			name, place := written[at[0]:at[1]], fmt.Sprintf("%d:%d", line+i, column+at[0])
			if declared[name] && !slices.Contains(uses[place], name) {
				t.Errorf("%s: %s at %s is a use of %v", written, name, place, uses[place])
			}
		}
	}
}

// studied returns the uses of names in a rulebook.
func studied(t *testing.T, files fstest.MapFS) []names.Use {
	t.Helper()
	prose, _ := source.Read(files, "game")
	root, _ := source.Merge(prose.Blocks)
	book, _ := read.Read(root, false, nil)
	book.Studied = true
	syms, _ := declare.Declare(book, prose)

	rb, list := resolve.Resolve(book, syms, nil)
	if len(list) > 0 {
		t.Fatal(list)
	}
	return slices.Concat(syms.Uses, rb.Uses)
}

// A search hint is a use of a procedure and of one of its decisions.
func TestSearchHintIsAUseOfItsProcedureAndDecision(t *testing.T) {
	var found []string
	for _, u := range studied(t, orchard(t, "search: {gather.spaces: {first: $space == oak}}")) {
		if u.At.File == "game/20.md" {
			found = append(found, fmt.Sprintf("%d %d %s", u.At.Col, u.Thing.Sort, u.Thing.Name))
		}
	}
	if want := []string{fmt.Sprintf("10 %d gather", names.Shared), fmt.Sprintf("17 %d spaces", names.Decision)}; !slices.Equal(found[:2], want) {
		t.Errorf("%v", found)
	}
}
