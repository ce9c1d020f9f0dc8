// The strength of Sweep and Assault on random boards: the operation is played with random choices in every possible
// space, and the losses are compared with the numbers of the clauses.

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

// strengthSeeds is the number of random boards for the models of strength.
const strengthSeeds = 40

// sweepStrength returns the number of guerrillas that a Sweep activates (3.2.3-g, 3.2.3-h).
func sweepStrength(f *field, seat, space string) int {
	n := f.count(space, "us-troops", "us-irregular")
	if seat == "arvn" {
		n = f.count(space, "arvn-troops", "arvn-police", "arvn-ranger")
	}
	if isJungle(space) {
		n /= 2
	}
	return n
}

// assaultStrength returns the number of pieces that an Assault removes (3.2.4-c to 3.2.4-f).
func assaultStrength(f *field, seat, space string) int {
	if seat == "us" {
		n := f.count(space, "us-troops")
		switch {
		case f.count(space, "us-base") > 0:
			return 2 * n
		case isHighland(space):
			return n / 2
		}
		return n
	}
	n := f.count(space, "arvn-troops")
	if isCity(space) || isLoc(space) {
		n += f.count(space, "arvn-police")
	}
	if isHighland(space) {
		return n / 3
	}
	return n / 2
}

// blow is the course of an operation in a space: the chosen target, the die for a tunnel, and whether the ally could
// join in.
type blow struct {
	target   string
	roll     int64
	rolled   bool
	joinable bool
}

func (b *blow) Event(s *engine.State, e *engine.Event) {
	a := e.Answer()
	if e.Kind != engine.Answered && e.Kind != engine.Forced {
		return
	}
	switch d := s.Game().Def().Decisions[a.Decision]; {
	case d.Name == "target" && a.Form == engine.ByOption:
		b.target = d.Options[a.Value].Name
	case d.Name == "tunnel":
		b.roll, b.rolled = a.Value, true
	}
}

// playOne carries an operation out in one space, without movement and without the ally, and returns the board after it.
func playOne(s *engine.State, space string, p players.Player, b *blow) *field {
	GinkgoHelper()
	a, ok := answerOf(s.Game(), s.Decision(), space)
	Expect(ok).To(BeTrue(), space)
	s.Observe(b)
	for { // until the seat is asked for its special activity after the operation
		Expect(s.Apply(a)).To(Succeed())
		d := s.Decision()
		switch {
		case d.Name == "special-activity":
			s.Observe(nil)
			return survey(s)
		case d.Seat == engine.Chance:
			var err error
			a, err = s.Draw()
			Expect(err).NotTo(HaveOccurred())
		case d.Name == "arvnAssault":
			b.joinable = true
			a, _ = answerOf(s.Game(), d, "no")
		case d.Kind == def.Pick && d.Stop:
			a = engine.Answer{Stop: true}
		case d.Kind == def.Pick && len(d.Members) > 0:
			a = engine.Answer{Member: d.Members[0]}
		default:
			a = p.Answer(s, d)
		}
	}
}

func lost(before, after *field, space string, kinds ...string) int {
	return before.count(space, kinds...) - after.count(space, kinds...)
}

// sweepHolds checks the result of a Sweep in a space.
func sweepHolds(before, after *field, seat, space string, b *blow) {
	GinkgoHelper()
	strength := sweepStrength(before, seat, space)
	hidden := map[string]int{"nva": before.count(space, "nva-guerrilla.underground"), "vc": before.count(space, "vc-guerrilla.underground")}
	shown := map[string]int{"nva": lost(before, after, space, "nva-guerrilla.underground"), "vc": lost(before, after, space, "vc-guerrilla.underground")}
	Expect(lost(before, after, space, enemyPieces...)).To(BeZero())
	switch b.target {
	case "":
		Expect(strength == 0 || hidden["nva"]+hidden["vc"] == 0).To(BeTrue())
		Expect(shown).To(Equal(map[string]int{"nva": 0, "vc": 0}))
	case "both":
		Expect(hidden["nva"] > 0 && hidden["vc"] > 0).To(BeTrue())
		Expect(shown["nva"] + shown["vc"]).To(Equal(min(strength, hidden["nva"]+hidden["vc"])))
	default:
		Expect(shown[b.target]).To(Equal(min(strength, hidden[b.target])))
		Expect(shown["nva"] + shown["vc"]).To(Equal(shown[b.target]))
	}
}

