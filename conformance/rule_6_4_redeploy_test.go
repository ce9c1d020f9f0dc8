// Rule 6.4: the redeploy phase of a coup round.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("6.4 Redeploy phase", Label("6.4"), func() {
	scenarios(fitl, "6.4")
})
