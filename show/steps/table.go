package steps

// This file defines the fixed data of a game's drawings: its names, values, looks and picture.

import (
	"cmp"
	"fmt"
	"strings"

	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/show/picture"
)

// Table is the data that all drawings of a game share.
type Table struct {
	ID      string           `json:"id"`
	Title   string           `json:"title"`
	Seats   []Thing          `json:"seats"`
	Zones   []Thing          `json:"zones"`
	Types   []Type           `json:"types"`
	Classes []Class          `json:"classes"`
	Piles   []Pile           `json:"piles"`
	Cards   []Thing          `json:"cards"`
	Lasting []Thing          `json:"lasting"`
	Values  []Value          `json:"values"`
	Left    string           `json:"left,omitempty"` // the values beyond maxValues
	Looks   []def.ValueLook  `json:"looks"`
	Links   [][]int          `json:"near"` // neighbours of each zone
	Picture *picture.Picture `json:"picture"`

	gd      *def.GameDef
	types   []def.Type // of each value
	cells   []int      // by cell: index in Values, -1: not drawn
	derived map[[2]int64]int
	left    []string
}

// maxValues limits the values of a table, since every page of a scenario loads it, and every board lists them.
const maxValues = 1 << 16

// maxLeft is how many omitted variables are named; the rest is counted.
const maxLeft = 5

// fits reports whether n more values fit into the table; it records the title of what does not.
func (t *Table) fits(n int32, x def.Named) bool {
	if len(t.Values)+int(n) <= maxValues {
		return true
	}
	t.left = append(t.left, titled(x))
	return false
}

// omitted names the omitted values.
func (t *Table) omitted() string {
	text := strings.Join(t.left[:min(len(t.left), maxLeft)], ", ")
	if more := len(t.left) - maxLeft; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Thing is something with a name.
type Thing struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Colour string `json:"colour,omitempty"`
	Sign   string `json:"sign,omitempty"`
	Plain  bool   `json:"box,omitempty"`
	Shape  string `json:"shape,omitempty"`
}

// Type is a type of pieces.
type Type struct {
	Thing
	Seat     int32    `json:"seat"`
	Statuses []string `json:"statuses,omitempty"`
}

// Class is a class of pieces.
type Class struct {
	ID     string   `json:"id"`
	Type   int32    `json:"type"`
	Status int32    `json:"status"`
	Marks  []string `json:"marks,omitempty"`
}

// Pile is a pile of cards.
type Pile struct {
	Thing
	Seat    int  `json:"seat"` // its owner, -1: none
	Visible bool `json:"visible"`
}

// Value is a variable or a derived value.
type Value struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	First string `json:"first"` // its value unless a position says otherwise
	Zone  int    `json:"zone"`  // its zone, -1: none
	Seat  int    `json:"seat"`
	Look  int    `json:"look"` // index in Looks, -1: none
	// Internal marks bookkeeping of the rules, which a board shows only on request.
	Internal bool `json:"internal,omitempty"`
}

// NewTable returns the table of a game.
func NewTable(gd *def.GameDef) *Table {
	t := &Table{ID: gd.ID, Title: gd.Title, Picture: picture.Of(gd), gd: gd, derived: map[[2]int64]int{}, Looks: []def.ValueLook{},
		Seats: []Thing{}, Zones: []Thing{}, Types: []Type{}, Classes: []Class{}, Piles: []Pile{}, Cards: []Thing{}, Lasting: []Thing{}, Values: []Value{}, Links: [][]int{}} // scripts cannot iterate over null
	looks := def.Looks{}
	if gd.Looks != nil {
		looks = *gd.Looks
	}
	for i, s := range gd.Seats {
		t.Seats = append(t.Seats, thing(s, at(looks.Seats, i)))
	}
	for i, z := range gd.Zones {
		x := thing(z.Named, at(looks.Zones, i))
		x.Plain = z.Plain
		t.Zones = append(t.Zones, x)
		near := []int{}
		for j := range gd.Zones {
			if gd.Has(gd.Adjacent[i], def.ZoneSet, int64(j)) {
				near = append(near, j)
			}
		}
		t.Links = append(t.Links, near)
	}
	for i, p := range gd.Types {
		t.Types = append(t.Types, Type{thing(p.Named, at(looks.Types, i)), p.Seat, p.Statuses})
	}
	for _, c := range gd.Classes {
		x := Class{ID: c.ID, Type: c.Type, Status: c.Status}
		for m, name := range gd.Marks {
			if c.Marks>>uint(m)&1 == 1 {
				x.Marks = append(x.Marks, name)
			}
		}
		t.Classes = append(t.Classes, x)
	}
	owners := picture.Owners(gd)
	for i, p := range gd.Piles {
		t.Piles = append(t.Piles, Pile{thing(p.Named, def.Look{}), owners[i], p.Visible != def.Hidden})
	}
	for _, c := range gd.Cards {
		t.Cards = append(t.Cards, thing(c, def.Look{}))
	}
	for _, l := range gd.Lasting {
		t.Lasting = append(t.Lasting, thing(l.Named, def.Look{}))
	}
	t.variables(&looks)
	t.watched(&looks)
	t.Left = t.omitted()
	return t
}

