// Rule 3.2.1: Train with its final actions.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("3.2.1 Train", Label("3.2.1"), func() {
	scenarios(fitl, "3.2.1")
})
