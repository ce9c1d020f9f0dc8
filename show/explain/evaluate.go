package explain

// This file evaluates a formula given by the user.

import (
	"io/fs"
	"path"

	"rulebound/compiler"
	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

// Scope is a moment at which formulas are evaluated. They may use the names that functions of the rulebook may use,
// and the local values of the running procedure.
type Scope struct {
	Locals []string // names of the procedure's local values, with $

	fsys   fs.FS
	moment Moment
	locals []local
}

// NewScope plays the scenario up to a moment, which is after the event of its line.
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

// Evaluate compiles a formula and evaluates it, with its parts. The error for an invalid formula is a *corpus.Broken.
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
