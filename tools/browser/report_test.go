//go:build browser

package browser

// This file reads the report.

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const large = "book/fire-in-the-lake/"

func TestNavigationFromCoverThroughBookToScenario(t *testing.T) {
	x := open(t, whole, "index.html")
	x.holds(`document.querySelectorAll('#board .zone .chip').length > 20 && document.querySelector('#board svg').getBoundingClientRect().bottom < innerHeight`)
	x.shot("cover")
	x.click(`.games a[href="book/tidelands/index.html"]`)
	x.holds(`document.querySelector('h1').textContent.length > 0 && document.querySelector('.contents')`)
	x.click(`.contents a[href="30-actions.html#3.1"]`)
	x.holds(`location.pathname.endsWith('30-actions.html') && document.querySelector('.clause .note summary')`)
	x.click(`[id="3.1-a"] .note summary`)
	x.click(`[id="3.1-a"] .note li a`)
	x.holds(`location.pathname.includes('/scenario/tidelands/')`)
}

func TestTheContentsOfALongRulebookUnfoldByChapter(t *testing.T) {
	x := open(t, whole, large+"index.html")
	x.holds(`![...document.querySelectorAll('details.contents')].some(d => d.open)`)
	x.shot("contents-folded")
	x.click(`details.contents:nth-of-type(3) > summary`)
	x.holds(`document.querySelector('details.contents[open] a[href="31-train.html#3.2.1"]').checkVisibility()`)
	x.shot("contents")
}

func TestReportOpensFromAWebServerBelowAPath(t *testing.T) {
	server := httptest.NewServer(http.StripPrefix("/deep/down", http.FileServer(http.Dir(whole))))
	defer server.Close()
	x := openAt(t, server.URL+"/deep/down/", large+"31-train.html")
	x.holds(`getComputedStyle(document.querySelector('.id')).fontWeight === '600'`)
	x.write("#search", "sweep")
	x.holds(`document.querySelectorAll('#found li').length > 3`)
}

func TestASearchFindsClausesCardsScenariosAndNames(t *testing.T) {
	x := open(t, whole, large+"index.html")
	x.do(chromedp.KeyEvent("/"))
	x.holds(`document.activeElement.id === 'search'`)
	for words, want := range map[string]string{
		"3.2.1-c":                "clause",
		"gulf tonkin":            "card",
		"train-placement":        "name",
		"train select space":     "scenario",
		"selecting spaces 3.2.1": "section",
	} {
		x.write("#search", words)
		x.holds(fmt.Sprintf(`document.getElementById('search').value === %q && [...document.querySelectorAll('#found li')].some(li => li.querySelector('.kind').textContent === %q)`, words, want))
	}
	x.write("#search", "cost of train")
	x.shot("search")
	x.write("#search", "3.2.1-c")
	x.holds(`document.querySelector('#found [aria-selected=true] .name').textContent.startsWith('3.2.1-c')`)
	x.do(chromedp.KeyEvent(kb.Enter))
	x.holds(`location.hash === '#3.2.1-c' && document.getElementById('3.2.1-c').getBoundingClientRect().top < innerHeight`)
	x.write("#search", "qqqq zzzz")
	x.holds(`document.querySelector('.search [role=status]').textContent === 'Nothing found'`)
}

// The first page and the documents search everything; a page of a game searches that game and the documents.
func TestOneSearchFindsRulesAndDocuments(t *testing.T) {
	x := open(t, whole, "index.html")
	lists := func(words, kind, name string) {
		x.holds(`document.getElementById('search')`)
		x.write("#search", words)
		x.holds(fmt.Sprintf(`document.getElementById('search').value === %q && [...document.querySelectorAll('#found li')].some(li => li.querySelector('.kind').textContent === %q && li.querySelector('.name').textContent.startsWith(%q))`, words, kind, name))
	}
	lists("6.2.5", "clause", "6.2.5-a")
	lists("2.1 sowing", "section", "2.1 Sowing")
	lists("golden", "document", "golden")
	x.shot("site-search")
	x.do(chromedp.KeyEvent(kb.Enter))
	x.holds(`location.pathname.includes('/docs/') && location.hash && document.getElementById(location.hash.slice(1)).getBoundingClientRect().top < innerHeight`)
	x.shot("document")
	lists("6.2.5-a", "clause", "6.2.5-a")
	x.do(chromedp.KeyEvent(kb.Enter))
	x.holds(`location.pathname.includes('/book/fire-in-the-lake/') && location.hash === '#6.2.5-a'`)
	lists("survivors", "document", "survivors")
	x.click(`.masthead .documents`)
	x.holds(`location.pathname.endsWith('/docs/index.html')`)
	x.click(`.document a[href="tour.html"]`)
	x.click(`.turn a[rel=next]`)
	x.holds(`location.pathname.endsWith('/docs/first-game.html')`)
}

