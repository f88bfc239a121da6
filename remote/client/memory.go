package client

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/wire"
)

// A block is memory of the far side.
type block struct {
	*session
	number, address uint64
	// here is the memory, if both processes share it.
	here []byte
}

// A span is a block's place in shared memory.
type span struct{ from, to uint64 }

// takes registers a block's span. It returns false if another block overlaps it: a write to one would change the
// other.
func (s *session) takes(p span) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, _ := slices.BinarySearchFunc(s.spans, p, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	if i > 0 && s.spans[i-1].to > p.from || i < len(s.spans) && s.spans[i].from < p.to {
		return false
	}
	s.spans = slices.Insert(s.spans, i, p)
	return true
}

// forget frees the block's span.
func (b *block) forget() {
	if len(b.here) == 0 {
		return
	}
	from := memory.Address(b.here) - memory.Address(b.side.Arena)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spans = slices.DeleteFunc(b.spans, func(p span) bool { return p.from == from })
}

// Allocate implements [providers.Memory].
func (i *instance) Allocate(size int) ([]byte, error) {
	c := i.own(wire.Allocate)
	wire.PutUint(&c.Writer, uint64(size))
	r := c.make()
	err := r.failure()
	where := &block{session: i.session, number: wire.Uint[uint64](&r.Reader), address: wire.Uint[uint64](&r.Reader)}
	where.here = r.shared(size)
	r.end()
	if err != nil {
		where.forget()
		return nil, err
	}
	b, err := memory.Reserve(size, where)
	if err != nil {
		i.free(where)
	}
	return b, err
}

// shared takes a block's place in shared memory. It returns nil if the block is elsewhere.
func (r *reply) shared(size int) []byte {
	if !wire.Bool(&r.Reader) {
		return nil
	}
	offset, all := wire.Uint[uint64](&r.Reader), uint64(len(r.side.Arena))
	if r.Failed() != nil || uint64(size) > all || offset > all-uint64(size) {
		r.Fail(fmt.Errorf("%d bytes from %d of shared memory of %d", size, offset, all))
		return nil
	}
	if size == 0 {
		return []byte{}
	}
	if !r.takes(span{offset, offset + uint64(size)}) {
		r.Fail(fmt.Errorf("%d bytes from %d of shared memory, which are another block's", size, offset))
		return nil
	}
	b := r.side.Arena[offset:][:size:size]
	if err := memory.Commit(b); err != nil { // the host has, unless it lies
		r.Fail(err)
		return nil
	}
	return b
}

// failure takes the error text of a call of the session; empty means success.
func (r *reply) failure() error {
	text := string(wire.Bytes(&r.Reader))
	switch {
	case r.nothing:
		return errors.New("the session is over")
	case text != "":
		return errors.New(text)
	}
	return nil
}

// Free implements [providers.Memory].
func (i *instance) Free(b []byte) {
	where, _, ok := memory.Find(b)
	if !ok {
		return
	}
	memory.Forget(b)
	i.free(where.(*block))
}

// free gives a block back.
func (i *instance) free(freed *block) {
	freed.forget() // before the far side may use it again
	c := i.own(wire.Free)
	wire.PutUint(&c.Writer, freed.number)
	c.make().end()
}

// Usage implements [providers.Memory]. The far process's own count is raised to what this machine sees of it.
func (i *instance) Usage() (bytes, handles uint64) {
	r := i.own(wire.Usage).make()
	bytes, handles = wire.Uint[uint64](&r.Reader), wire.Uint[uint64](&r.Reader)
	r.end()
	if i.side.Held == nil {
		return bytes, handles
	}
	seen := i.side.Held()
	return max(bytes, seen.Memory), max(handles, seen.Handles)
}

