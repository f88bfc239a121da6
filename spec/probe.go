package spec

import (
	"context"
	"net/netip"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// reaches reports whether a connection that is requested over the route arrives at
// its other end within patience. The request is rejected there.
func (r route) reaches(patience time.Duration) (arrives bool) {
	defer func() {
		if recover() != nil { // a method that panics: the specs will show it
			arrives = false
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	p := new(probe)
	defer p.end()
	here, there := p.open(r.from), p.open(r.to)
	listener := there.listener()
	pair, connector, passive := here.queuePair(), here.connector(), there.connector()
	address := make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(address))
	p.step(func() nd2.Status { return listener.Bind(sockaddrOf(r.to.address)) })
	p.step(func() nd2.Status { return listener.Listen(0) })
	p.step(func() nd2.Status { return listener.GetLocalAddress(address, &size) })
	p.step(func() nd2.Status { return connector.Bind(sockaddrOf(r.from.address)) })
	if p.failed {
		return false
	}
	get := Start(ctx, listener, func(o *nd2.Overlapped) nd2.Status { return listener.GetConnectionRequest(passive, o) })
	connect := Start(ctx, connector, func(o *nd2.Overlapped) nd2.Status {
		return connector.Connect(pair, address[:size], 0, 0, nil, o)
	})
	defer p.settle(connect, get)
	if !get.ends(ctx, connect) || get.final() != nd2.Success {
		return false
	}
	passive.Reject(nil)
	return true
}

// ends waits until the request has ended, or other has, or the time is up, and
// reports whether it has.
func (op *Operation) ends(ctx context.Context, other *Operation) bool {
	for op.ask() == nd2.Pending && other.ask() == nd2.Pending && ctx.Err() == nil {
		select {
		case <-op.Event.Signaled():
		case <-other.Event.Signaled():
		case <-ctx.Done():
		}
	}
	return op.Done()
}

// A probe is what it takes to try a route, outside of any spec.
type probe struct {
	failed bool
	undo   []func()
}

// A probed adapter is one opened for a probe.
type probed struct {
	*probe
	nd2.Adapter
	file nd2.OverlappedFile
}

// step carries out a call that has to succeed, unless one before it has failed.
func (p *probe) step(call func() nd2.Status) {
	p.failed = p.failed || call() != nd2.Success
}

// made carries out a call that creates an object, which is released in the end.
func made[T nd2.Unknown](p *probe, call func(object *nd2.Unknown) nd2.Status) (object T) {
	p.step(func() nd2.Status {
		var created nd2.Unknown
		s := call(&created)
		typed, ok := created.(T)
		if s == nd2.Success && !ok {
			return nd2.Unsuccessful
		}
		if ok {
			object = typed
			p.undo = append(p.undo, func() { typed.Release() })
		}
		return s
	})
	return object
}

// open opens an adapter and creates an overlapped file.
func (p *probe) open(a adapter) probed {
	on := probed{probe: p}
	on.Adapter = made[nd2.Adapter](p, func(object *nd2.Unknown) nd2.Status {
		return a.provider.OpenAdapter(nd2.IIDAdapter, a.id, object)
	})
	p.step(func() nd2.Status {
		if s := on.CreateOverlappedFile(&on.file); s != nd2.Success || on.file != nil {
			return s
		}
		return nd2.Unsuccessful
	})
	if !p.failed {
		p.undo = append(p.undo, func() { on.file.Close() })
	}
	return on
}

func (on probed) listener() nd2.Listener {
	return made[nd2.Listener](on.probe, func(object *nd2.Unknown) nd2.Status {
		return on.CreateListener(nd2.IIDListener, on.file, object)
	})
}

func (on probed) connector() nd2.Connector {
	return made[nd2.Connector](on.probe, func(object *nd2.Unknown) nd2.Status {
		return on.CreateConnector(nd2.IIDConnector, on.file, object)
	})
}

// queuePair creates the least that can be connected.
func (on probed) queuePair() nd2.QueuePair {
	queue := made[nd2.CompletionQueue](on.probe, func(object *nd2.Unknown) nd2.Status {
		return on.CreateCompletionQueue(nd2.IIDCompletionQueue, on.file, 1, 0, 0, object)
	})
	return made[nd2.QueuePair](on.probe, func(object *nd2.Unknown) nd2.Status {
		return on.CreateQueuePair(nd2.IIDQueuePair, queue, queue, 0, 1, 1, 1, 1, 0, object)
	})
}

// settle has requests end, so that nobody is still to write to their OVERLAPPEDs.
func (p *probe) settle(requests ...*Operation) {
	for _, op := range requests {
		op.object.CancelOverlappedRequests()
		op.ends(op.ctx, op)
	}
}

// end releases what was created, the latest first.
func (p *probe) end() {
	for i := range p.undo {
		p.undo[len(p.undo)-1-i]()
	}
}

// sockaddrOf is the address with a port of the provider's choice.
func sockaddrOf(a netip.Addr) []byte { return nd2.Sockaddr(netip.AddrPortFrom(a, 0)) }
