package memory

import "os"

// Torn returns a buffer of two parts: there bytes at the end of a page, and missing bytes on
// the next page, which can't be read or written. Each part has at most a page. The caller owns
// the buffer until free.
func Torn(there, missing int) (b []byte, free func(), err error) {
	page := os.Getpagesize()
	pages, free, err := torn(page)
	if err != nil {
		return nil, nil, err
	}
	return pages[page-there:][: there+missing : there+missing], free, nil
}
