package draft

// This file rewrites the blocks of the first drafts that hold data or become procedures.

import (
	"slices"
	"strings"

	"rulebound/compiler/source"
)

// globalVar rewrites {name, type, init, min, max} to a variable.
func (r *rewriter) globalVar(n *source.Node) {
	r.check(n, "globalVar", "global variable")
	name := n.Get("name").Given()
	if name == nil {
		return
	}
	typ := n.Get("type").Given()
	switch {
	case typ == nil:
		typ = word(name, "int")
	case typ.Value == "boolean":
		typ = word(typ, "bool")
	}
	v := mapping(n, entry("id", name), entry("type", typ))
	for _, k := range [][2]string{{"init", "initial"}, {"min", "min"}, {"max", "max"}, {"rule", "rule"}} {
		if x := n.Get(k[0]).Given(); x != nil {
			v.Pairs = append(v.Pairs, entry(k[1], x))
		}
	}
	r.add("variables", v)
}

// liftMetadata turns the metadata of a card into properties of the card.
func liftMetadata(n *source.Node) *source.Node {
	m := n.Get("metadata")
	if m == nil || m.Kind != source.Map {
		return n
	}
	card := without(n, "metadata")
	card.Pairs = append(card.Pairs, m.Pairs...)
	return card
}

// profileKeys are the keys of an operation profile that a procedure does not have.
var profileKeys = []string{"legality", "costEffects", "stages", "actionId"}

// profile rewrites {id, legality, costEffects, stages} to a procedure with the parameters of a profile.
func (r *rewriter) profile(n *source.Node) *source.Node {
	p := without(n, profileKeys...)
	if p.Get("params") == nil {
		if r.words.params == nil {
			r.unsaid(n, "which parameters a profile has, and this one has no params:", "profile: {params: {seat: seat}}")
		} else {
			p.Pairs = append(p.Pairs, entry("params", r.placed(r.words.params, n)))
		}
	}
	do := listOf(n)
	if when := n.Get("legality").Given(); when != nil && !isTrue(when) {
		do.Items = append(do.Items, mapping(when, entry("require", when)))
	}
	if costs := n.Get("costEffects").Given(); len(costs.List()) > 0 {
		if r.words.free == nil {
			do.Items = append(do.Items, costs.List()...)
		} else {
			due := mapping(costs, entry("op", word(costs, "not")), entry("arg", r.placed(r.words.free, costs)))
			do.Items = append(do.Items, mapping(costs, entry("if", due), entry("do", costs)))
		}
	}
	stages := n.Get("stages").Given()
	if stages != nil && stages.Kind != source.List {
		r.errorf(stages.Pos, "wrong-type", "stages must be a list of {stage, effects}")
		stages = nil
	}
	for _, s := range stages.List() {
		r.check(s, "stage", "stage")
		do.Items = append(do.Items, s.Get("effects").List()...)
	}
	p.Pairs = append(p.Pairs, entry("do", do))
	return p
}

// isTrue reports whether a condition is the literal true.
func isTrue(n *source.Node) bool {
	is, _ := n.Bool()
	return is
}

// choosing is a parameter of an action, which its executor chooses.
type choosing struct{ name, domain *source.Node }

// action rewrites an action to a procedure of the executing seat. Its parameters become decisions whose domains are restricted by
// the precondition; its cost and effects follow.
func (r *rewriter) action(n *source.Node) *source.Node {
	r.check(n, "actionEntry", "action")
	id := n.Get("id")
	p := mapping(n, entry("id", id))
	for _, k := range [][2]string{{"title", "title"}, {"rule", "rule"}, {"phase", "tags"}} {
		if v := n.Get(k[0]).Given(); v != nil {
			p.Pairs = append(p.Pairs, entry(k[1], v))
		}
	}
	who := r.words.executor
	if who == "" {
		r.unsaid(n, "which parameter of an action is the seat that executes it", "executor: seat")
		who = "executor"
	}
	p.Pairs = append(p.Pairs, entry("params", mapping(n, pair(word(n, who), word(n, "seat")))))
	do := listOf(n)
	for _, key := range []string{"actor", "executor"} {
		if seat := n.Get(key).Given(); seat != nil && seat.Value != "active" && seat.Value != "actor" {
			is := tree(seat, "==", word(seat, "$"+who), seat)
			do.Items = append(do.Items, mapping(seat, entry("require", is)))
		}
	}
	done := r.limits(id, items(n.Get("limits")), do)
	r.choices(n, id, who, do)
	for _, key := range []string{"cost", "effects"} {
		do.Items = append(do.Items, n.Get(key).List()...)
	}
	do.Items = append(do.Items, done...)
	p.Pairs = append(p.Pairs, entry("do", do))
	return p
}

