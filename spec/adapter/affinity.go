package adapter

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// Where notifications are processed of a queue for which no affinity was asked for, or
// one that no machine has.
var _ = Describe("The affinity of a queue's notifications", func() {
	const none, impossible = 0, 1 << 63

	completionQueue := func(local *Side, affinity uint64, object *nd2.Unknown) nd2.Status {
		return local.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, local.File, 1, 0, affinity, object)
	}
	sharedReceiveQueue := func(local *Side, affinity uint64, object *nd2.Unknown) nd2.Status {
		return local.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, local.File, 1, 1, 0, 0, affinity, object)
	}

	DescribeTable("(for the record) for",
		func(ctx SpecContext, create func(local *Side, affinity uint64, object *nd2.Unknown) nd2.Status, asked uint64) {
			local := Local(ctx)
			var object nd2.Unknown
			Obtained(ctx, "the queue", create(local, asked, &object))
			local.AtEnd(func() { object.Release() })
			var group uint16
			var affinity uint64
			status := object.(interface {
				GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status
			}).GetNotifyAffinity(&group, &affinity)
			Record(fmt.Sprintf("With the affinity %#x asked for, GetNotifyAffinity returns %v, and tells %#x of group %d.", asked, status, affinity, group))
		},
		Entry("a completion queue without one", Covers("adapter.createcompletionqueue.affinity-inherited"), completionQueue, uint64(none)),
		Entry("a completion queue that cannot have its own", Covers("adapter.createcompletionqueue.affinity-closest"), completionQueue, uint64(impossible)),
		Entry("a shared receive queue without one", Covers("adapter.createsharedreceivequeue.affinity-inherited"), sharedReceiveQueue, uint64(none)),
		Entry("a shared receive queue that cannot have its own", Covers("adapter.createsharedreceivequeue.affinity-closest"), sharedReceiveQueue, uint64(impossible)))
})
