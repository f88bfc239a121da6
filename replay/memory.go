package replay

import (
	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// nobodys is the token of memory that is nobody's: no adapter issues it first.
const nobodys = 0xDEADBEEF

// sizesOf returns how many bytes of each region a text names, registered or not.
func sizesOf(lines []recorded.Line) map[string]int {
	sizes := map[string]int{}
	for _, line := range lines {
		for _, p := range append(line.Entries, line.Place) {
			sizes[p.Region] = max(sizes[p.Region], p.Offset+p.Length)
		}
	}
	return sizes
}

// allocate returns memory of an adapter's end.
func (p *player) allocate(a *adapter, size int) ([]byte, error) {
	b, err := a.end.Allocate(&p.pool, max(1, size))
	if err != nil {
		return nil, p.fail("%d bytes can't be had: %v", size, err)
	}
	p.blocks = append(p.blocks, block{a.end, b})
	return b, nil
}

// place is memory that the text names: of a region, or, with no name, of none.
func (p *player) place(of recorded.Place, a *adapter) ([]byte, *object, error) {
	if of.Region == "" {
		b, err := p.allocate(a, of.Length)
		return b[:min(of.Length, len(b))], nil, err
	}
	m, err := p.object(of.Region)
	if err != nil {
		return nil, nil, err
	}
	if m.memory == nil {
		if m.memory, err = p.allocate(m.adapter, p.sizes[of.Region]); err != nil {
			return nil, nil, err
		}
	}
	return m.memory[of.Offset : of.Offset+of.Length], m, nil
}

// list is a scatter/gather list.
func (p *player) list(a *adapter) (list []nd2.SGE, err error) {
	for _, e := range p.line.Entries {
		b, m, err := p.place(e, a)
		if err != nil {
			return nil, err
		}
		token := uint32(nobodys)
		if m != nil {
			token = m.made.(nd2.MemoryRegion).GetLocalToken()
		}
		list = append(list, nd2.SGE{Buffer: b, MemoryRegionToken: token})
	}
	return list, nil
}

// remote is the address and the token of a Read or a Write.
func (p *player) remote(a *adapter) (address uint64, token uint32, err error) {
	b, _, err := p.place(p.line.Place, a)
	if err != nil {
		return 0, 0, err
	}
	address, token = memory.Address(b), nobodys
	if p.line.Token == "" {
		return address, token, nil
	}
	of, err := p.object(p.line.Token)
	if err != nil {
		return 0, 0, err
	}
	switch made := of.made.(type) {
	case nd2.MemoryRegion:
		token = made.GetRemoteToken()
	case nd2.MemoryWindow:
		token = made.GetRemoteToken()
		if n := len(of.tokens); p.line.Invalidated && n > 0 {
			token = of.tokens[n-1]
		}
	default:
		return 0, 0, p.fail("%s has no token", p.line.Token)
	}
	return address, token, nil
}
