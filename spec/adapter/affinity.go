package adapter

import (
	"fmt"
	"math"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Where a queue's notifications are processed if the client asks for no affinity, or for one without a processor.
var _ = Describe("The affinity of a queue's notifications", func() {
	const none, impossible = 0, 1 << 63

	type creating = func(local *Side, group uint16, affinity uint64, object *nd2.Unknown) nd2.Status
	completionQueue := func(local *Side, group uint16, affinity uint64, object *nd2.Unknown) nd2.Status {
		return local.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, local.File, 1, group, affinity, object)
	}
	sharedReceiveQueue := func(local *Side, group uint16, affinity uint64, object *nd2.Unknown) nd2.Status {
		return local.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, local.File, 1, 1, 0, group, affinity, object)
	}

	DescribeTable("(for the record): for",
		func(ctx SpecContext, create creating, asked uint64) {
			local := Local(ctx)
			var object nd2.Unknown
			MustSucceed("the queue", create(local, 0, asked, &object))
			local.AtEnd(func() { object.Release() })
			var group uint16
			var affinity uint64
			status := object.(affine).GetNotifyAffinity(&group, &affinity)
			Record(fmt.Sprintf("With the affinity %#x asked for, GetNotifyAffinity returns %v, and tells %#x of group %d.",
				asked, status, affinity, group))
		},
		Entry("a completion queue without one", Covers("adapter.createcompletionqueue.affinity-inherited"), completionQueue,
			uint64(none)),
		Entry("a completion queue that cannot have its own", Covers("adapter.createcompletionqueue.affinity-closest"),
			completionQueue, uint64(impossible)),
		Entry("a shared receive queue without one", Covers("adapter.createsharedreceivequeue.affinity-inherited"),
			sharedReceiveQueue, uint64(none)),
		Entry("a shared receive queue that cannot have its own", Covers("adapter.createsharedreceivequeue.affinity-closest"),
			sharedReceiveQueue, uint64(impossible)))

	DescribeTable("(for the record): with a processor group that no system has, for",
		func(ctx SpecContext, create creating) {
			const group = math.MaxUint16
			local := Local(ctx)
			for _, affinity := range []uint64{none, 1} {
				var object nd2.Unknown
				status := create(local, group, affinity, &object)
				if status == nd2.Success && object != nil {
					local.AtEnd(func() { object.Release() })
				}
				Record(fmt.Sprintf("With the affinity %#x of group %d the call returns %v.", affinity, group, status))
			}
		},
		Entry("a completion queue", Covers("adapter.createcompletionqueue.no-such-group"), completionQueue),
		Entry("a shared receive queue", Covers("adapter.createsharedreceivequeue.no-such-group"), sharedReceiveQueue))
})

// An affine object is a queue whose notifications have an affinity.
type affine interface {
	GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status
}

// expectFirstProcessor shows that a queue for processor 0 of group 0 says so.
func expectFirstProcessor(queue affine) {
	var group uint16
	var affinity uint64
	if queue.GetNotifyAffinity(&group, &affinity) != nd2.Success {
		Unobservable("the adapter tells no affinity")
	}
	Expect(group).To(BeZero(), "the group, when processor 0 was asked for")
	Expect(affinity&1).NotTo(BeZero(), "processor 0 in the affinity %#x", affinity)
}
