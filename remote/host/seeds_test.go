package host

import (
	"bufio"
	"bytes"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/wire"
)

// A value is one of a call's parameters.
type value = func(*wire.Writer)

// number writes a number, and a reference to an object, a function or a list's length.
func number(n uint64) value { return func(w *wire.Writer) { wire.PutUint(w, n) } }

// yes writes that a pointer leads somewhere.
func yes() value { return func(w *wire.Writer) { wire.PutBool(w, true) } }

// no writes a bool, or a nil pointer or object.
func no() value { return func(w *wire.Writer) { wire.PutBool(w, false) } }

func text(b []byte) value { return func(w *wire.Writer) { wire.PutBytes(w, b) } }

// part writes a part of a block, shared writes it as a buffer, and copied writes a buffer of the
// client's own.
func part(block, length uint64) value {
	return func(w *wire.Writer) { wire.PutPart(w, wire.Part{Block: block, Length: length}) }
}

func shared(block, length uint64) value {
	return func(w *wire.Writer) {
		wire.PutBuffer(w, wire.Buffer{Place: wire.Shared, Part: wire.Part{Block: block, Length: length}})
	}
}

func copied(b []byte) value {
	return func(w *wire.Writer) { wire.PutBuffer(w, wire.Buffer{Place: wire.Copied, Bytes: b}) }
}

func request(id uint64) value {
	return func(w *wire.Writer) { wire.PutOverlapped(w, wire.Overlapped{ID: id, Event: id != 0}) }
}

// zeros writes n zeros.
func zeros(n int) value {
	return func(w *wire.Writer) { w.Bytes = append(w.Bytes, make([]byte, n)...) }
}

// whereItIs returns the address and the id of serve's adapter.
func whereItIs(t testing.TB) (address []byte, id uint64) {
	t.Helper()
	i, err := openSmall()
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	p := i.ND2()
	defer p.Release()
	var list nd2.SocketAddressList
	size := uint32(1 << 16)
	p.QueryAddressList(&list, &size)
	p.ResolveAddress(list.Address[0], &id)
	return list.Address[0], id
}

// callsOfND1 are calls of each object of v1. The numbers of objects are those that they will
// get.
func callsOfND1(t testing.TB) []called {
	address, _ := whereItIs(t)
	const provider, adapter, queue, connector, endpoint, window, listen, block, mr = 1, 2, 3, 4, 5, 6, 7, 8, 9
	size := func(w *wire.Writer) { wire.PutPointer(w, new(uint64(nd1.AdapterInfoSize)), wire.PutUint[uint64]) }
	info := func(w *wire.Writer) { wire.PutPointer(w, &nd1.AdapterInfo{}, wire.PutND1AdapterInfo) }
	descriptor := func(w *wire.Writer) { wire.PutPointer(w, &nd1.MWDescriptor{}, wire.PutND1MWDescriptor) }
	result := []value{number(1), number(1), shared(block, 8), number(mr)} // and a list of one
	moves := func(m wire.Method, more ...value) called { return made(endpoint, m, append(result[:4:4], more...)...) }
	return []called{
		made(0, wire.NewND1),
		made(provider, wire.ND1ProviderOpenAdapter, copied(address)),
		made(adapter, wire.ND1AdapterCreateCompletionQueue, number(4)),
		made(adapter, wire.ND1AdapterCreateConnector),
		made(connector, wire.ND1ConnectorCreateEndpoint, number(queue), number(queue), number(1), number(1), number(1),
			number(1), number(0), number(0), size),
		made(adapter, wire.ND1AdapterCreateMemoryWindow, number(2)),
		made(adapter, wire.ND1AdapterListen, number(0), number(nd1.ProtocolTCP), number(0), yes(), number(0)),
		made(0, wire.Allocate, number(4096)),
		made(adapter, wire.ND1AdapterRegisterMemory, shared(block, 4096), request(1)),
		made(adapter, wire.ND1AdapterQuery, number(nd1.Version1), info, size),
		moves(wire.ND1EndpointReceive),
		made(endpoint, wire.ND1EndpointFlush),
		made(queue, wire.ND1CompletionQueueGetResults, number(4), number(0)),
		made(adapter, wire.ND1AdapterDeregisterMemory, number(mr), request(1)),
		// What the engine refuses.
		made(listen, wire.ND1ListenGetConnectionRequest, number(connector), request(0)),
		made(provider, wire.ND1ProviderQueryAddressList, yes(), number(0), no()),
		made(adapter, wire.ND1AdapterControl, number(0), shared(block, 4), shared(block, 4), no(), request(0)),
		made(connector, wire.ND1ConnectorConnect, number(endpoint), copied(address), number(nd1.ProtocolTCP), number(0),
			zeros(1), request(0)),
		made(connector, wire.ND1ConnectorAccept, number(endpoint), zeros(1), request(1)),
		made(connector, wire.ND1ConnectorGetConnectionData, no(), no(), copied(make([]byte, 8)), size),
		made(connector, wire.ND1ConnectorGetPeerAddress, copied(make([]byte, 8)), size),
		moves(wire.ND1EndpointSend, number(0)),
		moves(wire.ND1EndpointSendAndInvalidate, descriptor, number(0)),
		moves(wire.ND1EndpointWrite, descriptor, number(0), number(0)),
		made(endpoint, wire.ND1EndpointBind, number(3), number(mr), number(window), shared(block, 8),
			number(uint64(nd2.AllowRead)), descriptor),
		made(endpoint, wire.ND1EndpointInvalidate, number(3), number(window), number(0)),
		made(queue, wire.ND1CompletionQueueResize, number(^uint64(0))),
		made(adapter, wire.ND1OverlappingGetOverlappedResult, request(1), no(), yes()),
	}
}

