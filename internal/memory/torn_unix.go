//go:build unix

package memory

import "syscall"

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
