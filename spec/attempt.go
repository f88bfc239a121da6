package spec

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
)

// An Attempt is a connection in the making; the spec takes each step. The active end's connector is bound, and a
// listener listens at the passive end's address.
type Attempt struct {
	Ends
	Listener nd2.Listener
	// Address is what the listener listens at, a sockaddr.
	Address []byte

	ctx context.Context
}

// Attempting prepares a connection that the adapter under test is to make.
func Attempting(ctx context.Context) *Attempt {
	return NewAttempt(ctx, Local(ctx).End(Shape{}), Peer(ctx).End(Shape{}))
}

// Awaiting prepares a connection that the adapter under test is to accept.
func Awaiting(ctx context.Context) *Attempt {
	return NewAttempt(ctx, Peer(ctx).End(Shape{}), Local(ctx).End(Shape{}))
}

// NewAttempt prepares a connection of two ends.
func NewAttempt(ctx context.Context, active, passive *End) *Attempt {
	a := &Attempt{Ends: Ends{active, passive}, ctx: ctx}
	a.Listener, a.Address = passive.Side.Listener()
	return a.Anew()
}

// Anew gives both ends new connectors, for another attempt with the queue pairs
// that they have.
func (a *Attempt) Anew() *Attempt {
	passed := begin(a.ctx, PrerequisiteConnector)
	a.Active.Connector, a.Passive.Connector = a.Active.Side.Connector(), a.Passive.Side.Connector()
	Bound(a.Active.Connector.Bind(a.Active.Sockaddr(0)))
	passed()
	return a
}

// Another prepares one more attempt at the same listener.
func (a *Attempt) Another() *Attempt {
	b := &Attempt{
		Ends:     Ends{a.Active.Side.End(Shape{}), a.Passive.Side.End(Shape{})},
		Listener: a.Listener, Address: a.Address, ctx: a.ctx,
	}
	return b.Anew()
}

// Get issues the GetConnectionRequest for the passive end's connector.
func (a *Attempt) Get() *Operation {
	return Start(a.ctx, a.Listener, func(o *nd2.Overlapped) nd2.Status {
		return a.Listener.GetConnectionRequest(a.Passive.Connector, o)
	})
}

// Connect issues the active end's Connect.
func (a *Attempt) Connect(privateData []byte) *Operation {
	e := a.Active
	return Start(a.ctx, e.Connector, func(o *nd2.Overlapped) nd2.Status {
		return e.Connector.Connect(e.QueuePair, a.Address, e.shape.InboundReads, e.shape.OutboundReads, privateData, o)
	})
}

// Accept issues the passive end's Accept.
func (a *Attempt) Accept(privateData []byte) *Operation {
	e := a.Passive
	return Start(a.ctx, e.Connector, func(o *nd2.Overlapped) nd2.Status {
		return e.Connector.Accept(e.QueuePair, e.shape.InboundReads, e.shape.OutboundReads, privateData, o)
	})
}

// Complete issues the active end's CompleteConnect.
func (a *Attempt) Complete() *Operation {
	return Start(a.ctx, a.Active.Connector, a.Active.Connector.CompleteConnect)
}

// Request goes on until the passive end holds the request, and returns the Connect in
// progress. A Connect that has failed is not waited for.
func (a *Attempt) Request(privateData []byte) (connect *Operation) {
	passed := begin(a.ctx, PrerequisiteRequest)
	get := a.Get()
	connect = a.Connect(privateData)
	point := get.point()
	w := get.await(a.ctx, point)
	switch ended := get.ends(w.ctx, connect); {
	case ended:
		w.completed()
	case connect.Done():
		w.cancel()
		MustSucceed("IND2Connector::Connect", connect.Wait())
	default:
		w.timedOut(point)
	}
	MustSucceed("IND2Listener::GetConnectionRequest", get.Wait())
	passed()
	return connect
}

// Answer goes on until the active end has been accepted, and returns the Accept in
// progress.
func (a *Attempt) Answer(privateData []byte) (accept *Operation) {
	return a.answer(nil, privateData)
}

func (a *Attempt) answer(callers, callees []byte) (accept *Operation) {
	connect := a.Request(callers)
	passed := begin(a.ctx, PrerequisiteConnection)
	accept = a.Accept(callees)
	MustSucceed("IND2Connector::Connect", connect.Wait())
	passed()
	return accept
}

// Establish makes the connection. It is ended when the spec ends.
func (a *Attempt) Establish() *Connection {
	from, to := a.Active, a.Passive
	return a.Finish(a.answer(from.greeting(from.Info.MaxCallerData), to.greeting(to.Info.MaxCalleeData)))
}

// greeting is the private data with which a spec that says nothing of it connects, of at most most bytes. No fabric
// carries a MiB, whatever an adapter says.
func (e *End) greeting(most uint32) (data []byte) {
	if most <= 1<<20 {
		data = append(data, make([]byte, targetOf(e.ctx).drawnUpTo(PrivateData, uint64(most)))...)
		Pattern(data, 0x5a)
	}
	return data
}

// EstablishOwn is Establish with a connector at the active end to which release drops the only
// reference: a connector may hold one to its queue pair.
func (a *Attempt) EstablishOwn() (c *Connection, release func()) {
	release = a.OwnActive()
	return a.establish(), release
}

// EstablishOwnPassive is EstablishOwn for the passive end.
func (a *Attempt) EstablishOwnPassive() (c *Connection, release func()) {
	passed := begin(a.ctx, PrerequisiteConnector)
	a.Passive.Connector, release = a.Passive.Side.OwnConnector()
	passed()
	return a.establish(), release
}

// establish makes the connection, and leaves its end to the spec.
func (a *Attempt) establish() *Connection {
	accept := a.Answer(nil)
	passed := begin(a.ctx, PrerequisiteConnection)
	MustSucceed("IND2Connector::CompleteConnect", a.Complete().Wait())
	MustSucceed("IND2Connector::Accept", accept.Wait())
	passed()
	return &Connection{a.Ends}
}

// OwnActive gives the active end a connector to which release drops the only reference.
func (a *Attempt) OwnActive() (release func()) {
	passed := begin(a.ctx, PrerequisiteConnector)
	a.Active.Connector, release = a.Active.Side.OwnConnector()
	Bound(a.Active.Connector.Bind(a.Active.Sockaddr(0)))
	passed()
	return release
}

// Finish completes a connection that is being accepted.
func (a *Attempt) Finish(accept *Operation) *Connection {
	passed := begin(a.ctx, PrerequisiteConnection)
	MustSucceed("IND2Connector::CompleteConnect", a.Complete().Wait())
	MustSucceed("IND2Connector::Accept", accept.Wait())
	// Either side may be gone already; and one's Disconnect may wait for the other's.
	active, passive := a.Active.Connector, a.Passive.Connector
	AtEnd(a.ctx, func(ctx context.Context) {
		first, second := Start(ctx, active, active.Disconnect), Start(ctx, passive, passive.Disconnect)
		first.Wait()
		second.Wait()
	})
	passed()
	return &Connection{a.Ends}
}
