// Package memory provides page-aligned memory outside the Go heap, which hardware
// can be given.
package memory

import (
	"math/bits"
	"os"
	"sync"
)

// A Pool keeps memory for reuse, since mapping costs more than most specs. Blocks have
// sizes that are powers of two, so that it keeps little however many sizes are asked
// for. The zero value is ready to use.
type Pool struct {
	// Within is what is left of shared memory that blocks are taken from first.
	Within []byte

	mu   sync.Mutex
	free map[int][][]byte // by capacity
}

// Get returns size bytes of zeroed memory that starts on a page. Its capacity is the block's.
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

// Put takes back what Get returned, and not a part of it; nil is nothing. No adapter may use it any more.
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
