// The boards of the models: positions read from a state piece by piece and joined with the facts of the map, so that
// models do not depend on the rulebook.

package fireinthelake

import (
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	boards "rulebound/conformance/board"
	"rulebound/engine"
	"rulebound/engine/def"
)

// The pieces of each seat (1.4-a).
var (
	usPieces    = []string{"us-troops", "us-base", "us-irregular"}
	arvnPieces  = []string{"arvn-troops", "arvn-police", "arvn-ranger", "arvn-base"}
	nvaPieces   = []string{"nva-troops", "nva-guerrilla", "nva-base"}
	vcPieces    = []string{"vc-guerrilla", "vc-base"}
	coinPieces  = slices.Concat(usPieces, arvnPieces)
	enemyPieces = slices.Concat(nvaPieces, vcPieces)
	arvnCubes   = []string{"arvn-troops", "arvn-police"}
)

// field is a board as the models see it.
type field struct {
	pieces               map[string]map[string]int // space or box -> type, and type.status where the type has statuses
	support              map[string]string
	terror               map[string]int
	resources, econ, aid int64
}

// factOf maps a space to its facts.
var factOf = func() map[string]*spaceFact {
	m := map[string]*spaceFact{}
	for i := range mapFacts {
		m[mapFacts[i].id] = &mapFacts[i]
	}
	return m
}()

func besides(space string) []string { return strings.Fields(factOf[space].neighbours) }
func isLoc(space string) bool       { return factOf[space].kind == "loc" }
func isCity(space string) bool      { return factOf[space].kind == "city" }
func isJungle(space string) bool    { return factOf[space].terrain == "jungle" }
func isHighland(space string) bool  { return factOf[space].terrain == "highland" }

// survey reads the field of a state.
func survey(s *engine.State) *field {
	GinkgoHelper()
	def := s.Game().Def()
	f := &field{pieces: map[string]map[string]int{}, support: map[string]string{}, terror: map[string]int{}}
	for z, zone := range def.Zones {
		here := map[string]int{}
		for c, class := range def.Classes {
			if n := int(s.Count(int32(z), int32(c))); n > 0 {
				t := def.Types[class.Type]
				here[t.ID] += n
				if len(t.Statuses) > 0 {
					here[t.ID+"."+t.Statuses[class.Status]] += n
				}
			}
		}
		f.pieces[zone.ID] = here
	}
	for _, m := range mapFacts {
		if m.population > 0 {
			v, t, err := s.Value(m.id + ".support")
			Expect(err).NotTo(HaveOccurred())
			f.support[m.id] = s.Game().Format(v, t)
		}
	}
	for _, id := range spacesWhere(isLand) {
		v, _, err := s.Value(id + ".terror")
		Expect(err).NotTo(HaveOccurred())
		f.terror[id] = int(v)
	}
	for name, to := range inOrder(map[string]*int64{"arvnResources": &f.resources, "totalEcon": &f.econ, "aid": &f.aid}) {
		v, _, err := s.Value(name)
		Expect(err).NotTo(HaveOccurred())
		*to = v
	}
	return f
}

func (f *field) count(space string, kinds ...string) (n int) {
	for _, k := range kinds {
		n += f.pieces[space][k]
	}
	return n
}

// enemy reports whether an NVA or VC piece is in a space.
func (f *field) enemy(space string) bool { return f.count(space, enemyPieces...) > 0 }

// control returns the controller of a space by 1.7-a to 1.7-e.
func (f *field) control(space string) string {
	us, arvn, nva, vc := f.count(space, usPieces...), f.count(space, arvnPieces...), f.count(space, nvaPieces...), f.count(space, vcPieces...)
	switch {
	case isLoc(space):
		return "none"
	case us+arvn > nva+vc:
		return "coin"
	case nva > us+arvn+vc:
		return "nva"
	}
	return "none"
}

// payable returns the resources that a seat may spend (3.1-d).
func (f *field) payable(seat string) int64 {
	if seat == "us" {
		return max(0, f.resources-f.econ)
	}
	return f.resources
}

// spacesWhere lists the spaces of the map that satisfy a predicate.
func spacesWhere(holds func(id string) bool) []string {
	list := []string{}
	for _, m := range mapFacts {
		if holds(m.id) {
			list = append(list, m.id)
		}
	}
	slices.Sort(list)
	return list
}

