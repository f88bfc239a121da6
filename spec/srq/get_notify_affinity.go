package srq

import (
	"fmt"
	"runtime"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2SharedReceiveQueue::GetNotifyAffinity", func() {
	var (
		group    uint16
		affinity uint64
	)
	queueOf := func(local *Side) nd2.SharedReceiveQueue { return local.SharedReceiveQueue(1, 1, 0) }

	It("reports where notifications are processed", Covers("srq.getnotifyaffinity.nd-success"), func(ctx SpecContext) {
		Expect(queueOf(Local(ctx)).GetNotifyAffinity(&group, &affinity)).To(ReturnAsRuled("srq.getnotifyaffinity.nd-success"))
	})

	It("names at least one processor", Covers("srq.getnotifyaffinity.names-a-processor"), func(ctx SpecContext) {
		affinity = 0
		if queueOf(Local(ctx)).GetNotifyAffinity(&group, &affinity) != nd2.Success {
			Unobservable("the adapter tells no affinity")
		}
		Expect(affinity).NotTo(BeZero(), "the affinity, a bitmap of processors")
	})

	It("returns group zero on a system without groups", Covers("srq.getnotifyaffinity.group-zero"), func(ctx SpecContext) {
		if runtime.GOOS == "windows" {
			Unobservable("this operating system has processor groups")
		}
		group = 0xffff
		if queueOf(Local(ctx)).GetNotifyAffinity(&group, &affinity) != nd2.Success {
			Unobservable("the adapter tells no affinity")
		}
		Expect(group).To(BeZero(), "the processor group")
	})

	It("(for the record): the processors that it names", Covers("srq.getnotifyaffinity.existing-processors"),
		func(ctx SpecContext) {
			status := queueOf(Local(ctx)).GetNotifyAffinity(&group, &affinity)
			Record(fmt.Sprintf("GetNotifyAffinity returns %v, and tells %#x of group %d; the process may use %d processors.",
				status, affinity, group, runtime.NumCPU()))
		})

	DescribeTable("refuses a call that leaves out",
		func(ctx SpecContext, givenGroup *uint16, givenAffinity *uint64) {
			queue := queueOf(Local(ctx))
			status := queue.GetNotifyAffinity(givenGroup, givenAffinity)
			Expect(status).To(ReturnAsRuled("srq.getnotifyaffinity.nd-invalid-parameter"))
			if status == nd2.NotSupported {
				Expect(queue.GetNotifyAffinity(&group, &affinity)).To(Return(nd2.NotSupported))
			}
		},
		Entry("the group", Covers("srq.getnotifyaffinity.nd-invalid-parameter"), Variant("no-group"), nil, &affinity),
		Entry("the affinity", Covers("srq.getnotifyaffinity.nd-invalid-parameter"), Variant("no-affinity"), &group, nil),
		Entry("both", Covers("srq.getnotifyaffinity.nd-invalid-parameter"), nil, nil),
	)

	DescribeTable("returns",
		func(ctx SpecContext, fault providers.Fault, want nd2.Status) {
			local := Local(ctx)
			queue := queueOf(local)
			if told := queue.GetNotifyAffinity(&group, &affinity); told == nd2.NotSupported && want != told {
				Unobservable("the adapter tells no affinity")
			}
			local.Inject(fault)
			Expect(queue.GetNotifyAffinity(&group, &affinity)).To(Return(want))
		},
		Entry("ND_INSUFFICIENT_RESOURCES when the adapter is out of resources",
			Covers("srq.getnotifyaffinity.nd-insufficient-resources"),
			providers.Fault{Kind: providers.OutOfResources, Call: "IND2SharedReceiveQueue::GetNotifyAffinity"},
			nd2.InsufficientResources),
		Entry("ND_DEVICE_REMOVED when the adapter has been removed", Covers("srq.getnotifyaffinity.nd-device-removed"),
			providers.Fault{Kind: providers.AdapterRemoved}, nd2.DeviceRemoved),
		Entry("ND_NOT_SUPPORTED when the adapter has no affinity to report", Covers("srq.getnotifyaffinity.nd-not-supported"),
			providers.Fault{Kind: providers.AffinityUnsupported}, nd2.NotSupported),
	)
})
