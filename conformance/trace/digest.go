// This file writes the digest that closes each card: a fingerprint of everything in the position that has a name and
// differs from how the game declares it at the start, so that a new variable changes no old trace.

package trace

import (
	"fmt"
	"hash/fnv"
	"strings"

	"rulebound/engine"
)

// cellName is what a cell is called; a cell of the machine's own has no name.
type cellName struct {
	name  string
	typ   engine.Type
	quiet bool
}

func cellNames(def *engine.GameDef) []cellName {
	cells := make([]cellName, def.Cells)
	for i := range def.Vars {
		v := &def.Vars[i]
		for j := range v.Len {
			name := v.ID
			if v.Per != engine.KNone {
				name = indexName(def, v.Per, j) + "." + v.ID
			}
			if at := v.Base + j; at >= 0 && int(at) < len(cells) {
				cells[at] = cellName{name: name, typ: v.Type, quiet: v.Quiet}
			}
		}
	}
	return cells
}

func indexName(def *engine.GameDef, per engine.Kind, i int32) string {
	switch {
	case per == engine.KSeat && int(i) < len(def.Seats):
		return def.Seats[i].ID
	case per == engine.KZone && int(i) < len(def.Zones):
		return def.Zones[i].ID
	case per == engine.KCard && int(i) < len(def.Cards):
		return def.Cards[i].ID
	}
	return fmt.Sprint(i)
}

// Canonical gives the text behind a digest: one line for each named value that differs from its declared initial value,
// in order of declaration. Variables differ from their initial value, pieces stand elsewhere than at home, cards lie
// elsewhere than in the first pile, lasting effects are in force.
func Canonical(g *engine.Game, s *engine.State) []string {
	def := g.Def()
	r := &Recorder{g: g, def: def}
	var out []string
	for _, v := range def.Vars {
		if v.Quiet || v.Scope == engine.ActionScope {
			continue
		}
		for j := range v.Len {
			name := v.ID
			if v.Per != engine.KNone {
				name = indexName(def, v.Per, j) + "." + v.ID
			}
			value, t, err := s.Value(name)
			if err == nil && value != def.Initial[v.Base+j] {
				out = append(out, name+" "+r.format(value, t))
			}
		}
	}
	for z, zone := range def.Zones {
		for c, class := range def.Classes {
			if int(def.Types[class.Type].Home) == z {
				continue
			}
			if n := s.Count(int32(z), int32(c)); n > 0 {
				out = append(out, fmt.Sprintf("%s.%s %d", zone.ID, class.ID, n))
			}
		}
	}
	for p, pile := range def.Piles {
		cards := s.Cards(int32(p))
		if p == 0 || len(cards) == 0 {
			continue
		}
		names := make([]string, len(cards))
		for i, c := range cards {
			names[i] = def.Cards[c].ID
		}
		out = append(out, pile.ID+" ["+strings.Join(names, ", ")+"]")
	}
	for _, l := range s.View(0).Lasting {
		out = append(out, "in force "+def.Lasting[l].ID)
	}
	return out
}

// digest closes the card that is open.
func (r *Recorder) digest(s *engine.State) {
	if !r.card || s == nil {
		return
	}
	r.card = false
	lines := Canonical(r.g, s)
	h := fnv.New64a()
	for _, l := range lines {
		h.Write([]byte(l))
		h.Write([]byte{'\n'})
	}
	sum := fmt.Sprintf("%016x", h.Sum64())
	r.add(1, "digest", fmt.Sprintf("digest %s of %d values", sum, len(lines)), Field{"fnv64a", sum}, Field{"values", fmt.Sprint(len(lines))})
}
