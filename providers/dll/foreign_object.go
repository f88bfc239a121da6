//go:build windows && (amd64 || arm64)

package dll

import (
	"sync"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
)

const (
	noInterface    nd2.Status = 0x80004002 // E_NOINTERFACE
	notImplemented nd2.Status = 0x80004001 // E_NOTIMPL
)

// foreignObject returns a COM object that stands for a client's object from outside the DLL: it has
// only IUnknown, and its other methods fail.
var foreignObject = sync.OnceValue(func() uintptr {
	const methods = 32
	object := newBlock(4096)
	vtable := newBlock(methods * ptrSize)
	table := words(vtable)
	fails := windows.NewCallback(func(uintptr) uintptr { return uintptr(notImplemented) })
	for i := range table {
		table[i] = fails
	}
	counts := windows.NewCallback(func(uintptr) uintptr { return 1 })
	table[queryInterface] = windows.NewCallback(queryForeign)
	table[addRef], table[release] = counts, counts
	words(object)[0] = vtable.address()
	return object.address()
})

// queryForeign is its QueryInterface.
func queryForeign(this, iid, out uintptr) uintptr {
	id := *(*nd2.GUID)(at(iid))
	if out == 0 {
		return uintptr(nd2.InvalidParameter)
	}
	if id != nd2.IIDUnknown {
		*(*uintptr)(at(out)) = 0
		return uintptr(noInterface)
	}
	*(*uintptr)(at(out)) = this
	return 0
}

// words views a block as words.
func words(b *block) []uintptr {
	return wordsAt(b.address(), len(b.bytes)/ptrSize)
}
