package engine

// This file prepares a GameDef for execution.

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/load"
	"rulebound/engine/value"
)

// Game is a loaded GameDef. It is immutable and safe for concurrent use by any number of states.
type Game struct {
	tables
	program
	sourceTable

	options     []int64
	signed      sync.Once
	fingerprint uint64 // computed by signed
	naming      sync.Once
	names       map[string]nameRef // computed by naming
	sorting     sync.Once
	sorted      []string // keys of names, computed by sorting
	lived       sync.Once
	live        [][]uint64 // by instruction: local slots that may be read later; computed by lived
	typing      sync.Once
	kinds       [][][]content // see frameKinds; computed by typing

	left       *atomic.Int64 // steps left for all states, nil: no limit
	cover      *recorder
	rivals     *Rivals
	profile    *Profile
	silent     func() *Game // the same game without coverage
	foresights sync.Pool    // of *foresight
	begun      sync.Map     // by ID of a set-up: a *State at its first decision, read-only
}

// tables is the static part of a Game apart from its code: the layout of a position, and tables of pieces, zones and cells.
type tables struct {
	def *def.GameDef
	classes

	stackAt    int // offset of the stack in State.words
	hereAt     int // offset of the sets of classes in each zone in State.words
	activeAt   int // offset of the counts of attachments in force in State.words
	forceAt    int // offset of the set of lasting effects in force in State.words
	stackLimit int
	seatBits   uint // bits of a seat in an order
	zoneWords  int  // of a set of zones
	graph      value.Graph
	wideGraph  value.WideGraph // map of a game with wide zone sets
	plain      []bool          // by zone: is it plain
	limits     [][]*def.StackLimit
	cell       []cellInfo
	scoped     []cellRange // the cells of action scope, in the order of ActionCells
	poolVars   [][]*def.VarDef
	sets       [][]int64 // words of wide sets: those of the GameDef, and constants computed by Load
}

// classes are tables of piece classes, indexed by class.
type classes struct {
	nclass     int
	classWords int // of a filter
	allClasses uint64
	status     [][]int16 // by status: the class with that status, -1: none
	marked     [][]int16 // by mark: the class with it
	unmarked   [][]int16 // by mark: the class without it
	bearing    [][]int   // by mark: the classes with it, ascending
	typeMask   []int64   // classes of the same type
	home       []int64   // home zone
	plainOf    []int16   // the class that the piece has in a plain zone
	classSets  []int64   // the filter of the class alone, if filters are wide
	owners     []int64   // by seat: the filter of its pieces
}

// program is the compiled code and rules of a Game.
type program struct {
	code       []instr
	funcs      []function
	derived    []derived
	points     []point
	procs      []procedure
	decisions  []decision
	invariants []invariant
	watched    []int32
	attached   [][]int32 // by lasting effect: points, one entry for each attachment
	viewers    int64     // first cell of the variable of the seats that see each card, -1: none
	player     int32     // derived value that maps a seat to its player's seat, -1: each seat has its own player
	obliging   []obligation
	blocks     []int32 // by instruction: the innermost obligation that contains it, -1: none
	operands   int     // greatest number of operands of an instruction
	nowhere    int32   // return address of a procedure that is called on a copy
}

// sourceTable numbers the sources that formulas read, and the memoised values.
type sourceTable struct {
	sources       int     // number of sources
	zoneSource    int     // first source of the pieces in a zone
	scopedSources []int32 // sources of variables of action scope
	memories      int     // number of memoised values
	remembered    int     // total words of the memoised wide sets
	loops, hoists int     // number of loops with hoisted expressions, and of these expressions
}

// cellInfo is the information that the machine needs to write a cell.
type cellInfo struct {
	v        int32 // variable, -1: bookkeeping of the machine
	index    int32 // index of the value within the variable
	word     int32 // index of the word within the value
	bounded  bool
	min, max int64
	pool     int32
	source   int32 // source of the cell for memoised formulas
	allowed  bool  // a marker is allowed here
}

// cellRange is a run of consecutive cells of action scope, and the position of their saved values.
type cellRange struct{ cell, place, n int }

// LoadOption configures Load.
type LoadOption func(*builder)

// WithCoverage makes the game record which nodes of the rulebook run and the outcomes of its conditions, at the cost of speed.
func WithCoverage() LoadOption {
	return func(b *builder) { b.g.cover = newRecorder(len(b.Def.Nodes)) }
}

