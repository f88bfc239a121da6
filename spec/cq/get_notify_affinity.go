package cq

import (
	"fmt"
	"runtime"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// An affine object is a queue whose notifications have an affinity.
type affine interface {
	GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status
}

var _ = Describe("IND2CompletionQueue::GetNotifyAffinity", func() {
	queueOf := func(local *Side) affine { return local.CompletionQueue(1) }
	describeAffinity("cq.getnotifyaffinity.", queueOf)
	describeNoAffinity("IND2CompletionQueue", "cq.getnotifyaffinity.", "", queueOf)
})

var _ = Describe("IND2SharedReceiveQueue::GetNotifyAffinity", func() {
	queueOf := func(local *Side) affine { return local.SharedReceiveQueue(1, 1, 0) }
	describeAffinity("srq.getnotifyaffinity.", queueOf)
	describeNoAffinity("IND2SharedReceiveQueue", "srq.getnotifyaffinity.", "no-", queueOf)
})

// describeAffinity specifies what GetNotifyAffinity tells of a kind of queue, by rules whose ids begin with page.
func describeAffinity(page string, queueOf func(local *Side) affine) {
	var group uint16
	var affinity uint64
	// tell asks a new queue, and ends the spec where the adapter tells nothing.
	tell := func(ctx SpecContext) {
		group, affinity = 0xffff, 0
		if queueOf(Local(ctx)).GetNotifyAffinity(&group, &affinity) != nd2.Success {
			Unobservable("the adapter tells no affinity")
		}
	}

	It("reports where notifications are processed", Covers(page+"nd-success"), func(ctx SpecContext) {
		Expect(queueOf(Local(ctx)).GetNotifyAffinity(&group, &affinity)).To(ReturnAsRuled(page + "nd-success"))
	})

	It("names at least one processor", Covers(page+"names-a-processor"), func(ctx SpecContext) {
		tell(ctx)
		Expect(affinity).NotTo(BeZero(), "the affinity, a bitmap of processors")
	})

	It("returns group zero on a system without groups", Covers(page+"group-zero"), func(ctx SpecContext) {
		if runtime.GOOS == "windows" {
			Unobservable("this operating system has processor groups")
		}
		tell(ctx)
		Expect(group).To(BeZero(), "the processor group")
	})

	It("(for the record): the processors that it names", Covers(page+"existing-processors"), func(ctx SpecContext) {
		status := queueOf(Local(ctx)).GetNotifyAffinity(&group, &affinity)
		Record(fmt.Sprintf("GetNotifyAffinity returns %v, and tells %#x of group %d; the process may use %d processors.",
			status, affinity, group, runtime.NumCPU()))
	})
}

// describeNoAffinity specifies how GetNotifyAffinity fails. The variants of the specs that leave a parameter out begin
// with without.
func describeNoAffinity(kind, page, without string, queueOf func(local *Side) affine) {
	var group uint16
	var affinity uint64

	DescribeTable("refuses a call that leaves out", Covers(page+"nd-invalid-parameter"),
		func(ctx SpecContext, givenGroup *uint16, givenAffinity *uint64) {
			queue := queueOf(Local(ctx))
			status := queue.GetNotifyAffinity(givenGroup, givenAffinity)
			Expect(status).To(ReturnAsRuled(page + "nd-invalid-parameter"))
			if status == nd2.NotSupported {
				Expect(queue.GetNotifyAffinity(&group, &affinity)).To(Return(nd2.NotSupported))
			}
		},
		Entry("the group", Variant(without+"group"), nil, &affinity),
		Entry("the affinity", Variant(without+"affinity"), &group, nil),
		Entry("both", nil, nil))

	DescribeTable("returns",
		func(ctx SpecContext, fault providers.FaultKind, status nd2.Status) {
			local := Local(ctx)
			queue := queueOf(local)
			if told := queue.GetNotifyAffinity(&group, &affinity); told == nd2.NotSupported && status != told {
				Unobservable("the adapter tells no affinity")
			}
			local.Inject(providers.Fault{Kind: fault, Call: kind + "::GetNotifyAffinity"})
			Expect(queue.GetNotifyAffinity(&group, &affinity)).To(Return(status))
		},
		Entry("ND_INSUFFICIENT_RESOURCES when the adapter is out of resources", Covers(page+"nd-insufficient-resources"),
			providers.OutOfResources, nd2.InsufficientResources),
		Entry("ND_DEVICE_REMOVED when the adapter has been removed", Covers(page+"nd-device-removed"),
			providers.AdapterRemoved, nd2.DeviceRemoved),
		Entry("ND_NOT_SUPPORTED when the adapter has no affinity to report", Covers(page+"nd-not-supported"),
			providers.AffinityUnsupported, nd2.NotSupported))
}
