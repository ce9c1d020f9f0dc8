//go:build browser

package browser

// This file plays games from their set-up, by clicks on the board and by keyboard.

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// playing opens the page that plays a game and waits for its first decision.
func playing(t *testing.T, game string) *tab {
	t.Helper()
	x := open(t, whole, "play/"+game+"/index.html")
	x.began()
	return x
}

func (x *tab) began() {
	x.Helper()
	x.holds(`document.body.dataset.ready === 'yes' && document.querySelector('.live .decision .who')`)
}

// link returns the address of the current position, which the page computes in the background.
func (x *tab) link() string {
	x.Helper()
	x.do(chromedp.Evaluate[chromedp.Void](`window.kept = null; PLAY.token(PLAY.ask('save', document.body.dataset.game).text).then(text => { window.kept = '#play=' + text; }); null`))
	x.holds(`kept && location.hash.split('&')[0] === kept`)
	return eval[string](x, `location.hash`)
}

const (
	hash    = `PLAY.state().hash`
	offered = `[...document.querySelectorAll('#board [data-spot]')].map(e => e.id || e.dataset.stack)`
)

func (x *tab) setUp(id string) {
	x.Helper()
	x.do(chromedp.Evaluate[chromedp.Void](`(f => { f.elements.setup.value = '` + id + `'; f.requestSubmit(); })(document.getElementById('begin'))`))
	x.holds(`PLAY.ask('save', '').setup.id === '` + id + `'`)
}

func TestKalahIsPlayedByClicksOnTheBoard(t *testing.T) {
	x := playing(t, "kalah")
	x.setUp("four")
	x.holds(`document.querySelectorAll('.live .answers .option').length === 6`)
	x.holds(offered + `.join() === 'zone-south-1,zone-south-2,zone-south-3,zone-south-4,zone-south-5,zone-south-6'`)
	x.holds(`document.querySelector('.live .who').textContent.startsWith('South')`)
	before := eval[string](x, hash)
	x.shot("game-kalah")
	x.click("#zone-south-3 .tray") // the last seed falls into the store
	x.holds(hash + ` !== '` + before + `' && document.querySelector('.live .who').textContent.startsWith('South')`)
	x.holds(`document.querySelector('#zone-south-store title').textContent.includes('1 Seed') && !document.querySelector('#zone-south-3[data-spot]')`)
	x.click("#zone-south-1 .tray")
	x.holds(`document.querySelector('.live .who').textContent.startsWith('North') && document.querySelector('#zone-north-1[data-spot]')`)
	after := eval[string](x, hash)
	x.click("#played-back")
	x.click("#played-back")
	x.holds(hash + ` === '` + before + `' && document.getElementById('played-back').disabled`)
	x.click("#played-on")
	x.click("#played-on")
	x.holds(hash + ` === '` + after + `' && document.getElementById('played-on').disabled`)
}

func TestKalahIsPlayedByKeyboard(t *testing.T) {
	x := playing(t, "kalah")
	x.setUp("four")
	before := eval[string](x, hash)
	x.do(chromedp.Evaluate[chromedp.Void](`document.getElementById('board').focus()`))
	for range 6 { // the three zoom buttons, then the pits
		x.do(chromedp.KeyEvent(kb.Tab))
	}
	x.holds(`document.activeElement.id === 'zone-south-3' && document.activeElement.getAttribute('role') === 'button' && document.activeElement.getAttribute('aria-description').startsWith('south-3')`)
	x.do(chromedp.KeyEvent(kb.Enter))
	x.holds(hash + ` !== '` + before + `' && document.getElementById('said').textContent.length > 0`)
	x.holds(`document.activeElement.className === 'who' && ` + given + ` === 1`) // the pit is empty now
	x.do(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
	x.holds(given + ` === 2`)
	x.do(chromedp.Evaluate[chromedp.Void](`document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))`))
	x.holds(given + ` === 1`)
}

// given is the number of answers of the play.
const given = `(PLAY.ask('save', '').text.match(/^- /gm) || []).length`

// A damaged link is reported.
func TestLinkOpensTheSamePosition(t *testing.T) {
	for _, game := range []string{"texas-holdem", "fire-in-the-lake"} {
		x := playing(t, game)
		x.do(chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector('#begin [name=setup]'); if (s) s.selectedIndex = s.length - 1; document.getElementById('begin').requestSubmit(); })()`))
		x.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll('.live .random')[1].click()`))
		x.holds(given + ` >= 10 && location.hash.startsWith('#play=')`)
		x.holds(`document.getElementById('link').getAttribute('href') === location.hash`)
		at, link := eval[string](x, hash), x.link()
		other := open(t, whole, "play/"+game+"/index.html"+link)
		other.began()
		other.holds(hash + ` === '` + at + `'`)
		other.holds(`(s => !s || s.selectedIndex === s.length - 1)(document.querySelector('#begin [name=setup]'))`)
		if game == "texas-holdem" {
			other.visit("play/" + game + "/index.html" + link[:len(link)/2])
			other.holds(`document.getElementById('trouble').textContent.includes('copy it again')`)
		}
	}
}

