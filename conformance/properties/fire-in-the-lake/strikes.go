// Targets of special forces, and the options of Advise, on random boards: every course of a strike is played, and the
// resulting boards are compared with those of a model that removes piece by piece.

package fireinthelake

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// strikeSeeds returns the number of random boards for the models of strikes.
func strikeSeeds() int { return kit.Games(240) }

// enemyKinds are all kinds of NVA and VC pieces with their statuses.
var enemyKinds = []string{
	"nva-troops", "nva-guerrilla.underground", "nva-guerrilla.active", "nva-base.untunneled", "nva-base.tunneled",
	"vc-guerrilla.underground", "vc-guerrilla.active", "vc-base.untunneled", "vc-base.tunneled",
}

// enemies counts the NVA and VC pieces of a space by kind.
func (f *field) enemies(space string) map[string]int {
	here := map[string]int{}
	for _, k := range enemyKinds {
		here[k] = f.count(space, k)
	}
	return here
}

// uncovered reports whether a kind may be removed next: bases only when no other enemy piece is left, tunneled ones
// never (4.2.1-g, 4.2.3-e, 4.3.3-d).
func uncovered(here map[string]int, kind string) bool {
	if here[kind] == 0 || strings.HasSuffix(kind, ".tunneled") {
		return false
	}
	for k, n := range inOrder(here) {
		if n > 0 && strings.Contains(kind, "-base") && !strings.Contains(k, "-base") {
			return false
		}
	}
	return true
}

// strikes returns the possible removals of a strike at targets: two pieces, or one if there is no second (4.2.1-g).
func strikes(here map[string]int, targets []string) map[string]bool {
	ends := map[string]bool{}
	var removed []string
	var step func()
	step = func() {
		more := false
		for _, k := range enemyKinds {
			if len(removed) == 2 || !slices.Contains(targets, strings.Split(k, "-")[0]) || !uncovered(here, k) {
				continue
			}
			more = true
			here[k]--
			removed = append(removed, k)
			step()
			removed = removed[:len(removed)-1]
			here[k]++
		}
		if !more && len(removed) > 0 {
			ends[strings.Join(slices.Sorted(slices.Values(removed)), " ")] = true
		}
	}
	step()
	return ends
}

// strikeEnds returns the possible results of a strike in a space: the special forces that were activated, and the
// removed pieces (4.2.1-f, 3.1-f).
func strikeEnds(f *field, space string, forces ...string) []string {
	ends := map[string]bool{}
	for _, targets := range [][]string{{"nva"}, {"vc"}, {"nva", "vc"}} {
		for end := range inOrder(strikes(f.enemies(space), targets)) {
			for _, force := range forces {
				if f.count(space, force+".underground") > 0 {
					ends[force+": "+end] = true
				}
			}
		}
	}
	return sorted(ends)
}

