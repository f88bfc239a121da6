package wire

import (
	"errors"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/remote/proto"
)

// Wide returns the form of a SIZE_T in messages, or nil for nil; Narrow converts it back.
func Wide(p *uintptr) *uint64 {
	if p == nil {
		return nil
	}
	wide := uint64(*p)
	return &wide
}

// Narrow returns nil for nil.
func Narrow(p *uint64) *uintptr {
	if p == nil {
		return nil
	}
	narrow := uintptr(*p)
	return &narrow
}

// Descriptor returns the bytes of a window's descriptor, or none for nil; ToDescriptor
// converts them back.
func Descriptor(d *nd1.MWDescriptor) []byte {
	if d == nil {
		return nil
	}
	b := append(make([]byte, 0, nd1.MWDescriptorSize), d.Base[:]...)
	b = append(b, d.Length[:]...)
	return append(b, d.Token[:]...)
}

// ToDescriptor returns nil for no bytes, and an error for anything that is no descriptor.
func ToDescriptor(b []byte) (*nd1.MWDescriptor, error) {
	switch len(b) {
	case 0:
		return nil, nil
	case nd1.MWDescriptorSize:
		return &nd1.MWDescriptor{Base: [8]byte(b), Length: [8]byte(b[8:]), Token: [4]byte(b[16:])}, nil
	}
	return nil, errors.New("a window's descriptor of another length")
}

// ND1Info returns the form of an adapter's limits in messages, or nil for nil; ToND1Info
// converts it back.
func ND1Info(i *nd1.AdapterInfo) *proto.ND1AdapterInfo {
	if i == nil {
		return nil
	}
	return &proto.ND1AdapterInfo{
		VendorId: i.VendorID, DeviceId: i.DeviceID,
		MaxInboundSge: uint64(i.MaxInboundSGE), MaxInboundRequests: uint64(i.MaxInboundRequests), MaxInboundLength: uint64(i.MaxInboundLength),
		MaxOutboundSge: uint64(i.MaxOutboundSGE), MaxOutboundRequests: uint64(i.MaxOutboundRequests), MaxOutboundLength: uint64(i.MaxOutboundLength),
		MaxInlineData: uint64(i.MaxInlineData), MaxInboundReadLimit: uint64(i.MaxInboundReadLimit), MaxOutboundReadLimit: uint64(i.MaxOutboundReadLimit),
		MaxCqEntries: uint64(i.MaxCQEntries), MaxRegistrationSize: uint64(i.MaxRegistrationSize), MaxWindowSize: uint64(i.MaxWindowSize),
		LargeRequestThreshold: uint64(i.LargeRequestThreshold), MaxCallerData: uint64(i.MaxCallerData), MaxCalleeData: uint64(i.MaxCalleeData),
	}
}

// ToND1Info returns nil for nil.
func ToND1Info(i *proto.ND1AdapterInfo) *nd1.AdapterInfo {
	if i == nil {
		return nil
	}
	return &nd1.AdapterInfo{
		VendorID: i.GetVendorId(), DeviceID: i.GetDeviceId(),
		MaxInboundSGE: uintptr(i.GetMaxInboundSge()), MaxInboundRequests: uintptr(i.GetMaxInboundRequests()), MaxInboundLength: uintptr(i.GetMaxInboundLength()),
		MaxOutboundSGE: uintptr(i.GetMaxOutboundSge()), MaxOutboundRequests: uintptr(i.GetMaxOutboundRequests()), MaxOutboundLength: uintptr(i.GetMaxOutboundLength()),
		MaxInlineData: uintptr(i.GetMaxInlineData()), MaxInboundReadLimit: uintptr(i.GetMaxInboundReadLimit()), MaxOutboundReadLimit: uintptr(i.GetMaxOutboundReadLimit()),
		MaxCQEntries: uintptr(i.GetMaxCqEntries()), MaxRegistrationSize: uintptr(i.GetMaxRegistrationSize()), MaxWindowSize: uintptr(i.GetMaxWindowSize()),
		LargeRequestThreshold: uintptr(i.GetLargeRequestThreshold()), MaxCallerData: uintptr(i.GetMaxCallerData()), MaxCalleeData: uintptr(i.GetMaxCalleeData()),
	}
}
