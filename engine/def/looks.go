package def

// This file declares how a game is drawn. Nothing of the rules reads it: the machine, the fingerprint of a game and what is
// encoded of a state are the same whatever stands here.

// Looks says how a game is drawn. Its lists run parallel to those of the game that bear the same names; they end where
// nothing more is said, and an entry of which nothing is said is empty.
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

// MaxCoordinate is how far from 0 a coordinate may lie.
const MaxCoordinate = 100_000

// Look is how a thing is drawn. The program that draws chooses what is empty.
type Look struct {
	At     []int32 `json:"at,omitempty"` // where it stands: x to the right, then y downwards; of a space that is a line its points, one after another
	Shape  string  `json:"shape,omitempty"`
	Colour string  `json:"colour,omitempty"`
	Sign   string  `json:"sign,omitempty"` // a letter or two
}

// ValueLook is how a value is drawn; all but Internal is of values of zones.
type ValueLook struct {
	Internal bool        `json:"internal,omitempty"` // bookkeeping of the rules, which a board shows only on request
	Tint     bool        `json:"tint,omitempty"`     // the value colours its zone
	Colour   string      `json:"colour,omitempty"`
	Sign     string      `json:"sign,omitempty"`
	Values   []ValueSign `json:"values,omitempty"`
}

// ValueSign is how one value is drawn, by the name of the value.
type ValueSign struct {
	Value  string `json:"value"`
	Colour string `json:"colour,omitempty"`
	Sign   string `json:"sign,omitempty"`
}

// Region is a part of the background: an area, or, of one point, a name on it.
type Region struct {
	Named
	At     []int32 `json:"at"`
	Colour string  `json:"colour,omitempty"`
}

// Shapes and Colours are the words of looks. A drawing gives each colour the tone that its background wants.
var (
	PieceShapes = []string{"square", "disc", "triangle", "diamond", "hexagon", "pentagon", "star", "cross", "bar"}
	ZoneShapes  = []string{"area", "spot"}
	Colours     = []string{"red", "orange", "yellow", "olive", "green", "teal", "blue", "purple", "pink", "brown", "grey", "black", "white"}
)
