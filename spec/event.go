package spec

import (
	"context"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// An Event is a manual-reset event that can be waited for with a context, and
// counts how often it was set.
type Event = ndclient.Event

// NewEvent returns an event that is not signaled.
func NewEvent() *Event { return new(Event) }

// A Port is a completion port that keeps its packets in the order of arrival.
type Port struct{ ndclient.Port }

// Keys lists the completion keys of what was posted so far for a request, oldest first.
func (p *Port) Keys(of *Operation) (keys []uintptr) {
	for _, packet := range p.Port.Packets() {
		if packet.Overlapped == of.Overlapped {
			keys = append(keys, packet.Key)
		}
	}
	return keys
}

// Order lists which of the requests have packets, by their places, in the order in which the
// packets came.
func (p *Port) Order(requests ...*Operation) (order []uintptr) {
	for _, o := range p.Packets() {
		i := slices.IndexFunc(requests, func(r *Operation) bool { return r.Overlapped == o })
		if i >= 0 {
			order = append(order, uintptr(i))
		}
	}
	return order
}

// Packets lists what was posted so far, oldest first.
func (p *Port) Packets() (list []*nd2.Overlapped) {
	for _, packet := range p.Port.Packets() {
		list = append(list, packet.Overlapped)
	}
	return list
}

// A Dispatcher is a completion port whose packets are taken one by one, and handled,
// as the threads of a client do it. It keeps any number of them.
type Dispatcher struct {
	mu      sync.Mutex
	packets []*nd2.Overlapped
	arrived chan struct{}
}

// NewDispatcher returns a port without packets.
func NewDispatcher() *Dispatcher { return &Dispatcher{arrived: make(chan struct{}, 1)} }

// Post implements nd2.CompletionPort.
func (d *Dispatcher) Post(_ uintptr, o *nd2.Overlapped) {
	d.mu.Lock()
	d.packets = append(d.packets, o)
	d.mu.Unlock()
	select {
	case d.arrived <- struct{}{}:
	default: // whoever takes that one finds this packet, too
	}
}

// Next takes the oldest packet, and waits for it if there is none. The spec fails if
// its time runs out; what says what was waited for.
func (d *Dispatcher) Next(ctx context.Context, what string) *nd2.Overlapped {
	return d.next(ctx, what, nil)
}

// next is [Dispatcher.Next] for the packet of a request, or of any if it is nil.
func (d *Dispatcher) next(ctx context.Context, what string, of *nd2.Overlapped) *nd2.Overlapped {
	point := pointAnyPacket
	if r := calling.Load(); r != nil && of != nil && r.MethodBy(of) != "" {
		point = packetOf + r.MethodBy(of)
	}
	w := await(ctx, point, pointAnyPacket)
	for {
		if o := d.take(); o != nil {
			w.completed()
			return o
		}
		select {
		case <-d.arrived:
		case <-w.ctx.Done():
			if of != nil {
				point = pointBehind(point, of)
			}
			w.timedOut(point, pointAnyPacket)
			notGiven(point, "a packet at the completion port: "+what, "none in time", "")
		}
	}
}

func (d *Dispatcher) take() *nd2.Overlapped {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.packets) == 0 {
		return nil
	}
	o := d.packets[0]
	d.packets = d.packets[1:]
	return o
}

// Carry issues a request with an OVERLAPPED, which has no event, and returns how it ends:
// what the call returns, or, after ND_PENDING, what GetOverlappedResult does when the
// request's packet has come, again for each phase of it. Packets of other requests
// must not come meanwhile.
func (d *Dispatcher) Carry(ctx context.Context, what string, object nd2.Overlapping, o *nd2.Overlapped,
	call func(o *nd2.Overlapped) nd2.Status,
) nd2.Status {
	if s := call(o); s != nd2.Pending {
		return s
	}
	return d.Ended(ctx, what, object, o)
}

// Ended is [Dispatcher.Carry] for a request that is pending.
func (d *Dispatcher) Ended(ctx context.Context, what string, object nd2.Overlapping, o *nd2.Overlapped) nd2.Status {
	for {
		if got := d.next(ctx, what, o); got != o {
			Unmet("the packet of "+what, "that of another request")
		}
		if s := object.GetOverlappedResult(o, false); s != nd2.Pending {
			return s
		}
	}
}

// WithDispatcher returns the side with a new overlapped file that is bound to a dispatcher.
func (s *Side) WithDispatcher(d *Dispatcher) *Side {
	with := s.WithFile()
	MustSucceed("binding the completion port", with.File.BindCompletionPort(d, 1))
	return with
}
