package memory

import "os"

// Torn returns a buffer of two parts: bytes at the end of a page, and missing ones, on the next
// page, which can't be read or written. Each has at most a page of
// bytes. The buffer belongs to the caller until free is called.
func Torn(there, missing int) (b []byte, free func(), err error) {
	page := os.Getpagesize()
	pages, free, err := torn(page)
	if err != nil {
		return nil, nil, err
	}
	return pages[page-there:][: there+missing : there+missing], free, nil
}
