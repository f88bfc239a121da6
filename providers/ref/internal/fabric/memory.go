package fabric

import "net/netip"

// Memory is a network within the process.
type Memory struct{ *core }

// NewMemory starts a network with one goroutine, which Close ends.
func NewMemory() *Memory { return &Memory{newCore()} }

// Attach implements [Network].
func (n *Memory) Attach(addresses []netip.Addr, r Receiver) (Port, error) {
	p := &port{network: n.core, addresses: addresses, receiver: r}
	if err := n.attach(p); err != nil {
		return nil, err
	}
	return p, nil
}
