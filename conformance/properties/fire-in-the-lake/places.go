// A second implementation, from the clauses, of the spaces and options that operations offer on random boards, and of
// the number that can be paid for.

package fireinthelake

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// placeSeeds returns the number of random boards for a model of places.
func placeSeeds() int { return kit.Games(320) }

// trainable lists the spaces of a Train (3.2.1-a, 3.2.1-b).
func trainable(f *field, seat string) []string {
	return spacesWhere(func(id string) bool {
		if seat == "us" {
			return isLand(id) && f.count(id, usPieces...) > 0
		}
		return isLand(id) && f.control(id) != "nva"
	})
}

// governable lists the spaces of Govern (4.3.1-b, 4.3.1-c).
func governable(f *field) []string {
	return spacesWhere(func(id string) bool {
		return id != "saigon" && f.control(id) == "coin" && (f.support[id] == "passive-support" || f.support[id] == "active-support")
	})
}

// assaultable lists the spaces of an Assault (3.2.4-a).
func assaultable(f *field, seat string) []string {
	cubes := map[string][]string{"us": {"us-troops"}, "arvn": arvnCubes}[seat]
	return spacesWhere(func(id string) bool { return f.count(id, cubes...) > 0 && f.enemy(id) })
}

// toHand reports whether a piece of a type can be placed in a space: from its box, or else from elsewhere on the map
// (3.2.1-g).
func (f *field) toHand(kind, box, space string) bool {
	return f.count(box, kind) > 0 || len(spacesWhere(func(id string) bool { return id != space && f.count(id, kind) > 0 })) > 0
}

// placements lists the pieces that Train may place in a space (3.2.1-c, 3.2.1-d, 3.2.1-e), in the order of the offer.
func placements(f *field, seat, space string) []string {
	var list []string
	paid := f.payable(seat) >= 3
	usBase := f.count(space, "us-base") > 0
	forARVN := usBase || seat == "arvn" && (isCity(space) || f.count(space, "arvn-base") > 0)
	if seat == "us" && f.toHand("us-irregular", "available-irregulars", space) {
		list = append(list, "irregulars")
	}
	if forARVN && paid && f.toHand("arvn-ranger", "available-arvn", space) {
		list = append(list, "rangers")
	}
	if forARVN && paid && (f.toHand("arvn-troops", "available-arvn", space) || f.toHand("arvn-police", "available-arvn", space)) {
		list = append(list, "cubes")
	}
	return append(list, "nothing")
}

// bodies counts the spaces that an operation resolves.
type bodies struct {
	decision string
	n        int
}

func (b *bodies) Event(s *engine.State, e *engine.Event) {
	if e.Kind == engine.BodyBegan && s.Game().Def().Decisions[e.Body().Decision].Name == b.decision {
		b.n++
	}
}

// asMany selects spaces of an operation as long as possible and returns their number. Other decisions are answered at
// random.
func asMany(s *engine.State, name string, seed uint64) (int, bool) {
	GinkgoHelper()
	count, p := &bodies{decision: "spaces"}, players.NewMinimal(seed)
	plan := operation(name)
	if drive(s, plan) == nil {
		return 0, false
	}
	s.Observe(count)
	for i := 0; ; i++ {
		d := s.Decision()
		if d == nil || d.Name == "special-activity" || d.Name == "class" {
			break
		}
		var a engine.Answer
		switch {
		case d.Seat == engine.Chance:
			var err error
			a, err = s.Draw()
			Expect(err).NotTo(HaveOccurred())
		case d.Name == "spaces" && len(d.Members) > 0:
			a = engine.Answer{Member: d.Members[(int(seed)+i)%len(d.Members)]}
		case d.Name == "arvnAssault":
			a, _ = answerOf(s.Game(), d, "no")
		case d.Kind == def.Pick && d.Stop:
			a = engine.Answer{Stop: true}
		case d.Kind == def.Pick && len(d.Members) > 0:
			a = engine.Answer{Member: d.Members[0]}
		default:
			a = p.Answer(s, d)
		}
		Expect(s.Apply(a)).To(Succeed())
	}
	return count.n, true
}

