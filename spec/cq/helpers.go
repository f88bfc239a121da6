package cq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// queueHolding gives a completion queue of the adapter under test with n results
// of Receives in it, of the contexts 1 to n.
func queueHolding(ctx context.Context, n int) nd2.CompletionQueue {
	GinkgoHelper()
	c := Accepted(ctx, Shape{})
	c.Passive.PostReceives(1, n, 8)
	for i := range n {
		Expect(c.Active.Send(uintptr(i), nil, 0)).To(Return(nd2.Success))
	}
	Results(ctx, c.Active.Initiated, n)
	c.AwaitArrival(ctx)
	return c.Passive.Receives
}
