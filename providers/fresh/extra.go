package fresh

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/nd2"
	interpose "github.com/ndconform/ndconform/calls"
)

// extras are beyond the twenty-five: the same permissions stretched further.
var extras = []variant{
	{id: "affinity-fixed", hooks: affinityFixed},
	{id: "list-rotates", hooks: listRotates},
	{id: "unequal-adapters", hooks: unequalAdapters},
	{id: "slow-connections", hooks: func() interpose.Hooks { return delayed(25*time.Millisecond, connecting) }},
	{id: "slow-kernel", hooks: slowKernel},
	{id: "slow-unreachable", hooks: slowUnreachable},
	{id: "disconnect-1s", hooks: func() interpose.Hooks {
		return slowEnd(time.Second, func(c *interpose.Call) bool { return c.Method == interpose.ConnectorDisconnect })
	}},
	{id: "moderated-200ms", hooks: func() interpose.Hooks {
		return delayed(200*time.Millisecond, func(c *interpose.Call) bool { return c.Method == interpose.CQNotify })
	}},
	{id: "lazy-everything", hooks: lazyEverything},
	{id: "receives-first", hooks: receivesFirst},
	{id: "unreachable-swapped", hooks: unreachableSwapped},
	{id: "refcount-internal", hooks: refcountInternal},
	{id: "single-adapter", options: "adapters=1,basic-adapters=0"},
	{id: "lopsided-reads", options: "max-inbound-reads=1,max-outbound-reads=120"},
	{id: "patient", options: "patience=1s"},
	{id: "virtualized", options: "habits=slow-receives+slow-sends+flush-later+late-farewell+always-pends+slow-queue-pairs+slow-failures"},
}

// affinityFixed: notifications are processed on processor 0, whatever is asked for.
func affinityFixed() interpose.Hooks {
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		s := c.Proceed()
		if (c.Method == interpose.CQGetNotifyAffinity || c.Method == interpose.SRQGetNotifyAffinity) && s == nd2.Success {
			act()
			*c.FoundGroup, *c.FoundAffinity = 0, 1
		}
		return s
	}}
}

// listRotates: addresses are listed in another order each time.
func listRotates() interpose.Hooks {
	var n atomic.Int64
	return interpose.Hooks{Early: true, Call: func(c *interpose.Call) nd2.Status {
		if c.Method != interpose.ProviderQueryAddressList && c.Method != interpose.AdapterQueryAddressList {
			return c.Proceed()
		}
		return listed(c, func(all [][]byte, _ uint32) [][]byte {
			if len(all) == 0 {
				return all
			}
			act()
			k := int(n.Add(1)) % len(all)
			return append(slices.Clone(all[k:]), all[:k]...)
		})
	}}
}

// unequalAdapters: every adapter but the first has less of everything.
func unequalAdapters() interpose.Hooks {
	const sges, inline, depth, results, registration = 2, 16, 64, 128, 1 << 20
	less := func(a *interpose.Adapter) bool { return a.Limits().AdapterID&0xFF != 1 }
	refuse := func(asked *uint32, limit uint32) {
		if *asked > limit {
			act()
			*asked = 1 << 30
		}
	}
	return interpose.Hooks{Early: true, Call: func(c *interpose.Call) nd2.Status {
		a, _ := c.Self.(*interpose.Adapter)
		if c.Method == interpose.MRRegister && less(c.Parent) && len(c.Buffer) > registration {
			act()
			return nd2.InvalidParameter
		}
		if c.Method == interpose.CQResize && less(c.Parent) {
			act()
			return nd2.NotSupported
		}
		if a == nil || !less(a) {
			return c.Proceed()
		}
		switch c.Method {
		case interpose.AdapterQuery:
			s := c.Proceed()
			if i := c.Info; s == nd2.Success && i != nil {
				i.MaxInitiatorSGE, i.MaxReceiveSGE, i.MaxReadSGE, i.MaxInlineDataSize = sges, sges, sges, inline
				i.MaxReceiveQueueDepth, i.MaxInitiatorQueueDepth, i.MaxCompletionQueueDepth = depth, depth, results
				i.MaxSharedReceiveQueueDepth = min(i.MaxSharedReceiveQueueDepth, depth)
				i.MaxRegistrationSize = registration
				i.InlineRequestThreshold = inline
				i.AdapterFlags &^= nd2.AdapterCQResize
			}
			return s
		case interpose.AdapterCreateCompletionQueue:
			refuse(&c.Depth, results)
		case interpose.AdapterCreateSharedReceiveQueue:
			refuse(&c.Depth, depth)
			refuse(&c.SGEs, sges)
		case interpose.AdapterCreateQueuePair, interpose.AdapterCreateQueuePairWithSrq:
			refuse(&c.ReceiveDepth, depth)
			refuse(&c.InitiatorDepth, depth)
			refuse(&c.ReceiveSGEs, sges)
			refuse(&c.InitiatorSGEs, sges)
			refuse(&c.InlineSize, inline)
		}
		return c.Proceed()
	}}
}

// connecting reports whether the call is an overlapped one of a connector or listener.
func connecting(c *interpose.Call) bool {
	switch c.Method {
	case interpose.ConnectorConnect, interpose.ConnectorAccept, interpose.ConnectorCompleteConnect,
		interpose.ConnectorDisconnect, interpose.ConnectorNotifyDisconnect, interpose.ListenerGetConnectionRequest:
		return true
	}
	return false
}

