package client

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

type ndkCQ struct {
	ndkObject
	poll poll
}

// GetCqResults implements [ndk.CQ].
func (q *ndkCQ) GetCqResults(results []ndk.Result) uint32 {
	r := q.doNDK(&proto.NDKCall{Method: &proto.NDKCall_GetCqResults{GetCqResults: q.poll.asks(len(results))}})
	q.poll.hears(r)
	for i, result := range r.GetResults() {
		if i < len(results) {
			results[i] = wire.ToNDKResult(result)
		}
	}
	return uint32(r.GetValue())
}

type ndkQP struct{ ndkObject }

// Flush implements [ndk.QP].
func (q *ndkQP) Flush() {
	q.doNDK(&proto.NDKCall{Method: &proto.NDKCall_Flush{Flush: &proto.Flush{}}})
}

// Send implements [ndk.QP].
func (q *ndkQP) Send(requestContext uintptr, sgl []ndk.SGE, flags nd2.OpFlags) ndk.Status {
	return q.statusNDK(&proto.NDKCall{Method: &proto.NDKCall_Send{Send: &proto.Send{Context: uint64(requestContext), Sge: q.listNDK(sgl), Flags: uint32(flags)}}})
}

type ndkConnector struct{ ndkObject }

// Connect implements [ndk.Connector].
func (c *ndkConnector) Connect(qp ndk.QP, srcAddress, destAddress []byte, inboundReadLimit, outboundReadLimit uint32, privateData []byte, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	return c.statusNDK(&proto.NDKCall{Method: &proto.NDKCall_Connect{Connect: &proto.NDKConnect{
		Qp: c.given(qp), SrcAddress: c.buffer(srcAddress), DestAddress: c.buffer(destAddress), InboundReadLimit: inboundReadLimit, OutboundReadLimit: outboundReadLimit,
		PrivateData: c.buffer(privateData), Completion: c.telling(completion, requestContext),
	}}})
}

// CompleteConnect implements [ndk.Connector].
func (c *ndkConnector) CompleteConnect(disconnected ndk.DisconnectEvent, disconnectContext uintptr, completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	return c.statusNDK(&proto.NDKCall{Method: &proto.NDKCall_CompleteConnect{CompleteConnect: &proto.NDKCompleteConnect{
		Disconnected: c.calling(disconnected, disconnectContext), Completion: c.telling(completion, requestContext),
	}}})
}

// Disconnect implements [ndk.Connector].
func (c *ndkConnector) Disconnect(completion ndk.RequestCompletion, requestContext uintptr) ndk.Status {
	return c.statusNDK(&proto.NDKCall{Method: &proto.NDKCall_Disconnect{Disconnect: c.telling(completion, requestContext)}})
}
