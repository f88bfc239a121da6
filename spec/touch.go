package spec

import "github.com/ndconform/ndconform/nd2"

// Touch writes the last byte of the end's memory to the last byte of the peer's: the plainest request that takes no
// Receive. A Write of no bytes is for specs about it alone: an adapter that shipped gives it no result.
func (e *End) Touch(context uintptr, peer *Region) nd2.Status {
	own, of := e.Memory, len(peer.Bytes)-1
	return e.Write(context, own.List(len(own.Bytes)-1, 1), peer.Address(of), peer.GetRemoteToken(), 0)
}
