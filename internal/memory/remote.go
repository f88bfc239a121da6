package memory

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A Remote is memory of another process. A range of addresses without memory stands for it in this process:
// calls get slices of the range, and [Contents] and [Overwrite] access the bytes.
type Remote interface {
	// Load fills b with the bytes from offset, and Store puts data there.
	Load(b []byte, offset int)
	Store(offset int, data []byte)
	// Address is the memory's address in its process.
	Address() uint64
}

// A Mapped is memory that both processes may have mapped.
type Mapped interface {
	Remote
	// Here returns all of it as mapped in this process, or nil.
	Here() []byte
}

// A block is a range of addresses that stands for remote memory.
type block struct {
	start, end uintptr
	where      Remote
}

var (
	blocksMu sync.Mutex
	// blocks are sorted by their start; the list is replaced, never changed.
	blocks atomic.Pointer[[]block]
)

// Reserve returns a range of size addresses that stands for where. It may be sliced, but not read or
// written. The caller owns it until [Forget].
func Reserve(size int, where Remote) ([]byte, error) {
	b, err := reserve(size)
	if err != nil {
		return nil, fmt.Errorf("there are no %d addresses for memory of another process: %w", size, err)
	}
	start := addressOf(b)
	replace(func(list []block) []block {
		i, _ := slices.BinarySearchFunc(list, start, startsAt)
		return slices.Insert(list, i, block{start, start + uintptr(size), where})
	})
	return b, nil
}

// Forget releases a range from Reserve.
func Forget(b []byte) {
	replace(func(list []block) []block {
		i, found := slices.BinarySearchFunc(list, addressOf(b), startsAt)
		if found {
			list = slices.Delete(list, i, i+1)
		}
		return list
	})
	release(b)
}

func replace(change func([]block) []block) {
	blocksMu.Lock()
	defer blocksMu.Unlock()
	list := change(slices.Clone(current()))
	blocks.Store(&list)
}

func startsAt(b block, start uintptr) int {
	switch {
	case b.start < start:
		return -1
	case b.start > start:
		return 1
	}
	return 0
}

func current() []block {
	if list := blocks.Load(); list != nil {
		return *list
	}
	return nil
}

// Find returns what a slice of a range stands for; ok is false for this process's memory.
func Find(b []byte) (where Remote, offset int, ok bool) {
	list := current()
	if len(list) == 0 {
		return nil, 0, false
	}
	at := addressOf(b)
	i, exact := slices.BinarySearchFunc(list, at, startsAt)
	if !exact {
		i--
	}
	if i < 0 || at > list[i].end || uintptr(len(b)) > list[i].end-at {
		return nil, 0, false
	}
	return list[i].where, int(at - list[i].start), true
}

// Contents returns the bytes of b: b itself, the mapping of memory that both processes have, or a copy of
// remote memory. The caller must not write to it.
func Contents(b []byte) []byte {
	where, offset, ok := Find(b)
	if !ok {
		return b
	}
	if m, ok := where.(Mapped); ok && m.Here() != nil {
		return m.Here()[offset:][:len(b):len(b)]
	}
	held := make([]byte, len(b))
	where.Load(held, offset)
	return held
}

// Overwrite puts data at the start of b, as much as fits.
func Overwrite(b, data []byte) {
	where, offset, ok := Find(b)
	if !ok {
		copy(b, data)
		return
	}
	where.Store(offset, data[:min(len(data), len(b))])
}

// Address returns the address of b's first byte in the process that has the memory.
func Address(b []byte) uint64 {
	where, offset, ok := Find(b)
	if !ok {
		return uint64(addressOf(b))
	}
	return where.Address() + uint64(offset)
}

func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
