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

var _ = Describe("IND2CompletionQueue::GetNotifyAffinity", func() {
	var group uint16
	var affinity uint64

	It("reports where notifications are processed", Covers("cq.getnotifyaffinity.nd-success"), func(ctx SpecContext) {
		queue := Local(ctx).CompletionQueue(1)
		Expect(queue.GetNotifyAffinity(&group, &affinity)).To(ReturnAsRuled("cq.getnotifyaffinity.nd-success"))
	})

	It("names at least one processor", Covers("cq.getnotifyaffinity.names-a-processor"), func(ctx SpecContext) {
		affinity = 0
		if Local(ctx).CompletionQueue(1).GetNotifyAffinity(&group, &affinity) != nd2.Success {
			Unobservable("the adapter tells no affinity")
		}
		Expect(affinity).NotTo(BeZero(), "the affinity")
	})

	It("returns group zero on a system without groups", Covers("cq.getnotifyaffinity.group-zero"), func(ctx SpecContext) {
		if runtime.GOOS == "windows" {
			Unobservable("this operating system has processor groups")
		}
		group = 0xffff
		if Local(ctx).CompletionQueue(1).GetNotifyAffinity(&group, &affinity) != nd2.Success {
			Unobservable("the adapter tells no affinity")
		}
		Expect(group).To(BeZero(), "the processor group")
	})

	It("(for the record): the processors that it names", Covers("cq.getnotifyaffinity.existing-processors"),
		func(ctx SpecContext) {
			status := Local(ctx).CompletionQueue(1).GetNotifyAffinity(&group, &affinity)
			Record(fmt.Sprintf("GetNotifyAffinity returns %v, and tells %#x of group %d; the process may use %d processors.",
				status, affinity, group, runtime.NumCPU()))
		})

	DescribeTable("refuses a call that leaves out",
		func(ctx SpecContext, givenGroup *uint16, givenAffinity *uint64) {
			queue := Local(ctx).CompletionQueue(1)
			status := queue.GetNotifyAffinity(givenGroup, givenAffinity)
			Expect(status).To(ReturnAsRuled("cq.getnotifyaffinity.nd-invalid-parameter"))
			if status == nd2.NotSupported {
				Expect(queue.GetNotifyAffinity(&group, &affinity)).To(Return(nd2.NotSupported))
			}
		},
		Entry("the group", Covers("cq.getnotifyaffinity.nd-invalid-parameter"), Variant("group"), nil, &affinity),
		Entry("the affinity", Covers("cq.getnotifyaffinity.nd-invalid-parameter"), Variant("affinity"), &group, nil),
		Entry("both", Covers("cq.getnotifyaffinity.nd-invalid-parameter"), nil, nil),
	)

	DescribeTable("returns",
		func(ctx SpecContext, kind providers.FaultKind, status nd2.Status) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			if told := queue.GetNotifyAffinity(&group, &affinity); told == nd2.NotSupported && status != told {
				Unobservable("the adapter tells no affinity")
			}
			local.Inject(providers.Fault{Kind: kind, Call: "IND2CompletionQueue::GetNotifyAffinity"})
			Expect(queue.GetNotifyAffinity(&group, &affinity)).To(Return(status))
		},
		Entry("ND_INSUFFICIENT_RESOURCES when the adapter is out of resources",
			Covers("cq.getnotifyaffinity.nd-insufficient-resources"),
			providers.OutOfResources, nd2.InsufficientResources),
		Entry("ND_DEVICE_REMOVED when the adapter has been removed", Covers("cq.getnotifyaffinity.nd-device-removed"),
			providers.AdapterRemoved, nd2.DeviceRemoved),
		Entry("ND_NOT_SUPPORTED when the adapter has no affinity to report", Covers("cq.getnotifyaffinity.nd-not-supported"),
			providers.AffinityUnsupported, nd2.NotSupported),
	)
})
