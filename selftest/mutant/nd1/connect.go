package nd1

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func connect() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("endpoint.accept.retry-after-buffer-overflow/spent",
			"After ND_BUFFER_OVERFLOW a connector holds no request.", spent(calls.ND1Accept)),
		mutant.New("endpoint.connect.retry-after-buffer-overflow/spent",
			"After ND_BUFFER_OVERFLOW a connector can't connect.", spent(calls.ND1Connect)),
	}
}

// spent makes a defect by which a method works no more with a connector that has
// refused private data as too long.
func spent(method string) mutant.Defect {
	return mutant.RecordingAt(method, func(c *calls.Call, over *calls.Record[bool]) nd2.Status {
		on := &c.ND1.Connector.On
		if over.Get(on) {
			return nd2.ConnectionInvalid
		}
		s := c.Proceed()
		over.Set(on, s == nd2.BufferOverflow)
		return s
	})
}
