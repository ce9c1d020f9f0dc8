// Package def is the contract between compiler and machine: the data of a compiled game. A GameDef is plain data (no closures, no pointers
// into a state) and is immutable after compilation.
package def

// Kind names the kind of a value. Every value, whatever its kind, is one int64; a wide set is the index of its words.
type Kind uint8

const (
	KNone    Kind = iota // no value
	KInt                 // a whole number
	KBool                // 0 or 1
	KEnum                // index into Enums[Of].Members; members compare by declaration order
	KSeat                // index into Seats; -1 is none
	KZone                // index into Zones; -1 is nowhere
	KPile                // index into Piles; -1 is nowhere
	KCard                // index into Cards; -1 is none
	KClass               // index into Classes; only occurs inside sets ("piece filters")
	KPiece               // zone<<8 | class: one piece in a zone
	KProc                // index into Procs; -1 is none
	KTrack               // index into Cells, of a bounded cell
	KRow                 // index of a row of Tables[Of]; -1 is none
	KSet                 // set of Elem values, as bits; an index into Sets if the kind has more than 64 members (sets.go)
	KOrder               // seats in order: byte i holds the i-th seat, 0xff ends the list; four bits each with more than eight seats
	KLasting             // index into Lasting; -1 is none
	KPair                // PairOf two values of the types of Pairs[Of]; only occurs as an answer
)

// Type is the static type of a value. Elem and Of refine sets, enums and rows.
type Type struct {
	Kind Kind  `json:"kind"`
	Elem Kind  `json:"elem,omitempty"` // KSet: kind of the members
	Of   int32 `json:"of,omitempty"`   // KEnum, KRow and sets of them: which enum or table; KPair: which pair
}

// None is the value for "no seat, zone, pile, card, procedure or row".
const None int64 = -1

// Visibility is who sees the cards of a pile or the value of a variable.
type Visibility uint8

const (
	Open   Visibility = iota // all seats
	Hidden                   // no seat: only the number of cards is public
	Owner                    // the owning seat
	TopUp                    // the top card is open, the rest hidden
)

// Named is a thing with an id and a title.
type Named struct {
	ID    string `json:"id"`
	Title string `json:"title,omitempty"`
}

// ZoneDef is a place for counted pieces. In a plain zone pieces have no status and no marks.
type ZoneDef struct {
	Named
	Plain bool `json:"plain,omitempty"`
}

// PileDef is an ordered place for cards.
type PileDef struct {
	Named
	Visible Visibility `json:"visible"`
	Owner   int32      `json:"owner"` // seat or -1
}

// ClassDef is a combination of piece type, status and marks.
type ClassDef struct {
	ID     string `json:"id"` // type.status or type.status.mark, e.g. scout.hidden.tired
	Type   int32  `json:"type"`
	Status int32  `json:"status"` // index into the type's Statuses, 0 if it has none
	Marks  uint32 `json:"marks,omitempty"`
}

// PieceType is a kind of counted piece.
type PieceType struct {
	Named
	Seat     int32    `json:"seat"` // owner or -1
	Count    int32    `json:"count"`
	Home     int32    `json:"home"` // zone
	Statuses []string `json:"statuses,omitempty"`
	First    int32    `json:"first"` // first class of the type: first status, no marks
	Classes  int64    `json:"classes"`
	Marks    []int32  `json:"marks,omitempty"`  // indices into GameDef.Marks of the marks that pieces of the type can have
	Absent   bool     `json:"absent,omitempty"` // its seat does not play (Seated); no name refers to it
}

// EnumDef lists the members of an enumeration.
type EnumDef struct {
	ID      string   `json:"id"`
	Members []string `json:"members"`
}

// Scope is how long a variable lives.
type Scope uint8

const (
	GameScope   Scope = iota
	ActionScope       // from CEnter to CLeave
)

// VarDef is a named group of cells: one, or one for each value of its index Per, or one for each pair of values of two indices, those with the
// same first index side by side. A seat, zone or card as the first index is the owner of the value; other indices are written in brackets.
type VarDef struct {
	Named
	Type    Type       `json:"type"`
	Per     []Type     `json:"per,omitempty"` // seats, zones, cards, then enumerations; with Past one KInt, where Of is the number of values
	Base    int32      `json:"base"`
	Len     int32      `json:"len"`
	Scope   Scope      `json:"scope,omitempty"`
	Bounded bool       `json:"bounded,omitempty"`
	Min     int64      `json:"min,omitempty"`
	Max     int64      `json:"max,omitempty"`
	Scale   int32      `json:"scale"`        // enum of a scale marker, -1 otherwise
	Pool    int32      `json:"pool"`         // marker pool, -1 otherwise
	On      int64      `json:"on,omitempty"` // markers: the set of zones that may have it
	Visible Visibility `json:"visible,omitempty"`
	Quiet   bool       `json:"quiet,omitempty"`   // bookkeeping of a library: changes are not traced
	Reveals bool       `json:"reveals,omitempty"` // per card: seats that see it besides those that see its pile; cleared when it leaves its pile or that is shuffled
	Answers bool       `json:"answers,omitempty"` // per seat: secret answers not revealed yet; the next variable is the set of these seats
	Past    bool       `json:"past,omitempty"`    // digests of the last positions, newest first, 0 where there were fewer; Per gives their number
	Stance  int64      `json:"stance,omitempty"`  // the seats that may set their own value; Per is the seats then
	Node    int32      `json:"node,omitempty"`
}

