package spec

import "github.com/ndconform/ndconform/nd2"

// Touch writes a byte to the end of the peer's memory: the plainest request that takes no Receive. A Write of no bytes
// is for specs about it alone: an adapter that shipped gives it no result.
func (e *End) Touch(context uintptr, peer *Region) nd2.Status {
	return e.Write(context, e.Memory.List(0, 1), peer.Address(len(peer.Bytes)-1), peer.GetRemoteToken(), 0)
}
