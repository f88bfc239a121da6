package cq

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A cause makes requests of a type fail, and returns the results of these and of what
// failed with them; none if it can't be brought about here.
type cause struct {
	name    string
	provoke func(ctx context.Context, kind nd2.RequestType) []nd2.Result
}

// causesOf lists what is quickly brought about and applies to a type.
func causesOf(kind nd2.RequestType) []cause {
	list := []cause{
		{"a flush", flushed},
		{"a request ahead whose memory is not valid", behind(writeInvalidMemory)},
		{"a request ahead whose remote memory is not valid", behind(writeInvalidRemoteMemory)},
		{"a request ahead that is longer than the adapter allows", behind(writeTooMuch)},
		{"a message ahead that is longer than the Receive", behind(sendTooLongForReceive)},
		{"damage to the request", ownFault(providers.RequestDamaged)},
		{"a failure of the hardware", ownFault(providers.RequestInternal)},
	}
	switch kind {
	case nd2.RequestSend, nd2.RequestRead, nd2.RequestWrite:
		list = append(list,
			cause{"more data than the adapter transfers", ownTooMuch},
			cause{"remote memory that is not valid", ownInvalidRemoteMemory},
			cause{"a failure of the peer's hardware", peerFault})
		fallthrough
	case nd2.RequestReceive:
		list = append(list, cause{"memory that is not valid", ownInvalidMemory})
	case nd2.RequestInvalidate:
		list = append(list, cause{"a window that is not bound", ownUnbound})
	}
	return list
}

var ownBind = cause{"memory that is not registered any more", ownDeregistered}

// flushed has a request canceled, an initiator's behind another.
func flushed(ctx context.Context, kind nd2.RequestType) []nd2.Result {
	x := heldUp(ctx, Shape{InitiatorDepth: 2})
	x.prepare(ctx, kind, 1)
	n := 0
	if kind != nd2.RequestReceive {
		n++
		Expect(x.post(nd2.RequestSend, 1, 0)).To(Return(nd2.Success))
	}
	if x.post(kind, 2, 0) == nd2.Success { // the peer may have ended the connection by now
		n++
	}
	Expect(x.Flush()).To(Return(nd2.Success))
	return Results(ctx, x.queueOf(kind), n)
}

// behind has a request outstanding when another one, issued before it, fails; a
// Receive is one of those that the failure has canceled at the latest by a flush.
// spoil issues the other one.
func behind(spoil func(*exchange) nd2.Status) func(context.Context, nd2.RequestType) []nd2.Result {
	return func(ctx context.Context, kind nd2.RequestType) []nd2.Result {
		much, _ := surfeitOf(Local(ctx).Info, nd2.RequestWrite)
		x := exchangeFor(ctx, nd2.RequestWrite, Shape{InitiatorDepth: 2, InitiatorSGE: much.entries})
		x.prepare(ctx, kind, 1)
		accepted := kind == nd2.RequestReceive && x.post(kind, 2, 0) == nd2.Success
		if spoil(x) != nd2.Success {
			return nil
		}
		// The connection may have ended by now, and the request be refused.
		accepted = accepted || kind != nd2.RequestReceive && x.post(kind, 2, 0) == nd2.Success
		results := Results(ctx, x.Initiated, 1)
		Expect(x.Flush()).To(Return(nd2.Success))
		if accepted {
			results = append(results, Result(ctx, x.queueOf(kind)))
		}
		return results
	}
}

func writeInvalidMemory(x *exchange) nd2.Status {
	return x.postWith(nd2.RequestWrite, 1, unregistered(x))
}

// unregistered is a list of memory that the token in it does not open.
func unregistered(x *exchange) []nd2.SGE {
	return []nd2.SGE{{Buffer: x.Buffer(x.length), MemoryRegionToken: x.Memory.GetLocalToken()}}
}

func writeInvalidRemoteMemory(x *exchange) nd2.Status {
	return x.Write(1, x.Memory.List(source, x.length), x.other.Memory.Address(x.sink), notTheToken(x.other.Memory), 0)
}

func writeTooMuch(x *exchange) nd2.Status {
	much, ok := surfeitOf(x.Info, nd2.RequestWrite)
	if !ok {
		return nd2.NotSupported
	}
	return x.postWith(nd2.RequestWrite, 1, much.list(x.Side))
}

