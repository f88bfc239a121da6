package null

import (
	"net/netip"
	"sync"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

var _ = providers.Complete[
	*Provider, *adapter, *completionQueue, *sharedReceiveQueue, *region, *window,
	*queuePair, *connector, *listener,
]

// address is the adapter's address.
var address = netip.MustParseAddr("192.0.2.1")

// A Provider is an instance with one adapter, which connects to itself.
type Provider struct {
	// Fault breaks requests; the zero value breaks none.
	Fault Fault
	unknown
	mu        sync.Mutex
	listeners []*listener
	regions   []*region
	made      int // requests of the fault's kind so far
}

// ND2 implements [providers.Instance].
func (p *Provider) ND2() nd2.Provider { return p }

// Version implements [providers.Instance].
func (p *Provider) Version() string { return "null" }

// Close implements [providers.Instance].
func (p *Provider) Close() error { return nil }

// Ends returns two ends of the adapter.
func (p *Provider) Ends() *ndclient.Ends {
	end := ndclient.End{Instance: p, Address: address, Info: info}
	return &ndclient.Ends{End: [2]ndclient.End{end, end}}
}

// info is Query's answer.
var info = nd2.AdapterInfo{
	InfoVersion: nd2.Version2, AdapterID: 1, MaxRegistrationSize: 64 << 20,
	MaxInitiatorSGE: 1, MaxReceiveSGE: 1, MaxReadSGE: 1, MaxTransferLength: 16 << 20, MaxInlineDataSize: 256,
	MaxInboundReadLimit: 16, MaxOutboundReadLimit: 16,
	MaxReceiveQueueDepth: 1024, MaxInitiatorQueueDepth: 1024, MaxSharedReceiveQueueDepth: 4096,
	MaxCompletionQueueDepth: 4096,
	AdapterFlags:            nd2.AdapterInOrderDMA | nd2.AdapterCQResize | nd2.AdapterLoopbackConnections,
}

// QueryAddressList implements [nd2.Provider].
func (p *Provider) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	const enough = 64
	if *size < enough {
		*size = enough
		return nd2.BufferOverflow
	}
	list.Address = [][]byte{nd2.Sockaddr(netip.AddrPortFrom(address, 0))}
	return nd2.Success
}

// ResolveAddress implements [nd2.Provider].
func (p *Provider) ResolveAddress(_ []byte, id *uint64) nd2.Status {
	*id = 1
	return nd2.Success
}

// OpenAdapter implements [nd2.Provider].
func (p *Provider) OpenAdapter(_ nd2.GUID, _ uint64, object *nd2.Unknown) nd2.Status {
	*object = &adapter{provider: p}
	return nd2.Success
}

// unknown is the part that all objects share.
type unknown struct{}

func (unknown) QueryInterface(nd2.GUID, *nd2.Unknown) nd2.Status { return nd2.NotSupported }
func (unknown) AddRef() uint32                                   { return 1 }
func (unknown) Release() uint32                                  { return 0 }

// overlapping is the part that objects with overlapped requests share.
type overlapping struct {
	unknown
	file *file
}

func (overlapping) CancelOverlappedRequests() nd2.Status { return nd2.Success }

func (overlapping) GetOverlappedResult(o *nd2.Overlapped, _ bool) nd2.Status {
	return nd2.Status(o.Internal)
}

// pend begins a request.
func pend(o *nd2.Overlapped) nd2.Status {
	o.Internal = uintptr(nd2.Pending)
	if o.Event != nil {
		o.Event.Reset()
	}
	return nd2.Pending
}

// complete ends a request.
func (v *overlapping) complete(o *nd2.Overlapped) {
	o.Internal = uintptr(nd2.Success)
	if o.Event != nil {
		o.Event.Set()
	}
	if v.file != nil && v.file.port != nil {
		v.file.port.Post(v.file.key, o)
	}
}

// A file may be bound to a port.
type file struct {
	port nd2.CompletionPort
	key  uintptr
}

func (f *file) BindCompletionPort(port nd2.CompletionPort, key uintptr) nd2.Status {
	f.port, f.key = port, key
	return nd2.Success
}

func (*file) Close() nd2.Status { return nd2.Success }