var _ = Describe("Places on random boards", kit.Clauses("3.1", "3.2.1", "3.2.4", "4.3.1"), func() {
	for _, seat := range []string{"us", "arvn"} {
		It("of a Train of "+seat+", and what is placed there", kit.Clauses("3.2.1-a", "3.2.1-b", "3.2.1-c", "3.2.1-d", "3.2.1-e", "3.2.1-g"), func() {
			asked := 0
			for seed := range uint64(placeSeeds()) {
				s := actsFirst(seat, seed)
				f := survey(s)
				want := trainable(f, seat)
				d := drive(s, operation("train"))
				if d == nil {
					Expect(want).To(BeEmpty(), "seed %d", seed)
					continue
				}
				Expect(offered(s, d)).To(Equal(want), "seed %d", seed)
				for _, space := range want {
					branch, options := s.Copy(), placements(f, seat, space)
					a, _ := answerOf(s.Game(), branch.Decision(), space)
					Expect(branch.Apply(a)).To(Succeed())
					if d := branch.Decision(); d.Name == "placement" {
						asked++
						Expect(optionNames(d)).To(Equal(options), "seed %d, %s", seed, space)
					} else {
						Expect(options).To(Equal([]string{"nothing"}), "seed %d, %s", seed, space)
					}
				}
			}
			Expect(asked).To(BeNumerically(">", placeSeeds()))
		})

		It("of an Assault of "+seat, kit.Clauses("3.2.4-a", "3.2.4-b"), func() {
			tried := 0
			for seed := range uint64(placeSeeds()) {
				s := actsFirst(seat, seed)
				f := survey(s)
				want := assaultable(f, seat)
				d := drive(s, operation("assault"))
				if d == nil {
					Expect(len(want) == 0 || seat == "arvn" && f.resources < 3).To(BeTrue(), "seed %d: %v", seed, want)
					continue
				}
				tried++
				Expect(offered(s, d)).To(Equal(want), "seed %d", seed)
			}
			Expect(tried).To(BeNumerically(">", placeSeeds()/3))
		})

		It("that "+seat+" can pay", kit.Clauses("3.1-b", "3.1-c", "3.2.3-b", "3.2.4-b"), func() {
			lands := len(spacesWhere(isLand))
			for seed := range uint64(placeSeeds()) {
				for _, name := range []string{"sweep", "assault"} {
					s := actsFirst(seat, seed)
					f := survey(s)
					want := lands
					if name == "assault" {
						want = len(assaultable(f, seat))
					}
					if seat == "arvn" {
						want = min(want, int(f.resources)/3)
					}
					n, _ := asMany(s, name, seed)
					Expect(n).To(Equal(want), "seed %d, %s with %d resources", seed, name, f.resources)
				}
			}
		})
	}

	It("of Govern, and where patronage may be chosen", kit.Clauses("4.3.1-b", "4.3.1-c", "4.3.1-f"), func() {
		tried := 0
		for seed := range uint64(placeSeeds()) {
			s := actsFirst("arvn", seed)
			f := survey(s)
			want := governable(f)
			d := drive(s, operation("train", "spaces", "special-activity", "specialActivity", "govern"))
			if d == nil {
				Expect(len(want) < 2 || len(trainable(f, "arvn")) == 0).To(BeTrue(), "seed %d: %v", seed, want)
				continue
			}
			if d.Name != "governSpaces" {
				Expect(len(want)).To(BeNumerically("<", 2), "seed %d", seed)
				continue
			}
			Expect(offered(s, d)).To(Equal(want), "seed %d", seed)
			for _, space := range want {
				branch := s.Copy()
				a, _ := answerOf(s.Game(), d, space)
				Expect(branch.Apply(a)).To(Succeed())
				d := branch.Decision()
				patronage := f.count(space, arvnCubes...) > f.count(space, "us-troops")
				Expect(d.Name == "govern" && slices.Equal(optionNames(d), []string{"aid", "patronage"})).To(Equal(patronage), "seed %d, %s", seed, space)
				tried++
			}
		}
		Expect(tried).To(BeNumerically(">", placeSeeds()))
	})
})

func optionNames(d *engine.Decision) []string {
	var list []string
	for _, o := range d.Options {
		list = append(list, o.Name)
	}
	return list
}
