package explain

// This file evaluates a formula given by the user.

import (
	"io/fs"
	"path"

	"rulebound/compiler"
	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

// Scope is a moment at which formulas are evaluated. They may name what the functions of the rulebook may, and the values of the procedure
// that runs.
type Scope struct {
	Locals []string // names of the values of the procedure, with $

	fsys   fs.FS
	moment Moment
	locals []local
}

// NewScope plays the scenario to a moment: after its line was written.
func NewScope(fsys fs.FS, m Moment) (*Scope, error) {
	p, err := m.play(m.Case.Game.Def)
	if err != nil {
		return nil, err
	}
	x := &Scope{fsys: fsys, moment: m}
	if frames := p.after.Frames(); len(frames) > 0 {
		x.locals = locals(m.Case.Game.Def, frames[0])
	}
	for _, l := range x.locals {
		x.Locals = append(x.Locals, "$"+l.Name)
	}
	return x, nil
}

// Evaluate compiles a formula and evaluates it, with its parts. What is wrong with the formula is a *corpus.Broken.
func (x *Scope) Evaluate(text string) (*Value, error) {
	f := compiler.Formula{Text: text}
	for _, l := range x.locals {
		f.Params = append(f.Params, l.Param)
	}
	gd, at, book, list := compiler.CompileFormula(x.fsys, path.Join(corpus.GamesDir, x.moment.Case.Game.ID), &f)
	if gd == nil {
		b := &corpus.Broken{What: "the formula cannot be evaluated", List: list}
		if book != nil {
			b.Source = book.Source
		}
		return nil, b
	}
	s, bound := newSheet(gd, -1, nil), map[int64]*def.Expr{}
	for i, l := range x.locals {
		v := l.words[0]
		if gd.Wide(l.Type) {
			v = s.gd.Keep(l.words)
		}
		bound[int64(gd.Functions[at].Params[i])] = &def.Expr{Op: def.OpConst, Type: l.Type, I: v}
	}
	v := s.add(gd.Functions[at].Body, bound)
	v.Formula = text
	return v, s.compute(x.moment, false)
}
