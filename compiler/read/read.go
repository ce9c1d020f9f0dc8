// Package read converts the merged blocks to the tree of a rulebook, driven by the table of package grammar. It reports unknown
// and missing keys, and values of the wrong form. It does not interpret names and formulas.
package read

import (
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
)

// Read converts the merged blocks of a rulebook, which contain no words of the first drafts any more (package draft). If
// incomplete, unreadable parts are missing from root, so nothing is reported as unknown or missing. The tree contains everything
// that could be read, even if there are errors.
func Read(root *source.Node, incomplete bool, budget *diag.Budget) (*tree.Rulebook, diag.List) {
	return (*Memo)(nil).Read(root, incomplete, budget)
}

// Read is like the function Read, with a cache.
func (m *Memo) Read(root *source.Node, incomplete bool, budget *diag.Budget) (*tree.Rulebook, diag.List) {
	r := &reader{book: &tree.Rulebook{Root: root, Incomplete: incomplete, Budget: budget, Found: tree.NewFound()},
		procs: map[string]bool{}, carried: map[string][]property{}}
	r.found = &r.book.Found
	r.declared(root)
	top := blockRows["rulebook"]
	r.book.Top = &tree.Entry{Node: root, Block: top.Block}
	r.topKeys(root)
	m.begin(r)
	for _, p := range root.Pairs {
		k := rowOf(top.keys, p.Key.Value)
		if k == nil {
			r.book.Top.Free = append(r.book.Top.Free, tree.NewValue(p.Key, p.Value))
			continue
		}
		if p.Value.Kind == source.Null {
			continue
		}
		if v := r.value(at{key: p.Key.Value}, k.shapes, p.Key, p.Value); v != nil {
			r.book.Top.Vals = append(r.book.Top.Vals, v)
		}
	}
	r.claims()
	return r.book, r.diags
}

// Check checks a single mapping against a row of the table: its keys, and the forms of their values, except within nested
// mappings and statements.
func Check(n *source.Node, b *grammar.Block, label string) diag.List {
	r := &reader{book: &tree.Rulebook{}, found: &tree.Found{}, shallow: true}
	r.entry(newBlockRow(b), label, n)
	return r.diags
}

type reader struct {
	book      *tree.Rulebook
	found     *tree.Found // that of the book, or that of an entry which is read for the memo
	memo      *Memo
	diags     diag.List
	procs     map[string]bool       // ids of procedures, which are also keywords of calls
	procNames []string              // in the order of declaration
	carried   map[string][]property // by block: the declared properties of its entries
	paths     []string              // read by tables and values
	tables    []table
	inSetups  []string    // paths in a set-up that tables and values read
	faults    diag.Faults // all errors, including suppressed ones
	shallow   bool        // only the keys of one mapping are read
}

// at describes a value for messages: its key, and the entry or statement that contains it; "" for the top level.
type at struct{ key, of string }

func (a at) String() string {
	if a.of == "" {
		return a.key
	}
	return a.key + " of " + a.of
}

// errorf reports an error. If a part of the rulebook could not be read, it drops errors on unknown or missing things.
func (r *reader) errorf(pos diag.Pos, code, format string, args ...any) {
	r.faults.Add(r.diags)
	if r.book.Incomplete && (code == "no-game" || strings.HasPrefix(code, "unknown-") || strings.HasPrefix(code, "missing-")) {
		return
	}
	r.diags.Errorf(pos, code, format, args...)
}

// topKeys reports unknown top-level keys and unknown kinds of properties. After such an error the rulebook is incomplete.
func (r *reader) topKeys(root *source.Node) {
	top, kinds := blockRows["rulebook"], blockRows["properties"]
	known := slices.Clone(top.names)
	for _, p := range r.paths {
		known = append(known, head(p))
	}
	unknown := 0
	for _, p := range root.Pairs {
		if !slices.Contains(known, p.Key.Value) || slices.Contains(draftKeys, p.Key.Value) {
			r.errorf(p.Key.Pos, "unknown-key", "%q is not a key of a rulebook%s", p.Key.Value, diag.DidYouMean(p.Key.Value, known))
			unknown++
		}
	}
	if properties := root.Get("properties"); properties != nil {
		for _, p := range properties.Pairs {
			if !slices.Contains(kinds.names, p.Key.Value) {
				r.errorf(p.Key.Pos, "unknown-key", "%s are of %s, not %s%s", kinds.Name, diag.Alternatives(kinds.names), p.Key.Value, diag.DidYouMean(p.Key.Value, kinds.names))
				unknown++
			}
		}
	}
	if game := root.Get("game").Given(); game != nil && game.Kind == source.Map && game.Get("id").Given() == nil {
		r.errorf(game.Pos, "missing-key", "game needs id: the name it is known by, as its folder is called")
	} else if game == nil {
		r.errorf(diag.Pos{File: root.Pos.File, Line: 1, Col: 1}, "no-game", "the rulebook has no game: block; start a fenced yaml block with game: {id: …, title: …, main: …}")
	}
	r.book.Incomplete = r.book.Incomplete || unknown > 0
}

// draftKeys are the top-level keys that only package draft handles.
var draftKeys = func() []string {
	var names []string
	for _, k := range grammar.DraftKeys("rulebook") {
		names = append(names, k.Name)
	}
	return names
}()
