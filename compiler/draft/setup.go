package draft

// This file rewrites what set-ups of the first drafts say.

import (
	"slices"
	"strings"

	"rulebound/compiler/source"
)

// setup rewrites initialTrackValues and startingCapabilities of a set-up.
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

// listed gives the entries of a list of a set-up.
func (r *rewriter) listed(key string, n *source.Node) []*source.Node {
	if n = n.Given(); n != nil && n.Kind != source.List {
		r.errorf(n.Pos, "wrong-type", "%s of set-up must be a list", key)
		return nil
	}
	return n.List()
}

// trackValue turns {trackId, value} into the value of a track or a variable. That of a derived value cannot be set: it is
// what the position must come out as.
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

// join puts something into what a set-up says under a key.
func join(setup *source.Node, key string, at *source.Node, f func(old *source.Node) *source.Node) {
	p := setup.Pair(key)
	if p == nil {
		setup.Pairs = append(setup.Pairs, entry(key, mapping(at)))
		p = setup.Pair(key)
	}
	p.Value = f(p.Value)
}

// capability turns {capabilityId, side, onlyWithPeriodEvents} into a lasting effect in force from the start:
// capability-side if there is one, else just capability.
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
		on := setup
		for _, key := range strings.Split(r.words.periods, ".") {
			on = on.Get(key)
		}
		if on == nil || !isTrue(on) {
			return
		}
	}
	if side := n.Get("side").Given(); side != nil && r.known.kinds[id.Value+"-"+side.Value] == "lasting" {
		id = word(id, id.Value+"-"+side.Value)
	}
	join(setup, "lasting", n, func(old *source.Node) *source.Node {
		if old.Kind == source.Map { // there was nothing
			return listOf(old, id)
		}
		return listOf(old, append(slices.Clone(old.List()), id)...)
	})
}
