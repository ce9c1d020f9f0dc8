// Rule 2.3.7: one card is turned over for each card finished.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("2.3.7 The next card", Label("2.3.7"), func() {
	scenarios("fire-in-the-lake", "2.3.7")
})
