// This file compares the compiled game with the facts of its board: the map, the forces, the tracks, the three set-ups
// with every printed and derived check, and the cards. The tables of facts are in board_facts.go.

package fireinthelake

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/scenario"
	"rulebound/engine"
	"rulebound/engine/def"
)

const fitl = "fire-in-the-lake"

// boardGame is the game without coverage, loaded once.
var boardGame = sync.OnceValue(func() *engine.Game { return kit.Load(fitl, nil) })

func board() *def.GameDef { return boardGame().Def() }

// at returns the index of an id in a list.
func at[T any](list []T, id func(T) string, want string) int {
	GinkgoHelper()
	i := slices.IndexFunc(list, func(x T) bool { return id(x) == want })
	Expect(i).NotTo(Equal(-1), "there is no "+want)
	return i
}

func zoneID(z def.ZoneDef) string   { return z.ID }
func cardID(n def.Named) string     { return n.ID }
func lookupID(l def.Lookup) string  { return l.ID }
func typeID(t def.PieceType) string { return t.ID }

// property returns a property of a zone or card as a number, and spelled as in the rulebook.
func property(gd *def.GameDef, kind, name, id string) (int64, string) {
	GinkgoHelper()
	l := gd.Lookups[at(gd.Lookups, lookupID, kind+"."+name)]
	i := -1
	if kind == "zone" {
		i = at(gd.Zones, zoneID, id)
	} else {
		i = at(gd.Cards, cardID, id)
	}
	return l.Values[i], boardGame().Format(l.Values[i], l.Type)
}

// neighbours lists the ids of a space's neighbours.
func neighbours(gd *def.GameDef, space string) []string {
	GinkgoHelper()
	var out []string
	set := gd.Adjacent[at(gd.Zones, zoneID, space)]
	for i, z := range gd.Zones {
		if set&(1<<i) != 0 {
			out = append(out, z.ID)
		}
	}
	return out
}

// piecesOf reads "us-troops 2, vc-base.tunneled 1".
func piecesOf(text string) map[string]int {
	GinkgoHelper()
	out := map[string]int{}
	for _, part := range strings.Split(text, ", ") {
		if id, n, ok := strings.Cut(part, " "); ok {
			count, err := strconv.Atoi(n)
			Expect(err).NotTo(HaveOccurred())
			out[id] = count
		}
	}
	return out
}

// standing counts the pieces of a zone by type, with their status where they have one.
func standing(s *scenario.Session, zone string) map[string]int {
	GinkgoHelper()
	def, have := board(), map[string]int{}
	for _, t := range def.Types {
		names := []string{t.ID}
		if plain := def.Zones[at(def.Zones, zoneID, zone)].Plain; !plain && len(t.Statuses) > 0 {
			names = nil
			for _, status := range t.Statuses {
				names = append(names, t.ID+"."+status)
			}
		}
		for _, name := range names {
			n, _, err := s.State().Value(zone + "." + name)
			Expect(err).NotTo(HaveOccurred())
			if n > 0 {
				have[name] = int(n)
			}
		}
	}
	return have
}

// arrived reads pieces as a set-up lists them. A piece without a status has that of a new arrival; in a box (plain) it
// has none.
func arrived(text string, plain bool) map[string]int {
	GinkgoHelper()
	gd, out := board(), map[string]int{}
	for id, n := range inOrder(piecesOf(text)) {
		if i := slices.IndexFunc(gd.Types, func(t def.PieceType) bool { return t.ID == id }); !plain && i >= 0 && len(gd.Types[i].Statuses) > 0 {
			id += "." + map[bool]string{true: "untunneled", false: "underground"}[strings.HasSuffix(id, "-base")]
		}
		out[id] += n
	}
	return out
}

