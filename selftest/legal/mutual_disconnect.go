package legal

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// disconnectWaits lets the Disconnect of one side of a connection wait for the other side to leave.
type disconnectWaits struct {
	mu sync.Mutex
	// of is the connection of a connector that has established one.
	of map[*calls.Object]*connectionSides
	// byAddresses are the connections by the addresses of their passive and active sides.
	byAddresses map[string]*connectionSides
}

// connectionSides are the sides of a connection that have not left.
type connectionSides struct {
	addresses string
	connected map[*calls.Connector]bool
	// ends end the Disconnects that wait.
	ends []func()
}

func mutualDisconnect() calls.Hooks {
	w := &disconnectWaits{of: map[*calls.Object]*connectionSides{}, byAddresses: map[string]*connectionSides{}}
	delayed := newDelayedEnds()
	delayed.delay = func(s *calls.ProxyOverlapped) func(end func()) {
		if s.Method != calls.ConnectorDisconnect {
			return nil
		}
		return func(end func()) { w.await(s.Object, end) }
	}
	return calls.Chain(calls.Hooks{Call: w.call}, delayed.hooks())
}

func (w *disconnectWaits) call(c *calls.Call) nd2.Status {
	var leaving []*calls.Connector
	switch c.Method {
	case calls.ConnectorAccept, calls.ConnectorCompleteConnect:
		w.join(c.OnConnector(), c.Method == calls.ConnectorAccept)
	case calls.ConnectorDisconnect:
		leaving = append(leaving, c.OnConnector())
	case calls.Release:
		leaving = w.releasing(c.Object)
	}
	s := c.Proceed()
	for _, side := range leaving {
		w.leave(side) // with whatever status: its adapter may have been removed
	}
	return s
}

// join notes one side of a connection, the passive one first. Nothing waits for a side that is a
// client of v1 or NDK, or in another process.
func (w *disconnectWaits) join(side *calls.Connector, passive bool) {
	addresses := addressesOf(side.Inner, passive)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of[&side.Object] != nil { // it is connected, and the call will be refused
		return
	}
	if passive {
		w.byAddresses[addresses] = &connectionSides{addresses: addresses, connected: map[*calls.Connector]bool{}}
	}
	k := w.byAddresses[addresses]
	if k != nil {
		k.connected[side] = true
		w.of[&side.Object] = k
	}
}

// releasing lists the sides that the last reference to an object keeps connected.
func (w *disconnectWaits) releasing(o *calls.Object) (sides []*calls.Connector) {
	if o.Kind != "IND2Connector" && o.Kind != "IND2QueuePair" || !o.LastReference() {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, k := range w.of {
		for side := range k.connected {
			q := side.QP()
			if &side.Object == o || q != nil && &q.Object == o {
				sides = append(sides, side)
			}
		}
	}
	return sides
}

// leave notes that a side has left its connection. With the second one, the Disconnects end.
func (w *disconnectWaits) leave(side *calls.Connector) {
	w.mu.Lock()
	k := w.of[&side.Object]
	var ends []func()
	if k != nil {
		delete(k.connected, side)
		if len(k.connected) == 0 {
			ends, k.ends = k.ends, nil
			w.forget(k)
		}
	}
	w.mu.Unlock()
	for _, end := range ends {
		end()
	}
}

// forget forgets a connection that both sides have left.
func (w *disconnectWaits) forget(k *connectionSides) {
	if w.byAddresses[k.addresses] == k {
		delete(w.byAddresses, k.addresses)
	}
	for o, of := range w.of {
		if of == k {
			delete(w.of, o)
		}
	}
}

// await calls end when both sides have left the connection of a connector.
func (w *disconnectWaits) await(o *calls.Object, end func()) {
	w.mu.Lock()
	k := w.of[o]
	if k != nil {
		k.ends = append(k.ends, end)
	}
	w.mu.Unlock()
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
