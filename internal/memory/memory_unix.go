//go:build unix

package memory

import "syscall"

func allocate(size int) ([]byte, error) {
	return syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
}

func reserve(size int) ([]byte, error) {
	return syscall.Mmap(-1, 0, size, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
}

func release(b []byte) { _ = syscall.Munmap(b) }

// torn maps two pages, and makes the second inaccessible.
func torn(page int) (pages []byte, free func(), err error) {
	pages, err = allocate(2 * page)
	if err != nil {
		return nil, nil, err
	}
	free = func() { _ = syscall.Munmap(pages) }
	err = syscall.Mprotect(pages[page:], syscall.PROT_NONE)
	if err != nil {
		free()
		return nil, nil, err
	}
	return pages, free, nil
}
