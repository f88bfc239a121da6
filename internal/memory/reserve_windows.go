package memory

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

func reserve(size int) ([]byte, error) {
	address, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&address))), size), nil
}

func release(b []byte) { _ = windows.VirtualFree(addressOf(b), 0, windows.MEM_RELEASE) }
