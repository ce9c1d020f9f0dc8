package live

// This file goes back and forward in a play, and keeps one to be taken up again.

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"rulebound/engine"
	"rulebound/show/steps"
)

// Back takes the last answer back. With passing it takes back what chance decided as well, and then the last answer of a seat.
func (d *Desk) Back(passing bool) error {
	if d.play == nil {
		return errNothing
	}
	n := len(d.play.given)
	for passing && n > 0 && d.play.drawn[n-1] {
		n--
	}
	if n == 0 {
		return errors.New("this is where the play begins")
	}
	p, _, err := d.replay(d.play.setup, d.play.given[:n-1])
	if err != nil {
		return err
	}
	back := slices.Clone(d.play.given[n-1:])
	slices.Reverse(back)
	d.play, d.undone = p, append(d.undone, back...)
	return nil
}

// Forward gives the answer again that Back took back last. With passing it gives what chance decided as well.
func (d *Desk) Forward(passing bool) error {
	if d.play == nil {
		return errNothing
	}
	if len(d.undone) == 0 {
		return errors.New("no answer was taken back")
	}
	for {
		if err := d.give(d.undone[len(d.undone)-1]); err != nil {
			return err
		}
		x := d.play.state.Decision()
		if !passing || len(d.undone) == 0 || x == nil || x.Seat != engine.Chance {
			return nil
		}
	}
}

// Saved is a play as it is kept in a file.
type Saved struct {
	Rulebound   string      `json:"rulebound"` // what the file is: savedKind
	Version     int         `json:"version"`
	Game        string      `json:"game"`
	Fingerprint string      `json:"fingerprint"` // of the rules that it was played by
	Setup       steps.Setup `json:"setup"`
	Answers     []string    `json:"answers"` // as steps.Text writes them
}

const (
	savedKind    = "play"
	savedVersion = 1
)

// maxAnswers limits the answers of a play that is read.
const maxAnswers = 100_000

// Save returns the play to be kept.
func (d *Desk) Save() (*Saved, error) {
	if d.play == nil {
		return nil, errNothing
	}
	out := &Saved{Rulebound: savedKind, Version: savedVersion, Game: d.gd.ID, Fingerprint: fingerprint(d.play.game), Setup: d.play.setup, Answers: []string{}}
	for _, a := range d.play.given {
		out.Answers = append(out.Answers, steps.Text(a))
	}
	return out, nil
}

func fingerprint(g *engine.Game) string { return strconv.FormatUint(g.Fingerprint(), 16) }

// Resume restores a play that Save returned, as JSON. If the rules refuse an answer, the play ends before it and Resume returns the
// reason. An error leaves the current play as it is.
func (d *Desk) Resume(text string) (ended string, err error) {
	var s Saved
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return "", fmt.Errorf("this is not a saved play, or it is damaged: %w", err)
	}
	switch {
	case s.Rulebound != savedKind:
		return "", errors.New("this is not a saved play; save one with \"Save\"")
	case s.Version != savedVersion:
		return "", fmt.Errorf("this play was saved as version %d; this report reads version %d", s.Version, savedVersion)
	case s.Game != d.gd.ID:
		return "", fmt.Errorf("this is a play of %q; this page plays %q", s.Game, d.gd.ID)
	case len(s.Answers) > maxAnswers:
		return "", fmt.Errorf("the play has %d answers; %d at most", len(s.Answers), maxAnswers)
	}
	given := make([]engine.Answer, len(s.Answers))
	for i, text := range s.Answers {
		if given[i], err = steps.Answer(text); err != nil {
			return "", fmt.Errorf("answer %d: %w", i+1, err)
		}
	}
	p, _, err := d.replay(s.Setup, nil)
	if err != nil {
		return "", err
	}
	fit := 0
	for ; fit < len(given) && err == nil; fit++ {
		err = p.give(given[fit])
	}
	if err != nil {
		ended = fmt.Sprintf("answer %d of %d does not fit: %v", fit, len(given), err)
		if s.Fingerprint != fingerprint(p.game) {
			ended = "the rules have changed since this play was saved; " + ended
		}
		if p, _, err = d.replay(s.Setup, given[:fit-1]); err != nil {
			return "", err
		}
	}
	d.play, d.undone = p, nil
	return ended, nil
}
