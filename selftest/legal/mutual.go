package legal

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// mutual knows which connectors are the two sides of a connection, and has a side's
// Disconnect wait for the other side to leave.
type mutual struct {
	mu sync.Mutex
	// of is the connection of a connector that has established one.
	of map[*calls.Object]*mutualConnection
	// between are the connections by the addresses of their passive and active sides.
	between map[string]*mutualConnection
}

// A mutualConnection is one connection, with the sides that have not left.
type mutualConnection struct {
	addresses string
	staying   map[*calls.Connector]bool
	// ends end the Disconnects that wait.
	ends []func()
}

func mutualDisconnect() calls.Hooks {
	m := &mutual{of: map[*calls.Object]*mutualConnection{}, between: map[string]*mutualConnection{}}
	late := newLateEnds()
	late.put = func(s *calls.ProxyOverlapped) func(end func()) {
		if s.Method != calls.ConnectorDisconnect {
			return nil
		}
		return func(end func()) { m.await(s.Object, end) }
	}
	return calls.Chain(calls.Hooks{Call: m.call}, late.hooks())
}

func (m *mutual) call(c *calls.Call) nd2.Status {
	var leaving []*calls.Connector
	switch c.Method {
	case calls.ConnectorAccept, calls.ConnectorCompleteConnect:
		m.join(c.OnConnector(), c.Method == calls.ConnectorAccept)
	case calls.ConnectorDisconnect:
		leaving = append(leaving, c.OnConnector())
	case calls.Release:
		leaving = m.releasing(c.Object)
	}
	s := c.Proceed()
	for _, side := range leaving {
		m.leave(side) // with whatever status: its adapter may have been removed
	}
	return s
}

// join notes one side of a connection, which begins with its Accept. The other side may be
// a client of v1 or NDK, or be elsewhere: for such a one nothing waits.
func (m *mutual) join(side *calls.Connector, passive bool) {
	addresses := addressesOf(side.Inner, passive)
	m.mu.Lock()
	defer m.mu.Unlock()
	if passive {
		m.between[addresses] = &mutualConnection{addresses: addresses, staying: map[*calls.Connector]bool{}}
	}
	k := m.between[addresses]
	if k != nil {
		k.staying[side] = true
		m.of[&side.Object] = k
	}
}

// releasing lists the sides that the last reference to an object keeps connected.
func (m *mutual) releasing(o *calls.Object) (sides []*calls.Connector) {
	if o.Kind != "IND2Connector" && o.Kind != "IND2QueuePair" || !o.LastReference() {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range m.of {
		for side := range k.staying {
			q := side.QP()
			if &side.Object == o || q != nil && &q.Object == o {
				sides = append(sides, side)
			}
		}
	}
	return sides
}

// leave notes that a side has left its connection, which ends the Disconnects that wait
// if the other one had.
func (m *mutual) leave(side *calls.Connector) {
	m.mu.Lock()
	k := m.of[&side.Object]
	var ends []func()
	if k != nil {
		delete(k.staying, side)
		if len(k.staying) == 0 {
			ends, k.ends = k.ends, nil
			m.forget(k)
		}
	}
	m.mu.Unlock()
	for _, end := range ends {
		end()
	}
}

// forget forgets a connection that both sides have left.
func (m *mutual) forget(k *mutualConnection) {
	if m.between[k.addresses] == k {
		delete(m.between, k.addresses)
	}
	for o, of := range m.of {
		if of == k {
			delete(m.of, o)
		}
	}
}

// await has end called when the connection of a connector has been left by both sides.
func (m *mutual) await(o *calls.Object, end func()) {
	m.mu.Lock()
	k := m.of[o]
	if k != nil {
		k.ends = append(k.ends, end)
	}
	m.mu.Unlock()
	if k == nil {
		end()
	}
}

// addressesOf returns the two addresses of a connector, that of the passive side first.
func addressesOf(c nd2.Connector, passive bool) string {
	own, other := addressBy(c.GetLocalAddress), addressBy(c.GetPeerAddress)
	if passive {
		return own + " " + other
	}
	return other + " " + own
}

func addressBy(get func(address []byte, size *uint32) nd2.Status) string {
	address := make([]byte, 128)
	size := uint32(len(address))
	if get(address, &size) != nd2.Success {
		return ""
	}
	return string(address[:size])
}
