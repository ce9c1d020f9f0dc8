package draft

// This file rewrites the keys of set-ups of the first drafts.

import (
	"slices"

	"rulebound/compiler/source"
)

// setup rewrites initialTrackValues and startingCapabilities.
func (r *rewriter) setup(n *source.Node) *source.Node {
	values, capabilities := n.Get("initialTrackValues"), n.Get("startingCapabilities")
	if values == nil && capabilities == nil {
		return n
	}
	out := without(n, "initialTrackValues", "startingCapabilities")
	for _, v := range r.listed("initialTrackValues", values) {
		r.trackValue(out, v)
	}
	for _, c := range r.listed("startingCapabilities", capabilities) {
		r.capability(out, c)
	}
	return out
}

// listed returns the entries of a list in a set-up.
func (r *rewriter) listed(key string, n *source.Node) []*source.Node {
	if n = n.Given(); n != nil && n.Kind != source.List {
		r.errorf(n.Pos, "wrong-type", "%s of set-up must be a list", key)
		return nil
	}
	return n.List()
}

// trackValue rewrites {trackId, value} to the value of a track or a variable or, for a derived value, which cannot be set, to an
// expectation.
func (r *rewriter) trackValue(setup, n *source.Node) {
	r.check(n, "trackValue", "initial track value")
	id, value := n.Get("trackId").Given(), n.Get("value").Given()
	if id == nil || value == nil {
		return
	}
	key, ok := map[string]string{"derived": "expect", "variables": "variables"}[r.known.kinds[id.Value]]
	if !ok {
		key = "tracks"
	}
	join(setup, key, n, func(old *source.Node) *source.Node {
		return mapping(old, append(slices.Clone(pairs(old)), pair(id, value))...)
	})
}

// join changes the value of a key of a set-up; f gets the old value, an empty mapping if there is none.
func join(setup *source.Node, key string, at *source.Node, f func(old *source.Node) *source.Node) {
	p := setup.Pair(key)
	if p == nil {
		setup.Pairs = append(setup.Pairs, entry(key, mapping(at)))
		p = setup.Pair(key)
	}
	p.Value = f(p.Value)
}

// capability rewrites {capabilityId, side, onlyWithPeriodEvents} to a lasting effect that is active from the start:
// capability-side if there is a side, otherwise capability.
func (r *rewriter) capability(setup, n *source.Node) {
	r.check(n, "startingCapability", "starting capability")
	id := n.Get("capabilityId").Given()
	if id == nil {
		return
	}
	if only, _ := n.Get("onlyWithPeriodEvents").Bool(); only {
		if r.words.periods == "" {
			r.unsaid(n.Get("onlyWithPeriodEvents"), "what onlyWithPeriodEvents reads", "periods: path.of.a.truth.in.a.set-up")
		}
		if on := setup.Under(r.words.periods); on == nil || !isTrue(on) {
			return
		}
	}
	if side := n.Get("side").Given(); side != nil && r.known.kinds[id.Value+"-"+side.Value] == "lasting" {
		id = word(id, id.Value+"-"+side.Value)
	}
	join(setup, "lasting", n, func(old *source.Node) *source.Node {
		if old.Kind == source.Map { // there was no list
			return listOf(old, id)
		}
		return listOf(old, append(slices.Clone(old.List()), id)...)
	})
}
