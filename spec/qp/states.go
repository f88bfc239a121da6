package qp

import (
	"context"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A state is one in which a queue pair is that is not connected yet. Reach brings the subject of an attempt there, and
// what it returns makes the connection.
type state struct {
	name, when string
	prepare    func(ctx context.Context) *Attempt
	reach      func(a *Attempt) (establish func() *Connection)
}

// goingOn accepts the request that an attempt has made.
func goingOn(a *Attempt) func() *Connection {
	connect := a.Request(nil)
	return func() *Connection {
		accept := a.Accept(nil)
		Expect(connect).To(CompleteWith(nd2.Success))
		return a.Finish(accept)
	}
}

// answered completes a connection that the passive side has accepted.
func answered(a *Attempt) func() *Connection {
	accept := a.Answer(nil)
	return func() *Connection { return a.Finish(accept) }
}

// rejected makes another attempt after a rejected one.
func rejected(a *Attempt) func() *Connection {
	connect := a.Request(nil)
	Expect(a.Passive.Connector.Reject(nil)).To(Return(nd2.Success, nd2.Pending))
	Expect(connect).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
	return func() *Connection { return a.Anew().Establish() }
}

// unconnected are the states of a queue pair before it is connected, but for the first.
var unconnected = []state{
	{"connecting", "while its connector connects", Attempting, goingOn},
	{"answered", "when the peer has accepted, and CompleteConnect has not been called", Attempting, answered},
	{"rejected", "when the peer has rejected it", Attempting, rejected},
	{"requested", "while its connector-to-be holds a request", Awaiting, goingOn},
	{"rejecting", "when the request that it was for has been rejected", Awaiting, rejected},
}

// inEachState returns a table entry for each state of a list.
func inEachState(list []state, ids ...string) (entries []TableEntry) {
	for _, s := range list {
		entries = append(entries, Entry(s.when, Covers(ids...), Variant(s.name), s))
	}
	return entries
}

// initiatorRequests are the types of requests that take a connection.
var initiatorRequests = []nd2.RequestType{
	nd2.RequestSend, nd2.RequestWrite, nd2.RequestRead, nd2.RequestBind, nd2.RequestInvalidate,
}

// refusedInEachState returns a table entry for each state and each initiator request.
func refusedInEachState() (entries []TableEntry) {
	for _, kind := range initiatorRequests {
		id := "qp." + strings.ToLower(kind.String()) + ".nd-connection-invalid"
		for _, s := range unconnected {
			entries = append(entries, Entry(fmt.Sprintf("%s, as a %v", s.when, kind), Covers(id), Variant(s.name), kind, s))
		}
	}
	return entries
}

var _ = Describe("IND2QueuePair, not connected yet,", func() {
	DescribeTable("refuses an initiator request, and is connected thereafter,",
		func(ctx SpecContext, kind nd2.RequestType, in state) {
			a := in.prepare(ctx)
			early := *a.Subject()
			early.Connector = nil // which the window of an Invalidate is not bound with
			post := poster(ctx, &Connection{Ends: Ends{Active: &early, Passive: a.Peer()}}, kind)
			establish := in.reach(a)
			for range 2 {
				Expect(post(1, 0)).To(ReturnAsRuled("qp." + strings.ToLower(kind.String()) + ".nd-connection-invalid"))
			}
			c := establish()
			c.Settle(ctx)
			expectNothingMore(ctx, c, a.Subject())
		}, refusedInEachState())

	DescribeTable("takes a Receive, which the first message fills,",
		func(ctx SpecContext, in state) {
			a := in.prepare(ctx)
			establish := in.reach(a)
			e := a.Subject()
			e.PostReceives(1, 1, 8)
			c := establish()
			from := c.Other(e)
			if from == c.Passive { // which on iWARP is not the first to send
				c.Passive.PostReceives(1, 1, 8)
				Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
				Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
			}
			sent := from.Memory.Fill(0, 8, 0x42)
			Expect(from.Send(1, from.Memory.List(0, 8), 0)).To(Return(nd2.Success))
			Expect(Results(ctx, e.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Expect(e.Memory.Bytes[:8]).To(HoldBytes(sent))
		}, inEachState(unconnected, "qp.receive.before-connecting"))

	DescribeTable("has its Receives canceled by Flush,", ownReceives, func(ctx SpecContext, in state) {
		a := in.prepare(ctx)
		in.reach(a)
		e := a.Subject()
		n := min(2, e.ReceiveDepth())
		e.PostReceives(1, n, 8)
		Expect(e.Flush()).To(Return(nd2.Success))
		Expect(Results(ctx, e.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n), nd2.Canceled)...))
		Expect(Drain(e.Receives)).To(HaveOutcomes())
	}, inEachState(unconnected, "qp.flush.not-connected"))
})

// Flush has no other code than ND_SUCCESS, and nothing to cancel where all has ended.
var _ = Describe("IND2QueuePair::Flush, when all has ended,", func() {
	DescribeTable("succeeds and yields no result,", func(ctx SpecContext, end func(ctx context.Context, c *Connection)) {
		c := Connect(ctx, Shape{})
		e := c.Active
		end(ctx, c)
		for range 3 {
			Expect(e.Flush()).To(Return(nd2.Success))
		}
		Expect(Drain(e.Receives)).To(HaveOutcomes())
		Expect(Drain(e.Initiated)).To(HaveOutcomes())
	},
		Entry("by an earlier Flush", Covers("qp.flush.nd-success"), Variant("flushed"), ownReceives,
			func(ctx context.Context, c *Connection) {
				c.Active.PostReceives(1, 1, 8)
				Expect(c.Active.Flush()).To(Return(nd2.Success))
				Expect(Result(ctx, c.Active.Receives)).To(CompleteWith(nd2.Canceled))
			}),
		Entry("by Disconnect", Covers("qp.flush.nd-success"), Variant("disconnected"),
			func(ctx context.Context, c *Connection) {
				Expect(c.Part(ctx, c.Active)).To(CompleteWith(nd2.Success))
			}),
		Entry("by the peer's Disconnect", Covers("qp.flush.nd-success"), Variant("peer-disconnected"),
			func(ctx context.Context, c *Connection) {
				peerDisconnects(ctx, c)
			}),
		Entry("by a request that failed", Covers("qp.flush.nd-success"), Variant("failed"),
			func(ctx context.Context, c *Connection) {
				endByFailure(ctx, c, nd2.RequestWrite)
			}))
})
