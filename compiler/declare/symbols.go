// Package declare assigns a meaning to every id of a rulebook: what it names, its type, and its index or cells. It takes the tree
// from package read and returns Symbols, which no later stage changes.
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

// SymbolKind is the kind of thing that a bare name denotes.
type SymbolKind uint8

const (
	Const     SymbolKind = iota // a member (seat, zone, pile, card, lasting effect) or a built-in set; its value is Value
	Set                         // a named set; package resolve evaluates Said
	Value                       // a value in the game's data
	Indexed                     // a value in the game's data for each member of an enumeration, or each pair of members: Lookups[Index]
	Rows                        // a table: the set of its rows
	PieceType                   // Types[Index]; Value: its classes
	Variable                    // Vars[Index]: a variable, track or marker
	Derived                     // Derived[Index]
	Function                    // Functions[Index]
	Procedure                   // Procs[Index]
	Option                      // Options[Index]
	Pool                        // Pools[Index]
)

// Symbol is the meaning of a name.
type Symbol struct {
	Name    string
	Kind    SymbolKind
	Index   int32
	Type    def.Type // unknown for a named set
	Value   int64
	Pos     diag.Pos
	Said    *source.Node // the definition of a set, the datum or default of a value; nil if there is none
	Default *source.Node // of a value with indices: the value of entries that are not given, or nil
	Open    bool         // it depends on the data of the game, which could differ: values, rows
}

// Symbols are all names of a rulebook.
type Symbols struct {
	Game      *def.GameDef // the declared things under their indices, without data and rules
	Names     map[string]*Symbol
	Clashed   map[string]bool // names that are declared twice, in an invalid form, or reserved; their uses are not reported
	Enums     map[string]int32
	Points    map[string]int32
	Durations map[string]int32
	Pieces    Pieces
	Data      Data
	Rules     Rules
	Clauses   *Clauses
	Uses      []names.Use // declarations of names and their uses in declarations, if Studied
	Studied   bool        // tree.Rulebook.Studied
}

// Places returns the positions of the names that the rulebook declares.
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

// Data describes the game's data.
type Data struct {
	Properties map[def.Kind]map[string]*Property // by the kind of thing that has them
	Tables     map[string]*Table
	Grids      []Grid
	SetupWords []*SetupWord // in the order of their declaration: set-up tables, then set-up values
	Indexed    []*Symbol    // values with indices
	Claimed    []string     // paths that tables and values read
	Spaces     int64        // the zones of the map
	Boxes      int64        // the zones off the map
}

// Grid is a grid: the enumeration of its directions, and the lookup of neighbours (def.OpStep).
type Grid struct {
	ID     string
	Enum   int32
	Lookup int32
}

type Property struct {
	Type      def.Type
	Lookup    int32
	Default   *source.Node
	Optional  bool     // it may be left out
	Signature int32    // of a procedure type, else -1
	Clauses   []string // of a procedure type: patterns of the clauses to which its texts may belong
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

// SetupWord is a value or a table that formulas read from the present set-up, by Vars[Var].
type SetupWord struct {
	ID      string
	At      string
	Var     int32
	Type    def.Type
	Default *source.Node
	Table   *Table // nil: a value
	First   []int  // of a table: the first row of each set-up, then the number of rows
}

// Rules are the declared procedures, functions, derived values, hook points and lasting effects.
type Rules struct {
	Procs      []*Proc
	Texts      map[*source.Node]int32 // block of a property of type procedure(…) -> its procedure
	Functions  []*Func
	Derived    []*DerivedValue
	Points     []*PointShape
	Signatures []Signature
	Lasting    []*Lasting
	Hooks      []*Hook             // in the order of GameDef.Attachments
	InAction   int32               // the cell that is 1 inside an action
	Answers    map[int32]int32     // by variable for simultaneous answers: the variable with the secret answers
	Deciders   []string            // parameters that name the deciding seat, by descending precedence
	Bundles    map[string][]*Param // groups of parameters by name
	Shared     []*Param            // the parameters of all bundles
}

// Decider returns the index of the parameter that names the deciding seat, or -1.
func (r *Rules) Decider(params []*Param) int {
	for _, name := range r.Deciders {
		if i := slices.IndexFunc(params, func(p *Param) bool { return p.Name == name && p.Type == def.TSeat }); i >= 0 {
			return i
		}
	}
	return -1
}

// Bundled reports whether a parameter belongs to a bundle.
func (r *Rules) Bundled(p *Param) bool {
	return slices.ContainsFunc(r.Shared, func(q *Param) bool { return q.Name == p.Name && q.Type == p.Type })
}

// Signature is the parameter list of a procedure type.
type Signature struct {
	Params []def.Param
	Text   string
}

type Param struct {
	Name    string // without $
	Type    def.Type
	Default *source.Node // nil: it is required
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
	Declared bool     // listed in `procedures`
	Unsure   bool     // parameters may be missing because a key was not understood
	Rules    []string // the clauses if its entry has none: of a hook those of the lasting effect, of a text the one by its name
}

type Func struct {
	Index  int32
	ID     string
	Entry  *tree.Entry
	Params []*Param
}

type DerivedValue struct {
	Index int32
	ID    string
	Entry *tree.Entry
	Per   def.Kind
	Type  def.Type
}

// PointShape describes the values and parameters of a hook point.
type PointShape struct {
	Entry  *tree.Entry
	Params []*Param
	Of     def.Type // the type of its values
}

// Hook attaches a lasting effect to a hook point.
type Hook struct {
	Entry *tree.Entry
	Of    *tree.Entry // the lasting effect
}

// Lasting is a declared lasting effect, at top level or of a card.
type Lasting struct {
	Index int32
	Entry *tree.Entry
}