// PoolDef is a limited supply of markers shared by the variables that name it.
type PoolDef struct {
	ID  string `json:"id"`
	Max int32  `json:"max"`
}

// StackLimit bounds the pieces of Filter in each zone of Zones.
type StackLimit struct {
	Rule   string `json:"rule,omitempty"`
	Zones  int64  `json:"zones"`
	Filter int64  `json:"filter"`
	Max    int32  `json:"max"`
	Node   int32  `json:"node,omitempty"`
}

// Lookup is a table of values by an index: of a property, by the thing that has it, or of a value that is given for each member of an
// enumeration or each pair of members of two, laid out like the cells of a variable.
type Lookup struct {
	ID     string  `json:"id"`
	Type   Type    `json:"type"`
	Values []int64 `json:"values"`
	Per    []Type  `json:"per,omitempty"`   // enumerations; nil for a property
	Nodes  []int32 `json:"nodes,omitempty"` // with Per the source node of each value, 0 for a default
}

// TableDef names the rows of a data table; columns are Lookups.
type TableDef struct {
	ID    string   `json:"id"`
	Rows  []string `json:"rows"`
	Nodes []int32  `json:"nodes,omitempty"` // source node of each row
}

// FuncDef is a pure function; Params are bound slots.
type FuncDef struct {
	ID     string  `json:"id"`
	Params []int32 `json:"params,omitempty"`
	Body   *Expr   `json:"body"`
	Node   int32   `json:"node,omitempty"`
}

// InvariantDef is a condition that must hold at every decision and at the end of the game. The rules do not read it.
type InvariantDef struct {
	ID      string `json:"id"`
	Require *Expr  `json:"require"`
	Message string `json:"message"` // reported if the invariant is violated
	Rule    string `json:"rule,omitempty"`
	Node    int32  `json:"node,omitempty"`
}

// DerivedDef is a value computed from the position. Slot is the bound slot of its index (Per != KNone). If it can be held, the cells
// Held (flag) and Base... store the frozen values.
type DerivedDef struct {
	Named
	Type  Type  `json:"type"`
	Per   Kind  `json:"per,omitempty"`
	Over  int64 `json:"over,omitempty"` // zones or seats it is watched for
	Slot  int32 `json:"slot,omitempty"`
	Value *Expr `json:"value"`
	Watch bool  `json:"watch,omitempty"` // traces show its changes, views its value

	// Visible is Open or, for a value per seat, Owner: only the view of a seat's player shows that seat's value, watched or not.
	Visible Visibility `json:"visible,omitempty"`

	Held int32 `json:"held"` // cell, -1 if it cannot be held
	Base int32 `json:"base"`
	Len  int32 `json:"len"`
	Node int32 `json:"node,omitempty"`

	// Player marks the value that gives for each seat the seat that represents its player: seats with the same value belong to one player.
	Player bool `json:"player,omitempty"`
}

// Params returns the parameters of the value: the slot of its index, if it has one.
func (d *DerivedDef) Params() []int32 {
	if d.Per == KNone {
		return nil
	}
	return []int32{d.Slot}
}

// ProcDef is a procedure. Frame is the number of its local slots, parameters first.
type ProcDef struct {
	Named
	Entry    int32    `json:"entry"`
	Params   []Param  `json:"params,omitempty"`
	Frame    int32    `json:"frame"`
	Result   Type     `json:"result,omitempty"`
	Possible int32    `json:"possible"`           // function with the same parameters, -1: always possible
	Requires []Cond   `json:"requires,omitempty"` // over the bound slots of the Possible function, in order: the reasons why it is impossible
	Tags     []string `json:"tags,omitempty"`
	Names    []string `json:"names,omitempty"` // names of the local slots in the rulebook, with $; "" for slots without a name
	Node     int32    `json:"node,omitempty"`
}

