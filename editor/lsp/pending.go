package lsp

// pending.go completes scenarios: it plays the moves before the cursor, and offers the pending decisions and their answers.

import (
	"context"
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/conformance/overlay"
	"rulebound/conformance/scenario"
	spelled "rulebound/conformance/scenario/names"
	"rulebound/editor/index"
	"rulebound/engine"
	"rulebound/engine/def"
)

// maxOffered limits the stored answers of a decision.
const maxOffered = 400

// pending is a decision that a move reaches.
type pending struct {
	name, seat string
	answers    []string
	titles     map[string]string
}

// watch records the decisions that the last line of a script reaches.
type watch struct {
	asked []pending
}

func (*watch) Event(*engine.State, *engine.Event)           {}
func (w *watch) Line(*scenario.Line)                        { w.asked = nil }
func (w *watch) Answering(s *engine.State, _ engine.Answer) { w.note(s) }

// note records the pending decision.
func (w *watch) note(s *engine.State) {
	d := s.Decision()
	if d == nil || len(w.asked) > 200 {
		return
	}
	gd := s.Game().Def()
	p := pending{name: d.Name, seat: gd.SeatName(int64(d.Seat)), titles: map[string]string{}}
	for _, a := range spelled.Offered(s.Game(), d) {
		if len(p.answers) == maxOffered {
			break
		}
		p.answers = append(p.answers, a)
		if title := titleOf(gd, d, a); title != a {
			p.titles[a] = title
		}
	}
	w.asked = append(w.asked, p)
}

// titleOf returns the title of an answer: that of the member, or of the procedure that an option calls.
func titleOf(gd *def.GameDef, d *engine.Decision, answer string) string {
	if v, ok := gd.Value(answer, d.Elem); ok && d.Elem.Kind != def.KNone {
		if d.Elem.Kind == def.KProc && v >= 0 {
			return gd.Procs[v].Title
		}
		return gd.Entitled(v, d.Elem)
	}
	for i := range gd.Procs {
		if gd.Procs[i].ID == answer {
			return gd.Procs[i].Title
		}
	}
	return ""
}

// inScenario lists the completions at a place of a scenario.
func (s *Server) inScenario(_ context.Context, doc *page, x *index.Index, at diag.Pos) ([]index.Item, bool) {
	spot := index.SpotAt(doc.lines, 1, at.Line, at.Col)
	o := index.NewOffer(string([]rune(doc.lines[at.Line-1])[spot.From-1 : max(at.Col, spot.From)-1]))
	allowed := index.Scenarios.At(spot)
	keys := make([]string, 0, len(spot.Path))
	for _, step := range spot.Path {
		if step.Key != "" {
			keys = append(keys, step.Key)
		}
	}
	top := ""
	if len(keys) > 0 {
		top = keys[0]
	}
	inMove := top == "moves" && !slices.Contains(keys, "expect") && !slices.Contains(keys, "chance")
	if inMove {
		s.offerMoves(doc, x, spot, at, o)
	}
	if spot.AtKey {
		for i := range allowed.Keys {
			if k := &allowed.Keys[i]; !slices.Contains(spot.Keys, k.Name) {
				o.Add(index.Item{Label: k.Name, Kind: "key", Detail: k.Doc, Insert: k.Name + ": ", Doc: index.Scenarios.KeyDoc(k)})
			}
		}
	}
	last := ""
	if len(keys) > 0 {
		last = keys[len(keys)-1]
	}
	switch {
	case last == "rules" || last == "because":
		for _, u := range x.All(names.Clause) {
			o.Add(index.Item{Label: u.Thing.Name, Kind: x.Kind(u.Thing), Detail: x.Title(u.Thing)})
		}
	case last == "scenario" && x.Symbols != nil && x.Rules != nil:
		for _, setup := range x.Rules.Game.Setups {
			o.Add(index.Item{Label: setup.ID, Kind: "set-up", Detail: setup.Title})
		}
	case last == "game":
		o.Add(index.Item{Label: x.ID, Kind: "game"})
	case slices.Contains([]string{"offered", "notOffered", "notAsked", "decided", "decision"}, last) && x.Game != nil:
		for _, name := range spelled.Decisions(x.Game) {
			o.Add(index.Item{Label: name, Kind: "decision"})
		}
	case last == "noted" && x.Game != nil:
		for _, name := range spelled.Notes(x.Game) {
			o.Add(index.Item{Label: name, Kind: "note"})
		}
	}
	if !inMove && top != "title" && last != "rules" && last != "because" {
		ids(x, keys, o)
	}
	return o.Ranked()
}

// ids offers the ids for a place of a scenario outside of moves.
func ids(x *index.Index, keys []string, o *index.Offer) {
	if x.Symbols == nil || len(keys) == 0 {
		return
	}
	fits := func(s *declare.Symbol) bool { return true }
	switch last := keys[len(keys)-1]; {
	case last == "deck" || slices.Contains(keys, "piles") && last != "piles":
		fits = func(s *declare.Symbol) bool { return s.Type == def.TCard }
	case last == "lasting":
		fits = func(s *declare.Symbol) bool { return s.Type == def.TLasting && s.Kind == declare.Const }
	case last == "pieces":
		fits = func(s *declare.Symbol) bool { return s.Type == def.TZone }
	case len(keys) > 1 && keys[len(keys)-2] == "pieces":
		fits = func(s *declare.Symbol) bool { return s.Kind == declare.PieceType }
	case last == "sees" || last == "result" || last == "asked" || last == "seat":
		fits = func(s *declare.Symbol) bool { return s.Type == def.TSeat }
	case slices.Contains(keys, "state") || slices.Contains(keys, "values") || slices.Contains(keys, "watched") || slices.Contains(keys, "sees"):
	default:
		return
	}
	for _, u := range x.All(names.Shared) {
		if s := x.Symbols.Names[u.Thing.Name]; s != nil && fits(s) {
			o.Add(index.Item{Label: s.Name, Kind: x.Kind(u.Thing), Detail: x.Title(u.Thing)})
		}
	}
}

