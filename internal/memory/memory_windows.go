package memory

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

func allocate(size int) ([]byte, error) {
	address, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&address))), size), nil
}

func reserve(size int) ([]byte, error) {
	address, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&address))), size), nil
}

func release(b []byte) { _ = windows.VirtualFree(addressOf(b), 0, windows.MEM_RELEASE) }

// torn maps two pages, and makes the second inaccessible.
func torn(page int) (pages []byte, free func(), err error) {
	pages, err = allocate(2 * page)
	if err != nil {
		return nil, nil, err
	}
	address := uintptr(unsafe.Pointer(unsafe.SliceData(pages)))
	free = func() { _ = windows.VirtualFree(address, 0, windows.MEM_RELEASE) }
	var before uint32
	err = windows.VirtualProtect(address+uintptr(page), uintptr(page), windows.PAGE_NOACCESS, &before)
	if err != nil {
		free()
		return nil, nil, err
	}
	return pages, free, nil
}
