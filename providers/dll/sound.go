//go:build windows && (amd64 || arm64)

package dll

import (
	"fmt"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
)

// A vtable has passed unsound, with as many methods as its interface needs.
type vtable struct {
	address uintptr
	methods int
}

var sound sync.Map

// unsound says why an object of the DLL's cannot be called; it is empty if it can.
func unsound(pointer uintptr, iid nd2.GUID) string {
	of := vtable{methods: max(methods[iid], release+1)}
	var word [ptrSize]byte
	if !fetch(word[:], pointer) {
		return fmt.Sprintf("the object at %#x can't be read", pointer)
	}
	of.address = *(*uintptr)(unsafe.Pointer(&word))
	if _, known := sound.Load(of); known {
		return ""
	}
	table := make([]uintptr, of.methods)
	for m := range table {
		if !fetch(bytesOf(&table[m]), of.address+uintptr(m)*ptrSize) {
			return fmt.Sprintf("the object at %#x has its vtable at %#x, where method %d of %d can't be read",
				pointer, of.address, m, of.methods)
		}
		if table[m] == 0 {
			return fmt.Sprintf("the object at %#x has no method %d of %d: NULL is in its vtable at %#x",
				pointer, m, of.methods, of.address)
		}
		if !executable(table[m]) {
			return fmt.Sprintf("the object at %#x has no method %d of %d: its vtable at %#x has %#x, where there is no code",
				pointer, m, of.methods, of.address, table[m])
		}
	}
	sound.Store(of, true)
	return ""
}

// executable reports whether the memory at an address is executable.
func executable(address uintptr) bool {
	const anyExecute = windows.PAGE_EXECUTE | windows.PAGE_EXECUTE_READ | windows.PAGE_EXECUTE_READWRITE |
		windows.PAGE_EXECUTE_WRITECOPY
	var m windows.MemoryBasicInformation
	err := windows.VirtualQuery(address, &m, unsafe.Sizeof(m))
	return err == nil && m.State == windows.MEM_COMMIT && m.Protect&anyExecute != 0
}
