package mutant

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// brokenProcess are broken in what they do to the process that they are in.
func brokenProcess(plain func(id, what string, make defect) Mutant) []Mutant {
	return []Mutant{
		plain("adapter-crash", "Releasing an adapter for the last time crashes.",
			at(interpose.Release, func(c *interpose.Call) nd2.Status {
				if _, adapter := c.Self.(*interpose.Adapter); adapter && c.LastReference() {
					crash("the adapter's lock was destroyed while it was held")
				}
				return c.Proceed()
			})),
		plain("endless-loop", "Disconnect does not return, and takes a processor meanwhile.",
			at(interpose.ConnectorDisconnect, func(*interpose.Call) nd2.Status { return spin() })),
		plain("spinning-threads", "Each listener leaves a thread that never rests.",
			after(interpose.AdapterCreateListener, func(*interpose.Call) { go spin() })),
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

func leak() interpose.Hooks {
	const size, page = 64 << 20, 4096
	var mu sync.Mutex
	var kept [][]byte
	return interpose.Hooks{Call: interpose.After(interpose.MRRegister, func(*interpose.Call) {
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
func neverEnds(c *interpose.Call) nd2.Status {
	if c.Shadow == nil || slices.Contains([]string{interpose.EventSet, interpose.EventReset}, c.Method) {
		return c.Proceed()
	}
	c.Shadow.Mute()
	return nd2.Pending
}
