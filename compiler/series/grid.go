package series

// This file expands grids (docs/reference.md, section 2): to the spaces of their columns and rows, the adjacency of spaces, the
// enumeration of directions, and the tables of lines. The remaining grid lists for each direction the orders in which it visits
// spaces.

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// LinesAt is the key of the lines of grids in the data. An author's key has no spaces, so there is no conflict.
const LinesAt = "lines of grids"

// grid is the state of expanding one grid.
type grid struct {
	*expander
	node   *source.Node
	id     string
	spaces []*source.Node            // their ids, in the order of first occurrence
	known  map[string]bool           // ids in spaces
	at     map[[3]int]*source.Node   // by board, column and row, if it has these
	boards int                       // number of copies of the board
	width  int                       // number of columns
	height int                       // number of rows
	draw   bool                      // whether spaces get coordinates from their column and row
	from   int                       // number of columns taken by the grids to the left
	ways   []*way                    // in the order of declaration
	around map[string][]*source.Node // adjacent spaces
}

type way struct {
	key    *source.Node
	lines  [][]*source.Node
	next   map[string]*source.Node
	before map[string]*source.Node
}

func (x *expander) grids() {
	p := x.root.Pair("grids")
	if p == nil || p.Value.Kind != source.List {
		return
	}
	list := *p.Value
	list.Items = nil
	x.squared = map[string]bool{}
	draw, from := !x.located(p.Value), 0
	for _, item := range p.Value.Items {
		if item.Kind != source.Map || id(item) == "" || item.Get("directions") == nil || item.Get("directions").Kind != source.Map {
			list.Items = append(list.Items, item) // a missing key is reported by package read
			continue
		}
		g := &grid{expander: x, node: item, id: id(item), known: map[string]bool{}, at: map[[3]int]*source.Node{}, around: map[string][]*source.Node{}, draw: draw, from: from}
		if made := g.write(); made != nil {
			list.Items = append(list.Items, made)
		}
		if g.width > 0 {
			from += g.boards * (g.width + 1)
		}
	}
	x.put("grids", &list)
}

// located reports whether the rulebook gives coordinates of a space. In this case none are computed.
func (x *expander) located(grids *source.Node) bool {
	for _, g := range grids.Items {
		if g.Get("space").Get("at") != nil {
			return true
		}
	}
	for _, s := range x.root.Get("spaces").List() {
		if s.Get("at") != nil {
			return true
		}
	}
	return false
}

// put sets a key of the root.
func (x *expander) put(key string, n *source.Node) {
	if p := x.root.Pair(key); p != nil {
		p.Value = n
		return
	}
	x.root.Pairs = append(x.root.Pairs, source.Pair{Key: x.placed(n, n.Pos, key), Value: n})
}

// held returns a modifiable copy of a list or mapping of the root.
func (x *expander) held(key string, kind source.Kind, beside *source.Node) *source.Node {
	if n := x.root.Get(key); n != nil && n.Kind == kind {
		c := *n
		c.Pairs, c.Items = slices.Clone(n.Pairs), slices.Clone(n.Items)
		return &c
	}
	return x.like(beside, kind)
}

// write expands the grid and returns the remaining one, nil after an error.
func (g *grid) write() *source.Node {
	entries, ok := g.squares()
	if !ok || !g.directions() || !g.adjacency() || !g.enumerate() || !g.lines() {
		return nil
	}
	g.declare(entries)
	left := g.like(g.node, source.Map)
	for _, p := range g.node.Pairs {
		switch p.Key.Value {
		case "columns", "rows", "each", "space", "without", "lines":
		case "directions":
			left.Pairs = append(left.Pairs, source.Pair{Key: p.Key, Value: g.chains(p.Value)})
		default:
			left.Pairs = append(left.Pairs, p)
		}
	}
	return left
}

