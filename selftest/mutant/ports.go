package mutant

import (
	"slices"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// lowPorts makes a defect by which port 0 yields a port outside the ephemeral range.
func lowPorts(method string) defect {
	return func() calls.Hooks {
		var last atomic.Uint32
		last.Store(20000)
		return calls.Hooks{Call: calls.At(method, func(c *calls.Call) nd2.Status {
			if len(c.Buffer) >= nd2.SockaddrInSize && c.Buffer[2] == 0 && c.Buffer[3] == 0 {
				c.Buffer = slices.Clone(c.Buffer)
				setPort(c.Buffer, uint16(last.Add(1)))
			}
			return c.Proceed()
		})}
	}
}

func setPort(sockaddr []byte, port uint16) { sockaddr[2], sockaddr[3] = byte(port>>8), byte(port) }

func portless(method string) defect {
	return after(method, func(c *calls.Call) { setPort(c.Buffer, 0) })
}

func samePort(method string) defect {
	return after(method, func(c *calls.Call) { setPort(c.Buffer, 50000) })
}
