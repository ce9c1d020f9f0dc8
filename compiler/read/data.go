package read

// This file reads the declarations of a rulebook's own data, that is properties, tables and values, and checks the data against
// them.

import (
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
)

// property is a declared property, or a column of a table.
type property struct {
	name      string
	procedure bool // of a type procedure(…), so its value may be statements
}

// table is a declared list of rows.
type table struct {
	id      string
	at      string
	columns []property
	setup   bool // its rows are in set-ups
}

// carriers maps kinds to the blocks of the things that have their properties.
var carriers = map[string][]string{"seat": {"seat"}, "zone": {"space", "box"}, "space": {"space", "box"}, "card": {"card"},
	"piece": {"piece"}, "procedure": {"procedure"}}

// declared collects the keys that the rulebook declares: procedures, properties, tables and values.
func (r *reader) declared(root *source.Node) {
	for _, n := range items(root, "procedures") {
		if id := n.Get("id"); id != nil && grammar.IsWord(id.Value) {
			r.procs[id.Value] = true
			r.procNames = append(r.procNames, id.Value)
		}
	}
	if properties := root.Get("properties"); properties != nil {
		for _, p := range properties.Pairs {
			for _, block := range carriers[p.Key.Value] {
				r.carried[block] = append(r.carried[block], propertiesOf(p.Value)...)
			}
		}
	}
	for _, key := range []string{"tables", "setupTables"} {
		for _, n := range items(root, key) {
			t := table{id: n.Text("id"), at: n.Text("at"), columns: propertiesOf(n.Get("columns")), setup: key == "setupTables"}
			if grammar.IsWord(t.id) && t.at != "" {
				r.tables = append(r.tables, t)
				r.claim(n.Get("at"), t.setup)
			}
		}
	}
	for _, n := range items(root, "values") {
		r.claim(n.Get("at"), false)
	}
	for _, n := range items(root, "setupValues") {
		r.claim(n.Get("at"), true)
	}
}

// claim records the path of data. A path below a key of the language is an error, and its data are then not read.
func (r *reader) claim(at *source.Node, setup bool) {
	path, _ := at.Str()
	owner, to := "rulebook", &r.paths
	if setup {
		owner, to = "setup", &r.inSetups
	}
	switch h := head(path); {
	case path == "":
	case slices.Contains(blockRows[owner].names, h):
		r.errorf(at.Pos, "reserved-id", "the path %s begins with a key of the language; write the data under another key, at: data.%s", path, path)
		r.book.Incomplete = true
	default:
		*to = append(*to, path)
	}
}

func items(root *source.Node, key string) []*source.Node {
	if n := root.Get(key); n != nil {
		return n.Items
	}
	return nil
}

// propertiesOf reads {name: type}.
func propertiesOf(n *source.Node) []property {
	if n == nil {
		return nil
	}
	var out []property
	for _, p := range n.Pairs {
		typ := p.Value
		if typ.Kind == source.Map {
			typ = typ.Get("type")
		}
		name, _ := typ.Str()
		out = append(out, property{p.Key.Value, strings.HasPrefix(strings.TrimSpace(name), "procedure(")})
	}
	return out
}

// head returns the first key of a path.
func head(path string) string {
	h, _, _ := strings.Cut(path, ".")
	return h
}

// setupHeads returns the keys of a set-up that tables and values read.
func (r *reader) setupHeads() []string {
	var out []string
	for _, p := range r.inSetups {
		out = append(out, head(p))
	}
	return out
}

// claims checks the data against the tables and values that read them.
func (r *reader) claims() {
	root := r.book.Root
	setups := r.book.List("setups")
	for i := range r.tables {
		t := &r.tables[i]
		if !t.setup {
			r.rows(t, root.Under(t.at))
			continue
		}
		for _, s := range setups {
			r.rows(t, s.Node.Under(t.at))
		}
	}
	heads := map[string]bool{}
	for _, p := range r.paths {
		heads[head(p)] = true
	}
	for _, h := range slices.Sorted(maps.Keys(heads)) {
		r.below(root.Get(h), h, r.paths)
	}
	for _, s := range setups {
		heads := map[string]bool{}
		for _, p := range r.inSetups {
			heads[head(p)] = true
		}
		for _, h := range slices.Sorted(maps.Keys(heads)) {
			r.below(s.Node.Get(h), h, r.inSetups)
		}
	}
}

// below reports keys under a path that no table or value reads, such as misspelt ones.
func (r *reader) below(n *source.Node, path string, claimed []string) {
	if n == nil || n.Kind != source.Map || slices.Contains(claimed, path) {
		return
	}
	var keys []string
	for _, p := range claimed {
		if rest, ok := strings.CutPrefix(p, path+"."); ok {
			keys = append(keys, head(rest))
		}
	}
	for _, p := range n.Pairs {
		if !slices.Contains(keys, p.Key.Value) {
			r.errorf(p.Key.Pos, "unknown-key", "%s has no key %q%s", path, p.Key.Value, diag.DidYouMeanKey(p.Key.Value, keys))
			continue
		}
		r.below(p.Value, path+"."+p.Key.Value, claimed)
	}
}

// rows checks the rows of a table against its columns.
func (r *reader) rows(t *table, n *source.Node) {
	label := "row of " + t.id
	rule := rowOf(blockRows["table"].keys, "rule")
	for _, row := range n.List() {
		r.book.Budget.Spend(row.Pos, 1+len(row.Pairs))
		if row.Kind != source.Map { // scalars are the values of the only column
			if len(t.columns) != 1 {
				r.errorf(row.Pos, "wrong-type", "a row of %s must be a mapping", t.id)
			}
			continue
		}
		for _, p := range row.Pairs {
			i := slices.IndexFunc(t.columns, func(q property) bool { return q.name == p.Key.Value })
			switch {
			case i >= 0:
				r.carriedValue(t.columns[i], p)
			case p.Key.Value == "id":
			case p.Key.Value == "rule":
				r.key(&tree.Entry{}, rule, label, p)
			default:
				known := []string{"id", "rule"}
				for _, q := range t.columns {
					known = append(known, q.name)
				}
				r.errorf(p.Key.Pos, "unknown-key", "%s has no key %q%s", label, p.Key.Value, diag.DidYouMeanKey(p.Key.Value, known))
			}
		}
	}
}
