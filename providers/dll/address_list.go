//go:build windows && (amd64 || arm64)

package dll

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// SOCKET_ADDRESS_LIST begins with the count; the SOCKET_ADDRESSes follow, each a
// pointer and a length.
const (
	listHeader    = 8
	socketAddress = 16
)

// addressList calls a QueryAddressList, which writes one block with pointers into that
// block.
func addressList[T uint32 | uintptr](o *object, method uintptr, list *nd2.SocketAddressList, size *T) nd2.Status {
	f := o.frame("QueryAddressList")
	defer f.end()
	if list == nil {
		return o.do(method, 0, ref(f, size))
	}
	b := f.block(int(min(sizeOf(size), mostRoom)))
	s := o.do(method, b.address(), ref(f, size))
	if s == nd2.Success {
		var stray int
		list.Address, stray = f.addresses(b)
		o.strayAddresses.Add(int64(stray))
	}
	return s
}

// addresses reads the list in a block, and counts the addresses that lie outside the
// block.
func (f *frame) addresses(b *block) (list [][]byte, stray int) {
	if len(b.bytes) < listHeader {
		return nil, 0
	}
	count := int(int32(binary.LittleEndian.Uint32(b.bytes)))
	if count < 0 || count > (len(b.bytes)-listHeader)/socketAddress {
		panic(fmt.Sprintf("%s: the list of %d bytes says that it has %d addresses", f.method, len(b.bytes), count))
	}
	for i := range count {
		entry := b.bytes[listHeader+i*socketAddress:]
		pointer, length := uintptr(binary.LittleEndian.Uint64(entry)), int32(binary.LittleEndian.Uint32(entry[8:]))
		list = append(list, f.sockaddr(pointer, length))
		if !b.holds(pointer, int(length)) {
			stray++
		}
	}
	return list, stray
}

// sockaddr copies an address to which the DLL points, wherever it is.
func (f *frame) sockaddr(pointer uintptr, length int32) []byte {
	if length <= 0 || length > mostRoom {
		panic(fmt.Sprintf("%s: an address is said to have %d bytes", f.method, length))
	}
	address := make([]byte, length)
	if !fetch(address, pointer) {
		panic(fmt.Sprintf("%s: an address is said to be at %#x, where it can't be read", f.method, pointer))
	}
	return address
}

// rotate moves the addresses of the chosen adapter to the front of the provider's list.
func (p *provider) rotate(list *nd2.SocketAddressList) {
	ids := p.adapters(list)
	if int(p.options.adapter) >= len(ids) {
		return
	}
	first := ids[p.options.adapter]
	slices.SortStableFunc(list.Address, func(a, b []byte) int {
		return int(boolean(p.adapterAt(b) == first)) - int(boolean(p.adapterAt(a) == first))
	})
}

// adapters lists the ids of the adapters with these addresses, in the same order.
func (p *provider) adapters(list *nd2.SocketAddressList) (ids []uint64) {
	for _, a := range list.Address {
		if id := p.adapterAt(a); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

func (p *provider) adapterAt(address []byte) (id uint64) {
	p.ResolveAddress(address, &id)
	return id
}
