package play

// This file writes the position, as a seat may know it, as lines of text: a grid if the spaces form one, else a line for each space.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"rulebound/compiler/diag"
	"rulebound/conformance/trace"
	"rulebound/engine/def"
	"rulebound/show/steps"
)

// sightOf is what a viewer knows of a position.
type sightOf struct {
	values  map[string]string
	piles   [][]int64 // cards, top first; None for a hidden one
	lasting []int32
}

// see returns what a viewer knows: a seat, engine.Chance for what everybody knows, or Everything.
func (p *Play) see(viewer int) sightOf {
	s, gd := p.state, p.game.Def()
	v := s.View(max(viewer, -1))
	out := sightOf{values: map[string]string{}, lasting: v.Lasting}
	if viewer == Everything {
		for _, x := range p.table.Values {
			if n, t, err := s.Value(x.Name); err == nil {
				out.values[x.Name] = trace.Format(s, n, t)
			}
		}
		for i := range gd.Piles {
			out.piles = append(out.piles, s.Pile(int32(i)))
		}
		return out
	}
	shown := map[string]bool{}
	for _, x := range p.table.Values {
		shown[x.Name] = true
	}
	for _, x := range v.Values {
		if !shown[x.Name] {
			continue // too many to list
		}
		text := gd.SpellList(x.Value, x.Type)
		if gd.Wide(x.Type) {
			text = gd.SpellMembers(x.Members, x.Type)
		}
		out.values[x.Name] = text
	}
	for _, pile := range v.Piles {
		out.piles = append(out.piles, pile.Cards)
	}
	return out
}

// Board returns the position, as a viewer may know it, in lines of at most width columns.
func (p *Play) Board(viewer, width int) []string {
	b := p.boardOf(viewer, width)
	if grid := b.grid(); grid != nil {
		b.lines = append(b.lines, grid...)
		b.zones(func(z int) bool { return p.game.Def().Zones[z].Plain || len(b.ofZone(z)) > 0 || b.turned(z) })
	} else {
		b.zones(func(int) bool { return true })
	}
	for seat := range p.game.Def().Seats {
		b.line(p.SeatTitle(seat), b.ofSeat(seat))
	}
	for i := range p.game.Def().Piles {
		if p.table.Piles[i].Seat < 0 {
			b.pile(i)
		}
	}
	b.line("Values", b.values(func(i int) bool { return p.table.Values[i].Zone < 0 && p.table.Values[i].Seat < 0 }))
	if p.table.Left != "" {
		b.line("Not shown, for there are too many values", []string{p.table.Left})
	}
	var force []string
	for _, l := range b.seen.lasting {
		force = append(force, steps.Title(p.game.Def(), int64(l), def.Type{Kind: def.KLasting}))
	}
	b.line("In force", force)
	return b.lines
}

// Own returns, in lines, what the viewer's seat has, including its cards, and the open cards of no seat.
func (p *Play) Own(viewer, width int) []string {
	b := p.boardOf(viewer, width)
	if viewer >= 0 {
		b.line(p.SeatTitle(viewer), b.ofSeat(viewer))
	}
	for i, pile := range p.game.Def().Piles {
		if p.table.Piles[i].Seat < 0 && (pile.Visible == def.Open || pile.Visible == def.TopUp) {
			b.pile(i)
		}
	}
	return b.lines
}

// board writes a position.
type board struct {
	play  *Play
	seen  sightOf
	width int
	lines []string
}

// boardOf returns a board for a viewer. Only Everything includes internal values.
func (p *Play) boardOf(viewer, width int) *board {
	b := &board{play: p, seen: p.see(viewer), width: width}
	for _, v := range p.table.Values {
		if v.Internal && viewer != Everything {
			delete(b.seen.values, v.Name)
		}
	}
	return b
}

// line adds a title with parts, wrapped; nothing without parts.
func (b *board) line(title string, parts []string) {
	if len(parts) > 0 {
		b.lines = append(b.lines, Wrap(title+": "+strings.Join(parts, ", "), b.width, "  ")...)
	}
}

// zones adds a line for each selected zone with pieces or values.
func (b *board) zones(which func(z int) bool) {
	gd := b.play.game.Def()
	for z := range gd.Zones {
		if which(z) {
			b.line(steps.Title(gd, int64(z), def.Type{Kind: def.KZone}), append(b.pieces(z), b.ofZone(z)...))
		}
	}
}

// pieces lists the pieces in a zone.
func (b *board) pieces(z int) []string {
	gd := b.play.game.Def()
	var out []string
	for c := range gd.Classes {
		if n := b.play.state.Count(int32(z), int32(c)); n > 0 && !b.home(z, c) {
			out = append(out, fmt.Sprintf("%d %s", n, steps.ClassTitle(gd, int32(c))))
		}
	}
	return out
}

