// Rule 2.3.1: who is eligible on a card.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("2.3.1 Eligible or not", Label("2.3.1"), func() {
	scenarios("fire-in-the-lake", "2.3.1")
})
