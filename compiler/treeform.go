package compiler

// treeform.go reads the top-level blocks of the first drafts of the format: each becomes entries of our own words before
// anything is declared. docs/language.md section 6 lists them. Effects of that vocabulary are in treeform_effects.go and
// treeform_choice.go, macros in treeform_macro.go, what set-ups say in treeform_setup.go, coercions in treeform_coerce.go.

import (
	"slices"

	"rulebound/compiler/source"
)

// treeForm rewrites globalVars, stackingConstraints, card metadata, actions and operation profiles, and notes macros.
func (c *compiler) treeForm() {
	c.macros, c.inMacro = map[string]*macro{}, map[macroFault]bool{}
	c.drafts = c.readDrafts()
	for _, n := range c.items("globalVars") {
		c.globalVar(n)
	}
	for _, n := range c.items("stackingConstraints") {
		c.addTo("stacking", n)
	}
	for _, n := range c.items("cards") {
		liftMetadata(n)
	}
	for _, n := range c.items("effectMacros") {
		c.declareMacro(n)
	}
	for _, n := range c.items("actions") {
		c.addTo("procedures", c.actionProcedure(n))
	}
	for _, n := range c.items("operationProfiles") {
		c.addTo("procedures", c.profileProcedure(n))
	}
}

// addTo appends an entry to a top-level list.
func (c *compiler) addTo(key string, entry *source.Node) {
	p := c.root.Pair(key)
	if p == nil {
		c.root.Pairs = append(c.root.Pairs, pair(word(entry, key), &source.Node{Kind: source.List, Pos: entry.Pos}))
		p = c.root.Pair(key)
	}
	if p.Value.Kind == source.Null {
		p.Value = &source.Node{Kind: source.List, Pos: p.Value.Pos}
	}
	if p.Value.Kind == source.List {
		p.Value.Items = append(p.Value.Items, entry)
	}
}

// word makes a scalar that stands where at does.
func word(at *source.Node, text string) *source.Node {
	return &source.Node{Kind: source.Scalar, Tag: source.TagString, Value: text, Pos: at.Pos, Rules: at.Rules, Block: at.Block}
}

func pair(k, v *source.Node) source.Pair { return source.Pair{Key: k, Value: v} }

// mapping makes a mapping that stands where at does.
func mapping(at *source.Node, pairs ...source.Pair) *source.Node {
	return &source.Node{Kind: source.Map, Pos: at.Pos, Rules: at.Rules, Block: at.Block, Pairs: pairs}
}

// entry is a pair whose key stands where its value does.
func entry(key string, v *source.Node) source.Pair { return pair(word(v, key), v) }

func listOf(at *source.Node, items ...*source.Node) *source.Node {
	return &source.Node{Kind: source.List, Pos: at.Pos, Rules: at.Rules, Block: at.Block, Items: items}
}

// present is n, or nil where nothing is written.
func present(n *source.Node) *source.Node {
	if n == nil || n.Kind == source.Null {
		return nil
	}
	return n
}

// globalVar turns {name, type, init, min, max} into a variable.
func (c *compiler) globalVar(n *source.Node) {
	f := c.fields(n, "global variable")
	name, typ, init, lo, hi := f.must("name"), f.get("type"), f.get("init"), f.get("min"), f.get("max")
	f.get("rule")
	f.done()
	if name == nil {
		return
	}
	if name.Kind != source.Scalar || !isWord(name.Value) {
		c.errorf(name.Pos, "bad-id", "an id is a letter, then letters, digits, - or _")
		return
	}
	if typ == nil {
		typ = word(name, "int")
	} else if typ.Value == "boolean" {
		typ = word(typ, "bool")
	}
	v := mapping(n, entry("id", name), entry("type", typ))
	for _, k := range []struct {
		key string
		n   *source.Node
	}{{"initial", init}, {"min", lo}, {"max", hi}, {"rule", present(n.Get("rule"))}} {
		if k.n != nil {
			v.Pairs = append(v.Pairs, entry(k.key, k.n))
		}
	}
	c.addTo("variables", v)
}

// liftMetadata makes the metadata of a card properties of it.
func liftMetadata(n *source.Node) {
	m := n.Get("metadata")
	if m == nil || m.Kind != source.Map {
		return
	}
	n.Pairs = slices.DeleteFunc(slices.Clone(n.Pairs), func(p source.Pair) bool { return p.Key.Value == "metadata" })
	n.Pairs = append(n.Pairs, m.Pairs...)
}