// squares creates the spaces of columns and rows, row by row.
func (g *grid) squares() ([]*source.Node, bool) {
	columns, rows, space := g.node.Get("columns"), g.node.Get("rows"), g.node.Get("space")
	each, without := g.node.Get("each"), g.node.Get("without")
	if columns == nil && rows == nil && space == nil && each == nil && without == nil {
		return nil, true
	}
	if columns == nil || rows == nil || space == nil || space.Kind != source.Map {
		g.errorf(g.node.Pos, "bad-grid", "columns, rows and space must be given together").
			Detailf("Write columns: [a, b, c], rows: 1..3 and space: {id: \"{column}{row}\"}, or give in directions the order of the spaces of each.")
		return nil, false
	}
	across, ok := g.over(columns)
	up, ok2 := g.over(rows)
	if !ok || !ok2 {
		return nil, false
	}
	boards := []map[string]string{{}}
	if each != nil {
		if boards = g.combinations(each); boards == nil {
			return nil, false
		}
		if p := cmp.Or(each.Pair("column"), each.Pair("row")); p != nil {
			g.errorf(p.Key.Pos, "bad-grid", "%s already names a part of the grid", p.Key.Value).Detailf("Give the name of each another word.")
			return nil, false
		}
	}
	if g.entries += len(across) * len(up) * len(boards); g.entries > MaxEntries {
		g.errorf(g.node.Pos, "too-many", "the patterns of the rulebook make more than %d entries", MaxEntries).
			Detailf("Make the grid smaller.")
		return nil, false
	}
	g.boards, g.width, g.height = len(boards), len(across), len(up)
	holes := map[string]*source.Node{}
	for _, n := range without.List() {
		if holes[n.Value] != nil {
			g.errorf(n.Pos, "duplicate-id", "%s is listed twice", n.Value)
			return nil, false
		}
		holes[n.Value] = n
	}
	var made []*source.Node
	for b, given := range boards {
		for j, row := range up {
			for i, column := range across {
				given["column"], given["row"] = column, row
				entry := g.square(space, given)
				if entry == nil {
					return nil, false
				}
				if name := entry.Get("id").Value; holes[name] != nil {
					delete(holes, name)
					delete(g.known, name)
					g.spaces = g.spaces[:len(g.spaces)-1]
					continue
				}
				g.at[[3]int{b, i, j}] = entry.Get("id")
				if g.draw {
					g.place(entry, g.from+b*(g.width+1)+i, g.height-1-j) // the first row is at the bottom
				}
				made = append(made, entry)
			}
		}
	}
	for _, n := range without.List() {
		if holes[n.Value] != nil {
			g.errorf(n.Pos, "unknown-name", "columns and rows make no space %s", n.Value)
			return nil, false
		}
	}
	return made, true
}

// pitch is the distance of the spaces of a grid, in the units of `at`.
const pitch = 100

// place sets the coordinates of a space.
func (g *grid) place(entry *source.Node, x, y int) {
	id := entry.Get("id")
	at := g.like(id, source.List)
	for _, v := range []int{x, y} {
		n := g.placed(id, id.Pos, strconv.Itoa(v*pitch))
		n.Tag = source.TagInt
		at.Items = append(at.Items, n)
	}
	entry.Pairs = append(entry.Pairs, source.Pair{Key: g.placed(id, id.Pos, "at"), Value: at})
}

// square creates a space, with names replaced by values; nil after an error.
func (g *grid) square(space *source.Node, given map[string]string) *source.Node {
	entry, ok := g.filled(space, given)
	if !ok {
		return nil
	}
	name := entry.Get("id")
	if _, scalar := name.Str(); !scalar {
		g.errorf(space.Pos, "missing-key", "a space needs id:").Detailf("Write space: {id: \"{column}{row}\"}.")
		return nil
	}
	if g.known[name.Value] {
		g.errorf(name.Pos, "duplicate-id", "the grid makes %s twice", name.Value).Detailf("Use {column}, {row} and the names of each in the id.")
		return nil
	}
	g.spaces, g.known[name.Value] = append(g.spaces, name), true
	return entry
}

