package declare

// This file visits the top-level lists in their order and assigns every entry its index.

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// Version is the version of the GameDef layout.
const Version = 1

// The limits of a game.
const (
	maxTagged = def.MaxTagged
	maxRows   = def.MaxRows
)

// Declare returns the symbols of a rulebook. prose has its clauses, headings and files. If the tree is incomplete, nothing is
// reported as unknown or missing. The symbols are valid even if there are errors.
func Declare(book *tree.Rulebook, prose *source.Book) (*Symbols, diag.List) {
	gd := &def.GameDef{Version: Version, Text: def.Text{Nodes: []def.NodeDef{{}}}, Program: def.Program{Main: -1}}
	d := &declarer{book: book, prose: prose, gd: gd, enums: map[string]diag.Pos{}, lists: map[string][]*tree.Entry{},
		syms: &Symbols{Game: gd, Studied: book.Studied, Names: map[string]*Symbol{}, Clashed: map[string]bool{}, Enums: map[string]int32{},
			Points: map[string]int32{}, Durations: map[string]int32{}, Clauses: clausesOf(prose)}}
	d.syms.Pieces = Pieces{Status: map[string]int32{}, OfStatus: map[string]int64{}, Mark: map[string]int32{}, OfMark: map[string]int64{}}
	d.syms.Data = Data{Properties: map[def.Kind]map[string]*Property{}, Tables: map[string]*Table{}}
	d.syms.Rules.Texts = map[*source.Node]int32{}

	d.game()
	for _, n := range book.Cited {
		d.cited(n)
	}
	d.attributions()
	d.things()
	d.tables()
	d.declaredProcedures()
	d.lasting()
	d.points()
	d.variables()
	d.functions()
	d.properties()
	d.pointShapes()
	d.procedures()
	d.main()
	return d.syms, d.diags
}

// Entries returns the entries of a top-level list. Cards are ordered by their ids, with numbers in ids compared by value, so that
// chance does not depend on the page on which a card is written.
func Entries(book *tree.Rulebook, key string) []*tree.Entry {
	list := book.List(key)
	if key != "cards" {
		return list
	}
	return slices.SortedStableFunc(slices.Values(list), func(a, b *tree.Entry) int { return natural(a.ID(), b.ID()) })
}

