package mutant

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// broken are providers that break no one entry but much at once, as early versions of
// a provider do. A run on one of them has to end soon and to name what is the matter.
func broken() []Mutant {
	plain := func(id, what string, make defect) Mutant {
		return Mutant{Description{ID: "broken/" + id, What: what}, make}
	}
	return slices.Concat(brokenEarly(plain), brokenData(plain), brokenConnecting(plain), brokenProcess(plain), brokenCounting(plain), brokenHanging(plain), []Mutant{
		plain("swapped-port", "The port of a listener's address has its bytes swapped.",
			after(calls.ListenerGetLocalAddress, func(c *calls.Call) { c.Buffer[2], c.Buffer[3] = c.Buffer[3], c.Buffer[2] })),
		plain("refuses", "Every Connect is refused.",
			at(calls.ConnectorConnect, func(*calls.Call) nd2.Status { return nd2.ConnectionRefused })),
		plain("dead-event", "No event is ever set.",
			at(calls.EventSet, func(*calls.Call) nd2.Status { return nd2.Success })),
		plain("release-crash", "Releasing a memory region crashes.",
			at(calls.Release, func(c *calls.Call) nd2.Status {
				if _, region := c.Self.(*calls.MemoryRegion); region {
					crash("a memory region was freed twice")
				}
				return c.Proceed()
			})),
		plain("deadlock", "Accept keeps a lock that Disconnect takes.", deadlock),
		plain("no-memory", "No memory can be registered.",
			at(calls.MRRegister, func(*calls.Call) nd2.Status { return nd2.InsufficientResources })),
		plain("silent-queue", "No result ever comes out of a completion queue.",
			without(func(*calls.Outcome) bool { return true })),
		plain("garbage-tokens", "Tokens are garbage.",
			onCall(func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				switch c.Method {
				case calls.MRGetLocalToken, calls.MRGetRemoteToken, calls.MWGetRemoteToken:
					c.Count = bits.Reverse32(c.Count) ^ 0xDEADBEEF
				}
				return s
			})),
		plain("stuck-queue", "GetResults does not return.",
			at(calls.CQGetResults, func(*calls.Call) nd2.Status { select {} })),
		plain("stuck-resize", "A Resize does not return, in one situation: if the queue is to hold less than four results.",
			at(calls.CQResize, func(c *calls.Call) nd2.Status {
				if c.Depth < 4 {
					select {}
				}
				return c.Proceed()
			})),
		plain("no-disconnect", "No Disconnect ends.",
			at(calls.ConnectorDisconnect, func(c *calls.Call) nd2.Status {
				c.Shadow.Mute()
				return nd2.Pending
			})),
		plain("private-data-size", "The size of private data has its bytes swapped.",
			onCall(func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if c.Method == calls.ConnectorGetPrivateData && c.Size != nil {
					*c.Size = bits.ReverseBytes32(*c.Size)
				}
				return s
			})),
	})
}

func deadlock() calls.Hooks {
	var mu sync.Mutex
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.ConnectorAccept:
			mu.Lock()
		case calls.ConnectorDisconnect:
			mu.Lock()
			defer mu.Unlock()
		}
		return c.Proceed()
	}}
}

// crash ends the process, as code outside Go does.
func crash(why string) {
	go panic(why)
	select {}
}
