// The final actions of Train and Patrol on random boards: pacification, a base, patronage; activated guerrillas on
// lines of communication, and the assault there.

package fireinthelake

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/players"
)

// levelsLeft returns the number of levels by which support can rise in a space (1.6.1-a, 1.6.1-b).
func levelsLeft(f *field, space string) int {
	i := slices.Index([]string{"active-support", "passive-support", "neutral", "passive-opposition", "active-opposition"}, f.support[space])
	return max(i, 0)
}

// pacifySteps returns the number of markers and levels that pacification can take in a space (3.2.1-i, 3.2.1-j,
// 3.2.1-k).
func pacifySteps(f *field, seat, space string) int {
	if f.control(space) != "coin" || seat == "us" && f.count(space, usPieces...) == 0 ||
		seat == "arvn" && (f.count(space, "arvn-troops") == 0 || f.count(space, "arvn-police") == 0) {
		return 0
	}
	return min(f.terror[space]+min(2, levelsLeft(f, space)), int(f.payable(seat))/3)
}

// finalActions lists the actions that may follow a Train in a space without a placement (3.2.1-h to 3.2.1-n).
func finalActions(f *field, seat, space string, patronage int64) (list []string) {
	if pacifySteps(f, seat, space) > 0 {
		list = append(list, "pacify")
	}
	bases := f.count(space, "us-base", "arvn-base", "nva-base", "vc-base")
	if seat == "arvn" && f.count(space, arvnCubes...) >= 3 && bases < 2 && f.resources >= 3 && f.toHand("arvn-base", "available-arvn", space) {
		list = append(list, "buildBase")
	}
	if seat == "us" && space == "saigon" && patronage > 0 {
		list = append(list, "divertPatronage")
	}
	return append(list, "nothing")
}

var _ = Describe("What follows on random boards", kit.Clauses("3.2.1", "3.2.2"), func() {
	for _, seat := range []string{"us", "arvn"} {
		It("a Train of "+seat, kit.Clauses("3.2.1-h", "3.2.1-i", "3.2.1-j", "3.2.1-k", "3.2.1-l", "3.2.1-n"), func() {
			asked := 0
			for seed := range uint64(placeSeeds()) {
				s := actsFirst(seat, seed)
				f := survey(s)
				if drive(s, operation("train")) == nil {
					continue
				}
				patronage, _, err := s.Value("patronage")
				Expect(err).NotTo(HaveOccurred())
				for _, space := range trainable(f, seat) {
					branch := s.Copy()
					a, _ := answerOf(s.Game(), branch.Decision(), space)
					Expect(branch.Apply(a)).To(Succeed())
					d := drive(branch, map[string]string{"placement": "nothing"})
					if d.Name == "spaces" {
						d = drive(branch, map[string]string{"spaces": "stop"})
					}
					want := finalActions(f, seat, space, patronage)
					if d.Name != "finalAction" {
						Expect(want).To(Equal([]string{"nothing"}), "seed %d, %s", seed, space)
						continue
					}
					asked++
					Expect(optionNames(d)).To(Equal(want), "seed %d, %s", seed, space)
					if steps := pacifySteps(f, seat, space); want[0] == "pacify" && steps > 1 {
						d = drive(branch, map[string]string{"finalAction": "pacify"})
						Expect([]any{d.Name, d.Min, d.Max}).To(Equal([]any{"steps", 1, steps}), "seed %d, %s", seed, space)
					}
				}
			}
			Expect(asked).To(BeNumerically(">", placeSeeds()/2))
		})

		It("a Patrol of "+seat+" that moves no cube", kit.Clauses("3.2.2-e", "3.2.2-f", "3.2.2-g"), func() {
			cubes := map[string][]string{"us": {"us-troops"}, "arvn": arvnCubes}[seat]
			exposed := 0
			for seed := range uint64(placeSeeds()) {
				s := actsFirst(seat, seed)
				f, p := survey(s), players.NewUniform(seed)
				d := drive(s, operation("patrol"))
				if d == nil || d.Name != "destinations" {
					continue
				}
				d = drive(s, map[string]string{"destinations": "stop"})
				for d.Name == "activated" || d.Name == "target" || d.Name == "exposed" {
					a := p.Answer(s, d)
					switch { // no special activity in between
					case len(d.Members) > 0:
						a = engine.Answer{Member: d.Members[0]}
					case d.Stop:
						a = engine.Answer{Stop: true}
					}
					Expect(s.Apply(a)).To(Succeed())
					d = s.Decision()
				}
				after := survey(s)
				for _, id := range spacesWhere(func(string) bool { return true }) {
					hidden := map[string]int{}
					for _, t := range []string{"nva", "vc"} {
						hidden[t] = lost(f, after, id, t+"-guerrilla.underground")
						hidden[t+" could"] = f.count(id, t+"-guerrilla.underground")
					}
					strength := f.count(id, cubes...)
					if !isLoc(id) {
						strength = 0
					}
					all := min(strength, hidden["nva could"]+hidden["vc could"])
					one := hidden["vc"] == 0 && hidden["nva"] == min(strength, hidden["nva could"]) && hidden["nva"] > 0 ||
						hidden["nva"] == 0 && hidden["vc"] == min(strength, hidden["vc could"]) && hidden["vc"] > 0
					Expect(hidden["nva"]+hidden["vc"] == all || one).To(BeTrue(), "seed %d, %s: %v by %d", seed, id, hidden, strength)
					exposed += hidden["nva"] + hidden["vc"]
				}
				lines := spacesWhere(func(id string) bool { return isLoc(id) && f.count(id, cubes...) > 0 && f.enemy(id) })
				if d.Name == "assaulted" {
					Expect(offered(s, d)).To(Equal(lines), "seed %d", seed)
					Expect([]any{d.Stop, d.Max}).To(Equal([]any{true, 1}))
				} else {
					Expect(lines).To(BeEmpty(), "seed %d: %s", seed, d.Name)
				}
			}
			Expect(exposed).To(BeNumerically(">", placeSeeds()/2))
		})
	}
})
