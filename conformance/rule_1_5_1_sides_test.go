// Rule 1.5.1: friends and enemies.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("1.5.1 Friends and enemies", Label("1.5.1"), func() {
	scenarios(fitl, "1.5.1")
})
