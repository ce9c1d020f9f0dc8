//go:build browser

package browser

// This file steps through scenarios and plays on from them.

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/engine"
	"rulebound/show/steps"
)

const (
	round    = "scenario/fire-in-the-lake/6.0/a-round-in-full.html"
	tutorial = "scenario/fire-in-the-lake/tutorial/turn-3.html"
)

// step is the current step of the stepper.
const step = `document.getElementById('at').value`

func TestStepperGoesThroughAScenario(t *testing.T) {
	x := open(t, whole, round)
	x.holds(`document.querySelector('#board svg .zone .chip') && ` + step + ` === '0'`)
	x.click("#next")
	x.click("#next")
	x.holds(step + ` === '2' && document.querySelector('#trace [aria-current=step]').id === 'step-2'`)
	x.holds(`document.getElementById('said').textContent === document.querySelector('#step-2 .t').textContent`)
	x.click("#back")
	x.holds(step + ` === '1' && location.hash === '#step=1'`)
	x.click("#last")
	x.holds(step + ` === document.getElementById('of').textContent && document.getElementById('next').disabled`)
	x.click("#first")
	x.holds(step + ` === '0' && document.getElementById('back').disabled`)
}

func TestStepperByKeyboard(t *testing.T) {
	x := open(t, whole, round)
	x.holds(step + ` === '0'`)
	for _, c := range []struct{ key, at string }{{kb.ArrowRight, "1"}, {kb.ArrowRight, "2"}, {kb.ArrowLeft, "1"}, {kb.Home, "0"}} {
		x.do(chromedp.KeyEvent(c.key))
		x.holds(step + ` === '` + c.at + `'`)
	}
	x.do(chromedp.KeyEvent(kb.End))
	x.holds(step + ` === document.getElementById('of').textContent`)
}

// The changes of the step are highlighted on the board, and its line links to its statement.
func TestLinkOpensAtItsStep(t *testing.T) {
	x := open(t, whole, round)
	at := eval[string](x, `[...document.querySelectorAll('#trace li')].find(li => li.textContent.includes('hue.support: neutral → active-support')).id.slice(5)`)
	x.visit(round + "#step=" + at)
	x.holds(step + ` === '` + at + `' && document.getElementById('zone-hue').classList.contains('changed')`)
	x.holds(`document.querySelector('#zone-hue .badge text').textContent === 'AS'`)
	x.shot("map-desktop")
	x.click(`#step-` + at + ` .id`)
	x.holds(`location.pathname.includes('/book/fire-in-the-lake/') && document.querySelector(location.hash.replace('#', '#'))`)
}

func TestClaimsLinkToTheLinesThatProveThem(t *testing.T) {
	x := open(t, whole, round)
	x.holds(`document.querySelectorAll('.claims .holds').length > 20 && !document.querySelector('.claims .fails')`)
	href := eval[string](x, `[...document.querySelectorAll('.claims li')].find(li => li.textContent.includes('totalEcon: 12')).querySelector('a').getAttribute('href')`)
	x.do(chromedp.Click(chromedp.CSS(`.claims a[href="` + href + `"]`)))
	x.holds(`document.querySelector('#trace [aria-current=step]').textContent.startsWith('totalEcon: 15 → 12')`)
}

func TestDrawnStateShowsTheFinalValues(t *testing.T) {
	x := open(t, whole, round+"#step=9999")
	x.holds(`document.querySelector('#table')`)
	for name, want := range map[string]string{"US total": "46", "ARVN resources": "42", "VC total": "32"} {
		x.holds(fmt.Sprintf(`[...document.querySelectorAll('#table .values div')].some(d => d.querySelector('dt').textContent === %q && d.querySelector('dd').textContent === %q)`, name, want))
	}
}

func TestMapFitsItsWindowInLightAndDark(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, height int64
		dark          bool
	}{{"desktop-light", 1400, 1000, false}, {"desktop-dark", 1400, 1000, true}, {"phone-light", 390, 844, false}, {"phone-dark", 390, 844, true}} {
		t.Run(c.name, func(t *testing.T) {
			x := open(t, whole, tutorial)
			x.size(c.width, c.height)
			x.dark(c.dark)
			x.visit(tutorial + "#step=60")
			x.holds(`document.documentElement.scrollWidth <= innerWidth && document.querySelector('#board .chip')`)
			if c.width < 500 {
				x.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.bar').scrollIntoView()`))
			}
			x.shot("map-" + c.name)
		})
	}
}