// directions reads the directions.
func (g *grid) directions() bool {
	back := map[*way]*source.Node{}
	for _, p := range g.node.Get("directions").Pairs {
		w := &way{key: p.Key, next: map[string]*source.Node{}, before: map[string]*source.Node{}}
		switch opposite := p.Value.Get("opposite"); {
		case opposite != nil:
			back[w] = opposite
		case p.Value.Kind == source.List:
			if !g.listed(w, p.Value) {
				return false
			}
		case p.Value.Kind != source.Map || !g.stepped(w, p.Value):
			return false
		}
		g.ways = append(g.ways, w)
	}
	for _, w := range g.ways {
		name := back[w]
		if name == nil {
			continue
		}
		i := slices.IndexFunc(g.ways, func(o *way) bool { return o.key.Value == name.Value && back[o] == nil })
		if i < 0 {
			g.errorf(name.Pos, "unknown-name", "%s is not a direction with a step or lines of its own%s", name.Value, g.nearWay(name.Value, back)).
				Detailf("opposite names a direction of the same grid that has a step or lines of its own.")
			return false
		}
		for _, line := range g.ways[i].lines {
			turned := slices.Clone(line)
			slices.Reverse(turned)
			w.lines = append(w.lines, turned)
		}
		w.next, w.before = g.ways[i].before, g.ways[i].next
	}
	return true
}

func (g *grid) nearWay(name string, back map[*way]*source.Node) string {
	var ids []string
	for _, w := range g.ways {
		if back[w] == nil {
			ids = append(ids, w.key.Value)
		}
	}
	return diag.DidYouMean(name, ids)
}

// listed reads a direction that lists the spaces in the order in which it visits them.
func (g *grid) listed(w *way, n *source.Node) bool {
	for _, line := range n.Items {
		if line.Kind != source.List || slices.ContainsFunc(line.Items, func(s *source.Node) bool { return s.Kind != source.Scalar }) {
			g.errorf(line.Pos, "bad-grid", "a line is a list of spaces, in the order in which the direction reaches them").
				Detailf("Write %s: [[first, second, third], …]; on a grid with columns and rows a direction is so many of them on, %s: {column: 1, row: -1}.", w.key.Value, w.key.Value)
			return false
		}
		for i, s := range line.Items {
			if !g.known[s.Value] {
				g.spaces, g.known[s.Value] = append(g.spaces, s), true
			}
			if i > 0 && !g.follows(w, line.Items[i-1], s) {
				return false
			}
		}
		w.lines = append(w.lines, line.Items)
	}
	return true
}

// follows records that a direction leads from one space to another. It reports a second successor or predecessor.
func (g *grid) follows(w *way, from, to *source.Node) bool {
	other, end := w.next[from.Value], from.Value
	if other == nil {
		other, end = w.before[to.Value], to.Value
	}
	if other != nil {
		g.errorf(to.Pos, "bad-grid", "two lines of %s go through %s", w.key.Value, end).
			Detailf("A direction enters a space from at most one space and leaves it to at most one. Give the other line a direction of its own.").
			Notef(other.Pos, "the other one is here")
		return false
	}
	w.next[from.Value], w.before[to.Value] = to, from
	return true
}

// stepped reads a direction that is given as a number of columns and rows.
func (g *grid) stepped(w *way, n *source.Node) bool {
	column, ok := whole(n.Get("column"))
	row, ok2 := whole(n.Get("row"))
	switch {
	case !ok || !ok2:
		return true // package read reports it
	case column == 0 && row == 0:
		g.errorf(n.Pos, "bad-grid", "%s leads nowhere", w.key.Value).
			Detailf("Give the number of columns and rows to the next space, such as {row: 1} or {column: 1, row: -1}; opposite: names the direction that this one leads back.")
		return false
	case g.width == 0:
		g.errorf(n.Pos, "bad-grid", "a step by columns and rows needs a grid that has them").
			Detailf("Give the grid columns:, rows: and space:, or list the spaces of %s.", w.key.Value)
		return false
	}
	g.budget.Spend(n.Pos, g.boards*g.height*g.width)
	for b := range g.boards {
		for j := range g.height {
			for i := range g.width {
				if g.at[[3]int{b, i, j}] != nil && g.at[[3]int{b, i - column, j - row}] == nil {
					w.lines = append(w.lines, g.walk(w, [3]int{b, i, j}, column, row))
				}
			}
		}
	}
	return true
}

