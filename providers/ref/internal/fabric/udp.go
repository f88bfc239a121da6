package fabric

import (
	"errors"
	"fmt"
	"net/netip"
)

// UDP is a network between machines: a port has a UDP socket, at RoCEv2's port number,
// for each of its addresses, and receives from anywhere.
type UDP struct {
	*core
	namespace Namespace
}

// NewUDP starts a network with a goroutine, and another for each attached address.
// Close ends them. The addresses are in the namespace.
func NewUDP(n Namespace) *UDP { return &UDP{newCore(), n} }

// Attach implements [Network]. The addresses are this machine's.
func (n *UDP) Attach(addresses []netip.Addr, r Receiver) (Port, error) {
	p := &port{network: n.core, addresses: addresses, receiver: r}
	err := p.open(n.namespace)
	if err == nil {
		err = n.attach(p)
	}
	if err != nil {
		p.lines.abandon()
		return nil, err
	}
	for _, l := range p.lines {
		go l.serve()
	}
	return p, nil
}

// open opens the port's lines.
func (p *port) open(n Namespace) error {
	for _, a := range p.addresses {
		l, err := newLine(p, a, n)
		if err != nil {
			return fmt.Errorf("%v: %w", a, why(err))
		}
		p.lines = append(p.lines, l)
	}
	return nil
}

// abandon frees the addresses of lines without a goroutine.
func (ls lines) abandon() {
	for _, l := range ls {
		l.socket.close()
		close(l.ended)
	}
}

// why explains in the user's terms why an address can't be used.
func why(err error) error {
	switch {
	case errors.Is(err, errInUse):
		return fmt.Errorf("%w: UDP port 4791 is in use there", ErrTaken)
	case errors.Is(err, errNoOwn):
		return errors.New("it is not an address of this machine")
	case denied(err):
		return errors.New("no permission to open UDP port 4791 there")
	}
	return err
}
