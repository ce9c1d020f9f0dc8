package statements

// This file resolves the statement that records a position for repetition rules.

import (
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

func (p *procedure) position(s *statement, v *formulas.Scope) typed.Action {
	digest := formulas.Op(def.OpDigest, def.TInt, p.Formula(s.Arg.Node, v, def.ZoneSet))
	with := s.Words("with")
	if len(with) > def.MaxArgs {
		p.Errorf(with[def.MaxArgs].Pos, "too-many", "a position is made of at most %d values beside its zones", def.MaxArgs)
		return nil
	}
	for _, n := range with {
		x := p.Formula(n, v, formulas.Any)
		switch {
		case formulas.IsBad(x):
		case x.Type.Kind == def.KTrack:
			x = p.Coerce(x, def.TInt, n.Pos)
		case x == formulas.None:
			p.Errorf(n.Pos, "wrong-type", "none is the same in every position; leave it out")
			x = formulas.Bad
		case x.Type.Kind == def.KPile:
			p.Errorf(n.Pos, "wrong-type", "a pile is the same in every position; write which cards lie in it, set($c in %s), or top(%s)", n.Value, n.Value)
			x = formulas.Bad
		}
		digest.Args = append(digest.Args, x)
	}
	for i := range p.Game.Vars {
		if past := &p.Game.Vars[i]; past.Past {
			return &typed.Record{Past: past, Digest: digest}
		}
	}
	return nil
}