// isLand reports whether a space allows government operations: cities and provinces except North Vietnam (3.2-a).
func isLand(id string) bool { return !isLoc(id) && id != "north-vietnam" }

// actsFirst returns a random board on which a seat acts first. add is "monsoon", "bare" (few enemies other than bases,
// all in a third of the spaces), the card of a leader, or lasting effects.
func actsFirst(seat string, seed uint64, add ...string) *engine.State {
	GinkgoHelper()
	w := anyBoard("")
	w.Piles = map[string][]string{"deck": {map[string]string{"us": "card-1", "arvn": "card-61", "nva": "card-55", "vc": "card-107"}[seat], "card-66"}}
	var lasting []string
	for _, e := range add {
		switch {
		case e == "monsoon":
			w.Piles["deck"][1] = "card-126"
		case e == "bare":
			w.Out = map[string]int{"nva-troops": 5, "nva-guerrilla": 4, "vc-guerrilla": 4}
			for i := int(seed % 3); i < len(mapFacts); i += 3 {
				w.Within = append(w.Within, mapFacts[i].id)
			}
		case strings.HasPrefix(e, "card-"):
			w.Piles["rvn-leader"] = []string{e}
		default:
			lasting = append(lasting, e)
		}
	}
	setup := boards.Random(editions()[seed%2], seed, w)
	setup.Lasting = append([]string{"leader-minh"}, lasting...)
	s, err := editions()[seed%2].New(setup)
	Expect(err).NotTo(HaveOccurred(), "seed %d", seed)
	return s
}

// drive answers decisions by name from a plan (an option, a member, a side option, or "stop") and returns the first
// pending decision that the plan does not name. It returns nil if an answer of the plan is not available or another
// operation is under way.
func drive(s *engine.State, plan map[string]string) *engine.Decision {
	GinkgoHelper()
	for {
		d := s.Decision()
		if d == nil {
			return nil
		}
		word, ok := plan[d.Name]
		if !ok {
			v, t, err := s.Value("current-operation") // the only possible operation is not asked for
			Expect(err).NotTo(HaveOccurred())
			if name := plan["operation"]; name != "" && s.Game().Format(v, t) != name {
				return nil
			}
			if plan["operation"] != "" && plan["specialActivity"] == "" && activityFirst(s, d) {
				return nil
			}
			return d
		}
		a, ok := answerOf(s.Game(), d, word)
		if !ok {
			return nil
		}
		Expect(s.Apply(a)).To(Succeed(), "%s: %s", d.Name, word)
	}
}

// activityFirst reports whether a special activity has begun without being asked for: the operation is possible only
// through it (4.1-d).
func activityFirst(s *engine.State, d *engine.Decision) bool {
	GinkgoHelper()
	done, _, err := s.Value("special-activity-done")
	Expect(err).NotTo(HaveOccurred())
	return done != 0 || d.Name == "specialActivity"
}

// answerOf returns the answer that a word of a plan denotes.
func answerOf(g *engine.Game, d *engine.Decision, word string) (engine.Answer, bool) {
	if word == "stop" {
		return engine.Answer{Stop: true}, d.Kind == def.Pick && d.Stop
	}
	for _, o := range d.Options {
		if o.Name == word {
			return engine.Answer{Option: o.Index}, true
		}
	}
	for _, o := range d.Also {
		if o.Name == word {
			return engine.Answer{Kind: engine.Side, Option: o.Index}, true
		}
	}
	for _, m := range d.Members {
		if d.Kind != def.Menu && g.Format(m, d.Elem) == word {
			return engine.Answer{Member: m}, true
		}
	}
	return engine.Answer{}, false
}

// operation returns the plan for an operation with special activity, with further answers by name.
func operation(name string, more ...string) map[string]string {
	plan := map[string]string{"class": "operationPlusSpecialActivity", "operation": name}
	for i := 0; i+1 < len(more); i += 2 {
		plan[more[i]] = more[i+1]
	}
	return plan
}

// offered spells the members of a decision, sorted.
func offered(s *engine.State, d *engine.Decision) []string {
	list := []string{}
	for _, m := range d.Members {
		list = append(list, s.Game().Format(m, d.Elem))
	}
	slices.Sort(list)
	return list
}

// drawnFrom spells the zones from which a decision takes pieces, sorted.
func drawnFrom(s *engine.State, d *engine.Decision) []string {
	list := []string{}
	for _, e := range d.Entries {
		list = append(list, s.Game().Def().Zones[e.Zone].ID)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
