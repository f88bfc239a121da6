package nd1

import "github.com/ndconform/ndconform/nd2"

// Connector is INDConnector: the endpoint, the establishment and the end of one
// connection. Source: ndspi.h, INDConnector.
type Connector interface {
	Overlapping

	// CreateEndpoint creates the connector's endpoint; there is one at a time.
	// Receives report to inboundCQ, all other requests to outboundCQ, which may be
	// the same. Entries count requests outstanding, SGE the scatter/gather entries of
	// one; the read limits are offered to the peer, and may be 0. *maxInlineData, in
	// bytes, becomes what the endpoint takes inline; it may be nil.
	//
	// ND_SUCCESS; ND_INVALID_PARAMETER_1: inboundCQ; _2: outboundCQ; _3 to _8: a
	// number over the adapter's limits; ND_INSUFFICIENT_RESOURCES;
	// ND_DEVICE_REMOVED. Source: INDConnector::CreateEndpoint.
	CreateEndpoint(inboundCQ, outboundCQ CompletionQueue,
		inboundEntries, outboundEntries, inboundSGE, outboundSGE, inboundReadLimit, outboundReadLimit uintptr,
		maxInlineData *uintptr, endpoint *Endpoint) nd2.Status

	// Connect asks the peer at address, a sockaddr, for a connection of the
	// connector's own endpoint. protocol is IANA's number; localPort, in network
	// order, may be 0. It completes when the peer accepts or rejects.
	//
	// ND_SUCCESS; ND_PENDING; ND_BUFFER_OVERFLOW: more private data than
	// MaxCallerData; ND_CANCELED; ND_DEVICE_REMOVED; ND_CONNECTION_ACTIVE;
	// ND_NETWORK_UNREACHABLE; ND_HOST_UNREACHABLE; ND_CONNECTION_REFUSED;
	// ND_IO_TIMEOUT. Source: INDConnector::Connect.
	Connect(endpoint Endpoint, address []byte, protocol int32, localPort uint16, privateData []byte,
		o *nd2.Overlapped) nd2.Status

	// CompleteConnect completes the connection that the peer has accepted.
	//
	// ND_SUCCESS; ND_PENDING; ND_CONNECTION_INVALID: not connecting;
	// ND_DEVICE_REMOVED; ND_IO_TIMEOUT. Source: INDConnector::CompleteConnect.
	CompleteConnect(o *nd2.Overlapped) nd2.Status

	// Accept accepts the request that the connector holds with its endpoint. It
	// completes when the connection is established.
	//
	// ND_SUCCESS; ND_PENDING; ND_BUFFER_OVERFLOW: more private data than
	// MaxCalleeData; ND_CONNECTION_ABORTED: the peer gave up; ND_IO_TIMEOUT;
	// ND_CANCELED; ND_DEVICE_REMOVED. Source: INDConnector::Accept.
	Accept(endpoint Endpoint, privateData []byte, o *nd2.Overlapped) nd2.Status

	// Reject refuses the connection, from either side.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: more private data than MaxCalleeData;
	// ND_CONNECTION_ABORTED: the peer gave up. Source: INDConnector::Reject.
	Reject(privateData []byte) nd2.Status

	// GetConnectionData returns the read limits that the peer's offer leaves, and
	// copies its private data; *size is in bytes: in, at most len(privateData); out,
	// the peer's length. Each pointer may be nil.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: what fits was copied; ND_CONNECTION_INVALID.
	// Source: INDConnector::GetConnectionData.
	GetConnectionData(inboundReadLimit, outboundReadLimit *uintptr, privateData []byte, size *uintptr) nd2.Status

	// GetLocalAddress copies the connector's address, a sockaddr. *size is in bytes:
	// in, at most len(address); out, what was used or is needed.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: nothing was copied; ND_CONNECTION_INVALID.
	// Source: INDConnector::GetLocalAddress.
	GetLocalAddress(address []byte, size *uintptr) nd2.Status

	// GetPeerAddress copies the peer's address likewise.
	// Source: INDConnector::GetPeerAddress.
	GetPeerAddress(address []byte, size *uintptr) nd2.Status

	// NotifyDisconnect completes when the peer disconnects.
	//
	// ND_SUCCESS; ND_PENDING; ND_CONNECTION_INVALID: was never connected;
	// ND_CANCELED. Source: INDConnector::NotifyDisconnect.
	NotifyDisconnect(o *nd2.Overlapped) nd2.Status

	// Disconnect ends the connection and flushes the endpoint, which cannot be used
	// again.
	//
	// ND_SUCCESS; ND_PENDING; ND_CONNECTION_INVALID: not connected; ND_CANCELED;
	// ND_DEVICE_REMOVED. Source: INDConnector::Disconnect.
	Disconnect(o *nd2.Overlapped) nd2.Status
}