func sendTooLongForReceive(x *exchange) nd2.Status {
	Expect(x.other.Receive(1, x.other.Memory.List(x.sink, x.length-1))).To(Return(nd2.Success))
	return x.post(nd2.RequestSend, 1, 0)
}

// own has a request of a type fail by itself: issue issues it.
func own(ctx context.Context, kind nd2.RequestType, issue func(*exchange) nd2.Status) []nd2.Result {
	much, _ := surfeitOf(Local(ctx).Info, kind)
	x := exchangeFor(ctx, kind, Shape{InitiatorSGE: much.entries})
	if issue(x) != nd2.Success {
		return nil
	}
	return Results(ctx, x.queueOf(kind), 1)
}

func ownTooLongForReceive(ctx context.Context, kind nd2.RequestType) []nd2.Result {
	return own(ctx, kind, sendTooLongForReceive)
}

func ownInvalidMemory(ctx context.Context, kind nd2.RequestType) []nd2.Result {
	return own(ctx, kind, func(x *exchange) (returned nd2.Status) {
		x.help(kind, 1, func() { returned = x.postWith(kind, 1, []nd2.SGE{wrongToken(ctx, x)}) })
		return returned
	})
}

// ownInvalidRemoteMemory is for the types that name some.
func ownInvalidRemoteMemory(ctx context.Context, kind nd2.RequestType) []nd2.Result {
	return own(ctx, kind, func(x *exchange) nd2.Status {
		address, token := x.other.Memory.Address(x.sink), notTheToken(x.other.Memory)
		switch kind {
		case nd2.RequestRead:
			return x.Read(1, x.Memory.List(x.sink, x.length), address, token, 0)
		case nd2.RequestWrite:
			return x.Write(1, x.Memory.List(source, x.length), address, token, 0)
		}
		return nd2.NotSupported
	})
}

func ownTooMuch(ctx context.Context, kind nd2.RequestType) []nd2.Result {
	return own(ctx, kind, func(x *exchange) nd2.Status {
		much, ok := surfeitOf(x.Info, kind)
		if !ok {
			return nd2.NotSupported
		}
		return x.postWith(kind, 1, much.list(x.Side))
	})
}

func ownUnbound(ctx context.Context, kind nd2.RequestType) []nd2.Result {
	return own(ctx, kind, func(x *exchange) nd2.Status { return x.Invalidate(1, x.MemoryWindow(), 0) })
}

func ownDeregistered(ctx context.Context, kind nd2.RequestType) []nd2.Result {
	return own(ctx, kind, func(x *exchange) nd2.Status {
		region, buffer := x.MemoryRegion(), x.Buffer(x.length)
		Expect(Start(ctx, region, func(o *nd2.Overlapped) nd2.Status {
			return region.Register(buffer, AllRights, o)
		})).To(CompleteWith(nd2.Success))
		Expect(Start(ctx, region, region.Deregister)).To(CompleteWith(nd2.Success))
		return x.Bind(1, region, x.MemoryWindow(), buffer, nd2.AllowRead)
	})
}

// ownFault makes the hardware at this end fail to carry out the request, if its provider can
// inject the fault.
func ownFault(fault providers.FaultKind) func(context.Context, nd2.RequestType) []nd2.Result {
	return func(ctx context.Context, kind nd2.RequestType) []nd2.Result {
		return own(ctx, kind, func(x *exchange) nd2.Status {
			if !x.CanInject(fault) {
				return nd2.NotSupported
			}
			x.prepare(ctx, kind, 1)
			x.Inject(providers.Fault{Kind: fault, Request: kind.String()})
			x.carryOut(kind, 1, 0)
			return nd2.Success
		})
	}
}

// peerFault has the peer's hardware fail to carry out the request, if its provider can
// inject the fault.
func peerFault(ctx context.Context, kind nd2.RequestType) []nd2.Result {
	return own(ctx, kind, func(x *exchange) nd2.Status {
		if !x.other.CanInject(providers.ResponderInternal) {
			return nd2.NotSupported
		}
		x.other.Inject(providers.Fault{Kind: providers.ResponderInternal, Request: kind.String()})
		x.carryOut(kind, 1, 0)
		return nd2.Success
	})
}