// Undo also undoes chance outcomes. With chance by hand its outcomes are answers.
func TestChanceIsDrawnBySeedOrByHand(t *testing.T) {
	x := playing(t, "texas-holdem")
	deal := func(seed string) string {
		x.do(chromedp.Evaluate[chromedp.Void](`(f => { f.elements.seed.value = ` + seed + `; f.requestSubmit(); })(document.getElementById('begin'))`))
		x.holds(`PLAY.ask('save', '').setup.seed === '` + seed + `'`)
		return eval[string](x, hash)
	}
	first, second := deal("7"), deal("8")
	if again := deal("7"); again != first || first == second {
		t.Errorf("the seed 7 deals %s, then %s; 8 deals %s", first, again, second)
	}
	x.shot("game-holdem")
	x.holds(`document.getElementById('played-back').disabled`) // only chance has decided so far
	x.click(".live .answers .option")
	x.holds(hash + ` !== '` + first + `'`)
	x.click("#played-back")
	x.holds(hash + ` === '` + first + `'`)
	x.do(chromedp.Evaluate[chromedp.Void](`(s => { s.value = 'hand'; s.dispatchEvent(new Event('change')); })(document.querySelector('.live .hand select'))`))
	x.click("#played-back")
	x.holds(`document.querySelector('.live .who').textContent.startsWith('chance')`)
}

// reads makes the page read a saved play.
func (x *tab) reads(text string) {
	x.Helper()
	x.do(chromedp.Evaluate[chromedp.Void](`(() => { const d = new DataTransfer(); d.items.add(new File([` + quoted(text) + `], 'saved.play')); const f = document.getElementById('file'); f.files = d.files; f.dispatchEvent(new Event('change')); })()`))
}

// A damaged file, and one of another game, are reported and leave the play unchanged.
func TestAPlayIsResumedFromAFile(t *testing.T) {
	x := playing(t, "kalah")
	x.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll('.live .random')[1].click()`))
	x.holds(given + ` === 10`)
	at, saved := eval[string](x, hash), eval[string](x, `PLAY.ask('save', 'kalah').text`)
	x.do(chromedp.Evaluate[chromedp.Void](`document.getElementById('begin').requestSubmit()`))
	x.holds(hash + ` !== '` + at + `'`)
	fresh := eval[string](x, hash)
	for text, why := range map[string]string{
		saved[:40]: "damaged", strings.Replace(saved, "game: kalah", "game: chess", 1): "chess", `{}`: "not a saved play",
	} {
		x.reads(text)
		x.holds(`document.getElementById('trouble').textContent.includes('` + why + `')`)
		x.holds(hash + ` === '` + fresh + `'`)
	}
	x.reads(saved)
	x.holds(hash + ` === '` + at + `' && document.getElementById('trouble').textContent === ''`)
}

// The two parts of a pair are chosen on the board one after the other; titles replace ids.
func TestAPieceAndItsDestinationAreChosenInTurn(t *testing.T) {
	x := playing(t, "hasami-shogi")
	x.shot("game-hasami")
	first := eval[string](x, `document.querySelector('#board [data-spot]').dataset.spot`)
	x.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('#board [data-spot]').onclick(new MouseEvent('click'))`))
	x.holds(`document.querySelector('#board [data-spot]') && ![...document.querySelectorAll('#board [data-spot]')].some(e => e.dataset.spot === '` + first + `') || ` + given + ` > 0`)
}

func TestTheLargeGameIsPlayedFromItsSetUp(t *testing.T) {
	x := playing(t, "fire-in-the-lake")
	x.holds(`document.querySelectorAll('#begin select').length >= 5`)
	x.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll('.live .random')[1].click()`))
	x.holds(given + ` >= 10`)
	x.shot("game-large")
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.live .tools button')].find(b => b.textContent === 'As a scenario').click()`))
	x.holds(`document.querySelector('.live .export textarea').value.includes('setup:')`)
}

// Cards of other seats show their backs, and the candidates of other seats are not shown; a link opens the same view.
func TestSeatSeesOnlyItsOwnCards(t *testing.T) {
	x := playing(t, "texas-holdem")
	seat := eval[string](x, `PLAY.ask('status', 0).asked.seat`)
	const faces = `[...document.querySelectorAll('#board .line.cards')].map(e => e.textContent).filter(s => s.includes(' of ')).length`
	const backs = `[...document.querySelectorAll('#board .line.cards')].filter(e => e.textContent === '2 face down').length`
	x.holds(faces + ` === 6`)
	choose := func(viewer string) {
		x.do(chromedp.Evaluate[chromedp.Void](`(s => { s.value = '` + viewer + `'; s.dispatchEvent(new Event('change')); })(document.querySelector('#begin [name=view]'))`))
	}
	choose(seat)
	x.holds(faces + ` === 1 && ` + backs + ` === 5 && document.querySelectorAll('.live .answers .option').length > 1`)
	x.holds(`document.querySelector('.live .trace').textContent.match(/-of-/g).length === 2`)
	choose("everybody")
	x.holds(faces + ` === 0 && ` + backs + ` === 6 && !document.querySelector('.live .answers') && !document.body.textContent.includes('-of-')`)
	x.shot("game-view")
	x.holds(`location.hash.endsWith('&view=everybody')`)
	link := x.link()
	other := open(t, whole, "play/texas-holdem/index.html"+link)
	other.began()
	other.holds(faces + ` === 0 && document.querySelector('#begin [name=view]').value === 'everybody'`)
	x.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.live .decision button')].find(b => b.textContent.startsWith('View as')).click()`))
	x.holds(faces + ` === 1 && document.querySelector('.live .answers .option')`)
	if eval[bool](playing(t, "kalah"), `Boolean(document.querySelector('#begin [name=view]'))`) {
		t.Error("a game that hides nothing can be viewed as a seat")
	}
}