// Every space has thirty pieces of all kinds; chips must be within their trays and must not overlap.
func TestNothingOverlapsWithThirtyPiecesInASpace(t *testing.T) {
	x := open(t, whole, round)
	x.holds(`document.querySelector('#board .chip')`)
	x.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const p = STEPPER.position(0);
		p.pieces.clear();
		GAME.zones.forEach((z, i) => { let left = 30; GAME.classes.forEach((c, k) => { if (!c.marks && left > 0) { const n = Math.min(left, k % 3 + 1); p.pieces.set(i + '/' + k, n); left -= n; } }); });
		STEPPER.board.show(p);
		document.getElementById('board').style.maxHeight = 'none';
	})()`))
	x.size(1400, 1800)
	x.shot("map-crowded")
	bad := eval[[]string](x, `(() => {
		const out = [], rect = e => e.getBoundingClientRect();
		document.querySelectorAll('#board .zone').forEach(z => {
			const tray = rect(z.querySelector('.tray')), chips = [...z.querySelectorAll('.chip')].map(rect);
			chips.forEach((c, i) => {
				if (c.left < tray.left - 1 || c.right > tray.right + 1 || c.top < tray.top - 1 || c.bottom > tray.bottom + 1) out.push(z.id + ' lets a chip out');
				for (let j = 0; j < i; j++) {
					const d = chips[j], w = Math.min(c.right, d.right) - Math.max(c.left, d.left), h = Math.min(c.bottom, d.bottom) - Math.max(c.top, d.top);
					if (w > 1.5 && h > 1.5) out.push(z.id + ' has chips over each other');
				}
			});
		});
		return [...new Set(out)];
	})()`)
	if len(bad) > 0 {
		t.Errorf("%d faults, such as %s", len(bad), strings.Join(bad[:min(5, len(bad))], "; "))
	}
}

func TestTablesAndBoardsWithoutCoordinatesAreDrawn(t *testing.T) {
	x := open(t, whole, "scenario/texas-holdem/6-end/ten-places.html#step=60")
	x.holds(`document.querySelectorAll('#board .seat-box').length === 10 && document.querySelector('#board .seat-box .cards')`)
	// chips are drawn at the seats; the table repeats them for screen readers only
	x.holds(`(of => of(document.querySelector('#table .values.said')) && !of(document.querySelector('#table .values:not(.said)')))(e => e.textContent.includes('Chips of seat'))`)
	x.shot("table")
	// internal values are shown only on request, and stay unfolded from step to step
	x.holds(`![...document.querySelectorAll('#board, #table .values')].filter(e => !e.closest('details')).some(e => /hand number|small place|dealt/.test(e.textContent))`)
	x.holds(`!document.querySelector('#table .internal').open && document.querySelector('#table .internal').textContent.includes('hand number')`)
	x.click("#table .internal summary")
	x.click("#next")
	x.holds(step + ` === '61' && document.querySelector('#table .internal').open`)
	page := eval[string](x, `'scenario/tidelands/index.html'`)
	x.visit(page)
	x.visit("scenario/tidelands/" + first(t, "tidelands") + ".html#step=10")
	x.holds(`document.querySelectorAll('#board .link').length === 9 && document.querySelector('#board .chip')`)
	x.shot("board-computed")
}

// first returns the first scenario of a game.
func first(t *testing.T, game string) string {
	t.Helper()
	names, err := scenario.Files(os.DirFS(root), "scenarios/"+game)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSuffix(names[0], filepath.Ext(names[0]))
	return strings.TrimPrefix(name, "scenarios/"+game+"/")
}

// begin starts playing on from the current step.
func (x *tab) begin() {
	x.Helper()
	x.click("#on")
	x.holds(`document.querySelector('.live .decision .who') || !document.getElementById('on').disabled`)
	if !eval[bool](x, `Boolean(document.querySelector('.live .decision .who'))`) {
		x.Fatalf("%s: %s", eval[string](x, `document.title`), eval[string](x, `document.getElementById('said').textContent`))
	}
}

// No part of the machine is loaded before a reader plays on, from disk too.
func TestMachineIsLoadedOnDemand(t *testing.T) {
	x := open(t, whole, round+"#step=40")
	x.holds(step + ` === '40'`)
	if eval[bool](x, `typeof MACHINE !== 'undefined' || [...document.scripts].some(s => /machine|wasm|rules/.test(s.src))`) {
		t.Error("the machine is loaded before anybody asks for it")
	}
	x.begin()
	x.holds(`typeof MACHINE === 'string'`)
	info, err := os.Stat(filepath.Join(whole, "assets", "machine.js"))
	if err != nil || info.Size()*3/4 > 3<<20 {
		t.Errorf("the machine is larger than 3 MB: %v %v", info.Size(), err)
	}
}

func TestPlayOnByHandAtRandomAndBack(t *testing.T) {
	x := open(t, whole, round+"#step=40")
	x.begin()
	x.holds(`document.querySelector('.live .who').textContent.includes('pacified')`)
	x.shot("play-on")
	before := eval[string](x, `PLAY.state().hash`)
	x.click(".live .answers button.option")
	x.holds(`PLAY.state().hash !== '` + before + `' && document.querySelectorAll('.live .trace li').length > 0`)
	x.click("#played-back")
	x.holds(`PLAY.state().hash === '` + before + `'`)
	x.do(chromedp.Click(chromedp.CSS(".live .random")))
	x.holds(`PLAY.state().hash !== '` + before + `'`)
	x.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll('.live .random')[1].click()`))
	x.holds(`PLAY.state().lines > 5`)
	x.shot("played-on")
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.live .tools button')].find(b => b.textContent === 'Leave').click()`))
	x.holds(`!document.querySelector('.live') && ` + step + ` === '40'`)
}

