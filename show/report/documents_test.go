package report_test

import (
	"maps"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
	"rulebound/show/report"
)

// documented is a game with documents.
func documented(t *testing.T) fstest.MapFS {
	files := calm(t)
	for name, text := range map[string]string{
		"docs/README.md": "# Start\n\nFirst [the second](z.md#a-b--c), then [the other](a.md), [a page of the rules](../data/games/calm/10.md#1.1-a), [a program](../tools/x.sh), ![a picture](p.png), [notes](../NOTES.md).\n",
		"docs/a.md":      "# Other\n\n<b onclick=\"x()\">bold</b> [trap](javascript:alert(1)) <javascript:alert(1)> ![far](https://tracker.example/a.png) [web](https://example.org/)\n",
		"docs/z.md":      "# Second\n\n## A `b` & c!\n\nPetrichor, petrichor.\n\n| k | v |\n|---|---|\n| <i> | 2 |\n\n```go\nx < y\n```\n",
		"docs/p.png":     "picture",
		"docs/p.go":      "package docs",
		"tools/x.sh":     "echo '<hello>'",
		"NOTES.md":       "# Notes\n\n[Back](docs/README.md)\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// Documents are in the order of the first one's links; linked files are pages, too.
func TestDocumentsArePagesOfTheReport(t *testing.T) {
	files := documented(t)
	all := filesOf(t, files, "docs")
	checked := maps.Clone(all)
	checked["docs/a.html"] = strings.Replace(all["docs/a.html"], `href="https://example.org/"`, "", 1)
	checkLinks(t, checked)
	has(t, all["docs/index.html"], `<h1 id="start">Start</h1>`, `<a href="z.html#a-b--c">the second</a>`, `<a href="../book/calm/10.html#1.1-a">`,
		`<a href="../files/tools/x.sh.html">`, `<img src="p.png" alt="a picture">`, `<a href="../NOTES.html">`, `aria-current="true">Documents</a>`, `<a rel="next" href="z.html">`)
	has(t, all["docs/z.html"], `<h2 id="a-b--c">`, `aria-label="Table 1"`, `x &lt; y`, `<a rel="prev" href="index.html">`, `<a rel="next" href="a.html">`)
	has(t, all["docs/a.html"], `<a href="">trap</a>`, `<a href="https://example.org/">`)
	hasNot(t, all["docs/a.html"], "<b ", `="javascript:`, "tracker.example")
	has(t, all["files/tools/x.sh.html"], `echo &#39;&lt;hello&gt;&#39;`)
	has(t, all["index.html"], `<a class="documents" href="docs/index.html">Documents</a>`, `data-search="calm documents-"`)
	has(t, all["book/calm/10.html"], `data-search="calm documents-"`)
	has(t, all["search/documents-.js"], `"A b \u0026 c!",1,"a-b--c","petrichor`)
	if strings.Count(all["search/documents-.js"], "petrichor") != 1 || all["docs/p.go.html"] != "" {
		t.Error("a word is twice in the index, or a file without a link to it is a page")
	}
}

// headed is a repository with a document of n equal headings.
func headed(fsys fstest.MapFS, n int) fstest.MapFS {
	fsys["docs/a.md"] = &fstest.MapFile{Data: []byte("# A\n" + strings.Repeat("# h\n", n))}
	return fsys
}

func filesOf(t *testing.T, fsys fstest.MapFS, folder string) map[string]string {
	return files(t, fsys, report.Options{Docs: &report.Docs{Files: fsys, Folder: folder}})
}

func TestBrokenLinkOfADocumentIsAnError(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"no file":        {"docs/a.md", "# A\n[x](gone.md)", "docs/a.md links to docs/gone.md: lstat docs/gone.md: file does not exist"},
		"no heading":     {"docs/a.md", "# A\n[x](z.md#d)", "docs/a.md links to z.md#d: docs/z.md has no such heading"},
		"no anchor":      {"docs/a.md", "# A\n[x](#d)", "docs/a.md links to #d: docs/a.md has no such heading"},
		"outside":        {"docs/a.md", "# A\n[x](../../etc/passwd)", "docs/a.md links to ../etc/passwd: lstat ../etc/passwd: file does not exist"},
		"a folder":       {"docs/a.md", "# A\n[x](../tools)", "docs/a.md links to tools: it is a folder; put a file there"},
		"too large":      {"tools/x.sh", strings.Repeat("x", 1<<20+1), "docs/README.md links to tools/x.sh: the file is too long"},
		"too long":       {"docs/a.md", strings.Repeat("x", 8<<20), "docs/a.md: with it the documents have more than 8 MiB or 50000 lines"},
		"too many lines": {"docs/a.md", strings.Repeat("# h\n", 200_000), "docs/a.md: with it the documents have more than 8 MiB or 50000 lines"},
		"too deep":       {"docs/a.md", "# A\n\n" + strings.Repeat(">", 30), "docs/a.md: line 3 is nested too deeply"},
		"too intricate":  {"docs/a.md", "# A\n\nB\n" + strings.Repeat("[a](<", 30_000), "docs/a.md: line 3: with this paragraph, of 150002 characters with 120000 marks of emphasis, links and code, the documents take too long to render; divide it"},
	} {
		fsys := documented(t)
		fsys[c.file] = &fstest.MapFile{Data: []byte(c.text)}
		all, err := corpus.Open(fsys)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := report.Build(all, report.Options{Goldens: fstest.MapFS{}, Docs: &report.Docs{Files: fsys, Folder: "docs"}}); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, not %s", name, err, c.want)
		}
	}
	if all := filesOf(t, headed(documented(t), 40_000), "docs"); !strings.Contains(all["docs/a.html"], `id="h-39999"`) {
		t.Error("the last of many headings that are called the same has no anchor")
	}
	all, _ := corpus.Open(calm(t))
	for _, folder := range []string{"docs", "data"} {
		fsys := fstest.MapFS{"data/x.txt": {}}
		if _, err := report.Build(all, report.Options{Goldens: fstest.MapFS{}, Docs: &report.Docs{Files: fsys, Folder: folder}}); err == nil {
			t.Errorf("%s has documents", folder)
		}
	}
}

