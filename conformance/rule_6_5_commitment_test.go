// Rule 6.5: the commitment phase of a coup round, in both editions.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("6.5 Commitment phase", Label("6.5"), func() {
	scenarios(fitl, "6.5")
})