// offerMoves offers seats, the decisions that the move at the cursor reaches, and their answers.
func (s *Server) offerMoves(doc *page, x *index.Index, spot index.Spot, at diag.Pos, o *index.Offer) {
	s.mu.Lock()
	files := s.files
	s.mu.Unlock()
	seat := func(name string) bool {
		symbol := (*declare.Symbol)(nil)
		if x.Symbols != nil {
			symbol = x.Symbols.Names[name]
		}
		return symbol != nil && symbol.Type == def.TSeat
	}
	path := spot.Path
	if len(path) < 2 { // `moves:` itself
		return
	}
	key, has := "", spot.Keys
	if len(path) > 2 {
		key, has = path[2].Key, path[2].Keys
	}
	words := ""
	if seat(key) {
		words = strings.TrimSpace(strings.TrimSuffix(spot.Before, string([]rune(doc.lines[at.Line-1])[spot.From-1:max(at.Col, spot.From)-1])))
	}
	asked, err := doc.game.until(x, files, doc, at, key, words)
	if err != nil || len(asked) == 0 {
		if x.Game != nil {
			for i := range x.Game.Decisions {
				if d := &x.Game.Decisions[i]; d.Name == key {
					for _, option := range spelled.OptionNames(d.Options) {
						o.Add(index.Item{Label: option, Kind: "answer to " + key})
					}
					for _, id := range x.Game.IDs(d.Elem) {
						o.Add(index.Item{Label: id, Kind: "answer to " + key})
					}
				}
			}
		}
		if len(asked) == 0 && key == "" && len(has) == 0 && x.Game != nil {
			for _, seat := range x.Game.Seats {
				o.Add(index.Item{Label: seat.ID, Kind: "seat", Detail: seat.Title, Insert: seat.ID + ": "})
			}
		}
		return
	}
	switch {
	case key == "" && !slices.ContainsFunc(has, seat): // a new move
		p := asked[len(asked)-1]
		o.Add(index.Item{Label: p.seat, Kind: "seat", Detail: "is asked " + p.name + ": " + strings.Join(p.answers[:min(len(p.answers), 8)], ", "), Insert: p.seat + ": ", First: true})
	case key == "":
		for _, p := range asked {
			if !slices.Contains(has, p.name) {
				o.Add(index.Item{Label: p.name, Kind: "decision", Detail: "of " + p.seat + ": " + strings.Join(p.answers[:min(len(p.answers), 8)], ", "), Insert: p.name + ": ", First: true})
			}
		}
	case seat(key):
		offerAnswers(o, asked[len(asked)-1])
	default:
		for _, p := range asked {
			if p.name == key {
				offerAnswers(o, p)
				return
			}
		}
		offerAnswers(o, asked[len(asked)-1])
	}
}

func offerAnswers(o *index.Offer, p pending) {
	for _, a := range p.answers {
		o.Add(index.Item{Label: a, Kind: "answer to " + p.name, Detail: p.titles[a], First: true})
	}
}

// until plays a scenario up to the cursor, without the key at the cursor, and returns the decisions that the last
// line reaches, including the pending one at the end. words are those of the move before the cursor.
func (g *game) until(x *index.Index, files *overlay.FS, doc *page, at diag.Pos, key, words string) ([]pending, error) {
	before := slices.Clone(doc.lines[:at.Line-1])
	line := doc.lines[at.Line-1]
	if i := strings.Index(line, key+":"); key != "" && i > 0 {
		rest := strings.TrimRight(line[:i], " ")
		switch {
		case words != "":
			before = append(before, line[:i]+key+": "+words)
		case strings.Trim(rest, "- {[,") != "":
			before = append(before, closed(rest))
		}
	} else if rest := strings.TrimRight(string([]rune(line)[:at.Col-1]), " "); key == "" && strings.Trim(rest, "- {[,") != "" && strings.Contains(rest, "{") {
		before = append(before, closed(rest))
	}
	text := strings.Join(before, "\n") + "\n"
	script, _ := scenario.Parse(doc.name, []byte(text+"expect: {asked: x}\n"))
	if script == nil {
		var list diag.List
		if script, list = scenario.Parse(doc.name, []byte(strings.TrimRight(text, "\n")+" []\nexpect: {asked: x}\n")); script == nil { // `moves:` without a move
			return nil, list.Err()
		}
	}
	var items []scenario.Item
	for _, item := range script.Items {
		if item.Line != nil {
			plain := *item.Line
			plain.Expect = nil
			items = append(items, scenario.Item{Line: &plain})
		}
	}
	script.Items = items
	w := &watch{}
	result, err := g.play(x, files, script, w)
	if err != nil {
		return nil, err
	}
	if n := len(items); key == "" && n > 0 { // the words have answered the first ones
		w.asked = w.asked[min(len(items[n-1].Line.Words), len(w.asked)):]
	}
	if result.Session != nil {
		w.note(result.Session.State())
	}
	return w.asked, nil
}

// closed closes the brackets of a line.
func closed(line string) string {
	line = strings.TrimRight(line, ", ")
	var open []rune
	for _, r := range line {
		switch r {
		case '{':
			open = append(open, '}')
		case '[':
			open = append(open, ']')
		case '}', ']':
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
	slices.Reverse(open)
	return line + string(open)
}
