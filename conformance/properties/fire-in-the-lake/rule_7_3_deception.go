// Rules 1.5 and 7.3: players of several seats, and deception markers: what a seat may know, and the margins that count.

package fireinthelake

import (
	"fmt"
	"math/bits"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// holding begins a game in which the players draw these markers, in this order.
func holding(g *engine.Game, seed uint64, markers []string) *engine.State {
	s, err := g.New(engine.Setup{ID: "short", Seed: seed})
	Expect(err).NotTo(HaveOccurred())
	for _, name := range markers {
		d := s.Decision()
		Expect(d.Name).To(Equal("deception"))
		v, ok := g.Def().Value(name, d.Elem)
		Expect(ok).To(BeTrue(), name)
		Expect(s.Apply(engine.Answer{Member: v})).To(Succeed())
	}
	Expect(s.Decision().Name).NotTo(Equal("deception"))
	return s
}

// known spells everything that a seat may know.
func known(s *engine.State, seat int) string {
	v := s.View(seat)
	text := ""
	if v.Decision != nil {
		text = fmt.Sprint(v.Decision.Name, v.Decision.Seat, s.Game().Offers(v.Decision))
	}
	v.Decision = nil
	return text + fmt.Sprintf("%+v", *v)
}

// quietly answers a decision as a player who reveals nothing: pass or decline, and otherwise the least answer.
func quietly(s *engine.State, least players.Player) engine.Answer {
	d := s.Decision()
	switch {
	case d.Seat == engine.Chance:
		a, err := s.Draw()
		Expect(err).NotTo(HaveOccurred())
		return a
	case d.Name == "class":
		v, _ := s.Game().Def().Value("pass", d.Elem)
		return engine.Answer{Member: v}
	case d.Kind == def.Menu && d.Decline >= 0:
		return engine.Answer{Option: d.Decline}
	}
	return least.Answer(s, d)
}

var _ = Describe("7.3 Deception", kit.Clauses("7.3"), func() {
	us := strings.Fields("empty-threat-1 hidden-agenda-1")

	It("the markers of others do not change what a seat sees", kit.Clauses("7.3-e", "7.3-f", "7.3-g", "7.3-h"), func() {
		g := kit.Load(fitl, map[string]string{"deception": "drawn"})
		for seed := range uint64(kit.Games(16)) {
			a := holding(g, seed, append(us[:2:2], strings.Fields("hidden-asset-1 hidden-asset-2 hidden-agenda-2 hidden-agenda-3 empty-threat-2 hidden-asset-3")...))
			b := holding(g, seed, append(us[:2:2], strings.Fields("hidden-agenda-2 empty-threat-2 empty-threat-3 empty-threat-4 hidden-agenda-3 hidden-agenda-4")...))
			one, other := players.NewMinimal(seed), players.NewMinimal(seed)
			checks := 0
			for !a.Over() {
				Expect(known(a, 0)).To(Equal(known(b, 0)), "seed %d, %s", seed, a.Decision().Name)
				if a.Decision().Name == "agenda" {
					checks++
				}
				Expect(a.Apply(quietly(a, one))).To(Succeed())
				Expect(b.Apply(quietly(b, other))).To(Succeed())
			}
			Expect(checks).To(BeNumerically(">", 0), "seed %d", seed)
		}
	})

	It("shows a seat how many markers of each kind it holds, all seats how many were shown, and no seat a number", kit.Clauses("7.3-e", "7.3-i"), func() {
		g := kit.Load(fitl, map[string]string{"deception": "drawn"})
		s := holding(g, 1, append(us[:2:2], strings.Fields("hidden-asset-1 hidden-asset-2 hidden-agenda-2 hidden-agenda-3 empty-threat-2 hidden-asset-3")...))
		for seat := engine.Chance; seat < 4; seat++ {
			held, shown := 0, 0
			for _, v := range s.View(seat).Values {
				switch {
				case strings.HasSuffix(v.Name, "-markers"):
					Fail(v.Name + " is in the view of seat " + g.Def().SeatName(int64(seat)))
				case strings.HasSuffix(v.Name, "s-held"):
					Expect(v.Name).To(HavePrefix(g.Def().SeatName(int64(seat)) + "."))
					held++
				case strings.HasSuffix(v.Name, "s-shown"):
					shown++
				}
			}
			Expect([]int{held, shown}).To(Equal([]int{3 * min(seat+1, 1), 12}), "seat %d", seat)
		}
	})

	It("shows a player with two seats the same from both", kit.Clauses("7.3-e", "1.5-c"), func() {
		g := kit.Load(fitl, map[string]string{"deception": "drawn", "players": "three-insurgents"})
		s := holding(g, 1, append(us[:2:2], strings.Fields("hidden-asset-1 hidden-asset-2 hidden-agenda-2 hidden-agenda-3")...))
		held := func(seat int) (names []string) {
			for _, v := range s.View(seat).Values {
				if strings.HasSuffix(v.Name, "s-held") && v.Value != 0 {
					names = append(names, v.Name+" "+g.Format(v.Value, v.Type))
				}
			}
			return names
		}
		Expect(held(3)).To(Equal([]string{"nva.agendas-held 2"}))
		Expect(held(2)).To(Equal(held(3)))
		Expect(held(0)).To(Equal([]string{"us.threats-held 1", "us.agendas-held 1"}))
		for asked := 0; asked < 4; {
			d := s.Decision()
			if d.Name == "class" && d.Seat >= 2 {
				Expect(s.View(2).Decision).NotTo(BeNil())
				Expect(s.View(3).Decision).NotTo(BeNil())
				Expect(s.View(0).Decision).To(BeNil())
				asked++
			}
			Expect(s.Apply(quietly(s, players.NewMinimal(1)))).To(Succeed())
		}
	})

	It("deals each player two of the twelve markers, none twice", kit.Clauses("7.3-e"), func() {
		g := kit.Load(fitl, map[string]string{"deception": "drawn"})
		ever := int64(0)
		for seed := range uint64(40) {
			s, err := g.New(engine.Setup{ID: "short", Seed: seed})
			Expect(err).NotTo(HaveOccurred())
			for s.Decision().Name == "deception" {
				a, err := s.Draw()
				Expect(err).NotTo(HaveOccurred())
				Expect(s.Apply(a)).To(Succeed())
			}
			all := int64(0)
			for _, named := range g.Def().Seats {
				v, _, err := s.Value(named.ID + ".hidden-markers")
				Expect(err).NotTo(HaveOccurred())
				Expect(bits.OnesCount64(uint64(v))).To(Equal(2))
				Expect(v & all).To(BeZero())
				all |= v
			}
			ever |= all
		}
		Expect(bits.OnesCount64(uint64(ever))).To(Equal(12))
	})

	for _, who := range []string{"four", "three-insurgents", "three-government", "two"} {
		for _, deception := range []string{"without", "drawn", "handicap"} {
			It("ends random games with the margins that count: "+who+", "+deception, kit.Clauses("1.5-d", "1.5-e", "1.5-g", "7.3-g", "random-games"), func() {
				g := kit.Load(fitl, map[string]string{"players": who, "deception": deception})
				for i := range uint64(3) {
					s, err := g.New(engine.Setup{ID: "short", Seed: i})
					Expect(err).NotTo(HaveOccurred())
					_, err = players.Play(s, []players.Player{players.NewUniform(i)}, 10000)
					Expect(err).NotTo(HaveOccurred())
					Expect(s.Over()).To(BeTrue())
					Expect(s.Result()).To(Equal(counted(s, who)), "game %d", i)
				}
			})
		}
	}
})

// counted is the model of the margins that count, written from the clauses.
func counted(s *engine.State, who string) []int64 {
	value := func(name string) int64 {
		v, _, err := s.Value(name)
		Expect(err).NotTo(HaveOccurred())
		return v
	}
	us, arvn := value("usVictory")-50, value("arvnVictory")-50
	nva, vc := value("nvaVictory")-18, value("vcVictory")-35
	agendas := func(seat string) int64 { // members 4 to 7 of the twelve
		Expect(value(seat+".hidden-markers")).To(BeZero(), "markers are shown at the end")
		return int64(bits.OnesCount64(uint64(value(seat+".shown-markers")) & 0xf0))
	}
	ofArvn, ofVC := "arvn", "vc"
	if who == "three-government" || who == "two" {
		us, arvn, ofArvn = min(us, arvn), min(us, arvn), "us"
	}
	if who == "three-insurgents" || who == "two" {
		both := max(nva, vc)
		if value("final-count") == 1 {
			both = min(nva, vc)
		}
		nva, vc, ofVC = both, both, "nva"
	}
	return []int64{us + agendas("us"), arvn + agendas(ofArvn), nva + agendas("nva"), vc + agendas(ofVC)}
}
