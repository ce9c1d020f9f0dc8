package report_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/show/report"
)

// The files are not in the order of their numbers; 10 sorts after 9.
func TestContentsAreOrderedByRuleNumberAndFoldedByChapter(t *testing.T) {
	game := calm(t)
	game["data/games/calm/05.md"] = &fstest.MapFile{Data: []byte("# Remarks\n\n## Thanks\n")}
	game["data/games/calm/20.md"] = &fstest.MapFile{Data: []byte("# Late things\n\n# 10 Far\n\n# 9 Near\n\n## 1.10 Tenth\n\n### On tens\n")}
	game["data/games/calm/30.md"] = &fstest.MapFile{Data: []byte("# 1.9 Ninth\n")}
	all := files(t, game, report.Options{})
	var got []string
	for _, m := range regexp.MustCompile(`<summary>([^<]*)|<th scope="row" class="(d\d)"><a[^>]*>([^<]*)`).FindAllStringSubmatch(all["book/calm/index.html"], -1) {
		got = append(got, strings.TrimSpace(m[1]+m[2]+" "+m[3]))
	}
	want := []string{"1 Calm", "d0 1 Calm", "d1 1.9 Ninth", "d1 1.10 Tenth", "d2 On tens", "9 Near", "d0 9 Near", "10 Far", "d0 Late things", "d0 10 Far", "Remarks", "d0 Remarks", "d0 Thanks"}
	if !slices.Equal(got, want) {
		t.Errorf("contents\n%q\nwant\n%q", got, want)
	}
	has(t, all["book/calm/index.html"], `<details class="contents" open><summary>1 Calm <span class="quiet bad">1 of 3 clauses shown</span>`)
	checkLinks(t, all)
}

// Folded contents show all chapters at once.
func TestLongContentsAreFolded(t *testing.T) {
	game := calm(t)
	game["data/games/calm/20.md"] = &fstest.MapFile{Data: []byte("# 2 Much\n" + strings.Repeat("\n## More\n", 60))}
	contents := files(t, game, report.Options{})["book/calm/index.html"]
	has(t, contents, `<details class="contents"><summary>2 Much`)
	hasNot(t, contents, "<details class=\"contents\" open>")
}
