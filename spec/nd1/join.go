package nd1

import (
	"context"
	"net/netip"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// take issues a GetConnectionRequest for an end's connector.
func (e *end) take(l nd1.Listen) *Operation {
	return StartND1(e.ctx, l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(e.connection, o) })
}

// connect issues a Connect, accept an Accept, disconnect a Disconnect, hear a NotifyDisconnect.
func (e *end) connect(address, privateData []byte) *Operation {
	return e.connectWith(e.Endpoint, address, 0, privateData)
}

func (e *end) connectWith(with nd1.Endpoint, address []byte, port uint16, privateData []byte) *Operation {
	return StartND1(e.ctx, e.connection, func(o *nd2.Overlapped) nd2.Status {
		return e.connection.Connect(with, address, nd1.ProtocolTCP, port, privateData, o)
	})
}

func (e *end) accept(with nd1.Endpoint, privateData []byte) *Operation {
	return StartND1(e.ctx, e.connection, func(o *nd2.Overlapped) nd2.Status {
		return e.connection.Accept(with, privateData, o)
	})
}

func (e *end) disconnect() *Operation { return StartND1(e.ctx, e.connection, e.connection.Disconnect) }

func (e *end) hear() *Operation { return StartND1(e.ctx, e.connection, e.connection.NotifyDisconnect) }

// request connects until the passive end holds the active end's request, and returns
// the Connect in progress.
func request(active, passive *end) *Operation {
	connect, _ := requestWith(active, passive, nil)
	return connect
}

// requestWith is request with private data. It returns the listener's address as well.
func requestWith(active, passive *end, privateData []byte) (connect *Operation, at netip.AddrPort) {
	l, address := passive.listen()
	get := passive.take(l)
	connect = active.connect(address, privateData)
	Expect(get).To(CompleteWith(nd2.Success))
	at, _ = nd2.ParseSockaddr(address)
	return connect, at
}

// join connects two ends until the spec ends.
func join(active, passive *end) { finish(request(active, passive), active, passive) }

// finish accepts a request and completes the connection.
func finish(connect *Operation, active, passive *end) {
	accept := passive.accept(passive.Endpoint, nil)
	Expect(connect).To(CompleteWith(nd2.Success))
	complete(accept, active, passive)
}

// finishTaken is finish once a GetConnectionRequest has ended, which ends first unless the Connect fails.
func finishTaken(get, connect *Operation, active, passive *end) {
	UntilEnd(active.ctx, connect, "the request to arrive", get.Done)
	Expect(get).To(CompleteWith(nd2.Success))
	finish(connect, active, passive)
}

// complete completes an accepted connection.
func complete(accept *Operation, active, passive *end) {
	Expect(StartND1(active.ctx, active.connection, active.connection.CompleteConnect)).To(CompleteWith(nd2.Success))
	Expect(accept).To(CompleteWith(nd2.Success))
	AtEnd(active.ctx, func(ctx context.Context) {
		first := StartND1(ctx, active.connection, active.connection.Disconnect)
		second := StartND1(ctx, passive.connection, passive.connection.Disconnect)
		first.Wait()
		second.Wait()
	})
}

// part disconnects both ends, and returns when both have ended.
func part(first, second *end) {
	left := first.disconnect()
	second.disconnect().Wait()
	left.Wait()
}
