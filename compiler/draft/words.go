package draft

// This file reads `drafts`, in which a rulebook or a library defines what the notation of the first drafts assumes about the
// procedures of a game.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// words are the definitions of `drafts`. A missing one is nil or empty, and is reported where it is needed.
type words struct {
	executor string       // the parameter of procedures made of actions
	params   *source.Node // the parameters of procedures made of profiles
	free     *source.Node // the condition under which a profile costs nothing
	periods  string       // the path, in a set-up, of the truth value for onlyWithPeriodEvents
}

func (r *rewriter) readWords() words {
	n := r.root.Get("drafts")
	if n == nil {
		return words{}
	}
	profile := n.Get("profile")
	return words{executor: n.Text("executor"), params: profile.Get("params").Given(), free: profile.Get("free").Given(), periods: n.Text("periods")}
}

// unsaid reports, once, that a rulebook uses the notation without a definition in `drafts`.
func (r *rewriter) unsaid(at *source.Node, what, example string) {
	if slices.Contains(r.missed, example) || r.incomplete {
		return
	}
	r.missed = append(r.missed, example)
	r.diags.Errorf(at.Pos, "missing-key", "the rulebook does not define %s", what).
		Detailf("Define it once: drafts: {%s}. A library that the game uses may also define it.", example)
}

// placed copies a node of `drafts` to the place of use, so that errors in it are reported there.
func (r *rewriter) placed(n, at *source.Node) *source.Node {
	out := *r.written(n, at.Pos, n.Value)
	out.Kind, out.Tag, out.Rules = n.Kind, n.Tag, at.Rules
	for _, p := range n.Pairs {
		out.Pairs = append(out.Pairs, pair(r.placed(p.Key, at), r.placed(p.Value, at)))
	}
	for _, item := range n.Items {
		out.Items = append(out.Items, r.placed(item, at))
	}
	return &out
}

// written creates text beside n at pos, for one step of the compile.
func (r *rewriter) written(n *source.Node, pos diag.Pos, text string) *source.Node {
	r.budget.Spend(n.Pos, 1+len(text)/32)
	return n.Placed(pos, text)
}
