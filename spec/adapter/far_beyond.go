package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// farBeyond are numbers that overflow when they are multiplied by an entry's size, or are negative as a
// signed number.
var farBeyond = []uint32{1 << 26, 1<<28 + 1, 1<<31 - 1, 1 << 31, 0xFFFFFFFF}

// A refusal makes a creation fail for one parameter.
type refusal struct {
	limit  func(info nd2.AdapterInfo) uint32
	create func(local *Side, n uint32) (nd2.Unknown, nd2.Status)
	// rule is the one whose statuses are accepted.
	rule string
}

// What is far beyond a limit is refused as what is just beyond it.
var _ = DescribeTable("IND2Adapter refuses numbers that are far beyond its limits:",
	func(ctx SpecContext, r refusal) {
		local := Local(ctx)
		for _, n := range farBeyond {
			if n <= r.limit(local.Info) {
				continue
			}
			object, s := r.create(local, n)
			if object != nil {
				local.AtEnd(func() { object.Release() })
			}
			Expect(s).To(ReturnAsRuled(r.rule), "%d", n)
			Expect(object).To(BeNil(), "the object given for %d", n)
		}
	},
	Entry("a completion queue's depth", Covers("adapter.createcompletionqueue.nd-invalid-parameter-3"),
		Variant("far-beyond"), refusal{
			func(info nd2.AdapterInfo) uint32 { return info.MaxCompletionQueueDepth },
			func(local *Side, n uint32) (object nd2.Unknown, s nd2.Status) {
				s = local.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, local.File, n, 0, 0, &object)
				return object, s
			}, "adapter.createcompletionqueue.nd-invalid-parameter-3",
		}),
	Entry("a shared receive queue's depth", Covers("adapter.createsharedreceivequeue.nd-invalid-parameter-3"),
		Variant("far-beyond"), refusal{
			func(info nd2.AdapterInfo) uint32 { return info.MaxSharedReceiveQueueDepth },
			func(local *Side, n uint32) (object nd2.Unknown, s nd2.Status) {
				s = local.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, local.File, n, 1, 0, 0, 0, &object)
				return object, s
			}, "adapter.createsharedreceivequeue.nd-invalid-parameter-3",
		}),
	Entry("a shared receive queue's entries", Covers("adapter.createsharedreceivequeue.nd-invalid-parameter-4"),
		Variant("far-beyond"), refusal{
			func(info nd2.AdapterInfo) uint32 { return info.MaxReceiveSGE },
			func(local *Side, n uint32) (object nd2.Unknown, s nd2.Status) {
				s = local.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, local.File, 1, n, 0, 0, 0, &object)
				return object, s
			}, "adapter.createsharedreceivequeue.nd-invalid-parameter-4",
		}),
	pairFarBeyond("Receives", "5", func(i nd2.AdapterInfo) uint32 {
		return i.MaxReceiveQueueDepth
	}, func(r *pairRequest, n uint32) { r.receiveDepth = n }),
	pairFarBeyond("initiator requests", "6", func(i nd2.AdapterInfo) uint32 {
		return i.MaxInitiatorQueueDepth
	}, func(r *pairRequest, n uint32) { r.initiatorDepth = n }),
	pairFarBeyond("entries of Receives", "7", func(i nd2.AdapterInfo) uint32 {
		return i.MaxReceiveSGE
	}, func(r *pairRequest, n uint32) { r.receiveSGE = n }),
	pairFarBeyond("entries of initiator requests", "8", func(i nd2.AdapterInfo) uint32 {
		return i.MaxInitiatorSGE
	}, func(r *pairRequest, n uint32) { r.initiatorSGE = n }),
	pairFarBeyond("inline data", "9", func(i nd2.AdapterInfo) uint32 {
		return i.MaxInlineDataSize
	}, func(r *pairRequest, n uint32) { r.inline = n }),
)

func pairFarBeyond(what, parameter string, limit func(nd2.AdapterInfo) uint32,
	set func(r *pairRequest, n uint32),
) TableEntry {
	rule := "adapter.createqueuepair.nd-invalid-parameter-" + parameter
	return Entry("a queue pair's "+what, Covers(rule), Variant("far-beyond"),
		refusal{limit, func(local *Side, n uint32) (nd2.Unknown, nd2.Status) {
			r := ordinaryPair(local)
			set(&r, n)
			return r.make(local)
		}, rule})
}