// turned reports whether a zone has pieces with a mark or with another status than the first, which a cell of a grid does not show.
func (b *board) turned(z int) bool {
	for c, class := range b.play.game.Def().Classes {
		if (class.Status > 0 || class.Marks != 0) && b.play.state.Count(int32(z), int32(c)) > 0 {
			return true
		}
	}
	return false
}

// home reports whether pieces of a class in a zone are supply off the board, in a game with several kinds of pieces.
func (b *board) home(z, class int) bool {
	gd := b.play.game.Def()
	return gd.Zones[z].Plain && int(gd.Types[gd.Classes[class].Type].Home) == z && len(gd.Types) > 1
}

func (b *board) ofZone(z int) []string {
	return b.values(func(i int) bool { return b.play.table.Values[i].Zone == z })
}

// ofSeat lists the values and the cards of a seat.
func (b *board) ofSeat(seat int) []string {
	out := b.values(func(i int) bool { return b.play.table.Values[i].Seat == seat && b.play.table.Values[i].Zone < 0 })
	for i, pile := range b.play.table.Piles {
		if pile.Seat == seat && len(b.seen.piles[i]) > 0 {
			out = append(out, b.cards(i))
		}
	}
	return out
}

// values lists the selected visible values. It omits uninformative ones (no, none), and those of spaces or of the
// whole game with their declared value. It always lists tracks of a seat, and those of the whole game above 0.
func (b *board) values(which func(i int) bool) []string {
	var out []string
	for i, v := range b.play.table.Values {
		text := b.seen.values[v.Name]
		own := v.Seat >= 0 && strings.HasPrefix(v.Name, b.play.game.Def().Seats[v.Seat].ID+".")
		switch {
		case !which(i) || slices.Contains(silent, text): // "" is a hidden value
		case text == v.First && (v.Zone >= 0 || v.Seat < 0) && (text == "0" || !b.track(v.Name)), text == "0" && (v.First == "" || own):
		default:
			out = append(out, titled(v.Title, text))
		}
	}
	return out
}

// track reports whether a name is that of a track of the whole game.
func (b *board) track(name string) bool {
	g := b.play.game
	cell, _, known := g.Cell(name)
	if !known {
		return false
	}
	at, _, _ := g.Var(cell)
	v := &g.Def().Vars[at]
	return v.Single() && v.Bounded && v.Type == def.TInt
}

// silent lists the values that are not displayed.
var silent = []string{"", "none", "[]", "no", "false"}

// titled writes a value with its title, for a true one only the title. It joins the parts of a title with a second
// index, because a comma would look like two values.
func titled(title, text string) string {
	title = strings.ReplaceAll(title, ", ", " ")
	switch text {
	case "true", "yes":
		return steps.Words(title)
	case "false", "no":
		return "not " + steps.Words(title)
	}
	return steps.Words(title) + " " + steps.Words(text)
}

// pile adds a line for a pile of no seat.
func (b *board) pile(i int) {
	if len(b.seen.piles[i]) > 0 {
		b.lines = append(b.lines, Wrap(b.cards(i), b.width, "  ")...)
	}
}

// maxCards limits the displayed cards of a pile.
const maxCards = 8

// cards names a pile and its visible cards.
func (b *board) cards(i int) string {
	gd, cards := b.play.game.Def(), b.seen.piles[i]
	var names []string
	for _, c := range cards {
		if c >= 0 && len(names) < maxCards {
			names = append(names, steps.Title(gd, c, def.Type{Kind: def.KCard}))
		}
	}
	text := steps.Title(gd, int64(i), def.Type{Kind: def.KPile}) + ": "
	if rest := len(cards) - len(names); rest > 0 && len(names) > 0 {
		names = append(names, fmt.Sprintf("%d more", rest))
	} else if rest > 0 {
		names = append(names, diag.Count(rest, "card"))
	}
	return text + strings.Join(names, ", ")
}

