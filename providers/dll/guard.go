//go:build windows && (amd64 || arm64)

package dll

import (
	"fmt"
	"sync/atomic"

	"golang.org/x/sys/windows"
)

const (
	pageSize = 4096
	// alignment is the alignment of every structure passed to a call, in bytes.
	alignment = 8
)

// guarding counts the callers of Guard whose blocks a page guards.
var guarding atomic.Int32

// newGuarded returns a block of n bytes before an inaccessible page. Alignment may
// leave bytes between the two; they are watched like any block's guard.
func newGuarded(n int) *block {
	used := (n + pageSize - 1) / pageSize * pageSize
	room := allocate(used + pageSize)
	var before uint32
	if err := windows.VirtualProtect(addressOf(room)+uintptr(used), pageSize, windows.PAGE_NOACCESS, &before); err != nil {
		panic(fmt.Sprintf("no guard page: %v", err))
	}
	start := (used - n) / alignment * alignment
	return &block{bytes: room[start : start+n : start+n], room: room, guard: room[start+n : used], dedicated: true}
}
