// Rule 3.2.3: Sweep. A second implementation of the reach of troops uses the facts of the map.

package fireinthelake

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/scenario"
	"rulebound/engine"
)

// reach plays a line up to a decision that it leaves open and returns that.
func reach(s *scenario.Session, line, decision string) *engine.Decision {
	GinkgoHelper()
	err := s.Play(scenario.ParseLine(line))
	d := s.State().Decision()
	Expect(d).NotTo(BeNil())
	Expect(d.Name).To(Equal(decision), "%v", err)
	return d
}

// affordsNoMore plays a line with the first n of some spaces, all that a seat can pay for, and returns the session. One
// more space must be refused; with no resources even the first, by the clause.
func affordsNoMore(position func() *scenario.Session, line func(n int) string, all []string, n int, rule string) *scenario.Session {
	GinkgoHelper()
	if n == 0 {
		s := position()
		Expect(s).To(kit.Refuse(line(1), rule))
		return s
	}
	if n < len(all) {
		_, err := position().Try(scenario.ParseLine(line(n + 1)))
		Expect(err).To(MatchError(ContainSubstring(all[n] + " is not legal")))
	}
	s := position()
	kit.Play(s, line(n))
	return s
}

var _ = Describe("3.2.3 Sweep", kit.Clauses("3.2.3"), func() {
	// The lines of communication with enemies: none, a few, all.
	var locs []string
	for _, f := range mapFacts {
		if f.kind == "loc" {
			locs = append(locs, f.id)
		}
	}
	held := map[string]func(i int) bool{
		"no line": func(int) bool { return false }, "every line": func(int) bool { return true },
		"every second line": func(i int) bool { return i%2 == 0 }, "every third line": func(i int) bool { return i%3 == 0 },
	}
	for what, on := range inOrder(held) {
		for _, f := range mapFacts {
			if f.kind == "loc" || f.id == "north-vietnam" {
				continue
			}
			It(fmt.Sprintf("reaches %s as the map says with the enemy on %s", f.id, what), kit.Clauses("3.2.3-e"), func() {
				enemy := map[string]bool{}
				pieces := []string{}
				for i, loc := range locs {
					enemy[loc] = on(i)
					if on(i) {
						pieces = append(pieces, fmt.Sprintf("%s: {us-troops: 1, %s: 1}", loc, []string{"vc-guerrilla.underground", "nva-troops"}[i%2]))
					}
				}
				for i, m := range mapFacts { // 40 troops for 46 spaces: leave out some distant ones
					far := m.kind == "loc" && enemy[m.id] || m.id == "north-vietnam" || m.id == f.id
					if near := slices.Contains(strings.Fields(f.neighbours), m.id); !far && (near || i%3 != 0) && len(pieces) < 40 {
						pieces = append(pieces, m.id+": {us-troops: 1}")
					}
				}
				s := kit.Start(fitl, "{deck: [card-1, card-66], pieces: {"+strings.Join(pieces, ", ")+"}}")
				troops := map[string]bool{}
				for _, p := range pieces {
					id, _, _ := strings.Cut(p, ":")
					troops[id] = strings.Contains(p, "us-troops")
				}
				var want []string
				for _, m := range mapFacts {
					by := strings.Fields(f.neighbours)
					hop := slices.ContainsFunc(strings.Fields(m.neighbours), func(loc string) bool {
						return slices.Contains(locs, loc) && !enemy[loc] && slices.Contains(by, loc)
					})
					if m.id != f.id && troops[m.id] && (slices.Contains(by, m.id) || hop) {
						want = append(want, m.id)
					}
				}
				switch len(want) { // a single choice is not asked for
				case 0:
					kit.Play(s, "{us: operation sweep, spaces: ["+f.id+"]}")
					Expect(s).To(kit.HoldValue(f.id+".us-troops", "0"))
					return
				case 1:
					kit.Play(s, "{us: operation sweep, spaces: ["+f.id+"], entered: {"+f.id+": {moved: {"+want[0]+": {us-troops: 1}}}}}")
					Expect(s).To(kit.HoldValue(f.id+".us-troops", "1"))
					return
				}
				d := reach(s, "{us: operation sweep, spaces: ["+f.id+"], entered: {"+f.id+": {}}}", "moved")
				var have []string
				for _, e := range d.Entries {
					have = append(have, board().Zones[e.Zone].ID)
				}
				Expect(have).To(ConsistOf(want))
			})
		}
	}

	DescribeTable("activates as many guerrillas as sweepers and terrain allow", func(space string, jungle bool) {
		for sweepers := range 6 {
			for hidden := range 5 {
				s := kit.Start(fitl, fmt.Sprintf("{deck: [card-1, card-66], pieces: {%s: {us-troops: %d, us-irregular.active: %d, vc-guerrilla.underground: %d}}}",
					space, sweepers/2, sweepers-sweepers/2, hidden))
				kit.Play(s, "{us: operation sweep, spaces: ["+space+"], entered: []}")
				want := sweepers
				if jungle {
					want = sweepers / 2
				}
				Expect(s).To(kit.HoldValue(space+".vc-guerrilla.active", fmt.Sprint(min(want, hidden))), "%d sweepers, %d underground", sweepers, hidden)
				Expect(s).To(kit.HoldValue(space+".us-irregular.underground", "0"))
			}
		}
	},
		Entry("in a city", kit.Clauses("3.2.3-g"), "kontum", false),
		Entry("in the highlands", kit.Clauses("3.2.3-g"), "binh-dinh", false),
		Entry("in the lowlands", kit.Clauses("3.2.3-g"), "kien-phong", false),
		Entry("in the jungle", kit.Clauses("3.2.3-h"), "tay-ninh", true),
		Entry("in the jungle abroad", kit.Clauses("3.2.3-h"), "the-fishhook", true),
	)

	DescribeTable("the ARVN selects as many spaces as it can pay for, and no more", func(resources, spaces int) {
		all := []string{"hue", "qui-nhon", "an-loc", "can-tho"}
		position := func() *scenario.Session {
			return kit.Start(fitl, fmt.Sprintf("{deck: [card-68, card-66], values: {arvnResources: %d, totalEcon: 15}}", resources))
		}
		line := func(n int) string {
			spaces := strings.Join(all[:n], ", ")
			return "{arvn: operation sweep, spaces: [" + spaces + "], resolved: [" + spaces + "]}"
		}
		s := affordsNoMore(position, line, all, spaces, "3.2.3-b")
		Expect(s).To(kit.HoldValue("arvnResources", fmt.Sprint(resources-3*spaces)))
	},
		Entry("2 pay for none", kit.Clauses("3.2.3-b"), 2, 0),
		Entry("3 pay for one", kit.Clauses("3.2.3-b"), 3, 1),
		Entry("5 pay for one", kit.Clauses("3.2.3-b"), 5, 1),
		Entry("6 pay for two", kit.Clauses("3.2.3-b"), 6, 2),
		Entry("8 pay for two", kit.Clauses("3.2.3-b"), 8, 2),
		Entry("9 pay for three", kit.Clauses("3.2.3-b"), 9, 3),
		Entry("12 pay for four", kit.Clauses("3.2.3-b"), 12, 4),
	)
})
