package draft

// This file reads what a rulebook, or a library that it uses, says under `drafts`: what the notation of the first drafts
// takes for granted of a game's procedures.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// words are what drafts: says. What it does not say is nil or empty; whoever needs it reports that.
type words struct {
	executor string       // the parameter of what an action becomes
	params   *source.Node // the parameters of what a profile becomes
	free     *source.Node // the condition under which its cost falls away
	periods  string       // the path, in a set-up, of the truth that onlyWithPeriodEvents goes by
}

func (r *rewriter) readWords() words {
	n := r.root.Get("drafts")
	if n == nil {
		return words{}
	}
	profile := n.Get("profile")
	return words{executor: n.Text("executor"), params: profile.Get("params").Given(), free: profile.Get("free").Given(), periods: n.Text("periods")}
}

// unsaid reports, once, that a rulebook uses the notation without saying what it takes for granted.
func (r *rewriter) unsaid(at *source.Node, what, example string) {
	if slices.Contains(r.missed, example) || r.incomplete {
		return
	}
	r.missed = append(r.missed, example)
	r.diags.Errorf(at.Pos, "missing-key", "the rulebook does not define %s", what).
		Detailf("Define it once: drafts: {%s}. A library that the game uses may also define it.", example)
}

// placed copies a node of the block to where it is used, so that what is wrong with it there is reported there.
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

// written makes text that stands beside n at pos, which is a step of the compile.
func (r *rewriter) written(n *source.Node, pos diag.Pos, text string) *source.Node {
	r.budget.Spend(n.Pos, 1+len(text)/32)
	return n.Placed(pos, text)
}
