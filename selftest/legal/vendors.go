package legal

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// vendors are variants of what other vendors' adapters and drivers do.
var vendors = []Variant{
	quirk("one-read", "The limit may be less than what either side says.",
		"IND2Connector.md, IND2Connector::GetReadLimits, Parameters"),
	{
		ID: "slow-queue-pairs", Waits: true,
		Permits: "There is no order between queue pairs.",
		Source:  "IND2CompletionQueue.md, IND2CompletionQueue::GetResults, Remarks",
	},
	{
		ID: "slow-failures", Waits: true,
		Permits: "No time is documented within which the result of a request can be taken.",
		Source:  "IND2CompletionQueue.md, IND2CompletionQueue::GetResults, Remarks",
	},
	quirk("receives-flushed-last",
		"Results may follow a Flush, and there is no order between the two queues of a queue pair.",
		"IND2QueuePair.md, IND2QueuePair::Flush, Remarks"),
	quirk("requests-flushed-last",
		"Results may follow a Flush, and there is no order between the two queues of a queue pair.",
		"IND2QueuePair.md, IND2QueuePair::Flush, Remarks"),
	quirk("stays-armed", "Nothing says that a cancel takes that back, which hardware may not be able to.",
		"IND2CompletionQueue.md, IND2CompletionQueue::Notify, Remarks"),
	quirk("errors-with-any", "The next completion event completes all outstanding requests.",
		"IND2CompletionQueue.md, IND2CompletionQueue::Notify, Remarks"),
	quirk("errors-by-results", "Errors satisfy every Notify.", "IND2QueuePair.md, IND2QueuePair::Send, Parameters"),
	quirk("any-queued", "Providers can look at the queue after they have armed it, and complete a request for "+
		"whatever is next there.", "IND2CompletionQueue.md, IND2CompletionQueue::Notify, Implementation Notes"),
	quirk("lowest-port", "A port is unique among those in use; no order is documented.",
		"IND2Connector.md, IND2Connector::Bind, Parameters"),
	{
		ID: "late-farewell", Waits: true,
		Permits: "The handshake is the protocol's, and no time is documented for it.",
		Source:  "IND2Connector.md, IND2Connector::Disconnect, Remarks",
	},
	quirk("parted-invalid", "The code is documented for a connector that is not connected.",
		"IND2Connector.md, IND2Connector::Disconnect, Return Value"),
	{
		ID: "busy-until-reaped", hooks: busyUntilReaped,
		Differs: "Deregister says that the device is busy while the result of an Invalidate of the region's window has not " +
			"been taken.",
		Permits: "A window is invalid when the request's result says so.",
		Source:  "IND2MemoryRegion.md, IND2MemoryRegion::Deregister, Return Value",
	},
	{
		ID: "equal-tokens", hooks: equalTokens,
		Differs: "A region's local and remote tokens are the same number.",
		Permits: "Both are opaque.", Source: "IND2MemoryRegion.md, IND2MemoryRegion::GetLocalToken",
	},
	{
		ID: "idle-reject-succeeds", hooks: onCall(calls.At(calls.ConnectorReject, idleReject)),
		Differs: "Reject of what nobody asks for, or not any more, succeeds and does nothing.",
		Permits: "The page has no code for it, and a provider need not have heard that the peer has given up.",
		Source:  "IND2Connector.md, IND2Connector::Reject, Return Value",
	},
	{
		ID: "events-always-reset", hooks: onCall(resetsEvents),
		Differs: "The event of an OVERLAPPED is reset by each call that is given it, even if the call fails or succeeds " +
			"at once.",
		Permits: "Native requests reset it when they begin.", Source: asyncPage,
	},
	{
		ID: "marked-failures", hooks: onCall(marksFailures),
		Differs: "Internal and InternalHigh of an OVERLAPPED hold something when its call has failed.",
		Permits: "They need not be changed where a call succeeds at once; of failures nothing is said.", Source: asyncPage,
	},
	{
		ID:      "few-notifications-in-all",
		Differs: "Six Notifies can be in progress on all queues together, and no more.",
		Permits: "That a request for a notification can't be queued is a documented answer.",
		Source:  "IND2CompletionQueue.md, IND2CompletionQueue::Notify, Return Value",
		hooks:   requestsAtATime(6, perInstance, calls.CQNotify, calls.SRQNotify),
		Excludes: map[string]string{
			"late-ends":               "both say for how long a Notify is in progress",
			"moderated-notifications": "both say for how long a Notify is in progress", "well-known-codes": exhaustionCode,
		},
	},
}

