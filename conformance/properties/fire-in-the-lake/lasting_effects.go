// The operations, activities and phases that lasting effects change, listed independently of the rulebook.

package fireinthelake

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"rulebound/conformance/kit"
	"rulebound/engine/def"
)

var _ = Describe("lasting effects", kit.Clauses("5"), func() {
	It("join in where the rules say, each in its own way", func() {
		gd := board()
		kinds := map[def.PointKind]string{def.PointNumber: "number", def.PointLimit: "limit", def.PointAllow: "allow",
			def.PointPool: "pool", def.PointRun: "run"}
		have := map[string]string{}
		for _, a := range gd.Attachments {
			p := gd.Points[a.Point]
			have[gd.Lasting[a.Lasting].ID+" "+p.ID] = kinds[p.Kind]
		}
		for _, w := range attachments {
			key := w.lasting + " " + w.point
			if have[key] != w.kind {
				Fail(fmt.Sprintf("%s: a hook of kind %q, want %q", key, have[key], w.kind))
			}
			delete(have, key)
		}
		for key := range inOrder(have) {
			Fail(key + " is not in the list of this test")
		}
	})
})

// attachments are the effects that change operations, activities and phases, with kind and point.
var attachments = []struct{ lasting, point, kind string }{
	// Train
	{"platoons-unshaded", "train-placed", "run"},
	{"cords-unshaded", "train-pacify-spaces", "number"},
	{"cords-shaded", "train-pacify-ceiling", "limit"},
	{"leader-minh", "train-done", "run"},
	{"leader-ky", "pacify-price", "number"},
	// Patrol
	{"patton-shaded", "patrol-done", "run"},
	{"body-count", "patrol-price", "number"},
	// Sweep
	{"platoons-shaded", "sweep-spaces", "limit"},
	{"cobras-unshaded", "sweep-exposed", "run"},
	{"cobras-unshaded", "sweep-felled", "pool"},
	{"booby-traps-shaded", "sweep-space-done", "run"},
	// Assault
	{"abrams-unshaded", "assault-first-hit", "run"},
	{"abrams-unshaded", "assault-felled", "pool"},
	{"abrams-shaded", "assault-spaces", "limit"},
	{"cobras-shaded", "assault-over", "run"},
	{"patton-unshaded", "assault-begins", "run"},
	{"patton-unshaded", "assault-hits-more", "number"},
	{"search-and-destroy-unshaded", "assault-past-troops", "run"},
	{"search-and-destroy-unshaded", "assault-felled", "pool"},
	{"search-and-destroy-shaded", "assaulted", "run"},
	{"body-count", "assault-price", "number"},
	{"body-count", "assault-losses", "run"},
	{"lansdale-shaded", "may-assault", "allow"},
	// Rally
	{"aaa-unshaded", "rally-trail-spaces", "limit"},
	{"sa2s-shaded", "rally-trail-boxes", "number"},
	{"cadres-shaded", "rally-done", "run"},
	{"mcnamara-line", "may-rally-trail", "allow"},
	// March, Attack, Terror
	{"main-force-unshaded", "march-threshold", "number"},
	{"claymores", "march-noticed", "run"},
	{"pt76-unshaded", "attack-begins", "run"},
	{"pt76-unshaded", "attack-toll", "number"},
	{"pt76-shaded", "attack-full", "number"},
	{"cadres-unshaded", "may-terrorize", "allow"},
	{"cadres-unshaded", "terror-done", "run"},
	// special activities
	{"typhoon-kate", "special-activity-spaces", "limit"},
	{"typhoon-kate", "may-air-lift", "allow"},
	{"typhoon-kate", "may-transport", "allow"},
	{"typhoon-kate", "may-bombard", "allow"},
	{"medevac-shaded", "may-air-lift", "allow"},
	{"top-gun-unshaded", "air-strike-boxes", "number"},
	{"top-gun-shaded", "air-strike-roll", "number"},
	{"arc-light-unshaded", "air-strike-blind", "number"},
	{"arc-light-shaded", "air-strike-shift", "number"},
	{"laser-bombs-unshaded", "air-strike-shift", "number"},
	{"laser-bombs-shaded", "air-strike-pieces", "limit"},
	{"aaa-shaded", "air-strike-floor", "number"},
	{"migs-shaded", "air-strike-degraded", "run"},
	{"sa2s-unshaded", "air-strike-degraded", "run"},
	{"wild-weasels-shaded", "may-air-strike-degrade", "allow"},
	{"wild-weasels-shaded", "air-strike-pieces", "limit"},
	{"rolling-thunder", "may-air-strike", "allow"},
	{"da-nang-shaded", "may-air-strike", "allow"},
	{"bombing-pause", "may-air-strike", "allow"},
	{"oriskany-shaded", "may-air-strike-degrade", "allow"},
	{"mandate-unshaded", "govern-without-shift", "number"},
	{"mandate-shaded", "govern-spaces-limit", "limit"},
	{"leader-young-turks", "govern-done", "run"},
	{"armored-cavalry-unshaded", "action-over", "run"},
	{"armored-cavalry-shaded", "transport-movers", "pool"},
	{"leader-khanh", "may-change-lines", "allow"},
	{"mcnamara-line", "may-infiltrate", "allow"},
	{"transport-group", "infiltrate-spaces", "limit"},
	{"guns-unshaded", "bombard-spaces", "number"},
	{"guns-shaded", "bombard-spaces", "number"},
	{"booby-traps-unshaded", "ambush-spaces", "limit"},
	{"main-force-shaded", "ambush-pieces", "number"},
	{"claymores", "may-ambush", "allow"},
	// the coup round and the Trail
	{"oriskany-shaded", "may-trail-decay", "allow"},
	{"blowtorch-komer", "pacify-price", "number"},
	{"mandate-shaded", "pacification-spaces", "limit"},
	{"cadres-unshaded", "agitation-sacrifice", "number"},
	{"medevac-unshaded", "commitment-begins", "run"},
	{"migs-unshaded", "reset-begins", "run"},
	{"oriskany-shaded", "may-reset-trail-down", "allow"},
	{"adsid", "trail-changed", "run"},
	// Options of the second eligible seat
	{"hidden-assets-open", "further-options", "pool"},
	{"hidden-assets-open", "silent-pass", "allow"},
	{"hidden-assets-open", "further-option-taken", "run"},
}
