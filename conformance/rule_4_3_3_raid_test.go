// Rule 4.3.3: Raid.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("4.3.3 Raid", Label("4.3.3"), func() {
	scenarios(fitl, "4.3.3")
})