// assaultHolds checks the result of an Assault in a space (3.2.4-j to 3.2.4-p).
func assaultHolds(before, after *field, seat, space string, b *blow) {
	GinkgoHelper()
	hits := assaultStrength(before, seat, space)
	Expect(lost(before, after, space, coinPieces...)).To(BeZero(), "3.2.4-q")
	Expect(lost(before, after, space, "nva-guerrilla.underground", "vc-guerrilla.underground")).To(BeZero(), "3.2.4-j")
	troops := lost(before, after, space, "nva-troops")
	Expect(troops).To(Equal(min(hits, before.count(space, "nva-troops"))), "3.2.4-k")
	hits -= troops

	targets := []string{b.target}
	if b.target == "both" {
		targets = []string{"nva", "vc"}
	}
	active, bases := 0, 0 // removed pieces of the target
	for _, t := range targets {
		active += before.count(space, t+"-guerrilla.active")
		bases += before.count(space, t+"-base")
	}
	guerrillas := lost(before, after, space, "nva-guerrilla.active", "vc-guerrilla.active")
	Expect(guerrillas).To(Equal(min(hits, active)), "3.2.4-k")
	for _, t := range []string{"nva", "vc"} {
		if !slices.Contains(targets, t) {
			Expect(lost(before, after, space, t+"-guerrilla", t+"-base")).To(BeZero(), "3.1-f")
		}
	}
	hits -= guerrillas
	fallen := lost(before, after, space, "nva-base", "vc-base")
	dug := before.count(space, "nva-base.tunneled", "vc-base.tunneled") - after.count(space, "nva-base.tunneled", "vc-base.tunneled")
	shielded := after.count(space, "nva-troops", "nva-guerrilla", "vc-guerrilla") > 0
	switch {
	case shielded || hits == 0 || bases == 0:
		Expect(fallen).To(BeZero(), "3.2.4-l")
		Expect(b.rolled).To(BeFalse())
	case b.rolled: // a hit was left for the tunnel, and removal ended
		Expect(fallen).To(BeNumerically("<", min(hits, bases)), "3.2.4-o")
		Expect(dug).To(Equal(map[bool]int{true: 1}[b.roll >= 4]), "3.2.4-o")
	default:
		Expect(fallen).To(Equal(min(hits, bases)), "3.2.4-n")
		Expect(dug).To(BeZero())
	}
	joins := seat == "us" && after.count(space, arvnCubes...) > 0 && after.enemy(space) && after.payable("us") >= 3
	Expect(b.joinable).To(Equal(joins), "3.2.4-i")
	aid := int64(0)
	if seat == "arvn" {
		aid = 6 * int64(fallen)
	}
	Expect(after.aid).To(Equal(min(75, before.aid+aid)), "3.2.4-g")
	open := before.count(space, "nva-guerrilla.active", "vc-guerrilla.active")
	covered := before.count(space, "nva-guerrilla.underground", "vc-guerrilla.underground") > 0 || after.count(space, "nva-troops") > 0
	inReach := func(t string, first int) bool { // an active guerrilla, or a base after the removal of this many guerrillas
		return before.count(space, t+"-guerrilla.active") > 0 || !covered && before.count(space, t+"-base") > 0 && hits+guerrillas > first
	}
	switch b.target {
	case "":
		Expect(hits == 0 || !inReach("nva", 0) && !inReach("vc", 0)).To(BeTrue(), "3.2.4-k")
	case "both":
		Expect(inReach("nva", open) && inReach("vc", open)).To(BeTrue(), "3.1-f")
	default:
		Expect(before.count(space, b.target+"-guerrilla.active") > 0 || open == 0 && inReach(b.target, 0)).To(BeTrue(), "3.1-h")
	}
}

var _ = Describe("Strength on random boards", kit.Clauses("3.2.3", "3.2.4"), func() {
	for _, seat := range []string{"us", "arvn"} {
		for _, name := range []string{"sweep", "assault"} {
			holds, labels := sweepHolds, kit.Clauses("3.2.3-g", "3.2.3-h", "3.2.3-i")
			if name == "assault" {
				holds, labels = assaultHolds, kit.Clauses("3.2.4-c", "3.2.4-d", "3.2.4-e", "3.2.4-f", "3.2.4-g", "3.2.4-i", "3.2.4-j", "3.2.4-k", "3.2.4-l", "3.2.4-o")
			}
			It("of the "+strings.ToUpper(seat)+" in a "+name+" space is that of a model", labels, func() {
				tried := 0
				for seed := range uint64(strengthSeeds) {
					s := actsFirst(seat, seed, [][]string{{}, {"bare"}}[seed/3%2]...)
					before, p := survey(s), players.NewUniform(seed)
					d := drive(s, operation(name))
					if d == nil {
						continue
					}
					for i, space := range offered(s, d) {
						if (i+int(seed))%3 != 0 {
							continue
						}
						b := &blow{}
						after := playOne(s.Copy(), space, p, b)
						By(fmt.Sprintf("board %d, %s, against %q", seed, space, b.target))
						holds(before, after, seat, space, b)
						tried++
					}
				}
				Expect(tried).To(BeNumerically(">", strengthSeeds))
			})
		}
	}
})
