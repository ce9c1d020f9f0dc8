// The tutorial of the published game, as far as the rulebook plays it: set-up, two cards and the march of the fourth, with every value it states.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("the tutorial", Label("tutorial"), func() {
	scenarios(fitl, "tutorial")
})
