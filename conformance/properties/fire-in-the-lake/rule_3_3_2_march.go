// Rule 3.3.2: March. A model that knows the map and the clauses follows random marches group by group: the possible
// next spaces, the cost, and the activated guerrillas.

package fireinthelake

import (
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/players"
)

// marchSeeds is the number of random boards to march on.
const marchSeeds = 80

// marching is the model of a March. It observes each piece that moves and derives the rest.
type marching struct {
	seat     string
	trail    int
	purse    int64
	coin     map[string]int // cubes and special forces of the government
	notices  map[string]bool
	fresh    map[string]int // pieces that have not marched, by space
	gone     map[string]int // pieces that have
	hidden   map[string]int // underground guerrillas of the seat
	entered  map[[2]string]bool
	paid     map[string]bool
	way      [2]string // origin and destination of the moving group
	group    int
	stealthy int
}

func abroad(space string) bool {
	return factOf[space].country == "laos" || factOf[space].country == "cambodia"
}

// open reports whether a group may go from a space to a neighbour (3.3.2-e, 3.3.2-h, 3.3.2-i).
func (m *marching) open(from, to string) bool {
	n := m.fresh[from]
	if m.seat == "nva" && m.trail > 0 && abroad(from) {
		n += m.gone[from]
	}
	return n > 0 && !m.entered[[2]string{from, to}]
}

// price returns the cost of that move (3.3.2-c, 3.3.2-j, 3.3.2-k).
func (m *marching) price(from, to string) int64 {
	if isLoc(to) || m.paid[to] || m.seat == "nva" && m.trail == 4 && (abroad(from) || abroad(to)) {
		return 0
	}
	return 1
}

// origins lists the spaces from which a space can be entered now.
func (m *marching) origins(to string) []string {
	return spacesWhere(func(from string) bool {
		return slices.Contains(besides(to), from) && m.open(from, to) && m.price(from, to) <= m.purse
	})
}

// Event tracks the pieces of the seat.
func (m *marching) Event(s *engine.State, e *engine.Event) {
	p := e.Pieces()
	def := s.Game().Def()
	if e.Kind != engine.PiecesMoved || p.From == p.To {
		return
	}
	class, from, to := def.Classes[p.Class], def.Zones[p.From].ID, def.Zones[p.To].ID
	if way := [2]string{from, to}; way != m.way {
		m.arrive()
		cost := m.price(from, to)
		m.purse -= cost
		if cost > 0 {
			m.paid[to] = true
		}
		m.way, m.entered[way] = way, true
	}
	if class.Marks != 0 {
		m.gone[from] -= int(p.N)
	} else {
		m.fresh[from] -= int(p.N)
	}
	m.gone[to] += int(p.N)
	m.group += int(p.N)
	if strings.Contains(class.ID, "underground") {
		m.hidden[from] -= int(p.N)
		m.hidden[to] += int(p.N)
		m.stealthy += int(p.N)
	}
}

// arrive tests whether the group that moved last is activated (3.3.2-f, 3.3.2-g).
func (m *marching) arrive() {
	to := m.way[1]
	if m.notices[to] && m.group+m.coin[to] > 3 {
		m.hidden[to] -= m.stealthy
	}
	m.group, m.stealthy, m.way = 0, 0, [2]string{}
}

// marches returns the model before a March.
func marches(s *engine.State, seat string) *marching {
	GinkgoHelper()
	f := survey(s)
	m := &marching{seat: seat, coin: map[string]int{}, notices: map[string]bool{}, fresh: map[string]int{}, gone: map[string]int{},
		hidden: map[string]int{}, entered: map[[2]string]bool{}, paid: map[string]bool{}}
	trail, _, err := s.Value("trail")
	Expect(err).NotTo(HaveOccurred())
	m.trail, m.purse = int(trail), purseOf(s, seat)
	for _, x := range mapFacts {
		m.coin[x.id] = f.count(x.id, "us-troops", "us-irregular", "arvn-troops", "arvn-police", "arvn-ranger")
		m.notices[x.id] = isLoc(x.id) || strings.HasSuffix(f.support[x.id], "-support")
		m.fresh[x.id] = f.count(x.id, seat+"-guerrilla", map[string]string{"nva": "nva-troops"}[seat])
		m.hidden[x.id] = f.count(x.id, seat+"-guerrilla.underground")
	}
	return m
}

// purseOf returns the resources of an insurgent seat.
func purseOf(s *engine.State, seat string) int64 {
	GinkgoHelper()
	v, _, err := s.Value(seat + "Resources")
	Expect(err).NotTo(HaveOccurred())
	return v
}

// agrees compares the decision between two groups with the model; to is the space being entered.
func (m *marching) agrees(s *engine.State, to string, seed uint64) {
	GinkgoHelper()
	d := s.Decision()
	m.arrive()
	want := spacesWhere(func(to string) bool { return len(m.origins(to)) > 0 })
	if d.Name == "origins" {
		want = m.origins(to)
	}
	Expect(offered(s, d)).To(Equal(want), "seed %d: %s %s", seed, d.Name, to)
	Expect(purseOf(s, m.seat)).To(Equal(m.purse), "seed %d", seed)
	f := survey(s)
	for _, x := range mapFacts {
		Expect(f.count(x.id, m.seat+"-guerrilla.underground")).To(Equal(m.hidden[x.id]), "seed %d: underground in %s", seed, x.id)
	}
}

// follow plays a random March and returns the number of decisions that agreed with the model.
func (m *marching) follow(s *engine.State, seed uint64) (n int) {
	GinkgoHelper()
	p, to := players.NewUniform(seed), ""
	s.Observe(m)
	defer s.Observe(nil)
	for {
		d := s.Decision()
		if d == nil || d.Name != "destinations" && d.Name != "origins" && d.Name != "group" {
			return n
		}
		if d.Name != "group" {
			m.agrees(s, to, seed)
			n++
		}
		a := p.Answer(s, d)
		if d.Name == "destinations" && !a.Stop {
			to = s.Game().Format(a.Member, d.Elem)
		}
		Expect(s.Apply(a)).To(Succeed())
	}
}

var _ = Describe("3.3.2 March", kit.Clauses("3.3.2"), func() {
	for _, seat := range []string{"nva", "vc"} {
		It("of the "+seat+" reaches, costs and activates what a walk over the map does",
			kit.Clauses("3.3.2-b", "3.3.2-c", "3.3.2-e", "3.3.2-f", "3.3.2-g", "3.3.2-h", "3.3.2-i", "3.3.2-j", "3.3.2-k"), func() {
				n, seeds := 0, kit.Games(marchSeeds)
				for seed := range uint64(seeds) {
					s := actsFirst(seat, seed)
					m := marches(s, seat)
					if drive(s, map[string]string{"class": "operation", "operation": "march"}) != nil {
						n += m.follow(s, seed)
					}
				}
				Expect(n).To(BeNumerically(">", 4*seeds))
			})
	}
})
