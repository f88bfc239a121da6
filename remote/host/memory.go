package host

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/wire"
)

// A block is memory for the client.
type block struct{ bytes []byte }

func errTooMany(what string, most int) error {
	return fmt.Errorf("the client has more than %d %s", most, what)
}

func (h *host) allocate(size uint64) (number uint64, bytes []byte, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.taken > h.Limits.Memory || size > h.Limits.Memory-h.taken {
		return 0, nil, fmt.Errorf("the agent allows a session %d bytes", h.Limits.Memory)
	}
	bytes, err = h.pool.Get(int(size))
	if err != nil {
		return 0, nil, err
	}
	h.taken += size
	number = h.number()
	h.blocks[number] = &block{bytes}
	return number, bytes, nil
}

// putShared writes a block's place in shared memory.
func (c *call) putShared(block []byte) {
	offset := memory.Address(block) - memory.Address(c.Arena)
	is := len(block) > 0 && offset < uint64(len(c.Arena))
	wire.PutBool(&c.reply, is)
	if is {
		wire.PutUint(&c.reply, offset)
	}
}

func (h *host) free(n uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if b := h.blocks[n]; b != nil {
		delete(h.blocks, n)
		h.taken -= uint64(len(b.bytes))
		h.pool.Put(b.bytes)
	}
}

// part returns the bytes of p in its block. An unknown or too short block breaks the protocol.
func (h *host) part(p wire.Part) []byte {
	h.mu.Lock()
	b := h.blocks[p.Block]
	h.mu.Unlock()
	if b == nil {
		h.violated("memory %d is not there", p.Block)
	}
	size := uint64(len(b.bytes))
	if p.Offset > size || p.Length > size-p.Offset {
		h.violated("%d bytes from %d of memory of %d", p.Length, p.Offset, size)
	}
	return b.bytes[p.Offset:][:p.Length]
}

// buffer takes a call's memory.
func (c *call) buffer() []byte { return c.room().bytes }

// A room is memory that the method may fill.
type room struct {
	bytes  []byte
	copied bool // from the client's memory; the bytes go back there
}

func (c *call) room() room {
	b := wire.TakeBuffer(&c.Reader)
	switch b.Place {
	case wire.Shared:
		return room{c.part(b.Part), false}
	case wire.Copied:
		return room{append(make([]byte, 0, len(b.Bytes)), b.Bytes...), true} // not nil
	case wire.PartlyReadable:
		part, err := c.partlyReadable(b.Bytes, b.Missing)
		if err != nil {
			c.violated("%v", err)
		}
		return room{part, false}
	case wire.Nowhere:
		header := struct {
			data          unsafe.Pointer
			length, space int
		}{nil, int(b.Missing), int(b.Missing)}
		return room{*(*[]byte)(unsafe.Pointer(&header)), false}
	}
	return room{}
}

// putRoom writes what a method has put into copied memory.
func (c *call) putRoom(r room) {
	if !r.copied {
		r.bytes = nil
	}
	wire.PutBytes(&c.reply, r.bytes)
}

// partlyReadable returns memory with an unreadable end. It stays until the process ends.
func (h *host) partlyReadable(there []byte, missing uint64) ([]byte, error) {
	page := os.Getpagesize()
	if len(there) > page || missing > uint64(page) {
		return nil, errors.New("partly readable memory of more than two pages")
	}
	h.mu.Lock()
	h.taken += uint64(2 * page)
	over := h.taken > h.Limits.Memory
	h.mu.Unlock()
	if over {
		return nil, errors.New("more memory than a session may have")
	}
	b, _, err := memory.Torn(len(there), int(missing))
	if err != nil {
		return nil, err
	}
	copy(b, there)
	return b, nil
}

// entry takes the memory of a list's entry. Memory of the client's alone is copied to memory that
// the adapter can use, and stays there.
func (c *call) entry() []byte {
	r := c.room()
	if !r.copied || len(r.bytes) == 0 {
		return r.bytes
	}
	_, kept, err := c.allocate(uint64(len(r.bytes)))
	if err != nil {
		c.violated("%v", err)
	}
	copy(kept, r.bytes)
	return kept
}

// list takes a scatter/gather list; listND1 and listNDK take those of v1 and NDK.
func (c *call) list() []nd2.SGE {
	return wire.List(&c.Reader, func(r *wire.Reader) nd2.SGE {
		return nd2.SGE{Buffer: c.entry(), MemoryRegionToken: wire.Uint[uint32](r)}
	})
}

func (c *call) listND1() []nd1.SGE {
	return wire.List(&c.Reader, func(*wire.Reader) nd1.SGE { return nd1.SGE{Buffer: c.entry(), MR: c.handle()} })
}

func (c *call) listNDK() []ndk.SGE {
	return wire.List(&c.Reader, func(r *wire.Reader) ndk.SGE {
		return ndk.SGE{Buffer: c.entry(), MemoryRegionToken: wire.Uint[uint32](r)}
	})
}
