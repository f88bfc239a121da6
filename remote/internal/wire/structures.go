package wire

import (
	"encoding/binary"
	"errors"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/proto"
)

// Protocol is the version of the protocol. A client and an agent of different versions
// refuse each other.
const Protocol = 2

// MaxFrame is how long a message may be, in bytes.
const MaxFrame = 8 << 20

// Chunk is how many bytes of memory one message carries.
const Chunk = 1 << 20

// IID returns the form of an interface id in messages; ToIID converts it back.
func IID(g nd2.GUID) []byte {
	b := binary.LittleEndian.AppendUint32(nil, g.Data1)
	b = binary.LittleEndian.AppendUint16(b, g.Data2)
	b = binary.LittleEndian.AppendUint16(b, g.Data3)
	return append(b, g.Data4[:]...)
}

// ToIID returns an error for anything that is no interface id.
func ToIID(b []byte) (g nd2.GUID, err error) {
	if len(b) != 16 {
		return g, errors.New("an interface id that is not 16 bytes long")
	}
	g.Data1 = binary.LittleEndian.Uint32(b)
	g.Data2 = binary.LittleEndian.Uint16(b[4:])
	g.Data3 = binary.LittleEndian.Uint16(b[6:])
	copy(g.Data4[:], b[8:])
	return g, nil
}

// Info returns the form of an adapter's limits in messages, or nil for nil; ToInfo
// converts it back.
func Info(i *nd2.AdapterInfo) *proto.AdapterInfo {
	if i == nil {
		return nil
	}
	return &proto.AdapterInfo{
		InfoVersion: i.InfoVersion, VendorId: uint32(i.VendorID), DeviceId: uint32(i.DeviceID), AdapterId: i.AdapterID,
		MaxRegistrationSize: uint64(i.MaxRegistrationSize), MaxWindowSize: uint64(i.MaxWindowSize),
		MaxInitiatorSge: i.MaxInitiatorSGE, MaxReceiveSge: i.MaxReceiveSGE, MaxReadSge: i.MaxReadSGE,
		MaxTransferLength: i.MaxTransferLength, MaxInlineDataSize: i.MaxInlineDataSize,
		MaxInboundReadLimit: i.MaxInboundReadLimit, MaxOutboundReadLimit: i.MaxOutboundReadLimit,
		MaxReceiveQueueDepth: i.MaxReceiveQueueDepth, MaxInitiatorQueueDepth: i.MaxInitiatorQueueDepth,
		MaxSharedReceiveQueueDepth: i.MaxSharedReceiveQueueDepth, MaxCompletionQueueDepth: i.MaxCompletionQueueDepth,
		InlineRequestThreshold: i.InlineRequestThreshold, LargeRequestThreshold: i.LargeRequestThreshold,
		MaxCallerData: i.MaxCallerData, MaxCalleeData: i.MaxCalleeData, AdapterFlags: uint32(i.AdapterFlags),
	}
}

// ToInfo returns nil for nil.
func ToInfo(i *proto.AdapterInfo) *nd2.AdapterInfo {
	if i == nil {
		return nil
	}
	return &nd2.AdapterInfo{
		InfoVersion: i.GetInfoVersion(), VendorID: uint16(i.GetVendorId()), DeviceID: uint16(i.GetDeviceId()), AdapterID: i.GetAdapterId(),
		MaxRegistrationSize: uintptr(i.GetMaxRegistrationSize()), MaxWindowSize: uintptr(i.GetMaxWindowSize()),
		MaxInitiatorSGE: i.GetMaxInitiatorSge(), MaxReceiveSGE: i.GetMaxReceiveSge(), MaxReadSGE: i.GetMaxReadSge(),
		MaxTransferLength: i.GetMaxTransferLength(), MaxInlineDataSize: i.GetMaxInlineDataSize(),
		MaxInboundReadLimit: i.GetMaxInboundReadLimit(), MaxOutboundReadLimit: i.GetMaxOutboundReadLimit(),
		MaxReceiveQueueDepth: i.GetMaxReceiveQueueDepth(), MaxInitiatorQueueDepth: i.GetMaxInitiatorQueueDepth(),
		MaxSharedReceiveQueueDepth: i.GetMaxSharedReceiveQueueDepth(), MaxCompletionQueueDepth: i.GetMaxCompletionQueueDepth(),
		InlineRequestThreshold: i.GetInlineRequestThreshold(), LargeRequestThreshold: i.GetLargeRequestThreshold(),
		MaxCallerData: i.GetMaxCallerData(), MaxCalleeData: i.GetMaxCalleeData(), AdapterFlags: nd2.AdapterFlags(i.GetAdapterFlags()),
	}
}

// Results returns the form of results in messages.
func Results(list []nd2.Result) []*proto.Result {
	var out []*proto.Result
	for _, r := range list {
		out = append(out, &proto.Result{
			Status: uint32(r.Status), BytesTransferred: r.BytesTransferred, QueuePairContext: uint64(r.QueuePairContext),
			RequestContext: uint64(r.RequestContext), RequestType: uint32(r.RequestType),
		})
	}
	return out
}

// ToResult converts one result back.
func ToResult(r *proto.Result) nd2.Result {
	return nd2.Result{
		Status: nd2.Status(r.GetStatus()), BytesTransferred: r.GetBytesTransferred(), QueuePairContext: uintptr(r.GetQueuePairContext()),
		RequestContext: uintptr(r.GetRequestContext()), RequestType: nd2.RequestType(r.GetRequestType()),
	}
}
