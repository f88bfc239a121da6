package nd1

import (
	"encoding/binary"

	"github.com/ndconform/ndconform/nd2"
)

// Result is ND_RESULT, the outcome of a request. The client passes one with each request, and
// leaves it alone until GetResults hands it back. Source: ndspi.h, ND_RESULT.
type Result struct {
	Status nd2.Status
	// BytesTransferred is defined for Receives only.
	BytesTransferred uintptr
}

// MRHandle is ND_MR_HANDLE: memory registered by INDAdapter::RegisterMemory. Source: ndspi.h.
type MRHandle uintptr

// SGE is ND_SGE, a scatter/gather entry. The entry is used during the call only;
// the memory it names is the provider's until the request completes.
// Source: ndspi.h, ND_SGE.
type SGE struct {
	// Buffer lies within the memory of MR.
	Buffer []byte
	MR     MRHandle
}

// MWDescriptor is ND_MW_DESCRIPTOR: the peer's name for a bound memory window. Its memory is as
// in C, packed and each field in network order, so that its bytes can be sent. Source: ndspi.h,
// ND_MW_DESCRIPTOR.
type MWDescriptor struct {
	Base   [8]byte // address of the window's first byte
	Length [8]byte // in bytes
	Token  [4]byte
}

// MWDescriptorSize is sizeof(ND_MW_DESCRIPTOR), in bytes.
const MWDescriptorSize = 20

// Describe returns the descriptor of length bytes from base, with a token whose bytes in memory
// are those on the wire, as in v2.
func Describe(base, length uint64, token uint32) (d MWDescriptor) {
	binary.BigEndian.PutUint64(d.Base[:], base)
	binary.BigEndian.PutUint64(d.Length[:], length)
	binary.NativeEndian.PutUint32(d.Token[:], token)
	return d
}

// Range returns the memory that the descriptor names: an address and a length in bytes, both in
// host order.
func (d *MWDescriptor) Range() (base, length uint64) {
	return binary.BigEndian.Uint64(d.Base[:]), binary.BigEndian.Uint64(d.Length[:])
}

// RemoteToken returns the token as in v2.
func (d *MWDescriptor) RemoteToken() uint32 { return binary.NativeEndian.Uint32(d.Token[:]) }

// AdapterInfo is ND_ADAPTER_INFO1: an adapter's identity and its limits, each taken alone. The
// fields are laid out as in C on 64-bit systems. Source: ndspi.h, ND_ADAPTER_INFO1.
type AdapterInfo struct {
	VendorID, DeviceID uint32
	// For Receives: entries per request, requests outstanding, bytes per request.
	MaxInboundSGE, MaxInboundRequests, MaxInboundLength uintptr
	// The same for all other requests.
	MaxOutboundSGE, MaxOutboundRequests, MaxOutboundLength uintptr
	// MaxInlineData is in bytes, of one request.
	MaxInlineData uintptr
	// The read limits count Reads in progress, with a local endpoint as target and
	// as initiator.
	MaxInboundReadLimit, MaxOutboundReadLimit uintptr
	// MaxCQEntries counts the results that a completion queue holds.
	MaxCQEntries uintptr
	// MaxRegistrationSize and MaxWindowSize are in bytes.
	MaxRegistrationSize, MaxWindowSize uintptr
	// LargeRequestThreshold is a hint, in bytes.
	LargeRequestThreshold uintptr
	// MaxCallerData (Connect) and MaxCalleeData (Accept, Reject) are in bytes.
	MaxCallerData, MaxCalleeData uintptr
}

// AdapterInfoSize is sizeof(ND_ADAPTER_INFO1) on 64-bit systems, in bytes.
const AdapterInfoSize = 128

// Version1 asks INDAdapter::Query for an [AdapterInfo]. Source: INDAdapter::Query,
// Parameters.
const Version1 = 1

// v1's names for statuses of v2. Source: ndspi.h, "Map version 1 error values to version 2".
const (
	LocalLength       = nd2.DataOverrun
	InvalidationError = nd2.InvalidDeviceRequest
)
