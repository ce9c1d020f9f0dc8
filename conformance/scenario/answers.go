// This file holds the answers of a line and which of them were used. Answers are looked up by the decision's name,
// from the body of the innermost pick outwards, and each is used once.

package scenario

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
)

// answers is a mapping of answers, with the part that was used.
type answers []*answer

// answer is the answer to the decisions of one name. Its rounds answer them in turn: a list is one round of a pick or
// a subset, but for any other decision has a round in each entry.
type answer struct {
	name  string
	pos   diag.Pos
	node  *source.Node
	next  int     // rounds used up
	picks []*pick // the rounds of a pick, nil until it is first pending
	whole bool    // a subset's list was used as one answer
}

// pick is one round of a pick: its members in order, each with the answers inside its body.
type pick struct {
	pos     diag.Pos
	members []member
	next    int
	closed  bool
	taken   int // members answered, side options not counted
}

type member struct {
	name string
	pos  diag.Pos
	body answers
}

func newAnswers(pairs []source.Pair) (list answers) {
	for _, p := range pairs {
		list = append(list, &answer{name: p.Key.Value, pos: p.Key.Pos, node: p.Value})
	}
	return list
}

// find returns the answer to decisions of that name, nil if there is none.
func (a answers) find(name string) *answer {
	for _, x := range a {
		if x.name == name {
			return x
		}
	}
	return nil
}

// unused lists the answers that no decision used.
func (a answers) unused() []leftover {
	var out []leftover
	for _, x := range a {
		switch {
		case x.picks != nil:
			for i, p := range x.picks {
				if i > x.next || i == x.next && !p.closed && p.next == 0 && len(p.members) == 0 {
					out = append(out, leftover{name: x.name, pos: p.pos, why: "was not asked again"})
					continue
				}
				for j, m := range p.members {
					if j >= p.next {
						out = append(out, leftover{x.name + " " + m.name, m.pos, "was not asked for", unasked(x.name, i+p.next), nil})
						continue
					}
					out = append(out, m.body.unused()...)
				}
			}
		case x.whole:
		case x.node.Kind == source.List && x.next < len(x.node.Items):
			pos := x.node.Items[x.next].Pos
			out = append(out, leftover{x.name + " " + x.node.Items[x.next].String(), pos, "was not asked for", unasked(x.name, x.next), nil})
		case x.next == 0:
			out = append(out, leftover{x.name, x.pos, "was not asked for", x.name, nil})
		}
	}
	return out
}

// leftover is an answer that no decision used.
type leftover struct {
	name     string
	pos      diag.Pos
	why      string
	decision string         // the decision that used no part of it, "" if one used a part
	reason   *engine.Reason // why the answer was not asked for, nil if unknown
}

// misfit returns the error for the answer.
func (x *leftover) misfit(gd *def.GameDef) *names.Misfit {
	m := &names.Misfit{Pos: x.pos, Answer: x.name, Why: x.name + " " + x.why}
	if x.reason != nil {
		m.Why, m.Rules = m.Why+": "+x.reason.Why, names.RulesOf(gd, x.reason)
	}
	return m
}

// unasked returns the name of a decision of which nothing was used yet, else "".
func unasked(name string, taken int) string {
	if taken > 0 {
		return ""
	}
	return name
}

// scalar returns the next round of a decision that is answered by one value; nil if all are used.
func (x *answer) scalar() *source.Node {
	if x.node.Kind == source.List {
		if x.next >= len(x.node.Items) {
			return nil
		}
		return x.node.Items[x.next]
	}
	if x.next > 0 {
		return nil
	}
	return x.node
}

// set returns the next round of a decision that is answered by several values at once; nil if all are used. A list of
// lists has a round in each.
func (x *answer) set() *source.Node {
	if x.node.Kind == source.List && (len(x.node.Items) == 0 || x.node.Items[0].Kind != source.List) {
		if x.whole {
			return nil
		}
		return x.node
	}
	return x.scalar()
}

// given returns the next round of a decision that is not a pick; nil if all are used.
func (x *answer) given(kind def.DecisionKind) *source.Node {
	if kind.Row().Answer == def.AnswerSet {
		return x.set()
	}
	return x.scalar()
}

// take marks the round that scalar or set returned as used.
func (x *answer) take(n *source.Node) {
	if n == x.node && n.Kind == source.List {
		x.whole = true
		return
	}
	x.next++
}

// round returns the current round of a pick, nil if all are used.
func (x *answer) round() *pick {
	if x.picks == nil {
		x.picks = rounds(x.node)
	}
	for x.next < len(x.picks) && x.picks[x.next].closed {
		x.next++
	}
	if x.next >= len(x.picks) {
		return nil
	}
	return x.picks[x.next]
}

// rounds reads the answer to a pick: a member, a mapping of members to the answers inside their bodies, a list of
// either, or a list of lists for a pick that occurs several times.
func rounds(n *source.Node) []*pick {
	if n.Kind == source.List && len(n.Items) > 0 && n.Items[0].Kind == source.List {
		var out []*pick
		for _, item := range n.Items {
			out = append(out, &pick{pos: item.Pos, members: members(item)})
		}
		return out
	}
	return []*pick{{pos: n.Pos, members: members(n)}}
}

func members(n *source.Node) []member {
	switch n.Kind {
	case source.Scalar:
		return []member{{name: n.Value, pos: n.Pos}}
	case source.Map:
		var out []member
		for _, p := range n.Pairs {
			out = append(out, member{name: p.Key.Value, pos: p.Key.Pos, body: newAnswers(p.Value.Pairs)})
		}
		return out
	case source.List:
		var out []member
		for _, item := range n.Items {
			out = append(out, members(item)...)
		}
		return out
	}
	return nil
}

// several reports whether decisions of a kind are answered by a list.
func several(kind def.DecisionKind) bool {
	return kind.Row().Picked || kind.Row().Answer == def.AnswerSet
}
