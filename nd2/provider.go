package nd2

// Provider is IND2Provider: it finds the adapters that a provider supports.
// Source: IND2Provider.md.
type Provider interface {
	Unknown

	// QueryAddressList lists the local addresses of all adapters. list may be
	// nil when *size is 0. *size is the list's size in bytes: in, what the
	// caller has room for; out, what was used or is needed. The caller loops,
	// since the size may change between calls.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: *size is too small, *list is unmodified.
	// Source: IND2Provider::QueryAddressList.
	QueryAddressList(list *SocketAddressList, size *uint32) Status

	// ResolveAddress returns the id of the adapter that has the local address, a
	// sockaddr whose port is ignored.
	//
	// ND_SUCCESS; ND_NO_MEMORY; ND_INVALID_ADDRESS: no adapter of this provider
	// has it. Source: IND2Provider::ResolveAddress.
	ResolveAddress(address []byte, adapterID *uint64) Status

	// OpenAdapter returns interface iid of the adapter; [IIDAdapter] must be
	// supported. The provider may be released while its adapters are in use.
	//
	// ND_SUCCESS; ND_NO_MEMORY; ND_INVALID_PARAMETER: no such adapterID.
	// Source: IND2Provider::OpenAdapter.
	OpenAdapter(iid GUID, adapterID uint64, adapter *Unknown) Status
}
