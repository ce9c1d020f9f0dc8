// Rule 6.6: the reset phase of a coup round.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("6.6 Reset phase", Label("6.6"), func() {
	scenarios(fitl, "6.6")
})
