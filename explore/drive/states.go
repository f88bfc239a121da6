package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

// A stateCall is a call on a connector that must fail in its state, and change nothing.
type stateCall struct {
	what, rules string
	call        func(d *driver, s *side, c nd2.Connector) nd2.Status
}

var (
	readLimits = stateCall{
		"GetReadLimits", "connector.getreadlimits.nd-connection-invalid",
		func(_ *driver, _ *side, c nd2.Connector) nd2.Status { return c.GetReadLimits(new(uint32), new(uint32)) },
	}
	disconnects = stateCall{
		"Disconnect", "connector.disconnect.nd-connection-invalid",
		func(d *driver, s *side, c nd2.Connector) nd2.Status { return d.ended(s, c, c.Disconnect) },
	}
	completes = stateCall{
		"CompleteConnect", "connector.completeconnect.nd-connection-invalid",
		func(d *driver, s *side, c nd2.Connector) nd2.Status { return d.ended(s, c, c.CompleteConnect) },
	}
	noData = stateCall{
		"GetPrivateData", "connector.getprivatedata.nd-connection-invalid",
		func(_ *driver, _ *side, c nd2.Connector) nd2.Status {
			size := uint32(8)
			return c.GetPrivateData(make([]byte, size), &size)
		},
	}
	noPeer = stateCall{
		"GetPeerAddress", "connector.getpeeraddress.nd-connection-invalid",
		func(_ *driver, _ *side, c nd2.Connector) nd2.Status {
			size := uint32(nd2.SockaddrIn6Size)
			return c.GetPeerAddress(make([]byte, size), &size)
		},
	}
	neverConnected = stateCall{
		"NotifyDisconnect", "connector.notifydisconnect.nd-connection-invalid",
		func(d *driver, s *side, c nd2.Connector) nd2.Status { return d.ended(s, c, c.NotifyDisconnect) },
	}
)

// What fails while a request waits, at the end that has made it and at the end that holds it, once it is rejected,
// and once an end has disconnected.
var (
	whileAsking   = []stateCall{readLimits, disconnects, noData, neverConnected}
	whileHolding  = []stateCall{completes, neverConnected}
	afterReject   = []stateCall{readLimits, disconnects, completes}
	afterLeaving  = []stateCall{readLimits, disconnects, completes, noPeer}
	stateOfAsking = "of a connector whose request waits"
)

// failsIn makes one of some calls on a connector, which must fail in the connector's state.
func (d *driver) failsIn(state string, calls []stateCall, s *side, c nd2.Connector, choice uint64) *model.Violation {
	one := calls[choice>>3%uint64(len(calls))]
	st := one.call(d, s, c)
	d.log.note("%s %s: %v", one.what, state, st)
	return judged(one.rules, one.what+" "+state, st)
}

// failsWhileAsking makes calls on both connectors of a request that waits.
func (d *driver) failsWhileAsking(l *link, active int, choice uint64) *model.Violation {
	if choice>>2&1 == 0 {
		return d.failsIn("of a connector that holds a request", whileHolding, d.side[1-active], l.connector[1-active],
			choice)
	}
	return d.failsIn(stateOfAsking, whileAsking, d.side[active], l.connector[active], choice)
}

// failsAfterLeaving makes calls on the connectors of ends that have disconnected, and flushes their queue pairs
// once more, which yields nothing.
func (d *driver) failsAfterLeaving(l *link, choice uint64) *model.Violation {
	for e, s := range d.side {
		t := l.leaving[e]
		if t == nil || t.Final() != nd2.Success || l.connector[e] == nil {
			continue
		}
		v := d.failsIn("of a connector that has disconnected", afterLeaving, s, l.connector[e], choice+uint64(e)<<3)
		if v != nil {
			return v
		}
		if choice>>6&1 == 0 {
			if v := d.flush(l, e); v != nil {
				return v
			}
		}
	}
	return nil
}

// asksEarly makes an end ask for the end of a connection that is not established yet.
func (d *driver) asksEarly(l *link, e int) *model.Violation {
	t := newOperation(l.connector[e], d.side[e].port)
	t.start(l.connector[e].NotifyDisconnect)
	t.early = true
	if t.Returned == nd2.Pending {
		l.gone[e] = t
		return nil
	}
	if t.lacks {
		return nil
	}
	return judged("connector.notifydisconnect.not-before-established",
		"a NotifyDisconnect of a connection that is not established", t.Returned)
}
