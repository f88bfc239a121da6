package client

import (
	"errors"
	"runtime/debug"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// A block is memory of the far side.
type block struct {
	*session
	number, address uint64
}

// Allocate implements [providers.Memory].
func (i *instance) Allocate(size int) ([]byte, error) {
	r := i.call(0, &proto.Call{Method: &proto.Call_Allocate{Allocate: &proto.Allocate{Size: uint64(size)}}})
	if r.GetError() != "" {
		return nil, errors.New(r.GetError())
	}
	return memory.Reserve(size, &block{i.session, r.GetValue(), r.GetAffinity()})
}

// Free implements [providers.Memory].
func (i *instance) Free(b []byte) {
	where, _, ok := memory.Find(b)
	if !ok {
		return
	}
	memory.Forget(b)
	i.call(0, &proto.Call{Method: &proto.Call_Free{Free: &proto.Free{Block: where.(*block).number}}})
}

// Load implements [memory.Elsewhere].
func (b *block) Load(to []byte, offset int) {
	for len(to) > 0 {
		n := min(len(to), wire.Chunk)
		r := b.call(0, &proto.Call{Method: &proto.Call_Load{Load: &proto.Load{Part: &proto.Part{Block: b.number, Offset: uint64(offset), Length: uint64(n)}}}})
		copy(to, r.GetData())
		to, offset = to[n:], offset+n
	}
}

// Store implements [memory.Elsewhere].
func (b *block) Store(offset int, data []byte) {
	for len(data) > 0 {
		n := min(len(data), wire.Chunk)
		b.call(0, &proto.Call{Method: &proto.Call_Store{Store: &proto.Store{Block: b.number, Offset: uint64(offset), Data: data[:n]}}})
		data, offset = data[n:], offset+n
	}
}

// Address implements [memory.Elsewhere].
func (b *block) Address() uint64 { return b.address }

// buffer returns the form of memory in messages: a part of a block of this session or, if
// it is none, the bytes themselves, as far as they can be read.
func (s *session) buffer(b []byte) *proto.Buffer {
	if b == nil { // nil has no length to tell
		if len(b) == 0 {
			return nil
		}
		return &proto.Buffer{Memory: &proto.Buffer_Nowhere{Nowhere: uint64(len(b))}}
	}
	if where, offset, ok := memory.Find(b); ok {
		if far, ok := where.(*block); ok && far.session == s {
			return &proto.Buffer{Memory: &proto.Buffer_Part{Part: &proto.Part{Block: far.number, Offset: uint64(offset), Length: uint64(len(b))}}}
		}
		b = memory.Contents(b)
	}
	there := readable(b)
	if len(there) < len(b) {
		return &proto.Buffer{Memory: &proto.Buffer_Torn{Torn: &proto.Torn{There: there, Missing: uint64(len(b) - len(there))}}}
	}
	return &proto.Buffer{Memory: &proto.Buffer_Plain{Plain: there}}
}

// readable copies what can be read of b.
func readable(b []byte) (there []byte) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			there = byOne(b)
		}
	}()
	return append(make([]byte, 0, len(b)), b...)
}

// byOne copies up to the first byte that can't be read.
func byOne(b []byte) (there []byte) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { _ = recover() }()
	for i := range b {
		there = append(there, b[i:i+1]...)
	}
	return there
}

func (s *session) list(sge []nd2.SGE) []*proto.SGE {
	var list []*proto.SGE
	for _, e := range sge {
		list = append(list, &proto.SGE{Buffer: s.buffer(e.Buffer), Token: e.MemoryRegionToken})
	}
	return list
}
