package legal

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// counted makes hooks that let one method succeed at most a number of times more than another.
func counted(most int32, answer nd2.Status, more, fewer string) calls.Hooks {
	var n atomic.Int32
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case more:
			if n.Add(1) > most {
				n.Add(-1)
				return answer
			}
			s := c.Proceed()
			if s != nd2.Success && s != nd2.Pending {
				n.Add(-1)
			}
			return s
		case fewer:
			s := c.Proceed()
			if s == nd2.Success || s == nd2.Pending {
				n.Add(-1)
			}
			return s
		}
		return c.Proceed()
	}}
}
