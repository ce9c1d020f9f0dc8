package def

// Limits of a game. They follow from values being one 64-bit integer: a set is a word of 64 bits, an order eight bytes.
const (
	MaxMembers = 64 // of a set: its members are numbered below
	MaxZones   = MaxMembers
	MaxClasses = MaxMembers
	MaxSeats   = 8
	MaxCards   = 1 << 15
	MaxMarks   = 32
	MaxArgs    = 16 // parameters of a function or a hook point
)
