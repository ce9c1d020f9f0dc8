// Rule 3.1: what holds for every operation.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("3.1 Operations", Label("3.1"), func() {
	scenarios(fitl, "3.1")
})
