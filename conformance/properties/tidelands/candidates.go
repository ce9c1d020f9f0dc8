// Chapters 2.1 and 2.3 of The Tidelands: candidates, their order, and the reward of a pass. The properties enumerate
// every card with every set of ineligible seats, and compare the order of the candidates with the one printed in the
// rulebook.

package tidelands

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/scenario"
)

// guilds are the seats of The Tidelands in declaration order.
var guilds = []string{"reed", "salt", "lamp", "keel"}

// guildOrders are the orders on the event cards of The Tidelands, copied from its rulebook by hand.
var guildOrders = []struct {
	card  string
	seats []string
	texts bool // the card has an event
}{
	{"calm-water", []string{"reed", "salt", "lamp", "keel"}, true},
	{"lost-oar", []string{"salt", "reed", "keel", "lamp"}, true},
	{"night-fires", []string{"lamp", "keel", "reed", "salt"}, true},
	{"idle-hands", []string{"keel", "lamp", "salt", "reed"}, true},
	{"moot", []string{"reed", "keel", "salt", "lamp"}, true},
	{"fog-bank", []string{"reed", "lamp", "salt", "keel"}, true},
	{"full-nets", []string{"salt", "keel", "reed", "lamp"}, true},
	{"open-ferry", []string{"lamp", "reed", "keel", "salt"}, true},
	{"blank-page", []string{"keel", "salt", "lamp", "reed"}, false},
}

// cardsBehind returns two cards other than the named one, to lie below it.
func cardsBehind(card string) string {
	var out []string
	for _, o := range guildOrders {
		if o.card != card && len(out) < 2 {
			out = append(out, o.card)
		}
	}
	return strings.Join(out, ", ")
}

// purses are the values that passes pay into.
type purses struct{ reed, salt, chest int }

func (p *purses) pass(seat string) {
	switch seat {
	case "reed":
		p.reed = min(20, p.reed+1)
	case "salt":
		p.salt = min(20, p.salt+1)
	default:
		p.chest = min(20, p.chest+2)
	}
}

func (p purses) expect(s *scenario.Session, why string) {
	GinkgoHelper()
	Expect(purses{kit.Counted(s, "reed-coins"), kit.Counted(s, "salt-coins"), kit.Counted(s, "chest")}).To(Equal(p), why)
}

var _ = Describe("tidelands 2.3 Passing", Label("tidelands"), func() {
	for _, o := range guildOrders {
		It("asks the seats of "+o.card+" in its order and pays each pass, for all seats that may sit out", func() {
			for _, begin := range []purses{{4, 4, 3}, {20, 19, 17}} {
				for mask := range 16 {
					passChain(o.card, o.seats, mask, begin, o.texts)
				}
			}
		})
	}
})

// passChain passes with every eligible seat of a card; mask has a bit for each of them, in declaration order.
func passChain(card string, order []string, mask int, pays purses, texts bool) {
	GinkgoHelper()
	values := fmt.Sprintf("reed-coins: %d, salt-coins: %d, chest: %d", pays.reed, pays.salt, pays.chest)
	up := map[string]bool{}
	for i, seat := range guilds {
		up[seat] = mask>>i&1 == 1
		values += fmt.Sprintf(", %s.eligible: %v", seat, up[seat])
	}
	var queue []string
	for _, seat := range order {
		if up[seat] {
			queue = append(queue, seat)
		}
	}
	s := kit.Start("tidelands", fmt.Sprintf("{scenario: drill, deck: [%s, %s], piles: {signals: []}, values: {%s}}", card, cardsBehind(card), values))
	for i, seat := range queue {
		why := fmt.Sprintf("%s, up %v, after %d passes", card, queue, i)
		following := "none"
		if i+1 < len(queue) {
			following = queue[i+1]
		}
		Expect(kit.Spelled(s, "candidate")).To(Equal(seat), why)
		Expect(kit.Spelled(s, "following-candidate")).To(Equal(following), why)
		options := []string{"operation", "operationPlusSpecialActivity", "pass"}
		if texts {
			options = append(options, "event")
		}
		Expect(s).To(kit.HaveLegal(seat, options...), why)
		kit.Play(s, "{"+seat+": pass}")
		pays.pass(seat)
		pays.expect(s, why)
	}
	why := fmt.Sprintf("%s, up %v", card, queue)
	Expect(kit.Spelled(s, "size.played")).To(Equal("2"), why) // 2.1-g, 2.1-h: the next card is current
	for _, seat := range guilds {
		Expect(kit.Spelled(s, seat+".eligible")).To(Equal("true"), why) // 2.6-b
	}
	pays.expect(s, why)
}