func TestALinkToALineUnfoldsTheDataAroundIt(t *testing.T) {
	x := open(t, whole, large+"31-train.html")
	x.holds(`![...document.querySelectorAll('.data')].some(d => d.open)`)
	line := eval[string](x, `document.querySelector('.data .l a[href^="#L"], .data:last-of-type .l').id || document.querySelector('.data .l a[href^="#L"]').hash.slice(1)`)
	x.visit(large + "31-train.html#" + line)
	x.holds(fmt.Sprintf(`document.getElementById(%q).closest('details').open`, line))
	x.holds(fmt.Sprintf(`(r => r.top >= 0 && r.bottom <= innerHeight)(document.getElementById(%q).getBoundingClientRect())`, line))
	x.shot("data")
	x.click(".unfold")
	x.holds(`[...document.querySelectorAll('.data')].every(d => d.open)`)
}

func TestUnexecutedLinesAreMarked(t *testing.T) {
	x := open(t, troubled, "book/tidelands/40-cards.html")
	x.click(".unfold")
	x.holds(`document.querySelectorAll('.l.miss mark.miss').length > 3`)
	x.do(chromedp.ScrollIntoView(chromedp.CSS(".l.miss")))
	x.shot("uncovered")
	x.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll('details').forEach(d => d.open = true)`))
}

func TestPrintStyleOmitsNavigationAndFoldedData(t *testing.T) {
	x := open(t, whole, large+"31-train.html")
	send(x, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	x.holds(`getComputedStyle(document.querySelector('.masthead')).display === 'none'`)
	x.holds(`getComputedStyle(document.querySelector('.data')).display === 'none'`)
	pdf := ask(x, chromedp.PrintToPDF())
	if err := os.WriteFile(filepath.Join(root, "build", "browser", "print.pdf"), pdf, 0o666); err != nil || len(pdf) < 10000 {
		t.Errorf("%d bytes: %v", len(pdf), err)
	}
}

// Every name in the data of a page must link to an existing line or clause.
func TestNamesInTheDataLinkToTheirPlaces(t *testing.T) {
	x := open(t, whole, large+"32-patrol.html")
	links := eval[[]string](x, `[...document.querySelectorAll('.data .l a')].map(a => a.href)`)
	if len(links) < 50 {
		t.Fatalf("only %d names are links", len(links))
	}
	for _, link := range links {
		file, anchor, _ := strings.Cut(strings.TrimPrefix(link, "file://"), "#")
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), `id="`+anchor+`"`) {
			t.Errorf("%s leads nowhere (%v)", link, err)
		}
	}
}

func TestFilterShowsCardsWithAllWords(t *testing.T) {
	x := open(t, whole, "cards/fire-in-the-lake/index.html")
	x.write("#filter", "cambodia trail")
	x.holds(`(n => n > 0 && n < 40)(document.querySelectorAll('.card:not([hidden])').length)`)
	x.holds(`[...document.querySelectorAll('.card:not([hidden])')].every(c => /cambodia/i.test(c.textContent) && /trail/i.test(c.textContent))`)
	x.shot("cards")
	x.do(chromedp.Evaluate[chromedp.Void](`location.hash = 'card-1'`))
	x.holds(`!document.getElementById('card-1').hidden`)
}

// Scenarios of all sections are found by words and outcome; the list of a section can be filtered.
func TestScenariosAreFoundByWordsAndOutcome(t *testing.T) {
	x := open(t, troubled, "scenario/tidelands/index.html")
	x.shot("outcomes")
	choose := func(value string) {
		x.do(chromedp.Evaluate[chromedp.Void](`(s => { s.value = '` + value + `'; s.dispatchEvent(new Event('change')); })(document.getElementById('outcome'))`))
	}
	const listed = `document.querySelectorAll('#matches li').length`
	x.write("#filter", "4.1-cards "+twice)
	x.holds(listed + ` === 1 && !document.getElementById('sections').checkVisibility() && document.querySelector('#matches a').getAttribute('href').endsWith('scenario/tidelands/4.1-cards/` + twice + `.html')`)
	choose("differs")
	x.holds(listed + ` === 0 && document.querySelector('.filter output').textContent === '0 scenarios'`)
	x.do(chromedp.Evaluate[chromedp.Void](`(f => { f.value = ''; f.dispatchEvent(new Event('input')); })(document.getElementById('filter'))`))
	x.holds(listed + ` === 1 && document.querySelector('.filter output').textContent === '1 scenario'`)
	choose("")
	x.holds(`!document.getElementById('matches').checkVisibility() && document.getElementById('sections').checkVisibility()`)
	x.click(`#differs a`)
	x.holds(`location.pathname.includes('/scenario/tidelands/3.1-operations/')`)
	x.visit("scenario/tidelands/3.1-operations.html")
	choose("differs")
	x.holds(`document.querySelectorAll('.outcome li:not([hidden])').length === 1 && !document.getElementById('in-order').checkVisibility()`)
	choose("")
	x.write("#filter", "no such scenario")
	x.holds(`document.querySelector('.filter output').textContent === '0 scenarios' && ![...document.querySelectorAll('.outcome')].some(e => e.checkVisibility())`)
}