// Load implements [memory.Remote].
func (b *block) Load(to []byte, offset int) {
	for len(to) > 0 {
		n := min(len(to), wire.Chunk)
		c := b.own(wire.Load)
		wire.PutPart(&c.Writer, wire.Part{Block: b.number, Offset: uint64(offset), Length: uint64(n)})
		r := c.make()
		if came := wire.Bytes(&r.Reader); copy(to[:n], came) < n || len(came) > n {
			r.Fail(fmt.Errorf("%d bytes of a block instead of %d", len(came), n))
		}
		r.end()
		to, offset = to[n:], offset+n
	}
}

// Store implements [memory.Remote].
func (b *block) Store(offset int, data []byte) {
	if b.here != nil {
		copy(b.here[offset:], data)
		return
	}
	for len(data) > 0 {
		n := min(len(data), wire.Chunk)
		c := b.own(wire.Store)
		wire.PutUint(&c.Writer, b.number)
		wire.PutUint(&c.Writer, uint64(offset))
		wire.PutBytes(&c.Writer, data[:n])
		c.make().end()
		data, offset = data[n:], offset+n
	}
}

// Here implements [memory.Mapped].
func (b *block) Here() []byte { return b.here }

// Address implements [memory.Remote].
func (b *block) Address() uint64 { return b.address }

// buffer writes memory: as a part of a block of this session or, outside blocks, its bytes as far as they can be
// read.
func (c *call) buffer(b []byte) { wire.PutBuffer(&c.Writer, c.place(b)) }

func (s *session) place(b []byte) wire.Buffer {
	if b == nil && len(b) == 0 {
		return wire.Buffer{}
	}
	if b == nil { // nil has no length
		return wire.Buffer{Place: wire.Nowhere, Missing: uint64(len(b))}
	}
	if where, offset, ok := memory.Find(b); ok {
		if far, ok := where.(*block); ok && far.session == s {
			part := wire.Part{Block: far.number, Offset: uint64(offset), Length: uint64(len(b))}
			return wire.Buffer{Place: wire.Shared, Part: part}
		}
		b = memory.Contents(b)
	}
	there := readable(b)
	if len(there) < len(b) {
		return wire.Buffer{Place: wire.PartlyReadable, Bytes: there, Missing: uint64(len(b) - len(there))}
	}
	return wire.Buffer{Place: wire.Copied, Bytes: there}
}

// room takes the bytes that the far provider has written to copied memory.
func (r *reply) room(b []byte) {
	switch came := wire.Bytes(&r.Reader); {
	case len(came) > len(b):
		r.Fail(fmt.Errorf("%d bytes where there is room for %d", len(came), len(b)))
	case len(came) > 0:
		memory.Overwrite(b, came)
	}
}

// readable copies the readable part of b.
func readable(b []byte) (there []byte) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			there = byOne(b)
		}
	}()
	return append(make([]byte, 0, len(b)), b...)
}

// byOne copies up to the first unreadable byte.
func byOne(b []byte) (there []byte) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { _ = recover() }()
	for i := range b {
		there = append(there, b[i:i+1]...)
	}
	return there
}

// list writes a scatter/gather list; listND1 and listNDK write those of v1 and NDK.
func (c *call) list(sgl []nd2.SGE) {
	wire.PutList(&c.Writer, sgl, func(_ *wire.Writer, e nd2.SGE) {
		c.buffer(e.Buffer)
		wire.PutUint(&c.Writer, e.MemoryRegionToken)
	})
}

func (c *call) listND1(sgl []nd1.SGE) {
	wire.PutList(&c.Writer, sgl, func(_ *wire.Writer, e nd1.SGE) {
		c.buffer(e.Buffer)
		wire.PutUint(&c.Writer, e.MR)
	})
}

func (c *call) listNDK(sgl []ndk.SGE) {
	wire.PutList(&c.Writer, sgl, func(_ *wire.Writer, e ndk.SGE) {
		c.buffer(e.Buffer)
		wire.PutUint(&c.Writer, e.MemoryRegionToken)
	})
}
