// This file writes the digest at the end of each card: a fingerprint of all named values that differ from their
// declared initial value, so that a new variable changes no old trace.

package trace

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"rulebound/engine"
	"rulebound/engine/def"
)

// cellName is the name of a cell. Internal cells have no name and no events.
type cellName struct {
	name  string
	typ   def.Type
	quiet bool
}

func cellNames(gd *def.GameDef) []cellName {
	cells := make([]cellName, gd.Cells)
	for i := range gd.Vars {
		v := &gd.Vars[i]
		for j := range v.Len {
			name := gd.VarName(v, int64(j)/int64(gd.Words(v.Type)))
			if at := v.Base + j; at >= 0 && int(at) < len(cells) {
				cells[at] = cellName{name: name, typ: v.Type, quiet: v.Quiet}
			}
		}
	}
	return cells
}

// Canonical returns the text that a digest hashes: in the order of declaration, one line for each variable that
// differs from its initial value, pieces away from home, cards outside the first pile, and lasting effects in force.
func Canonical(g *engine.Game, s *engine.State) []string {
	gd := g.Def()
	var out []string
	for i := range gd.Vars {
		v := &gd.Vars[i]
		if v.Quiet || v.Scope == def.ActionScope {
			continue
		}
		words := int32(gd.Words(v.Type))
		for j := range v.Len / words {
			name := gd.VarName(v, int64(j))
			first := gd.Initial[v.Base+j*words:][:words]
			value, t, err := s.Value(name)
			if err == nil && (words == 1 && value != first[0] || words > 1 && !slices.Equal(s.Each(value, t), def.MembersOf(first))) {
				out = append(out, name+" "+Format(s, value, t))
			}
		}
	}
	for z := range gd.Zones {
		for c, class := range gd.Classes {
			if int(gd.Types[class.Type].Home) == z {
				continue
			}
			if n := s.Count(int32(z), int32(c)); n > 0 {
				out = append(out, fmt.Sprintf("%s %d", gd.PieceName(int32(z), int32(c)), n))
			}
		}
	}
	for p, pile := range gd.Piles {
		cards := s.Cards(int32(p))
		if p == 0 || len(cards) == 0 {
			continue
		}
		names := make([]string, len(cards))
		for i, c := range cards {
			names[i] = gd.Cards[c].ID
		}
		out = append(out, pile.ID+" ["+strings.Join(names, ", ")+"]")
	}
	for _, l := range s.View(0).Lasting {
		out = append(out, "in force "+gd.Lasting[l].ID)
	}
	return out
}

// digest closes the open card.
func (r *Recorder) digest(s *engine.State) {
	if !r.card || s == nil {
		return
	}
	defer func(at *def.NodeDef) { r.at = at }(r.at)
	r.at = nil // no clause causes a digest
	if r.digested += len(r.cells) + len(r.def.Zones)*len(r.def.Classes) + len(r.def.Cards); r.digested > maxDigested {
		r.size = MaxBytes + 1
		return
	}
	lines := Canonical(r.g, s)
	h := fnv.New64a()
	for _, l := range lines {
		h.Write([]byte(l))
		h.Write([]byte{'\n'})
	}
	sum := fmt.Sprintf("%016x", h.Sum64())
	r.add(1, "digest", fmt.Sprintf("digest %s of %d values", sum, len(lines)), Field{"fnv64a", sum}, Field{"values", fmt.Sprint(len(lines))})
}
