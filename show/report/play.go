// This file makes the page for playing a game from its set-up.

package report

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/base64"

	"rulebound/conformance/trace"
	"rulebound/show/steps"
)

// playData is the data of the page's script.
type playData struct {
	Setups  []choice `json:"setups"`
	Options []choice `json:"options"`
	Seats   []choice `json:"-"` // that play at first, as viewers; empty if all know the same
}

// choice is a set-up, or an option with its values.
type choice struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	Values  []string `json:"values,omitempty"`
	Default string   `json:"-"`
	Seats   bool     `json:"seats,omitempty"` // its value is the number of players
}

// PlayPath returns the page for continuing a saved play, relative to the address of the report.
func PlayPath(game string, play []byte) string {
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression) // the level is valid
	_, _ = w.Write(play)                                    // writing to memory cannot fail
	_ = w.Close()
	return string(InPlay) + "/" + game + "/index.html#play=" + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

// playFiles emits the page for playing a game, and the script with its rules.
func playFiles(m *Model, g *Game, emit emit) error {
	if err := emit(rulesFile(m, g)); err != nil {
		return err
	}
	return emit(m.playPage(g))
}

func (m *Model) playPage(g *Game) (File, error) {
	data := playData{Setups: []choice{}, Options: []choice{}}
	var chosen []int64
	for _, s := range g.Def.Setups {
		data.Setups = append(data.Setups, choice{ID: s.ID, Title: cmp.Or(s.Title, steps.Words(s.ID))})
	}
	for _, o := range g.Def.Options {
		x := choice{ID: o.ID, Title: cmp.Or(o.Title, steps.Words(o.ID)), Values: o.Values, Seats: o.Seats}
		if int(o.Default) < len(o.Values) {
			x.Default = o.Values[o.Default]
		}
		data.Options, chosen = append(data.Options, x), append(chosen, int64(o.Default))
	}
	playing := g.Def.Playing(chosen)
	if trace.Hides(g.Def) {
		for _, s := range g.Def.Seats[:playing] {
			data.Seats = append(data.Seats, choice{ID: s.ID, Title: cmp.Or(s.Title, steps.Words(s.ID))})
		}
	}
	p := &Page{Path: InPlay.home(g), Title: "Play", Game: g, Place: InPlay, Wide: true, Data: data,
		Scripts: []string{tablePath(g, playing), "assets/board.js", "assets/play.js", "assets/game.js"}, Sheets: []string{"assets/board.css"}}
	return m.page(p, "game", data)
}