// Load validates gd and prepares it. opts gives values of game options by id; the others have their default. A malformed gd, an unknown
// option or an unknown value is an error. gd must not change afterwards.
func Load(gd *def.GameDef, opts map[string]string, o ...LoadOption) (g *Game, err error) {
	if gd == nil {
		return nil, errors.New("load: no game")
	}
	g = &Game{tables: tables{def: gd}}
	b := &builder{g: g, Checker: load.Checker{Def: gd}}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *load.Error:
			g, err = nil, fmt.Errorf("load %s: %w", gd.ID, r.Err)
		case *Fault:
			g, err = nil, fmt.Errorf("load %s: %s%w", gd.ID, b.Place(), r)
		default:
			g, err = nil, fmt.Errorf("load %s: %smalformed game: %v", gd.ID, b.Place(), r)
		}
	}()
	b.Validate()
	if n := gd.Playing(b.Options(opts)); n < len(gd.Seats) {
		b.Def = gd.Seated(n)
		g.tables.def = b.Def
		b.Validate()
	}
	for _, f := range o {
		f(b)
	}
	if g.cover != nil && g.rivals != nil {
		b.Fail("coverage of a game whose formulas have rivals")
	}
	if g.profile != nil && b.observed() {
		b.Fail("a profile of a game with coverage or rivals")
	}
	g.options = b.Options(opts)
	b.tables()
	b.Acyclic()
	b.compile()
	g.silent = func() *Game { return g }
	if g.cover != nil {
		given := maps.Clone(opts)
		g.silent = sync.OnceValue(func() *Game { return silent(gd, given, g.left) })
	}
	return g, nil
}

// silent loads a game again without coverage.
func silent(gd *def.GameDef, opts map[string]string, left *atomic.Int64) *Game {
	quiet, err := Load(gd, opts)
	if err != nil {
		panic(err) // it has been loaded before
	}
	quiet.left = left
	return quiet
}

// Def returns the GameDef. It must not be modified.
func (g *Game) Def() *def.GameDef { return g.def }

// Option returns the value of a game option that the game was loaded with.
func (g *Game) Option(id string) (string, bool) {
	for i, o := range g.def.Options {
		if o.ID == id {
			return o.Values[g.options[i]], true
		}
	}
	return "", false
}

// Fingerprint identifies the GameDef and its option values: FNV-64a over the JSON without titles of clauses and looks. A state can only be
// decoded by a game with the same fingerprint. It is computed on first use.
func (g *Game) Fingerprint() uint64 {
	g.signed.Do(func() {
		h, rules := fnv.New64a(), *g.def
		rules.Looks, rules.Clauses = nil, nil
		if err := json.NewEncoder(h).Encode(&rules); err != nil {
			panic(err) // plain data can always be encoded
		}
		for _, v := range g.options {
			fmt.Fprintf(h, "%d;", v)
		}
		g.fingerprint = h.Sum64()
	})
	return g.fingerprint
}

// tables computes the tables of the machine: cells, pools, limits and class changes.
func (b *builder) tables() {
	g, gd := b.g, b.Def
	g.nclass = len(gd.Classes)
	g.allClasses = value.Mask(len(gd.Classes))
	g.graph = value.GraphOf(gd)
	g.seatBits = gd.SeatBits()
	g.zoneWords, g.classWords = gd.Words(def.ZoneSet), gd.Words(def.FilterSet)
	if g.sets = slices.Clone(gd.Sets); len(g.sets) == 0 {
		g.sets = [][]int64{nil} // 0 is the empty set
	}
	g.hereAt = int(gd.Cells) + len(gd.Classes)*g.zoneWords
	if g.activeAt = g.hereAt; g.classWords == 1 {
		g.activeAt += len(gd.Zones)
	}
	g.forceAt = g.activeAt + len(gd.Points)
	g.stackAt = g.forceAt + (len(gd.Lasting)+def.WordBits-1)/def.WordBits
	g.stackLimit = max(4*int(gd.Stack), 1024)
	if g.zoneWords > 1 {
		g.wideGraph = value.WideGraphOf(gd)
	}
	b.cellTable()
	b.zoneTables()
	b.classTables()
	g.attached = make([][]int32, len(gd.Lasting))
	for p := range gd.Points {
		for _, a := range gd.Points[p].Attach {
			l := gd.Attachments[a].Lasting
			g.attached[l] = append(g.attached[l], int32(p))
		}
	}
	g.player = -1
	b.findViewers()
	for i := range gd.Derived {
		d := &gd.Derived[i]
		if d.Watch {
			g.watched = append(g.watched, int32(i))
		}
		if d.Player {
			b.Part = d
			if g.player >= 0 || d.Per != def.KSeat {
				b.Fail("derived value %s says who plays a seat: one value alone can, and for each seat", d.ID)
			}
			g.player = int32(i)
		}
	}
}

