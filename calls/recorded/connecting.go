package recorded

import (
	"cmp"
	"fmt"
	"maps"
	"net/netip"
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

// connecting notes the addresses and the private data of a call that has returned.
func (r *Recorder) connecting(c *calls.Call, noted *Call) {
	switch c.Method {
	case calls.ListenerGetLocalAddress:
		if noted.Status == nd2.Success {
			r.listens(c.Buffer[:min(len(c.Buffer), int(*c.Size))], noted.On)
		}
	case calls.ConnectorBind, calls.ListenerBind:
		a, ok := nd2.ParseSockaddr(c.Buffer)
		end, known := r.makers[noted.On]
		if known && noted.Status == nd2.Success {
			r.hosts[a.Addr()] = end
		}
		switch of, there := r.hosts[a.Addr()]; {
		case ok && there && of != end:
			noted.To = fmt.Sprintf("%s:%d", Sides[min(of, 1)], a.Port())
		case ok && r.pass == nil && noted.Status == nd2.InvalidAddress && !there:
			noted.To = a.String()
		case ok && a.Port() != 0:
			noted.To = fmt.Sprintf(":%d", a.Port())
		}
		if c.Method == calls.ListenerBind && noted.Status == nd2.Success {
			r.listens(c.Buffer, noted.On)
		}
	case calls.ConnectorConnect:
		if a, ok := nd2.ParseSockaddr(c.Destination); ok {
			noted.To = cmp.Or(r.bound[a], r.listeners[a.Port()])
			if of, there := r.hosts[a.Addr()]; noted.To == "" && there {
				noted.To = fmt.Sprintf("%s:%d", Sides[min(of, 1)], a.Port())
			} else if noted.To == "" {
				noted.To = a.String()
			}
		}
		noted.Data = len(c.Buffer)
	case calls.ConnectorAccept, calls.ConnectorReject:
		noted.Data = len(c.Buffer)
	}
}

// listens notes the port of a listener.
func (r *Recorder) listens(sockaddr []byte, name string) {
	if a, ok := nd2.ParseSockaddr(sockaddr); ok && a.Port() != 0 {
		if a.Addr().IsUnspecified() {
			maps.DeleteFunc(r.bound, func(at netip.AddrPort, _ string) bool { return at.Port() == a.Port() })
		}
		r.listeners[a.Port()], r.bound[a] = name, name
	}
}
