package statements

// This file resolves statements that change pieces, cards and lasting effects.

import (
	"rulebound/compiler/names"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// group resolves the pieces of a statement: {piece}, or {of, from or in, count or all}; where is "from" or "in".
func (p *procedure) group(word string, e *tree.Entry, where string, v *formulas.Scope) typed.Group {
	if n := e.Get("piece"); n != nil {
		return p.piece(n, v)
	}
	of, at := p.part(word, e, "of"), p.part(word, e, where)
	g := typed.Group{Filter: p.Formula(of, v, def.FilterSet), Count: formulas.Const(def.TInt, def.None)}
	z := p.Formula(at, v, formulas.Any)
	switch {
	case formulas.IsBad(z):
	case z.Type.Kind == def.KZone && !e.Flag("all"):
		g.Zone = z
		if n := e.Get("count"); n != nil {
			g.Count = p.Formula(n, v, def.TInt)
		}
	case z.Type.Kind != def.KZone && z.Type.Kind != def.KSet:
		p.Errorf(at.Pos, "wrong-type", "a zone is expected, this is %s", p.Describe(z.Type))
	default:
		g.Set = p.inAll(word, z, e, at)
	}
	return g
}

// inAll converts z, the value of node at, to a set of zones. It returns Bad after an error.
func (p *procedure) inAll(word string, z *def.Expr, e *tree.Entry, at *source.Node) *def.Expr {
	set, count := p.Coerce(z, def.ZoneSet, at.Pos), e.Get("count")
	switch {
	case formulas.IsBad(set):
	case count != nil:
		p.Errorf(count.Pos, "wrong-type", "count needs a single zone; take lets a seat choose among several")
	case word == "tag":
		p.Errorf(at.Pos, "wrong-type", "a mark is set in one zone at a time; write for: {$zone: …}, do: [{tag: {of: …, in: $zone, …}}]")
	case e.Unsure: // `all` may be the key that was not understood
	case !e.Flag("all"):
		p.Errorf(at.Pos, "wrong-type", "a set of zones needs all: true")
	default:
		return set
	}
	return formulas.Bad
}

// part returns a key that a group of pieces requires. It reports an error and returns nil if the key is missing.
func (p *procedure) part(word string, e *tree.Entry, key string) *source.Node {
	n := e.Get(key)
	if n == nil && !e.Unsure {
		p.Errorf(e.Node.Pos, "missing-key", "%s needs %s:", word, key)
	}
	return n
}

func (p *procedure) piece(n *source.Node, v *formulas.Scope) typed.Group {
	return single(p.some(n, v, def.TPiece))
}

func single(x *def.Expr) typed.Group {
	return typed.Group{Filter: formulas.Op(def.OpPieceClass, def.FilterSet, x), Count: formulas.Const(def.TInt, 1), Zone: formulas.Op(def.OpPieceZone, def.TZone, x)}
}

// move resolves `move` and `remove`.
func (p *procedure) move(s *statement, v *formulas.Scope) typed.Action {
	out := &typed.Move{Mark: -1}
	var to *source.Node
	e := s.Arg.Entry
	if e != nil {
		out.Pieces, to = p.group(s.Word, e, "from", v), e.Get("to")
	} else {
		out.Pieces, to = p.piece(s.Arg.Node, v), s.Get("to")
	}
	if to == nil { // home, or already reported
		return out
	}
	if to.Value != "home" {
		out.To = p.some(to, v, def.TZone)
	}
	if mark := e.Get("mark"); mark != nil {
		p.arrival(out, e, mark)
	}
	return out
}

// arrival resolves the mark that a piece gets when it arrives.
func (p *procedure) arrival(m *typed.Move, e *tree.Entry, mark *source.Node) {
	switch {
	case e.Get("piece") != nil && m.To != nil:
		m.Mark = p.markOf(mark)
	case !e.Unsure && (e.Get("piece") != nil || e.Get("of") != nil):
		p.Errorf(mark.Pos, "wrong-type", "mark goes with a piece that moves on the map: {piece: $p, to: zone, mark: name}")
	}
}

func (p *procedure) markOf(n *source.Node) int32 {
	p.Uses(n.Pos, names.Thing{Sort: names.Mark, Name: n.Value})
	return p.known(p.Syms.Pieces.Mark, n, "pieces have no mark")
}

func (p *procedure) flip(s *statement, v *formulas.Scope) typed.Action {
	out := &typed.Flip{Pieces: p.group("flip", s.Arg.Entry, "in", v)}
	if to := s.Arg.Entry.Get("to"); to != nil {
		p.Uses(to.Pos, names.Thing{Sort: names.Status, Name: to.Value})
		out.Status = p.known(p.Syms.Pieces.Status, to, "pieces have no status")
	}
	return out
}

func (p *procedure) tag(s *statement, v *formulas.Scope) typed.Action {
	e := s.Arg.Entry
	g, mark := p.group("tag", e, "in", v), e.Get("mark")
	if mark == nil {
		return nil
	}
	return &typed.Tag{Pieces: g, Mark: p.markOf(mark), Off: e.Flag("off")}
}

func (p *procedure) untag(s *statement, _ *formulas.Scope) typed.Action {
	return &typed.Untag{Mark: p.markOf(s.Arg.Node)}
}

func (p *procedure) card(s *statement, v *formulas.Scope) typed.Action {
	card, to, at := s.Arg.Node, s.Get("to"), s.Text("at")
	if e := s.Arg.Entry; e != nil {
		card, to, at = e.Get("card"), e.Get("to"), e.Text("at")
	}
	return &typed.Card{Card: p.some(card, v, def.TCard), Pile: p.some(to, v, def.TPile), At: map[string]int32{"bottom": 1, "under": 2}[at]}
}

func (p *procedure) activate(s *statement, v *formulas.Scope) typed.Action {
	what, window := s.Arg.Node, s.Get("duration")
	if e := s.Arg.Entry; e != nil {
		what, window = e.Get("lasting"), e.Get("duration")
	}
	out := &typed.Activate{Lasting: p.some(what, v, def.TLasting), Duration: -1}
	if window != nil {
		out.Duration = p.duration(window)
		p.Windows = append(p.Windows, window)
	}
	return out
}

func (p *procedure) duration(n *source.Node) int32 {
	p.Uses(n.Pos, names.Thing{Sort: names.Duration, Name: n.Value})
	return p.known(p.Syms.Durations, n, "there is no duration")
}

func (p *procedure) end(s *statement, v *formulas.Scope) typed.Action {
	return &typed.End{Lasting: p.some(s.Arg.Node, v, def.TLasting)}
}

func (p *procedure) expire(s *statement, _ *formulas.Scope) typed.Action {
	out := &typed.Expire{Duration: p.duration(s.Arg.Node), To: -1}
	if to := s.Get("to"); to != nil {
		out.To = p.duration(to)
	}
	return out
}
