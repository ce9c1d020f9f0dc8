// Package draft rewrites the notation of the first drafts of the format (docs/reference.md, section 6) to the language: blocks,
// keys of set-ups, statements, macros. It works on the merged blocks, node by node, so that new nodes keep the positions of the
// author's words. Values and conditions in tree form are formulas, which package syntax reads. No other package knows the rest of
// that notation.
package draft

import (
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/read"
	"rulebound/compiler/source"
)

// Rewrite rewrites the merged blocks. It copies the mappings and lists that it changes, so that the blocks of the book stay as
// they are. If incomplete, a part of the rulebook could not be read, and nothing is reported as unknown or missing. Warnings in
// the list are valid only if no stage finds an error.
func Rewrite(root *source.Node, incomplete bool, budget *diag.Budget) diag.List {
	return (*Memo)(nil).Rewrite(root, incomplete, budget)
}

// Rewrite is like the function Rewrite, with a cache.
func (m *Memo) Rewrite(root *source.Node, incomplete bool, budget *diag.Budget) diag.List {
	r := &rewriter{root: root, incomplete: incomplete, budget: budget, macros: map[string]*macro{}}
	r.words = r.readWords()
	r.names()
	for _, key := range []string{"effectMacros", "globalVars", "stackingConstraints", "actions", "operationProfiles"} {
		for _, n := range r.take(key) {
			r.block(key, n)
		}
	}
	r.list("cards", liftMetadata)
	r.names()
	r.list("setups", r.setup)
	m.begin(r)
	r.bodies()
	r.uncalled()
	return r.diags
}

// rewriter is the state of a rewriting.
type rewriter struct {
	root       *source.Node
	incomplete bool
	budget     *diag.Budget
	memo       *Memo
	diags      diag.List
	faults     diag.Faults
	words      words
	missed     []string // the keys of words whose absence was reported
	known      known
	macros     map[string]*macro
	macroIDs   []string
	copies     int  // number of inserted macros
	copied     int  // number of values in them
	overfull   bool // a limit was exceeded and reported
}

// known are declarations on which the rewriting depends.
type known struct {
	procs   map[string]bool
	texts   map[string]bool    // properties and columns of type procedure(…)
	markers map[string]counted // bounded markers of zones
	kinds   map[string]string  // list of each track, variable, derived value and lasting effect, by id
}

// counted is the greatest number of a marker in a zone; 0 for a scale.
type counted struct{ max int64 }

// names collects the declarations of the rulebook.
func (r *rewriter) names() {
	k := known{map[string]bool{}, map[string]bool{}, map[string]counted{}, map[string]string{}}
	for _, n := range items(r.root.Get("procedures")) {
		k.procs[n.Text("id")] = true
	}
	for _, key := range []string{"tracks", "variables", "lasting"} {
		for _, n := range items(r.root.Get(key)) {
			k.kinds[n.Text("id")] = key
		}
	}
	for _, n := range items(r.root.Get("derived")) {
		if n.Get("per").Given() == nil {
			k.kinds[n.Text("id")] = "derived"
		}
	}
	for _, n := range items(r.root.Get("cards")) {
		for _, l := range n.Get("lasting").List() {
			k.kinds[l.Text("id")] = "lasting"
		}
	}
	k.gatherMarkers(r.root)
	k.gatherTexts(r.root)
	r.known = k
}

func (k known) gatherMarkers(root *source.Node) {
	for _, n := range items(root.Get("markers")) {
		c := counted{}
		if n.Get("scale").Given() == nil {
			c.max, _ = n.Get("count").Int()
		}
		k.markers[n.Text("id")] = c
	}
	for _, n := range items(root.Get("variables")) {
		per, most := n.Text("per"), n.Get("max")
		if (per == "zone" || per == "space") && (most.Given() != nil || n.Get("min").Given() != nil) {
			c := counted{1<<31 - 1}
			if i, ok := most.Int(); ok {
				c.max = i
			}
			k.markers[n.Text("id")] = c
		}
	}
}

func (k known) gatherTexts(root *source.Node) {
	typed := func(types *source.Node) {
		for _, p := range pairs(types) {
			t := p.Value
			if t.Kind == source.Map {
				t = t.Get("type")
			}
			if s, _ := t.Str(); strings.HasPrefix(strings.TrimSpace(s), "procedure(") {
				k.texts[p.Key.Value] = true
			}
		}
	}
	for _, p := range pairs(root.Get("properties")) {
		typed(p.Value)
	}
	for _, key := range []string{"tables", "setupTables"} {
		for _, n := range items(root.Get(key)) {
			typed(n.Get("columns"))
		}
	}
}

// take removes a list of the first drafts from the rulebook and returns it, without entries that have no valid id, which it
// reports.
func (r *rewriter) take(key string) []*source.Node {
	p := r.root.Pair(key)
	if p == nil {
		return nil
	}
	n := p.Value
	r.root.Pairs = slices.DeleteFunc(slices.Clone(r.root.Pairs), func(q source.Pair) bool { return q.Key.Value == key })
	if n.Kind != source.List {
		if n.Kind != source.Null {
			r.errorf(n.Pos, "wrong-type", "%s must be a list of entries", key)
		}
		return nil
	}
	return n.Items
}

// block rewrites an entry of a list of the first drafts.
func (r *rewriter) block(key string, n *source.Node) {
	if key == "stackingConstraints" {
		r.add("stacking", n)
		return
	}
	if key == "globalVars" {
		r.globalVar(n)
		return
	}
	var list diag.List
	if !read.HasID(n, key, &list) {
		r.report(list)
		return
	}
	switch key {
	case "effectMacros":
		r.declareMacro(n)
	case "actions":
		r.add("procedures", r.action(n))
	case "operationProfiles":
		r.add("procedures", r.profile(n))
	}
}

// list rewrites the entries of a top-level list.
func (r *rewriter) list(key string, f func(n *source.Node) *source.Node) {
	if p := r.root.Pair(key); p != nil && p.Value.Kind == source.List {
		p.Value = mapItems(p.Value, f)
	}
}

// add appends an entry to a top-level list.
func (r *rewriter) add(key string, entry *source.Node) {
	p := r.root.Pair(key)
	if p == nil {
		r.root.Pairs = append(r.root.Pairs, pair(word(entry, key), listOf(entry)))
		p = r.root.Pair(key)
	}
	if p.Value.Kind == source.Null {
		p.Value = listOf(p.Value)
	}
	if p.Value.Kind == source.List {
		p.Value = listOf(p.Value, append(slices.Clone(p.Value.Items), entry)...)
	}
}

// check checks the keys of a mapping of the first drafts.
func (r *rewriter) check(n *source.Node, block, label string) {
	r.report(read.Check(n, grammar.Find(grammar.Drafts.Blocks, block), label))
}

// report adds diagnostics without duplicates, because a macro may be inserted repeatedly. If a part of the rulebook could not be
// read, it drops those on unknown or missing things.
func (r *rewriter) report(list diag.List) {
	for _, d := range list {
		r.faults.Add(r.diags)
		follows := strings.HasPrefix(d.Code, "unknown-") || strings.HasPrefix(d.Code, "missing-")
		if r.incomplete && follows || slices.ContainsFunc(r.diags, func(e diag.Diagnostic) bool { return e.Subject == d.Subject && e.Code == d.Code }) {
			continue
		}
		r.diags = append(r.diags, d)
	}
}

func (r *rewriter) errorf(pos diag.Pos, code, format string, args ...any) {
	var list diag.List
	list.Errorf(pos, code, format, args...)
	r.report(list)
}
