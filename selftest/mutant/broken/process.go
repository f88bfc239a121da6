package broken

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// process are broken in what they do to the process that they are in.
var process = []Mutant{
	provider("broken/adapter-crash", "Releasing an adapter for the last time crashes.",
		At(calls.Release, func(c *calls.Call) nd2.Status {
			if _, adapter := c.Self.(*calls.Adapter); adapter && c.LastReference() {
				crash("the adapter's lock was destroyed while it was held")
			}
			return c.Proceed()
		})),
	provider("broken/endless-loop", "Disconnect does not return, and takes a processor meanwhile.",
		At(calls.ConnectorDisconnect, func(*calls.Call) nd2.Status { return spin() })),
	provider("broken/spinning-threads", "Each listener leaves a thread that never rests.",
		After(calls.AdapterCreateListener, func(*calls.Call) { go spin() })),
	provider("broken/memory-leak", "Each registration of memory keeps 64 MiB.", leak),
}

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
