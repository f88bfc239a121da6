package nd1

import "github.com/ndconform/ndconform/nd2"

// Provider is INDProvider: it finds the adapters that a provider supports.
// Source: ndspi.h, INDProvider.
type Provider interface {
	nd2.Unknown

	// QueryAddressList lists the local addresses of all adapters. *size is the
	// list's size in bytes: in, what the caller has room for; out, what was used or
	// is needed.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: *size is too small, *list is unmodified.
	// Source: INDProvider::QueryAddressList.
	QueryAddressList(list *nd2.SocketAddressList, size *uintptr) nd2.Status

	// OpenAdapter opens the adapter with the local address, a sockaddr whose port is
	// ignored.
	//
	// ND_SUCCESS; ND_NO_MEMORY; ND_INVALID_ADDRESS: no adapter of this provider has
	// it. Source: INDProvider::OpenAdapter.
	OpenAdapter(address []byte, adapter *Adapter) nd2.Status
}
