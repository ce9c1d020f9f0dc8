package live_test

import (
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/show/live"
)

// desk begins a play of a game of the repository and draws chance until a seat is asked.
func desk(t *testing.T, game, setup string) *live.Desk {
	t.Helper()
	d := live.New(gameOf(t, game))
	if _, err := d.Begin(setup, nil); err != nil {
		t.Fatal(err)
	}
	draw(t, d)
	return d
}

// gameOf is a compiled game of the repository.
func gameOf(t *testing.T, id string) *def.GameDef {
	t.Helper()
	all, err := live.Opened()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all.Games {
		if g.ID == id {
			return g.Def
		}
	}
	t.Fatalf("there is no game %s", id)
	return nil
}

func draw(t *testing.T, d *live.Desk) {
	t.Helper()
	if err := d.Draw(1); err != nil {
		t.Fatal(err)
	}
}

func status(t *testing.T, d *live.Desk) *live.Status {
	t.Helper()
	s, err := d.Status(0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// random plays random answers of seats and chance, and returns the state before each and at the end.
func random(t *testing.T, d *live.Desk, n int) []string {
	t.Helper()
	hashes := []string{status(t, d).Hash}
	for i := range uint64(n) {
		if err := d.Random(i); err != nil {
			t.Fatal(err)
		}
		draw(t, d)
		hashes = append(hashes, status(t, d).Hash)
	}
	return hashes
}

// Undo returns to the previous decision of a seat, past chance; redo restores the same states.
func TestBackAndForwardSkipDecisionsOfChance(t *testing.T) {
	for game, setup := range map[string]string{"texas-holdem": `{"id":"standard","seed":"5"}`, "kalah": `{"id":"four","seed":"5"}`} {
		d := desk(t, game, setup)
		hashes := random(t, d, 30)
		for i := len(hashes) - 2; i >= 0; i-- {
			if err := d.Back(true); err != nil {
				t.Fatal(err)
			}
			if s := status(t, d); s.Hash != hashes[i] || s.Asked.By < 0 || s.Own != i {
				t.Fatalf("%s: going back to answer %d leads elsewhere: %d own answers, %s is asked", game, i, s.Own, s.Asked.Seat)
			}
		}
		if err := d.Back(true); err == nil {
			t.Errorf("%s: what chance decided before the first decision was taken back", game)
		}
		for _, want := range hashes[1:] {
			if err := d.Forward(true); err != nil {
				t.Fatal(err)
			}
			if got := status(t, d).Hash; got != want {
				t.Fatalf("%s: going forward leads elsewhere", game)
			}
		}
		if err := d.Forward(true); err == nil || status(t, d).Undone != 0 {
			t.Errorf("%s: an answer was repeated that was not taken back", game)
		}
	}
}

// A refused answer does not discard it.
func TestNewAnswerDiscardsRedo(t *testing.T) {
	d := desk(t, "kalah", `{"id":"four"}`)
	random(t, d, 2)
	for range 2 {
		if err := d.Back(true); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Answer(`{"m":9999}`); err == nil || status(t, d).Undone != 2 {
		t.Errorf("after a refusal %d answers can be given again", status(t, d).Undone)
	}
	first := status(t, d).Asked.Options
	if err := d.Forward(true); err != nil {
		t.Fatal(err)
	}
	given := live.First(d)
	if err := d.Back(true); err != nil {
		t.Fatal(err)
	}
	for _, o := range first {
		if o.Answer != given {
			if err := d.Answer(o.Answer); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if n := status(t, d).Undone; n != 0 {
		t.Errorf("after another answer %d can be given again", n)
	}
}

// A play whose answers become illegal is resumed up to there; a play of another game, a damaged file and an endless one
// are errors that leave the current play unchanged.
func TestASavedPlayIsResumed(t *testing.T) {
	d := desk(t, "texas-holdem", `{"id":"standard","seed":"5"}`)
	hashes := random(t, d, 20)
	s, err := d.Save("texas-holdem")
	if err != nil {
		t.Fatal(err)
	}
	with := func(from, to string) string { return strings.Replace(s.Text, from, to, 1) }
	other := desk(t, "texas-holdem", `{"id":"standard","seed":"6"}`)
	if ended, err := other.Resume(s.Text, "texas-holdem"); err != nil || ended != "" {
		t.Fatal(ended, err)
	}
	if got := status(t, other).Hash; got != hashes[20] {
		t.Errorf("the play was resumed at %s, saved at %s", got, hashes[20])
	}
	for why, broken := range map[string]string{
		"damaged":           s.Text[:50],
		"the play must say": with("version: 1", "version: 7"),
		"chess":             with("game: texas-holdem", "game: chess"),
		"behind the seat":   s.Text + "- seat-1: {bet: 1, raise: 2}\n",
		"the play has 100":  s.Text + strings.Repeat("- seat-1: {bet: 1}\n", 100_001),
		"seed is a whole":   with("seed: 5", "seed: many"),
		"not a saved":       `{"answers": []}`,
		"no-such-setup":     with("scenario: standard", "scenario: no-such-setup"),
	} {
		if _, err := other.Resume(broken, "texas-holdem"); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", why, err)
		}
		if got := status(t, other).Hash; got != hashes[20] {
			t.Errorf("%s: the play has changed", why)
		}
	}
	answers := strings.SplitAfter(s.Text, "\n- ")
	cut := strings.TrimSuffix(strings.Join(answers[:11], ""), "- ") + "- seat-1: {dance: all-night}\n"
	ended, err := other.Resume(strings.Replace(cut, "fingerprint: \"", "fingerprint: \"0", 1), "texas-holdem")
	if err != nil || !strings.Contains(ended, "the rules have changed") || !strings.Contains(ended, "answer 11") || !strings.Contains(ended, "instead") {
		t.Errorf("a play that does not fit ends with %q, %v", ended, err)
	}
	if n := status(t, other).Answers; n != 10 {
		t.Errorf("%d answers of it were played", n)
	}
}

// Each option names its spot on the board, with titles instead of ids.
func TestOptionsNameTheirSpotsOnTheBoard(t *testing.T) {
	d := desk(t, "kalah", `{"id":"four"}`)
	for i, o := range status(t, d).Asked.Options {
		if len(o.At) != 1 || o.At[0][0] != 0 || o.At[0][1] != int64(i) {
			t.Errorf("the answer %q is at %v", o.Text, o.At)
		}
	}
	d = desk(t, "hasami-shogi", `{"id":"standard"}`)
	for _, o := range status(t, d).Asked.Options {
		if len(o.At) != 2 {
			t.Errorf("the pair %q is at %v", o.Text, o.At)
		}
	}
	d = desk(t, "texas-holdem", `{"id":"standard"}`)
	if a := status(t, d).Asked; a.By == engine.Chance || a.Who == a.Seat {
		t.Errorf("%q decides", a.Who)
	}
}