// Param is a parameter of a procedure.
type Param struct {
	Name string `json:"name"`
	Type Type   `json:"type"`
}

// PointKind is how the attachments of a hook point combine.
type PointKind uint8

const (
	PointNumber PointKind = iota
	PointLimit
	PointAllow
	PointPool
	PointRun
)

// Combine is how the values of a number point are combined.
type Combine uint8

const (
	CombineSum Combine = iota
	CombineMin
	CombineMax
	CombineLatest // the value with the latest stamp replaces the base
)

// PointDef is a hook point. Params are bound slots (all kinds but run); run points pass their payload to the attachment's procedure.
type PointDef struct {
	Named
	Kind    PointKind `json:"kind"`
	Combine Combine   `json:"combine,omitempty"`
	Params  []int32   `json:"params,omitempty"`
	Attach  []int32   `json:"attach,omitempty"` // indices into Attachments in declaration order
	Node    int32     `json:"node,omitempty"`
}

// Attachment connects a lasting effect to a hook point.
type Attachment struct {
	Point   int32  `json:"point"`
	Lasting int32  `json:"lasting"`
	When    *Expr  `json:"when,omitempty"`
	Value   *Expr  `json:"value,omitempty"`  // number, limit: the value; allow: unused (in force means forbidden)
	Add     *Expr  `json:"add,omitempty"`    // pool
	Remove  *Expr  `json:"remove,omitempty"` // pool
	Proc    int32  `json:"proc"`             // run: procedure with the point's payload as parameters
	Quota   int32  `json:"quota,omitempty"`  // run: greatest number of runs in one action scope; cell Used counts them
	Used    int32  `json:"used,omitempty"`
	Rule    string `json:"rule,omitempty"`
	Node    int32  `json:"node,omitempty"`
}

// LastingDef is an effect that can be in force. Stamp is its cell.
type LastingDef struct {
	Named
	Stamp    int32 `json:"stamp"`
	Until    int32 `json:"until"`    // cell with the duration it was activated for
	Duration int32 `json:"duration"` // default index into Durations
	Node     int32 `json:"node,omitempty"`
}

// NoteDef is a trace line that a rulebook emits: its name and the names and types of its values.
type NoteDef struct {
	Name   string   `json:"name"`
	Fields []string `json:"fields,omitempty"`
	Types  []Type   `json:"types,omitempty"`
	Indent int32    `json:"indent,omitempty"` // level of the line: 0 card, 1 turn, 2 effect
}

// SetupDef is a set-up of the game: initial cells, pieces and cards.
type SetupDef struct {
	Named
	Cells  []CellInit  `json:"cells,omitempty"`
	Pieces []PieceInit `json:"pieces,omitempty"`
	Cards  []CardInit  `json:"cards,omitempty"`
	Active []int32     `json:"active,omitempty"` // lasting effects in force from the start
	Node   int32       `json:"node,omitempty"`
}

// CellInit sets a cell.
type CellInit struct {
	Cell  int32 `json:"cell"`
	Value int64 `json:"value"`
}

// PieceInit puts N pieces of a class into a zone; pieces not mentioned start in their home zone.
type PieceInit struct {
	Zone  int32 `json:"zone"`
	Class int32 `json:"class"`
	N     int32 `json:"n"`
}

// CardInit puts a card at the bottom of a pile, in order; cards not mentioned start in pile 0.
type CardInit struct {
	Pile int32 `json:"pile"`
	Card int32 `json:"card"`
}

// NodeDef is a place in the rulebook.
type NodeDef struct {
	File  string   `json:"file"`
	Line  int32    `json:"line"`
	Col   int32    `json:"col"`
	Rules []string `json:"rules,omitempty"` // clauses it implements, or the section that contains it
	What  string   `json:"what,omitempty"`  // short label: the statement's keyword
}

// OptionDef is a game option with its values; options are folded when a game is loaded.
type OptionDef struct {
	Named
	Values  []string `json:"values"`
	Default int32    `json:"default"`
	Type    Type     `json:"type"`
	Seats   bool     `json:"seats,omitempty"` // the value is the number of seats that play, the first ones; Seated removes the others
}

// GameDef is a compiled game.
type GameDef struct {
	Version int    `json:"version"`
	ID      string `json:"id"`
	Title   string `json:"title"`
	Things
	Memory
	Program
	Text
}