// walk follows a direction from a space at the edge to the other edge.
func (g *grid) walk(w *way, at [3]int, column, row int) []*source.Node {
	var line []*source.Node
	for s := g.at[at]; s != nil; s = g.at[at] {
		if len(line) > 0 {
			from := line[len(line)-1]
			w.next[from.Value], w.before[s.Value] = s, from
		}
		line = append(line, s)
		at[1], at[2] = at[1]+column, at[2]+row
	}
	return line
}

// whole returns the number of a node, 0 for nil.
func whole(n *source.Node) (int, bool) {
	if n == nil {
		return 0, true
	}
	v, ok := n.Int()
	return int(max(min(v, MaxEntries), -MaxEntries)), ok
}

// stepNames is the number of comparisons of names that cost one step of the compile.
const stepNames = 16

// adjacency computes the spaces to which a direction leads, or from which it comes. It reports a space that is adjacent to
// itself.
func (g *grid) adjacency() bool {
	join := func(s *source.Node, other *source.Node) {
		g.budget.Spend(s.Pos, 1+len(g.around[s.Value])/stepNames)
		if other != nil && !slices.ContainsFunc(g.around[s.Value], func(o *source.Node) bool { return o.Value == other.Value }) {
			g.around[s.Value] = append(g.around[s.Value], other)
		}
	}
	for _, s := range g.spaces {
		for _, w := range g.ways {
			if next := w.next[s.Value]; next != nil && next.Value == s.Value {
				g.errorf(next.Pos, "bad-grid", "%s leads from %s to itself", w.key.Value, s.Value)
				return false
			}
			join(s, w.next[s.Value])
			join(s, w.before[s.Value])
		}
	}
	return true
}

// declare adds the spaces to those of the rulebook. A space that the rulebook declares keeps its own properties. Spaces of
// columns and rows are listed row by row.
func (g *grid) declare(entries []*source.Node) {
	spaces := g.held("spaces", source.List, g.node)
	for i, s := range g.spaces {
		entry := g.like(s, source.Map)
		entry.Pairs = []source.Pair{{Key: g.placed(s, s.Pos, "id"), Value: s}}
		if i < len(entries) {
			entry = entries[i]
		}
		at := slices.IndexFunc(spaces.Items, func(e *source.Node) bool { return id(e) == s.Value })
		switch {
		case at >= 0 && i < len(entries) && g.squared[s.Value]:
			g.twice(entry, spaces.Items[at])
			continue
		case at >= 0 && i < len(entries):
			entry = with(entry, spaces.Items[at])
			spaces.Items, at = slices.Delete(spaces.Items, at, at+1), -1
		case at >= 0:
			entry = spaces.Items[at]
		}
		if i < len(entries) {
			g.squared[s.Value] = true
		}
		full := *entry
		full.Pairs = slices.DeleteFunc(slices.Clone(entry.Pairs), func(p source.Pair) bool { return p.Key.Value == "adjacent" })
		list := g.like(s, source.List)
		switch own := entry.Get("adjacent"); {
		case own != nil && own.Kind == source.List:
			list.Items = slices.Clone(own.Items)
		case own != nil && own.Kind == source.Scalar:
			list.Items = []*source.Node{own}
		}
		for _, o := range g.around[s.Value] {
			if !slices.ContainsFunc(list.Items, func(n *source.Node) bool { return n.Value == o.Value }) {
				list.Items = append(list.Items, g.placed(s, s.Pos, o.Value))
			}
		}
		full.Pairs = append(full.Pairs, source.Pair{Key: g.placed(s, s.Pos, "adjacent"), Value: list})
		if at >= 0 {
			spaces.Items[at] = &full
		} else {
			spaces.Items = append(spaces.Items, &full)
		}
	}
	g.put("spaces", spaces)
}

// with merges the properties of a space's own entry into those from the grid; its own take precedence.
func with(made, own *source.Node) *source.Node {
	out := *made
	out.Pairs = slices.DeleteFunc(slices.Clone(made.Pairs), func(p source.Pair) bool { return p.Key.Value != "id" && own.Pair(p.Key.Value) != nil })
	for _, p := range own.Pairs {
		if p.Key.Value != "id" {
			out.Pairs = append(out.Pairs, p)
		}
	}
	return &out
}

