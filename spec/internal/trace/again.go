package trace

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// made makes the call, and again if it lacks something; all are shown. Only what is refused twice in a row is taken
// for a lack.
func (c *call) made(k *calls.Call, proceed func(*calls.Call) nd2.Status) nd2.Status {
	return k.Insist(proceed, func(s nd2.Status) {
		first := *c
		first.result = statusIn(k, s)
		c.recorder.mu.Lock()
		defer c.recorder.mu.Unlock()
		first.finish()
	})
}
