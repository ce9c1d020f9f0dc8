// Windows: an eligibility override or a lasting effect ends exactly once, under its own name.

package fireinthelake

import (
	"fmt"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
)

var (
	overrideLine = regexp.MustCompile(`^ *window-(opened|closed) seat (\S+), effect (\w+)`)
	lastingLine  = regexp.MustCompile(`^ *lasting (\S+) (begins|ends)`)
	lastLine     = regexp.MustCompile(`^ *(sequence-ended|cards-exhausted) `)
)

// windowsOf reads the windows of a trace. It returns the number of opened windows and the overrides still open when the
// sequence of cards ends; open are the effects in force at the start. The error names the first unpaired line.
func windowsOf(text string, open map[string]bool) (opened int, left []string, err error) {
	ended := false
	for line := range strings.Lines(text) {
		window, opens := "", false
		if m := overrideLine.FindStringSubmatch(line); m != nil {
			window, opens = m[2]+" "+m[3], m[1] == "opened"
		} else if m := lastingLine.FindStringSubmatch(line); m != nil {
			window, opens = m[1], m[2] == "begins"
		}
		ended = ended || lastLine.MatchString(line)
		switch {
		case window == "":
		case opens == open[window]:
			return opened, nil, fmt.Errorf("%q: open before: %t", strings.TrimSpace(line), open[window])
		default:
			open[window] = opens
			if opens {
				opened++
			}
		}
	}
	for window := range inOrder(open) {
		if ended && open[window] && strings.Contains(window, " ") {
			left = append(left, window)
		}
	}
	return opened, left, nil
}

var _ = Describe("windows in the trace", func() {
	DescribeTable("open and close in turn, and none outlasts the cards",
		func(name string, games, atLeast int, setup func(i int) engine.Setup) {
			game := kit.Load(name, nil)
			games, atLeast, total := kit.Games(games), kit.Games(atLeast), 0
			for i := range games {
				s := setup(i)
				open := map[string]bool{}
				for _, x := range game.Def().Setups {
					for _, l := range x.Active {
						open[game.Def().Lasting[l].ID] = open[game.Def().Lasting[l].ID] || x.ID == s.ID
					}
				}
				g, err := playRandom(game, s, true)
				Expect(err).NotTo(HaveOccurred(), "game %d", i)
				opened, left, err := windowsOf(string(g.trace), open)
				Expect(err).NotTo(HaveOccurred(), "game %d", i)
				Expect(left).To(BeEmpty(), "game %d", i)
				total += opened
			}
			Expect(total).To(BeNumerically(">=", atLeast), "hardly a window was opened")
		},
		Entry("in The Tidelands", Label("tidelands"), kit.Clauses("2.6-h", "2.6-i"), "tidelands", 400, 400, func(i int) engine.Setup {
			deck := []string{"moot", "full-nets", "spring-tide", "lost-oar", "fog-bank", "idle-hands", "neap-tide", "calm-water", "storm-tide", "night-fires"}
			gen := engine.NewGenerator(uint64(i))
			for n := len(deck) - 1; n > 0; n-- {
				k := int(gen.Below(uint32(n + 1)))
				deck[n], deck[k] = deck[k], deck[n]
			}
			return engine.Setup{ID: "drill", Seed: uint64(i), Piles: map[string][]string{"deck": deck}}
		}),
		Entry("in Fire in the Lake", kit.Clauses("2.3.6", "5"), fitl, 60, 60, func(i int) engine.Setup { return setupOf(uint64(i), nil) }),
	)
})
