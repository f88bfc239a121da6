package mutant

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// brokenProcess are broken in what they do to the process that they are in.
func brokenProcess(plain func(id, what string, make defect) Mutant) []Mutant {
	return []Mutant{
		plain("adapter-crash", "Releasing an adapter for the last time crashes.",
			at(calls.Release, func(c *calls.Call) nd2.Status {
				if _, adapter := c.Self.(*calls.Adapter); adapter && c.LastReference() {
					crash("the adapter's lock was destroyed while it was held")
				}
				return c.Proceed()
			})),
		plain("endless-loop", "Disconnect does not return, and takes a processor meanwhile.",
			at(calls.ConnectorDisconnect, func(*calls.Call) nd2.Status { return spin() })),
		plain("spinning-threads", "Each listener leaves a thread that never rests.",
			after(calls.AdapterCreateListener, func(*calls.Call) { go spin() })),
		plain("memory-leak", "Each registration of memory keeps 64 MiB.", leak),
	}
}

// spin does not return.
func spin() nd2.Status {
	for {
		rounds.Add(1)
	}
}

// rounds is what keeps spin busy.
var rounds atomic.Uint64

func leak() calls.Hooks {
	const size, page = 64 << 20, 4096
	var mu sync.Mutex
	var kept [][]byte
	return calls.Hooks{Call: calls.After(calls.MRRegister, func(*calls.Call) {
		more := make([]byte, size)
		for i := 0; i < size; i += page { // memory is there once it is written to
			more[i] = 1
		}
		mu.Lock()
		defer mu.Unlock()
		kept = append(kept, more)
	})}
}

// neverEnds leaves every request that can be overlapped pending forever.
func neverEnds(c *calls.Call) nd2.Status {
	if c.Shadow == nil || slices.Contains([]string{calls.EventSet, calls.EventReset}, c.Method) {
		return c.Proceed()
	}
	c.Shadow.Mute()
	return nd2.Pending
}
