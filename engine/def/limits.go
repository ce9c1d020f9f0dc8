package def

// Limits of a game. A piece is zone<<8 | class in one value, which bounds the classes; an order of seats is one value of 64
// bits, which bounds the seats. docs/maintainers/limits.md lists the diagnostic that reports each.
const (
	WordBits     = 64   // members that one word of a set holds
	MaxZones     = 1024 // spaces and boxes together
	MaxClasses   = 256  // piece type x status x marks
	MaxPieces    = 255  // of a type
	MaxMarks     = 32
	MaxSeats     = 15
	MaxRows      = 4096    // of a table
	MaxMembers   = 4096    // of an enumeration
	MaxPositions = 4096    // that a rulebook compares
	MaxTagged    = 1024    // procedures with tags
	MaxNumbers   = 1 << 15 // that a set of numbers holds, if the rulebook says so
	MaxCards     = 1 << 15
	MaxPiles     = 1 << 15
	MaxCells     = 1 << 18 // of all variables
	MaxArgs      = 16      // parameters of a procedure, a function or a hook point
	MaxTiers     = 64      // of a take
	MaxNesting   = 2000    // depth of an expression
	MaxSlots     = 1 << 16 // of the deepest chain of calls, and of the members and parameters of formulas
)