var _ = Describe("1.3 The map", kit.Clauses("1.3", "1.3.1", "1.3.2", "1.3.3", "1.3.4", "1.3.5", "1.3.6", "1.3.7"), func() {
	It("has 47 spaces: 8 cities, 22 provinces, 17 lines of communication", kit.Clauses("1.3.1-a"), func() {
		def := board()
		kinds := map[string]int{}
		var ids []string
		for _, z := range def.Zones {
			_, kind := property(def, "zone", "kind", z.ID)
			if kinds[kind]++; kind != "off-map" {
				ids = append(ids, z.ID)
			}
		}
		Expect(kinds).To(Equal(map[string]int{"city": 8, "province": 22, "loc": 17, "off-map": 7}))
		var want []string
		for _, f := range mapFacts {
			want = append(want, f.id)
		}
		Expect(ids).To(ConsistOf(want))
	})

	It("has no space for a town", kit.Clauses("1.3.1-b"), func() {
		for _, z := range board().Zones {
			Expect(z.ID).NotTo(BeElementOf("khe-sanh", "dak-to", "ban-me-thuot", "da-lat", "chau-doc", "bac-lieu", "long-phu"))
		}
	})

	for _, f := range mapFacts {
		It("shows "+f.id+" as printed", kit.Clauses("1.3.2-a", "1.3.2-b", "1.3.3-a", "1.3.4-a", "1.3.6-e"), func() {
			def := board()
			_, kind := property(def, "zone", "kind", f.id)
			_, terrain := property(def, "zone", "terrain", f.id)
			_, country := property(def, "zone", "country", f.id)
			Expect([]string{kind, terrain, country}).To(Equal([]string{f.kind, f.terrain, f.country}))
			population, _ := property(def, "zone", "population", f.id)
			econ, _ := property(def, "zone", "econ", f.id)
			coastal, _ := property(def, "zone", "coastal", f.id)
			mekong, _ := property(def, "zone", "mekong", f.id)
			Expect([]int64{population, econ}).To(Equal([]int64{f.population, f.econ}))
			Expect([]bool{coastal == 1, mekong == 1}).To(Equal([]bool{f.coastal, f.mekong}))
			Expect(neighbours(def, f.id)).To(ConsistOf(strings.Fields(f.neighbours)))
		})
	}

	It("counts 14 people in cities, 21 in provinces, all of them in the South, and an econ of 15", kit.Clauses("1.3.2-a", "1.3.3-a", "1.3.4-a"), func() {
		def := board()
		sum := map[string]int64{}
		for _, z := range def.Zones {
			_, kind := property(def, "zone", "kind", z.ID)
			_, country := property(def, "zone", "country", z.ID)
			population, _ := property(def, "zone", "population", z.ID)
			econ, _ := property(def, "zone", "econ", z.ID)
			sum[kind] += population
			sum["econ"] += econ
			if country != "south-vietnam" {
				sum["abroad"] += population
			}
		}
		Expect(sum).To(Equal(map[string]int64{"city": 14, "province": 21, "loc": 0, "off-map": 0, "econ": 15, "abroad": 0}))
	})

	It("groups spaces by terrain, country and coast", kit.Clauses("1.3.2-b", "1.3.4-b", "1.3.5-a", "1.3.5-b", "1.3.7-a"), func() {
		def := board()
		group := map[string]int{}
		for _, z := range def.Zones {
			_, kind := property(def, "zone", "kind", z.ID)
			_, terrain := property(def, "zone", "terrain", z.ID)
			_, country := property(def, "zone", "country", z.ID)
			coastal, _ := property(def, "zone", "coastal", z.ID)
			mekong, _ := property(def, "zone", "mekong", z.ID)
			group[terrain]++
			group[country]++
			if coastal == 1 {
				group["coastal "+kind]++
			}
			if mekong == 1 {
				group["mekong "+kind]++
			}
		}
		delete(group, "none")
		Expect(group).To(Equal(map[string]int{"highland": 6, "lowland": 6, "jungle": 10, "south-vietnam": 40, "north-vietnam": 1, "laos": 2, "cambodia": 4,
			"coastal city": 5, "coastal province": 12, "coastal loc": 7, "mekong loc": 3}))
	})

	It("has 143 pairs of neighbours, each both ways, none with itself", kit.Clauses("1.3.6-d", "1.3.6-e"), func() {
		def := board()
		pairs := 0
		for i, set := range def.Adjacent {
			Expect(set&(1<<i)).To(BeZero(), def.Zones[i].ID)
			for j, back := range def.Adjacent {
				if set&(1<<j) != 0 {
					Expect(back&(1<<i)).NotTo(BeZero(), "%s and %s", def.Zones[i].ID, def.Zones[j].ID)
					pairs++
				}
			}
		}
		Expect(pairs).To(Equal(2 * 143))
	})

	for _, f := range adjacencyFacts {
		It(fmt.Sprintf("agrees that %s is %s: %s", f.space, f.how, f.to), kit.Clauses("1.3.6-a", "1.3.6-b", "1.3.6-c"), func() {
			have := neighbours(board(), f.space)
			switch f.how {
			case "adjacent":
				Expect(have).To(ContainElement(f.to))
			case "apart":
				Expect(have).NotTo(ContainElement(f.to))
			case "exactly":
				Expect(have).To(ConsistOf(strings.Fields(f.to)))
			case "includes":
				Expect(have).To(ContainElements(strings.Fields(f.to)))
			}
		})
	}
})

