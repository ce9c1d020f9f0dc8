// Exactly the published answers are legal: at decisions on random boards every published answer is applied to a copy,
// and other answers are refused and change nothing.

package fireinthelake

import (
	"errors"
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// judge tries answers on copies of a state.
type judge struct {
	tried, refused int
	scratch        *engine.State
}

// legal applies an answer to a copy.
func (j *judge) legal(s *engine.State, a engine.Answer) string {
	j.tried++
	s.CopyTo(j.scratch)
	if err := j.scratch.Apply(a); err != nil {
		return fmt.Sprintf("the published answer %+v is not accepted: %v", a, err)
	}
	return ""
}

// illegal tries an answer that must be refused and must not change the state.
func (j *judge) illegal(s *engine.State, a engine.Answer) string {
	j.refused++
	s.CopyTo(j.scratch)
	before := s.Hash()
	var refusal *engine.Refusal
	if err := j.scratch.Apply(a); !errors.As(err, &refusal) {
		return fmt.Sprintf("the answer %+v is not published and not refused: %v", a, err)
	}
	if j.scratch.Hash() != before {
		return fmt.Sprintf("the refused answer %+v changed the state", a)
	}
	return ""
}

// all tries the published answers of the pending decision and others, and returns the first complaint.
func (j *judge) all(s *engine.State, p players.Player) string {
	d := s.Decision()
	if j.scratch == nil {
		j.scratch = s.Copy()
	}
	var yes, no []engine.Answer
	switch d.Kind {
	case def.One, def.Pick, def.Draw:
		yes, no = memberAnswers(s.Game().Def(), d)
	case def.Menu:
		yes, no = optionAnswers(s.Game().Def(), d)
	case def.Amount, def.Roll:
		for n := d.Min; n <= d.Max; n++ {
			yes = append(yes, engine.Answer{N: int64(n)})
		}
		no = append(no, engine.Answer{N: int64(d.Min) - 1}, engine.Answer{N: int64(d.Max) + 1})
	case def.Take:
		yes, no = takeAnswers(d)
	case def.Subset:
		no = append(no, engine.Answer{Set: ^membersOf(d)})
	}
	if d.Kind == def.Pick || d.Kind == def.Menu {
		side := map[int32]bool{}
		for _, o := range d.Also {
			side[o.Index] = true
			yes = append(yes, engine.Answer{Kind: engine.Side, Option: o.Index})
		}
		for i := range s.Game().Def().Decisions[d.Index].Also {
			if !side[int32(i)] {
				no = append(no, engine.Answer{Kind: engine.Side, Option: int32(i)})
			}
		}
	}
	if d.Seat != engine.Chance && (d.Kind == def.Subset || d.Kind == def.Take) {
		for range 3 {
			a := p.Answer(s, d)
			a.Counts = slices.Clone(a.Counts)
			yes = append(yes, a)
		}
	}
	for _, a := range yes {
		if what := j.legal(s, a); what != "" {
			return what
		}
	}
	for _, a := range no {
		if what := j.illegal(s, a); what != "" {
			return what
		}
	}
	return ""
}

func membersOf(d *engine.Decision) (set int64) {
	for _, m := range d.Members {
		set |= 1 << uint(m)
	}
	return set
}

// memberAnswers returns legal answers (each member, stop) and illegal ones (other values of the members' kind).
func memberAnswers(gd *def.GameDef, d *engine.Decision) (yes, no []engine.Answer) {
	for _, m := range d.Members {
		yes = append(yes, engine.Answer{Member: m})
	}
	if d.Kind == def.Pick {
		if stop := (engine.Answer{Stop: true}); d.Stop {
			yes = append(yes, stop)
		} else {
			no = append(no, stop)
		}
	}
	n := map[def.Kind]int{
		def.KSeat: len(gd.Seats), def.KZone: len(gd.Zones), def.KCard: len(gd.Cards), def.KProc: len(gd.Procs),
	}[d.Elem.Kind]
	for m := int64(-1); m <= int64(n); m++ {
		if !slices.Contains(d.Members, m) {
			no = append(no, engine.Answer{Member: m})
		}
	}
	return yes, no
}

// optionAnswers returns the open options of a menu and the closed ones.
func optionAnswers(gd *def.GameDef, d *engine.Decision) (yes, no []engine.Answer) {
	for i := range int32(len(gd.Decisions[d.Index].Options)) + 1 {
		if slices.ContainsFunc(d.Options, func(o engine.Option) bool { return o.Index == i }) {
			yes = append(yes, engine.Answer{Option: i})
		} else {
			no = append(no, engine.Answer{Option: i})
		}
	}
	return yes, no
}

// takeAnswers returns legal takes (the least, and a greedy one from each end) and illegal ones beyond the pieces or the
// limits.
func takeAnswers(d *engine.Decision) (yes, no []engine.Answer) {
	yes = append(yes, engine.Answer{Counts: d.Least(nil)})
	for _, backward := range []bool{false, true} {
		counts, total := make([]int32, len(d.Entries)), 0
		for range d.Entries { // tiers open as earlier ones are emptied
			for i := range d.Entries {
				if backward {
					i = len(d.Entries) - 1 - i
				}
				for total < d.Max && d.Room(counts, i) > 0 {
					counts[i]++
					total++
				}
			}
		}
		if total == d.Max {
			yes = append(yes, engine.Answer{Counts: slices.Clone(counts)})
		}
		for i, e := range d.Entries {
			if total == d.Max && counts[i] < e.Available {
				over := slices.Clone(counts)
				over[i]++
				no = append(no, engine.Answer{Counts: over})
			}
		}
	}
	if least := d.Least(nil); d.Min > 0 {
		for i := range least {
			if least[i] > 0 {
				least[i]--
				break
			}
		}
		no = append(no, engine.Answer{Counts: least})
	}
	for i, e := range d.Entries {
		beyond := make([]int32, len(d.Entries))
		beyond[i] = e.Available + 1
		no = append(no, engine.Answer{Counts: beyond})
		beyond = slices.Clone(beyond)
		beyond[i] = -1
		no = append(no, engine.Answer{Counts: beyond})
	}
	return yes, append(no, engine.Answer{})
}

var _ = Describe("Published answers", kit.Clauses("3", "4"), func() {
	It("are accepted, and all others are refused, on random boards", func() {
		j, n := &judge{}, 0
		for _, g := range editions() {
			v := inventoryOf(g)
			j.scratch = nil
			for seed := range uint64(kit.Games(96)) {
				_, err := randomPlay(g, seed, v, func(s *engine.State, p players.Player) string {
					if n++; (n+int(seed))%9 != 0 {
						return ""
					}
					if d := s.Decision(); d.Kind == def.Take && len(d.Entries) == 0 || d.Kind == def.Shuffle {
						return ""
					}
					return j.all(s, p)
				})
				Expect(err).NotTo(HaveOccurred(), "seed %d", seed)
			}
		}
		AddReportEntry("answers", ReportEntryVisibilityFailureOrVerbose, fmt.Sprintf("%d accepted, %d refused", j.tried, j.refused))
		Expect(min(j.tried, j.refused)).To(BeNumerically(">", 1000))
	})
})
