// Rule 2.3: what holds on every event card.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("2.3 An event card", Label("2.3"), func() {
	scenarios("fire-in-the-lake", "2.3")
})