var _ = Describe("1.2 What is in the box", kit.Clauses("1.2", "1.4", "1.8", "1.9"), func() {
	It("has 229 pieces of twelve types", kit.Clauses("1.2-b", "1.4-a", "1.4.1-a"), func() {
		def := board()
		counts, seats, all := map[string]int{}, map[string]int{}, 0
		for _, t := range def.Types {
			counts[t.ID] = int(t.Count)
			seats[def.Seats[t.Seat].ID] += int(t.Count)
			all += int(t.Count)
		}
		Expect(counts).To(Equal(piecesOf("us-troops 40, us-base 6, us-irregular 6, arvn-troops 30, arvn-police 30, arvn-ranger 6, arvn-base 3, " +
			"nva-troops 40, nva-guerrilla 20, nva-base 9, vc-guerrilla 30, vc-base 9")))
		Expect(seats).To(Equal(map[string]int{"us": 52, "arvn": 69, "nva": 69, "vc": 39}))
		Expect(all).To(Equal(229))
	})

	It("gives status to guerrillas and special forces, tunnels to insurgent bases, and nothing to the rest", kit.Clauses("1.4.3-a", "1.4.3-b", "1.4.4-a"), func() {
		def := board()
		for _, id := range []string{"nva-guerrilla", "vc-guerrilla", "us-irregular", "arvn-ranger"} {
			Expect(def.Types[at(def.Types, typeID, id)].Statuses).To(Equal([]string{"underground", "active"}), id)
		}
		for _, id := range []string{"nva-base", "vc-base"} {
			Expect(def.Types[at(def.Types, typeID, id)].Statuses).To(Equal([]string{"untunneled", "tunneled"}), id)
		}
		for _, id := range []string{"us-troops", "us-base", "arvn-troops", "arvn-police", "arvn-base", "nva-troops"} {
			Expect(def.Types[at(def.Types, typeID, id)].Statuses).To(BeEmpty(), id)
		}
	})

	It("bounds its tracks and its markers", kit.Clauses("1.2-d", "1.8-a", "1.8-b", "1.9-f"), func() {
		bounds := map[string][2]int64{}
		for _, v := range board().Vars {
			if v.Bounded {
				bounds[v.ID] = [2]int64{v.Min, v.Max}
			}
		}
		Expect(bounds).To(Equal(map[string][2]int64{"arvnResources": {0, 75}, "nvaResources": {0, 75}, "vcResources": {0, 75}, "aid": {0, 75}, "patronage": {0, 75},
			"totalEcon": {0, 15}, "trail": {0, 4}, "support": {0, 4}, "terror": {0, 15}, "sabotage": {0, 1}}))
		Expect(board().Pools).To(Equal([]def.PoolDef{{ID: "terror-sabotage", Max: 15}}))
	})

	DescribeTable("refuses a position with", func(setup, why string) {
		script, list := scenario.Parse("start/position.yaml", []byte("version: 1\ntitle: position\ngame: "+fitl+"\nrules: [all]\nsetup: "+setup+"\nexpect: {asked: us}\n"))
		Expect(list.Err()).NotTo(HaveOccurred())
		_, err := scenario.Start(boardGame(), script)
		Expect(err).To(MatchError(ContainSubstring(why)))
	},
		Entry("more pieces than there are", kit.Clauses("1.4.1-a"), "{scenario: full, deck: [card-1, card-2], pieces: {hue: {us-troops: 32}}}", "there are not 32 of us-troops left"),
		Entry("more markers than there are", kit.Clauses("1.2-d"), "{scenario: full, deck: [card-1, card-2], values: {hue.terror: 16}}", "hue.terror"),
		Entry("support on a line of communication", kit.Clauses("1.6.2-c"), "{scenario: full, deck: [card-1, card-2], values: {loc-hue-da-nang.support: passive-support}}", "loc-hue-da-nang.support"),
		Entry("support at population 0", kit.Clauses("1.6.2-c"), "{scenario: full, deck: [card-1, card-2], values: {phuoc-long.support: passive-support}}", "phuoc-long.support"),
		Entry("a track above its end", kit.Clauses("1.8-c"), "{scenario: full, deck: [card-1, card-2], values: {aid: 76}}", "aid"),
	)
})

