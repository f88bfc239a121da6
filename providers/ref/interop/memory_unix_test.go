//go:build unix

package interop

import (
	"syscall"
	"testing"
)

// allocate returns memory that is a device's to use.
func allocate(t *testing.T, size int) (b []byte, free func()) {
	t.Helper()
	b, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	return b, func() { _ = syscall.Munmap(b) }
}
