//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

var getProcessHandleCount = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetProcessHandleCount")

// Handles implements [providers.COM].
func (i *instance) Handles() (int, error) {
	var n uint32
	if ok, _, err := getProcessHandleCount.Call(uintptr(windows.CurrentProcess()), uintptr(unsafe.Pointer(&n))); ok == 0 {
		return 0, fmt.Errorf("GetProcessHandleCount: %w", err)
	}
	if n > 0 {
		return int(n), nil
	}
	return countHandles() // Wine says 0
}

// A handleEntry is SYSTEM_HANDLE_TABLE_ENTRY_INFO_EX.
type handleEntry struct {
	object, process, value uintptr
	access                 uint32
	creator, kind          uint16
	attributes, reserved   uint32
}

// countHandles counts this process's handles among those of all processes.
func countHandles() (count int, err error) {
	for words := 1 << 12; words < 1<<22; words *= 2 {
		list := make([]uintptr, words)
		err = windows.NtQuerySystemInformation(windows.SystemExtendedHandleInformation, unsafe.Pointer(&list[0]),
			uint32(words*ptrSize), nil)
		if errors.Is(err, windows.STATUS_INFO_LENGTH_MISMATCH) {
			continue
		}
		if err != nil {
			break
		}
		for _, e := range unsafe.Slice((*handleEntry)(unsafe.Pointer(&list[2])), list[0]) {
			if e.process == uintptr(os.Getpid()) {
				count++
			}
		}
		return count, nil
	}
	return 0, fmt.Errorf("NtQuerySystemInformation: %w", err)
}
