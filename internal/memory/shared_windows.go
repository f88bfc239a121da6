package memory

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// secReserve makes uncommitted memory take no room. Source: CreateFileMapping's page.
const secReserve = 0x4000000

// Share returns memory that another process can map by the file. Its first bytes are zeroed and can be used,
// and whatever is committed.
func Share(size, first int) (b []byte, file *os.File, err error) {
	section, err := windows.CreateFileMapping(windows.InvalidHandle, nil, windows.PAGE_READWRITE|secReserve,
		uint32(size>>32), uint32(size), nil)
	if err != nil {
		return nil, nil, err
	}
	file = os.NewFile(uintptr(section), "shared memory")
	b, err = Map(file, size)
	if err == nil {
		err = Commit(b[:first])
	}
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return b, file, nil
}

// Map returns the memory that another process shares by a file; it must be that large.
func Map(file *os.File, size int) ([]byte, error) {
	const access = windows.FILE_MAP_READ | windows.FILE_MAP_WRITE
	address, err := windows.MapViewOfFile(windows.Handle(file.Fd()), access, 0, 0, uintptr(size))
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&address))), size), nil
}

// Commit commits pages of shared memory, for all processes that map it.
func Commit(b []byte) error {
	_, err := windows.VirtualAlloc(addressOf(b), uintptr(len(b)), windows.MEM_COMMIT, windows.PAGE_READWRITE)
	return err
}

// Discard does nothing: shared memory is freed when the processes that map it have ended.
func Discard([]byte) {}
