package overlapped

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// endedAtOnce are mutants that notify of requests that end at once.
func endedAtOnce() []Mutant {
	succeeded := func(s nd2.Status) bool { return s == nd2.Success }
	always := func(nd2.Status) bool { return true }
	return []Mutant{
		New("overlapped.notification.inline-error/packet", "A request that fails at once has a packet posted.",
			inline(failed, (*calls.ProxyOverlapped).PostPacket)),
		New("overlapped.notification.inline-event/failure", "A request that fails at once has its event set.",
			inline(failed, setClient)),
		New("overlapped.notification.inline-event/success",
			"A request that succeeds at once has its event set.", inline(succeeded, setClient)),
		New("overlapped.notification.inline-overlapped/written", "A request that ends at once writes to its OVERLAPPED.",
			inline(always, func(s *calls.ProxyOverlapped) { s.Client.InternalHigh++ })),
		New("overlapped.notification.inline-success/packet",
			"A request that succeeds at once has a packet posted.", inline(succeeded, (*calls.ProxyOverlapped).PostPacket)),
		New("overlapped.notification.inline-success/solicited",
			"A Notify for solicited results that succeeds at once has a packet posted.",
			inlineSolicited((*calls.ProxyOverlapped).PostPacket)),
		New("overlapped.notification.inline-event/solicited",
			"A Notify for solicited results that succeeds at once has its event set.", inlineSolicited(setClient)),
		New("overlapped.notification.inline-success/disconnect", "A Disconnect that succeeds at once has a packet posted.",
			inline(succeeded, func(s *calls.ProxyOverlapped) {
				if s.Method == calls.ConnectorDisconnect {
					s.PostPacket()
				}
			})),
	}
}

var notification = []Mutant{
	New("overlapped.notification.pending/third-file",
		"Requests of the third file of an adapter and later ones are not notified of.", onThirdFile),
	New("overlapped.getoverlappedresult.nd-device-removed/third-file",
		"Requests of the third file of an adapter and later ones do not end.", onThirdFile),
	New("overlapped.notification.pending/no-event", "No events are set.",
		At(calls.EventSet, func(*calls.Call) nd2.Status { return nd2.Success })),
	New("overlapped.notification.pending/no-packet", "No packets are posted.",
		At(calls.PortPost, func(*calls.Call) nd2.Status { return nd2.Success })),
	New("overlapped.notification.pending/shared-event",
		"Two consecutive requests with the same event have only one packet.",
		KeepingAt(calls.PortPost, func(c *calls.Call, last *calls.Record[nd2.Event]) nd2.Status {
			event := c.Proxy.Client.Event
			if before := last.Set(c.Object, event); event != nil && before == event {
				return nd2.Success
			}
			return c.Proceed()
		})),
	New("overlapped.notification.pending/twice", "A request is notified of twice.",
		OnCall(func(c *calls.Call) nd2.Status {
			if c.Method == calls.EventSet || c.Method == calls.PortPost {
				c.Proceed()
			}
			return c.Proceed()
		})),
	New("overlapped.notification.requested-only/send", "A Send posts a packet.", After(calls.QPSend, func(c *calls.Call) {
		if q := c.OnQP().InitiatorCQ; q != nil && q.Object.File != nil {
			q.Object.File.Post(new(nd2.Overlapped))
		}
	})),
	New("overlapped.notification.resets-event/another-object",
		"The event stays set if its OVERLAPPED was last used with another object.", loyalEvents),
	New("overlapped.notification.resets-event/set-after-cancel",
		"The event of a request that was canceled stays set when its OVERLAPPED is used again.",
		Refusing(calls.EventReset, nd2.Success, func(c *calls.Call) bool {
			return nd2.Status(c.Proxy.Client.Internal) == nd2.Canceled
		})),
	New("overlapped.notification.without-event/silent", "A request without an event has no packet posted.",
		Refusing(calls.PortPost, nd2.Success, func(c *calls.Call) bool { return c.Proxy.Client.Event == nil })),
}

func inline(which func(nd2.Status) bool, do func(s *calls.ProxyOverlapped)) Defect {
	return OnCall(func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if c.Proxy != nil && c.Method == c.Proxy.Method && s != nd2.Pending && which(s) {
			do(c.Proxy)
		}
		return s
	})
}

// failed chooses failures, of requests that have ended at once.
func failed(s nd2.Status) bool { return s != nd2.Success }

// setClient sets the event of a request.
func setClient(s *calls.ProxyOverlapped) {
	if s.Client.Event != nil {
		s.Client.Event.Set()
	}
}

// inlineSolicited is inline of a Notify for solicited results.
func inlineSolicited(do func(s *calls.ProxyOverlapped)) Defect {
	return inline(func(s nd2.Status) bool { return s == nd2.Success }, func(s *calls.ProxyOverlapped) {
		if s.Method == calls.CQNotify && s.NotifyType == nd2.NotifySolicited {
			do(s)
		}
	})
}

// onThirdFile leaves each Notify pending whose queue is on a file for which the adapter has two older ones.
var onThirdFile = At(calls.EventSet, func(c *calls.Call) nd2.Status {
	own, older := c.Proxy.Object.File, 0
	for _, f := range calls.Living[*calls.File](c.Object) {
		if own != nil && f.Parent == own.Parent && f.Born < own.Born {
			older++
		}
	}
	if older >= 2 && c.Proxy.Method == calls.CQNotify {
		c.Proxy.Mute()
	}
	return c.Proceed()
})

// loyalEvents resets events only for the object that had the OVERLAPPED first.
func loyalEvents() calls.Hooks {
	var mu sync.Mutex
	first := map[*nd2.Overlapped]*calls.Object{}
	return calls.Hooks{Call: calls.At(calls.EventReset, func(c *calls.Call) nd2.Status {
		mu.Lock()
		owner, known := first[c.Proxy.Client]
		if !known {
			owner = c.Proxy.Object
			first[c.Proxy.Client] = owner
		}
		mu.Unlock()
		if owner != c.Proxy.Object {
			return nd2.Success
		}
		return c.Proceed()
	})}
}

// otherEvents breaks what holds for an OVERLAPPED that has had another event before, or one at all.
var otherEvents = []Mutant{
	New("overlapped.notification.pending/earlier-event",
		"An OVERLAPPED that is used again has the event set that it had at first.",
		Keeping(func(c *calls.Call, first *Table[*nd2.Overlapped, nd2.Event]) nd2.Status {
			if c.Proxy == nil || c.Proxy.Client.Event == nil {
				return c.Proceed()
			}
			client := c.Proxy.Client
			event, ok := first.Lookup(client)
			switch {
			case !ok:
				first.Set(client, client.Event)
			case c.Method == calls.EventSet && event != client.Event:
				client.Internal = uintptr(c.Proxy.Status())
				event.Set()
				return nd2.Success
			}
			return c.Proceed()
		})),
	New("overlapped.notification.without-event/had-one",
		"An OVERLAPPED that has had an event, and has none, is not notified at the completion port.",
		Keeping(func(c *calls.Call, had *Table[*nd2.Overlapped, bool]) nd2.Status {
			switch {
			case c.Proxy == nil:
			case c.Proxy.Client.Event != nil:
				had.Set(c.Proxy.Client, true)
			case c.Method == calls.PortPost && had.Get(c.Proxy.Client):
				return nd2.Success
			}
			return c.Proceed()
		})),
}
