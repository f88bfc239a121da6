package drive

import (
	"net/netip"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// An End is an adapter at one end of connections.
type End struct {
	Instance providers.Instance
	// ID is what OpenAdapter takes.
	ID      uint64
	Address netip.Addr
	Info    nd2.AdapterInfo
}

// Sockaddr returns the end's address with a port of the provider's choice.
func (e End) Sockaddr() []byte { return nd2.Sockaddr(netip.AddrPortFrom(e.Address, 0)) }

// Listen has a listener listen at the end's address, and returns where, as a sockaddr. If
// a call fails, method is its name and s what it returned.
func (e End) Listen(l nd2.Listener) (address []byte, method string, s nd2.Status) {
	if s := l.Bind(e.Sockaddr()); s != nd2.Success {
		return nil, "Bind", s
	}
	if s := l.Listen(0); s != nd2.Success {
		return nil, "Listen", s
	}
	address = make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(address))
	if s := l.GetLocalAddress(address, &size); s != nd2.Success {
		return nil, "GetLocalAddress", s
	}
	return address[:size], "", nd2.Success
}

// Allocate returns memory that the end's adapter can be given: the provider's, which may be
// on another machine, or else the pool's. [End.Free] takes it back.
func (e End) Allocate(pool *memory.Pool, size int) ([]byte, error) {
	if theirs, ok := e.Instance.(providers.Memory); ok {
		return theirs.Allocate(size)
	}
	return pool.Get(size)
}

// Free takes back what Allocate returned.
func (e End) Free(pool *memory.Pool, b []byte) {
	if theirs, ok := e.Instance.(providers.Memory); ok {
		theirs.Free(b)
		return
	}
	pool.Put(b)
}