// choices rewrites the parameters of an action to decisions, and its precondition to conditions on them.
func (r *rewriter) choices(n, id *source.Node, who string, do *source.Node) {
	pre := n.Get("pre").Given()
	if isTrue(pre) {
		pre = nil
	}
	var chosen []choosing
	for _, q := range items(n.Get("params")) {
		r.check(q, "actionParameter", "parameter")
		if name, domain := q.Get("name").Given(), q.Get("domain").Given(); name != nil && domain != nil {
			chosen = append(chosen, choosing{word(name, "$"+name.Value), r.domain(id, name, domain)})
		}
	}
	if len(chosen) == 0 && pre != nil {
		for _, k := range conjuncts(pre) {
			do.Items = append(do.Items, mapping(k, entry("require", k)))
		}
	}
	for i, q := range chosen {
		one := mapping(q.name, entry("one", q.name), entry("by", word(q.name, "$"+who)), entry("from", q.domain))
		if pre != nil {
			one.Pairs = append(one.Pairs, entry("where", completable(pre, chosen[i+1:])))
		}
		do.Items = append(do.Items, one)
	}
}

// conjuncts returns the operands of a conjunction, or the condition itself.
func conjuncts(n *source.Node) []*source.Node {
	if o, args := n.Get("op"), n.Get("args"); o != nil && o.Value == "and" && args != nil && args.Kind == source.List {
		return args.Items
	}
	return []*source.Node{n}
}

// completable returns the condition that the remaining parameters can be chosen so that pre is true.
func completable(pre *source.Node, rest []choosing) *source.Node {
	if len(rest) == 0 {
		return listOf(pre, conjuncts(pre)...)
	}
	for _, q := range slices.Backward(rest) {
		pre = mapping(pre, entry("any", mapping(pre, entry("bind", q.name), entry("over", q.domain), entry("where", pre))))
	}
	return pre
}

// domain returns the domain of a parameter. Unknown words become the members of a new enumeration.
func (r *rewriter) domain(action, param, domain *source.Node) *source.Node {
	values := domain.Get("values")
	if domain.Text("query") != "enums" || values == nil || values.Kind != source.List || slices.ContainsFunc(values.Items, r.namesSomething) {
		return domain
	}
	id := action.Value + "-" + param.Value
	p := r.root.Pair("enums")
	if p == nil {
		r.root.Pairs = append(r.root.Pairs, pair(word(domain, "enums"), mapping(domain)))
		p = r.root.Pair("enums")
	}
	p.Value = mapping(p.Value, append(slices.Clone(p.Value.Pairs), pair(word(param, id), values))...)
	return word(domain, "members("+id+")")
}

// namesSomething reports whether a word is the id of an entry of the rulebook.
func (r *rewriter) namesSomething(n *source.Node) bool {
	return n.Tag != source.TagString ||
		r.isEntry(n, "seats", "spaces", "boxes", "piles", "cards", "pieces", "procedures", "lasting")
}

// isEntry reports whether a word is the id of an entry of one of the top-level lists.
func (r *rewriter) isEntry(n *source.Node, lists ...string) bool {
	return slices.ContainsFunc(lists, func(key string) bool {
		return slices.ContainsFunc(items(r.root.Get(key)), func(e *source.Node) bool { return e.Text("id") == n.Value })
	})
}

// lives maps the scope of a limit to the scope of the variable that counts uses.
var lives = map[string]string{"game": "game", "turn": "action", "action": "action"}

// limits rewrites the limits of an action. It adds to do the requirement that a use is left, and returns the statements that
// count a use.
func (r *rewriter) limits(id *source.Node, limits []*source.Node, do *source.Node) []*source.Node {
	var done []*source.Node
	for _, n := range limits {
		r.check(n, "actionLimit", "limit")
		scope, most := n.Get("scope"), n.Get("max").Given()
		if scope == nil || most == nil || lives[scope.Value] == "" {
			continue
		}
		used := word(n, strings.Join([]string{"used", id.Value, "in", scope.Value}, "-"))
		r.add("variables", mapping(n, entry("id", used), entry("type", word(n, "int")), entry("scope", word(n, lives[scope.Value])), entry("quiet", truth(n, "true"))))
		left := tree(n, "<", used, most)
		do.Items = append(do.Items, mapping(n, entry("require", left)))
		done = append(done, mapping(n, entry("gain", mapping(n, pair(used, number(n, "1"))))))
	}
	return done
}
