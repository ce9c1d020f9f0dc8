// Properties of every board of Fire in the Lake: random games from random positions, in both editions, whose decisions
// are all checked. PROPERTY_GAMES sets the number of games:
//
//	PROPERTY_GAMES=10000 go test ./conformance -timeout 60m -v -ginkgo.v -ginkgo.label-filter=random-games

package fireinthelake

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	boards "rulebound/conformance/board"
	"rulebound/conformance/corpus"
	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// midGames are boards in mid-game: pieces in boxes, effects in force, seats that have acted.
var midGames = sync.OnceValue(func() []boards.Wish {
	list, err := corpus.Boards(os.DirFS(kit.Root), fitl)
	Expect(err).NotTo(HaveOccurred())
	return list
})

// anyBoard returns a kind of board without effects in force, on which all seats are eligible.
func anyBoard(setup string) *boards.Wish {
	w := midGames()[0]
	return &boards.Wish{Setup: setup, Boxes: w.Boxes, Most: w.Most}
}

// editions are the two editions of the game, loaded once.
var editions = sync.OnceValue(func() []*engine.Game {
	return []*engine.Game{kit.Load(fitl, map[string]string{"edition": "first"}), kit.Load(fitl, map[string]string{"edition": "second"})}
})

// inventory checks invariants of states of a game.
type inventory struct {
	def     *def.GameDef
	closed  int32 // North Vietnam
	coin    int64
	allowed map[string]string // box -> seats whose pieces it may hold
	seatOf  []string          // by class
	facts   []*spaceFact      // by zone, nil for boxes
	bases   int64
	pays    map[int32]bool // payment nodes
	purse   int64          // cell of ARVN resources
	econ    int64          // cell of total econ
	seat    int            // the seat that answered last
	broken  string
}

func inventoryOf(g *engine.Game) *inventory {
	v := &inventory{def: g.Def(), closed: int32(at(g.Def().Zones, zoneID, "north-vietnam")), pays: map[int32]bool{}, allowed: map[string]string{
		"available-us": "us", "available-irregulars": "us", "available-arvn": "arvn", "available-nva": "nva", "available-vc": "vc",
		"out-of-play": "us arvn nva", "casualties": "us",
	}}
	for _, c := range v.def.Classes {
		v.seatOf = append(v.seatOf, v.def.Seats[v.def.Types[c.Type].Seat].ID)
	}
	for _, t := range v.def.Types {
		if strings.HasPrefix(t.ID, "us-") || strings.HasPrefix(t.ID, "arvn-") {
			v.coin |= t.Classes
		}
		if strings.HasSuffix(t.ID, "-base") {
			v.bases |= t.Classes
		}
	}
	v.facts = make([]*spaceFact, len(v.def.Zones))
	for i := range mapFacts {
		v.facts[at(v.def.Zones, zoneID, mapFacts[i].id)] = &mapFacts[i]
	}
	for _, in := range v.def.Code {
		if in.Op == def.CPay {
			v.pays[in.Node] = true
		}
	}
	for _, x := range v.def.Vars {
		switch x.ID {
		case "arvnResources":
			v.purse = int64(x.Base)
		case "totalEcon":
			v.econ = int64(x.Base)
		}
	}
	return v
}

// Event watches ARVN resources after decisions of the US: a US payment must not take them below total econ (3.1-d).
func (v *inventory) Event(s *engine.State, e *engine.Event) {
	switch e.Kind {
	case engine.Answered, engine.Forced:
		if seat := e.Answer().Seat; seat != engine.Chance {
			v.seat = seat
		}
	case engine.CellChanged:
		w := e.Cell()
		if w.Cell == v.purse && w.New < w.Old && v.pays[e.Node] && v.def.Seats[v.seat].ID == "us" && w.New < s.Cell(int32(v.econ)) {
			n := v.def.Nodes[e.Node]
			v.broken = fmt.Sprintf("the United States pay ARVN resources down from %d to %d, below total econ %d, at %s:%d", w.Old, w.New, s.Cell(int32(v.econ)), n.File, n.Line)
		}
	}
}

// problem describes the first violated invariant of a state; it is empty if there is none.
func (v *inventory) problem(s *engine.State) string {
	if v.broken != "" {
		return v.broken
	}
	for _, t := range v.def.Types { // 1.4.1-a
		n := int64(0)
		for z := range v.def.Zones {
			n += s.Pieces(int32(z), t.Classes)
		}
		if n != int64(t.Count) {
			return fmt.Sprintf("%d of %d %s are left", n, t.Count, t.ID)
		}
	}
	if s.Pieces(v.closed, v.coin) > 0 {
		return "US or ARVN pieces are in North Vietnam (1.4.2-c)"
	}
	for z, zone := range v.def.Zones {
		if !zone.Plain {
			if n := s.Pieces(int32(z), v.bases); n > 2 || n > 0 && v.facts[z].kind == "loc" {
				return fmt.Sprintf("%d bases are in %s (1.4.2-a, 1.4.2-b)", n, zone.ID)
			}
			continue
		}
		for c := range v.def.Classes {
			n := s.Count(int32(z), int32(c))
			if n > 0 && (!slices.Contains(strings.Fields(v.allowed[zone.ID]), v.seatOf[c]) || v.def.Types[v.def.Classes[c].Type].First != int32(c)) {
				return fmt.Sprintf("%d %s lie in %s (1.4.1-b, 1.4.1-c)", n, v.def.Classes[c].ID, zone.ID)
			}
		}
	}
	return v.cellProblem(s)
}

