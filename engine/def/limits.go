package def

// Limits of a game. The number of classes is bounded because a piece is zone<<8 | class in one value, the number of seats because an order
// is one value of 64 bits. docs/maintainers/limits.md lists the diagnostic of each limit.
const (
	WordBits     = 64   // members in one word of a set
	MaxZones     = 1024 // spaces and boxes together
	MaxClasses   = 256  // combinations of piece type, status and marks
	MaxPieces    = 255  // of a type
	MaxMarks     = 32
	MaxSeats     = 15
	MaxRows      = 4096    // of a table
	MaxMembers   = 4096    // of an enumeration
	MaxPositions = 4096    // past positions that a rulebook compares
	MaxTagged    = 1024    // procedures with tags
	MaxNumbers   = 1 << 15 // numbers in a set of numbers, if the rulebook declares that many
	MaxCards     = 1 << 15
	MaxPiles     = 1 << 15
	MaxCells     = 1 << 18 // of all variables
	MaxArgs      = 16      // parameters of a procedure, a function or a hook point
	MaxTiers     = 64      // of a take
	MaxNesting   = 2000    // depth of an expression
	MaxSlots     = 1 << 16 // of the deepest chain of calls, and of the members and parameters of formulas
)
