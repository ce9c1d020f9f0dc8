// This file makes the pages of the scenarios.

package report

import (
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"

	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/show/steps"
)

// scenarioPath returns the page of a scenario.
func scenarioPath(c *corpus.Case) string { return "scenario/" + c.Name() + ".html" }

// tablePath returns the script with the table of a game for that many seats, which all pages of its scenarios share.
func tablePath(g *Game, seats int) string {
	if seats == len(g.Def.Seats) {
		return "assets/" + g.ID + ".js"
	}
	return fmt.Sprintf("assets/%s-%d.js", g.ID, seats)
}

// table returns the cached table of the game, or of the game with fewer seats.
func (g *Game) table(gd *def.GameDef) *steps.Table {
	n := len(gd.Seats)
	if g.tables[n] == nil {
		g.tables[n] = steps.NewTable(gd)
	}
	return g.tables[n]
}

// seatings lists the possible numbers of players of a game, all seats first.
func seatings(gd *def.GameDef) []int {
	out := []int{len(gd.Seats)}
	for i, o := range gd.Options {
		chosen := make([]int64, len(gd.Options))
		for chosen[i] = range int64(len(o.Values)) {
			if n := gd.Playing(chosen); o.Seats && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// tableFiles emits the scripts with the tables of a game.
func tableFiles(_ *Model, g *Game, emit emit) error {
	for _, n := range seatings(g.Def) {
		text, err := json.Marshal(g.table(g.Def.Seated(n)))
		if err := emit(File{tablePath(g, n), []byte("'use strict';\nconst GAME = " + string(text) + ";\n")}, err); err != nil {
			return err
		}
	}
	return nil
}

// maxDrawn limits the changes and offers on the page of a scenario; beyond it only the script is shown.
const maxDrawn = 1 << 18

// playRecord observes a play for its page: its record, and its checked expectations.
type playRecord struct {
	*steps.Recorder
	claims []claim
}

// scenarioData is the data of the page's scripts.
type scenarioData struct {
	*steps.Record
	Name    string      `json:"name"`
	Rules   []string    `json:"rules"`
	Setup   steps.Setup `json:"setup"`
	Head    int         `json:"head"`    // number of lines of the golden before the first step
	Skipped int         `json:"skipped"` // difference between the line numbers of the golden and of its steps
	Changes []stepData  `json:"lines"`   // replaces those of the record, whose text is in the page
}

// stepData holds, for a line, the number of earlier answers, its changes and its decision.
type stepData []any

// scenarioPage replays a scenario and displays it line by line.
func (m *Model) scenarioPage(g *Game, x *corpus.Play, loaded map[string]*engine.Game) (File, error) {
	if x.Result == nil {
		x = g.playNow(x.Case)
	}
	script := x.Case.Script
	p := &Page{Path: scenarioPath(x.Case), Title: script.Title, Game: g, Place: InScenarios, Wide: true,
		Trail: []Link{{"Scenarios", "scenario/" + g.ID + "/index.html"}, {g.folderTitle(script.Section), "scenario/" + g.ID + "/" + script.Section + ".html"}}}
	values := map[string]any{"Page": p, "Game": g, "Rules": g.ruleLinks(p, script.Rules), "Problem": g.problems[x.Case], "Source": string(script.Source), "File": script.File, "Machine": m.Machine != nil}
	game, err := load(g, scenario.OptionsOf(script), loaded)
	if x.Size > golden.MaxBytes {
		values["Drawn"] = "its trace is longer than a golden may be"
	} else if err == nil && x.Result.Session != nil {
		h := &playRecord{Recorder: steps.New(game, g.table(game.Def()), trace.Header{Title: script.Title, Game: g.ID})}
		h.Bound(maxDrawn)
		if result := scenario.Play(game, script, h); h.Overfull() {
			values["Drawn"] = fmt.Sprintf("it has more than %d changes and answers that could have been given", maxDrawn)
		} else if result.Session != nil {
			record := h.Finish(result.Session.State())
			setup, err := script.Engine(game)
			if err != nil {
				return File{}, err
			}
			h.proofs(record)
			shown := headLines(record)
			p.Data = scenarioData{Record: record, Name: x.Case.Name(), Rules: script.Rules, Setup: steps.SetupOf(setup, scenario.OptionsOf(script)), Head: shown, Skipped: len(x.Lines) - len(record.Lines) + shown, Changes: changes(record, shown)}
			p.Scripts = []string{tablePath(g, len(game.Def().Seats)), "assets/board.js", "assets/stepper.js"}
			p.Sheets = []string{"assets/board.css"}
			values["Board"] = true
			values["Lines"], values["Claims"], values["Last"] = g.traceLines(p, record, shown), h.shown(shown), len(record.Lines)-shown
		}
	}
	return m.page(p, "scenario", values)
}

// playNow plays a case that was not played yet.
func (g *Game) playNow(c *corpus.Case) *corpus.Play {
	out := c.Play()
	delete(g.problems, c)
	if err := out.Problem(); err != nil {
		g.problems[c] = err.Error()
	}
	return out
}

// load loads a game without coverage and caches it by its options.
func load(g *Game, options map[string]string, loaded map[string]*engine.Game) (*engine.Game, error) {
	key := fmt.Sprint(options)
	if loaded[key] == nil {
		game, err := engine.Load(g.Def, options)
		if err != nil {
			return nil, err
		}
		loaded[key] = game
	}
	return loaded[key], nil
}

// headLines counts the head lines of a trace, which repeat what the page says.
func headLines(r *steps.Record) int {
	for i, l := range r.Lines {
		switch l.Kind {
		case "trace", "scenario", "game", "rules":
		default:
			return i
		}
	}
	return len(r.Lines)
}

func changes(r *steps.Record, from int) []stepData {
	out := []stepData{}
	for _, l := range r.Lines[from:] {
		s := stepData{l.Answer}
		if l.Changes != nil || l.Asked >= 0 {
			s = append(s, append([]steps.Change{}, l.Changes...))
		}
		if l.Asked >= 0 {
			s = append(s, l.Asked)
		}
		out = append(out, s)
	}
	return out
}

// traceLines renders the lines of a trace with links to their statements and clauses.
func (g *Game) traceLines(p *Page, r *steps.Record, from int) template.HTML {
	var b strings.Builder
	for i, l := range r.Lines[from:] {
		fmt.Fprintf(&b, `<li id="step-%d" class="k-%s" style="--d:%d"><a class="t" href="#step=%d">%s</a>`, i+1, html.EscapeString(l.Kind), l.Depth, i+1, html.EscapeString(l.Text))
		if target := g.NodeLink(l.Node); target != "" {
			name := "§"
			if rules := g.Def.Nodes[l.Node].Rules; len(rules) > 0 {
				name = rules[0]
			}
			fmt.Fprintf(&b, ` <a class="id" href="%s" title="the statement in the rulebook">%s</a>`, html.EscapeString(p.To(target)), html.EscapeString(name))
		}
		b.WriteString("</li>\n")
	}
	return template.HTML(b.String())
}