var _ = Describe("2.1 The set-ups as printed", kit.Clauses("2.1", "1.7", "1.9"), func() {
	for _, f := range setupFacts {
		It("sets up the "+f.id+" scenario", kit.Clauses("2.1-j", "2.1-k", "2.1-l", "2.1-m", "2.1-n", "2.1-o"), func() {
			s := kit.Start(fitl, "{scenario: "+f.id+", deck: [card-107, card-55]}")
			for name, want := range inOrder(f.values) {
				Expect(s).To(kit.HoldValue(name, want))
			}
			for _, seat := range []string{"us", "arvn", "nva", "vc"} {
				Expect(s).To(kit.HoldValue(seat+".eligible", "yes"))
			}
			places := map[string]string{}
			for box, pieces := range inOrder(f.boxes) {
				places[box] = pieces
			}
			for _, p := range f.spaces {
				places[p.id] = p.pieces
			}
			all := 0
			for _, z := range board().Zones {
				have := standing(s, z.ID)
				Expect(have).To(Equal(arrived(places[z.ID], z.Plain)), z.ID)
				for _, n := range inOrder(have) {
					all += n
				}
			}
			Expect(all).To(Equal(229))
			for _, m := range mapFacts {
				if m.kind == "loc" {
					continue
				}
				want := placeFact{support: "neutral", control: "none"}
				if i := slices.IndexFunc(f.spaces, func(p placeFact) bool { return p.id == m.id }); i >= 0 {
					want = f.spaces[i]
				}
				Expect(s).To(kit.HoldValue(m.id+".control", want.control))
				if m.population > 0 {
					Expect(s).To(kit.HoldValue(m.id+".support", want.support))
				}
			}
		})
	}
})

var _ = Describe("1.2-a The cards", kit.Clauses("1.2", "2.3.2"), func() {
	It("are 130, each with its title, order, period and kind", kit.Clauses("1.2-a", "2.3.2-a", "2.1-h"), func() {
		def := board()
		Expect(def.Cards).To(HaveLen(130))
		Expect(cardFacts).To(HaveLen(130))
		owners := map[int]string{121: "us", 122: "nva", 123: "arvn", 124: "vc"}
		periods := map[int64]int{}
		for i, f := range cardFacts {
			id := fmt.Sprintf("card-%d", i+1)
			Expect(def.Cards[at(def.Cards, cardID, id)].Title).To(Equal(f.title), id)
			period, _ := property(def, "card", "period", id)
			Expect(period).To(Equal(f.period), id)
			periods[period]++
			_, order := property(def, "card", "order", id)
			Expect(strings.Fields(strings.Trim(strings.ReplaceAll(order, ",", " "), "[]"))).To(Equal(strings.Fields(f.order)), id)
			_, kind := property(def, "card", "kind", id)
			switch {
			case i+1 > 124:
				Expect(kind).To(Equal("coup"), id)
			case i+1 > 120:
				Expect(kind).To(Equal("pivotal"), id)
			default:
				Expect(kind).To(Equal("event"), id)
			}
			_, owner := property(def, "card", "owner", id)
			if want, ok := owners[i+1]; ok {
				Expect(owner).To(Equal(want), id)
			} else {
				Expect(owner).To(Equal("none"), id)
			}
		}
		Expect(periods).To(Equal(map[int64]int{0: 10, 1964: 24, 1965: 48, 1968: 48}))
	})

	It("show each order of the seats on five event cards", kit.Clauses("2.3.2-a"), func() {
		orders := map[string]int{}
		for _, f := range cardFacts[:120] {
			orders[f.order]++
		}
		Expect(orders).To(HaveLen(24))
		for order, n := range inOrder(orders) {
			Expect(n).To(Equal(5), order)
		}
	})

	It("name the leaders, and two failed attempts that go beneath them", kit.Clauses("2.4.1-b", "2.4.1-d"), func() {
		def := board()
		var leaders []string
		for i := 125; i <= 130; i++ {
			_, leader := property(def, "card", "leader", fmt.Sprintf("card-%d", i))
			under, _ := property(def, "card", "under", fmt.Sprintf("card-%d", i))
			Expect(under == 1).To(Equal(i >= 129), leader)
			leaders = append(leaders, leader)
		}
		Expect(leaders).To(Equal([]string{"khanh", "youngTurks", "ky", "thieu", "failedAttempt", "failedAttempt"}))
	})
})
