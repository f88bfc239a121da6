//go:build unix

package memory

import "syscall"

func reserve(size int) ([]byte, error) {
	return syscall.Mmap(-1, 0, size, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
}

func release(b []byte) { _ = syscall.Munmap(b) }
