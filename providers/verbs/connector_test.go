//go:build linux && cgo && verbs

package verbs

import (
	"fmt"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// An event that was read before its identifier was dropped says nothing of the connector's
// next attempt.
func TestEventOfFormerIdentifier(t *testing.T) {
	d := &device{}
	c := &connector{}
	c.adapter = &adapter{device: d}
	former := d.resources.add(ofConnections, c, func() {})
	c.events, c.phase = former, connecting
	c.drop()
	c.events = d.resources.add(ofConnections, c, func() {})
	for _, kind := range []ib.CMKind{ib.Rejected, ib.Unreachable, ib.Connected, ib.Disconnected} {
		d.cmEvent(ib.CMEvent{Kind: kind, Handle: former})
		if c.phase != connecting {
			t.Fatalf("event %v of the identifier before leads to phase %v", kind, c.phase)
		}
	}
	d.cmEvent(ib.CMEvent{Kind: ib.Unreachable, Handle: c.events})
	if c.phase != vacant {
		t.Errorf("its own event leads to phase %v", c.phase)
	}
}

// A connector whose Connect was canceled can be used for another one while the peer has not
// yet answered the first, whoever has chosen its port.
func TestConnectAgainAfterCancel(t *testing.T) {
	for _, fixed := range []bool{false, true} {
		t.Run(fmt.Sprintf("port by Bind %v", fixed), func(t *testing.T) {
			s := openSide(t)
			a, p := s.end(false), s.end(false)
			if fixed {
				succeed(t, "Bind", a.connector.Bind(s.sockaddr()))
			}
			l, address := s.listener()
			connect := func() *request {
				return start(a.connector, func(o *nd2.Overlapped) nd2.Status {
					return a.connector.Connect(a.QueuePair, address, 4, 4, nil, o)
				})
			}
			take := func(c nd2.Connector) *request {
				return start(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(c, o) })
			}
			forgotten := s.connector()
			first := connect()
			succeed(t, "GetConnectionRequest", take(forgotten).wait(t))
			succeed(t, "CancelOverlappedRequests", a.connector.CancelOverlappedRequests())
			if got := first.wait(t); got != nd2.Canceled {
				t.Fatalf("canceled: %v", got)
			}
			got := take(p.connector)
			second := connect()
			forgotten.Reject(nil)
			succeed(t, "GetConnectionRequest of the second", got.wait(t))
			accept := start(p.connector, func(o *nd2.Overlapped) nd2.Status {
				return p.connector.Accept(p.QueuePair, 4, 4, nil, o)
			})
			succeed(t, "Connect again", second.wait(t))
			succeed(t, "CompleteConnect", start(a.connector, a.connector.CompleteConnect).wait(t))
			succeed(t, "Accept", accept.wait(t))
		})
	}
}