// Search indexes must load over slow connections, even of long rulebooks and documents.
func TestSizeOfSearchIndexesIsBounded(t *testing.T) {
	const most = 512 << 10
	all := maps.Clone(whole())
	fsys := documented(t)
	fsys["docs/big.md"] = &fstest.MapFile{Data: []byte("# Big\n" + numbers(100000))}
	all["search/long.js"] = filesOf(t, fsys, "docs")["search/documents-.js"]
	found := 0
	for name, text := range all {
		if path.Dir(name) != "search" {
			continue
		}
		if found++; len(text) > most {
			t.Errorf("%s has %d bytes", name, len(text))
		}
	}
	if found < 9 {
		t.Errorf("only %d indexes", found)
	}
}

// numbers returns a text of n different words.
func numbers(n int) string {
	var out strings.Builder
	for i := range n {
		out.WriteString(strings.Repeat("x", i%7))
		out.WriteString(string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676%26)) + " ")
	}
	return out.String()
}

func TestTheDocumentsOfThisRepositoryAreOnItsSite(t *testing.T) {
	for _, name := range []string{"index", "tour", "first-game", "glossary", "reference", "maintainers/architecture"} {
		if whole()["docs/"+name+".html"] == "" {
			t.Errorf("there is no page docs/%s.html", name)
		}
	}
	has(t, whole()["docs/tour.html"], `<a rel="next" href="first-game.html">`)
	entries, err := os.ReadDir("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries { // a document that the first page leaves out is not found by reading
		if name := e.Name(); path.Ext(name) == ".md" && name != "README.md" {
			has(t, whole()["docs/index.html"], `href="`+strings.TrimSuffix(name, ".md")+`.html"`)
		}
	}
}
