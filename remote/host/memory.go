package host

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// pool keeps freed memory for later blocks.
var pool memory.Pool

// A block is memory that the client has asked for.
type block struct{ bytes []byte }

func errTooMany(what string, most int) error {
	return fmt.Errorf("the client has more than %d %s", most, what)
}

func (h *host) allocate(size uint64) *proto.Reply {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.taken > h.Limits.Memory || size > h.Limits.Memory-h.taken {
		return &proto.Reply{Error: fmt.Sprintf("the agent allows a session %d bytes", h.Limits.Memory)}
	}
	bytes, err := pool.Get(int(size))
	if err != nil {
		return &proto.Reply{Error: err.Error()}
	}
	h.taken += size
	n := h.number()
	h.blocks[n] = &block{bytes}
	address := memory.Address(bytes)
	return &proto.Reply{Value: n, Affinity: &address}
}

func (h *host) free(n uint64) *proto.Reply {
	h.mu.Lock()
	defer h.mu.Unlock()
	if b := h.blocks[n]; b != nil {
		delete(h.blocks, n)
		h.taken -= uint64(len(b.bytes))
		pool.Put(b.bytes)
	}
	return &proto.Reply{}
}

// part returns a part of a block.
func (h *host) part(p *proto.Part) []byte {
	h.mu.Lock()
	b := h.blocks[p.GetBlock()]
	h.mu.Unlock()
	if b == nil {
		h.violated("memory %d is not there", p.GetBlock())
	}
	size := uint64(len(b.bytes))
	if p.GetOffset() > size || p.GetLength() > size-p.GetOffset() {
		h.violated("%d bytes from %d of memory of %d", p.GetLength(), p.GetOffset(), size)
	}
	return b.bytes[p.GetOffset():][:p.GetLength()]
}

func (h *host) load(p *proto.Part) *proto.Reply {
	if p.GetLength() > wire.Chunk {
		h.violated("%d bytes in one message", p.GetLength())
	}
	return &proto.Reply{Data: append([]byte(nil), h.part(p)...)}
}

func (h *host) store(s *proto.Store) *proto.Reply {
	copy(h.part(&proto.Part{Block: s.GetBlock(), Offset: s.GetOffset(), Length: uint64(len(s.GetData()))}), s.GetData())
	return &proto.Reply{}
}

// buffer returns the memory that a call is given.
func (h *host) buffer(b *proto.Buffer) []byte {
	switch m := b.GetMemory().(type) {
	case *proto.Buffer_Part:
		return h.part(m.Part)
	case *proto.Buffer_Plain:
		return append(make([]byte, 0, len(m.Plain)), m.Plain...) // which is not nil
	case *proto.Buffer_Torn:
		torn, err := h.torn(m.Torn)
		if err != nil {
			h.violated("%v", err)
		}
		return torn
	case *proto.Buffer_Nowhere:
		header := struct {
			data          unsafe.Pointer
			length, space int
		}{nil, int(m.Nowhere), int(m.Nowhere)}
		return *(*[]byte)(unsafe.Pointer(&header))
	}
	return nil
}

// torn returns memory that ends at addresses where there is none. It stays until the
// process ends.
func (h *host) torn(t *proto.Torn) ([]byte, error) {
	page := os.Getpagesize()
	if len(t.GetThere()) > page || t.GetMissing() > uint64(page) {
		return nil, errors.New("torn memory of more than two pages")
	}
	h.mu.Lock()
	h.taken += uint64(2 * page)
	over := h.taken > h.Limits.Memory
	h.mu.Unlock()
	if over {
		return nil, errors.New("more memory than a session may have")
	}
	b, _, err := memory.Torn(len(t.GetThere()), int(t.GetMissing()))
	if err != nil {
		return nil, err
	}
	copy(b, t.GetThere())
	return b, nil
}

// list returns a scatter/gather list.
func (h *host) list(entries []*proto.SGE) []nd2.SGE {
	var list []nd2.SGE
	for _, e := range entries {
		list = append(list, nd2.SGE{Buffer: h.entry(e.GetBuffer()), MemoryRegionToken: e.GetToken()})
	}
	return list
}

// entry returns the memory of an entry of a list. Memory that is only the client's is copied
// into memory that the adapter can be given, and stays there.
func (h *host) entry(from *proto.Buffer) []byte {
	b := h.buffer(from)
	if _, plain := from.GetMemory().(*proto.Buffer_Plain); plain && len(b) > 0 {
		b = h.kept(b)
	}
	return b
}

func (h *host) kept(b []byte) []byte {
	r := h.allocate(uint64(len(b)))
	if r.GetError() != "" {
		h.violated("%s", r.GetError())
	}
	to := h.part(&proto.Part{Block: r.GetValue(), Length: uint64(len(b))})
	copy(to, b)
	return to
}
