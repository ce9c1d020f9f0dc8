package live

// This file undoes and redoes answers, and saves and resumes plays.

import (
	"errors"
	"fmt"
	"slices"

	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/show/saved"
	"rulebound/show/steps"
)

// Back undoes the last answer. With passing it undoes outcomes of chance and then the last answer of a seat.
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

// Forward repeats the answer that Back undid last. With passing it also repeats the outcomes of chance.
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
		if !passing || len(d.undone) == 0 || d.play.state.Decision().Seat != engine.Chance {
			return nil
		}
	}
}

// Saved is a play for storing.
type Saved struct {
	Text  string      `json:"text"` // a file of package saved
	Setup steps.Setup `json:"setup"`
}

// Save returns the play for storing. folder is that of the game.
func (d *Desk) Save(folder string) (*Saved, error) {
	if d.play == nil {
		return nil, errNothing
	}
	p := d.play
	file := saved.Play{Game: folder, Setup: p.setup, Replies: p.replies}
	return &Saved{string(file.Text(p.game, p.state)), p.setup}, nil
}

// Resume restores a play from the text of Save or of `rulebound play`. If the rules refuse an answer, the play ends
// before it and Resume returns the reason. After an error the current play is unchanged. folder is that of the game.
func (d *Desk) Resume(text, folder string) (ended string, err error) {
	f, list := saved.Parse("the play", []byte(text))
	switch {
	case f == nil:
		return "", fmt.Errorf("this is not a saved play, or it is damaged: line %d: %s", max(list[0].Subject.Line, 1), list[0].Summary)
	case f.Game != folder:
		return "", fmt.Errorf("this is a play of %q; this page plays %q", f.Game, folder)
	}
	game, err := d.load(f.Options())
	if err != nil {
		return "", err
	}
	setup, err := f.Begins(game)
	if err != nil {
		return "", err
	}
	p, _, err := d.replay(setup, nil)
	if err != nil {
		return "", err
	}
	for i := range f.Entries {
		var a engine.Answer
		give := true
		if a, give, err = f.Next(i, p.state, p.recent()); err == nil && give {
			if err = p.give(a); err != nil {
				err = f.Refused(i, p.state, a, err)
			}
		}
		if err == nil {
			continue
		}
		ended = fmt.Sprintf("%v; the play has %d", err, len(f.Entries))
		if f.Fingerprint != saved.Fingerprint(p.game) {
			ended = "the rules have changed since this play was saved; " + ended
		}
		if p.broken {
			if p, _, err = d.replay(setup, p.given); err != nil {
				return "", err
			}
		}
		break
	}
	d.put(p)
	return ended, nil
}

// recent returns the lines of the trace since the last answer.
func (p *play) recent() []trace.Line {
	all := p.recorder.Trace()
	return all[min(p.before, len(all)):]
}
