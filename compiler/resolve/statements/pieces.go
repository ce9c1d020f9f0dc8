package statements

// pieces.go resolves what changes pieces, cards and lasting effects.

import (
	"rulebound/compiler/names"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// group resolves which pieces a statement means: {piece}, or {of, from or in, count or all}; where is from or in.
func (p *procedure) group(word string, e *tree.Entry, where string, v *formulas.Scope) (typed.Group, bool) {
	if n := e.Get("piece"); n != nil {
		return p.piece(n, v)
	}
	of, at := p.part(word, e, "of"), p.part(word, e, where)
	if of == nil || at == nil {
		return typed.Group{}, false
	}
	g := typed.Group{Filter: p.Formula(of, v, def.FilterSet), Count: formulas.Const(def.TInt, def.None)}
	z := p.Formula(at, v, formulas.Any)
	if formulas.IsBad(g.Filter) || formulas.IsBad(z) {
		return g, false
	}
	if z.Type.Kind == def.KZone && !e.Flag("all") {
		g.Zone = z
		if n := e.Get("count"); n != nil {
			g.Count = p.Formula(n, v, def.TInt)
		}
		return g, !formulas.IsBad(g.Count)
	}
	return g, p.inAll(&g, z, e, at)
}

// inAll makes g the pieces in all zones of z, which stands at at.
func (p *procedure) inAll(g *typed.Group, z *def.Expr, e *tree.Entry, at *source.Node) bool {
	if z.Type.Kind != def.KZone && z.Type.Kind != def.KSet {
		p.Errorf(at.Pos, "wrong-type", "a zone is expected, this is %s", p.Describe(z.Type))
		return false
	}
	g.Set = p.Coerce(z, def.ZoneSet, at.Pos)
	count := e.Get("count")
	switch {
	case formulas.IsBad(g.Set):
		return false
	case count != nil:
		p.Errorf(count.Pos, "wrong-type", "count needs a single zone; take lets a seat choose among several")
		return false
	case !e.Flag("all"):
		p.Errorf(at.Pos, "wrong-type", "a set of zones needs all: true")
		return false
	}
	return true
}

// part is a key that a group of pieces needs, nil if it is missing, which is reported.
func (p *procedure) part(word string, e *tree.Entry, key string) *source.Node {
	n := e.Get(key)
	if n == nil && !e.Unsure {
		p.Errorf(e.Node.Pos, "missing-key", "%s needs %s:", word, key)
	}
	return n
}

// piece is the group of a single piece.
func (p *procedure) piece(n *source.Node, v *formulas.Scope) (typed.Group, bool) {
	x := p.Formula(n, v, def.TPiece)
	if formulas.IsBad(x) {
		return typed.Group{}, false
	}
	return typed.Group{Filter: formulas.Op(def.OpPieceClass, def.FilterSet, x), Count: formulas.Const(def.TInt, 1), Zone: formulas.Op(def.OpPieceZone, def.TZone, x)}, true
}

// move resolves move and remove.
func (p *procedure) move(s *statement, v *formulas.Scope) typed.Action {
	out := &typed.Move{Mark: -1}
	var to *source.Node
	var ok bool
	e := s.Arg.Entry
	switch {
	case e != nil:
		out.Pieces, ok = p.group(s.Word, e, "from", v)
		to = e.Get("to")
	default:
		out.Pieces, ok = p.piece(s.Arg.Node, v)
		to = s.Get("to")
	}
	if s.Word == "move" {
		if to == nil {
			return nil
		}
		if to.Kind != source.Scalar || to.Value != "home" {
			out.To = p.Formula(to, v, def.TZone)
			ok = ok && !formulas.IsBad(out.To)
		}
	}
	if mark := e.Get("mark"); mark != nil && ok {
		ok = p.arrival(out, e, mark)
	}
	if !ok {
		return nil
	}
	return out
}

// arrival gives a piece a mark when it arrives.
func (p *procedure) arrival(m *typed.Move, e *tree.Entry, mark *source.Node) (ok bool) {
	if e.Get("piece") == nil || m.To == nil {
		p.Errorf(mark.Pos, "wrong-type", "mark goes with a piece that moves on the map: {piece: $p, to: zone, mark: name}")
		return false
	}
	m.Mark, ok = p.markOf(mark)
	return ok
}

func (p *procedure) markOf(n *source.Node) (int32, bool) {
	p.Uses(n.Pos, names.Thing{Sort: names.Mark, Name: n.Value})
	return p.known(p.Syms.Pieces.Mark, n, "pieces have no mark")
}

func (p *procedure) flip(s *statement, v *formulas.Scope) typed.Action {
	g, ok := p.group("flip", s.Arg.Entry, "in", v)
	to := s.Arg.Entry.Get("to")
	if to == nil {
		return nil
	}
	p.Uses(to.Pos, names.Thing{Sort: names.Status, Name: to.Value})
	status, known := p.known(p.Syms.Pieces.Status, to, "pieces have no status")
	if !ok || !known {
		return nil
	}
	return &typed.Flip{Pieces: g, Status: status}
}

func (p *procedure) tag(s *statement, v *formulas.Scope) typed.Action {
	e := s.Arg.Entry
	g, ok := p.group("tag", e, "in", v)
	mark := e.Get("mark")
	if mark == nil {
		return nil
	}
	i, known := p.markOf(mark)
	if !ok || !known {
		return nil
	}
	if g.Set != nil {
		p.Errorf(s.Node.Pos, "wrong-type", "a mark is set in one zone at a time; write for: {$zone: …}, do: [{tag: {of: …, in: $zone, mark: %s}}]", mark.Value)
		return nil
	}
	return &typed.Tag{Pieces: g, Mark: i, Off: e.Flag("off")}
}

func (p *procedure) untag(s *statement, _ *formulas.Scope) typed.Action {
	if i, ok := p.markOf(s.Arg.Node); ok {
		return &typed.Untag{Mark: i}
	}
	return nil
}

func (p *procedure) card(s *statement, v *formulas.Scope) typed.Action {
	card, to, at := s.Arg.Node, s.Get("to"), s.Text("at")
	if e := s.Arg.Entry; e != nil {
		card, to, at = e.Get("card"), e.Get("to"), e.Text("at")
	}
	x, pile := p.Formula(card, v, def.TCard), p.Formula(to, v, def.TPile)
	if formulas.IsBad(x) || formulas.IsBad(pile) {
		return nil
	}
	return &typed.Card{Card: x, Pile: pile, At: map[string]int32{"bottom": 1, "under": 2}[at]}
}

func (p *procedure) activate(s *statement, v *formulas.Scope) typed.Action {
	what, window := s.Arg.Node, s.Get("duration")
	if e := s.Arg.Entry; e != nil {
		what, window = e.Get("lasting"), e.Get("duration")
	}
	out := &typed.Activate{Lasting: p.Formula(what, v, def.TLasting), Duration: -1}
	ok := !formulas.IsBad(out.Lasting)
	if window != nil {
		var known bool
		if out.Duration, known = p.duration(window); known {
			p.Windows = append(p.Windows, window)
		}
		ok = ok && known
	}
	if !ok {
		return nil
	}
	return out
}

func (p *procedure) duration(n *source.Node) (int32, bool) {
	p.Uses(n.Pos, names.Thing{Sort: names.Duration, Name: n.Value})
	return p.known(p.Syms.Durations, n, "there is no duration")
}

func (p *procedure) end(s *statement, v *formulas.Scope) typed.Action {
	if x := p.Formula(s.Arg.Node, v, def.TLasting); !formulas.IsBad(x) {
		return &typed.End{Lasting: x}
	}
	return nil
}

func (p *procedure) expire(s *statement, _ *formulas.Scope) typed.Action {
	out := &typed.Expire{To: -1}
	var ok bool
	if out.Duration, ok = p.duration(s.Arg.Node); !ok {
		return nil
	}
	if to := s.Get("to"); to != nil {
		if out.To, ok = p.duration(to); !ok {
			return nil
		}
	}
	return out
}
