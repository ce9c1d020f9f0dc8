// Rule 4.2.2: Air Lift.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("4.2.2 Air Lift", Label("4.2.2"), func() {
	scenarios(fitl, "4.2.2")
})
