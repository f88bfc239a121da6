package ndk

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A member is a queue pair on a shared receive queue; its peer is a queue pair of ND2 at
// the other end.
type member struct {
	qp                  ndk.QP
	close               func() *closing
	receives, initiated ndk.CQ
	peer                *End
}

// pairRequest holds NdkCreateQpWithSrq's parameters.
type pairRequest struct{ depth, sge, inline uint32 }

// small is the smallest request.
var small = pairRequest{1, 1, 0}

// cq creates a completion queue.
func (c *consumer) cq(depth uint32) ndk.CQ {
	cq, _ := c.ownCQ(depth)
	return cq
}

// ownCQ is cq for a spec that closes the queue.
func (c *consumer) ownCQ(depth uint32) (cq ndk.CQ, close func() *closing) {
	cq = ended(c.ctx, func(completion ndk.CreateCompletion, out *ndk.CQ) ndk.Status {
		return c.adapter.CreateCq(depth, completion, 0, out)
	})
	return cq, c.own(cq)
}

// createPair calls NdkCreateQpWithSrq.
func (q *queue) createPair(r pairRequest, receives, initiated ndk.CQ, context uintptr) *creation[ndk.QP] {
	return begin(func(completion ndk.CreateCompletion, out *ndk.QP) ndk.Status {
		return q.pd.CreateQpWithSrq(receives, initiated, q.SRQ, context, r.depth, r.sge, r.inline, completion, requestContext,
			out)
	})
}

// join creates an unconnected queue pair with a context.
func (q *queue) join(r pairRequest, context uintptr) *member {
	cq := q.cq(min(max(slots, q.depth)+1, q.limits.MaxCqDepth))
	if OneQueue(q.ctx) {
		return q.joinAt(cq, cq, r, context)
	}
	return q.joinAt(cq, q.cq(1), r, context)
}

// joinAt is join with completion queues for the Receives and for other requests.
func (q *queue) joinAt(receives, initiated ndk.CQ, r pairRequest, context uintptr) *member {
	m := &member{receives: receives, initiated: initiated}
	request := q.createPair(r, m.receives, m.initiated, context)
	Expect(request.status(q.ctx)).To(ReturnNT(ndk.Success))
	m.qp = request.object
	m.close = q.own(m.qp)
	return m
}

// connected is a connected member. It has sent its peer a message, as iWARP demands of
// the active side.
func (q *queue) connected(ctx context.Context, r pairRequest, qpContext uintptr) *member {
	return q.connect(ctx, q.join(r, qpContext))
}

// beside is such a member; its Receives report to another member's queue.
func (q *queue) beside(ctx context.Context, other *member, qpContext uintptr) *member {
	return q.connect(ctx, q.joinAt(other.receives, q.cq(1), small, qpContext))
}

func (q *queue) connect(ctx context.Context, m *member) *member {
	m.peer = Peer(ctx).End(Shape{})
	listener, address := m.peer.Listener()
	m.peer.Connector = m.peer.Side.Connector()
	get := Start(ctx, listener, func(o *nd2.Overlapped) nd2.Status {
		return listener.GetConnectionRequest(m.peer.Connector, o)
	})

	connector := ended(ctx, func(completion ndk.CreateCompletion, out *ndk.Connector) ndk.Status {
		return q.adapter.CreateConnector(completion, 0, out)
	})
	q.own(connector)
	connect := ask(func(completion ndk.RequestCompletion) ndk.Status {
		return connector.Connect(m.qp, q.Sockaddr(0), address, 0, 0, nil, completion, 0)
	})
	Expect(get).To(CompleteWith(nd2.Success))
	accept := Start(ctx, m.peer.Connector, func(o *nd2.Overlapped) nd2.Status {
		return m.peer.Connector.Accept(m.peer.QueuePair, 0, 0, nil, o)
	})
	Expect(connect.status(ctx)).To(ReturnNT(ndk.Success))
	Expect(ask(func(completion ndk.RequestCompletion) ndk.Status {
		return connector.CompleteConnect(nil, 0, completion, 0)
	}).status(ctx)).To(ReturnNT(ndk.Success))
	Expect(accept).To(CompleteWith(nd2.Success))
	AtEnd(ctx, func(ctx context.Context) {
		left := Start(ctx, m.peer.Connector, m.peer.Connector.Disconnect)
		// it may wait for that
		ask(func(completion ndk.RequestCompletion) ndk.Status { return connector.Disconnect(completion, 0) }).status(ctx)
		left.Wait()
	})

	m.peer.PostReceives(1, 1, 8)
	Expect(m.qp.Send(1, nil, 0)).To(ReturnNT(ndk.Success))
	Expect(Result(ctx, m.peer.Receives)).To(CompleteWith(nd2.Success))
	results(ctx, m.initiated, 1)
	return m
}

// arrive makes the peer send n empty messages, one after the other, and returns the
// results of their Receives. It takes the results at both ends.
func (m *member) arrive(ctx context.Context, n int) (got []ndk.Result) {
	for i := range n {
		Expect(m.peer.Send(uintptr(i), nil, 0)).To(Return(nd2.Success))
		Expect(Result(ctx, m.peer.Initiated)).To(CompleteWith(nd2.Success))
		result := results(ctx, m.receives, 1)[0]
		Expect(result.Status).To(ReturnNT(ndk.Success))
		got = append(got, result)
	}
	return got
}

// results polls a completion queue until it has given n results.
func results(ctx context.Context, cq ndk.CQ, n int) []ndk.Result {
	return Polled(ctx, "NDK_CQ", n, func(room []ndk.Result) int { return int(cq.GetCqResults(room)) })
}

// contexts lists the request contexts of results.
func contexts(list []ndk.Result) []uintptr {
	all := make([]uintptr, len(list))
	for i, r := range list {
		all[i] = r.RequestContext
	}
	return all
}
