package drive

import (
	"github.com/ndconform/ndconform/nd2"
)

// A stateCall is a call on a connector that must fail in its state, and change nothing.
type stateCall = func(x caller, k nd2.Connector) nd2.Status

func readLimits(_ caller, k nd2.Connector) nd2.Status {
	return k.GetReadLimits(new(uint32), new(uint32))
}
func privateDataOf(_ caller, k nd2.Connector) nd2.Status { return addressOf(k.GetPrivateData, 8) }
func peerOf(_ caller, k nd2.Connector) nd2.Status {
	return addressOf(k.GetPeerAddress, nd2.SockaddrIn6Size)
}
func disconnects(x caller, k nd2.Connector) nd2.Status { return x.ends(k, k.Disconnect) }
func completes(x caller, k nd2.Connector) nd2.Status   { return x.ends(k, k.CompleteConnect) }
func notifies(x caller, k nd2.Connector) nd2.Status    { return x.ends(k, k.NotifyDisconnect) }

// What fails while a request waits, at the end that has made it and at the end that holds it, once it is rejected,
// and once an end has disconnected.
var (
	whileAsking  = []stateCall{readLimits, disconnects, privateDataOf, notifies}
	whileHolding = []stateCall{completes, notifies}
	afterReject  = []stateCall{readLimits, disconnects, completes}
	afterLeaving = []stateCall{readLimits, disconnects, completes, peerOf}
)

// failsIn makes one of some calls on a connector, which must fail in the connector's state.
func (d *driver) failsIn(calls []stateCall, s *side, k nd2.Connector, choice uint64) {
	calls[choice>>3%uint64(len(calls))](caller{d: d, s: s}, k)
	must(d.ends.Breach())
}

// failsWhileAsking makes calls on both connectors of a request that waits.
func (d *driver) failsWhileAsking(l *link, active int, choice uint64) {
	if choice>>2&1 == 0 {
		d.failsIn(whileHolding, d.side[1-active], l.connector[1-active], choice)
	} else {
		d.failsIn(whileAsking, d.side[active], l.connector[active], choice)
	}
}

// failsAfterLeaving makes calls on the connectors of ends that have disconnected, and flushes their queue pairs
// once more, which yields nothing.
func (d *driver) failsAfterLeaving(l *link, choice uint64) {
	for e, s := range d.side {
		t := l.leaving[e]
		if t == nil || t.Final() != nd2.Success || l.connector[e] == nil {
			continue
		}
		d.failsIn(afterLeaving, s, l.connector[e], choice+uint64(e)<<3)
		if choice>>6&1 == 0 {
			d.flush(l, e)
		}
	}
}

// asksEarly makes an end ask for the end of a connection that is not established yet.
func (d *driver) asksEarly(l *link, e int) {
	t := newOperation(l.connector[e], d.side[e].port)
	t.start(l.connector[e].NotifyDisconnect)
	t.early = true
	if t.Returned == nd2.Pending {
		l.gone[e] = t
	}
}
