package object

import "github.com/ndconform/ndconform/nd2"

// PutInfo is IND2Adapter::Query.
func PutInfo(get func() nd2.AdapterInfo, info *nd2.AdapterInfo, size *uint32) nd2.Status {
	if size == nil {
		return nd2.InvalidParameter2
	}
	given := *size
	*size = nd2.AdapterInfoSize
	switch {
	case given < nd2.AdapterInfoSize:
		return nd2.BufferOverflow
	case info == nil, info.InfoVersion != nd2.Version1 && info.InfoVersion != nd2.Version2:
		return nd2.InvalidParameter1
	}
	*info = get()
	return nd2.Success
}

// PutAddresses is QueryAddressList. The size is that of a SOCKET_ADDRESS_LIST with its addresses behind it, on 64-bit
// systems.
func PutAddresses(sockaddrs [][]byte, list *nd2.SocketAddressList, size *uint32) nd2.Status {
	if size == nil {
		return nd2.InvalidParameter2
	}
	const countSize, pointerAndLengthSize = 8, 16
	need := uint32(countSize)
	for _, s := range sockaddrs {
		need += pointerAndLengthSize + uint32(len(s))
	}
	given := *size
	*size = need
	switch {
	case given < need:
		return nd2.BufferOverflow
	case list == nil:
		return nd2.InvalidParameter1
	}
	list.Address = sockaddrs
	return nd2.Success
}

// PutSockaddr copies a sockaddr to b, whole or not at all; the client offers *size bytes.
func PutSockaddr(sockaddr, b []byte, size *uint32) nd2.Status {
	if room(b, size) < len(sockaddr) {
		*size = uint32(len(sockaddr))
		return nd2.BufferOverflow
	}
	*size = uint32(copy(b, sockaddr))
	return nd2.Success
}

// PutPrivateData copies private data likewise, as much as fits.
func PutPrivateData(data, b []byte, size *uint32) nd2.Status {
	n := copy(b[:room(b, size)], data)
	*size = uint32(len(data))
	if n < len(data) {
		return nd2.BufferOverflow
	}
	return nd2.Success
}

// room returns how many bytes of b the caller offers.
func room(b []byte, size *uint32) int { return int(min(uint64(*size), uint64(len(b)))) }
