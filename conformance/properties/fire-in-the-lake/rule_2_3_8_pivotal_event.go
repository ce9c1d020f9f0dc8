// Rule 2.3.8: when pivotal events may be played, the order of trumping, and which cards return.

package fireinthelake

import (
	"errors"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/scenario"
	"rulebound/engine"
)

var _ = Describe("2.3.8 Pivotal events", kit.Clauses("2.3.8"), func() {
	asked := func(s *scenario.Session) string {
		d := s.State().Decision()
		return s.Game().Def().Seats[d.Seat].ID + " " + d.Name
	}

	for cards := range 5 {
		It(fmt.Sprintf("with %d cards in the leader box", cards), kit.Clauses("2.3.8-c"), func() {
			box := "card-125, card-129, card-126, card-130, "[:cards*len("card-125, ")]
			s := kit.Start("fire-in-the-lake", "{scenario: full, deck: [card-55, card-51], piles: {rvn-leader: ["+box+"]}}")
			if cards < 2 {
				Expect(asked(s)).To(Equal("nva class"))
				Expect(s).To(kit.Refuse("{arvn: interrupt card-123}", "2.3.8-c"))
			} else {
				Expect(asked(s)).To(Equal("arvn interrupt"))
			}
		})
	}

	for troops := 5; troops <= 15; troops += 2 {
		It(fmt.Sprintf("with %d US troops on the map for Vietnamization", 9+troops), kit.Clauses("2.3.8-f"), func() {
			s := kit.Start("fire-in-the-lake", fmt.Sprintf("{scenario: full, deck: [card-55, card-51], piles: {rvn-leader: [card-125, card-126]}, "+
				"pieces: {loc-hue-da-nang: {us-troops: %d}}}", troops))
			if 9+troops < 20 {
				Expect(asked(s)).To(Equal("arvn interrupt"))
			} else {
				Expect(s).To(kit.Refuse("{arvn: interrupt card-123}", "2.3.8-f"))
			}
		})
	}

	for available := 20; available <= 27; available++ {
		It(fmt.Sprintf("with a US total of %d for Linebacker II", 17+available), kit.Clauses("2.3.8-d"), func() {
			// Support is 15, and two bases are available; the other troops are where they do not matter.
			s := kit.Start("fire-in-the-lake", fmt.Sprintf("{scenario: full, deck: [card-55, card-51], piles: {rvn-leader: [card-125, card-126]}, "+
				"values: {arvn.eligible: no}, pieces: {out-of-play: {us-troops: %d}}}", 31-available))
			Expect(s).To(kit.HoldValue("usVictory", fmt.Sprint(17+available)))
			if 17+available > 40 {
				Expect(asked(s)).To(Equal("us interrupt"))
			} else {
				Expect(s).To(kit.Refuse("{us: interrupt card-121}", "2.3.8-d"))
			}
		})
	}

	// Every course of declarations of two holders. The ARVN takes precedence and is asked first; a declaration of the US
	// makes it be asked again.
	courses := []struct {
		lines              []string
		played, held, next string
	}{
		{[]string{"{arvn: no}", "{us: no}"}, "[card-55]", "[card-121, card-123, card-122, card-124]", "nva class"},
		{[]string{"{arvn: no}", "{us: interrupt}", "{arvn: no}"}, "[card-121, card-55]", "[card-123, card-122, card-124]", "nva worn"},
		{[]string{"{arvn: no}", "{us: interrupt}", "{arvn: interrupt}"}, "[card-123, card-55]", "[card-122, card-124, card-121]", "arvn placeIn"},
		{[]string{"{arvn: interrupt}"}, "[card-123, card-55]", "[card-121, card-122, card-124]", "arvn placeIn"},
	}
	for _, x := range courses {
		It(fmt.Sprintf("after %v", x.lines), kit.Clauses("2.3.8-n", "2.3.8-o", "2.3.8-p"), func() {
			s := kit.Start("fire-in-the-lake", "{scenario: full, deck: [card-55, card-51], piles: {rvn-leader: [card-125, card-126]}, values: {saigon.support: active-support}}")
			for _, line := range x.lines {
				Expect(asked(s)).To(HaveSuffix(" interrupt"))
				Expect(answer(s, line)).To(Succeed())
			}
			Expect(asked(s)).To(Equal(x.next))
			Expect(s).To(kit.HoldValue("played", x.played))
			Expect(s).To(kit.HoldValue("pivotal-events", x.held))
			Expect(s).To(kit.HoldValue("nvaResources", "10"))
		})
	}

	// Every set of holders that declare, where all four could: the lowest begins, and each of the others trumps the one
	// before.
	precedence := []string{"vc", "arvn", "nva", "us"}
	card := map[string]string{"us": "card-121", "nva": "card-122", "arvn": "card-123", "vc": "card-124"}
	for subset := range 16 {
		var declaring []string
		for i, seat := range precedence {
			if subset>>i&1 == 1 {
				declaring = append(declaring, seat)
			}
		}
		It(fmt.Sprintf("where %v declare", declaring), kit.Clauses("2.3.8-n", "2.3.8-o", "2.3.8-p"), func() {
			s := kit.Start("fire-in-the-lake", "{deck: [card-1, card-51], piles: {rvn-leader: [card-126, card-125], pivotal-events: [card-121, card-122, card-123, card-124]}, "+
				"pieces: {north-vietnam: {nva-troops: 1}, kien-phong: {vc-guerrilla.active: 21}}}")
			left, stands := declaring, len(precedence) // holders yet to declare; place of the current declaration
			for next := 0; next < stands; next++ {
				seat := precedence[next]
				Expect(asked(s)).To(Equal(seat + " interrupt"))
				if len(left) == 0 || left[len(left)-1] != seat {
					Expect(answer(s, "{"+seat+": no}")).To(Succeed())
					continue
				}
				Expect(answer(s, "{"+seat+": interrupt}")).To(Succeed())
				left = left[:len(left)-1]
				stands, next = next, -1
			}
			Expect(asked(s)).NotTo(HaveSuffix(" interrupt"))
			if stands == len(precedence) {
				Expect(s).To(kit.HoldValue("played", "[card-1]"))
				return
			}
			Expect(s).To(kit.HoldValue("played", "["+card[precedence[stands]]+", card-1]"))
			Expect(s).To(kit.HoldValue("size.pivotal-events", "3"))
		})
	}
})

// answer answers the pending interrupt only; a line of a scenario would also decline the following ones.
func answer(s *scenario.Session, line string) error {
	d := s.State().Decision()
	for _, o := range d.Options {
		if (o.Name == "no") == strings.HasSuffix(line, "no}") {
			return s.State().Apply(engine.Answer{Option: o.Index})
		}
	}
	return errors.New("there is no such answer")
}
