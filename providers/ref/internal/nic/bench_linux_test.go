package nic

import (
	"fmt"
	"os"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// BenchmarkReadvOfProcess makes the system copy 1 MiB, as shared memory providers do
// for messages longer than their buffers. Writes are compared with it.
func BenchmarkReadvOfProcess(b *testing.B) {
	const size = 1 << 20
	for _, set := range []int{64 << 20, size} {
		b.Run(fmt.Sprintf("set=%dMiB", set>>20), func(b *testing.B) {
			from, to := make([]byte, set), make([]byte, set)
			for i := range from {
				from[i], to[i] = byte(i), 1
			}
			b.SetBytes(size)
			for at := 0; b.Loop(); at = (at + size) % set {
				local := []unix.Iovec{{Base: &to[at], Len: size}}
				remote := []unix.RemoteIovec{{Base: uintptr(unsafe.Pointer(&from[at])), Len: size}}
				if n, err := unix.ProcessVMReadv(os.Getpid(), local, remote, 0); n != size {
					b.Fatal(n, err)
				}
			}
		})
	}
}