func TestIllegalAnswersAreListedWithTheirClause(t *testing.T) {
	x := open(t, whole, tutorial+"#step=0")
	x.begin()
	x.click(".live .why summary")
	x.holds(`[...document.querySelectorAll('.live .why li')].some(li => li.querySelector('a.id') && /\d/.test(li.querySelector('a.id').textContent))`)
	link := eval[string](x, `document.querySelector('.live .why a.id').href`)
	file, anchor, _ := strings.Cut(strings.TrimPrefix(link, "file://"), "#")
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), `id="`+anchor+`"`) {
		t.Errorf("%s leads nowhere: %v", link, err)
	}
	x.shot("refusals")
}

// A stance set between moves is shown, and exported with the scenario.
func TestStanceIsSetAndExported(t *testing.T) {
	x := open(t, whole, "scenario/tidelands/2.4-actions/loans-at-each-moment.html#step=0")
	x.click("#on")
	x.holds(`document.querySelector('.live .stances select')`)
	x.click(".live .stances summary")
	name := eval[string](x, `(s => { s.value = [...s.options].find(o => !o.selected).value; s.dispatchEvent(new Event('change')); return s.dataset.stance; })(document.querySelector('.live .stances select'))`)
	x.holds(`document.querySelector('.live .trace li').textContent.includes('` + name + `')`)
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.live .tools button')].find(b => b.textContent === 'As a scenario').click()`))
	x.holds(`document.querySelector('.live .export textarea').value.includes('- stance: {` + name + `: ')`)
}

func TestPlayIsExportedAsAPassingScenario(t *testing.T) {
	x := open(t, whole, round+"#step=40")
	x.begin()
	x.click(".live .answers button.option")
	x.holds(`PLAY.state().lines > 0`)
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.live .tools button')].find(b => b.textContent === 'As a scenario').click()`))
	x.holds(`document.querySelector('.live .export textarea')`)
	text := eval[string](x, `document.querySelector('.live .export textarea').value`)
	script, list := scenario.Parse("scenarios/fire-in-the-lake/6.0/played-on.yaml", []byte(text))
	if list.HasErrors() {
		t.Fatalf("%v\n%s", list, text)
	}
	g, err := corpus.OpenGame(os.DirFS(root), "fire-in-the-lake")
	if err != nil {
		t.Fatal(err)
	}
	if err := (&corpus.Case{Game: g, Script: script}).Play().Problem(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

// One hundred scenarios must have the same state hashes in the browser as natively.
func TestStateHashesEqualTheNativeEngine(t *testing.T) {
	const hundred = 100
	all, err := corpus.Open(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	played, states := 0, 0
	for _, g := range all.Games {
		share := hundred * len(g.Cases) / len(all.Cases())
		share = max(share, 10)
		var picked []*corpus.Case
		for i := range g.Cases {
			if i*share/len(g.Cases) != (i-1)*share/len(g.Cases) || i == 0 {
				picked = append(picked, g.Cases[i])
			}
		}
		x := open(t, whole, "scenario/"+picked[0].Name()+".html")
		x.begin()
		for _, c := range picked {
			want, setup, answers := native(t, c)
			got := eval[[]string](x, fmt.Sprintf(`PLAY.ask('begin', %s, %s)`, quoted(setup), quoted(answers)))
			if !slices.Equal(got, want) {
				t.Errorf("%s: the hashes differ", c.Name())
			}
			played, states = played+1, states+len(got)
		}
	}
	if played < hundred {
		t.Errorf("only %d scenarios", played)
	}
	t.Logf("%d states of %d scenarios", states, played)
}

// hashes records the state hash before each answer and at the end of a native play.
type hashes struct {
	list, answers []string
}

func (h *hashes) Event(*engine.State, *engine.Event) {}
func (h *hashes) Line(*scenario.Line)                {}
func (h *hashes) Claimed(*scenario.Expect)           {}
func (h *hashes) Tried(scenario.Trial)               {}
func (h *hashes) Answering(s *engine.State, a engine.Answer) {
	h.list, h.answers = append(h.list, steps.Hash(s)), append(h.answers, steps.Text(a))
}

// native plays a case natively and returns its hashes, and set-up and answers as JSON.
func native(t *testing.T, c *corpus.Case) (list []string, setup, answers string) {
	t.Helper()
	options := scenario.OptionsOf(c.Script)
	g, err := engine.Load(c.Game.Def, options)
	if err != nil {
		t.Fatal(err)
	}
	h := &hashes{answers: []string{}}
	result := scenario.Play(g, c.Script, h)
	if result.Session == nil {
		t.Fatal(result.Problem())
	}
	begin, err := c.Script.Setup.Engine(g)
	if err != nil {
		t.Fatal(err)
	}
	if c.Script.Seed != nil {
		begin.Seed = *c.Script.Seed
	}
	return append(h.list, steps.Hash(result.Session.State())), asJSON(steps.SetupOf(begin, options)), asJSON(h.answers)
}

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// quoted returns a text as a string literal of JavaScript.
func quoted(text string) string { return asJSON(text) }
