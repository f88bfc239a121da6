package ndclient

import (
	"net/netip"

	"github.com/ndconform/ndconform/internal/leak"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// An End is an adapter at one end of connections.
type End struct {
	Instance providers.Instance
	// Provider opens the adapter; nil means a new one of the instance. Its owner releases it.
	Provider nd2.Provider
	// ID is OpenAdapter's parameter.
	ID      uint64
	Address netip.Addr
	Info    nd2.AdapterInfo
}

// ND2 returns another provider of the end's instance. The caller releases it.
func (e End) ND2() nd2.Provider { return e.Instance.ND2() }

// FileKey is the key of a file bound to a port.
const FileKey = 1

// Open opens the end's adapter, with a file bound to port unless that is nil. Even after a failure the
// caller closes the adapter.
func (e End) Open(port nd2.CompletionPort) (a Adapter, f *Failure) {
	provider := e.Provider
	if provider == nil {
		provider = e.ND2()
		defer provider.Release()
	}
	a.Adapter, f = Create[nd2.Adapter](OpenAdapter(provider, e.ID))
	if f == nil {
		f = Step("CreateOverlappedFile", func() nd2.Status { return a.CreateOverlappedFile(&a.File) })
	}
	if f == nil && a.File == nil {
		f = &Failure{Method: "CreateOverlappedFile"}
	}
	if f == nil && port != nil {
		f = succeeded("BindCompletionPort", a.File.BindCompletionPort(port, FileKey))
	}
	return a, f
}

// Sockaddr returns the end's address with a port of the provider's choice.
func (e End) Sockaddr() []byte { return nd2.Sockaddr(netip.AddrPortFrom(e.Address, 0)) }

// Listen binds a listener to the end's address, and returns the listener's sockaddr.
func (e End) Listen(l nd2.Listener) (address []byte, f *Failure) {
	if f := Step("Bind", func() nd2.Status { return l.Bind(e.Sockaddr()) }); f != nil {
		return nil, f
	}
	if f := Step("Listen", func() nd2.Status { return l.Listen(0) }); f != nil {
		return nil, f
	}
	address = make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(address))
	if f := Step("GetLocalAddress", func() nd2.Status { return l.GetLocalAddress(address, &size) }); f != nil {
		return nil, f
	}
	return address[:size], nil
}

// Allocate returns memory for the end's adapter: the provider's, perhaps on another machine, or else the
// pool's. [End.Free] takes it back.
func (e End) Allocate(pool *memory.Pool, size int) ([]byte, error) {
	if theirs, ok := e.Instance.(providers.Memory); ok {
		return theirs.Allocate(size)
	}
	return pool.Get(size)
}

// Held samples what this process holds, and the process of each end in another process.
func Held(ends ...End) leak.Sample {
	held, counted := leak.Take(), map[providers.Memory]bool{}
	for _, e := range ends {
		elsewhere, ok := e.Instance.(providers.Memory)
		if !ok || counted[elsewhere] {
			continue
		}
		counted[elsewhere] = true
		bytes, handles := elsewhere.Usage()
		held.Memory, held.Handles = held.Memory+bytes, held.Handles+handles
	}
	return held
}

// Free takes back what Allocate returned.
func (e End) Free(pool *memory.Pool, b []byte) {
	if theirs, ok := e.Instance.(providers.Memory); ok {
		theirs.Free(b)
		return
	}
	pool.Put(b)
}
