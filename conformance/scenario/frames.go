// This file tracks the open bodies and calls of a play, to which answers within them belong.

package scenario

import "rulebound/engine"

// frames are the open bodies of picks and calls, outermost first. They stay open from line to line.
type frames []frame

// frame is an open body or call.
type frame struct {
	kind    engine.EventKind // BodyBegan or Called
	index   int64            // decision or procedure
	answers *answers         // of the line; nil if it has none for it
}

func (f *frames) open(kind engine.EventKind, index int64, a *answers) {
	*f = append(*f, frame{kind, index, a})
}

// leave closes the innermost frame of a kind and what is open within it; it does nothing if there is none.
func (f *frames) leave(kind engine.EventKind, index int64) {
	for i := len(*f) - 1; i >= 0; i-- {
		if (*f)[i].kind == kind && (*f)[i].index == index {
			*f = (*f)[:i]
			return
		}
	}
}

// scopes lists the answers of the frames, innermost first, and those of the line.
func (f frames) scopes(root *answers) []*answers {
	var out []*answers
	for i := len(f) - 1; i >= 0; i-- {
		if f[i].answers != nil {
			out = append(out, f[i].answers)
		}
	}
	return append(out, root)
}

// body returns the answers for the body of a pick's member that begins now, nil if there are none.
func (f frames) body(root *answers, decision, member string) *answers {
	for _, scope := range f.scopes(root) {
		x := scope.find(decision)
		if x == nil || x.picks == nil {
			continue
		}
		for i := len(x.picks) - 1; i >= 0; i-- {
			p := x.picks[i]
			if p.next > 0 && p.next <= len(p.members) && p.members[p.next-1].name == member {
				return p.members[p.next-1].body
			}
		}
	}
	return nil
}