// idleReject succeeds where there is nothing to reject.
func idleReject(c *calls.Call) nd2.Status {
	status := c.Proceed()
	if status == nd2.ConnectionInvalid || status == nd2.ConnectionAborted {
		return nd2.Success
	}
	return status
}

func resetsEvents(c *calls.Call) nd2.Status {
	if overlapped(c) && c.Proxy.Client.Event != nil {
		c.Proxy.Client.Event.Reset()
	}
	return c.Proceed()
}

func marksFailures(c *calls.Call) nd2.Status {
	status := c.Proceed()
	if overlapped(c) && status.Failed() {
		c.Proxy.Client.Internal, c.Proxy.Client.InternalHigh = uintptr(status), 0x77
	}
	return status
}

// equalTokens has the same number as local and remote token.
func equalTokens() calls.Hooks {
	other := func(n uint32) uint32 { return n<<24 | n>>24 | n<<8&0xff0000 | n>>8&0xff00 }
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.MRGetLocalToken:
			status := c.Proceed()
			c.Count = other(c.Count)
			return status
		}
		if len(c.SGE) > 0 {
			c.SGE = append([]nd2.SGE(nil), c.SGE...)
			for i := range c.SGE {
				c.SGE[i].MemoryRegionToken = other(c.SGE[i].MemoryRegionToken)
			}
		}
		return c.Proceed()
	}}
}

// busy counts Invalidates that are not over for the client, by region.
type busy struct {
	mu      sync.Mutex
	bound   map[*calls.Object]*calls.Object
	waiting map[*calls.Object]map[*calls.Object]int // by region and queue pair
}

func busyUntilReaped() calls.Hooks {
	b := &busy{bound: map[*calls.Object]*calls.Object{}, waiting: map[*calls.Object]map[*calls.Object]int{}}
	return calls.Hooks{Call: b.call}
}

func (b *busy) call(c *calls.Call) nd2.Status {
	switch c.Method {
	case calls.QPBind:
		w, r := calls.ObjectOf(c.Window), calls.ObjectOf(c.Region)
		status := c.Proceed()
		if status == nd2.Success && w != nil {
			b.mu.Lock()
			b.bound[w] = r
			b.mu.Unlock()
		}
		return status
	case calls.QPInvalidate:
		w, q := calls.ObjectOf(c.Window), c.Object
		b.mu.Lock()
		r := b.bound[w]
		b.mu.Unlock()
		if r == nil || c.Flags&nd2.SilentSuccess != 0 {
			return c.Proceed()
		}
		b.add(r, q, 1)
		c.OnResult(func(*calls.Outcome) { b.add(r, q, -1) })
		status := c.Proceed()
		if status.Failed() {
			b.add(r, q, -1)
		}
		return status
	case calls.Release:
		status := c.Proceed()
		if c.Count == 0 {
			b.mu.Lock()
			for _, by := range b.waiting {
				delete(by, c.Object)
			}
			b.mu.Unlock()
		}
		return status
	case calls.MRDeregister:
		b.mu.Lock()
		n := 0
		for _, k := range b.waiting[c.Object] {
			n += k
		}
		b.mu.Unlock()
		if n > 0 {
			return nd2.DeviceBusy
		}
	}
	return c.Proceed()
}

func (b *busy) add(r, q *calls.Object, n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting[r] == nil {
		b.waiting[r] = map[*calls.Object]int{}
	}
	if n > 0 || b.waiting[r][q] > 0 {
		b.waiting[r][q] += n
	}
}