// profileKeys are the keys of an operation profile that are not those of a procedure.
var profileKeys = []string{"legality", "costEffects", "stages", "actionId"}

// profileProcedure turns {id, legality, costEffects, stages} into a procedure with the parameters that the rulebook's drafts
// give a profile.
func (c *compiler) profileProcedure(n *source.Node) *source.Node {
	p := mapping(n)
	for _, q := range n.Pairs {
		if !slices.Contains(profileKeys, q.Key.Value) {
			p.Pairs = append(p.Pairs, q)
		}
	}
	if p.Get("params") == nil {
		if c.drafts.params == nil {
			c.undrafted(n, "which parameters a profile has, and this one has no params:", "profile: {params: {seat: seat}}")
		} else {
			p.Pairs = append(p.Pairs, entry("params", placed(c.drafts.params, n)))
		}
	}
	do := listOf(n)
	if when := present(n.Get("legality")); when != nil {
		if ok, constant := when.Bool(); !constant || !ok {
			do.Items = append(do.Items, mapping(when, entry("require", when)))
		}
	}
	if costs := present(n.Get("costEffects")); len(scalars(costs)) > 0 {
		if c.drafts.free == nil {
			do.Items = append(do.Items, scalars(costs)...)
		} else {
			due := mapping(costs, entry("op", word(costs, "not")), entry("arg", placed(c.drafts.free, costs)))
			do.Items = append(do.Items, mapping(costs, entry("if", due), entry("do", costs)))
		}
	}
	if stages := present(n.Get("stages")); stages != nil {
		if stages.Kind != source.List {
			c.errorf(stages.Pos, "wrong-type", "stages must be a list of {stage, effects}")
			stages = listOf(stages)
		}
		for _, s := range stages.Items {
			f := c.fields(s, "stage")
			f.get("stage")
			f.get("rule")
			effects := f.must("effects")
			f.done()
			if effects != nil {
				do.Items = append(do.Items, scalars(effects)...)
			}
		}
	}
	p.Pairs = append(p.Pairs, entry("do", do))
	return p
}

// actionParam is a parameter of an action: what the executor chooses.
type actionParam struct {
	name   *source.Node
	domain *source.Node
}

