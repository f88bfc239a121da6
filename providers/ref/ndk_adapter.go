package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// NDK implements [providers.NDK].
func (i *instance) NDK() ndk.Provider { return ndkProvider{i} }

// An ndkProvider implements [ndk.Provider].
type ndkProvider struct{ instance *instance }

// OpenAdapter implements [ndk.Provider].
func (p ndkProvider) OpenAdapter(adapterID uint64, out *ndk.Adapter) ndk.Status {
	h := p.instance.adapter(adapterID)
	if h == nil || out == nil {
		return ndk.InvalidParameter
	}
	d, m := h.present()
	if d == nil {
		return ndk.DeviceRemoved
	}
	a := &ndkAdapter{hardware: h, device: d, manager: m}
	a.begin(func() {})
	*out = a
	return ndk.Success
}

// CloseAdapter implements [ndk.Provider].
func (p ndkProvider) CloseAdapter(adapter ndk.Adapter) ndk.Status {
	a, ok := adapter.(*ndkAdapter)
	if !ok {
		return ndk.InvalidParameter
	}
	closed := make(chan struct{})
	if a.Close(func(uintptr) { close(closed) }, 0) == ndk.Pending {
		<-closed
	}
	return ndk.Success
}

// An ndkAdapter implements [ndk.Adapter]. It creates objects inline.
type ndkAdapter struct {
	ndkObject
	hardware *hardware
	device   *nic.Device
	manager  *nic.ConnectionManager
}

// ndkVersion is the version of Windows Server 2012 R2. Source: NDK_OBJECT_HEADER,
// Remarks.
var ndkVersion = ndk.Version{Major: 1, Minor: 2}

// QueryAdapterInfo implements [ndk.Adapter].
func (a *ndkAdapter) QueryAdapterInfo(info *ndk.AdapterInfo) ndk.Status {
	i := a.hardware.info()
	*info = ndk.AdapterInfo{
		Version: ndkVersion, VendorID: uint32(i.VendorID), DeviceID: uint32(i.DeviceID),
		MaxRegistrationSize:    uint64(i.MaxRegistrationSize),
		MaxInitiatorRequestSGE: i.MaxInitiatorSGE, MaxReceiveRequestSGE: i.MaxReceiveSGE,
		MaxTransferLength: i.MaxTransferLength, MaxInlineDataSize: i.MaxInlineDataSize,
		MaxInboundReadLimit: i.MaxInboundReadLimit, MaxOutboundReadLimit: i.MaxOutboundReadLimit,
		MaxInitiatorQueueDepth: i.MaxInitiatorQueueDepth,
		MaxSrqDepth:            i.MaxSharedReceiveQueueDepth, MaxCqDepth: i.MaxCompletionQueueDepth,
	}
	return ndk.Success
}

// CreateCq implements [ndk.Adapter].
func (a *ndkAdapter) CreateCq(depth uint32, completion ndk.CreateCompletion, requestContext uintptr,
	out *ndk.CQ,
) ndk.Status {
	if depth == 0 || depth > a.device.Limits().CompletionDepth {
		return ndk.InvalidParameter
	}
	return createNDK(&a.ndkObject, false, completion, requestContext, func() (*ndkCQ, nd2.Status) {
		if !a.device.Affords(depth, 0, 0) {
			return nil, nd2.InsufficientResources
		}
		c := &ndkCQ{queue: a.device.NewCompletionQueue(a.device.NewFile(), depth)}
		c.begin(c.queue.Close, &a.ndkObject)
		return c, nd2.Success
	}, func(c *ndkCQ) { *out = c })
}

// CreatePd implements [ndk.Adapter].
func (a *ndkAdapter) CreatePd(completion ndk.CreateCompletion, requestContext uintptr, out *ndk.PD) ndk.Status {
	return createNDK(&a.ndkObject, false, completion, requestContext, func() (*ndkPD, nd2.Status) {
		p := &ndkPD{adapter: a, domain: a.device.NewDomain()}
		p.begin(func() {}, &a.ndkObject)
		return p, nd2.Success
	}, func(p *ndkPD) { *out = p })
}

// CreateConnector implements [ndk.Adapter].
func (a *ndkAdapter) CreateConnector(completion ndk.CreateCompletion, requestContext uintptr,
	out *ndk.Connector,
) ndk.Status {
	return createNDK(&a.ndkObject, false, completion, requestContext, func() (*ndkConnector, nd2.Status) {
		c := &ndkConnector{hardware: a.hardware, connector: a.manager.NewConnector(a.device.NewFile())}
		c.cancel = func() { c.connector.Cancel() }
		c.begin(c.connector.Close, &a.ndkObject)
		return c, nd2.Success
	}, func(c *ndkConnector) { *out = c })
}