// Absent seats are not shown, have no view and make no decision. A link opens with its number of seats. A view of a
// seat that is absent afterwards becomes the view of a spectator who sees everything.
func TestNumberOfPlayersCanBeChosen(t *testing.T) {
	x := playing(t, "night-market")
	seats := func(n string) {
		x.Helper()
		x.do(chromedp.Evaluate[chromedp.Void](`(f => { f.elements['option-players'].value = '` + n + `'; f.requestSubmit(); })(document.getElementById('begin'))`))
		x.holds(`document.querySelectorAll('#board .seat-box').length === ` + n)
	}
	const views = `[...document.querySelector('#begin [name=view]').options].map(o => o.textContent).join()`
	x.holds(`document.querySelectorAll('#board .seat-box').length === 4 && ` + views + ` === 'everything,as Amber,as Birch,as Coral,as Dusk,public view'`)
	seats("6")
	x.holds(views + `.includes('as Ember,as Fern,public view')`)
	x.do(chromedp.Evaluate[chromedp.Void](`(s => { s.value = 'fern'; s.dispatchEvent(new Event('change')); })(document.querySelector('#begin [name=view]'))`))
	seats("3")
	x.holds(views + ` === 'everything,as Amber,as Birch,as Coral,public view' && document.querySelector('#begin [name=view]').value === 'everybody'`)
	x.do(chromedp.Evaluate[chromedp.Void](`(s => { s.value = 'everything'; s.dispatchEvent(new Event('change')); })(document.querySelector('#begin [name=view]'))`))
	for range 12 {
		x.do(chromedp.Evaluate[chromedp.Void](`(b => b.disabled || b.click())(document.querySelectorAll('.live .random')[1])`))
		if eval[bool](x, `/dusk|ember|fern/i.test(document.getElementById('play').textContent)`) {
			t.Fatalf("an absent seat appears: %s", eval[string](x, `document.getElementById('play').innerText`))
		}
	}
	x.holds(`document.querySelector('.live .who').textContent.includes('over')`)
	x.shot("game-three-seats")
	at, link := eval[string](x, hash), x.link()
	other := open(t, whole, "play/night-market/index.html"+link)
	other.began()
	other.holds(hash + ` === '` + at + `' && document.querySelectorAll('#board .seat-box').length === 3 && document.querySelector('#begin [name=option-players]').value === '3'`)
}

// Neither a script in an injected text, nor an event handler, nor a script of another folder runs.
func TestInjectedScriptsAreBlocked(t *testing.T) {
	x := playing(t, "kalah")
	x.do(chromedp.Evaluate[chromedp.Void](`(() => {
		globalThis.blocked = [];
		document.addEventListener('securitypolicyviolation', e => blocked.push(e.effectiveDirective));
		const s = document.createElement('script');
		s.textContent = 'globalThis.caught = 1';
		const d = document.createElement('div');
		d.innerHTML = '<b onclick="globalThis.caught = 1">b</b>';
		const other = document.createElement('script');
		other.src = 'data:text/javascript,globalThis.caught = 1';
		document.body.append(s, d, other);
		d.firstChild.click();
	})()`))
	x.holds(`blocked.length >= 3 && blocked.every(d => d.startsWith('script-src')) && globalThis.caught === undefined`)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.faults = nil // the browser reports all three
}

func TestZoomButtonsLieBesideTheBoard(t *testing.T) {
	x := playing(t, "kalah")
	x.holds(`(b => document.querySelector('#board .zoom').getBoundingClientRect().bottom <= b.top + 1 && b.height > 100)(document.querySelector('#board svg').getBoundingClientRect())`)
}

// The whole map fits its window until a reader zooms; then it can be moved. A legend explains its signs.
func TestTheMapFitsAndZooms(t *testing.T) {
	x := playing(t, "fire-in-the-lake")
	const fits = `(e => e.scrollWidth <= e.clientWidth + 1 && e.scrollHeight <= e.clientHeight + 1)(document.getElementById('board'))`
	x.holds(fits)
	x.click(`#board .zoom button`)
	x.holds(`!(` + fits + `) && document.getElementById('board').classList.contains('large')`)
	x.click(`#board .zoom button:last-child`)
	x.holds(fits)
	x.click(".legend summary")
	x.holds(`document.querySelectorAll('.legend li').length > 10 && document.querySelector('.legend').textContent.includes('Troops')`)
}
