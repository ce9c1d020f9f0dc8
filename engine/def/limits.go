package def

// Limits of a game. A piece is zone<<8 | class in one value, which bounds the classes; an order of seats is one value of 64
// bits, which bounds the seats. docs/limits.md tells which diagnostic reports each.
const (
	WordBits   = 64   // members that one word of a set holds
	MaxZones   = 1024 // spaces and boxes together
	MaxClasses = 256  // piece type x status x marks
	MaxSeats   = 15
	MaxRows    = 4096 // of a table
	MaxTagged  = 1024 // procedures with tags
	MaxCards   = 1 << 15
	MaxMarks   = 32
	MaxArgs    = 16 // parameters of a function or a hook point
)
