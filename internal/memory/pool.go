// Package memory provides page-aligned memory outside the Go heap, for use by hardware.
package memory

import (
	"math/bits"
	"os"
	"sync"
)

// A Pool keeps memory for reuse, since mapping costs more than most specs. Blocks have powers of two as
// sizes, so that it keeps few sizes. The zero value is ready to use.
type Pool struct {
	// Within is the rest of the shared memory from which blocks are taken first.
	Within []byte

	mu   sync.Mutex
	free map[int][][]byte // by capacity
}

// Get returns size bytes of zeroed memory on a page boundary. Its capacity is the block's size.
func (p *Pool) Get(size int) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	whole := blockSize(size)
	if list := p.free[whole]; len(list) > 0 {
		b := list[len(list)-1][:size]
		p.free[whole] = list[:len(list)-1]
		clear(b)
		return b, nil
	}
	if whole <= len(p.Within)-os.Getpagesize() {
		b := p.Within[:size:whole]
		if err := Commit(b[:whole]); err != nil {
			return nil, err
		}
		p.Within = p.Within[whole:]
		return b, nil
	}
	b, err := allocate(whole)
	if err != nil {
		return nil, err
	}
	return b[:size], nil
}

// Put takes back what Get returned, whole; nil is nothing. No adapter may still use it.
func (p *Pool) Put(b []byte) {
	if cap(b) == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.free == nil {
		p.free = map[int][][]byte{}
	}
	p.free[cap(b)] = append(p.free[cap(b)], b)
}

// blockSize returns the size of the block for size bytes: a power of two, and at least a page.
func blockSize(size int) int {
	return max(os.Getpagesize(), 1<<bits.Len(uint(max(size, 1)-1)))
}

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
