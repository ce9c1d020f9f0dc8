// Rule 4.2.1: Advise.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("4.2.1 Advise", Label("4.2.1"), func() {
	scenarios(fitl, "4.2.1")
})
