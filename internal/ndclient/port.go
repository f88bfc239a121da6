package ndclient

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A Packet is a packet that a provider has posted to a completion port.
type Packet struct {
	Key        uintptr
	Overlapped *nd2.Overlapped
}

// A Port is a completion port that keeps its packets in order of arrival. The zero Port is ready
// to use.
type Port struct {
	mu      sync.Mutex
	packets []Packet
	// count has the packets received for each OVERLAPPED, with entries for expected ones.
	count  map[*nd2.Overlapped]int
	strays int
	closed bool
}

// Post implements [nd2.CompletionPort].
func (p *Port) Post(key uintptr, o *nd2.Overlapped) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	if _, expected := p.count[o]; !expected {
		p.strays++
		p.expect(o)
	}
	p.count[o]++
	p.packets = append(p.packets, Packet{key, o})
}

// Expect says that packets for an OVERLAPPED may come.
func (p *Port) Expect(o *nd2.Overlapped) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expect(o)
}

func (p *Port) expect(o *nd2.Overlapped) {
	if p.count == nil {
		p.count = map[*nd2.Overlapped]int{}
	}
	p.count[o] += 0
}

// Count returns how many packets have come for an OVERLAPPED.
func (p *Port) Count(o *nd2.Overlapped) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count[o]
}

// Strays counts the OVERLAPPEDs of unexpected packets.
func (p *Port) Strays() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.strays
}

// Packets lists the packets, oldest first.
func (p *Port) Packets() []Packet {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.packets)
}

// Close forgets all packets, also those still to come: a provider may keep a closed file's port.
func (p *Port) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.packets, p.count, p.closed = nil, nil, true
}
