// Rule 6.2: the resources phase of a coup round - sabotage, the Trail, earnings, and what casualties cost.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("6.2 Resources phase", Label("6.2"), func() {
	scenarios(fitl, "6.2")
})
