package broken

import (
	"bytes"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// connecting are broken in how requests and connections come about.
var connecting = []Mutant{
	provider("broken/never-ends", "Whatever may return ND_PENDING does, and never ends.", OnCall(neverEnds)),
	provider("broken/connect-twice", "Connect completes once more when CompleteConnect is called.",
		At(calls.ConnectorCompleteConnect, func(c *calls.Call) nd2.Status {
			for _, s := range c.Notified() {
				if s.Method == calls.ConnectorConnect {
					s.SetEvent()
				}
			}
			return c.Proceed()
		})),
	provider("broken/listens-once", "A process accepts one connection request in its life.", listensOnce),
	provider("broken/anothers-data", "Private data is that of the connection before.", anothersData),
}

// listensOnce is a defect: instances don't count, as in a driver.
func listensOnce() calls.Hooks {
	return calls.Hooks{Call: calls.At(calls.ListenerGetConnectionRequest, func(c *calls.Call) nd2.Status {
		if requestsTaken.Add(1) > 1 {
			return LeavePending(c)
		}
		return c.Proceed()
	})}
}

var requestsTaken atomic.Int32

// anothersData sends the private data of the call before.
func anothersData() calls.Hooks {
	var mu sync.Mutex
	var last []byte
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if c.Method == calls.ConnectorConnect || c.Method == calls.ConnectorAccept {
			mu.Lock()
			c.Buffer, last = last, bytes.Clone(c.Buffer)
			mu.Unlock()
		}
		return c.Proceed()
	}}
}

// neverEnds leaves every request that can be overlapped pending forever.
func neverEnds(c *calls.Call) nd2.Status {
	if c.Proxy == nil || slices.Contains([]string{calls.EventSet, calls.EventReset}, c.Method) {
		return c.Proceed()
	}
	return LeavePending(c)
}
