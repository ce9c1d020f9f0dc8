// The reach of pieces on random boards: the models walk step by step, forward from each origin. The rulebook computes
// the same backward and with sets.

package fireinthelake

import (
	"fmt"
	"maps"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/players"
)

// reachSeeds returns the number of random boards for a model of reach.
func reachSeeds() int { return kit.Games(240) }

// patrolWalk returns the possible destinations of a cube (3.2.2-c, 3.2.2-d).
func patrolWalk(f *field, origin string) map[string]bool {
	ends := map[string]bool{}
	var enter func(from string)
	enter = func(from string) {
		for _, to := range besides(from) {
			if (isLoc(to) || isCity(to)) && !ends[to] {
				ends[to] = true
				if !f.enemy(to) {
					enter(to)
				}
			}
		}
	}
	enter(origin)
	delete(ends, origin)
	return ends
}

// transportWalk returns the possible destinations of a piece (4.3.2-b, 4.3.2-c) along at most so many lines of
// communication (4.3.2-f).
func transportWalk(f *field, origin string, lines int) map[string]bool {
	type step struct {
		at   string
		used int
	}
	ends, seen := map[string]bool{}, map[step]bool{}
	var onRoad func(p step)
	onRoad = func(p step) { // p was entered by road: a line of communication, or a city after one
		if seen[p] || p.at == "north-vietnam" {
			return
		}
		seen[p], ends[p.at] = true, true
		if f.enemy(p.at) || !isLoc(p.at) && !isCity(p.at) {
			return
		}
		for _, to := range besides(p.at) {
			switch {
			case !isLoc(to):
				onRoad(step{to, p.used})
			case p.used < lines:
				onRoad(step{to, p.used + 1})
			}
		}
	}
	for _, to := range besides(origin) {
		if isLoc(to) {
			onRoad(step{to, 1})
		} else if to != "north-vietnam" {
			ends[to] = true
		}
	}
	delete(ends, origin)
	return ends
}

// sweepWalk returns the spaces that troops can sweep from an origin (3.2.3-e).
func sweepWalk(f *field, origin string) map[string]bool {
	ends := map[string]bool{}
	for _, to := range besides(origin) {
		ends[to] = true
		if isLoc(to) && !f.enemy(to) {
			for _, on := range besides(to) {
				ends[on] = true
			}
		}
	}
	delete(ends, origin)
	return ends
}

// reached inverts a walk: it returns, for each space, the sorted origins with pieces of these kinds that reach it.
func reached(f *field, walk func(*field, string) map[string]bool, kinds ...string) map[string][]string {
	origins := map[string][]string{}
	for _, id := range spacesWhere(func(id string) bool { return f.count(id, kinds...) > 0 }) {
		for _, to := range slices.Sorted(maps.Keys(walk(f, id))) {
			origins[to] = append(origins[to], id)
		}
	}
	return origins
}

// drawsFrom checks the origins of the pieces for a member of a pick. With a single piece in reach the origin is not
// asked for.
func drawsFrom(s *engine.State, f *field, member string, want []string, take string, kinds ...string) {
	GinkgoHelper()
	a, ok := answerOf(s.Game(), s.Decision(), member)
	Expect(ok).To(BeTrue())
	Expect(s.Apply(a)).To(Succeed())
	n := 0
	for _, id := range want {
		n += f.count(id, kinds...)
	}
	if d := s.Decision(); n > 1 {
		Expect(d.Name).To(Equal(take))
		Expect(drawnFrom(s, d)).To(Equal(want), "to %s", member)
		Expect(d.Max).To(Equal(n))
	}
}

