package nd2

// Connector is IND2Connector: the establishment and the end of one connection.
// The active side calls Connect, then CompleteConnect; the passive side gets the
// request through a listener, then calls Accept; either may Reject before and
// Disconnect after. Of the statuses, ND_PENDING means that o completes later;
// ND_CANCELED that the queue pair was removed; ND_DEVICE_REMOVED that the
// adapter was. Source: IND2Connector.md.
type Connector interface {
	Overlapping

	// Bind sets the local address, a sockaddr; port 0 asks for a port of the
	// ephemeral range (49152 to 65535).
	//
	// ND_SUCCESS; ND_CANCELED; ND_DEVICE_REMOVED; ND_SHARING_VIOLATION: the
	// address is in use; ND_TOO_MANY_ADDRESSES: no ephemeral port is left;
	// ND_ADDRESS_ALREADY_EXISTS: such a connection exists already.
	// Source: IND2Connector::Bind.
	Bind(address []byte) Status

	// Connect asks the peer at destAddress, a sockaddr, for a connection. The
	// read limits count Reads in progress: those that the peer may have on this
	// side, and those this side would like to have on the peer's; what exceeds the
	// adapter's limits is silently reduced. privateData is at most MaxCallerData
	// bytes. It completes when the peer accepts or rejects.
	//
	// ND_SUCCESS; ND_PENDING; ND_INVALID_BUFFER_SIZE: too much private data;
	// ND_CANCELED; ND_DEVICE_REMOVED; ND_CONNECTION_ACTIVE: the queue pair is
	// connected; ND_NETWORK_UNREACHABLE; ND_HOST_UNREACHABLE;
	// ND_CONNECTION_REFUSED: no listener, a full backlog, or a Reject;
	// ND_IO_TIMEOUT; ND_ACCESS_VIOLATION: privateData is not valid.
	// Source: IND2Connector::Connect.
	Connect(queuePair Unknown, destAddress []byte, inboundReadLimit, outboundReadLimit uint32, privateData []byte,
		o *Overlapped) Status

	// CompleteConnect completes the connection that the peer has accepted.
	//
	// ND_SUCCESS; ND_CONNECTION_INVALID: not connecting; ND_PENDING;
	// ND_DEVICE_REMOVED; ND_IO_TIMEOUT. Source: IND2Connector::CompleteConnect.
	CompleteConnect(o *Overlapped) Status

	// Accept accepts the request that this connector holds, with a queue pair
	// of the same adapter. It completes when the connection is established. Read
	// limits and private data are as for Connect, with MaxCalleeData.
	//
	// ND_SUCCESS; ND_PENDING; ND_CANCELED; ND_DEVICE_REMOVED;
	// ND_CONNECTION_ACTIVE: the queue pair is connected; ND_CONNECTION_ABORTED:
	// the peer gave up; ND_ACCESS_VIOLATION: privateData is not valid;
	// ND_INVALID_BUFFER_SIZE: too much private data; ND_IO_TIMEOUT: the peer
	// did not complete. Source: IND2Connector::Accept.
	Accept(queuePair Unknown, inboundReadLimit, outboundReadLimit uint32, privateData []byte, o *Overlapped) Status

	// Reject refuses the connection, from either side, with at most
	// MaxCalleeData bytes of private data. It has no OVERLAPPED.
	//
	// ND_SUCCESS; ND_DEVICE_REMOVED; ND_CONNECTION_ABORTED: the peer gave up;
	// ND_ACCESS_VIOLATION: privateData is not valid; ND_INVALID_BUFFER_SIZE: too
	// much of it. Source: IND2Connector::Reject.
	Reject(privateData []byte) Status

	// GetReadLimits returns the limits that would be in effect, as the peer's
	// offer leaves them. Either pointer may be nil.
	//
	// ND_SUCCESS; ND_CONNECTION_INVALID; ND_UNSUCCESSFUL.
	// Source: IND2Connector::GetReadLimits.
	GetReadLimits(inboundReadLimit, outboundReadLimit *uint32) Status

	// GetPrivateData copies what the peer sent with its request, acceptance or
	// rejection. *size is in bytes: in, at most len(privateData); out, the
	// peer's length, which a fabric may have padded.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: what fits was copied;
	// ND_CONNECTION_INVALID; ND_UNSUCCESSFUL.
	// Source: IND2Connector::GetPrivateData.
	GetPrivateData(privateData []byte, size *uint32) Status

	// GetLocalAddress copies the connector's address, a sockaddr. *size is in
	// bytes: in, at most len(address); out, what was used or is needed.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: nothing was copied;
	// ND_CONNECTION_INVALID: neither connected nor connecting.
	// Source: IND2Connector::GetLocalAddress.
	GetLocalAddress(address []byte, size *uint32) Status

	// GetPeerAddress copies the peer's address, with sizes as above.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: nothing was copied;
	// ND_CONNECTION_INVALID: not connected.
	// Source: IND2Connector::GetPeerAddress.
	GetPeerAddress(address []byte, size *uint32) Status

	// NotifyDisconnect completes when the peer disconnects, which flushes
	// nothing on this side.
	//
	// ND_SUCCESS; ND_PENDING; ND_CONNECTION_INVALID: was never connected; later,
	// ND_CANCELED on CancelOverlappedRequests.
	// Source: IND2Connector::NotifyDisconnect.
	NotifyDisconnect(o *Overlapped) Status

	// Disconnect ends the connection and flushes the queue pair, which cannot
	// be used again.
	//
	// ND_SUCCESS; ND_PENDING; ND_CANCELED; ND_DEVICE_REMOVED;
	// ND_CONNECTION_INVALID: not connected. Source: IND2Connector::Disconnect.
	Disconnect(o *Overlapped) Status
}