func TestFailingRunIsShownBesideItsGoldenAtTheFirstDifference(t *testing.T) {
	x := open(t, troubled, "changes/tidelands/index.html")
	x.holds(`document.querySelector('h2').textContent === 'Changed clauses' && document.querySelector('.inline a.bad').textContent === '1 not in order'`)
	x.holds(`[...document.querySelectorAll('.tag.removed')].some(tag => tag.parentElement.textContent.includes('3.1-z'))`)
	x.shot("changes")
	x.click(`#not-in-order .scenarios a`)
	x.holds(`document.getElementById('first').textContent.includes('something that is not so')`)
	x.holds(`(r => r.top > innerHeight * .15 && r.bottom < innerHeight * .85 || scrollY === 0 && r.bottom < innerHeight)(document.getElementById('first').getBoundingClientRect())`)
	x.shot("difference")
	x.visit("changes/tidelands/4.1-cards/" + twice + ".html")
	x.holds(`document.querySelectorAll('.sides tr.here').length === 1 && document.querySelector('.stepper-bar p').textContent === 'difference 1 of 2'`)
	first := eval[string](x, `document.querySelector('.here').textContent`)
	x.do(chromedp.KeyEvent("n"))
	x.holds(fmt.Sprintf(`document.querySelector('.here').textContent !== %q`, first))
	x.do(chromedp.KeyEvent("n")) // wraps around
	x.holds(fmt.Sprintf(`document.querySelector('.here').textContent === %q`, first))
	x.shot("differences")
}

