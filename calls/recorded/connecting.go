package recorded

import (
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// adapter is the number of an adapter, in the order in which they were opened first.
func (r *Recorder) adapter(id uint64) int {
	n := slices.Index(r.adapters, id)
	if n < 0 {
		n = len(r.adapters)
		r.adapters = append(r.adapters, id)
	}
	return n
}

// connecting notes the address and the private data of a call.
func (r *Recorder) connecting(c *calls.Call, noted *Call) {
	switch c.Method {
	case calls.ConnectorBind, calls.ListenerBind:
		if a, ok := nd2.ParseSockaddr(c.Buffer); ok && a.Port() != 0 {
			noted.To = fmt.Sprintf(":%d", a.Port())
		}
		return
	case calls.ConnectorConnect:
		noted.To = r.listeners[string(c.Destination)]
		if a, ok := nd2.ParseSockaddr(c.Destination); ok && noted.To == "" {
			noted.To = a.String()
		}
	}
	noted.Data = len(c.Buffer)
}
