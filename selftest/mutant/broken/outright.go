package broken

import (
	"math/bits"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// outright are broken in one way, whatever is asked of them.
var outright = []Mutant{
	provider("broken/swapped-port", "The port of a listener's address has its bytes swapped.",
		After(calls.ListenerGetLocalAddress, func(c *calls.Call) { c.Buffer[2], c.Buffer[3] = c.Buffer[3], c.Buffer[2] })),
	provider("broken/refuses", "Every Connect is refused.", At(calls.ConnectorConnect, Say(nd2.ConnectionRefused))),
	provider("broken/dead-event", "No event is ever set.", At(calls.EventSet, Nothing)),
	provider("broken/release-crash", "Releasing a memory region crashes.",
		At(calls.Release, func(c *calls.Call) nd2.Status {
			if _, region := c.Self.(*calls.MemoryRegion); region {
				crash("a memory region was freed twice")
			}
			return c.Proceed()
		})),
	provider("broken/deadlock", "Accept keeps a lock that Disconnect takes.", deadlock),
	provider("broken/no-memory", "No memory can be registered.", At(calls.MRRegister, Say(nd2.InsufficientResources))),
	provider("broken/silent-queue", "No result ever comes out of a completion queue.",
		LosingResults(func(*calls.Outcome) bool { return true })),
	provider("broken/garbage-tokens", "Tokens are garbage.",
		OnCall(func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			switch c.Method {
			case calls.MRGetLocalToken, calls.MRGetRemoteToken, calls.MWGetRemoteToken:
				c.Count = bits.Reverse32(c.Count) ^ 0xDEADBEEF
			}
			return s
		})),
	provider("broken/stuck-queue", "GetResults does not return.",
		stuckAt(calls.CQGetResults, func(*calls.Call) bool { return true })),
	provider("broken/stuck-resize", "A Resize to fewer than four results does not return.",
		stuckAt(calls.CQResize, func(c *calls.Call) bool { return c.Depth < 4 })),
	provider("broken/no-disconnect", "No Disconnect ends.", At(calls.ConnectorDisconnect, LeavePending)),
	provider("broken/private-data-size", "The size of private data has its bytes swapped.",
		OnCall(func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if c.Method == calls.ConnectorGetPrivateData && c.Size != nil {
				*c.Size = bits.ReverseBytes32(*c.Size)
			}
			return s
		})),
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