// grid draws the spaces if they form a grid that fits, else it returns nil.
func (b *board) grid() []string {
	gd := b.play.game.Def()
	var xs, ys, zones []int
	for z := range gd.Zones {
		if !gd.Zones[z].Plain {
			box := b.play.table.Picture.Zones[z]
			zones = append(zones, z)
			xs, ys = append(xs, box.X+box.W/2), append(ys, box.Y+box.H/2)
		}
	}
	columns, rows := distinct(xs), distinct(ys)
	if len(zones) < 2 || len(columns)*len(rows) > 4*len(zones) || len(rows) == 1 || len(columns) == 1 {
		return nil
	}
	squares, short := true, map[string]bool{}
	named := map[string]int{} // the column of each letter and the row of each number
	only := func(name string, at int) bool {
		was, known := named[name]
		named[name] = at
		return !known || was == at
	}
	for i, z := range zones {
		id := gd.Zones[z].ID
		squares = squares && square(id) && only(id[:1], xs[i]) && only(id[1:], ys[i])
		short[abbreviated(id)] = true
	}
	if !squares && len(short) < len(zones) { // abbreviations are ambiguous
		return nil
	}
	cells, width := make([][]string, len(rows)), 1
	for i := range cells {
		cells[i] = make([]string, len(columns))
	}
	for i, z := range zones {
		text := b.cell(z)
		if !squares {
			text = abbreviated(gd.Zones[z].ID) + ":" + text
		}
		x, y := slices.Index(columns, xs[i]), slices.Index(rows, ys[i])
		if cells[y][x] != "" {
			return nil
		}
		cells[y][x], width = text, max(width, utf8.RuneCountInString(text))
	}
	if (width+1)*len(columns)+4 > b.width {
		return nil
	}
	return drawn(cells, width, func(x, y int) (column, row string) {
		for i, z := range zones {
			if id := gd.Zones[z].ID; squares && xs[i] == columns[x] && ys[i] == rows[y] {
				return id[:1], id[1:]
			}
		}
		return "", ""
	})
}

// drawn writes cells, with the names of their columns and rows if there are any.
func drawn(cells [][]string, width int, name func(x, y int) (column, row string)) []string {
	var out []string
	heads, margins := make([]string, len(cells[0])), make([]string, len(cells))
	margin := 0
	for y := range cells {
		for x := range cells[y] {
			if column, row := name(x, y); column != "" {
				heads[x], margins[y], margin = column, row, max(margin, len(row)+1)
			}
		}
	}
	write := func(first string, row []string) {
		text := fmt.Sprintf("%-*s", margin, first)
		for _, c := range row {
			text += c + strings.Repeat(" ", width+1-utf8.RuneCountInString(c))
		}
		out = append(out, strings.TrimRight(text, " "))
	}
	for y := range cells {
		write(margins[y], cells[y])
	}
	if margin > 0 {
		write("", heads)
	}
	return out
}

// cell writes the content of a space: for one kind of pieces their number, for several their letters.
func (b *board) cell(z int) string {
	gd := b.play.game.Def()
	text := ""
	for c := range gd.Classes {
		n := b.play.state.Count(int32(z), int32(c))
		if n == 0 {
			continue
		}
		switch letter := b.letter(gd.Classes[c].Type); {
		case len(gd.Types) == 1:
			text += fmt.Sprint(n)
		case n == 1:
			text += letter
		default:
			text += fmt.Sprint(n) + letter
		}
	}
	if text == "" {
		return "."
	}
	return text
}

// letter returns the symbol of a type of pieces: that of the rulebook, or the first letter or digit of its id that no earlier type
// uses; ? if there is none.
func (b *board) letter(of int32) string {
	taken := ""
	for t, x := range b.play.table.Types {
		sign := x.Sign
		for i := 0; sign == "" && i < len(x.ID); i++ {
			if r := strings.ToUpper(x.ID[i : i+1]); r != "-" && r != "_" && !strings.Contains(taken, r) {
				sign = r
			}
		}
		if taken += sign; int32(t) == of {
			return cmp.Or(sign, "?")
		}
	}
	return "?"
}

// square reports whether an id is a letter and a number.
func square(id string) bool {
	_, is := number(id[1:])
	return is && id[0] >= 'a' && id[0] <= 'z' && id[1] != '-'
}

// abbreviated shortens an id to the first letters of its words and their numbers: south-1 to s1, point12 to p12.
func abbreviated(id string) string {
	out := ""
	for w := range strings.SplitSeq(id, "-") {
		name := strings.TrimRight(w, "0123456789")
		out += name[:min(1, len(name))] + w[len(name):]
	}
	return out
}

func distinct(list []int) []int {
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

// Wrap breaks a text at spaces into lines of at most width columns, and also breaks longer words. All lines but the
// first begin with indent.
func Wrap(text string, width int, indent string) []string {
	width = max(width, len(indent)+8)
	var out []string
	line, begun := "", false
	end := func() {
		out = append(out, strings.TrimRight(line, " "))
		line, begun = indent, false
	}
	lead := text[:len(text)-len(strings.TrimLeft(text, " "))]
	line = lead
	for w := range strings.FieldsSeq(text) {
		if begun && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(w) > width {
			end()
		}
		if begun {
			line += " "
		}
		for room := width - utf8.RuneCountInString(line); utf8.RuneCountInString(w) > max(room, 1); room = width - len(indent) {
			line += string([]rune(w)[:max(room, 1)])
			w = string([]rune(w)[max(room, 1):])
			end()
		}
		line, begun = line+w, true
	}
	if begun || len(out) == 0 {
		end()
	}
	return out
}
