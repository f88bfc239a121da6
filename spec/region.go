package spec

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// AllRights are the access rights of memory that a spec's point is not about.
const AllRights = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite | nd2.RDMAReadSink

// A Region is a buffer registered with one side's adapter.
type Region struct {
	nd2.MemoryRegion
	// Bytes are what calls are given. The memory may be another machine's: it is read with
	// [Contents] or HoldBytes, and written to with [Overwrite], Pattern or Fill.
	Bytes []byte
}

// Contents returns the bytes that memory holds, wherever it is; they are not to be written to.
// Memory of this process is returned itself, so that its bytes change with it.
func Contents(b []byte) []byte { return memory.Contents(b) }

// Overwrite puts data at the start of memory, wherever it is.
func Overwrite(b, data []byte) { memory.Overwrite(b, data) }

// Buffer returns size bytes of zeroed, page-aligned memory that no adapter knows,
// until the spec ends.
func (s *Side) Buffer(size int) []byte {
	b := s.allocate(size)
	s.AtEnd(s.freeing(b))
	return b
}

// Memory returns size bytes of zeroed memory, registered with the rights, until
// the spec ends. The spec is unobservable if the adapter registers only less.
func (s *Side) Memory(size int, rights nd2.RegionFlags) *Region {
	s.needRegistration(size)
	passed := begin(s.ctx, PrerequisiteRegistration)
	t := targetOf(s.ctx)
	offset := int(t.drawn(MemoryOffset))
	buffer := s.allocate(offset + size)
	r := &Region{Bytes: buffer[offset:], MemoryRegion: s.MemoryRegion()}
	register := func(b []byte, rights nd2.RegionFlags) {
		MustSucceed("IND2MemoryRegion::Register", Start(s.ctx, r.MemoryRegion, func(o *nd2.Overlapped) nd2.Status {
			return r.Register(b, rights, o)
		}).Wait())
	}
	if t.drawn(RegionUse) != 0 {
		register(r.Bytes[:max(1, size/2)], nd2.AllowLocalWrite)
		MustSucceed("IND2MemoryRegion::Deregister", Start(s.ctx, r.MemoryRegion, r.Deregister).Wait())
	}
	register(r.Bytes, rights)
	free := s.freeing(buffer)
	AtEnd(s.ctx, func(ctx context.Context) {
		// Memory that could not be deregistered is left mapped: the adapter may
		// still use it.
		if Start(ctx, r.MemoryRegion, r.Deregister).Wait() == nd2.Success {
			free()
		}
	})
	passed()
	return r
}

// MemoryRegion creates a region, which is not registered. The spec is unobservable if the
// adapter registers less than any spec does with.
func (s *Side) MemoryRegion() nd2.MemoryRegion {
	s.needRegistration(page)
	return create[nd2.MemoryRegion](s.ctx, s.creating().MemoryRegion())
}

func (s *Side) allocate(size int) []byte {
	b, err := s.adapter.end().Allocate(&targetOf(s.ctx).memory, size)
	if err != nil {
		Impossible(fmt.Sprintf("the spec could not be set up: there is no memory of %d bytes: %v", size, err))
	}
	return b
}

// freeing gives what takes memory back that allocate gave.
func (s *Side) freeing(b []byte) (free func()) {
	end, pool := s.adapter.end(), &targetOf(s.ctx).memory
	return func() { end.Free(pool, b) }
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

// Fill writes a pattern whose bytes differ from all near them, seeded so that buffers differ, to length bytes from
// offset, and returns a copy of it.
func (r *Region) Fill(offset, length int, seed byte) []byte {
	Pattern(r.Bytes[offset:offset+length], seed)
	return slices.Clone(Contents(r.Bytes[offset : offset+length]))
}

// Clear puts zeros into memory.
func Clear(b []byte) { Overwrite(b, make([]byte, len(b))) }

// Pattern fills b with the pattern of seed, which the run's seed makes another one in each run. Its
// first byte is always the same. An address that wraps at a power of two shows in it.
func Pattern(b []byte, seed byte) { pattern(b, seed, stride(GinkgoRandomSeed())) }

// stride returns the odd number, from 7 to 247, by which the bytes of a run's patterns differ: 256
// bytes in a row are then all different.
func stride(run int64) int { return 7 + 2*int(uint64(run)%121) }

func pattern(b []byte, seed byte, stride int) {
	to := b
	_, _, elsewhere := memory.Find(b)
	if elsewhere {
		to = make([]byte, len(b))
	}
	var row [256]byte // the next rows are the same, XORed with another byte each
	for i := range row {
		row[i] = byte(i * stride)
	}
	for i := 0; i < len(to); i += len(row) {
		part, mask := to[i:min(i+len(row), len(to))], byte(i>>8)^byte(i>>16)*0x9d^byte(i>>24)*0x5b^seed
		words := len(part) &^ 7
		for k := 0; k < words; k += 8 {
			binary.NativeEndian.PutUint64(part[k:], binary.NativeEndian.Uint64(row[k:])^0x0101010101010101*uint64(mask))
		}
		for k := words; k < len(part); k++ {
			part[k] = row[k] ^ mask
		}
	}
	if elsewhere {
		Overwrite(b, to)
	}
}

// AddressOf is the address of the first byte of b where the memory is, in host order.
func AddressOf(b []byte) uint64 { return memory.Address(b) }

// Register registers part of a buffer, or memory that is registered already, with
// this side's adapter, until the spec ends. The spec is unobservable if the adapter
// registers only less.
func (s *Side) Register(buffer []byte, rights nd2.RegionFlags) *Region {
	s.needRegistration(len(buffer))
	passed := begin(s.ctx, PrerequisiteRegistration)
	r := &Region{MemoryRegion: s.MemoryRegion(), Bytes: buffer}
	MustSucceed("IND2MemoryRegion::Register", Start(s.ctx, r.MemoryRegion, func(o *nd2.Overlapped) nd2.Status {
		return r.MemoryRegion.Register(buffer, rights, o)
	}).Wait())
	AtEnd(s.ctx, func(ctx context.Context) { Start(ctx, r.MemoryRegion, r.Deregister).Wait() })
	passed()
	return r
}
