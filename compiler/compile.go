// Package compiler turns a GameSpecDoc (a folder of Markdown with YAML, docs/language.md) into an engine.GameDef.
//
// The stages are: read (package source), one syntax tree for formulas and trees (package syntax), then here declare
// (every id gets its place), data (properties, sets, tables), rules (functions, procedures, hooks, cards: checked and
// lowered to the machine's code in one walk) and set-ups. Diagnostics are values; a compile reports all causes at once
// and a follow-up of a reported cause is never a diagnostic of its own.
package compiler

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"sort"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

//go:embed library
var library embed.FS

// Version of the GameDef layout this compiler writes.
const Version = 1

// Book is what a compile knows beside the GameDef: the rulebook's clauses and files, for coverage and excerpts.
type Book struct {
	*source.Book
	// Attribute maps a library's clause id to the game's clauses it implements.
	Attribute map[string][]string
	// Gaps are the properties of cards that list the texts which are still to be written.
	Gaps []string
}

// Compile compiles the rulebook in folder dir of fsys. The GameDef is nil if the list has errors.
func Compile(fsys fs.FS, dir string) (*def.GameDef, *Book, diag.List) {
	return compile(library, fsys, dir, nil)
}

// CompileWith is Compile with the library rulebooks in the folder library of another file system: those of another
// revision, say.
func CompileWith(libraries, fsys fs.FS, dir string) (*def.GameDef, *Book, diag.List) {
	return compile(libraries, fsys, dir, nil)
}

// compile is CompileWith; asked, if not nil, hears which keys were asked of each mapping and statement.
func compile(libraries, fsys fs.FS, dir string, asked func(c *compiler, what string, keys []string)) (*def.GameDef, *Book, diag.List) {
	book, list := source.Read(fsys, dir)
	if book == nil {
		return nil, nil, list
	}
	c := &compiler{book: &Book{Book: book, Attribute: map[string][]string{}}, diags: list, asked: asked}
	if len(book.Files) == 0 {
		c.errorf(diag.Pos{File: dir}, "empty-game", "no Markdown file in %s: a game is a folder of *.md files with yaml blocks", dir)
		return nil, c.book, c.diags
	}
	c.useLibraries(libraries)
	root, merge := source.Merge(c.book.Blocks)
	c.diags = append(c.diags, merge...)
	c.read, c.unread = len(c.diags), leavesOut(c.diags)
	if root == nil {
		root = &source.Node{Kind: source.Map}
	}
	c.root = root
	c.run()
	// a library clause that stands for clauses of the game is not a clause of its own
	c.book.Clauses = slices.DeleteFunc(c.book.Clauses, func(k source.Clause) bool { return len(c.book.Attribute[k.ID]) > 0 })
	c.diags = append(c.diags[:c.read:c.read], c.withoutFollowUps(c.diags[c.read:])...).Sorted()
	if c.diags.HasErrors() {
		return nil, c.book, c.diags
	}
	return c.def, c.book, c.diags
}

// useLibraries puts the library rulebooks named by game.uses before the game's own blocks.
func (c *compiler) useLibraries(libraries fs.FS) {
	for _, b := range c.book.Blocks {
		g := b.Get("game")
		if g == nil || g.Kind != source.Map {
			continue
		}
		uses := g.Get("uses")
		if uses == nil {
			continue
		}
		for _, u := range uses.Items {
			dir := path.Join("library", u.Value)
			if _, err := fs.Stat(libraries, dir); err != nil || u.Value == "" {
				c.errorf(u.Pos, "unknown-library", "there is no library rulebook %q%s", u.Value, c.near(u.Value, libraryNames(libraries)))
				continue
			}
			lib, list := source.Read(libraries, dir)
			c.diags = append(c.diags, list...)
			if lib != nil {
				for i := range lib.Clauses {
					lib.Clauses[i].Section = u.Value
				}
				lib.Headings = []source.Heading{{Number: u.Value, Title: "Library rulebook " + u.Value, Level: 1}}
			}
			c.book.Merge(lib)
		}
		return
	}
}