// cellTable computes the description of every cell, and the variables that use each pool.
func (b *builder) cellTable() {
	g, gd := b.g, b.Def
	g.cell = make([]cellInfo, gd.Cells)
	b.sources = facts.NewSources(gd, b.chargeLoading)
	g.sources, g.zoneSource = b.sources.Len(), int(b.sources.Zones())
	for i := range g.cell {
		g.cell[i] = cellInfo{v: -1, pool: -1, source: facts.InBooks}
	}
	g.poolVars = make([][]*def.VarDef, len(gd.Pools))
	for i := range gd.Vars {
		v := &gd.Vars[i]
		words := int32(gd.Words(v.Type))
		for k := int32(0); k < v.Len; k++ {
			j := k / words
			c := cellInfo{v: int32(i), index: j, word: k % words, pool: v.Pool, source: b.sources.Cell(int64(v.Base)), allowed: true}
			c.min, c.max, c.bounded = gd.Bounds(v)
			if v.Owner() == def.KZone && v.On != 0 {
				c.allowed = gd.Has(v.On, def.ZoneSet, int64(j))
			}
			g.cell[v.Base+k] = c
		}
		if v.Pool >= 0 {
			g.poolVars[v.Pool] = append(g.poolVars[v.Pool], v)
		}
	}
	b.scopedCells()
}

// scopedCells groups consecutive cells of action scope.
func (b *builder) scopedCells() {
	g := b.g
	for i, cell := range b.Def.ActionCells {
		c := int(cell)
		if last := len(g.scoped) - 1; last >= 0 && g.scoped[last].cell+g.scoped[last].n == c {
			g.scoped[last].n++
		} else {
			g.scoped = append(g.scoped, cellRange{cell: c, place: i, n: 1})
		}
		if source := g.cell[c].source; !slices.Contains(g.scopedSources, source) {
			g.scopedSources = append(g.scopedSources, source)
		}
	}
}

// zoneTables computes the stacking limits of each zone, and the plain zones.
func (b *builder) zoneTables() {
	g, gd := b.g, b.Def
	g.limits, g.plain = make([][]*def.StackLimit, len(gd.Zones)), make([]bool, len(gd.Zones))
	for z := range gd.Zones {
		g.plain[z] = gd.Zones[z].Plain
		b.chargeLoading(len(gd.Stacking))
		for i := range gd.Stacking {
			if l := &gd.Stacking[i]; gd.Has(l.Zones, def.ZoneSet, int64(z)) {
				g.limits[z] = append(g.limits[z], l)
			}
		}
	}
}

// classTables computes for each class the results of changes of status and marks, its type and its home.
func (b *builder) classTables() {
	g, gd := b.g, b.Def
	type look struct {
		typ, status int32
		marks       uint32
	}
	find := map[look]int16{}
	for i, c := range gd.Classes {
		find[look{c.Type, c.Status, c.Marks}] = int16(i)
	}
	at := func(k look) int16 {
		if c, ok := find[k]; ok {
			return c
		}
		return -1
	}
	g.bearing = make([][]int, len(gd.Marks))
	for i, c := range gd.Classes {
		t := gd.Types[c.Type]
		statuses := max(len(t.Statuses), 1)
		row := make([]int16, statuses)
		for st := range row {
			row[st] = at(look{c.Type, int32(st), c.Marks})
		}
		g.status = append(g.status, row)
		on, off := make([]int16, len(gd.Marks)), make([]int16, len(gd.Marks))
		for m := range gd.Marks {
			bit := b.markBit(c.Type, int32(m))
			on[m], off[m] = -1, -1
			if c.Marks>>m&1 != 0 {
				g.bearing[m] = append(g.bearing[m], i)
			}
			if bit != 0 {
				on[m] = at(look{c.Type, c.Status, c.Marks | bit})
				off[m] = at(look{c.Type, c.Status, c.Marks &^ bit})
			}
		}
		g.marked = append(g.marked, on)
		g.unmarked = append(g.unmarked, off)
		g.typeMask = append(g.typeMask, t.Classes)
		g.home = append(g.home, int64(t.Home))
		g.plainOf = append(g.plainOf, int16(t.First))
	}
	for c := 0; g.classWords > 1 && c < g.nclass; c++ {
		words := make([]int64, g.classWords)
		value.SetBit(words, int64(c))
		g.classSets = append(g.classSets, int64(len(g.sets)))
		g.sets = append(g.sets, words)
	}
	g.owners = g.owned()
}