// cellProblem checks tracks and markers.
func (v *inventory) cellProblem(s *engine.State) string {
	used, tunnels := int64(0), int64(0)
	for _, x := range v.def.Vars {
		if !x.Bounded {
			continue
		}
		for i := range x.Len {
			n := s.Cell(x.Base + i)
			if n < x.Min || n > x.Max {
				return fmt.Sprintf("%s stands at %d (1.8-a to 1.8-d)", x.ID, n)
			}
			if x.Owner() != def.KZone {
				continue
			}
			if !v.bears(i, x.ID) && n != v.def.Initial[x.Base+i] {
				return fmt.Sprintf("%s is %d in %s (1.6.2-c)", x.ID, n, v.def.Zones[i].ID)
			}
			if x.ID != "support" {
				used += n
			}
		}
	}
	for c, class := range v.def.Classes {
		if statuses := v.def.Types[class.Type].Statuses; len(statuses) > 0 && statuses[class.Status] == "tunneled" {
			for z := range v.def.Zones {
				tunnels += s.Count(int32(z), int32(c))
			}
		}
	}
	if used > 15 || tunnels > 6 {
		return fmt.Sprintf("there are %d terror and sabotage markers and %d tunnels (1.2-d)", used, tunnels)
	}
	return ""
}

// bears reports whether a marker may be in a zone.
func (v *inventory) bears(zone int32, marker string) bool {
	f := v.facts[zone]
	switch {
	case f == nil:
		return false
	case marker == "support":
		return f.population > 0
	}
	return (marker == "sabotage") == (f.kind == "loc")
}

// randomPlay plays a random game from a random board and calls look before each decision.
func randomPlay(g *engine.Game, seed uint64, v *inventory, look func(s *engine.State, p players.Player) string) (int, error) {
	setup := boards.Any(g, seed, midGames())
	v.broken, v.seat = "", 0
	s, err := g.New(setup)
	if err != nil {
		return 0, err
	}
	var p players.Player = players.NewMinimal(seed)
	if seed%2 == 1 {
		p = players.NewUniform(seed)
	}
	for n := 0; ; n++ {
		if what := v.problem(s); what != "" {
			return n, fmt.Errorf("decision %d: %s", n, what)
		}
		d := s.Decision()
		switch {
		case d == nil && s.Over():
			return n, nil
		case d == nil:
			return n, fmt.Errorf("decision %d: the game is not over and nobody is asked", n)
		case n == longest:
			return n, fmt.Errorf("the game does not end within %d decisions", n)
		}
		s.Observe(nil) // an observer costs more than the play
		if d.Seat >= 0 && v.def.Seats[d.Seat].ID == "us" {
			s.Observe(v)
		}
		name := d.Name
		if what := look(s, p); what != "" {
			return n, fmt.Errorf("decision %d, %s: %s", n, name, what)
		}
		d = s.Decision()
		a := engine.Answer{}
		if d.Seat == engine.Chance {
			if a, err = s.Draw(); err != nil {
				return n, err
			}
		} else {
			a = p.Answer(s, d)
		}
		if err := s.Apply(a); err != nil {
			return n, fmt.Errorf("decision %d, %s: %w", n, name, err)
		}
	}
}

var _ = Describe("Random boards", kit.Clauses("1.4", "3", "4"), func() {
	It("are the same for the same seed and are accepted by the game", func() {
		g := editions()[1]
		for seed := range uint64(200) {
			setup := boards.Any(g, seed, midGames())
			s, err := g.New(setup)
			Expect(err).NotTo(HaveOccurred(), "seed %d", seed)
			again, err := g.New(boards.Any(g, seed, midGames()))
			Expect(err).NotTo(HaveOccurred())
			Expect(again.Hash()).To(Equal(s.Hash()), "seed %d", seed)
		}
	})

	It("keep pieces, stacking, tracks, markers and total econ through random games", Label("random-games"), func() {
		games := uint64(kit.Games(300))
		if n, err := strconv.ParseUint(os.Getenv("PROPERTY_GAMES"), 10, 32); err == nil {
			games = n
		}
		decisions, longestGame := 0, 0
		for _, g := range editions() {
			v := inventoryOf(g)
			for seed := range games / 2 {
				n, err := randomPlay(g, seed, v, func(*engine.State, players.Player) string { return "" })
				Expect(err).NotTo(HaveOccurred(), "seed %d, edition %s", seed, optionOf(g, "edition"))
				decisions, longestGame = decisions+n, max(longestGame, n)
			}
		}
		AddReportEntry("random games", ReportEntryVisibilityFailureOrVerbose, fmt.Sprintf("%d games, %d decisions, longest %d", games, decisions, longestGame))
	})
})

func optionOf(g *engine.Game, id string) string {
	value, _ := g.Option(id)
	return value
}