func libraryNames(libraries fs.FS) []string {
	entries, _ := fs.ReadDir(libraries, "library")
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// compiler holds the state of one compile.
type compiler struct {
	book  *Book
	root  *source.Node
	diags diag.List
	def   *def.GameDef
	asked func(c *compiler, what string, keys []string) // of tests

	syms        map[string]*symbol
	enums       map[string]int32
	props       map[def.Kind]map[string]*property
	sigs        []signature
	tables      map[string]*table
	points      map[string]int32
	durs        map[string]int32
	classOf     map[classKey]int32
	status      map[string]int32 // status name -> index within its types
	statusM     map[string]int64 // status name -> classes
	markM       map[string]int64 // mark name -> classes that bear it
	markI       map[string]int32
	seatF       int32           // lookup seat -> filter of its pieces
	known       map[string]bool // top-level keys that are declared
	procs       []*procedure
	funcs       []*function
	derived     []*derived
	attach      []pendingHook
	calls       map[int32]map[int32]bool // caller -> callees
	sigUse      map[int32][]int32        // signature -> procedures stored in values of it
	dynUse      []dynamicCall
	rules       []string               // clauses the node being lowered belongs to, when stated by an enclosing rule: key
	attributeOf map[[2]string][]string // library clause and procedure -> clauses
	offered     string                 // procedure that the callOne being lowered offers
	inAction    int32                  // cell that is 1 inside an action
	spaces      int64
	boxes       int64
	setupOf     map[string]*setupWord
	setupIDs    []string
	reported    map[diag.Pos]bool
	todo        []func()
	claimed     []string
	pointParams [][]def.Param
	enumPos     []diag.Pos         // of each enumeration
	dealt       map[int64]diag.Pos // set-up: where a card was put
	piecePos    []diag.Pos         // set-up: place of each entry of Pieces
	cellPos     map[int32]diag.Pos // set-up: place that gives a cell its value
	read        int                // diagnostics of the reading stage
	unread      bool               // something could not be read and was left out
	unsure      map[string]bool    // procedures of which a key was not understood
	clashed     map[string]bool    // names declared at two places, or taken from the language
	pointOf     []def.Type
	macros      map[string]*macro
	drafts      drafts
	expanding   int                 // macros being expanded, one inside the other
	inMacro     map[macroFault]bool // errors of macros that were reported
	assertions  []assertion         // what set-ups say of derived values
	clauses     clauseIndex
	loops       []loop
	writers     map[int32]map[int32][]writer // procedure and slot: what is put there
	written     map[string][]access          // procedure with arguments: what it changes
	copies      int                          // what is being lowered is one of several copies of what the author wrote
}

type dynamicCall struct {
	caller int32
	sig    int32
}

func (c *compiler) errorf(pos diag.Pos, code, format string, args ...any) {
	c.diags.Errorf(pos, code, format, args...)
}

func (c *compiler) near(name string, candidates []string) string {
	if n := diag.Near(name, candidates); n != "" {
		return "; did you mean " + n + "?"
	}
	return ""
}

// run executes the stages. Each goes on as far as it can so that independent causes are reported together.
func (c *compiler) run() {
	c.def = &def.GameDef{Version: Version, Nodes: []def.NodeDef{{}}, Main: -1}
	c.syms = map[string]*symbol{}
	c.enums = map[string]int32{}
	c.props = map[def.Kind]map[string]*property{}
	c.tables = map[string]*table{}
	c.points = map[string]int32{}
	c.durs = map[string]int32{}
	c.classOf = map[classKey]int32{}
	c.status, c.statusM, c.markM, c.markI = map[string]int32{}, map[string]int64{}, map[string]int64{}, map[string]int32{}
	c.known = map[string]bool{}
	c.calls = map[int32]map[int32]bool{}
	c.sigUse = map[int32][]int32{}
	c.setupOf = map[string]*setupWord{}
	c.reported = map[diag.Pos]bool{}
	c.clashed, c.unsure = map[string]bool{}, map[string]bool{}
	c.attributeOf = map[[2]string][]string{}
	c.indexClauses()

	c.game()
	c.checkEntries()
	c.treeForm()
	c.declare()
	c.unknownKeys()
	c.data()
	c.lowerRules()
	c.uncalledMacros()
	c.moves()
	c.gaps()
	c.setups()
	c.checkClaims()
	c.finish()
	if !c.diags.HasErrors() {
		c.dataChecks()
		c.checkLoops()
	}
	c.checkAssertions()
}

func (c *compiler) unknownKeys() {
	for _, k := range grammar.Names("rulebook") {
		c.known[k] = true
	}
	names := make([]string, 0, len(c.known))
	for k := range c.known {
		names = append(names, k)
	}
	sort.Strings(names)
	for _, p := range c.root.Pairs {
		if !c.known[p.Key.Value] {
			c.errorf(p.Key.Pos, "unknown-key", "%q is no key of a rulebook%s", p.Key.Value, c.near(p.Key.Value, names))
			c.unreadable()
		}
	}
}

// game reads the game block.
func (c *compiler) game() {
	n := c.root.Get("game")
	if n == nil {
		c.errorf(diag.Pos{File: c.firstFile(), Line: 1, Col: 1}, "no-game", "the rulebook has no game: block; start with game: {id: …, title: …, main: …}")
		return
	}
	f := c.fields(n, "game")
	if n.Kind != source.Map {
		return
	}
	c.def.ID = f.word("id")
	c.def.Title = f.text("title")
	f.get("uses")
	f.get("main")
	for _, w := range f.list("lintWords") {
		c.def.LintWords = append(c.def.LintWords, w.Value)
	}
	f.done()
	if c.def.ID == "" {
		c.errorf(n.Pos, "missing-key", "game needs an id")
	}
	if g := c.root.Get("grants"); g != nil {
		f := c.fields(g, "grants")
		f.get("with")
		f.get("after")
		f.done()
	}
	c.attributions()
}

func (c *compiler) firstFile() string {
	if len(c.book.Files) > 0 {
		return c.book.Files[0].Name
	}
	return ""
}

// scalars returns the items of a list, or the node itself if it is a scalar.
func scalars(n *source.Node) []*source.Node {
	switch {
	case n == nil || n.Kind == source.Null:
		return nil
	case n.Kind == source.List:
		return n.Items
	}
	return []*source.Node{n}
}

// node registers a place of the rulebook for coverage and traces.
func (c *compiler) node(n *source.Node, what string) int32 {
	rules := c.rules
	if n.Kind == source.Map {
		if r := n.Get("rule"); r != nil {
			rules = c.ruleIDs(r)
		}
	}
	if rules == nil {
		rules = c.attributed(n.Rules)
	}
	c.def.Nodes = append(c.def.Nodes, def.NodeDef{File: n.Pos.File, Line: int32(n.Pos.Line), Col: int32(n.Pos.Col), Rules: rules, What: what})
	return int32(len(c.def.Nodes) - 1)
}

// under runs f with the clauses that n states (if any) in force for the nodes below it.
func (c *compiler) under(n *source.Node, f func()) {
	old := c.rules
	if n != nil && n.Kind == source.Map {
		if r := n.Get("rule"); r != nil {
			c.rules = c.ruleIDs(r)
		}
	}
	f()
	c.rules = old
}