// actionProcedure turns an action into a procedure of the seat that executes it: its parameters are decisions whose
// domains keep to the precondition, its cost and effects follow.
func (c *compiler) actionProcedure(n *source.Node) *source.Node {
	f := c.fields(n, "action")
	id := f.must("id")
	actor, executor, phase := f.get("actor"), f.get("executor"), f.get("phase")
	params, pre, limits := f.list("params"), f.get("pre"), f.list("limits")
	cost, effects := f.get("cost"), f.get("effects")
	p := mapping(n, entry("id", id))
	for _, k := range []string{"title", "rule"} {
		if v := f.get(k); v != nil {
			p.Pairs = append(p.Pairs, entry(k, v))
		}
	}
	f.done()
	if phase != nil {
		p.Pairs = append(p.Pairs, entry("tags", phase))
	}
	who := c.drafts.executor
	if who == "" {
		c.undrafted(n, "which parameter of an action is the seat that executes it", "executor: seat")
		who = "executor"
	}
	p.Pairs = append(p.Pairs, entry("params", mapping(n, pair(word(n, who), word(n, "seat")))))
	do := listOf(n)
	for _, seat := range []*source.Node{actor, executor} {
		if seat != nil && seat.Value != "active" && seat.Value != "actor" {
			is := mapping(seat, entry("op", word(seat, "==")), entry("left", word(seat, "$"+who)), entry("right", seat))
			do.Items = append(do.Items, mapping(seat, entry("require", is)))
		}
	}
	done := c.limits(id, limits, do)
	if pre != nil {
		if ok, constant := pre.Bool(); constant && ok {
			pre = nil
		}
	}
	var chosen []actionParam
	for _, q := range params {
		pf := c.fields(q, "parameter")
		name, domain := pf.must("name"), pf.must("domain")
		pf.done()
		if name != nil && domain != nil {
			chosen = append(chosen, actionParam{word(name, "$"+name.Value), c.domainOf(id, name, domain)})
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
	for _, list := range []*source.Node{cost, effects} {
		do.Items = append(do.Items, scalars(list)...)
	}
	do.Items = append(do.Items, done...)
	p.Pairs = append(p.Pairs, entry("do", do))
	return p
}

// conjuncts are the operands of a conjunction, or the condition itself.
func conjuncts(n *source.Node) []*source.Node {
	if o, args := n.Get("op"), n.Get("args"); o != nil && o.Value == "and" && args != nil && args.Kind == source.List {
		return args.Items
	}
	return []*source.Node{n}
}

// completable is the condition that the parameters still to choose can be chosen so that pre holds.
func completable(pre *source.Node, rest []actionParam) *source.Node {
	if len(rest) == 0 {
		return listOf(pre, conjuncts(pre)...)
	}
	for i := len(rest) - 1; i >= 0; i-- {
		pre = mapping(pre, entry("any", mapping(pre, entry("bind", rest[i].name), entry("over", rest[i].domain), entry("where", pre))))
	}
	return pre
}

// domainOf is the domain of a parameter. Words that name nothing are the members of an enumeration of its own; so are
// cards of a game that has more of them than a set can hold.
func (c *compiler) domainOf(action, param, domain *source.Node) *source.Node {
	q, values := domain.Get("query"), domain.Get("values")
	if q == nil || q.Value != "enums" || values == nil || values.Kind != source.List {
		return domain
	}
	if len(c.items("cards")) <= 64 || slices.ContainsFunc(values.Items, func(n *source.Node) bool { return !c.isEntry(n, "cards") }) {
		if slices.ContainsFunc(values.Items, c.namesSomething) {
			return domain
		}
	}
	id := action.Value + "-" + param.Value
	p := c.root.Pair("enums")
	if p == nil {
		c.root.Pairs = append(c.root.Pairs, pair(word(domain, "enums"), mapping(domain)))
		p = c.root.Pair("enums")
	}
	p.Value.Pairs = append(p.Value.Pairs, pair(word(param, id), values))
	return word(domain, "members("+id+")")
}

// namesSomething tells whether a word is the id of an entry of the rulebook.
func (c *compiler) namesSomething(n *source.Node) bool {
	return n.Kind != source.Scalar || n.Tag != source.TagString ||
		c.isEntry(n, "seats", "spaces", "boxes", "piles", "cards", "pieces", "procedures", "lasting")
}

// isEntry tells whether a word is the id of an entry of one of the top-level lists.
func (c *compiler) isEntry(n *source.Node, lists ...string) bool {
	for _, key := range lists {
		list := c.root.Get(key)
		if list != nil && slices.ContainsFunc(list.Items, func(e *source.Node) bool { return e.Get("id") != nil && e.Get("id").Value == n.Value }) {
			return true
		}
	}
	return false
}

// limits counts how often an action is used: it requires that a use is left and gives the statements that count one.
func (c *compiler) limits(id *source.Node, limits []*source.Node, do *source.Node) []*source.Node {
	var done []*source.Node
	for _, n := range limits {
		f := c.fields(n, "limit")
		scope, most := f.must("scope"), f.must("max")
		f.done()
		if scope == nil || most == nil {
			continue
		}
		lives, ok := map[string]string{"game": "game", "turn": "action", "action": "action"}[scope.Value]
		if !ok {
			c.errorf(scope.Pos, "unknown-name", "an action is limited in a game or a turn, not in %s%s", scope.Value, c.near(scope.Value, []string{"game", "turn"}))
			continue
		}
		used := word(n, "used-"+id.Value+"-in-"+scope.Value)
		c.addTo("variables", mapping(n, entry("id", used), entry("type", word(n, "int")), entry("scope", word(n, lives)),
			entry("quiet", &source.Node{Kind: source.Scalar, Tag: source.TagBool, Value: "true", Pos: n.Pos})))
		left := mapping(n, entry("op", word(n, "<")), entry("left", used), entry("right", most))
		do.Items = append(do.Items, mapping(n, entry("require", left)))
		one := &source.Node{Kind: source.Scalar, Tag: source.TagInt, Value: "1", Pos: n.Pos}
		done = append(done, mapping(n, entry("gain", mapping(n, pair(used, one)))))
	}
	return done
}
