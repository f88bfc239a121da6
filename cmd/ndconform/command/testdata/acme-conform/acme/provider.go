package acme

import "github.com/ndconform/ndconform/nd2"

// provider is IND2Provider. This one has no adapters yet.
type provider struct{}

func (*provider) QueryInterface(_ nd2.GUID, object *nd2.Unknown) nd2.Status {
	*object = nil
	return nd2.NotSupported
}

func (*provider) AddRef() uint32  { return 1 }
func (*provider) Release() uint32 { return 0 }

func (*provider) QueryAddressList(_ *nd2.SocketAddressList, size *uint32) nd2.Status {
	*size = 0
	return nd2.Success
}

func (*provider) ResolveAddress([]byte, *uint64) nd2.Status { return nd2.InvalidAddress }

func (*provider) OpenAdapter(_ nd2.GUID, _ uint64, adapter *nd2.Unknown) nd2.Status {
	*adapter = nil
	return nd2.InvalidParameter
}
