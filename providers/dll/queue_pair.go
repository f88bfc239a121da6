//go:build windows && (amd64 || arm64)

package dll

import (
	"encoding/binary"
	"runtime"

	"github.com/ndconform/ndconform/nd2"
)

// sgeSize is sizeof(ND2_SGE): a pointer, a length of 32 bits and a token.
const sgeSize = 16

// post calls a method whose first parameters are a context and a list of entries. The
// list is freed when the call has returned.
func (o *object) post(method, requestContext uintptr, sge []nd2.SGE, rest ...uintptr) nd2.Status {
	args := [6]uintptr{requestContext, 0, uintptr(len(sge))}
	n := 3 + copy(args[3:], rest)
	if sge == nil {
		return o.do(method, args[:n]...)
	}
	b := o.scratch.take(len(sge) * sgeSize)
	for i := range sge {
		e := b.bytes[i*sgeSize:][:sgeSize]
		binary.LittleEndian.PutUint64(e, uint64(addressOf(sge[i].Buffer)))
		binary.LittleEndian.PutUint32(e[8:], uint32(len(sge[i].Buffer)))
		binary.LittleEndian.PutUint32(e[12:], sge[i].MemoryRegionToken)
	}
	args[1] = b.address()
	s := o.do(method, args[:n]...)
	clear(b.bytes)
	o.scratch.put(b)
	runtime.KeepAlive(sge) // inline data may be in the Go heap
	return s
}