// refusedByND1 is how many of the last calls may fail.
const refusedByND1 = 14

// callsOfNDK are calls of each object of NDK. The shared receive queue is given to a function,
// as callback 6, since it has an affinity.
func callsOfNDK(t testing.TB) []called {
	address, id := whereItIs(t)
	const adapter, queue, pd, mr, srq, qp, connector, block = 1, 2, 3, 4, 5, 7, 8, 9
	done := func(function uint64) value { // and its context
		return func(w *wire.Writer) {
			wire.PutUint(w, function)
			wire.PutUint(w, uint64(1))
		}
	}
	list := func(w *wire.Writer) {
		wire.PutUint(w, uint64(1))
		shared(block, 8)(w)
		wire.PutUint(w, uint64(0))
	}
	affinity := func(w *wire.Writer) { wire.PutPointer(w, &ndk.GroupAffinity{Mask: 1}, wire.PutNDKGroupAffinity) }
	info := func(w *wire.Writer) { wire.PutPointer(w, &ndk.AdapterInfo{}, wire.PutNDKAdapterInfo) }
	return []called{
		made(0, wire.NDKProviderOpenAdapter, number(id)),
		made(adapter, wire.NDKAdapterCreateCq, number(4), done(1)),
		made(adapter, wire.NDKAdapterCreatePd, done(1)),
		made(pd, wire.NDKPDCreateMr, done(1)),
		made(pd, wire.NDKPDCreateSrq, number(4), number(1), number(1), done(2), affinity, done(1)),
		made(0, wire.Return, number(6)),
		made(pd, wire.NDKPDCreateQpWithSrq, number(queue), number(queue), number(srq), number(0), number(1), number(1),
			number(0), done(1)),
		made(adapter, wire.NDKAdapterCreateConnector, done(1)),
		made(0, wire.Allocate, number(4096)),
		made(mr, wire.NDKMRRegisterMr, shared(block, 4096), number(uint64(nd2.AllowLocalWrite)), done(3)),
		made(mr, wire.NDKMRGetLocalTokenFromMr),
		made(srq, wire.NDKSRQModifySrq, number(2), number(0), done(3)),
		made(adapter, wire.NDKAdapterQueryAdapterInfo, info),
		made(qp, wire.NDKQPFlush),
		made(queue, wire.NDKCQGetCqResults, number(4), number(0)),
		// What the engine refuses, or leaves pending.
		made(srq, wire.NDKSRQSrqReceive, number(0), list),
		made(qp, wire.NDKQPSend, number(0), list, number(0)),
		made(srq, wire.NDKObjectQueryExtension, func(w *wire.Writer) { wire.PutGUID(w, nd2.GUID{}) }, zeros(2), no()),
		made(connector, wire.NDKConnectorConnect, number(qp), copied(address), copied(address), number(0), number(0),
			zeros(1), done(3)),
		made(connector, wire.NDKConnectorCompleteConnect, done(4), done(3)),
		made(connector, wire.NDKConnectorDisconnect, done(3)),
		made(mr, wire.NDKMRDeregisterMr, done(3)),
		made(srq, wire.NDKObjectClose, done(5)),
		made(qp, wire.NDKObjectClose, done(5)),
		made(0, wire.NDKProviderCloseAdapter, number(adapter)),
	}
}

// refusedByNDK is how many of the last calls may fail.
const refusedByNDK = 10

// TestSeeds shows that the fuzzed calls are of existing objects.
func TestSeeds(t *testing.T) {
	for name, seed := range map[string]struct {
		calls   []called
		refused int
	}{"v1": {callsOfND1(t), refusedByND1}, "NDK": {callsOfNDK(t), refusedByNDK}} {
		var out bytes.Buffer
		if err := serve(session(seed.calls...), &out, 10*time.Second); err != nil {
			t.Errorf("%s: the session ended: %v", name, err)
		}
		succeeded, replies := 0, 0
		for from := bufio.NewReader(&out); ; {
			m, err := wire.ReadFrame(from)
			if err != nil {
				break
			}
			if wire.KindOf(m) != wire.KindReply {
				continue
			}
			replies++
			r := wire.Rest(m)
			id := wire.Uint[uint64](&r)
			if s := statusOf(seed.calls[id-1].method, &r); s == ndk.Success || s == ndk.Pending {
				succeeded++
			} else if int(id) <= len(seed.calls)-seed.refused {
				t.Errorf("%s: call %d, of method %d, returned %v", name, id, seed.calls[id-1].method, s)
			}
		}
		t.Logf("%s: %d replies to %d calls; %d succeeded", name, replies, len(seed.calls), succeeded)
	}
}

// statusOf is what a call returned, if it returned a status.
func statusOf(m wire.Method, r *wire.Reader) ndk.Status {
	switch m {
	case wire.NewND1, wire.Allocate, wire.Return, wire.ND1CompletionQueueGetResults, wire.NDKCQGetCqResults,
		wire.NDKMRGetLocalTokenFromMr, wire.NDKQPFlush:
		return ndk.Success
	}
	return wire.Uint[ndk.Status](r)
}
