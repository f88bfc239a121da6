//go:build windows && (amd64 || arm64)

package dll

import (
	"fmt"
	"sync/atomic"

	"golang.org/x/sys/windows"
)

const (
	pageSize = 4096
	// alignment is the alignment of every structure that a call is given, in bytes.
	alignment = 8
)

// guarding counts the callers that have asked for blocks to be guarded by a page.
var guarding atomic.Int32

// newGuarded returns a block of n bytes before a page that can't be accessed. The bytes
// that alignment leaves between the two are watched like any block's guard.
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
