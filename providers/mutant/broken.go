package mutant

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// broken are providers that break no one entry but much at once, as early versions of
// a provider do. A run on one of them has to end soon and to name what is the matter.
func broken() []Mutant {
	plain := func(id, what string, make defect) Mutant {
		return Mutant{Description{ID: "broken/" + id, What: what}, make}
	}
	return slices.Concat(brokenEarly(plain), brokenData(plain), brokenConnecting(plain), brokenProcess(plain), brokenCounting(plain), brokenHanging(plain), []Mutant{
		plain("swapped-port", "The port of a listener's address has its bytes swapped.",
			after(interpose.ListenerGetLocalAddress, func(c *interpose.Call) { c.Buffer[2], c.Buffer[3] = c.Buffer[3], c.Buffer[2] })),
		plain("refuses", "Every Connect is refused.",
			at(interpose.ConnectorConnect, func(*interpose.Call) nd2.Status { return nd2.ConnectionRefused })),
		plain("dead-event", "No event is ever set.",
			at(interpose.EventSet, func(*interpose.Call) nd2.Status { return nd2.Success })),
		plain("release-crash", "Releasing a memory region crashes.",
			at(interpose.Release, func(c *interpose.Call) nd2.Status {
				if _, region := c.Self.(*interpose.MemoryRegion); region {
					crash("a memory region was freed twice")
				}
				return c.Proceed()
			})),
		plain("deadlock", "Accept keeps a lock that Disconnect takes.", deadlock),
		plain("no-memory", "No memory can be registered.",
			at(interpose.MRRegister, func(*interpose.Call) nd2.Status { return nd2.InsufficientResources })),
		plain("silent-queue", "No result ever comes out of a completion queue.",
			without(func(*interpose.Outcome) bool { return true })),
		plain("garbage-tokens", "Tokens are garbage.",
			calls(func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				switch c.Method {
				case interpose.MRGetLocalToken, interpose.MRGetRemoteToken, interpose.MWGetRemoteToken:
					c.Count = bits.Reverse32(c.Count) ^ 0xDEADBEEF
				}
				return s
			})),
		plain("stuck-queue", "GetResults does not return.",
			at(interpose.CQGetResults, func(*interpose.Call) nd2.Status { select {} })),
		plain("stuck-resize", "A Resize does not return, in one situation: if the queue is to hold less than four results.",
			at(interpose.CQResize, func(c *interpose.Call) nd2.Status {
				if c.Depth < 4 {
					select {}
				}
				return c.Proceed()
			})),
		plain("no-disconnect", "No Disconnect ends.",
			at(interpose.ConnectorDisconnect, func(c *interpose.Call) nd2.Status {
				c.Shadow.Mute()
				return nd2.Pending
			})),
		plain("private-data-size", "The size of private data has its bytes swapped.",
			calls(func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if c.Method == interpose.ConnectorGetPrivateData && c.Size != nil {
					*c.Size = bits.ReverseBytes32(*c.Size)
				}
				return s
			})),
	})
}

func deadlock() interpose.Hooks {
	var mu sync.Mutex
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		switch c.Method {
		case interpose.ConnectorAccept:
			mu.Lock()
		case interpose.ConnectorDisconnect:
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
