package overlapped

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// The OVERLAPPED's content before a request.
const (
	internal     = 0x5a5a
	internalHigh = 0xa5a5
)

// An inline makes a request that a provider may end at once.
type inline func(ctx context.Context) (side *Side, request *Operation)

// start issues a request with an OVERLAPPED that shows if it was touched.
func start(ctx context.Context, object nd2.Overlapping, call func(o *nd2.Overlapped) nd2.Status) *Operation {
	return Start(ctx, object, func(o *nd2.Overlapped) nd2.Status {
		o.Internal, o.InternalHigh = internal, internalHigh
		return call(o)
	})
}

// expectInline skips the spec if the request did not end at once.
func expectInline(request *Operation) {
	if request.Returned == nd2.Pending {
		request.Wait()
		Unobservable("the provider ends the request later")
	}
}

// expectUntouched shows that a request's OVERLAPPED is unchanged.
func expectUntouched(request *Operation) {
	Expect(request.Overlapped.Internal).To(BeEquivalentTo(internal), "OVERLAPPED.Internal")
	Expect(request.Overlapped.InternalHigh).To(BeEquivalentTo(internalHigh), "OVERLAPPED.InternalHigh")
	Expect(request.Overlapped.Event).To(BeIdenticalTo(request.Event), "OVERLAPPED.hEvent")
}

// expectArrived returns when the request of a's Connect has reached the listener: a later
// request was refused. If that shows nothing, the request is pending.
func expectArrived(a *Attempt) {
	deaf, release := a.Passive.OwnListener()
	Expect(deaf.Bind(a.Passive.Sockaddr(0))).To(Return(nd2.Success))
	Expect(deaf.Listen(0)).To(Return(nd2.Success))
	refused := a.Another()
	refused.Address = a.Passive.Sockaddr(AddressFrom(deaf.GetLocalAddress).Port())
	release()
	refused.Connect(nil).InTime()
}

// eachFailure returns a table entry for each method that can fail.
func eachFailure(id string) []TableEntry {
	with := func(call func(a *Attempt, o *nd2.Overlapped) nd2.Status) inline {
		return func(ctx context.Context) (*Side, *Operation) {
			a := Attempting(ctx)
			return a.Active.Side, start(ctx, a.Active.Connector, func(o *nd2.Overlapped) nd2.Status { return call(a, o) })
		}
	}
	return []TableEntry{
		Entry("(Connect with too much private data)", Covers(id), with(func(a *Attempt, o *nd2.Overlapped) nd2.Status {
			if a.Active.Info.MaxCallerData > 1<<20 {
				Unobservable("MaxCallerData is more than a spec asks of the machine")
			}
			data := make([]byte, a.Active.Info.MaxCallerData+1)
			return a.Active.Connector.Connect(a.Active.QueuePair, a.Address, 0, 0, data, o)
		})),
		Entry("(CompleteConnect without Connect)", Covers(id), Variant("complete-connect"),
			with(func(a *Attempt, o *nd2.Overlapped) nd2.Status {
				return a.Active.Connector.CompleteConnect(o)
			})),
		Entry("(Accept without a request)", Covers(id), Variant("accept"),
			with(func(a *Attempt, o *nd2.Overlapped) nd2.Status {
				return a.Active.Connector.Accept(a.Active.QueuePair, 0, 0, nil, o)
			})),
		Entry("(NotifyDisconnect without a connection)", Covers(id), Variant("notify-disconnect"),
			with(func(a *Attempt, o *nd2.Overlapped) nd2.Status {
				return a.Active.Connector.NotifyDisconnect(o)
			})),
		Entry("(Disconnect without a connection)", Covers(id), Variant("disconnect"),
			with(func(a *Attempt, o *nd2.Overlapped) nd2.Status {
				return a.Active.Connector.Disconnect(o)
			})),
		Entry("(Register of nothing)", Covers(id), Variant("register"), inline(func(ctx context.Context) (*Side, *Operation) {
			side := Local(ctx)
			r := side.MemoryRegion()
			return side, start(ctx, r, func(o *nd2.Overlapped) nd2.Status { return r.Register(nil, AllRights, o) })
		})),
	}
}

// eachLateFailure is eachFailure for objects in use.
func eachLateFailure(id string) []TableEntry {
	return []TableEntry{
		Entry("(Register of a region that is registered)", Covers(id), Variant("register-again"),
			inline(func(ctx context.Context) (*Side, *Operation) {
				side := Local(ctx)
				r, b := side.Memory(4096, AllRights), side.Buffer(4096)
				return side, start(ctx, r, func(o *nd2.Overlapped) nd2.Status { return r.Register(b, AllRights, o) })
			})),
		Entry("(Deregister while a window is bound)", Covers(id), Variant("deregister"), inline(whileBound)),
		Entry("(GetConnectionRequest for no connector)", Covers(id), Variant("get-connection-request"),
			inline(func(ctx context.Context) (*Side, *Operation) {
				a := Awaiting(ctx)
				return a.Passive.Side, start(ctx, a.Listener, func(o *nd2.Overlapped) nd2.Status {
					return a.Listener.GetConnectionRequest(a.Passive.Receives, o)
				})
			})),
		Entry("(Accept with too much private data)", Covers(id), Variant("accept-too-much"), inline(tooMuch)),
		Entry("(Connect of a queue pair that is connected)", Covers(id), Variant("connect-active"),
			inline(func(ctx context.Context) (*Side, *Operation) {
				a := Attempting(ctx)
				c := a.Establish()
				k := a.Active.Side.Connector()
				Bound(k.Bind(a.Active.Sockaddr(0)))
				return a.Active.Side, start(ctx, k, func(o *nd2.Overlapped) nd2.Status {
					return k.Connect(c.Active.QueuePair, a.Address, 0, 0, nil, o)
				})
			})),
	}
}

