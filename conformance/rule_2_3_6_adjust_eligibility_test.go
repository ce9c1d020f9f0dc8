// Rule 2.3.6: how eligibility is adjusted, and the event texts that override it.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("2.3.6 Adjusting eligibility", Label("2.3.6"), func() {
	scenarios("fire-in-the-lake", "2.3.6")
})