var _ = Describe("Reach on random boards", kit.Clauses("3.2.2", "3.2.3", "4.2.2", "4.3.2", "4.3.3"), func() {
	for _, seat := range []string{"us", "arvn"} {
		cubes := map[string][]string{"us": {"us-troops"}, "arvn": arvnCubes}[seat]

		It("of a Patrol of "+seat, kit.Clauses("3.2.2-b", "3.2.2-c", "3.2.2-d"), func() {
			tried := 0
			for seed := range uint64(reachSeeds()) {
				s := actsFirst(seat, seed)
				f := survey(s)
				d := drive(s, operation("patrol"))
				if d == nil || d.Name != "destinations" {
					Expect(f.payable(seat)).To(BeNumerically("<", 3), "seed %d", seed)
					Expect(seat).To(Equal("arvn"))
					continue
				}
				tried++
				origins := reached(f, patrolWalk, cubes...)
				want := spacesWhere(func(to string) bool { return (isLoc(to) || isCity(to)) && len(origins[to]) > 0 })
				Expect(offered(s, d)).To(Equal(want), "seed %d", seed)
				if len(want) > 0 {
					to := want[seed%uint64(len(want))]
					drawsFrom(s, f, to, origins[to], "moved", cubes...)
				}
			}
			Expect(tried).To(BeNumerically(">", reachSeeds()/3))
		})

		It("of a Sweep of "+seat, kit.Clauses("3.2.3-d", "3.2.3-e"), func() {
			troops := cubes[0]
			for seed := range uint64(reachSeeds()) {
				s := actsFirst(seat, seed)
				f := survey(s)
				var chosen []string
				d := drive(s, operation("sweep"))
				for d != nil && d.Name == "spaces" && len(d.Members) > 0 && len(chosen) < 8 {
					all := offered(s, d)
					chosen = append(chosen, all[(seed*7+uint64(len(chosen))*5)%uint64(len(all))])
					a, _ := answerOf(s.Game(), d, chosen[len(chosen)-1])
					Expect(s.Apply(a)).To(Succeed())
					d = s.Decision()
				}
				slices.Sort(chosen)
				if d == nil || len(chosen) == 0 {
					Expect(f.payable(seat)).To(BeNumerically("<", 3))
					continue
				}
				origins := reached(f, sweepWalk, troops)
				want := slices.DeleteFunc(slices.Clone(chosen), func(to string) bool { return len(origins[to]) == 0 })
				if d.Name == "spaces" {
					d = drive(s, operation("sweep", "spaces", "stop"))
				}
				if len(want) == 0 && d.Name != "entered" {
					continue // it is asked only if an activity is possible
				}
				Expect(d.Name).To(Equal("entered"), "seed %d", seed)
				Expect(offered(s, d)).To(Equal(want), "seed %d", seed)
				if len(want) > 0 {
					to := want[seed%uint64(len(want))]
					drawsFrom(s, f, to, origins[to], "moved", troops)
				}
			}
		})
	}

	It("of a Raid", kit.Clauses("4.3.3-a", "4.3.3-b"), func() {
		for seed := range uint64(reachSeeds()) {
			s := actsFirst("arvn", seed)
			f := survey(s)
			beside := func(to string) []string {
				return spacesWhere(func(id string) bool { return slices.Contains(besides(to), id) && f.count(id, "arvn-ranger") > 0 })
			}
			want := spacesWhere(func(id string) bool {
				return id != "north-vietnam" && (f.count(id, "arvn-ranger") > 0 || len(beside(id)) > 0)
			})
			d := drive(s, operation("sweep", "spaces", "special-activity", "specialActivity", "raid"))
			if d == nil || d.Name != "raidSpaces" {
				Expect(len(want) < 2 || f.resources < 3).To(BeTrue(), "seed %d: %v", seed, want)
				continue
			}
			Expect(offered(s, d)).To(Equal(want), "seed %d", seed)
			to := want[seed%uint64(len(want))]
			if b := beside(to); len(b) > 0 { // none is required to come, so the origin is asked for even if there is one
				drawsFrom(s, f, to, b, "rangers", "arvn-ranger")
				Expect(s.Decision().Min).To(Equal(0))
			}
		}
	})

	for _, limit := range []int{99, 1} {
		It(fmt.Sprintf("of a Transport with up to %d lines", limit), kit.Clauses("4.3.2-b", "4.3.2-c", "4.3.2-f"), func() {
			tried := 0
			for seed := range uint64(reachSeeds()) {
				effects := []string{}
				if limit == 1 {
					effects = append(effects, "card-125")
				}
				s := actsFirst("arvn", seed, effects...)
				f := survey(s)
				d := drive(s, operation("sweep", "spaces", "special-activity", "specialActivity", "transport"))
				movable := spacesWhere(func(id string) bool { return f.count(id, "arvn-troops", "arvn-ranger") > 0 })
				if d == nil || d.Name != "origin" {
					Expect(len(movable) < 2 || f.resources < 3).To(BeTrue(), "seed %d: %v", seed, movable)
					continue
				}
				Expect(offered(s, d)).To(Equal(movable), "seed %d", seed)
				for _, origin := range movable {
					branch := s.Copy()
					d := drive(branch, map[string]string{"origin": origin})
					ends := transportWalk(f, origin, limit)
					want := spacesWhere(func(id string) bool { return ends[id] })
					Expect(d.Name).To(Equal("destinations"))
					Expect(offered(branch, d)).To(Equal(want), "seed %d from %s", seed, origin)
					tried++
				}
			}
			Expect(tried).To(BeNumerically(">", reachSeeds()))
		})
	}

	for _, sky := range []string{"clear", "monsoon"} {
		It("of an Air Lift, the sky being "+sky, kit.Clauses("4.2.2-a", "4.2.2-b", "2.3.9-e"), func() {
			most, effects := 4, []string{}
			if sky == "monsoon" {
				most, effects = 2, []string{sky}
			}
			tried := 0
			for seed := range uint64(reachSeeds()) {
				if liftOnce(actsFirst("us", seed, effects...), seed, most) {
					tried++
				}
			}
			Expect(tried).To(BeNumerically(">", reachSeeds()/4))
		})
	}
})

