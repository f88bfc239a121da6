package spec

import "github.com/ndconform/ndconform/nd2"

// Touch posts the plainest request that takes no Receive of the peer's: a Write of the last byte of the end's memory to
// the last byte of the peer's. A Write of no bytes would be plainer, but an adapter that shipped gives it no result, so
// that only specs about it are to post it.
func (e *End) Touch(context uintptr, peer *Region) nd2.Status {
	last := len(peer.Bytes) - 1
	return e.Write(context, e.Memory.List(len(e.Memory.Bytes)-1, 1), peer.Address(last), peer.GetRemoteToken(), 0)
}
