package bench

import (
	"fmt"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// A linkConfig configures a link.
type linkConfig struct {
	// pairs counts the connections; depth is a queue pair's depth for each kind of request.
	pairs, depth int
	// results is each queue's depth; 0 means the most possible.
	results int
	// wait is the way to wait for results.
	wait string
	// inline is how many bytes a request may have inline.
	inline int
	// shared says that one shared receive queue serves all connections.
	shared bool
}

// A link is some connections between the two ends.
type link struct {
	linkConfig
	rig *rig
	end [2]*end
	// connections are the connections, with both ends.
	connections []*ndclient.Connection
}

// An end is one end of a link. All its queue pairs share the same queues.
type end struct {
	*side
	received, initiated *queue
	shared              nd2.SharedReceiveQueue
	pair                []nd2.QueuePair
	// silent counts each queue pair's requests since its last signaled one.
	silent []int
	// owed counts requests whose result is still to be taken.
	owed int
}

// link returns the link of a configuration, and makes it at first.
func (r *rig) link(c linkConfig) (*link, error) {
	if l := r.links[c]; l != nil {
		return l, nil
	}
	l := &link{linkConfig: c, rig: r}
	err := l.make()
	if err != nil {
		l.release()
		return nil, err
	}
	r.links[c] = l
	return l, nil
}

// drop releases a link after a failure.
func (r *rig) drop(l *link) {
	if l == nil {
		return
	}
	delete(r.links, l.linkConfig)
	l.release()
}

func (l *link) make() error {
	for e := range l.end {
		l.end[e] = &end{side: l.rig.side[e], silent: make([]int, l.pairs)}
		if err := l.queues(l.end[e]); err != nil {
			return err
		}
	}
	for range l.pairs {
		c, err := l.rig.unconnected(l.end, l.depth, l.inline)
		if c != nil {
			l.connections = append(l.connections, c)
		}
		if err != nil {
			return err
		}
		if err := l.rig.connect(c); err != nil {
			return err
		}
		for e := range l.end {
			l.end[e].pair = append(l.end[e].pair, c.Pair[e])
		}
	}
	return nil
}

// queues creates an end's queues.
func (l *link) queues(e *end) (err error) {
	depth := l.results
	if depth == 0 {
		depth = l.pairs * l.depth
	}
	if depth > l.rig.results {
		return unsupported("a completion queue holds at most %d results of %d", l.rig.results, depth)
	}
	if l.depth > l.rig.requests {
		return unsupported("a queue pair takes at most %d requests of %d", l.rig.requests, l.depth)
	}
	if e.received, err = l.queue(e, depth); err != nil {
		return err
	}
	if e.initiated, err = l.queue(e, depth); err != nil {
		return err
	}
	if l.shared && e == l.end[1] {
		most := int(e.Info.MaxSharedReceiveQueueDepth)
		e.shared, err = create[nd2.SharedReceiveQueue](e.SharedReceiveQueue(uint32(min(depth, most)), 1, 0))
	}
	return err
}

func (l *link) queue(e *end, depth int) (q *queue, err error) {
	q = &queue{clock: l.rig.clock, link: l}
	from := e.Adapter
	if l.wait != poll {
		q.waiter = newWaiter(l.rig.clock, l.wait == port)
	}
	if l.wait == port {
		f := ndclient.Step("CreateOverlappedFile", func() nd2.Status { return e.CreateOverlappedFile(&q.file) })
		if f == nil && q.file == nil {
			f = &ndclient.Failure{Method: "CreateOverlappedFile"}
		}
		if f == nil {
			f = ndclient.Step("BindCompletionPort", func() nd2.Status { return q.file.BindCompletionPort(q.waiter, 1) })
		}
		if f != nil {
			return q, failed(f)
		}
		from.File = q.file
	}
	made, f := ndclient.Create[nd2.CompletionQueue](from.CompletionQueue(uint32(depth)))
	if f != nil && f.Status == nd2.InvalidParameter3 && depth == l.rig.results {
		return q, unsupported("%v for the depth that Query says", f)
	}
	q.CompletionQueue = made
	return q, failed(f)
}

// unconnected creates a queue pair and a connector at each end.
func (r *rig) unconnected(ends [2]*end, depth, inline int) (c *ndclient.Connection, err error) {
	c = &ndclient.Connection{}
	for i, e := range ends {
		p := ndclient.Pair{
			Receives: e.received.CompletionQueue, Initiated: e.initiated.CompletionQueue, Shared: e.shared,
			ReceiveDepth: uint32(depth), InitiatorDepth: uint32(depth), ReceiveEntries: 1, InitiatorEntries: 1,
			Inline: uint32(inline),
		}
		if c.Pair[i], err = create[nd2.QueuePair](e.QueuePair(p)); err != nil {
			return c, err
		}
		if c.Connector[i], err = create[nd2.Connector](e.Connector()); err != nil {
			return c, err
		}
	}
	return c, nil
}

// connect connects what unconnected has created.
func (r *rig) connect(c *ndclient.Connection) error {
	to := r.side[1]
	return failed(c.Connect(r.side[0].Sockaddr(), to.listener, to.address, uint32(r.reads()), r.clock.limit))
}

// reads is a connection's limit of Reads in each direction, according to Query.
func (r *rig) reads() int {
	in := r.least(func(i *nd2.AdapterInfo) uint32 { return i.MaxInboundReadLimit })
	out := r.least(func(i *nd2.AdapterInfo) uint32 { return i.MaxOutboundReadLimit })
	return int(min(in, out))
}

// release releases the link, as far as it was made.
func (l *link) release() {
	for _, c := range l.connections {
		c.Release()
	}
	for _, e := range l.end {
		if e == nil {
			continue
		}
		if e.shared != nil {
			e.shared.Release()
		}
		e.received.release()
		e.initiated.release()
	}
}

// post returns an error unless a method accepts a request.
func post(method string, call func() nd2.Status) error {
	s := ndclient.Insisted(call)
	if s == nd2.Success {
		return nil
	}
	return fmt.Errorf("%s returned %v", method, s)
}
