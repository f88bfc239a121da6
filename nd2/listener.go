package nd2

// Listener is IND2Listener: it takes connection requests at a local address.
// Source: IND2Listener.md.
type Listener interface {
	Overlapping

	// Bind sets the local address, a sockaddr; port 0 asks for a port of the
	// ephemeral range (49152 to 65535), and the unspecified address for all of
	// this adapter's addresses.
	//
	// ND_SUCCESS; ND_SHARING_VIOLATION: the address is in use on this adapter;
	// ND_INSUFFICIENT_RESOURCES; ND_TOO_MANY_ADDRESSES: no ephemeral port is
	// left. Source: IND2Listener::Bind.
	Bind(address []byte) Status

	// Listen starts to take requests, at most backlog of them waiting (0: no
	// limit; a provider may silently apply one).
	//
	// ND_SUCCESS; ND_INSUFFICIENT_RESOURCES. Source: IND2Listener::Listen.
	Listen(backlog uint32) Status

	// GetLocalAddress copies the address listened on, a sockaddr. *size is in
	// bytes: in, at most len(address); out, what was used or is needed.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: nothing was copied;
	// ND_INVALID_DEVICE_STATE: not listening.
	// Source: IND2Listener::GetLocalAddress.
	GetLocalAddress(address []byte, size *uint32) Status

	// GetConnectionRequest completes with the next request, which connector
	// then holds. Each call takes one request; several may be outstanding.
	//
	// ND_SUCCESS; ND_PENDING; ND_CANCELED: the listener was closed;
	// ND_DEVICE_REMOVED. Source: IND2Listener::GetConnectionRequest.
	GetConnectionRequest(connector Unknown, o *Overlapped) Status
}
