package seeded

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var regions = []Fault{
	fault("stateful/register-short-1-in-32", Counting, "One registration in 32 leaves out the buffer's last byte.",
		OneIn(32, On(calls.MRRegister), First(func(c *calls.Call) {
			if len(c.Buffer) > 1 {
				c.Buffer = c.Buffer[:len(c.Buffer)-1]
			}
		})), "mr.bounds.first-and-last-byte"),
	fault("stateful/first-packet-checked", Data,
		"A Read of more than 1,024 bytes that runs past the end of a region fetches what fits.",
		checkedAtFirst(calls.QPRead), "mr.bounds.read"),
	fault("stateful/first-packet-stored", Data,
		"A Write of more than 1,024 bytes that runs past the end of a region stores what fits, and succeeds.",
		checkedAtFirst(calls.QPWrite), "mr.bounds.write", "cq.getresults.remote-access", "qp.error.ends-connection"),
	fault("stateful/region-begins-at-page", Lifetime,
		"A region that begins in the middle of a page is registered from the page's start on.",
		At(calls.MRRegister, func(c *calls.Call) nd2.Status {
			if off := AddressOf(c.Buffer) & 4095; off != 0 && len(c.Buffer) > 48 {
				c.Buffer = StartingEarlier(c.Buffer, int(off))
			}
			return c.Proceed()
		}), "mr.bounds.write"),
	fault("stateful/region-rounded-to-page", Lifetime,
		"From the third registration on, a region reaches to the end of its page.", func() calls.Hooks {
			var count Counter
			return calls.Hooks{Call: calls.Before(calls.MRRegister, func(c *calls.Call) {
				if count.Passed(2) {
					end := (AddressOf(c.Buffer) + uintptr(len(c.Buffer)) + 4095) &^ 4095
					n := min(int(end-AddressOf(c.Buffer)), cap(c.Buffer))
					if n > len(c.Buffer) && len(c.Buffer) > 48 {
						c.Buffer = c.Buffer[:n]
					}
				}
			})}
		}, "mr.bounds.write"),
	fault("stateful/busy-deregister-closes", Lifetime,
		"A Deregister refused with ND_DEVICE_BUSY closes the region to peers.",
		busyDeregisterCloses, "mr.deregister.busy-while-bound", "mr.deregister.nd-device-busy"),
	fault("stateful/busy-region-let-go-1-in-8", Counting,
		"One Deregister in 8 of a region with a bound window returns ND_SUCCESS.",
		KeepingAt(calls.MRDeregister, func(c *calls.Call, busy *calls.Record[int]) nd2.Status {
			s := c.Proceed()
			if s == nd2.DeviceBusy && busy.Update(nil, Increment)%8 == 0 {
				return nd2.Success
			}
			return s
		}), "mr.deregister.busy-while-bound", "mr.deregister.nd-device-busy"),
}

var localTokens = []Fault{
	fault("stateful/local-token-stays", Lifetime,
		"The local token of a region that was deregistered is good for Sends and Writes.",
		staleTokens(gathers), "mr.deregister.ends-local-access"),
	fault("stateful/send-token-unchecked", Lifetime, "A Send accepts the local token of a deregistered region.",
		staleTokens(func(c *calls.Call) bool { return c.Method == calls.QPSend }), "mr.deregister.ends-local-access"),
	fault("stateful/registers-2000-times", Counting, "No more than 2,000 registrations can be made in all.",
		AtMost(calls.MRRegister, 2000), "mr.register.nd-success"),
	fault("stateful/registers-65535-times", Counting, "No more than 65,535 registrations can be made in all.",
		AtMost(calls.MRRegister, 1<<16-1), "mr.register.nd-success"),
}

var rights = []Fault{
	fault("stateful/rights-of-before", Lifetime, "Memory that is registered again keeps the rights that it had.",
		func() calls.Hooks {
			var mu sync.Mutex
			kept := map[uintptr]nd2.RegionFlags{}
			return calls.Hooks{Call: calls.Before(calls.MRRegister, func(c *calls.Call) {
				mu.Lock()
				defer mu.Unlock()
				c.Rights |= kept[AddressOf(c.Buffer)]
				kept[AddressOf(c.Buffer)] = c.Rights
			})}
		}, "mr.rights.no-remote-write"),
	fault("stateful/deregister-ends-twin", Lifetime,
		"When memory is registered twice, deregistering one region closes the other to peers.",
		deregisteringTwin, "mr.scope.registered-again"),
}

var busyDeregisterCloses = Keeping(func(c *calls.Call, closed *Table[uint32, bool]) nd2.Status {
	if Reaches(c) && closed.Get(c.Token) {
		c.Token = ^c.Token
	}
	s := c.Proceed()
	if m, ok := c.Self.(*calls.MemoryRegion); ok && c.Method == calls.MRDeregister && s == nd2.DeviceBusy {
		token := m.Inner.GetRemoteToken()
		closed.Set(token, true)
	}
	return s
})

// checkedAtFirst makes a defect of requests that reach beyond a region from within: they end there.
func checkedAtFirst(method string) Defect {
	return Keeping2(func(c *calls.Call, regions *Table[uint32, []byte], buffers *calls.Record[[]byte]) nd2.Status {
		switch c.Method {
		case calls.MRRegister:
			buffers.Set(c.Object, c.Buffer)
		case method:
			cutOff(c, regions.Get(c.Token))
		}
		s := c.Proceed()
		if c.Method == calls.MRGetRemoteToken {
			regions.Set(c.Count, buffers.Get(c.Object))
		}
		return s
	})
}

// cutOff cuts off a request of more than 1,024 bytes in one entry at the end of a region.
func cutOff(c *calls.Call, region []byte) {
	n := TotalLength(c.SGE)
	if n <= 1024 || len(region) == 0 || len(c.SGE) != 1 {
		return
	}
	at, end := uintptr(c.Address), AddressOf(region)+uintptr(len(region))
	if at >= AddressOf(region) && at < end && at+uintptr(n) > end {
		c.SGE = append([]nd2.SGE(nil), c.SGE...)
		c.SGE[0].Buffer = c.SGE[0].Buffer[:end-at]
	}
}

// deregisteringTwin closes a region to peers when another one of its memory is deregistered.
var deregisteringTwin = Keeping2(func(c *calls.Call,
	buffers *calls.Record[[]byte], closed *Table[uint32, bool],
) nd2.Status {
	if Reaches(c) && closed.Get(c.Token) {
		c.Token = ^c.Token
	}
	if c.Method == calls.MRRegister {
		buffers.Set(c.Object, c.Buffer)
	}
	s := c.Proceed()
	if c.Method != calls.MRDeregister || s.Failed() {
		return s
	}
	own := buffers.Set(c.Object, nil)
	for _, o := range calls.Others[*calls.MemoryRegion](c.Object) {
		if o.Parent == c.Parent && Overlap(own, buffers.Get(&o.Object)) {
			closed.Set(o.Inner.GetRemoteToken(), true)
		}
	}
	return s
})
