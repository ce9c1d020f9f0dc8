// Chapters 1, 2.2, 2.4, 2.5 and 3 of The Tidelands: the options of the second seat after those of the first, as a table
// of every pair of action classes; limits of limited operations.

package tidelands

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/scenario"
)

var _ = Describe("tidelands 2.2 What it may do", Label("tidelands"), func() {
	// The options that each action of the first seat leaves to the second, with the clause; read from the sentences of the
	// rulebook. In the last row the first seat passes, which restricts nothing.
	matrix := []struct {
		what, first, clause string
		second              []string
	}{
		{"an operation", "reed: operation trade, spaces: [reed-beds]", "2.2-c", []string{"limitedOperation"}},
		{"an operation whose activity was not carried out", "reed: operation+activity trade, spaces: [reed-beds], special-activity: no", "2.2-c", []string{"limitedOperation"}},
		{"an operation with a special activity", "reed: operation+activity trade, spaces: [reed-beds], activity: feast", "2.2-d", []string{"limitedOperation", "event"}},
		{"the event", "reed: event unshaded", "2.2-e", []string{"operation", "operationPlusSpecialActivity"}},
		{"a pass", "reed: pass", "2.2-a", []string{"event", "operation", "operationPlusSpecialActivity"}},
	}
	line := map[string]string{
		"event": "event shaded, guild: reed", "operation": "operation trade", "operationPlusSpecialActivity": "operation+activity trade", "limitedOperation": "limited trade",
	}
	for _, row := range matrix {
		for passes, second := range []string{"salt", "lamp", "keel"} {
			for _, class := range []string{"event", "operation", "operationPlusSpecialActivity", "limitedOperation", "pass"} {
				open := class == "pass" || slices.Contains(row.second, class)
				word := "may not"
				if open {
					word = "may"
				}
				It(fmt.Sprintf("after %s and %d passes %s %s choose %s", row.what, passes, second, word, class), kit.Clauses(row.clause), func() {
					s := kit.Start("tidelands", "{scenario: drill, deck: [calm-water, fog-bank], piles: {signals: []}}")
					kit.Play(s, "{"+row.first+"}")
					for _, seat := range guilds[1 : 1+passes] {
						kit.Play(s, "{"+seat+": pass}")
					}
					Expect(s).To(kit.HaveLegal(second, append(slices.Clone(row.second), "pass")...))
					text := "{" + second + ": " + line[class] + "}"
					switch {
					case class == "pass":
						kit.Play(s, "{"+second+": pass}")
					case open:
						_, err := s.Try(scenario.ParseLine(text))
						Expect(err).NotTo(HaveOccurred())
					default:
						Expect(s).To(kit.Refuse(text, row.clause))
					}
				})
			}
		}
	}

	spread := "market-quay: {salt-hand: 1}, reed-beds: {salt-hand: 1}, lamp-hill: {salt-hand: 1}"
	for _, operation := range []string{"settle", "ferry", "trade"} {
		It("holds a limited "+operation+" to one space without special activity", kit.Clauses("2.2-i"), func() {
			s := kit.Start("tidelands", "{scenario: drill, deck: [calm-water, fog-bank], piles: {signals: []}, pieces: {"+spread+"}}")
			kit.Play(s, "{reed: operation trade, spaces: [reed-beds]}")
			space := func(name string) string {
				if operation == "ferry" {
					return name + ": {origin: market-quay}"
				}
				return name + ": {}"
			}
			one := fmt.Sprintf("{salt: limited %s, spaces: {%s}}", operation, space("salt-pans"))
			two := fmt.Sprintf("{salt: limited %s, spaces: {%s, %s}}", operation, space("salt-pans"), space("old-bridge"))
			with := strings.Replace(one, "spaces", "activity: feast, spaces", 1)
			_, err := s.Try(scenario.ParseLine(one))
			Expect(err).NotTo(HaveOccurred())
			for _, wrong := range []string{two, with} {
				_, err := s.Try(scenario.ParseLine(wrong))
				Expect(err).To(HaveOccurred(), wrong)
			}
			kit.Play(s, one)
			Expect(kit.Spelled(s, "played")).To(Equal("fog-bank calm-water"))
		})
	}
})
