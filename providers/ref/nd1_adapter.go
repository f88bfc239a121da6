package ref

import (
	"net/netip"
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A nd1Adapter implements [nd1.Adapter]: one of v2's under v1's methods. Its objects keep it alive.
type nd1Adapter struct {
	adapter
	nd1Waiting
	// address is the address with which the adapter was opened; its listeners and
	// connectors use it.
	address  netip.Addr
	file     *nic.File
	requests nic.Requests
	results  nd1Results

	mu      sync.Mutex
	regions map[nd1.MRHandle]*nic.Region
}

func newND1Adapter(h *hardware, d *nic.Device, m *nic.ConnectionManager, address netip.Addr) *nd1Adapter {
	a := &nd1Adapter{
		adapter: adapter{hardware: h, device: d, manager: m, domain: d.NewDomain()},
		address: address, file: d.NewFile(), regions: map[nd1.MRHandle]*nic.Region{},
	}
	a.requests.Init(a.file)
	a.nd1Waiting.requests = &a.requests
	a.Begin(a, a.end, nd1.IIDOverlapped, nd1.IIDAdapter)
	return a
}

func (a *nd1Adapter) end() {
	a.requests.Close()
	for _, r := range a.regions {
		r.Close()
	}
	a.file.Close()
}

// CancelOverlappedRequests implements [nd1.Overlapping].
func (a *nd1Adapter) CancelOverlappedRequests() nd2.Status { return a.requests.Cancel() }

// GetFileHandle implements [nd1.Adapter].
func (a *nd1Adapter) GetFileHandle() nd2.OverlappedFile { return a.file }

// Query implements [nd1.Adapter].
func (a *nd1Adapter) Query(version uint32, info *nd1.AdapterInfo, size *uintptr) nd2.Status {
	if s := a.device.Check("INDAdapter::Query"); s != nd2.Success {
		return s
	}
	switch {
	case version != nd1.Version1:
		return nd2.NotSupported
	case size == nil:
		return nd2.InvalidParameter3
	}
	given := *size
	*size = nd1.AdapterInfoSize
	switch {
	case given < nd1.AdapterInfoSize:
		return nd2.BufferOverflow
	case info == nil:
		return nd2.InvalidParameter2
	}
	*info = nd1Info(a.hardware.info())
	return nd2.Success
}

// nd1Info translates v2's adapter information to v1's.
func nd1Info(i nd2.AdapterInfo) nd1.AdapterInfo {
	return nd1.AdapterInfo{
		VendorID: uint32(i.VendorID), DeviceID: uint32(i.DeviceID),
		MaxInboundSGE: uintptr(i.MaxReceiveSGE), MaxInboundRequests: uintptr(i.MaxReceiveQueueDepth),
		MaxInboundLength: uintptr(i.MaxTransferLength),
		MaxOutboundSGE:   uintptr(i.MaxInitiatorSGE), MaxOutboundRequests: uintptr(i.MaxInitiatorQueueDepth),
		MaxOutboundLength:   uintptr(i.MaxTransferLength),
		MaxInlineData:       uintptr(i.MaxInlineDataSize),
		MaxInboundReadLimit: uintptr(i.MaxInboundReadLimit), MaxOutboundReadLimit: uintptr(i.MaxOutboundReadLimit),
		MaxCQEntries:        uintptr(i.MaxCompletionQueueDepth),
		MaxRegistrationSize: i.MaxRegistrationSize, MaxWindowSize: i.MaxWindowSize,
		LargeRequestThreshold: uintptr(i.LargeRequestThreshold),
		MaxCallerData:         uintptr(i.MaxCallerData), MaxCalleeData: uintptr(i.MaxCalleeData),
	}
}

// Control implements [nd1.Adapter]. The engine defines no requests for it.
func (a *nd1Adapter) Control(uint32, []byte, []byte, *uintptr, *nd2.Overlapped) nd2.Status {
	return nd2.NotSupported
}

// CreateCompletionQueue implements [nd1.Adapter].
func (a *nd1Adapter) CreateCompletionQueue(entries uintptr, out *nd1.CompletionQueue) nd2.Status {
	if out == nil {
		return nd2.InvalidParameter2
	}
	*out = nil
	if s := a.device.Check("INDAdapter::CreateCompletionQueue"); s != nd2.Success {
		return s
	}
	if entries == 0 || entries > uintptr(a.device.Limits().CompletionDepth) {
		return nd2.InvalidParameter
	}
	if !a.device.Affords(uint32(entries), 0, 0) {
		return nd2.InsufficientResources
	}
	*out = newND1CompletionQueue(a, uint32(entries))
	return nd2.Success
}

// CreateConnector implements [nd1.Adapter].
func (a *nd1Adapter) CreateConnector(out *nd1.Connector) nd2.Status {
	if out == nil {
		return nd2.InvalidParameter1
	}
	*out = nil
	if s := a.device.Check("INDAdapter::CreateConnector"); s != nd2.Success {
		return s
	}
	*out = newND1Connector(a)
	return nd2.Success
}

// Listen implements [nd1.Adapter]. It listens at the adapter's address.
func (a *nd1Adapter) Listen(backlog uintptr, protocol int32, port uint16, assignedPort *uint16,
	out *nd1.Listen,
) nd2.Status {
	if out == nil {
		return nd2.InvalidParameter5
	}
	*out = nil
	if s := a.device.Check("INDAdapter::Listen"); s != nd2.Success {
		return s
	}
	switch {
	case protocol != nd1.ProtocolTCP:
		return nd2.InvalidParameter2
	case port == 0 && assignedPort == nil:
		return nd2.InvalidParameterMix
	}
	l := newND1Listen(a)
	assigned, s := l.listen(netip.AddrPortFrom(a.address, networkPort(port)), uint32(min(backlog, 1<<31)))
	if s != nd2.Success {
		l.Release()
		return s
	}
	if assignedPort != nil {
		*assignedPort = networkPort(assigned)
	}
	*out = l
	return nd2.Success
}