func at(list []def.Look, i int) def.Look {
	if i < len(list) {
		return list[i]
	}
	return def.Look{}
}

func thing(n def.Named, l def.Look) Thing {
	return Thing{ID: n.ID, Title: titled(n), Colour: l.Colour, Sign: l.Sign, Shape: l.Shape}
}

func titled(n def.Named) string {
	return cmp.Or(n.Title, Words(n.ID))
}

// look records how a value is drawn and returns its index; -1 for the default.
func (t *Table) look(list []def.ValueLook, i int) int {
	if i >= len(list) || list[i].Sign == "" && list[i].Colour == "" && len(list[i].Values) == 0 {
		return -1
	}
	t.Looks = append(t.Looks, list[i])
	return len(t.Looks) - 1
}

func internal(list []def.ValueLook, i int) bool { return i < len(list) && list[i].Internal }

// variables adds the variables, except for bookkeeping of libraries and of actions.
func (t *Table) variables(looks *def.Looks) {
	t.cells = make([]int, t.gd.Cells)
	for i := range t.cells {
		t.cells[i] = -1
	}
	tracks := picture.Tracks(t.gd)
	for i := range t.gd.Vars {
		v := &t.gd.Vars[i]
		words := int32(t.gd.Words(v.Type))
		if v.Quiet || v.Scope == def.ActionScope || !t.fits(v.Len/words, v.Named) {
			continue
		}
		look := t.look(looks.Vars, i)
		for j := range v.Len / words {
			cell := v.Base + j*words
			for w := range words {
				t.cells[cell+w] = len(t.Values)
			}
			value := Value{Name: t.gd.VarName(v, int64(j)), Title: titled(v.Named), Zone: -1, Seat: tracks[cell], Look: look, Internal: internal(looks.Vars, i)}
			if words == 1 {
				value.First = t.gd.SpellList(t.gd.Initial[cell], v.Type)
			}
			in := v.Brackets()
			for k, at := range t.gd.Indices(v.Per, int64(j))[len(v.Per)-len(in):] {
				value.Title += ", " + t.gd.Entitled(at, in[k])
			}
			t.add(value, v.Owner(), int(t.gd.OwnerAt(v, int64(j))), v.Type)
		}
	}
}

func (t *Table) add(v Value, per def.Kind, index int, typ def.Type) {
	switch per {
	case def.KZone:
		v.Zone = index
	case def.KSeat:
		v.Seat = index
	}
	t.Values = append(t.Values, v)
	t.types = append(t.types, typ)
}

// watched adds the watched derived values.
func (t *Table) watched(looks *def.Looks) {
	for i := range t.gd.Derived {
		d := &t.gd.Derived[i]
		if !d.Watch || !t.fits(int32(t.indices(d)), d.Named) {
			continue
		}
		look := t.look(looks.Derived, i)
		for index := range t.indices(d) {
			if d.Per != def.KNone && !t.gd.Has(d.Over, def.Type{Kind: def.KSet, Elem: d.Per}, index) {
				continue
			}
			t.derived[[2]int64{int64(i), index}] = len(t.Values)
			t.add(Value{Name: t.gd.Of(d.Per, index, d.ID), Title: titled(d.Named), Zone: -1, Seat: -1, Look: look, Internal: internal(looks.Derived, i)}, d.Per, int(index), d.Type)
		}
	}
}

// indices returns the number of indices of a derived value, 1 for one of the whole game.
func (t *Table) indices(d *def.DerivedDef) int64 {
	if d.Per == def.KNone {
		return 1
	}
	return t.gd.Many(def.Type{Kind: d.Per})
}

// ofCell returns the value of a cell, -1 if it is not drawn.
func (t *Table) ofCell(cell int64) int {
	if cell < 0 || cell >= int64(len(t.cells)) {
		return -1
	}
	return t.cells[cell]
}

// Read returns the drawn part of a state.
func (t *Table) Read(s *engine.State) *Position {
	p := &Position{Values: map[int]string{}, Pieces: [][3]int64{}, Piles: [][]int64{}, Lasting: s.InForce()}
	for i, v := range t.Values {
		value, typ, err := s.Value(v.Name)
		if err != nil {
			continue
		}
		if text := trace.Format(s, value, typ); text != v.First {
			p.Values[i] = text
		}
	}
	for z := range t.gd.Zones {
		for c := range t.gd.Classes {
			if n := s.Count(int32(z), int32(c)); n > 0 {
				p.Pieces = append(p.Pieces, [3]int64{int64(z), int64(c), n})
			}
		}
	}
	for i := range t.gd.Piles {
		p.Piles = append(p.Piles, append([]int64{}, s.Cards(int32(i))...))
	}
	return p
}
