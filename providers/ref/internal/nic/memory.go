package nic

import (
	"encoding/binary"
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
)

// A Domain is a protection domain: the scope of an open adapter. Regions, windows and
// queue pairs of different domains don't work together.
type Domain struct {
	device *Device
}

// NewDomain makes an empty domain.
func (d *Device) NewDomain() *Domain { return &Domain{device: d} }

// Device returns the domain's device.
func (d *Domain) Device() *Device { return d.device }

// rights are what a key permits. Reading locally needs none.
type rights uint8

const (
	localWrite rights = 1 << iota
	readSink
	remoteRead
	remoteWrite
)

// A key is an entry of the memory table: a number in requests and packets stands for
// it.
type key struct {
	domain *Domain
	// window is set for a window's key. A window opens its memory to the peer of its
	// queue pair, a region opens it to all peers.
	window *Window
	// number is 0 while the key opens nothing.
	number uint32
	memory []byte
	rights rights
}

// AddressOf returns a buffer's address, as requests have it.
func AddressOf(b []byte) uint64 { return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

// at returns the part of the key's memory at an address, or nil outside it.
func (k *key) at(address uint64, length uint32) []byte {
	offset := address - AddressOf(k.memory) // wraps around below the memory
	size := uint64(len(k.memory))
	if offset > size || uint64(length) > size-offset {
		return nil
	}
	return k.memory[offset : offset+uint64(length)]
}

// allows reports whether a request of the domain may use b with a local token.
func (d *Device) allows(domain *Domain, token uint32, b []byte, need rights) bool {
	k := d.keys.at(token)
	return k != nil && k.number == token && k.window == nil && k.domain == domain &&
		(need == 0 || k.rights&need != 0) && k.at(AddressOf(b), uint32(len(b))) != nil
}

// opened returns the memory that q's peer may use with a remote key, or nil.
func (q *QueuePair) opened(number uint32, address uint64, length uint32, need rights) []byte {
	k := q.device.keys.at(number)
	switch {
	case k == nil, k.number != number, k.domain != q.domain, k.rights&need == 0:
		return nil
	case k.window != nil && !k.window.opensTo(q):
		return nil
	}
	return k.at(address, length)
}

// A Region is a buffer that the device can access.
type Region struct {
	key
	index   uint32
	listed  bool // index is valid
	flags   nd2.RegionFlags
	windows int // how many windows are bound
}

// NewRegion makes an unregistered region.
func (d *Domain) NewRegion() *Region { return &Region{key: key{domain: d}} }

// Register is IND2MemoryRegion::Register, for a valid buffer within the limits.
func (r *Region) Register(buffer []byte, flags nd2.RegionFlags) nd2.Status {
	d := r.domain.device
	d.Lock()
	defer d.UnlockAndDeliver()
	switch {
	case d.stopped:
		return nd2.DeviceRemoved
	case r.number != 0:
		return nd2.InvalidDeviceState
	case d.quirks.Afford.Registration > 0 && uint64(len(buffer)) > d.quirks.Afford.Registration:
		return nd2.InsufficientResources
	case !r.listed:
		r.index, r.listed = d.keys.add(&r.key)
		if !r.listed {
			return nd2.InsufficientResources
		}
	}
	r.memory, r.flags, r.rights = buffer, flags, rightsOf(flags)
	r.number = d.keys.issue(r.index)
	return nd2.Success
}

// rightsOf translates flags to rights. ND_MR_FLAG_ALLOW_REMOTE_WRITE includes the bit
// of local writing.
func rightsOf(flags nd2.RegionFlags) (r rights) {
	for _, f := range [...]struct {
		flag  nd2.RegionFlags
		right rights
	}{
		{nd2.AllowLocalWrite, localWrite},
		{nd2.RDMAReadSink, readSink},
		{nd2.AllowRemoteRead, remoteRead},
		{nd2.AllowRemoteWrite, remoteWrite},
	} {
		if flags&f.flag == f.flag {
			r |= f.right
		}
	}
	return r
}

// Deregister is IND2MemoryRegion::Deregister.
func (r *Region) Deregister() nd2.Status {
	d := r.domain.device
	d.Lock()
	defer d.UnlockAndDeliver()
	switch {
	case r.windows > 0:
		return nd2.DeviceBusy
	case r.number == 0:
		return nd2.InvalidDeviceState
	}
	r.close()
	return nd2.Success
}

// Close ends the region, registered or not. Windows bound to it open nothing any more.
func (r *Region) Close() {
	d := r.domain.device
	d.Lock()
	defer d.UnlockAndDeliver()
	r.close()
	if r.listed {
		r.listed = false
		d.keys.remove(r.index)
	}
}

func (r *Region) close() { r.number, r.memory = 0, nil }

// Size returns the registered bytes, or 0.
func (r *Region) Size() int {
	d := r.domain.device
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(r.memory)
}

// LocalToken is for the entries of requests.
func (r *Region) LocalToken() uint32 {
	d := r.domain.device
	d.mu.Lock()
	defer d.mu.Unlock()
	return r.number
}

// RemoteToken is for the peer's requests, in network order.
func (r *Region) RemoteToken() uint32 { return networkOrder(r.LocalToken()) }

// networkOrder converts a key to a token whose bytes in memory are those on the wire,
// and back.
func networkOrder(number uint32) uint32 {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], number)
	return binary.NativeEndian.Uint32(b[:])
}
