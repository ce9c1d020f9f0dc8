// Air strikes on random boards, step by step beside a model: the spaces that may be struck, the pieces that may be
// removed for every division of the hits, when the Trail may be degraded, when the strike may end, and the shifts of
// support.

package fireinthelake

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/players"
)

// airStrikeSeeds is the number of random boards for the model of air strikes.
const airStrikeSeeds = 256

// bombing is the model of an air strike.
type bombing struct {
	second   bool // the edition
	most     int  // spaces (4.2.3-b, 2.3.9-d, 4.1-i)
	blind    bool // one space may be a province without a friend (card-8-unshaded)
	double   bool // two levels for more than one piece (card-8-shaded)
	hits     int
	trail    int64
	degraded bool
	struck   []string
	removed  map[string]int
	alone    bool // a space without a friend is among them
}

// may lists the spaces that may be selected next (4.2.3-b, 4.1-e).
func (b *bombing) may(f *field) []string {
	return spacesWhere(func(id string) bool {
		accompanied := f.count(id, coinPieces...) > 0
		province := !isLoc(id) && !isCity(id)
		return len(b.struck) < b.most && !slices.Contains(b.struck, id) && (accompanied || b.blind && !b.alone && province)
	})
}

// reachesTrail reports whether two hits may be spent on the Trail now (4.2.3-a, 4.2.3-g).
func (b *bombing) reachesTrail() bool { return b.second && b.hits >= 2 && !b.degraded && b.trail > 0 }

// mayEnd reports whether the strike may end: it needs a space or the Trail if one of them is available (4.2.3-b).
func (b *bombing) mayEnd(f *field) bool {
	return len(b.struck) > 0 || b.degraded || !b.second && b.trail > 0 || len(b.may(f)) == 0
}

// removable reports whether pieces can be removed from a space in some order (4.2.3-d, 4.2.3-e).
func removable(here, pieces map[string]int) bool {
	left := 0
	for _, k := range enemyKinds {
		left += pieces[k]
		if pieces[k] == 0 || strings.HasSuffix(k, ".underground") || !uncovered(here, k) {
			continue
		}
		here[k]--
		pieces[k]--
		ok := removable(here, pieces)
		here[k]++
		pieces[k]++
		if ok {
			return true
		}
	}
	return left == 0
}

// shifted returns the support of a space after the strike (4.2.3-f).
func (b *bombing) shifted(before *field, space string) string {
	levels := []string{"active-opposition", "passive-opposition", "neutral", "passive-support", "active-support"}
	at := slices.Index(levels, before.support[space])
	switch {
	case !slices.Contains(b.struck, space):
	case b.double && b.removed[space] > 1:
		at -= 2
	case b.removed[space] > 0 || !b.second:
		at--
	}
	return levels[max(0, at)]
}

// choices records the answers to strikeSpaces, forced ones too: spaces, "degrade", "stop".
type choices struct {
	words []string
	taken int
}

func (c *choices) Event(s *engine.State, e *engine.Event) {
	a := e.Answer()
	if e.Kind != engine.Answered && e.Kind != engine.Forced || s.Game().Def().Decisions[a.Decision].Name != "strikeSpaces" {
		return
	}
	word := map[engine.AnswerForm]string{engine.ByStop: "stop", engine.BySide: "degrade"}[a.Form]
	if word == "" {
		word = s.Game().Def().Zones[a.Value].ID
	}
	c.words = append(c.words, word)
}

// play plays a random strike, compares each step with the model, and returns the number of takes that it tried.
func (b *bombing) play(s *engine.State, p players.Player, c *choices) (tried int) {
	GinkgoHelper()
	for {
		f, d := survey(s), s.Decision()
		for ; c.taken < len(c.words); c.taken++ {
			asked := d.Name == "hit" && c.taken == len(c.words)-1
			if b.follow(f, c.words[c.taken], asked) {
				return tried
			}
		}
		switch d.Name {
		case "strikeSpaces":
			Expect(offered(s, d)).To(Equal(b.may(f)))
			Expect(len(d.Also) > 0).To(Equal(b.reachesTrail()), "degrade")
			Expect(d.Stop).To(Equal(b.mayEnd(f)), "stop")
			Expect(s.Apply(p.Answer(s, d))).To(Succeed())
		case "hit":
			space := c.words[len(c.words)-1]
			tried += b.hit(s, f, space)
			Expect(s.Apply(p.Answer(s, d))).To(Succeed())
			b.removed[space] = lost(f, survey(s), space, enemyPieces...)
			b.hits -= b.removed[space]
		default:
			Fail("asked for " + d.Name)
		}
	}
}

// follow updates the model with a choice; it returns true after the last one. A space whose hits are not asked for has
// no removable piece, or no hit is left.
func (b *bombing) follow(f *field, word string, asked bool) bool {
	GinkgoHelper()
	switch word {
	case "stop":
		Expect(b.mayEnd(f)).To(BeTrue(), "stop")
		return true
	case "degrade":
		Expect(b.reachesTrail()).To(BeTrue(), "degrade")
		b.hits, b.degraded, b.trail = b.hits-2, true, b.trail-1
		return false
	}
	Expect(b.may(f)).To(ContainElement(word))
	b.struck = append(b.struck, word)
	b.alone = b.alone || f.count(word, coinPieces...) == 0
	some := slices.ContainsFunc(enemyKinds, func(k string) bool { return removable(f.enemies(word), map[string]int{k: 1}) })
	Expect(asked).To(Equal(some && b.hits > 0), "hits in %s", word)
	return false
}

