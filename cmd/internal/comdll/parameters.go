//go:build windows && cgo

package comdll

import (
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// foreignObject stands for an object of another DLL.
type foreignObject struct{ nd2.Unknown }

// unknown returns an object of any kind that a client passes; for NULL it returns nil.
func (c *call) unknown(n int) nd2.Unknown {
	if c.args[n] == 0 {
		return nil
	}
	if o := objects.at(c.args[n]); o != nil {
		if calls.ObjectOf(c.object.unknown) == nil { // what is not watched takes what is not
			return calls.Unwrap(o.unknown)
		}
		return o.unknown
	}
	if served.Wrap != nil { // the DLL that is watched may know it
		return alien(c.args[n])
	}
	return foreignObject{}
}

// An alien is an object that is not the DLL's own, by its pointer. It implements [providers.Pointed].
type alien uintptr

// Pointer implements [providers.Pointed].
func (a alien) Pointer() uintptr { return uintptr(a) }

// The methods of [nd2.Unknown] are not called.

func (alien) AddRef() uint32                                   { return 1 }
func (alien) Release() uint32                                  { return 1 }
func (alien) QueryInterface(nd2.GUID, *nd2.Unknown) nd2.Status { return noInterface }

// file returns the file of a handle, as the provider knows it.
func (c *call) file(n int) (f *file, inner nd2.OverlappedFile) {
	f = fileAt(c.args[n])
	if f == nil {
		return nil, nil
	}
	return f, f.inner
}

// create carries out a method whose first parameter is an interface id and whose last
// is where the object goes. A failure leaves NULL there.
func (c *call) create(k *kind, f *file, make func(iid nd2.GUID, out *nd2.Unknown) nd2.Status) uintptr {
	to := out[uintptr](c, c.last)
	if to == nil {
		return uintptr(make(c.iid(1), nil))
	}
	*to = 0
	var u nd2.Unknown
	s := make(c.iid(1), &u)
	if s == nd2.Success {
		*to = objects.given(u, k, f, objects.pointerToMade)
	}
	return uintptr(s)
}

// An sge is ND2_SGE.
type sge struct {
	buffer        uintptr
	length, token uint32
}

// mostEntries is more than any adapter takes.
const mostEntries = 1 << 16

// entries returns a list of scatter/gather entries: parameter n is its address, parameter
// n+1 the number of entries. The data of inline requests is read during the call.
func (c *call) entries(n int, inline bool) []nd2.SGE {
	if c.args[n] == 0 {
		return nil
	}
	count := min(uintptr(c.u32(n+1)), mostEntries)
	if !readable(c.args[n], count*unsafe.Sizeof(sge{})) {
		refuse(n)
	}
	list := make([]nd2.SGE, count)
	for i, e := range unsafe.Slice((*sge)(pointer(c.args[n])), count) {
		if inline && !readable(e.buffer, uintptr(e.length)) {
			panic(refusal(nd2.AccessViolation))
		}
		list[i] = nd2.SGE{Buffer: nowhere(e.buffer, uint64(e.length)), MemoryRegionToken: e.token}
	}
	return list
}

// nowhere is span for memory that is looked at only if it is registered: memory at an
// impossible address becomes memory that no region has.
func nowhere(address uintptr, length uint64) []byte {
	if b, ok := span(address, length); ok {
		return b
	}
	return unsafe.Slice((*byte)(pointer(1)), min(length, topOfMemory))
}

// addressList carries out QueryAddressList. A SOCKET_ADDRESS_LIST is a count of 32 bits padded to 64,
// then a pointer and a length for each address, then the addresses.
func addressList[T uint32 | uintptr](c *call, query func(list *nd2.SocketAddressList, size *T) nd2.Status) nd2.Status {
	to, size := room[T](c, 1)
	if to == nil {
		return query(nil, size)
	}
	var list nd2.SocketAddressList
	s := query(&list, size)
	if s == nd2.Success {
		putAddresses(to, list.Address)
	}
	return s
}

func putAddresses(to []byte, addresses [][]byte) {
	type socketAddress struct {
		sockaddr uintptr
		length   uintptr
	}
	const header = 8
	*(*uintptr)(unsafe.Pointer(&to[0])) = uintptr(len(addresses))
	entries := unsafe.Slice((*socketAddress)(unsafe.Pointer(&to[header])), len(addresses))
	rest := to[header+len(addresses)*int(unsafe.Sizeof(socketAddress{})):]
	for i, a := range addresses {
		entries[i] = socketAddress{uintptr(unsafe.Pointer(&rest[0])), uintptr(len(a))}
		rest = rest[copy(rest, a):]
	}
}
