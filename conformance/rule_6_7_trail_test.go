// Rule 6.7: the Trail.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("6.7 The Trail", Label("6.7"), func() {
	scenarios(fitl, "6.7")
})
