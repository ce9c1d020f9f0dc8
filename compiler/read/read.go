// Package read makes the tree of a rulebook: it walks the merged blocks by the table of package grammar. A key that the
// table does not have, one that is missing, and anything behind a key that has not the form that the table gives it are
// found here and nowhere else. What names mean and what formulas say is for the stages after it.
package read

import (
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
)

// Read makes the tree of the merged blocks of a rulebook, which has no words of the first drafts any more (package
// draft). incomplete tells that something was left out of root because it could not be read: then what is unknown or
// missing may be a consequence, and is not reported. The tree is there whatever was reported; it has what could be read.
func Read(root *source.Node, incomplete bool, budget *diag.Budget) (*tree.Rulebook, diag.List) {
	return (*Memo)(nil).Read(root, incomplete, budget)
}

// Read is the function Read.
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

// Check holds a single mapping against a row of the table: its keys, and the shapes of what stands behind them as far as
// that is no mapping or statement itself.
func Check(n *source.Node, b *grammar.Block, label string) diag.List {
	r := &reader{book: &tree.Rulebook{}, found: &tree.Found{}, shallow: true}
	r.entry(newBlockRow(b), label, n)
	return r.diags
}

// reader goes through a rulebook.
type reader struct {
	book      *tree.Rulebook
	found     *tree.Found // of the book, or of the entry that is read for the memo
	memo      *Memo
	diags     diag.List
	procs     map[string]bool       // ids of procedures: each is a verb
	procNames []string              // in the order of their declaration
	carried   map[string][]property // by block: the declared properties of its entries
	paths     []string              // claimed by tables and values
	tables    []table
	inSetups  []string    // paths in a set-up that tables and values claim
	faults    diag.Faults // what was found wrong, reported or not
	shallow   bool        // only the keys of one mapping are looked at
}

// at is where a value stands, for messages: its key, and the entry or statement that has it; "" for the top level.
type at struct{ key, of string }

func (a at) String() string {
	if a.of == "" {
		return a.key
	}
	return a.key + " of " + a.of
}

// errorf reports an error. Where something could not be read, nothing is said about what is unknown or missing.
func (r *reader) errorf(pos diag.Pos, code, format string, args ...any) {
	r.faults.Add(r.diags)
	if r.book.Incomplete && (code == "no-game" || strings.HasPrefix(code, "unknown-") || strings.HasPrefix(code, "missing-")) {
		return
	}
	r.diags.Errorf(pos, code, format, args...)
}

// topKeys reports the top-level keys, and the kinds of properties, that nobody knows. What they were meant to declare is
// missing from then on.
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

// draftKeys are the top-level keys that only package draft understands.
var draftKeys = func() []string {
	var names []string
	for _, k := range grammar.DraftKeys("rulebook") {
		names = append(names, k.Name)
	}
	return names
}()
