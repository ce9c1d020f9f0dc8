// Rule 4.3.1: Govern.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("4.3.1 Govern", Label("4.3.1"), func() {
	scenarios(fitl, "4.3.1")
})
