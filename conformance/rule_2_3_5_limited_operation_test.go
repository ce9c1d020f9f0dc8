// Rule 2.3.5: what a limited operation is.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("2.3.5 Limited operations", Label("2.3.5"), func() {
	scenarios("fire-in-the-lake", "2.3.5")
})
