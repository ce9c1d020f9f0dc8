package report_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/show/report"
)

// A site gives the same files as a report that is written, each alone and in any order, and no other.
func TestSiteServesTheFilesOfTheReport(t *testing.T) {
	all, err := corpus.OpenGame(os.DirFS("../.."), "tidelands")
	if err != nil {
		t.Fatal(err)
	}
	goldens, err := fs.Sub(os.DirFS("../.."), corpus.GoldensDir)
	if err != nil {
		t.Fatal(err)
	}
	m, err := report.Build(&corpus.Corpus{Games: []*corpus.Game{all}}, report.Options{Goldens: goldens, Machine: machine})
	if err != nil {
		t.Fatal(err)
	}
	site, err := report.NewSite(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for f, err := range m.Files() {
		if err != nil {
			t.Fatal(err)
		}
		got, err := site.File(f.Path)
		if err != nil || string(got) != string(f.Content) {
			t.Errorf("%s: %d bytes, not %d (%v)", f.Path, len(got), len(f.Content), err)
		}
		files++
	}
	if files < 100 {
		t.Errorf("only %d files", files)
	}
	for _, path := range []string{"", "book/tidelands", "scenario/tidelands/no-such.html", "book/../index.html", "../report.json", "book/other/index.html"} {
		if got, err := site.File(path); got != nil || err != nil {
			t.Errorf("%s is a file of the report: %v", path, err)
		}
	}
}

// Before its scenarios are played a game is shown without what they would show: no clause is said to lack one, no place to be missed.
func TestUnmeasuredGameIsShownWithoutCoverage(t *testing.T) {
	g, err := corpus.OpenGame(os.DirFS("../.."), "tidelands")
	if err != nil {
		t.Fatal(err)
	}
	site, err := report.NewSite(&report.Model{Games: []*report.Game{report.Unmeasured(g)}, Live: true, Machine: machine}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"index.html", "book/tidelands/index.html", "book/tidelands/30-actions.html", "cards/tidelands/index.html", "play/tidelands/index.html", "scenario/tidelands/index.html"} {
		text, err := site.File(path)
		if err != nil || !strings.Contains(string(text), "assets/serve.js") {
			t.Errorf("%s: %v", path, err)
		}
		for _, wrong := range []string{"no scenario", "not executed", `class="bad"`, "0 of", "0 scenarios show"} {
			if strings.Contains(string(text), wrong) {
				t.Errorf("%s says %q", path, wrong)
			}
		}
	}
	page := "scenario/" + g.Cases[0].Name() + ".html"
	if text, err := site.File(page); err != nil || !strings.Contains(string(text), `class="holds"`) {
		t.Errorf("%s was not played: %v", page, err)
	}
	if text, err := site.File("report.json"); text != nil || err != nil {
		t.Errorf("there are figures before anything is measured: %v", err)
	}
}
