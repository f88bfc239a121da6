package host

import (
	"bufio"
	"bytes"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// whereItIs returns the address and the id of the adapter that serve has.
func whereItIs(t testing.TB) (*proto.Buffer, uint64) {
	t.Helper()
	i, err := openSmall()
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	p := i.ND2()
	defer p.Release()
	var list nd2.SocketAddressList
	var id uint64
	size := uint32(1 << 16)
	p.QueryAddressList(&list, &size)
	p.ResolveAddress(list.Address[0], &id)
	return &proto.Buffer{Memory: &proto.Buffer_Plain{Plain: list.Address[0]}}, id
}

func onND1(object uint64, c *proto.ND1Call) *proto.Call {
	return &proto.Call{Object: object, Method: &proto.Call_Nd1{Nd1: c}}
}

func onNDK(object uint64, c *proto.NDKCall) *proto.Call {
	return &proto.Call{Object: object, Method: &proto.Call_Ndk{Ndk: c}}
}

func part(block, length uint64) *proto.Buffer {
	return &proto.Buffer{Memory: &proto.Buffer_Part{Part: &proto.Part{Block: block, Length: length}}}
}

// callsOfND1 are calls of each object of v1. The numbers of objects are those that they get.
func callsOfND1(t testing.TB) []*proto.Call {
	address, _ := whereItIs(t)
	const provider, adapter, queue, connector, endpoint, window, listen, block, mr = 1, 2, 3, 4, 5, 6, 7, 8, 9
	size, port, descriptor := uint64(nd1.AdapterInfoSize), uint32(0), make([]byte, nd1.MWDescriptorSize)
	o := &proto.Overlapped{Id: 1, Event: true}
	request := &proto.ND1Request{Result: 1, Sge: []*proto.ND1SGE{{Buffer: part(block, 8), Mr: mr}}, MwDescriptor: descriptor}
	return []*proto.Call{
		onND1(0, &proto.ND1Call{Method: &proto.ND1Call_NewProvider{NewProvider: &proto.NewProvider{}}}),
		onND1(provider, &proto.ND1Call{Method: &proto.ND1Call_OpenAdapter{OpenAdapter: &proto.ND1OpenAdapter{Address: address}}}),
		onND1(adapter, &proto.ND1Call{Method: &proto.ND1Call_CreateCompletionQueue{CreateCompletionQueue: &proto.ND1CreateCompletionQueue{Entries: 4}}}),
		onND1(adapter, &proto.ND1Call{Method: &proto.ND1Call_CreateConnector{CreateConnector: &proto.ND1CreateConnector{}}}),
		onND1(connector, &proto.ND1Call{Method: &proto.ND1Call_CreateEndpoint{CreateEndpoint: &proto.ND1CreateEndpoint{
			InboundCompletionQueue: &proto.Reference{Object: queue}, OutboundCompletionQueue: &proto.Reference{Object: queue},
			InboundEntries: 1, OutboundEntries: 1, InboundSge: 1, OutboundSge: 1, MaxInlineData: &size,
		}}}),
		onND1(adapter, &proto.ND1Call{Method: &proto.ND1Call_CreateMemoryWindow{CreateMemoryWindow: &proto.ND1CreateMemoryWindow{Result: 2}}}),
		onND1(adapter, &proto.ND1Call{Method: &proto.ND1Call_Listen{Listen: &proto.ND1Listen{Protocol: nd1.ProtocolTCP, AssignedPort: &port}}}),
		{Method: &proto.Call_Allocate{Allocate: &proto.Allocate{Size: 4096}}},
		onND1(adapter, &proto.ND1Call{Method: &proto.ND1Call_RegisterMemory{RegisterMemory: &proto.ND1RegisterMemory{Buffer: part(block, 4096), Overlapped: o}}}),
		onND1(adapter, &proto.ND1Call{Method: &proto.ND1Call_Query{Query: &proto.ND1Query{Version: nd1.Version1, Info: &proto.ND1AdapterInfo{}, Size: &size}}}),
		onND1(endpoint, &proto.ND1Call{Method: &proto.ND1Call_Receive{Receive: request}}),
		{Object: endpoint, Method: &proto.Call_Flush{Flush: &proto.Flush{}}},
		onND1(queue, &proto.ND1Call{Method: &proto.ND1Call_GetResults{GetResults: &proto.GetResults{Room: 4}}}),
		onND1(adapter, &proto.ND1Call{Method: &proto.ND1Call_DeregisterMemory{DeregisterMemory: &proto.ND1DeregisterMemory{Mr: mr, Overlapped: o}}}),
		// What the engine refuses.
		onND1(listen, &proto.ND1Call{Method: &proto.ND1Call_GetConnectionRequest{GetConnectionRequest: &proto.GetConnectionRequest{Connector: &proto.Reference{Object: connector}}}}),
		onND1(provider, &proto.ND1Call{Method: &proto.ND1Call_QueryAddressList{QueryAddressList: &proto.ND1QueryAddressList{List: &proto.AddressList{}}}}),
		onND1(adapter, &proto.ND1Call{Method: &proto.ND1Call_Control{Control: &proto.ND1Control{In: part(block, 4), Out: part(block, 4)}}}),
		onND1(connector, &proto.ND1Call{Method: &proto.ND1Call_Connect{Connect: &proto.ND1Connect{Endpoint: &proto.Reference{Object: endpoint}, Address: address, Protocol: nd1.ProtocolTCP}}}),
		onND1(connector, &proto.ND1Call{Method: &proto.ND1Call_Accept{Accept: &proto.ND1Accept{Endpoint: &proto.Reference{Object: endpoint}, Overlapped: o}}}),
		onND1(connector, &proto.ND1Call{Method: &proto.ND1Call_GetConnectionData{GetConnectionData: &proto.ND1GetConnectionData{Size: &size, Room: make([]byte, 8)}}}),
		onND1(connector, &proto.ND1Call{Method: &proto.ND1Call_GetPeerAddress{GetPeerAddress: &proto.ND1GetAddress{Size: &size, Room: make([]byte, 8)}}}),
		onND1(endpoint, &proto.ND1Call{Method: &proto.ND1Call_Send{Send: request}}),
		onND1(endpoint, &proto.ND1Call{Method: &proto.ND1Call_SendAndInvalidate{SendAndInvalidate: request}}),
		onND1(endpoint, &proto.ND1Call{Method: &proto.ND1Call_Write{Write: request}}),
		onND1(endpoint, &proto.ND1Call{Method: &proto.ND1Call_Bind{Bind: &proto.ND1Bind{
			Result: 3, Mr: mr, Window: &proto.Reference{Object: window}, Buffer: part(block, 8), Flags: uint32(nd2.AllowRead), MwDescriptor: descriptor,
		}}}),
		onND1(endpoint, &proto.ND1Call{Method: &proto.ND1Call_Invalidate{Invalidate: &proto.ND1Invalidate{Result: 3, Window: &proto.Reference{Object: window}}}}),
		onND1(queue, &proto.ND1Call{Method: &proto.ND1Call_Resize{Resize: &proto.ND1Resize{Entries: ^uint64(0)}}}),
		onND1(adapter, &proto.ND1Call{Method: &proto.ND1Call_GetOverlappedResult{GetOverlappedResult: &proto.ND1GetOverlappedResult{Overlapped: o, Wait: true}}}),
	}
}

// refusedByND1 is how many of these calls come last that need not succeed.
const refusedByND1 = 14

// callsOfNDK are calls of each object of NDK. The shared receive queue is given to a function,
// as callback 6, since it has an affinity.
func callsOfNDK(t testing.TB) []*proto.Call {
	address, id := whereItIs(t)
	const adapter, queue, pd, mr, srq, qp, connector, block = 1, 2, 3, 4, 5, 7, 8, 9
	done := func(function uint64) *proto.Completion { return &proto.Completion{Function: function, Context: 1} }
	create := func() *proto.NDKCreate { return &proto.NDKCreate{Completion: done(1)} }
	list := []*proto.SGE{{Buffer: part(block, 8)}}
	return []*proto.Call{
		onNDK(0, &proto.NDKCall{Method: &proto.NDKCall_OpenAdapter{OpenAdapter: &proto.NDKOpenAdapter{AdapterId: id}}}),
		onNDK(adapter, &proto.NDKCall{Method: &proto.NDKCall_CreateCq{CreateCq: &proto.NDKCreateCq{Depth: 4, Completion: done(1)}}}),
		onNDK(adapter, &proto.NDKCall{Method: &proto.NDKCall_CreatePd{CreatePd: create()}}),
		onNDK(pd, &proto.NDKCall{Method: &proto.NDKCall_CreateMr{CreateMr: create()}}),
		onNDK(pd, &proto.NDKCall{Method: &proto.NDKCall_CreateSrq{CreateSrq: &proto.NDKCreateSrq{
			Depth: 4, MaxReceiveRequestSge: 1, NotifyThreshold: 1, Notification: done(2), Affinity: &proto.NDKAffinity{Mask: 1}, Completion: done(1),
		}}}),
		{Method: &proto.Call_Return{Return: &proto.Return{Callback: 6}}},
		onNDK(pd, &proto.NDKCall{Method: &proto.NDKCall_CreateQpWithSrq{CreateQpWithSrq: &proto.NDKCreateQpWithSrq{
			ReceiveCq: &proto.Reference{Object: queue}, InitiatorCq: &proto.Reference{Object: queue}, Srq: &proto.Reference{Object: srq},
			InitiatorQueueDepth: 1, MaxInitiatorRequestSge: 1, Completion: done(1),
		}}}),
		onNDK(adapter, &proto.NDKCall{Method: &proto.NDKCall_CreateConnector{CreateConnector: create()}}),
		{Method: &proto.Call_Allocate{Allocate: &proto.Allocate{Size: 4096}}},
		onNDK(mr, &proto.NDKCall{Method: &proto.NDKCall_RegisterMr{RegisterMr: &proto.NDKRegisterMr{Buffer: part(block, 4096), Flags: uint32(nd2.AllowLocalWrite), Completion: done(3)}}}),
		onNDK(mr, &proto.NDKCall{Method: &proto.NDKCall_GetLocalTokenFromMr{GetLocalTokenFromMr: &proto.GetLocalToken{}}}),
		onNDK(srq, &proto.NDKCall{Method: &proto.NDKCall_ModifySrq{ModifySrq: &proto.NDKModifySrq{Depth: 2, Completion: done(3)}}}),
		onNDK(adapter, &proto.NDKCall{Method: &proto.NDKCall_QueryAdapterInfo{QueryAdapterInfo: &proto.NDKQueryAdapterInfo{}}}),
		onNDK(qp, &proto.NDKCall{Method: &proto.NDKCall_Flush{Flush: &proto.Flush{}}}),
		onNDK(queue, &proto.NDKCall{Method: &proto.NDKCall_GetCqResults{GetCqResults: &proto.GetResults{Room: 4}}}),
		// What the engine refuses, or leaves pending.
		onNDK(srq, &proto.NDKCall{Method: &proto.NDKCall_SrqReceive{SrqReceive: &proto.Receive{Sge: list}}}),
		onNDK(qp, &proto.NDKCall{Method: &proto.NDKCall_Send{Send: &proto.Send{Sge: list}}}),
		onNDK(srq, &proto.NDKCall{Method: &proto.NDKCall_QueryExtension{QueryExtension: &proto.NDKQueryExtension{Id: make([]byte, 16)}}}),
		onNDK(connector, &proto.NDKCall{Method: &proto.NDKCall_Connect{Connect: &proto.NDKConnect{
			Qp: &proto.Reference{Object: qp}, SrcAddress: address, DestAddress: address, Completion: done(3),
		}}}),
		onNDK(connector, &proto.NDKCall{Method: &proto.NDKCall_CompleteConnect{CompleteConnect: &proto.NDKCompleteConnect{Disconnected: done(4), Completion: done(3)}}}),
		onNDK(connector, &proto.NDKCall{Method: &proto.NDKCall_Disconnect{Disconnect: done(3)}}),
		onNDK(mr, &proto.NDKCall{Method: &proto.NDKCall_DeregisterMr{DeregisterMr: done(3)}}),
		onNDK(srq, &proto.NDKCall{Method: &proto.NDKCall_Close{Close: done(5)}}),
		onNDK(qp, &proto.NDKCall{Method: &proto.NDKCall_Close{Close: done(5)}}),
		onNDK(0, &proto.NDKCall{Method: &proto.NDKCall_CloseAdapter{CloseAdapter: &proto.NDKCloseAdapter{Adapter: &proto.Reference{Object: adapter}}}}),
	}
}

// refusedByNDK is how many of these calls come last that need not succeed.
const refusedByNDK = 10

// TestSeeds shows that the calls which are fuzzed are calls of objects that there are.
func TestSeeds(t *testing.T) {
	for name, seed := range map[string]struct {
		calls   []*proto.Call
		refused int
	}{"v1": {callsOfND1(t), refusedByND1}, "NDK": {callsOfNDK(t), refusedByNDK}} {
		var out bytes.Buffer
		if err := serve(messages(t, one(seed.calls)...), &out, 10*time.Second); err != nil {
			t.Errorf("%s: the session ended: %v", name, err)
		}
		succeeded, replies := 0, 0
		for from := bufio.NewReader(&out); ; {
			var m proto.ToClient
			if wire.Read(from, &m) != nil {
				break
			}
			for _, f := range m.GetFrames() {
				r := f.GetReply()
				if r == nil {
					continue
				}
				replies++
				if s := r.GetStatus(); s == 0 || s == uint32(ndk.Pending) {
					succeeded++
				} else if int(r.GetId()) <= len(seed.calls)-seed.refused {
					t.Errorf("%s: call %d, %v, returned %v", name, r.GetId(), seed.calls[r.GetId()-1], ndk.Status(s))
				}
			}
		}
		t.Logf("%s: %d replies to %d calls, of which %d succeeded", name, replies, len(seed.calls), succeeded)
	}
}
