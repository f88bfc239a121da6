package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// Where several variants stand.
const (
	adapterInfo = "IND2Adapter.md, ND2_ADAPTER_INFO structure"
	queryLoad   = "IND2Adapter.md, IND2Adapter::Query, Remarks"

	notifyReturns = "IND2CompletionQueue.md, IND2CompletionQueue::Notify, Return Value"
)

// exhaustionCode is why a variant with few resources excludes other codes.
const exhaustionCode = "a lack of resources is told by its code alone, and would look like a refusal of what was " +
	"asked for"

// Why variants of limits are legal, and exclude each other.
const (
	noLeastValue = "Limits are what the adapter's hardware has, and no least value is documented for any."
	sameLimits   = "both say what the limits are"
)

// tiny is what the least adapter can do with which two can be connected.
const tiny = "max-receive-depth=1,max-initiator-depth=1,max-srq-depth=1,max-cq-depth=3,max-sge=1," +
	"max-receive-sge=1,max-read-sge=1,max-inbound-reads=1,max-outbound-reads=1," +
	"max-transfer=512,max-registration=4096,max-inline=0"

// limits are variants of what an adapter can do at most.
var limits = []Variant{
	{
		ID: "small-limits",
		Options: "max-receive-depth=4,max-initiator-depth=4,max-srq-depth=4,max-cq-depth=9,max-sge=2," +
			"max-receive-sge=2,max-read-sge=1,max-inbound-reads=1,max-outbound-reads=1," +
			"max-transfer=8192,max-registration=65536,max-inline=16",
		Differs: "Queues hold four requests, requests have two entries and 8 KiB, regions 64 KiB, and one Read is in " +
			"progress.",
		Permits: noLeastValue, Source: adapterInfo,
	},
	limited("tiny-limits", "Queues hold one request, and requests have one entry and 512 bytes, none of them inline.",
		tiny),
	limited("one-receive", "A queue pair holds one Receive, and as many requests as the engine's.", "max-receive-depth=1"),
	limited("one-request", "A queue pair holds one initiator request, and as many Receives as the engine's.",
		"max-initiator-depth=1"),
	limited("one-shared-receive", "A shared receive queue holds one Receive.", "max-srq-depth=1"),
	{
		ID: "uneven-limits",
		Options: "max-receive-depth=13,max-initiator-depth=7,max-srq-depth=11,max-cq-depth=37,max-sge=5," +
			"max-receive-sge=3,max-read-sge=1,max-inbound-reads=3,max-outbound-reads=5," +
			"max-transfer=100001,max-registration=300007,max-inline=33",
		Differs: "Every limit is another odd number: queues of 13, 7 and 11, a completion queue of 37, entries of 5, " +
			"3 and 1.",
		Permits: "Nothing relates the limits to each other, but that a Read has no more entries than other requests.",
		Source:  adapterInfo,
	},
	{
		ID: "large-limits",
		Options: "max-receive-depth=16384,max-initiator-depth=16384,max-srq-depth=16384,max-cq-depth=65536,max-sge=64," +
			"max-receive-sge=64,max-read-sge=64,max-inbound-reads=255,max-outbound-reads=255," +
			"max-transfer=1073741824,max-registration=8589934592,max-inline=4096",
		Differs: "Every limit is many times that of the engine: 255 Reads, 16 Ki requests, requests of 1 GiB.",
		Permits: "Limits are independent of what resources the system has.", Source: queryLoad,
	},
	{
		ID: "no-reads", Options: "max-inbound-reads=0,max-outbound-reads=0",
		Differs: "No Read can be in progress, in either direction.",
		Permits: "A limit of Reads may be zero; connections without Reads are still connections.",
		Source:  "IND2Connector.md, IND2Connector::Connect, Parameters",
	},
	{
		ID: "one-entry", Options: "max-sge=1,max-receive-sge=1,max-read-sge=1",
		Differs: "Requests have one scatter/gather entry.",
		Permits: "The most entries of a request are the adapter's to say.", Source: adapterInfo,
	},
	{
		ID: "no-inline", Options: "max-inline=0",
		Differs: "No data can be sent inline.",
		Permits: "The amount that can be inline is the adapter's to say, and only an adapter that has any can use it.",
		Source:  adapterInfo,
	},
	{
		ID: "no-srq-with-ndk", Options: "max-srq-depth=0",
		Differs: "The kernel's interface is there, and shared receive queues are not, in user mode or in the kernel.",
		Permits: "The depth of a shared receive queue may be zero where there are none; support of them is optional in NDK.",
		Source:  adapterInfo + "; ndkpi.h, NDK_ADAPTER_INFO",
	},
	{
		ID: "small-packets", Options: "mtu=256",
		Differs: "Messages travel in packets of 256 bytes.",
		Permits: "What a message is cut into is no concern of the interface.",
		Source:  "IND2QueuePair.md, IND2QueuePair::Send",
	},
	{
		ID: "below-maximum", Options: "max-cq-depth=19", hooks: onCall(belowMaximum),
		Differs:  "A completion queue has less than MaxCompletionQueueDepth results, which is nineteen.",
		Permits:  "The depth must be less than the maximum.",
		Source:   "IND2Adapter.md, IND2Adapter::CreateCompletionQueue, Parameters",
		Excludes: map[string]string{"huge-limits": sameLimits},
	},
}

// unreachable are variants of adapters whose limits are out of reach.
var unreachable = alike(Variant{Source: queryLoad, Excludes: because(exhaustionCode, "well-known-codes")}, []Variant{
	{
		ID:      "huge-limits",
		Differs: "The adapter has ULONG_MAX of what it counts, and no resources for what nobody needs.",
		Permits: "Limits are independent of what resources the system has.",
		Excludes: because(sameLimits,
			"small-limits", "one-receive", "one-request", "one-shared-receive", "tiny-limits", "uneven-limits",
			"large-limits", "no-reads", "one-entry", "no-inline", "no-srq-with-ndk"),
	},
	{
		ID:      "low-resources",
		Permits: "Limits may be out of reach when the system is under load.",
	},
})

// limited is a variant with a low limit.
func limited(id, differs, options string) Variant {
	return Variant{ID: id, Differs: differs, Permits: noLeastValue, Source: adapterInfo, Options: options}
}

// belowMaximum refuses what reaches the maximum. An adapter that has been removed has
// none to tell, and another answer.
func belowMaximum(c *calls.Call) nd2.Status {
	reaches := func(a *calls.Adapter) bool {
		most := a.Limits().MaxCompletionQueueDepth
		return most > 0 && c.Depth >= most
	}
	switch {
	case c.Method == calls.AdapterCreateCompletionQueue && reaches(c.Self.(*calls.Adapter)):
		return nd2.InvalidParameter3
	case c.Method == calls.CQResize && reaches(c.Parent):
		return nd2.InvalidParameter
	}
	return c.Proceed()
}
