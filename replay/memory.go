package replay

import (
	"cmp"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
)

// nobodys is the token of memory that is nobody's: no adapter issues it first.
const nobodys = 0xDEADBEEF

// mostBytes is how large a region may be, and beyond how much memory follows it: programs miss the end of their
// regions.
const mostBytes, beyond = 1 << 30, 1 << 12

// grow notes how many bytes of each region a line needs that does not register it.
func grow(sizes map[string]int, line recorded.Line) {
	if line.Method == "Register" {
		return
	}
	for _, p := range append(line.Entries, line.Place) {
		if size := p.Offset + p.Length; size > sizes[p.Region] {
			sizes[p.Region] = size
		}
	}
}

// allocate returns memory of an adapter's end, which an object has until it is released. The stage is locked.
func (p *player) allocate(o *object, size int) ([]byte, error) {
	if size < 0 || size > mostBytes {
		return nil, p.fail("a region has %d bytes at most", mostBytes)
	}
	b, err := o.adapter.end.Allocate(&p.pool, max(1, size))
	if err != nil {
		return nil, p.fail("%d bytes can't be had: %v", size, err)
	}
	o.blocks = append(o.blocks, block{o.adapter.end, b, new(1)})
	return b, nil
}

// share gives a region some memory of another one.
func (p *player) share(o, from *object, b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	o.memory, o.filled = b, true
	for _, one := range from.blocks {
		if overlaps([][]byte{one.memory}, [][]byte{b}) {
			*one.users++
			o.blocks = append(o.blocks, one)
		}
	}
}

// part is some memory of an object, which gets as much as it needs.
func (p *player) part(o *object, offset, length, needs int) (b []byte, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if offset < 0 || length < 0 || length > mostBytes || offset > mostBytes {
		return nil, p.fail("a region has %d bytes at most", mostBytes)
	}
	if cap(o.memory) < offset+length {
		if o.memory, err = p.allocate(o, max(needs, offset+length)); err != nil {
			return nil, err
		}
	}
	return o.memory[offset : offset+length], nil
}

// place is memory that the text names: of a region, or, with no name, of none.
func (p *player) place(of recorded.Place, a *object) ([]byte, *object, error) {
	if of.Region == "" {
		b, err := p.part(a, 0, of.Length, 0)
		return b, nil, err
	}
	m, err := p.object(of.Region)
	if _, gone := p.known(of.Region); gone && err != nil {
		return p.place(recorded.Place{Length: of.Length}, a)
	}
	if err != nil {
		return nil, nil, err
	}
	needs := min(max(p.Sizes[of.Region], of.Offset+of.Length)+beyond, mostBytes)
	b, err := p.part(m, of.Offset, of.Length, needs)
	return b, m, err
}

// list is a scatter/gather list.
func (p *player) list(a *object) (list []nd2.SGE, err error) {
	for _, e := range p.line.Entries {
		b, _, err := p.place(e, a)
		if err != nil {
			return nil, err
		}
		t, err := p.token(cmp.Or(e.Token, e.Region))
		if err != nil {
			return nil, err
		}
		list = append(list, nd2.SGE{Buffer: b, MemoryRegionToken: t.local})
	}
	return list, nil
}

// remote is the memory and the token of a Read or a Write.
func (p *player) remote(a *object) (b []byte, token uint32, err error) {
	if name := p.line.Place.Region; name != "" && recorded.Process(name) != recorded.Process(p.line.On) {
		m, err := p.object(name)
		if err != nil {
			return nil, 0, err
		}
		if m.track != p.track && !p.waits(func() bool { return m.registered }) {
			return nil, 0, p.fail("%s is not registered", m.name)
		}
	}
	b, _, err = p.place(p.line.Place, a) // which is settled once the region is registered
	if err != nil {
		return nil, 0, err
	}
	t, err := p.token(p.line.Token)
	if p.line.Invalidated && t.earlier != 0 {
		t.remote = t.earlier
	}
	return b, t.remote, err
}
