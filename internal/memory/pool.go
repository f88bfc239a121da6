// Package memory provides page-aligned memory outside the Go heap, which hardware
// can be given.
package memory

import (
	"os"
	"sync"
)

// A Pool keeps memory for reuse, since mapping costs more than most specs. The zero
// value is ready to use.
type Pool struct {
	// Within is what is left of memory that blocks are taken from first, page by page.
	Within []byte

	mu   sync.Mutex
	free map[int][][]byte
}

// Get returns size bytes of zeroed memory that starts on a page.
func (p *Pool) Get(size int) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if list := p.free[size]; len(list) > 0 {
		b := list[len(list)-1]
		p.free[size] = list[:len(list)-1]
		clear(b)
		return b, nil
	}
	page := os.Getpagesize()
	if size > 0 && size <= len(p.Within)-page {
		b := p.Within[:size:size]
		p.Within = p.Within[(size+page-1)/page*page:]
		return b, nil
	}
	return allocate(size)
}

// Put takes back what Get returned. No adapter may use it any more.
func (p *Pool) Put(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.free == nil {
		p.free = map[int][][]byte{}
	}
	p.free[len(b)] = append(p.free[len(b)], b)
}