// Things are the objects of the rules: seats, places, pieces, cards, and the tables and sets of them.
type Things struct {
	Seats    []Named     `json:"seats"`
	Zones    []ZoneDef   `json:"zones"`
	Adjacent []int64     `json:"adjacent"` // set per zone
	Piles    []PileDef   `json:"piles"`
	Types    []PieceType `json:"types"`
	Classes  []ClassDef  `json:"classes"`
	Marks    []string    `json:"marks,omitempty"`
	Cards    []Named     `json:"cards"`
	Enums    []EnumDef   `json:"enums"`
	Tables   []TableDef  `json:"tables,omitempty"`
	Pairs    []PairDef   `json:"pairs,omitempty"`
	Sets     [][]int64   `json:"sets,omitempty"` // words of wide sets without trailing zeros; the first set is empty
	Lookups  []Lookup    `json:"lookups"`
	Options  []OptionDef `json:"options,omitempty"`
}

// Memory is the state of a position besides pieces and cards, and the limits of both.
type Memory struct {
	Vars        []VarDef     `json:"vars"`
	Numbers     int32        `json:"numbers,omitempty"` // the greatest number that a set of numbers can hold; 0: 63
	Cells       int32        `json:"cells"`             // number of cells
	Initial     []int64      `json:"initial"`           // initial value of every cell
	ActionCells []int32      `json:"actionCells,omitempty"`
	Pools       []PoolDef    `json:"pools,omitempty"`
	Stacking    []StackLimit `json:"stacking,omitempty"`
}

// Program is the executable part: procedures with their code and decisions, functions, lasting effects, set-ups.
type Program struct {
	Functions   []FuncDef      `json:"functions,omitempty"`
	Derived     []DerivedDef   `json:"derived,omitempty"`
	Invariants  []InvariantDef `json:"invariants,omitempty"`
	Procs       []ProcDef      `json:"procs"`
	Code        []Instr        `json:"code"`
	Decisions   []DecisionDef  `json:"decisions"`
	Points      []PointDef     `json:"points,omitempty"`
	Attachments []Attachment   `json:"attachments,omitempty"`
	Lasting     []LastingDef   `json:"lasting,omitempty"`
	Durations   []string       `json:"durations,omitempty"`
	StampCell   int32          `json:"stampCell"` // cell that counts activations
	Notes       []NoteDef      `json:"notes,omitempty"`
	Setups      []SetupDef     `json:"setups,omitempty"`
	Main        int32          `json:"main"`            // procedure without parameters that plays the game
	Scratch     int32          `json:"scratch"`         // number of bound slots
	Names       []string       `json:"names,omitempty"` // names of the bound slots in the rulebook, with $; "" for slots without a name
	Stack       int32          `json:"stack"`           // slots needed by the deepest chain of calls
}

// Text is for people and scripts: source places, titles, notation of moves, looks. The rules do not read it.
type Text struct {
	Nodes     []NodeDef `json:"nodes"` // Nodes[0] is "no place"
	LintWords []string  `json:"lintWords,omitempty"`
	Clauses   []Named   `json:"clauses,omitempty"` // titles of clauses, for refusals
	Moves     *Moves    `json:"moves,omitempty"`   // how scripts write moves
	Looks     *Looks    `json:"looks,omitempty"`   // how the game is drawn
}

// Moves are the words with which scripts write the moves of a game. They refer to decisions by name, which several may share.
type Moves struct {
	Words    []MoveWord    `json:"words,omitempty"`
	Activity *MoveActivity `json:"activity,omitempty"`
}

// MoveWord is a word that a move may begin with. It abbreviates an answer to a decision, at which the move begins.
type MoveWord struct {
	Word     string `json:"word"`
	Decision string `json:"decision"`
	Answer   string `json:"answer"`
	Then     string `json:"then,omitempty"` // decision that the next word answers, "": none
	Card     bool   `json:"card,omitempty"` // the next word is a card, which must be moved
}

// MoveActivity is a second action that a move carries within a first one.
type MoveActivity struct {
	Within string `json:"within"` // tag of the procedures during which it is carried out
	Offer  string `json:"offer"`  // side option or yes-or-no decision that begins it
	Choice string `json:"choice"` // decision that selects the activity
}

// Bounds returns the least and the greatest value of a variable: its own bounds, or those of its scale.
func (gd *GameDef) Bounds(v *VarDef) (least, most int64, bounded bool) {
	if v.Scale >= 0 && !v.Bounded {
		return 0, int64(len(gd.Enums[v.Scale].Members)) - 1, true
	}
	return v.Min, v.Max, v.Bounded
}

// StanceRange returns the range of a stance; ok is false if it is unbounded.
func (gd *GameDef) StanceRange(v *VarDef) (least, most int64, ok bool) {
	switch {
	case v.Type.Kind == KBool:
		return 0, 1, true
	case v.Type.Kind == KEnum:
		return 0, int64(len(gd.Enums[v.Type.Of].Members)) - 1, true
	}
	return v.Min, v.Max, v.Bounded && v.Type.Kind == KInt
}