// liftLog records the pieces that an Air Lift moved.
type liftLog struct {
	spaces map[int64]bool
	others int64 // pieces that are not US troops
	wrong  string
}

func (l *liftLog) Event(s *engine.State, e *engine.Event) {
	p := e.Pieces()
	if e.Kind != engine.PiecesMoved || p.From == p.To {
		return
	}
	def := s.Game().Def()
	l.spaces[p.From], l.spaces[p.To] = true, true
	switch class := def.Classes[p.Class]; def.Types[class.Type].ID {
	case "us-troops":
	case "arvn-troops", "arvn-ranger", "us-irregular":
		l.others += p.N
		if class.Status != def.Classes[p.NewClass].Status {
			l.wrong = "a piece changed its status on the way"
		}
	default:
		l.wrong = class.ID + " was lifted"
	}
	if def.Zones[p.To].ID == "north-vietnam" || def.Zones[p.To].Plain || def.Zones[p.From].Plain {
		l.wrong = "a piece was lifted from " + def.Zones[p.From].ID + " to " + def.Zones[p.To].ID
	}
}

// liftOnce plays a random Air Lift and checks its moves. It reports whether one was possible.
func liftOnce(s *engine.State, seed uint64, most int) bool {
	GinkgoHelper()
	f := survey(s)
	d := drive(s, operation("patrol", "destinations", "special-activity", "specialActivity", "air-lift"))
	if d == nil || d.Name != "landings" {
		return false
	}
	lifted := []string{"us-troops", "arvn-troops", "arvn-ranger", "us-irregular"}
	Expect(offered(s, d)).To(Equal(spacesWhere(func(to string) bool {
		return to != "north-vietnam" && len(spacesWhere(func(id string) bool { return id != to && f.count(id, lifted...) > 0 })) > 0
	})), "seed %d", seed)
	log, p := &liftLog{spaces: map[int64]bool{}}, players.NewUniform(seed)
	s.Observe(log)
	for slices.Contains([]string{"landings", "starts", "aboard"}, s.Decision().Name) {
		Expect(s.Apply(p.Answer(s, s.Decision()))).To(Succeed())
	}
	s.Observe(nil)
	Expect(log.wrong).To(BeEmpty(), "seed %d", seed)
	Expect(len(log.spaces)).To(BeNumerically("<=", most), "seed %d", seed)
	Expect(log.others).To(BeNumerically("<=", 4), "seed %d", seed)
	return true
}
