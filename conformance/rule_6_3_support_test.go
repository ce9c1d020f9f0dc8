// Rule 6.3: the support phase of a coup round - pacification by the United States and the ARVN, agitation by the VC.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("6.3.1 Pacification", Label("6.3.1"), func() {
	scenarios(fitl, "6.3.1")
})

var _ = Describe("6.3.2 Agitation", Label("6.3.2"), func() {
	scenarios(fitl, "6.3.2")
})
