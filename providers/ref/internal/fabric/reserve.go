package fabric

import (
	"errors"
	"net/netip"
)

// Leave implements [Port].
func (p *port) Leave() {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	p.leave()
}

func (p *port) leave() {
	if p.left {
		return
	}
	p.left, p.reserved = true, true
	for _, a := range p.addresses {
		delete(p.network.ports, a)
		p.network.reserved[a] = p
	}
	p.ring, p.unused, p.aside, p.poked = ring{}, nil, nil, false
	p.to, p.dst = nil, netip.Addr{} // otherwise each port that has left would keep the port that left before it
	for _, l := range p.lines {
		l.outbox = nil
	}
}

// Return implements [Port].
func (p *port) Return(r Receiver) (Port, error) {
	p.lines.empty()
	n := p.network
	n.mu.Lock()
	defer n.mu.Unlock()
	if !p.reserved {
		return nil, errors.New("fabric: the port has not kept its addresses")
	}
	next := &port{network: n, addresses: p.addresses, receiver: r, lines: p.lines}
	p.unreserve()
	for _, a := range p.addresses {
		n.ports[a] = next
	}
	for _, l := range p.lines {
		l.port = next
	}
	return next, nil
}

// empty drops the arrivals at a reserved port's lines, on systems where receive looks
// itself. It ends even under steady arrivals.
func (ls lines) empty() {
	for _, l := range ls {
		l.mu.Lock()
		for range depth {
			if _, some := l.pull(); !some {
				break
			}
		}
		l.mu.Unlock()
	}
}

// unreserve frees the addresses.
func (p *port) unreserve() {
	p.reserved = false
	for _, a := range p.addresses {
		delete(p.network.reserved, a)
	}
}

// Detach implements [Port].
func (p *port) Detach() {
	p.network.mu.Lock()
	defer p.network.mu.Unlock()
	p.detach()
}

func (p *port) detach() {
	p.leave()
	if p.reserved {
		p.unreserve()
		p.shut = true
		p.lines.shut()
	}
}

// Wait implements [Port].
func (p *port) Wait() {
	p.network.mu.Lock()
	shut := p.shut
	p.network.mu.Unlock()
	if shut {
		p.lines.wait()
	}
}
