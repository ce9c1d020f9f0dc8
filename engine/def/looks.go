package def

// This file declares how a game is drawn. The rules do not read it: it does not affect the machine, the fingerprint of a game or the
// encoding of a state.

// Looks is how a game is drawn. Its lists are parallel to the lists of the game with the same names; they may be shorter, and entries may
// be empty.
type Looks struct {
	Seats   []Look      `json:"seats,omitempty"`
	Zones   []Look      `json:"zones,omitempty"`
	Piles   []Look      `json:"piles,omitempty"`
	Types   []Look      `json:"types,omitempty"`
	Vars    []ValueLook `json:"vars,omitempty"`
	Derived []ValueLook `json:"derived,omitempty"`
	Regions []Region    `json:"regions,omitempty"`
	Places  []Region    `json:"places,omitempty"`
}

// MaxCoordinate is the greatest absolute value of a coordinate.
const MaxCoordinate = 100_000

// Look is how a thing is drawn. The drawing program chooses values for empty fields.
type Look struct {
	At     []int32 `json:"at,omitempty"` // position: x to the right, then y downwards; for a space that is a line, its points one after another
	Shape  string  `json:"shape,omitempty"`
	Colour string  `json:"colour,omitempty"`
	Sign   string  `json:"sign,omitempty"` // a letter or two
}

// ValueLook is how a value is drawn; all fields but Internal apply to values of zones only.
type ValueLook struct {
	Internal bool        `json:"internal,omitempty"` // bookkeeping of the rules, which a board shows only on request
	Tint     bool        `json:"tint,omitempty"`     // the value colours its zone
	Colour   string      `json:"colour,omitempty"`
	Sign     string      `json:"sign,omitempty"`
	Values   []ValueSign `json:"values,omitempty"`
}

// ValueSign is how one named value is drawn.
type ValueSign struct {
	Value  string `json:"value"`
	Colour string `json:"colour,omitempty"`
	Sign   string `json:"sign,omitempty"`
}

// Region is a part of the background: an area or, with a single point, a label.
type Region struct {
	Named
	At     []int32 `json:"at"`
	Colour string  `json:"colour,omitempty"`
}

// Shapes and Colours are the words of looks. A drawing chooses the tone of a colour to suit its background.
var (
	PieceShapes = []string{"square", "disc", "triangle", "diamond", "hexagon", "pentagon", "star", "cross", "bar"}
	ZoneShapes  = []string{"area", "spot"}
	Colours     = []string{"red", "orange", "yellow", "olive", "green", "teal", "blue", "purple", "pink", "brown", "grey", "black", "white"}
)
