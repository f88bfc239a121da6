package nic

import (
	"net/netip"
	"runtime"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/cm"
)

// quick gives up a silent peer after 34 ms.
var quick = cm.Timing{Response: 10, Retries: 7, Service: 8}

// A party is a node that connects: a connector, and a queue pair for it.
type party struct {
	*node
	t         testing.TB
	manager   *ConnectionManager
	connector *Connector
	queuePair *QueuePair
}

// parties gives both nodes of a new world a connection manager.
func parties(t *testing.T) (w *world, a, b *party) {
	settles(t)
	w = newWorld(t)
	return w, newParty(t, w.a), newParty(t, w.b)
}

// settles checks that the test leaves no goroutine behind.
func settles(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		deadline := time.Now().Add(10 * time.Second)
		for runtime.NumGoroutine() > before && time.Now().Before(deadline) {
			runtime.Gosched()
		}
		if now := runtime.NumGoroutine(); now > before {
			t.Errorf("%d goroutines, %d before", now, before)
		}
	})
}

func newParty(t testing.TB, n *node) *party {
	m, _ := n.device.manager.(*ConnectionManager)
	if m == nil {
		m = NewConnectionManager(n.device, Timing{Timing: quick, Ack: 14, RNR: 163_840, SharedRNR: 640}, 1)
	}
	return &party{node: n, t: t, manager: m, connector: m.NewConnector(n.file), queuePair: n.queuePair(t)}
}

// other is another connector and queue pair of the same node.
func (p *party) other() *party { return newParty(p.t, p.node) }

func (p *party) at(port uint16) netip.AddrPort {
	return netip.AddrPortFrom(p.device.Addresses()[0], port)
}

// An operation is an overlapped request.
type operation struct {
	requests *Requests
	o        *nd2.Overlapped
	event    *event
	returned nd2.Status
}

func operate(r *Requests, call func(*nd2.Overlapped) nd2.Status) *operation {
	e := newEvent()
	op := &operation{requests: r, o: &nd2.Overlapped{Event: e}, event: e}
	op.returned = call(op.o)
	return op
}

// status waits for the final status.
func (op *operation) status() nd2.Status {
	if op.returned != nd2.Pending {
		return op.returned
	}
	return op.requests.Result(op.o, true)
}

func (op *operation) pending() bool {
	return op.returned == nd2.Pending && op.requests.Result(op.o, false) == nd2.Pending
}

// listen returns a listener at a port of the party.
func (p *party) listen(port uint16, backlog uint32) *Listener {
	p.t.Helper()
	l := p.manager.NewListener(p.file)
	want(p.t, l.Bind(p.at(port)), nd2.Success)
	want(p.t, l.Listen(backlog), nd2.Success)
	return l
}

func (p *party) get(l *Listener) *operation {
	return operate(&l.Requests, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(p.connector, o) })
}

func (p *party) connect(to netip.AddrPort, reads Reads, data string) *operation {
	return operate(&p.connector.Requests, func(o *nd2.Overlapped) nd2.Status {
		return p.connector.Connect(p.queuePair, to, reads, []byte(data), o)
	})
}

func (p *party) accept(reads Reads, data string) *operation {
	return operate(&p.connector.Requests, func(o *nd2.Overlapped) nd2.Status {
		return p.connector.Accept(p.queuePair, reads, []byte(data), o)
	})
}

func (p *party) notifyDisconnect() *operation {
	return operate(&p.connector.Requests, p.connector.NotifyDisconnect)
}

func (p *party) disconnect() *operation {
	return operate(&p.connector.Requests, p.connector.Disconnect)
}

// meet connects a until b holds its request.
func meet(a, b *party, reads Reads, data string) (connect *operation) {
	a.t.Helper()
	l := b.listen(0, 0)
	address, _ := l.Address()
	request := b.get(l)
	connect = a.connect(address, reads, data)
	want(a.t, connect.returned, nd2.Pending)
	want(a.t, request.status(), nd2.Success)
	l.Close()
	return connect
}

// establish connects a to b.
func establish(a, b *party) {
	a.t.Helper()
	reads := Reads{4, 4}
	connect := meet(a, b, reads, "")
	accept := b.accept(reads, "")
	want(a.t, accept.returned, nd2.Pending)
	want(a.t, connect.status(), nd2.Success)
	want(a.t, a.connector.CompleteConnect(), nd2.Success)
	want(a.t, accept.status(), nd2.Success)
}

// converse sends a message from one to the other.
func converse(from, to *party) {
	from.t.Helper()
	want(from.t, to.queuePair.Receive(1, []nd2.SGE{to.sge(0, 8)}), nd2.Success)
	want(from.t, from.queuePair.Send(2, []nd2.SGE{from.sge(0, 8)}, 0), nd2.Success)
	if from.cq == to.cq {
		await(from.t, from.cq, 2)
		return
	}
	one(from.t, from.cq, nd2.Success)
	one(to.t, to.cq, nd2.Success)
}

// deliver makes the network deliver the frames of a Hold.
func (n *node) deliver() { n.device.Port().Run() }
