package ndk

import "github.com/ndconform/ndconform/nd2"

// CQ is NDK_CQ with NDK_CQ_DISPATCH: a completion queue, to be polled.
type CQ interface {
	Object

	// GetCqResults is NDK_FN_GET_CQ_RESULTS: it moves up to len(results) results out of
	// the queue, oldest first, and returns their count. Source: NDK_FN_GET_CQ_RESULTS.
	GetCqResults(results []Result) uint32
}

// Result is NDK_RESULT, the outcome of a request. Source: ndkpi.h.
type Result struct {
	Status Status
	// BytesTransferred is defined for Receives only.
	BytesTransferred uint32
	// QPContext is the queue pair's context from its creation.
	QPContext      uintptr
	RequestContext uintptr
}

// MR is NDK_MR with NDK_MR_DISPATCH: a memory region.
type MR interface {
	Object

	// RegisterMr is NDK_FN_REGISTER_MR, with v2's flags.
	//
	// STATUS_SUCCESS; STATUS_PENDING; STATUS_INSUFFICIENT_RESOURCES.
	// Source: NDK_FN_REGISTER_MR.
	RegisterMr(buffer []byte, flags nd2.RegionFlags, completion RequestCompletion, requestContext uintptr) Status

	// DeregisterMr is NDK_FN_DEREGISTER_MR.
	//
	// STATUS_SUCCESS; STATUS_PENDING. Source: NDK_FN_DEREGISTER_MR.
	DeregisterMr(completion RequestCompletion, requestContext uintptr) Status

	// GetLocalTokenFromMr is NDK_FN_GET_LOCAL_TOKEN_FROM_MR: the token for [SGE].
	// Source: NDK_FN_GET_LOCAL_TOKEN_FROM_MR.
	GetLocalTokenFromMr() uint32
}

// QP is NDK_QP with NDK_QP_DISPATCH: a queue pair.
type QP interface {
	Object

	// Flush is NDK_FN_FLUSH: it cancels all requests of this queue pair. Receives that
	// it has not taken stay in the shared receive queue. Source: NDK_FN_FLUSH.
	Flush()

	// Send is NDK_FN_SEND: it sends a message into a Receive of the peer, with v2's
	// flags.
	//
	// STATUS_SUCCESS; STATUS_CONNECTION_INVALID: not connected.
	// Source: NDK_FN_SEND.
	Send(requestContext uintptr, sgl []SGE, flags nd2.OpFlags) Status
}

// Connector is NDK_CONNECTOR with NDK_CONNECTOR_DISPATCH: the active side of the
// establishment, and the end, of one connection.
type Connector interface {
	Object

	// Connect is NDK_FN_CONNECT. The addresses are sockaddrs; the port of
	// srcAddress may be 0.
	//
	// STATUS_SUCCESS; STATUS_PENDING; STATUS_INVALID_PARAMETER.
	// Source: NDK_FN_CONNECT.
	Connect(qp QP, srcAddress, destAddress []byte, inboundReadLimit, outboundReadLimit uint32, privateData []byte,
		completion RequestCompletion, requestContext uintptr) Status

	// CompleteConnect is NDK_FN_COMPLETE_CONNECT; disconnected, which may be nil, is
	// called when the peer has disconnected.
	//
	// STATUS_SUCCESS; STATUS_PENDING. Source: NDK_FN_COMPLETE_CONNECT.
	CompleteConnect(disconnected DisconnectEvent, disconnectContext uintptr, completion RequestCompletion,
		requestContext uintptr) Status

	// Disconnect is NDK_FN_DISCONNECT.
	//
	// STATUS_SUCCESS; STATUS_PENDING. Source: NDK_FN_DISCONNECT.
	Disconnect(completion RequestCompletion, requestContext uintptr) Status
}

// DisconnectEvent is NDK_FN_DISCONNECT_EVENT_CALLBACK.
type DisconnectEvent func(context uintptr)