// A line of a failing run links to its step.
func TestLineOfAComparisonLinksToItsStep(t *testing.T) {
	x := open(t, troubled, "changes/tidelands/4.1-cards/"+twice+".html")
	x.holds(`document.querySelectorAll('.sides .other .step').length === 2`)
	x.click(`.sides tr.other:last-of-type .step, .sides tr.other ~ tr.other .step`)
	x.holds(`location.pathname.endsWith('/scenario/tidelands/4.1-cards/` + twice + `.html') && /^#(line|step)=/.test(location.hash)`)
	x.holds(step + ` === document.getElementById('of').textContent`)
	x.visit("changes/tidelands/4.1-cards/" + twice + ".html")
	n := eval[int](x, `[...document.querySelectorAll('.sides .same')].findIndex(row => /:|→/.test(row.cells[3].textContent) && row.cells[2].textContent > 6)`)
	line := eval[string](x, fmt.Sprintf(`document.querySelectorAll('.sides .same')[%d].cells[3].textContent.trim()`, n))
	x.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelectorAll('.sides .same')[%d].querySelectorAll('.step')[1].click()`, n)))
	x.holds(fmt.Sprintf(`document.querySelector('#trace [aria-current=step] .t').textContent === %q`, line))
}

func TestColourThemeIsRemembered(t *testing.T) {
	x := open(t, whole, large+"31-train.html")
	x.dark(false)
	paper := `getComputedStyle(document.documentElement).backgroundColor`
	light := eval[string](x, paper)
	x.click(".theme")
	x.holds(paper + ` !== '` + light + `'`)
	x.visit(large + "33-sweep.html")
	x.holds(paper + ` !== '` + light + `'`)
	x.shot("dark")
	x.click(".theme")
	x.do(chromedp.Evaluate[chromedp.Void](`localStorage.clear()`))
	x.holds(paper + ` === '` + light + `'`)
}

// samples are one page of each kind.
var samples = []struct{ name, dir, page string }{
	{"cover", "whole", "index.html"},
	{"documents", "whole", "docs/index.html"},
	{"reference", "whole", "docs/reference.html"},
	{"document", "whole", "docs/mutation.html"},
	{"file", "whole", "files/schemas/report.schema.json.html"},
	{"contents", "whole", large + "index.html"},
	{"chapter", "whole", large + "31-train.html"},
	{"play", "whole", "play/kalah/index.html"},
	{"cards", "whole", "cards/fire-in-the-lake/index.html"},
	{"deck", "whole", "cards/texas-holdem/index.html"},
	{"scenarios", "whole", "scenario/fire-in-the-lake/index.html"},
	{"section", "whole", "scenario/fire-in-the-lake/3.2.1.html"},
	{"outcomes", "troubled", "scenario/tidelands/index.html"},
	{"section-outcomes", "troubled", "scenario/tidelands/3.1-operations.html"},
	{"changes", "troubled", "changes/tidelands/index.html"},
	{"engines", "troubled", "engines/tidelands/index.html"},
	{"comparison", "troubled", ""}, // see sample
}

func (x *tab) sample(i int) {
	s := samples[i]
	if s.page == "" {
		s.page = "changes/tidelands/4.1-cards/" + twice + ".html"
	}
	x.base = "file://" + map[string]string{"whole": whole, "troubled": troubled}[s.dir] + "/"
	x.visit(s.page)
}

func TestPagesFitAPhone(t *testing.T) {
	x := open(t, whole, "index.html")
	x.size(390, 844)
	for i, s := range samples {
		x.sample(i)
		if wide := eval[int](x, `document.documentElement.scrollWidth`); wide > 390 {
			t.Errorf("%s is %d pixels wide on a phone of 390: %v", s.page, wide, eval[[]string](x, `[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > 391 && !e.closest('.scroll, pre')).slice(0, 5).map(e => e.tagName + '.' + e.className)`))
		}
		x.shot("phone-" + s.name)
	}
}

// axeCore returns the source of axe-core, which checks accessibility; the test is skipped without it.
func axeCore(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "build", "axe.min.js"))
	switch {
	case err != nil && os.Getenv("ALL") != "":
		t.Fatalf("there is no axe-core: %v; make test-browser fetches it where there is npm", err)
	case err != nil:
		t.Skipf("there is no axe-core, accessibility is not tested: %v; make test-browser fetches it where there is npm", err)
	}
	return string(text)
}

func TestPagesAreAccessible(t *testing.T) {
	axe := axeCore(t)
	x := open(t, whole, "index.html")
	for i, s := range samples {
		x.sample(i)
		x.do(chromedp.Evaluate[chromedp.Void](`for (const d of document.querySelectorAll('details')) d.open = true`), chromedp.Evaluate[chromedp.Void](axe+"; null"))
		for _, dark := range []bool{false, true} {
			x.dark(dark)
			for _, v := range x.violations() {
				t.Errorf("%s (dark: %t): %s", s.page, dark, v)
			}
		}
	}
}

// violations runs axe on the page with its default rules: WCAG A and AA, and its best practices.
func (x *tab) violations() []string {
	x.do(chromedp.Evaluate[chromedp.Void](`window.found = null; axe.run(document, { preload: false, resultTypes: ['violations'] }).then(r => {
		window.found = r.violations.map(v => v.id + ': ' + v.help + ' at ' + v.nodes.slice(0, 3).map(n => n.target.join(' ') + ' ' + n.html.slice(0, 120) + ' ' + (n.any[0] || n.all[0] || n.none[0] || {}).message).join('\n      '));
	}); null`))
	x.holds(`window.found`)
	return eval[[]string](x, `window.found`)
}
