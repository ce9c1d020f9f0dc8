// Rule 1.4.1: where pieces are, where they come from and where they go.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("1.4.1 Where pieces are", Label("1.4.1"), func() {
	scenarios(fitl, "1.4.1")
})
