// Rule 1.8: resources, aid and patronage and their bounds.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("1.8 Resources", Label("1.8"), func() {
	scenarios(fitl, "1.8")
})
