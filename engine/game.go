package engine

// This file makes a GameDef ready to run.

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

// Game is a loaded GameDef. It is immutable and may be shared by any number of states and goroutines.
type Game struct {
	tables
	program
	sourceTable

	options     []int64
	signed      sync.Once
	fingerprint uint64 // once signed
	naming      sync.Once
	names       map[string]nameRef // once naming is done
	sorting     sync.Once
	sorted      []string // keys of names, once sorting is done
	lived       sync.Once
	live        [][]uint64 // by instruction: local slots that may be read from there on; once lived
	typing      sync.Once
	kinds       [][][]holder // see frameKinds; once typing is done

	left       *atomic.Int64 // steps that the game may still take, nil: any number
	cover      *recorder
	rivals     *Rivals
	profile    *Profile
	silent     func() *Game // the same game without coverage
	foresights sync.Pool    // of *foresight
	begun      sync.Map     // by ID of a set-up: a *State at its first decision, which nobody changes
}

// tables is what a Game knows without its code: the layout of a position, and pieces, zones and cells by number.
type tables struct {
	def *def.GameDef
	classes

	stackAt    int // where the stack begins in State.words
	hereAt     int // where the sets of classes in each zone begin in State.words
	activeAt   int // where the counts of attachments in force begin in State.words
	forceAt    int // where the set of lasting effects in force begins in State.words
	stackLimit int
	seatBits   uint // of a seat in an order
	zoneWords  int  // of a set of zones
	graph      value.Graph
	atlas      value.WideGraph // of a game whose sets of zones are wide
	plain      []bool          // zone -> it is a plain one
	limits     [][]*def.StackLimit
	cell       []cellInfo
	scoped     []stretchOfCells // the cells of action scope, in the order of ActionCells
	poolVars   [][]*def.VarDef
	sets       [][]int64 // words of wide sets: those of the GameDef, and constants found by Load
}

// classes describes the classes of pieces, by class.
type classes struct {
	nclass     int
	classWords int // of a filter
	allClasses uint64
	status     [][]int16 // by status: the class with it, -1 where there is none
	marked     [][]int16 // by mark: the class with it
	unmarked   [][]int16 // by mark: the class without it
	bearing    [][]int   // by mark: the classes with it, ascending
	typeMask   []int64   // classes of the same type
	home       []int64   // home zone
	plainOf    []int16   // the class that the piece has in a plain zone
	classSets  []int64   // the filter of just that class, where filters are wide
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
	attached   [][]int32 // lasting effect -> points, one entry for each attachment
	sight      int64     // first cell of the variable that says who sees a card, -1: there is none
	player     int32     // derived value that says who plays a seat, -1: each its own
	obliging   []obligation
	blocks     []int32 // by instruction: the innermost obligation around it, -1: none
	operands   int     // most operands of an instruction
	nowhere    int32   // where a procedure returns to that is called on a copy
}

// sourceTable numbers what formulas read, and what a state memoises of their values.
type sourceTable struct {
	sources       int     // how many there are
	zoneSource    int     // the first of those that are the pieces in a zone
	scopedSources []int32 // those of variables of action scope
	memories      int     // memoised values
	remembered    int     // words of the wide sets among them
	loops, hoists int     // loops out of which something is hoisted, and what
}

// cellInfo is what the machine has to know when it writes a cell.
type cellInfo struct {
	v        int32 // variable, -1: bookkeeping of the machine
	index    int32 // whose it is: within the variable
	word     int32 // of its value
	bounded  bool
	min, max int64
	pool     int32
	source   int32 // of formulas that read it
	allowed  bool  // a marker may stand here
}

// stretchOfCells is cells of action scope that follow one another, and where their values are kept among those of all.
type stretchOfCells struct{ cell, place, n int }

// LoadOption changes how Load prepares a game.
type LoadOption func(*builder)

// WithCoverage makes the game record which nodes of the rulebook run and what its conditions yield. It costs speed.
func WithCoverage() LoadOption {
	return func(b *builder) { b.g.cover = newRecorder(len(b.Def.Nodes)) }
}

// Load validates def and prepares it. opts gives values of game options by id; options not named have their default.
// A malformed def, an unknown option or an unknown value is an error. def must not change afterwards.
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

// silent loads a game that was loaded before, without coverage.
func silent(gd *def.GameDef, opts map[string]string, left *atomic.Int64) *Game {
	quiet, err := Load(gd, opts)
	if err != nil {
		panic(err) // it loaded before
	}
	quiet.left = left
	return quiet
}

// Def returns the GameDef. It must not be changed.
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

// Fingerprint identifies the GameDef together with its option values: FNV-64a over its JSON without the titles of clauses and how the
// game is drawn. States can be decoded only by a game with the same fingerprint. It is computed when it is first asked for.
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

// tables computes what the machine looks up: cells, pools, limits and class changes.
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
		g.atlas = value.WideGraphOf(gd)
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
	b.sight()
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

// cellTable finds out what every cell is, and which variables draw on each pool.
func (b *builder) cellTable() {
	g, gd := b.g, b.Def
	g.cell = make([]cellInfo, gd.Cells)
	b.sources = facts.NewSources(gd, b.toil)
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
			if v.Per == def.KZone && v.On != 0 {
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

// scopedCells finds how cells of action scope follow one another.
func (b *builder) scopedCells() {
	g := b.g
	for i, cell := range b.Def.ActionCells {
		c := int(cell)
		if last := len(g.scoped) - 1; last >= 0 && g.scoped[last].cell+g.scoped[last].n == c {
			g.scoped[last].n++
		} else {
			g.scoped = append(g.scoped, stretchOfCells{cell: c, place: i, n: 1})
		}
		if source := g.cell[c].source; !slices.Contains(g.scopedSources, source) {
			g.scopedSources = append(g.scopedSources, source)
		}
	}
}

// zoneTables finds the limits that hold in each zone, and the plain ones.
func (b *builder) zoneTables() {
	g, gd := b.g, b.Def
	g.limits, g.plain = make([][]*def.StackLimit, len(gd.Zones)), make([]bool, len(gd.Zones))
	for z := range gd.Zones {
		g.plain[z] = gd.Zones[z].Plain
		b.toil(len(gd.Stacking))
		for i := range gd.Stacking {
			if l := &gd.Stacking[i]; gd.Has(l.Zones, def.ZoneSet, int64(z)) {
				g.limits[z] = append(g.limits[z], l)
			}
		}
	}
}

// classTables finds what becomes of a class by status and marks, its type and its home.
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
