package spec

import (
	"context"
	"fmt"
	"unsafe"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
)

// AllRights are the access rights of memory that a spec's point is not about.
const AllRights = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite | nd2.RDMAReadSink

// A Region is a buffer registered with one side's adapter.
type Region struct {
	nd2.MemoryRegion
	Bytes []byte
}

// Buffer gives size bytes of zeroed, page-aligned memory that no adapter knows,
// until the spec ends.
func (s *Side) Buffer(size int) []byte {
	GinkgoHelper()
	pool := &targetOf(s.ctx).memory
	b := s.allocate(size)
	s.AtEnd(func() { pool.Put(b) })
	return b
}

// Memory gives size bytes of zeroed memory, registered with the rights, until
// the spec ends. The spec is unobservable if the adapter registers only less.
func (s *Side) Memory(size int, rights nd2.RegionFlags) *Region {
	GinkgoHelper()
	s.needRegistration(size)
	left := on(s.ctx, GroundMemory)
	r := &Region{Bytes: s.allocate(size)}
	r.MemoryRegion = s.MemoryRegion()
	registered(size, Start(s.ctx, r.MemoryRegion, func(o *nd2.Overlapped) nd2.Status {
		return r.Register(r.Bytes, rights, o)
	}).Wait())
	pool := &targetOf(s.ctx).memory
	AtEnd(s.ctx, func(ctx context.Context) {
		// Memory that could not be deregistered is left mapped: the adapter may
		// still use it.
		if Start(ctx, r.MemoryRegion, r.Deregister).Wait() == nd2.Success {
			pool.Put(r.Bytes)
		}
	})
	left()
	return r
}

// ordinary is how long a region is, in bytes, that every adapter has resources for.
const ordinary = 1 << 20

// registered shows that a registration of so many bytes has succeeded. The spec is
// unobservable if the adapter has no resources for a long one.
func registered(size int, s nd2.Status) {
	GinkgoHelper()
	if size > ordinary {
		SkipIfLacking(fmt.Sprintf("a registration of %d bytes", size), s)
	}
	succeed("IND2MemoryRegion::Register", s)
}

// MemoryRegion creates a region, which is not registered.
func (s *Side) MemoryRegion() nd2.MemoryRegion {
	GinkgoHelper()
	return create[nd2.MemoryRegion](s.ctx, "CreateMemoryRegion", func(object *nd2.Unknown) nd2.Status {
		return s.Adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, s.File, object)
	})
}

func (s *Side) allocate(size int) []byte {
	GinkgoHelper()
	b, err := targetOf(s.ctx).memory.Get(size)
	if err != nil {
		Impossible(fmt.Sprintf("the spec could not be set up: there is no memory of %d bytes: %v", size, err))
	}
	return b
}

// Entry is the scatter/gather entry of length bytes from offset.
func (r *Region) Entry(offset, length int) nd2.SGE {
	return nd2.SGE{Buffer: r.Bytes[offset : offset+length], MemoryRegionToken: r.GetLocalToken()}
}

// List is a scatter/gather list of one entry.
func (r *Region) List(offset, length int) []nd2.SGE {
	return []nd2.SGE{r.Entry(offset, length)}
}

// Address is the remote address of the byte at offset.
func (r *Region) Address(offset int) uint64 { return AddressOf(r.Bytes) + uint64(offset) }

// Fill writes a pattern of which no two bytes near each other are alike, seeded
// so that buffers differ, to length bytes from offset, and gives a copy of it.
func (r *Region) Fill(offset, length int, seed byte) []byte {
	Pattern(r.Bytes[offset:offset+length], seed)
	return append([]byte(nil), r.Bytes[offset:offset+length]...)
}

// Pattern fills b with the pattern of seed.
func Pattern(b []byte, seed byte) {
	for i := range b {
		b[i] = byte(i*7) ^ byte(i>>8) ^ seed
	}
}

// AddressOf is the address of the first byte of b, in host order.
func AddressOf(b []byte) uint64 { return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }
