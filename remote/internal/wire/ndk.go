package wire

import (
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/proto"
)

// NDKVersion returns the form of a version in messages; ToNDKVersion converts it back.
func NDKVersion(v ndk.Version) *proto.NDKVersion {
	return &proto.NDKVersion{Major: uint32(v.Major), Minor: uint32(v.Minor)}
}

// ToNDKVersion returns version 0.0 for nil.
func ToNDKVersion(v *proto.NDKVersion) ndk.Version {
	return ndk.Version{Major: uint16(v.GetMajor()), Minor: uint16(v.GetMinor())}
}

// NDKInfo returns the form of an NDK adapter's limits in messages; ToNDKInfo converts it back.
func NDKInfo(i *ndk.AdapterInfo) *proto.NDKAdapterInfo {
	return &proto.NDKAdapterInfo{
		Version: NDKVersion(i.Version), VendorId: i.VendorID, DeviceId: i.DeviceID, MaxRegistrationSize: i.MaxRegistrationSize,
		MaxInitiatorRequestSge: i.MaxInitiatorRequestSGE, MaxReceiveRequestSge: i.MaxReceiveRequestSGE,
		MaxTransferLength: i.MaxTransferLength, MaxInlineDataSize: i.MaxInlineDataSize,
		MaxInboundReadLimit: i.MaxInboundReadLimit, MaxOutboundReadLimit: i.MaxOutboundReadLimit,
		MaxInitiatorQueueDepth: i.MaxInitiatorQueueDepth, MaxSrqDepth: i.MaxSrqDepth, MaxCqDepth: i.MaxCqDepth,
	}
}

// ToNDKInfo returns nil for nil.
func ToNDKInfo(i *proto.NDKAdapterInfo) *ndk.AdapterInfo {
	if i == nil {
		return nil
	}
	return &ndk.AdapterInfo{
		Version: ToNDKVersion(i.GetVersion()), VendorID: i.GetVendorId(), DeviceID: i.GetDeviceId(), MaxRegistrationSize: i.GetMaxRegistrationSize(),
		MaxInitiatorRequestSGE: i.GetMaxInitiatorRequestSge(), MaxReceiveRequestSGE: i.GetMaxReceiveRequestSge(),
		MaxTransferLength: i.GetMaxTransferLength(), MaxInlineDataSize: i.GetMaxInlineDataSize(),
		MaxInboundReadLimit: i.GetMaxInboundReadLimit(), MaxOutboundReadLimit: i.GetMaxOutboundReadLimit(),
		MaxInitiatorQueueDepth: i.GetMaxInitiatorQueueDepth(), MaxSrqDepth: i.GetMaxSrqDepth(), MaxCqDepth: i.GetMaxCqDepth(),
	}
}

// NDKResults returns the form of results of NDK in messages.
func NDKResults(list []ndk.Result) []*proto.Result {
	var out []*proto.Result
	for _, r := range list {
		out = append(out, &proto.Result{
			Status: uint32(r.Status), BytesTransferred: r.BytesTransferred, QueuePairContext: uint64(r.QPContext), RequestContext: uint64(r.RequestContext),
		})
	}
	return out
}

// ToNDKResult converts one result back.
func ToNDKResult(r *proto.Result) ndk.Result {
	return ndk.Result{
		Status: ndk.Status(r.GetStatus()), BytesTransferred: r.GetBytesTransferred(), QPContext: uintptr(r.GetQueuePairContext()), RequestContext: uintptr(r.GetRequestContext()),
	}
}
