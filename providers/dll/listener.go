//go:build windows && (amd64 || arm64)

package dll

import "github.com/ndconform/ndconform/nd2"

// A listener implements [nd2.Listener].
type listener struct{ overlapping }

// Bind implements [nd2.Listener].
func (l *listener) Bind(address []byte) nd2.Status { return l.bind(address) }

// Listen implements [nd2.Listener].
func (l *listener) Listen(backlog uint32) nd2.Status { return l.do(6, uintptr(backlog)) }

// GetLocalAddress implements [nd2.Listener].
func (l *listener) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	return l.get("GetLocalAddress", 7, address, size)
}

// GetConnectionRequest implements [nd2.Listener].
func (l *listener) GetConnectionRequest(connector nd2.Unknown, o *nd2.Overlapped) nd2.Status {
	return l.request(o, nil, func(overlapped uintptr) nd2.Status {
		return l.do(8, pointerTo(connector), overlapped)
	})
}
