// Rule 5: what holds for all events, and for the actions they grant.

package conformance_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("5.1 Executing an event", Label("5.1"), func() {
	scenarios(fitl, "5.1")
	scenarios(fitl, "5.1.1")
	scenarios(fitl, "5.1.4")
})

var _ = Describe("5.4 Momentum", Label("5.4"), func() {
	scenarios(fitl, "5.4")
})

var _ = Describe("5.5 Free actions", Label("5.5"), func() {
	scenarios(fitl, "5.5")
})
