// Rule 4.1: what holds for every special activity.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("4.1 Special activities", Label("4.1"), func() {
	scenarios(fitl, "4.1")
})
