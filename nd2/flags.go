package nd2

import "fmt"

// Interface versions. Source: nddef.h.
const (
	Version1 = 0x1
	Version2 = 0x20000
)

// AdapterFlags tell what an adapter can do. Source: IND2Adapter.md,
// ND2_ADAPTER_INFO structure; nddef.h.
type AdapterFlags uint32

// The adapter flags of nddef.h.
const (
	AdapterInOrderDMA          AdapterFlags = 0x00000001
	AdapterInterruptModeration AdapterFlags = 0x00000004
	AdapterMultiEngine         AdapterFlags = 0x00000008
	AdapterCQResize            AdapterFlags = 0x00000100
	AdapterLoopbackConnections AdapterFlags = 0x00010000
)

// NotifyType is what a completion queue's Notify waits for. Source:
// IND2CompletionQueue.md, IND2CompletionQueue::Notify; nddef.h.
type NotifyType uint32

// The notification types of nddef.h.
const (
	NotifyErrors    NotifyType = 0
	NotifyAny       NotifyType = 1
	NotifySolicited NotifyType = 2
)

// RegionFlags are the access rights of a memory region. Source:
// IND2MemoryRegion.md, IND2MemoryRegion::Register; nddef.h.
type RegionFlags uint32

// The region flags of nddef.h. AllowRemoteWrite includes AllowLocalWrite.
const (
	AllowLocalWrite  RegionFlags = 0x00000001
	AllowRemoteRead  RegionFlags = 0x00000002
	AllowRemoteWrite RegionFlags = 0x00000005
	RDMAReadSink     RegionFlags = 0x00000008
	DoNotSecureVM    RegionFlags = 0x80000000
)

// OpFlags control a queue pair's requests. Source: IND2QueuePair.md, each
// method's flags parameter; nddef.h.
type OpFlags uint32

// The request flags of nddef.h.
const (
	SilentSuccess       OpFlags = 0x00000001
	ReadFence           OpFlags = 0x00000002
	SendAndSolicitEvent OpFlags = 0x00000004
	AllowRead           OpFlags = 0x00000008
	AllowWrite          OpFlags = 0x00000010
	Inline              OpFlags = 0x00000020
)

// RequestType is the kind of request that a result belongs to. Source:
// IND2CompletionQueue.md, ND2_RESULT structure; nddef.h.
type RequestType uint32

// The request types of nddef.h.
const (
	RequestReceive RequestType = iota
	RequestSend
	RequestBind
	RequestInvalidate
	RequestRead
	RequestWrite
)

// String returns the name without its prefix: Receive for Nd2RequestTypeReceive.
func (t RequestType) String() string {
	if int(t) < len(requestTypeNames) {
		return requestTypeNames[t]
	}
	return fmt.Sprintf("RequestType(%d)", uint32(t))
}

var requestTypeNames = [...]string{"Receive", "Send", "Bind", "Invalidate", "Read", "Write"}

// String returns the flags by their names in nddef.h, and what has none in hex.
func (f AdapterFlags) String() string { return flagNames(uint32(f), adapterFlagNames) }

// String returns the name in nddef.h.
func (t NotifyType) String() string {
	if int(t) < len(notifyTypeNames) {
		return notifyTypeNames[t]
	}
	return fmt.Sprintf("NotifyType(%d)", uint32(t))
}

// String returns the flags by their names in nddef.h, and what has none in hex.
func (f RegionFlags) String() string { return flagNames(uint32(f), regionFlagNames) }

// String returns the flags by their names in nddef.h, and what has none in hex.
func (f OpFlags) String() string { return flagNames(uint32(f), opFlagNames) }