// natural compares ids; a run of digits is compared as a number.
func natural(a, b string) int {
	for a != "" && b != "" {
		m, n := digits(a), digits(b)
		if m > 0 && n > 0 {
			x, y := strings.TrimLeft(a[:m], "0"), strings.TrimLeft(b[:n], "0")
			if c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
				return c
			}
			a, b = a[m:], b[n:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns the length of the run of digits with which s begins.
func digits(s string) (n int) {
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// declarer is the state of declaring one rulebook.
type declarer struct {
	nearest diag.Speller // for spelling suggestions
	faults  diag.Faults

	book  *tree.Rulebook
	prose *source.Book
	gd    *def.GameDef
	syms  *Symbols
	enums map[string]diag.Pos // the position of each enumeration
	diags diag.List
	lists map[string][]*tree.Entry

	lastFit *tree.Entry // the last variable that fitted into the limit of cells
}

// errorf reports an error. If a part of the rulebook could not be read, it drops errors on unknown or missing things.
func (d *declarer) errorf(pos diag.Pos, code, format string, args ...any) {
	d.faults.Add(d.diags)
	if d.book.Incomplete && (strings.HasPrefix(code, "unknown-") || strings.HasPrefix(code, "missing-")) {
		return
	}
	d.diags.Errorf(pos, code, format, args...)
}

func (d *declarer) near(name string, candidates []string) string {
	return d.nearest.DidYouMean(name, candidates)
}

// entries caches Entries.
func (d *declarer) entries(key string) []*tree.Entry {
	list, known := d.lists[key]
	if !known {
		list = Entries(d.book, key)
		d.lists[key] = list
	}
	return list
}

// node adds n to the nodes of the GameDef.
func (d *declarer) node(n *source.Node, what string) int32 {
	rules := d.stated(n)
	if rules == nil {
		rules = d.syms.Clauses.Attributed(n.Rules, "")
	}
	p := typed.Place{Pos: n.Pos, Rules: rules, What: what}
	return p.Node(d.gd)
}

// stated returns the clauses of the `rule` key of n, or nil.
func (d *declarer) stated(n *source.Node) []string {
	return d.syms.Clauses.Attributed(n.Get("rule").Texts(), "")
}

// game reads the game block.
func (d *declarer) game() {
	for _, e := range d.book.List("game") {
		d.gd.ID, d.gd.Title = e.ID(), e.Title()
		d.folder(e)
		if at := e.Get("numbers"); at != nil {
			n := e.Int("numbers", 0)
			if n < 1 || n >= def.MaxNumbers {
				d.errorf(at.Pos, "bad-bounds", "numbers: is the greatest number in sets of numbers, from 1 to %d, not %d", def.MaxNumbers-1, n)
				n = 0
			}
			d.gd.Numbers = int32(n)
		}
		for _, w := range e.Words("lintWords") {
			d.gd.LintWords = append(d.gd.LintWords, w.Value)
		}
	}
}

// folder warns if the id of the game differs from the name of its folder.
func (d *declarer) folder(game *tree.Entry) {
	at := game.Get("id")
	if at == nil { // already reported
		return
	}
	folder, ok := strings.CutPrefix(path.Dir(at.Pos.File), gamesDir+"/")
	if ok && folder != at.Value {
		d.diags.Warnf(at.Pos, "other-folder", "the game is %s, but its folder is %s/%s: write id: %s, or rename the folder to %s", at.Value, gamesDir, folder, folder, at.Value)
	}
}

// gamesDir is the folder of a repository with the folders of games.
const gamesDir = "data/games"

// main finds the procedure that plays the game.
func (d *declarer) main() {
	if d.book.Root.Get("procedures") != nil && d.book.Top.Value("procedures") == nil {
		return // not a list, which is already reported
	}
	for _, e := range d.book.List("game") {
		at := e.Get("main")
		if at == nil {
			if s, ok := d.syms.Names["play"]; ok && s.Kind == Procedure {
				d.gd.Main = s.Index
				return
			}
			if !d.syms.Clashed["play"] {
				d.errorf(e.Node.Pos, "missing-key", "game needs main: the procedure that plays it")
			}
			return
		}
		s, ok := d.syms.Names[at.Value]
		d.uses(at.Pos, names.Thing{Name: at.Value})
		switch {
		case d.syms.Clashed[at.Value]:
		case !ok || s.Kind != Procedure:
			d.errorf(at.Pos, "unknown-name", "there is no procedure %s%s", at.Value, d.near(at.Value, d.procNames()))
		case len(d.syms.Rules.Procs[s.Index].Params) > 0:
			d.errorf(at.Pos, "wrong-arguments", "the main procedure takes no parameters")
		default:
			d.gd.Main = s.Index
		}
	}
}

func (d *declarer) procNames() []string {
	var out []string
	for _, p := range d.syms.Rules.Procs {
		if p.Declared {
			out = append(out, p.ID)
		}
	}
	return out
}

func named(e *tree.Entry) def.Named { return def.Named{ID: e.ID(), Title: e.Title()} }

// things declares enumerations, options, seats, zones, piles, cards, pieces and durations.
func (d *declarer) things() {
	for _, p := range d.book.Top.Pairs("enums") {
		d.enum(p.Key.Value, p.Key.Pos, p.Node.List())
	}
	for _, block := range []string{"enums", "pools"} {
		if v := d.book.Top.Value(block); v != nil {
			for _, k := range v.Lost {
				d.syms.Clashed[k.Value] = true
			}
		}
	}
	for _, e := range d.entries("options") {
		d.option(e)
	}
	for i, e := range d.entries("seats") {
		d.gd.Seats = append(d.gd.Seats, named(e))
		d.add(&Symbol{Name: e.ID(), Type: def.TSeat, Value: int64(i), Pos: e.IDPos()})
		if i == def.MaxSeats {
			d.errorf(e.Node.Pos, "too-many", "a game has at most %d seats, this one has %d", def.MaxSeats, len(d.entries("seats")))
		}
	}
	d.zones()
	d.grids()
	d.builtinSets()
	d.bounded("piles", def.MaxPiles)
	d.bounded("cards", def.MaxCards)
	for i, e := range d.entries("piles") {
		d.gd.Piles = append(d.gd.Piles, def.PileDef{Named: named(e), Owner: -1})
		d.add(&Symbol{Name: e.ID(), Type: def.TPile, Value: int64(i), Pos: e.IDPos()})
	}
	piles := def.SetOf(def.TPile)
	d.add(&Symbol{Name: "piles", Type: piles, Value: d.gd.UpTo(piles, min(len(d.gd.Piles), def.MaxPiles))})
	for i, e := range d.entries("cards") {
		d.gd.Cards = append(d.gd.Cards, named(e))
		d.add(&Symbol{Name: e.ID(), Type: def.TCard, Value: int64(i), Pos: e.IDPos()})
	}
	d.add(&Symbol{Name: "cards", Type: def.CardSet, Value: d.gd.UpTo(def.CardSet, min(len(d.gd.Cards), def.MaxCards))})
	d.pieces()
	for i, n := range d.book.Top.Words("durations") {
		d.syms.Durations[n.Value] = int32(i)
		d.declares(n.Pos, names.Thing{Sort: names.Duration, Name: n.Value})
		d.gd.Durations = append(d.gd.Durations, n.Value)
	}
	if len(d.gd.Durations) > 0 {
		d.gd.Enums = append(d.gd.Enums, def.EnumDef{ID: Duration, Members: d.gd.Durations})
		d.syms.Enums[Duration] = int32(len(d.gd.Enums) - 1)
	}
}

// bounded reports a list with too many entries.
func (d *declarer) bounded(key string, most int) {
	if list := d.entries(key); len(list) > most {
		d.errorf(list[most].Node.Pos, "too-many", "a game has at most %d %s, this one has %d", most, key, len(list))
	}
}

// Duration is the built-in enumeration of the durations of a rulebook.
const Duration = "duration"

func (d *declarer) zones() {
	total := len(d.entries("spaces")) + len(d.entries("boxes"))
	of := map[string][]int64{}
	for _, key := range []string{"spaces", "boxes"} {
		for _, e := range d.entries(key) {
			i := int64(len(d.gd.Zones))
			if i == def.MaxZones {
				d.errorf(e.Node.Pos, "too-many", "a game has at most %d spaces and boxes together, this one has %d", def.MaxZones, total)
			}
			of[key] = append(of[key], i)
			d.gd.Zones = append(d.gd.Zones, def.ZoneDef{Named: named(e), Plain: key == "boxes"})
			d.add(&Symbol{Name: e.ID(), Type: def.TZone, Value: i, Pos: e.IDPos()})
		}
	}
	d.syms.Data.Spaces, d.syms.Data.Boxes = d.gd.MakeSet(def.ZoneSet, of["spaces"]...), d.gd.MakeSet(def.ZoneSet, of["boxes"]...)
}

func (d *declarer) builtinSets() {
	spaces, boxes := d.syms.Data.Spaces, d.syms.Data.Boxes
	d.add(&Symbol{Name: "spaces", Type: def.ZoneSet, Value: spaces})
	d.add(&Symbol{Name: "boxes", Type: def.ZoneSet, Value: boxes})
	d.add(&Symbol{Name: "zones", Type: def.ZoneSet, Value: d.gd.UpTo(def.ZoneSet, len(d.gd.Zones))})
	d.add(&Symbol{Name: "seats", Type: def.SeatSet, Value: int64(1)<<uint(len(d.gd.Seats)) - 1})
}

func (d *declarer) option(e *tree.Entry) {
	o := def.OptionDef{Named: named(e), Seats: e.Flag("seats")}
	values := d.optionValues(e)
	for _, v := range values {
		o.Values = append(o.Values, v.Value)
	}
	switch {
	case isBool(o.Values):
		o.Values, o.Type = []string{"false", "true"}, def.TBool
	case len(values) > 0 && !slices.ContainsFunc(values, func(v *source.Node) bool { return v.Tag != source.TagInt }):
		o.Type = def.TInt
		listed := map[string]*source.Node{}
		for _, v := range values {
			if first := listed[v.Value]; first != nil {
				d.diags.Errorf(v.Pos, "duplicate-id", "%s is listed twice in %s", v.Value, o.ID).Notef(first.Pos, "first listed here")
			} else {
				listed[v.Value] = v
			}
		}
	case e.Get("values") != nil && e.Get("values").Kind != source.List && len(values) == 0: // already reported
		o.Type = Unknown
	default:
		o.Type = def.Type{Kind: def.KEnum, Of: d.enum(o.ID, e.IDPos(), values)}
	}
	if n := e.Get("default"); n != nil && len(values) > 0 {
		at := slices.Index(o.Values, n.Value)
		if at < 0 {
			d.errorf(n.Pos, "unknown-name", "option %s has no value %s%s", o.ID, n.Value, d.near(n.Value, o.Values))
		}
		o.Default = int32(max(at, 0))
	}
	if n := e.Get("values"); n != nil && n.Kind == source.List && len(values) == 0 {
		d.errorf(e.Node.Pos, "missing-key", "option %s needs values", o.ID)
	}
	d.add(&Symbol{Name: o.ID, Kind: Option, Index: int32(len(d.gd.Options)), Type: o.Type, Pos: e.IDPos()})
	d.gd.Options = append(d.gd.Options, o)
}

// maxOptionNumbers is the greatest number of values of an option: the limit of members of an enumeration.
const maxOptionNumbers = def.MaxMembers

// optionValues returns the values of an option. A range of numbers can be written 2..10.
func (d *declarer) optionValues(e *tree.Entry) []*source.Node {
	values := e.Words("values")
	if len(values) != 1 {
		return values
	}
	n := values[0]
	first, last, isRange := strings.Cut(n.Value, "..")
	if !isRange {
		return values
	}
	low, err := strconv.Atoi(first)
	high, err2 := strconv.Atoi(last)
	if err != nil || err2 != nil || low > high || high-low >= maxOptionNumbers {
		d.errorf(n.Pos, "bad-range", "the numbers of an option are written as 2..10: the first, the last, at most %d of them", maxOptionNumbers)
		return nil
	}
	values = nil
	for i := low; i <= high; i++ {
		d.book.Budget.Spend(n.Pos, 1)
		v := n.Placed(n.Pos, strconv.Itoa(i))
		v.Tag = source.TagInt
		values = append(values, v)
	}
	return values
}

func isBool(values []string) bool {
	return slices.Equal(values, []string{"true", "false"}) || slices.Equal(values, []string{"false", "true"})
}

// functions declares functions and named sets.
func (d *declarer) functions() {
	for i, e := range d.entries("functions") {
		f := &Func{Index: int32(i), ID: e.ID(), Entry: e}
		d.syms.Rules.Functions = append(d.syms.Rules.Functions, f)
		d.gd.Functions = append(d.gd.Functions, def.FuncDef{ID: f.ID})
		d.add(&Symbol{Name: f.ID, Kind: Function, Index: f.Index, Pos: e.IDPos()})
	}
	for _, p := range d.book.Top.Pairs("sets") {
		d.add(&Symbol{Name: p.Key.Value, Kind: Set, Pos: p.Key.Pos, Said: p.Node})
	}
}
