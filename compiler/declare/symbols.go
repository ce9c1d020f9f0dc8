// Package declare gives every id of a rulebook its place: what a name means, which type it has, where its cells lie. It
// takes the tree that package read makes and gives Symbols, which no later stage changes.
package declare

import (
	"maps"
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/engine/def"
)

// SymbolKind tells what a bare name stands for.
type SymbolKind uint8

const (
	Const     SymbolKind = iota // a member: seat, zone, pile, card, lasting effect, a built-in set; Value
	Set                         // a named set; package resolve computes it from Said
	Value                       // a value that the game's data gives
	Rows                        // a table: the set of its rows
	PieceType                   // Types[Index]; Value: its classes
	Variable                    // Vars[Index]: a variable, track or marker
	Derived                     // Derived[Index]
	Function                    // Functions[Index]
	Procedure                   // Procs[Index]
	Option                      // Options[Index]
	Pool                        // Pools[Index]
)

// Symbol is what a name stands for.
type Symbol struct {
	Name  string
	Kind  SymbolKind
	Index int32
	Type  def.Type // not known of a named set
	Value int64
	Pos   diag.Pos
	Said  *source.Node // what a set is made of, what a value is given or defaults to; nil if nothing is written
	Open  bool         // other data of a game would change it: values, rows
}

// Symbols are all names of a rulebook.
type Symbols struct {
	Game      *def.GameDef // everything that has an id under its index, without its data and rules
	Names     map[string]*Symbol
	Clashed   map[string]bool // declared twice, in a shape that nobody knows, or taken from the language: nothing is said about uses of them
	Enums     map[string]int32
	Points    map[string]int32
	Durations map[string]int32
	Pieces    Pieces
	Data      Data
	Rules     Rules
	Clauses   *Clauses
	Uses      []names.Use // where names are declared, and used in declarations, in a study
	Studied   bool        // tree.Rulebook.Studied
}

// Places tells where each name is declared, of those that the rulebook declares.
func (s *Symbols) Places() map[string]diag.Pos {
	places := map[string]diag.Pos{}
	for _, name := range slices.Sorted(maps.Keys(s.Names)) {
		if at := s.Names[name].Pos; !at.IsZero() {
			places[name] = at
		}
	}
	return places
}

// Pieces are the names of piece classes.
type Pieces struct {
	Status   map[string]int32 // status -> its index within its types
	OfStatus map[string]int64 // status -> the classes that have it
	Mark     map[string]int32 // mark -> its index
	OfMark   map[string]int64 // mark -> the classes that bear it
	OfSeat   int32            // the lookup from seat to the filter of its pieces
}

// Data is the shape of the game's data.
type Data struct {
	Properties map[def.Kind]map[string]*Property // by what carries them
	Tables     map[string]*Table
	Grids      []Grid
	SetupWords []*SetupWord // in the order of their declaration: set-up tables, then set-up values
	Claimed    []string     // paths that tables and values read
	Spaces     int64        // the zones of the map
	Boxes      int64        // the zones off the map
}

// Grid is a grid: the enumeration of its directions, and the lookup of where they lead (def.OpStep).
type Grid struct {
	ID     string
	Enum   int32
	Lookup int32
}

// Property is a typed property, or a column of a table.
type Property struct {
	Type      def.Type
	Lookup    int32
	Default   *source.Node
	Optional  bool     // it may be left out
	Signature int32    // of a procedure type, else -1
	Clauses   []string // of a procedure type: patterns of the clauses that its texts may belong to
}

// Table is a declared table.
type Table struct {
	Index   int32
	Entry   *tree.Entry
	At      string
	Columns []string
	Column  map[string]*Property
	Rows    []*source.Node
}

// SetupWord is a value or a table that formulas read from the running set-up; Vars[Var] holds it.
type SetupWord struct {
	ID      string
	At      string
	Var     int32
	Type    def.Type
	Default *source.Node
	Table   *Table // nil: a value
	First   []int  // of a table: the first row of each set-up, and the end
}

// Rules are procedures, functions and derived values.
type Rules struct {
	Procs      []*Proc
	Texts      map[*source.Node]int32 // block of a property of type procedure(…) -> its procedure
	Functions  []*Func
	Derived    []*DerivedValue
	Points     []*PointShape
	Signatures []Signature
	Lasting    []*Lasting
	Hooks      []*Hook             // in the order of GameDef.Attachments
	InAction   int32               // cell that is 1 inside an action
	Answers    map[int32]int32     // variable that seats answer together -> the variable with what they have answered in secret
	Deciders   []string            // parameters that name the deciding seat, the one that goes first first
	Bundles    map[string][]*Param // parameters that procedures have together
	Shared     []*Param            // those of all bundles
}

// Decider is the index of the parameter that names the deciding seat, -1 if there is none.
func (r *Rules) Decider(params []*Param) int {
	for _, name := range r.Deciders {
		if i := slices.IndexFunc(params, func(p *Param) bool { return p.Name == name && p.Type == def.TSeat }); i >= 0 {
			return i
		}
	}
	return -1
}

// Bundled reports whether a parameter is one of a bundle.
func (r *Rules) Bundled(p *Param) bool {
	return slices.ContainsFunc(r.Shared, func(q *Param) bool { return q.Name == p.Name && q.Type == p.Type })
}

// Signature is the parameter list of a procedure type.
type Signature struct {
	Params []def.Param
	Text   string
}

// Param is a parameter of a function, a procedure or a hook point.
type Param struct {
	Name    string // without $
	Type    def.Type
	Default *source.Node // nil: it must be given
	Pos     diag.Pos
}

// Proc is a procedure of the rulebook, of a card, or of a hook.
type Proc struct {
	Index    int32
	ID       string
	Entry    *tree.Entry // its keys; of a hook: the hook
	Params   []*Param
	Returns  def.Type // KNone: not stated
	Tags     []string
	Declared bool     // stands in procedures:
	Unsure   bool     // a key of it was not understood, so its parameters are not sure
	Rules    []string // what it belongs to unless it says so itself: of a hook the clauses of its entry, of a text the one by its name
}

// Func is a function of the rulebook.
type Func struct {
	Index  int32
	ID     string
	Entry  *tree.Entry
	Params []*Param
}

// DerivedValue is a derived value.
type DerivedValue struct {
	Index int32
	ID    string
	Entry *tree.Entry
	Per   def.Kind
	Type  def.Type
}

// PointShape is what a hook point passes.
type PointShape struct {
	Entry  *tree.Entry
	Params []*Param
	Of     def.Type // the type of its values
}

// Hook joins a lasting effect to a hook point.
type Hook struct {
	Entry *tree.Entry
	Of    *tree.Entry // the lasting effect
}

// Lasting is a lasting effect as it was declared, at top level or in a card.
type Lasting struct {
	Index int32
	Entry *tree.Entry
}
