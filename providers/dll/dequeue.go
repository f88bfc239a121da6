//go:build windows && (amd64 || arm64)

package dll

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// A packet is what a completion port holds for a request that has ended. The OVERLAPPED
// is a plain number, since a DLL may have posted anything.
type packet struct{ key, overlapped uintptr }

// A dequeue is a way to take packets from a completion port.
type dequeue struct {
	// size is the room that take needs, in bytes.
	size int
	// take waits for packets; it returns none once the port is closed.
	take func(port windows.Handle, room *block) []packet
}

var (
	getQueuedCompletionStatus   = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetQueuedCompletionStatus")
	getQueuedCompletionStatusEx = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetQueuedCompletionStatusEx")
)

// oneByOne is GetQueuedCompletionStatus, which writes the bytes transferred, a key and
// an OVERLAPPED.
var oneByOne = dequeue{3 * ptrSize, func(port windows.Handle, room *block) []packet {
	at, field := room.address(), words(room)
	clear(field)
	got, _, _ := syscall.SyscallN(getQueuedCompletionStatus.Addr(), uintptr(port), at, at+ptrSize, at+2*ptrSize,
		windows.INFINITE)
	if got == 0 && field[2] == 0 {
		return nil
	}
	return []packet{{field[1], field[2]}}
}}

// mostAtOnce is how many packets manyAtOnce takes at most, each of entryWords words:
// OVERLAPPED_ENTRY begins with the key and the OVERLAPPED.
const (
	mostAtOnce = 16
	entryWords = 4
)

// manyAtOnce is GetQueuedCompletionStatusEx. The last word says how many packets came.
var manyAtOnce = dequeue{(mostAtOnce*entryWords + 1) * ptrSize, func(port windows.Handle, room *block) (list []packet) {
	at, field := room.address(), words(room)
	clear(field)
	const count = mostAtOnce * entryWords
	got, _, _ := syscall.SyscallN(getQueuedCompletionStatusEx.Addr(), uintptr(port), at, mostAtOnce, at+count*ptrSize,
		windows.INFINITE, 0)
	if got == 0 {
		return nil
	}
	for n := range int(uint32(field[count])) {
		list = append(list, packet{field[n*entryWords], field[n*entryWords+1]})
	}
	return list
}}
