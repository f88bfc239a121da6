package overlapped

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var concurrentResults = []Mutant{
	New("overlapped.getoverlappedresult.concurrent/busy",
		"While a thread waits in GetOverlappedResult, the object refuses others.",
		KeepingAt(calls.GetOverlappedResult, func(c *calls.Call, within *calls.Record[int]) nd2.Status {
			defer within.Update(c.Object, Decrement)
			if within.Update(c.Object, Increment) > 1 {
				return nd2.DeviceBusy
			}
			return c.Proceed()
		})),
	New("overlapped.getoverlappedresult.concurrent/mixed-up",
		"GetOverlappedResult returns the status of the object's latest request.",
		final(func(c *calls.Call, s nd2.Status) nd2.Status {
			latest := c.Proxy
			for _, other := range c.Requests() {
				if other.Number > latest.Number {
					latest = other
				}
			}
			return latest.Status()
		})),
	New("overlapped.getoverlappedresult.error-stays/refusal-forgotten",
		"GetOverlappedResult returns ND_SUCCESS for a refused Connect.",
		forgetting(func(s nd2.Status, _ int) bool { return s == nd2.ConnectionRefused })),
	New("overlapped.getoverlappedresult.error-stays/second-time",
		"GetOverlappedResult returns the error once, and ND_SUCCESS after that.",
		forgetting(func(_ nd2.Status, asked int) bool { return asked > 1 })),
	New("overlapped.getoverlappedresult.nd-canceled/unsettled",
		"While a request is notified of, GetOverlappedResult without a wait returns ND_SUCCESS.", whileNotified(false)),
}

var resultStatuses = []Mutant{
	New("overlapped.getoverlappedresult.status-stays/success",
		"An error is a success the second time it is asked for.", func() calls.Hooks {
			var asked Table[*calls.ProxyOverlapped, bool]
			return final(func(c *calls.Call, s nd2.Status) nd2.Status {
				if asked.Get(c.Proxy) {
					return nd2.Success
				}
				asked.Set(c.Proxy, true)
				return s
			})()
		}),
	New("overlapped.getoverlappedresult.used-again-in-callback/needs-event",
		"A request without an event is not notified.", Refusing(calls.PortPost, nd2.Success, func(c *calls.Call) bool {
			return c.Proxy.Client.Event == nil && c.Object.Kind == "IND2Connector"
		})),
	New("overlapped.getoverlappedresult.used-again-in-callback/refused",
		"A connector takes no OVERLAPPED for the second time.",
		RefusingKnownOverlapped(func(c *calls.Call) bool { return c.Object.Kind == "IND2Connector" })),
	New("overlapped.getoverlappedresult.used-again/old",
		"An OVERLAPPED that is used again has its first request's status.", func() calls.Hooks {
			var first Table[*nd2.Overlapped, nd2.Status]
			return final(func(c *calls.Call, s nd2.Status) nd2.Status {
				if old, ok := first.Lookup(c.Proxy.Client); ok {
					return old
				}
				first.Set(c.Proxy.Client, s)
				return s
			})()
		}),
	New("overlapped.getoverlappedresult.used-again/success-stays",
		"An OVERLAPPED whose Notify has succeeded says so of a later one of the queue.",
		stays(nd2.Success, func(before, now *calls.Object) bool { return before == now })),
	New("overlapped.getoverlappedresult.used-again/canceled-elsewhere",
		"An OVERLAPPED whose Notify was canceled says so of a later one of another queue.",
		stays(nd2.Canceled, func(before, now *calls.Object) bool { return before != now })),
	New("overlapped.getoverlappedresult.used-again/canceled-of-listener",
		"An OVERLAPPED whose GetConnectionRequest was canceled says so of a later request of another kind.",
		canceledBefore(calls.ListenerGetConnectionRequest)),
	New("overlapped.getoverlappedresult.waits/returns", "GetOverlappedResult does not wait.",
		Before(calls.GetOverlappedResult, func(c *calls.Call) { c.Wait = false })),
	New("overlapped.getoverlappedresult.waits/unsettled",
		"While a request is notified of, GetOverlappedResult with a wait returns ND_SUCCESS.", whileNotified(true)),
}

func final(f func(c *calls.Call, s nd2.Status) nd2.Status) Defect {
	return At(calls.GetOverlappedResult, func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if c.Proxy == nil || s == nd2.Pending {
			return s
		}
		return f(c, s)
	})
}

// whileNotified makes a defect: the status is there only once the event has
// been set, and calls that wait, or that don't, return ND_SUCCESS before.
func whileNotified(wait bool) Defect {
	return Recording(func(c *calls.Call, notified *calls.Record[*calls.ProxyOverlapped]) nd2.Status {
		switch {
		case c.Method == calls.EventSet:
			notified.Set(c.Object, c.Proxy)
			defer notified.Set(c.Object, nil)
		case c.Method == calls.GetOverlappedResult && c.Wait == wait && c.Proxy != nil && notified.Get(c.Object) == c.Proxy:
			return nd2.Success
		}
		return c.Proceed()
	})
}

func forgetting(which func(s nd2.Status, asked int) bool) Defect {
	return KeepingAt(calls.GetOverlappedResult, func(c *calls.Call, asked *calls.Record[int]) nd2.Status {
		s := c.Proceed()
		if c.Proxy != nil && s.Failed() && which(s, asked.Update(c.Object, Increment)) {
			return nd2.Success
		}
		return s
	})
}

// canceledBefore makes a defect: an OVERLAPPED whose request of a method was canceled says so of later ones that pend.
func canceledBefore(method string) Defect {
	return Keeping(func(c *calls.Call, canceled *Table[*nd2.Overlapped, bool]) nd2.Status {
		s := c.Proceed()
		if c.Method != calls.GetOverlappedResult || c.Proxy == nil {
			return s
		}
		if c.Proxy.Method == method {
			canceled.Set(c.Proxy.Client, s == nd2.Canceled)
		} else if s == nd2.Pending && canceled.Get(c.Proxy.Client) {
			return nd2.Canceled
		}
		return s
	})
}

// stays makes a defect: the first status of a Notify's OVERLAPPED, if it is the one given, is that of later ones of
// some objects, too.
func stays(status nd2.Status, of func(before, now *calls.Object) bool) Defect {
	type firsts = Table[*nd2.Overlapped, *calls.ProxyOverlapped]
	return KeepingAt(calls.GetOverlappedResult, func(c *calls.Call, first *firsts) nd2.Status {
		s := c.Proceed()
		if c.Proxy == nil || c.Proxy.Method != calls.CQNotify {
			return s
		}
		before := first.Get(c.Proxy.Client)
		switch {
		case before == nil && s == status:
			first.Set(c.Proxy.Client, c.Proxy)
		case before != nil && before != c.Proxy && of(before.Object, c.Proxy.Object):
			return status
		}
		return s
	})
}
