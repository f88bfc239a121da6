package legal

import (
	"strings"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// latencies are variants of how long calls take.
var latencies = []Variant{
	{
		ID: "late-ends", Waits: true, hooks: delayEnds(everyRequest(time.Millisecond)),
		Differs: "Every overlapped request that is not canceled ends a millisecond after it could, as where a kernel's " +
			"routine ends it later.",
		Permits: "Requests are asynchronous, and no time is documented within which one is over.",
		Source:  "NetworkDirectSPI.md, Asynchronous operations",
		Excludes: map[string]string{
			"mixed-ends":              "both say when a request ends",
			"moderated-notifications": "both say when a Notify ends",
			"slow-memory":             "both say when a registration ends",
			"slow-connections":        "both say when a Connect ends",
			"slow-disconnect":         "both say when a Disconnect ends",
			"late-accept":             "both say when an Accept ends",
		},
	},
	{
		ID: "slow-memory", Waits: true,
		Differs: "Registering and deregistering memory takes five milliseconds.",
		Permits: "Registration is expensive, and may be asynchronous for that.",
		Source:  "IND2MemoryRegion.md, IND2MemoryRegion interface, Remarks",
		hooks:   delayEnds(requestsOf(5*time.Millisecond, calls.MRRegister, calls.MRDeregister)),
	},
	{
		ID: "slow-connections", Waits: true,
		Differs: "Connect, CompleteConnect, Accept and Disconnect end ten milliseconds after they could.",
		Permits: "Connections are made asynchronously, and how long that takes is the network's.",
		Source:  "IND2Connector.md, IND2Connector::Connect, Remarks",
		hooks: delayEnds(requestsOf(10*time.Millisecond, calls.ConnectorConnect, calls.ConnectorCompleteConnect,
			calls.ConnectorAccept, calls.ConnectorDisconnect)),
	},
	{
		ID: "slow-disconnect", Waits: true,
		Differs:  "Disconnect takes 100 ms.",
		Permits:  "It may wait for the peer to be disconnected, and the handshake is the protocol's.",
		Source:   "IND2Connector.md, IND2Connector::Disconnect, Return Value",
		hooks:    delayEnds(requestsOf(100*time.Millisecond, calls.ConnectorDisconnect)),
		Excludes: map[string]string{"slow-connections": "both say how long a Disconnect takes"},
	},
	{
		ID: "mutual-disconnect", hooks: mutualDisconnect,
		Differs: "A Disconnect ends once the other side has disconnected, too, or has released its connector or queue pair.",
		Permits: "It may wait for the peer to be disconnected, and the handshake is the protocol's.",
		Source:  "IND2Connector.md, IND2Connector::Disconnect, Return Value",
		Excludes: because("both say when a Disconnect ends", "all-inline", "late-ends", "late-refusals", "mixed-ends",
			"slow-connections", "slow-disconnect"),
	},
	{
		ID: "late-accept", Waits: true,
		Differs:  "Accept ends five milliseconds after it could, when the peer may have sent and its messages arrived.",
		Permits:  "It ends when the connection is fully established, and Receives may end before it has.",
		Source:   "IND2Connector.md, IND2Connector::Accept, Return Value",
		hooks:    delayEnds(requestsOf(5*time.Millisecond, calls.ConnectorAccept)),
		Excludes: map[string]string{"slow-connections": "both say how long an Accept takes"},
	},
	{
		ID: "slow-news", Waits: true,
		Differs: "GetConnectionRequest and NotifyDisconnect end 30 ms after they could.",
		Permits: "News of the peer comes over the network and through the kernel, and no time is documented for it.",
		Source:  "IND2Connector.md, IND2Connector::NotifyDisconnect, Remarks",
		hooks: delayEnds(requestsOf(30*time.Millisecond, calls.ListenerGetConnectionRequest,
			calls.ConnectorNotifyDisconnect)),
		Excludes: map[string]string{"late-ends": "both say when a request ends"},
	},
	{
		ID: "slow-release", Waits: true,
		Differs: "Release takes a fifth of a millisecond before it has an effect.",
		Permits: "No time is documented for Release.",
		Source:  "NetworkDirectSPI.md, Asynchronous operations, Implementation note",
		hooks:   onCall(calls.Before(calls.Release, func(*calls.Call) { pause(200 * time.Microsecond) })),
	},
	{
		ID: "ticks", Waits: true,
		Permits: "No time is documented within which the result of a request can be taken.",
		Source:  "IND2CompletionQueue.md, IND2CompletionQueue::GetResults, Remarks",
	},
	{
		ID: "moderated-notifications", Waits: true,
		Differs: "A Notify that is not canceled ends 20 ms after it could, with whatever results have come meanwhile.",
		Permits: "A flag says that interrupts are moderated, and no time is documented.",
		Source:  "IND2Adapter.md, ND2_ADAPTER_INFO structure, AdapterFlags",
		hooks:   delayEnds(requestsOf(20*time.Millisecond, calls.CQNotify, calls.SRQNotify)),
	},
	{
		ID: "slow-cancel", Waits: true,
		Differs: "CancelOverlappedRequests takes a millisecond before it has an effect.",
		Permits: "Requests may end before they are canceled, and no time is documented for the call.",
		Source:  "IND2Overlapped.md, IND2Overlapped::CancelOverlappedRequests",
		hooks: onCall(calls.Before(calls.CancelOverlappedRequests, func(*calls.Call) {
			pause(time.Millisecond)
		})),
	},
	quirk("slow-sends", "There is no order between queue pairs, nor between the two queues of one, and "+
		"moderated interrupts report later.", "IND2CompletionQueue.md, IND2CompletionQueue::GetResults, Remarks"),
	{
		ID: "uneven-calls", Waits: true, hooks: irregularCalls,
		Differs: "Some calls take a tenth of a millisecond before they have an effect, and some after it.",
		Permits: "No call is documented to be fast.", Source: "NetworkDirectSPI.md, Asynchronous operations",
	},
	{
		ID: "slow-return",
		Differs: "A call that returns ND_PENDING comes back a third of a millisecond later, by when its request may " +
			"have ended.",
		Permits: "A request may end at any time once it has been made.",
		Source:  "NetworkDirectSPI.md, Asynchronous operations",
		hooks: onCall(func(c *calls.Call) nd2.Status {
			status := c.Proceed()
			if status == nd2.Pending && overlapped(c) {
				pause(300 * time.Microsecond)
			}
			return status
		}),
	},
	{
		ID: "slow-creation", Waits: true,
		Differs: "Creating an object takes two milliseconds.",
		Permits: "Creation needs the kernel and the hardware, and no time is documented for it.",
		Source:  "NetworkDirectSPI.md, Asynchronous operations, Implementation note",
		hooks: onCall(func(c *calls.Call) nd2.Status {
			if strings.HasPrefix(c.Method, "IND2Adapter::Create") {
				pause(2 * time.Millisecond)
			}
			return c.Proceed()
		}),
	},
}

// pause lets a call take time.
func pause(d time.Duration) { <-time.After(d) }

func irregularCalls() calls.Hooks {
	const before, after, long = 7, 11, 100 * time.Microsecond
	var count atomic.Uint64
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		n := count.Add(1)
		if n%before == 0 {
			pause(long)
		}
		status := c.Proceed()
		if n%after == 0 {
			pause(long)
		}
		return status
	}}
}
