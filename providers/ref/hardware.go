package ref

import (
	"fmt"
	"net/netip"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// What all of the engine's adapters are.
const (
	vendorID = 0x005e // of the OUI for documentation, 00-00-5E. Source: RFC 7042
	deviceID = 1
	// firstAdapterID is the first adapter's MAC address. Source: RFC 7042, 2.1.2.
	firstAdapterID = 0x00005e005301

	// Below the first, in bytes, a request is faster inline; above the second, a Read
	// or Write is faster than a Send.
	inlineThreshold = 128
	largeThreshold  = 4096
)

// hardware is an adapter of the system, however many clients have opened it. It
// outlives its device, which a fault may remove and give back.
type hardware struct {
	id        uint64
	addresses []netip.Addr
	// scope is the scope id of the adapter's link-local addresses: the index of the
	// system's interface.
	scope  uint32
	limits nic.Limits
	// flags are those of Query, but for what limits and quirks say.
	flags  nd2.AdapterFlags
	quirks nic.Quirks
	// spareInfo makes Query say little, and oneObject makes OpenAdapter return the open
	// object again.
	spareInfo, oneObject bool
	network              fabric.Network
	timing               nic.Timing
	// impairments apply to datagrams that arrive at the adapter.
	impairments fabric.Impairments
	seed        uint64
	psn         firstPSN

	mu sync.Mutex
	// removals counts the faults that keep the device away.
	removals int
	device   *nic.Device
	// lost is why no device could be inserted after the last fault; closed says that
	// none may be.
	lost    error
	closed  bool
	manager *nic.ConnectionManager
	// opened is the object created last.
	opened *adapter
}

// attach inserts the first device.
func (h *hardware) attach() error {
	return h.put(nic.NewDevice(h.network, h.addresses, h.limits, h.quirks, h.seed))
}

// put makes d the adapter's device, unless err is set.
func (h *hardware) put(d *nic.Device, err error) error {
	if err != nil {
		return err
	}
	d.Port().Impair(h.impairments)
	h.device = d
	h.manager = nic.NewConnectionManager(d, h.timing, h.seed)
	if h.psn.given {
		h.manager.StartAt(h.psn.number)
	}
	return nil
}

// present returns the device and its connection manager, or nil after a removal.
func (h *hardware) present() (*nic.Device, *nic.ConnectionManager) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.removals > 0 {
		return nil, nil
	}
	return h.device, h.manager
}

// remove removes the device, and reserves its addresses meanwhile; undo inserts a new
// device, unless another fault keeps it away.
func (h *hardware) remove() (undo func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.removals++
	h.device.Remove()
	return sync.OnceFunc(h.restore)
}

func (h *hardware) restore() {
	h.mu.Lock()
	old := h.device
	h.removals--
	if h.removals == 0 && !h.closed {
		h.lost = h.put(old.Successor(h.seed)) // on an error, the dead old device stays
	}
	replaced := h.device != old
	h.mu.Unlock()
	if replaced {
		old.Close()
	}
}

// close removes the device for good. The error says why a fault's end inserted none.
func (h *hardware) close() error {
	h.mu.Lock()
	d, lost := h.device, h.lost
	h.closed, h.lost = true, nil
	h.mu.Unlock()
	d.Close()
	if lost != nil {
		return fmt.Errorf("adapter %#x could not be put back: %w", h.id, lost)
	}
	return nil
}

// info returns the adapter information for Query.
func (h *hardware) info() nd2.AdapterInfo {
	l := &h.limits
	flags := h.flags &^ (nd2.AdapterLoopbackConnections | nd2.AdapterCQResize)
	if !h.quirks.NoLoopback {
		flags |= nd2.AdapterLoopbackConnections
	}
	if l.CQResize {
		flags |= nd2.AdapterCQResize
	}
	info := nd2.AdapterInfo{
		InfoVersion:                nd2.Version2,
		VendorID:                   vendorID,
		DeviceID:                   deviceID,
		AdapterID:                  h.id,
		MaxRegistrationSize:        uintptr(l.Registration),
		MaxWindowSize:              uintptr(l.Registration),
		MaxInitiatorSGE:            l.InitiatorSGE,
		MaxReceiveSGE:              l.ReceiveSGE,
		MaxReadSGE:                 l.ReadSGE,
		MaxTransferLength:          l.Transfer,
		MaxInlineDataSize:          l.Inline,
		MaxInboundReadLimit:        l.InboundReads,
		MaxOutboundReadLimit:       l.OutboundReads,
		MaxReceiveQueueDepth:       l.ReceiveDepth,
		MaxInitiatorQueueDepth:     l.InitiatorDepth,
		MaxSharedReceiveQueueDepth: l.SharedReceiveDepth,
		MaxCompletionQueueDepth:    l.CompletionDepth,
		InlineRequestThreshold:     min(inlineThreshold, l.Inline),
		LargeRequestThreshold:      largeThreshold,
		MaxCallerData:              l.CallerData,
		MaxCalleeData:              l.CalleeData,
		AdapterFlags:               flags,
	}
	if h.spareInfo {
		info.VendorID, info.DeviceID, info.InlineRequestThreshold, info.LargeRequestThreshold = 0, 0, 0, 0
		info.AdapterFlags |= unknownFlag
	}
	return info
}

// unknownFlag is an adapter flag that the documents do not name.
const unknownFlag = 1 << 31