// hit tries every number of every kind of enemy piece in a space, up to one more than the hits left.
func (b *bombing) hit(s *engine.State, f *field, space string) (tried int) {
	GinkgoHelper()
	here, pieces := f.enemies(space), map[string]int{}
	scratch := s.Copy()
	var fill func(i, total int)
	fill = func(i, total int) {
		if i < len(enemyKinds) {
			for n := 0; n <= here[enemyKinds[i]] && total+n <= b.hits+1; n++ {
				pieces[enemyKinds[i]] = n
				fill(i+1, total+n)
			}
			pieces[enemyKinds[i]] = 0
			return
		}
		a, known := countsOf(s, pieces)
		s.CopyTo(scratch)
		legal := known && scratch.Apply(a) == nil
		if legal != (total <= b.hits && removable(here, pieces)) {
			Fail(fmt.Sprintf("%d hits in %s, where %v stand: removing %v is legal: %t", b.hits, space, here, pieces, legal))
		}
		tried++
	}
	fill(0, 0)
	return tried
}

// countsOf returns the answer to a pending Take that takes pieces by kind; false if the Take does not offer one of
// them.
func countsOf(s *engine.State, pieces map[string]int) (engine.Answer, bool) {
	def, d := s.Game().Def(), s.Decision()
	counts, taken, want := make([]int32, len(d.Entries)), 0, 0
	for i, e := range d.Entries {
		class := def.Classes[e.Class]
		kind := def.Types[class.Type].ID
		if statuses := def.Types[class.Type].Statuses; len(statuses) > 0 {
			kind += "." + statuses[class.Status]
		}
		counts[i] = int32(pieces[kind])
		taken += pieces[kind]
	}
	for _, n := range inOrder(pieces) {
		want += n
	}
	return engine.Answer{Counts: counts}, taken == want
}

var _ = Describe("Air strikes on random boards", kit.Clauses("4.2.3"), func() {
	for _, c := range []struct {
		what    string
		effects []string
		most    int
	}{
		{"without anything in force", nil, 6},
		{"on few enemies", []string{"bare"}, 6},
		{"in the monsoon", []string{"monsoon"}, 2},
		{"under Typhoon Kate", []string{"typhoon-kate", "monsoon"}, 1},
		{"with Arc Light", []string{"bare", "arc-light-unshaded"}, 6},
		{"with Arc Light shaded", []string{"bare", "arc-light-shaded"}, 6},
	} {
		It(c.what, kit.Clauses("4.2.3-a", "4.2.3-b", "4.2.3-c", "4.2.3-d", "4.2.3-e", "4.2.3-f", "4.2.3-g"), func() {
			seeds := kit.Games(airStrikeSeeds)
			strikes, tried, degraded := 0, 0, 0
			for seed := range uint64(seeds) {
				By(fmt.Sprintf("board %d", seed))
				s := actsFirst("us", seed, c.effects...)
				before, log, p := survey(s), &choices{}, players.NewUniform(seed)
				trail := valueOf(s, "trail")
				b := &bombing{second: seed%2 == 1, most: c.most, blind: slices.Contains(c.effects, "arc-light-unshaded"),
					double: slices.Contains(c.effects, "arc-light-shaded"), hits: 6, trail: trail, removed: map[string]int{}}
				s.Observe(log)
				d := drive(s, operation("patrol", "destinations", "special-activity", "specialActivity", "air-strike"))
				if d == nil {
					Expect(trail == 0 && len(b.may(before)) == 0).To(BeTrue(), "4.2.3-b")
					continue
				}
				if b.second {
					Expect(d.Name).To(Equal("bombing"), "4.2.3-a")
					roll, err := s.Draw()
					Expect(err).NotTo(HaveOccurred())
					Expect(s.Apply(roll)).To(Succeed())
					b.hits = int(roll.N)
				}
				tried += b.play(s, p, log)
				if d := s.Decision(); d.Name == "degradeTrail" {
					Expect(!b.second && trail > 0 && len(b.struck) > 0).To(BeTrue(), "4.2.3-g")
					Expect(optionNames(d)).To(Equal([]string{"yes", "no"}))
					yes, _ := answerOf(s.Game(), d, "yes")
					Expect(s.Apply(yes)).To(Succeed())
					b.trail--
				} else if !b.second && trail > 0 {
					Expect(b.struck).To(BeEmpty(), "4.2.3-g")
					b.trail--
				}
				s.Observe(nil)
				after := survey(s)
				Expect(valueOf(s, "trail")).To(Equal(b.trail))
				for _, id := range spacesWhere(func(string) bool { return true }) {
					Expect(lost(before, after, id, enemyPieces...)).To(Equal(b.removed[id]), id)
					Expect(lost(before, after, id, coinPieces...)).To(BeZero(), id)
					if before.support[id] != "" {
						Expect(after.support[id]).To(Equal(b.shifted(before, id)), id)
					}
				}
				strikes++
				if b.trail < trail {
					degraded++
				}
			}
			Expect(strikes).To(BeNumerically(">", seeds/2))
			Expect(tried).To(BeNumerically(">", 2*seeds))
			Expect(degraded).To(BeNumerically(">", seeds/4))
		})
	}
})

// valueOf returns the value of a track.
func valueOf(s *engine.State, name string) int64 {
	GinkgoHelper()
	v, _, err := s.Value(name)
	Expect(err).NotTo(HaveOccurred())
	return v
}
