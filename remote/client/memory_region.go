package client

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/proto"
)

type memoryRegion struct{ overlapping }

// Register implements [nd2.MemoryRegion].
func (m *memoryRegion) Register(buffer []byte, flags nd2.RegionFlags, o *nd2.Overlapped) nd2.Status {
	return m.status(&proto.Call{Method: &proto.Call_Register{Register: &proto.Register{Buffer: m.buffer(buffer), Flags: uint32(flags), Overlapped: m.request(o)}}})
}

// Deregister implements [nd2.MemoryRegion].
func (m *memoryRegion) Deregister(o *nd2.Overlapped) nd2.Status {
	return m.status(&proto.Call{Method: &proto.Call_Deregister{Deregister: &proto.Deregister{Overlapped: m.request(o)}}})
}

// GetLocalToken implements [nd2.MemoryRegion].
func (m *memoryRegion) GetLocalToken() uint32 {
	return uint32(m.do(&proto.Call{Method: &proto.Call_GetLocalToken{GetLocalToken: &proto.GetLocalToken{}}}).GetValue())
}

// GetRemoteToken implements [nd2.MemoryRegion].
func (m *memoryRegion) GetRemoteToken() uint32 { return m.remoteToken() }

// remoteToken is GetRemoteToken of regions and windows.
func (o *object) remoteToken() uint32 {
	return uint32(o.do(&proto.Call{Method: &proto.Call_GetRemoteToken{GetRemoteToken: &proto.GetRemoteToken{}}}).GetValue())
}

type memoryWindow struct{ object }

// GetRemoteToken implements [nd2.MemoryWindow].
func (m *memoryWindow) GetRemoteToken() uint32 { return m.remoteToken() }