func sorted(set map[string]bool) []string {
	list := []string{}
	for k := range set {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// difference spells the changes in a space in the form of strikeEnds.
func difference(before, after *field, space string) string {
	who := ""
	var gone []string
	for _, force := range []string{"us-irregular", "arvn-ranger"} {
		switch lost(before, after, space, force+".underground") {
		case 0:
		case 1:
			who += force
		default:
			who += "several " + force
		}
	}
	for _, k := range enemyKinds {
		for range lost(before, after, space, k) {
			gone = append(gone, k)
		}
	}
	slices.Sort(gone)
	return who + ": " + strings.Join(gone, " ")
}

// everyWay answers the decisions of these names in every way and calls end at any other pending decision.
func everyWay(s *engine.State, names []string, end func(s *engine.State)) {
	GinkgoHelper()
	d := s.Decision()
	if d == nil || !slices.Contains(names, d.Name) {
		end(s)
		return
	}
	var answers []engine.Answer
	switch d.Kind {
	case def.Menu:
		for _, o := range d.Options {
			answers = append(answers, engine.Answer{Option: o.Index})
		}
	case def.Take:
		for _, counts := range takings(d) {
			answers = append(answers, engine.Answer{Counts: counts})
		}
	}
	Expect(answers).NotTo(BeEmpty(), d.Name)
	for _, a := range answers {
		branch := s.Copy()
		if branch.Apply(a) == nil { // only some of the takes are legal
			everyWay(branch, names, end)
		}
	}
}

// takings lists the counts, legal or not, whose sum a Take may take.
func takings(d *engine.Decision) [][]int32 {
	var list [][]int32
	counts := make([]int32, len(d.Entries))
	var fill func(i, total int)
	fill = func(i, total int) {
		if i == len(counts) {
			if total >= d.Min {
				list = append(list, slices.Clone(counts))
			}
			return
		}
		for n := int32(0); n <= d.Entries[i].Available && total+int(n) <= d.Max; n++ {
			counts[i] = n
			fill(i+1, total+int(n))
		}
		counts[i] = 0
	}
	fill(0, 0)
	return list
}

// endsOf returns all possible results of the current strike in a space.
func endsOf(s *engine.State, before *field, space string) []string {
	GinkgoHelper()
	ends := map[string]bool{}
	everyWay(s, []string{"striker", "target", "struck"}, func(s *engine.State) { ends[difference(before, survey(s), space)] = true })
	return sorted(ends)
}

// advice lists the options of Advise in a space (4.2.1-d, 4.2.1-e, 4.2.1-f), in the order of the offer.
func advice(f *field, space string, monsoon bool) []string {
	list := []string{}
	if isLand(space) && !monsoon {
		list = append(list, "sweep")
	}
	if f.count(space, arvnCubes...) > 0 && f.enemy(space) {
		list = append(list, "assault")
	}
	if len(strikeEnds(f, space, "us-irregular", "arvn-ranger")) > 0 {
		list = append(list, "strike")
	}
	return list
}

// advised plays an advice in a space to its end, at random, and returns the board after it.
func advised(s *engine.State, p players.Player, b *blow) *field {
	GinkgoHelper()
	s.Observe(b)
	for d := s.Decision(); d.Name != "adviseSpaces" && d.Name != "aid"; d = s.Decision() {
		a := engine.Answer{}
		if d.Seat == engine.Chance {
			var err error
			a, err = s.Draw()
			Expect(err).NotTo(HaveOccurred())
		} else {
			a = p.Answer(s, d)
		}
		Expect(s.Apply(a)).To(Succeed())
	}
	s.Observe(nil)
	return survey(s)
}

var _ = Describe("Strikes on random boards", kit.Clauses("4.2.1", "4.3.3"), func() {
	for _, sky := range []string{"clear", "monsoon"} {
		It("of Advise, with its sweeps and assaults, the sky being "+sky, kit.Clauses("4.2.1-a", "4.2.1-b", "4.2.1-c", "4.2.1-d", "4.2.1-e", "4.2.1-f", "4.2.1-g"), func() {
			tried := map[string]int{}
			for seed := range uint64(strikeSeeds()) {
				var effects []string
				if sky == "monsoon" {
					effects = append(effects, sky)
				}
				if seed/2%2 == 1 {
					effects = append(effects, "bare")
				}
				s := actsFirst("us", seed, effects...)
				f := survey(s)
				want := spacesWhere(func(id string) bool { return id != "north-vietnam" && len(advice(f, id, sky == "monsoon")) > 0 })
				d := drive(s, operation("patrol", "destinations", "special-activity", "specialActivity", "advise"))
				if d == nil || d.Name != "adviseSpaces" {
					Expect(len(want)).To(BeNumerically("<", 2), "seed %d", seed)
					continue
				}
				Expect(offered(s, d)).To(Equal(want), "seed %d", seed)
				Expect(d.Max).To(Equal(2), "4.2.1-a")
				Expect(d.Stop).To(BeFalse(), "4.2.1-a")
				for _, space := range want {
					By(fmt.Sprintf("board %d, %s", seed, space))
					there := s.Copy()
					a, _ := answerOf(s.Game(), d, space)
					Expect(there.Apply(a)).To(Succeed())
					options := advice(f, space, sky == "monsoon")
					if there.Decision().Name == "advice" {
						Expect(optionNames(there.Decision())).To(Equal(options))
					} else {
						Expect(options).To(HaveLen(1))
					}
					for _, option := range options {
						branch, b := there.Copy(), &blow{}
						if len(options) == 1 { // a single option was not asked for; the target may not have been, too
							branch = s.Copy()
							branch.Observe(b)
							Expect(branch.Apply(a)).To(Succeed())
						} else {
							a, _ := answerOf(s.Game(), branch.Decision(), option)
							branch.Observe(b)
							Expect(branch.Apply(a)).To(Succeed())
						}
						tried[option]++
						switch option {
						case "sweep":
							sweepHolds(f, advised(branch, players.NewUniform(seed), b), "arvn", space, b)
						case "assault":
							assaultHolds(f, advised(branch, players.NewUniform(seed), b), "arvn", space, b)
						case "strike":
							branch.Observe(nil)
							Expect(endsOf(branch, f, space)).To(Equal(strikeEnds(f, space, "us-irregular", "arvn-ranger")))
						}
					}
				}
			}
			Expect(tried["assault"]).To(BeNumerically(">", strikeSeeds()))
			Expect(tried["strike"]).To(BeNumerically(">", strikeSeeds()/2))
			Expect(tried["sweep"] > 0).To(Equal(sky == "clear"))
		})
	}

	It("of Raid", kit.Clauses("4.3.3-c", "4.3.3-d"), func() {
		tried := 0
		for seed := range uint64(strikeSeeds()) {
			s := actsFirst("arvn", seed, [][]string{{}, {"bare"}}[seed/2%2]...)
			f := survey(s)
			d := drive(s, operation("sweep", "spaces", "special-activity", "specialActivity", "raid"))
			if d == nil || d.Name != "raidSpaces" {
				continue
			}
			for _, space := range offered(s, d) {
				By(fmt.Sprintf("board %d, %s", seed, space))
				branch := s.Copy()
				a, _ := answerOf(s.Game(), d, space)
				Expect(branch.Apply(a)).To(Succeed())
				for branch.Decision().Name == "rangers" { // no rangers come
					Expect(branch.Apply(engine.Answer{Counts: make([]int32, len(branch.Decision().Entries))})).To(Succeed())
				}
				if branch.Decision().Name == "raidSpaces" {
					Expect(branch.Apply(engine.Answer{Stop: true})).To(Succeed())
				}
				want := strikeEnds(f, space, "arvn-ranger")
				if branch.Decision().Name != "raid" {
					Expect(want).To(BeEmpty())
					continue
				}
				yes, ok := answerOf(s.Game(), branch.Decision(), "yes")
				Expect(ok).To(BeTrue())
				Expect(branch.Apply(yes)).To(Succeed())
				Expect(endsOf(branch, f, space)).To(Equal(want))
				tried++
			}
		}
		Expect(tried).To(BeNumerically(">", strikeSeeds()/4))
	})
})