// whileBound makes a Deregister of a region with a bound window.
func whileBound(ctx context.Context) (*Side, *Operation) {
	c := Connect(ctx, Shape{})
	window := c.Active.MemoryWindow()
	c.Active.BindWindow(ctx, window, c.Active.Memory, 0, 64, nd2.AllowRead)
	request := start(ctx, c.Active.Memory, c.Active.Memory.Deregister)
	if request.Returned.Failed() {
		c.Active.InvalidateWindow(ctx, window)
	}
	return c.Active.Side, request
}

// tooMuch makes an Accept with more private data than the adapter can send.
func tooMuch(ctx context.Context) (*Side, *Operation) {
	a := Awaiting(ctx)
	if a.Passive.Info.MaxCalleeData > 1<<20 {
		Unobservable("MaxCalleeData is more than a spec asks of the machine")
	}
	a.Request(nil)
	data := make([]byte, a.Passive.Info.MaxCalleeData+1)
	return a.Passive.Side, start(ctx, a.Passive.Connector, func(o *nd2.Overlapped) nd2.Status {
		return a.Passive.Connector.Accept(a.Passive.QueuePair, 0, 0, data, o)
	})
}

// eachSuccess returns a table entry for each method that a provider may end at once.
func eachSuccess(id string) []TableEntry {
	variant := func(name string) any { return Variant("success-" + name) }
	return []TableEntry{
		Entry("(Register)", Covers(id), variant("register"), inline(func(ctx context.Context) (*Side, *Operation) {
			side := Local(ctx)
			r, b := side.MemoryRegion(), side.Buffer(4096)
			request := start(ctx, r, func(o *nd2.Overlapped) nd2.Status { return r.Register(b, AllRights, o) })
			AtEnd(ctx, func(ctx context.Context) { Start(ctx, r, r.Deregister).Wait() })
			return side, request
		})),
		Entry("(Deregister)", Covers(id), variant("deregister"), inline(func(ctx context.Context) (*Side, *Operation) {
			side := Local(ctx)
			r, b := side.MemoryRegion(), side.Buffer(4096)
			Expect(Start(ctx, r, func(o *nd2.Overlapped) nd2.Status {
				return r.Register(b, AllRights, o)
			})).To(CompleteWith(nd2.Success))
			return side, start(ctx, r, r.Deregister)
		})),
		Entry("(CompleteConnect)", Covers(id), variant("complete-connect"),
			inline(func(ctx context.Context) (*Side, *Operation) {
				a := Attempting(ctx)
				a.Answer(nil)
				return a.Active.Side, start(ctx, a.Active.Connector, a.Active.Connector.CompleteConnect)
			})),
		Entry("(GetConnectionRequest)", Covers(id), variant("get-connection-request"),
			inline(func(ctx context.Context) (*Side, *Operation) {
				a := Awaiting(ctx)
				connect := a.Connect(nil)
				expectArrived(a)
				if connect.Done() {
					Unobservable("requests come only to whoever has asked for one")
				}
				return a.Passive.Side, start(ctx, a.Listener, func(o *nd2.Overlapped) nd2.Status {
					return a.Listener.GetConnectionRequest(a.Passive.Connector, o)
				})
			})),
		Entry("(Notify)", Covers(id), variant("notify"), notifyingOf(nd2.NotifyAny, 0)),
		Entry("(Notify of solicited results)", Covers(id), variant("notify-solicited"),
			notifyingOf(nd2.NotifySolicited, nd2.SendAndSolicitEvent)),
		Entry("(Disconnect after the peer's)", Covers(id), variant("disconnect"), inline(leaving)),
	}
}

// notifyingOf makes a Notify of a type for the result of a message sent with flags.
func notifyingOf(kind nd2.NotifyType, flags nd2.OpFlags) inline {
	return func(ctx context.Context) (*Side, *Operation) {
		c := Accepted(ctx, Shape{})
		c.Passive.PostReceives(1, 1, 8)
		Expect(c.Active.Send(1, nil, flags)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		q := c.Passive.Receives
		return c.Passive.Side, start(ctx, q, func(o *nd2.Overlapped) nd2.Status { return q.Notify(kind, o) })
	}
}

// leaving makes a Disconnect after the peer's.
func leaving(ctx context.Context) (*Side, *Operation) {
	c := Connect(ctx, Shape{})
	heard := Start(ctx, c.Active.Connector, c.Active.Connector.NotifyDisconnect)
	left := Start(ctx, c.Passive.Connector, c.Passive.Connector.Disconnect)
	heard.Wait()
	request := start(ctx, c.Active.Connector, c.Active.Connector.Disconnect)
	left.Wait()
	if request.Returned.Failed() {
		Unobservable("the peer's Disconnect has ended the connection for both")
	}
	return c.Active.Side, request
}
