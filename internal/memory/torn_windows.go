package memory

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

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