// enumerate creates the enumeration of the directions.
func (g *grid) enumerate() bool {
	enums := g.held("enums", source.Map, g.node)
	if p := enums.Pair(g.id); p != nil {
		g.errorf(g.node.Get("id").Pos, "duplicate-id", "the directions of grid %s are an enumeration of that name, and there is another", g.id).
			Detailf("Give one of them another name.").
			Notef(p.Key.Pos, "first defined here")
		return false
	}
	list := g.like(g.node, source.List)
	for _, w := range g.ways {
		list.Items = append(list.Items, w.key)
	}
	enums.Pairs = append(enums.Pairs, source.Pair{Key: g.node.Get("id"), Value: list})
	g.put("enums", enums)
	return true
}

// lines creates the tables of lines: runs of a number of consecutive spaces, each once regardless of direction.
func (g *grid) lines() bool {
	lines := g.node.Get("lines")
	if lines == nil {
		return true
	}
	for _, p := range lines.Pairs {
		n, ok := p.Value.Int()
		if !ok {
			continue // package read reports it
		}
		rows := g.like(p.Key, source.List)
		seen := map[string]bool{}
		for _, w := range g.ways {
			for _, line := range w.lines {
				for i := 0; n > 1 && i+int(n) <= len(line) && n <= MaxEntries; i++ {
					rows.Items = append(rows.Items, g.row(p.Key, line[i:i+int(n)], seen)...)
				}
			}
		}
		if len(rows.Items) == 0 {
			g.errorf(p.Value.Pos, "bad-grid", "grid %s has no line of %s spaces", g.id, strconv.FormatInt(n, 10)).
				Detailf("A line has at least two spaces, and no more than its directions have.")
			return false
		}
		tables := g.held("tables", source.List, p.Key)
		columns := g.like(p.Key, source.Map)
		columns.Pairs = []source.Pair{g.pair(p.Key, "spaces", "zones")}
		table := g.like(p.Key, source.Map)
		table.Pairs = []source.Pair{{Key: g.placed(p.Key, p.Key.Pos, "id"), Value: p.Key}, g.pair(p.Key, "at", LinesAt+"."+p.Key.Value),
			{Key: g.placed(p.Key, p.Key.Pos, "columns"), Value: columns}}
		tables.Items = append(tables.Items, table)
		g.put("tables", tables)
		data := g.held(LinesAt, source.Map, p.Key)
		data.Pairs = append(data.Pairs, source.Pair{Key: p.Key, Value: rows})
		g.put(LinesAt, data)
	}
	return true
}

func (x *expander) pair(at *source.Node, key, value string) source.Pair {
	return source.Pair{Key: x.placed(at, at.Pos, key), Value: x.placed(at, at.Pos, value)}
}

// row returns the row of a line, none if the same spaces already form one.
func (g *grid) row(at *source.Node, line []*source.Node, seen map[string]bool) []*source.Node {
	var ids []string
	list := g.like(at, source.List)
	for _, s := range line {
		ids = append(ids, s.Value)
		list.Items = append(list.Items, g.placed(at, at.Pos, s.Value))
	}
	slices.Sort(ids)
	key := strings.Join(ids, " ")
	if seen[key] {
		return nil
	}
	seen[key] = true
	row := g.like(at, source.Map)
	row.Pairs = []source.Pair{{Key: g.placed(at, at.Pos, "spaces"), Value: list}}
	if name := line[0].Value + "-to-" + line[len(line)-1].Value; !seen[name] {
		seen[name] = true
		row.Pairs = append(row.Pairs, g.pair(at, "id", name))
	}
	return []*source.Node{row}
}

// chains returns the remaining directions: for each the orders in which it visits spaces.
func (g *grid) chains(directions *source.Node) *source.Node {
	out := g.like(directions, source.Map)
	for _, w := range g.ways {
		list := g.like(w.key, source.List)
		for _, line := range w.lines {
			chain := g.like(w.key, source.List)
			for _, s := range line {
				chain.Items = append(chain.Items, g.placed(w.key, s.Pos, s.Value))
			}
			list.Items = append(list.Items, chain)
		}
		out.Pairs = append(out.Pairs, source.Pair{Key: w.key, Value: list})
	}
	return out
}