// slowKernel: calls that are no data transfer take 5 ms.
func slowKernel() interpose.Hooks {
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		switch c.Method {
		case interpose.AdapterCreateOverlappedFile, interpose.AdapterQuery, interpose.AdapterQueryAddressList,
			interpose.AdapterCreateCompletionQueue, interpose.AdapterCreateMemoryRegion, interpose.AdapterCreateMemoryWindow,
			interpose.AdapterCreateSharedReceiveQueue, interpose.AdapterCreateQueuePair, interpose.AdapterCreateQueuePairWithSrq,
			interpose.AdapterCreateConnector, interpose.AdapterCreateListener, interpose.CQResize, interpose.CQNotify,
			interpose.MRRegister, interpose.MRDeregister, interpose.ConnectorBind, interpose.ConnectorConnect,
			interpose.ConnectorAccept, interpose.ConnectorCompleteConnect, interpose.ConnectorReject, interpose.ConnectorDisconnect,
			interpose.ConnectorNotifyDisconnect, interpose.ListenerBind, interpose.ListenerListen,
			interpose.ListenerGetConnectionRequest, interpose.CancelOverlappedRequests:
			act()
			time.Sleep(5 * time.Millisecond)
		}
		return c.Proceed()
	}}
}

// slowUnreachable: that nobody answers Connect is known after 15 s.
func slowUnreachable() interpose.Hooks {
	h := newHolds()
	nobody := func(s nd2.Status) bool {
		return s == nd2.HostUnreachable || s == nd2.NetworkUnreachable || s == nd2.IOTimeout
	}
	return h.around(func(c *interpose.Call) nd2.Status {
		switch {
		case tells(c) && c.Shadow.Method == interpose.ConnectorConnect:
			later := time.Duration(0)
			if nobody(c.Shadow.Status()) {
				later = 15 * time.Second
			}
			if later > 0 && h.notified(c, later) {
				return nd2.Success
			}
			h.mu.Lock()
			delete(h.of, c.Shadow)
			h.mu.Unlock()
		case c.Method == interpose.ConnectorConnect && c.Shadow != nil:
			s := h.watch(c)
			if nobody(s) {
				return h.pend(c, s, 15*time.Second)
			}
			return s
		}
		return c.Proceed()
	})
}

// slowEnd: requests that end well do so later, whether in the call or not.
func slowEnd(later time.Duration, which func(c *interpose.Call) bool) interpose.Hooks {
	h := newHolds()
	return h.around(func(c *interpose.Call) nd2.Status {
		switch {
		case tells(c):
			if h.notified(c, later) {
				return nd2.Success
			}
		case c.Shadow != nil && c.Method != interpose.GetOverlappedResult && c.Method != interpose.EventReset && which(c):
			s := h.watch(c)
			if s == nd2.Success {
				return h.pend(c, s, later)
			}
			return s
		}
		return c.Proceed()
	})
}

// lazyEverything: every failure of an overlapped request comes 3 ms later, but for calls
// that make no sense.
func lazyEverything() interpose.Hooks {
	return pended(3*time.Millisecond, func(c *interpose.Call, s nd2.Status) bool {
		if c.Method == interpose.GetOverlappedResult || c.Method == interpose.EventReset || c.Shadow == nil {
			return false
		}
		if c.Method == interpose.MRRegister && s == nd2.InvalidParameter {
			return true
		}
		return s.Failed() && (s < nd2.InvalidParameter1 || s > nd2.InvalidParameter10) && s != nd2.InvalidParameter
	})
}

// receivesFirst: of the results that one GetResults returns, Receives stand before others.
func receivesFirst() interpose.Hooks {
	rank := func(r nd2.Result) int {
		if r.RequestType == nd2.RequestReceive {
			return 0
		}
		return 1
	}
	return interpose.Hooks{Call: interpose.After(interpose.CQGetResults, func(c *interpose.Call) {
		first := func(a, b nd2.Result) int { return cmp.Compare(rank(a), rank(b)) }
		if !slices.IsSortedFunc(c.Results[:c.Count], first) {
			act()
		}
		slices.SortStableFunc(c.Results[:c.Count], first)
	})}
}

// unreachableSwapped: a host that is not there is on a network that can't be reached.
func unreachableSwapped() interpose.Hooks {
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		if tells(c) && c.Shadow.Method == interpose.ConnectorConnect && c.Shadow.Status() == nd2.HostUnreachable {
			act()
			c.Shadow.Force(nd2.NetworkUnreachable)
		}
		s := c.Proceed()
		if c.Method == interpose.ConnectorConnect && s == nd2.HostUnreachable {
			act()
			return nd2.NetworkUnreachable
		}
		return s
	}}
}

// refcountInternal: connectors and queue pairs count a reference of the provider's own.
func refcountInternal() interpose.Hooks {
	var mu sync.Mutex
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		s := c.Proceed()
		if c.Method == interpose.AddRef || c.Method == interpose.Release {
			switch c.Self.(type) {
			case *interpose.Connector, *interpose.QueuePair:
				mu.Lock()
				defer mu.Unlock()
				act()
				c.Count++
			}
		}
		return s
	}}
}
