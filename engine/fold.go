package engine

import "rulebound/engine/def"

// Folder computes expressions without a state, by the machine's own operators. (Signature only: its owner is writing it.)
type Folder struct{}

// NewFolder folds expressions of gd, which may still be under construction: only what is filled in is known.
func NewFolder(gd *def.GameDef) *Folder { return &Folder{} }

// WithOptions gives the values of the game's options; without it they are unknown.
func (f *Folder) WithOptions(values []int64) *Folder { return f }

// WithCalls looks into functions of the rulebook.
func (f *Folder) WithCalls() *Folder { return f }

// Fold computes e; false if it needs a state, an unknown option or binding, or if it would be a fault.
func (f *Folder) Fold(e *def.Expr, bound map[int64]int64) (int64, bool) { panic("not written yet") }
