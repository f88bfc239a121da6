package replay

import (
	"cmp"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
)

func (p *player) onConnector(o *object, k nd2.Connector) (nd2.Status, error) {
	c := p.line.Call
	room, size := p.room()
	switch c.Method {
	case "Bind":
		at, _, err := p.own(o)
		if err != nil {
			return 0, err
		}
		return k.Bind(at), nil
	case "Connect", "Accept":
		return p.connect(k)
	case "CompleteConnect":
		return p.start(k, k.CompleteConnect), nil
	case "Reject":
		return k.Reject(private(c.Data)), nil
	case "NotifyDisconnect":
		return p.start(k, k.NotifyDisconnect), nil
	case "Disconnect":
		return p.start(k, k.Disconnect), nil
	case "GetReadLimits":
		var in, out uint32
		return k.GetReadLimits(&in, &out), nil
	case "GetPrivateData":
		return k.GetPrivateData(room, &size), nil
	case "GetLocalAddress":
		return k.GetLocalAddress(room, &size), nil
	case "GetPeerAddress":
		return k.GetPeerAddress(room, &size), nil
	}
	return 0, p.unmade()
}

// enough is more room than private data or an address has.
const enough = 1 << 10

// room is what private data or an address is asked for with.
func (p *player) room() (room []byte, size uint32) {
	size = enough
	if p.line.Room != nil {
		size = *p.line.Room
	}
	return make([]byte, size), size
}

// connect makes a Connect or an Accept.
func (p *player) connect(k nd2.Connector) (nd2.Status, error) {
	c := p.line.Call
	q, err := p.given(c.QueuePair)
	if err != nil {
		return 0, err
	}
	if c.Method == "Accept" {
		return p.start(k, func(v *nd2.Overlapped) nd2.Status {
			return k.Accept(q, c.InboundReads, c.OutboundReads, private(c.Data), v)
		}), nil
	}
	to, err := p.destination()
	if err != nil {
		return 0, err
	}
	return p.start(k, func(v *nd2.Overlapped) nd2.Status {
		return k.Connect(q, to, c.InboundReads, c.OutboundReads, private(c.Data), v)
	}), nil
}

// private is private data of a size.
func private(size int) []byte {
	b := make([]byte, min(size, 1<<16)) // no provider takes as many
	fill(b, 0)
	return b
}

// own is the address that an object binds to: its end's, with the port that the text gives it, or another one.
func (p *player) own(o *object) (at []byte, port uint16, err error) {
	a, err := p.address(cmp.Or(p.line.To, ":0"))
	if !a.Addr().IsValid() {
		a = netip.AddrPortFrom(o.adapter.end.Address, a.Port())
	}
	return nd2.Sockaddr(a), a.Port(), err
}

// address reads an address, a port of an end, or a port alone, which has no address.
func (p *player) address(text string) (netip.AddrPort, error) {
	host, digits, _ := strings.Cut(text, ":")
	end := slices.Index(recorded.Sides[:], host)
	if host != "" && end < 0 {
		a, err := netip.ParseAddrPort(text)
		if err != nil {
			err = p.fail("%q is no listener with an address, and no address", text)
		}
		return a, err
	}
	port, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return netip.AddrPort{}, p.fail("%q is no port, such as :5000", text)
	}
	if end < 0 {
		return netip.AddrPortFrom(netip.Addr{}, uint16(port)), nil
	}
	return netip.AddrPortFrom(p.ends.End[end].Address, uint16(port)), nil
}

// nobodysPort is one at which nobody listens.
const nobodysPort = 9

// destination is where the line connects to: a listener, or an address. One at which another track listens is that
// listener's; where nobody did yet, nobody does.
func (p *player) destination() (at []byte, err error) {
	to := p.line.To
	a, err := p.address(to)
	if listener := p.listener(a.Port()); err == nil && listener != "" {
		if p.Usage.refused[p.line.Index] {
			return nd2.Sockaddr(netip.AddrPortFrom(p.ends.End[1].Address, nobodysPort)), nil
		}
		to, p.line.To = listener, listener
		p.waits(func() bool { return p.objects[to] != nil && p.objects[to].listens })
	}
	p.mu.Lock()
	at = p.addresses[to]
	p.mu.Unlock()
	if at != nil {
		return at, nil
	}
	if err != nil {
		return nil, err
	}
	return nd2.Sockaddr(a), nil
}

func (p *player) onListener(o *object, l nd2.Listener) (nd2.Status, error) {
	switch c := p.line.Call; c.Method {
	case "Bind":
		at, port, err := p.own(o)
		if err != nil {
			return 0, err
		}
		if err := p.inTurn(port); err != nil {
			return 0, err
		}
		s := l.Bind(at)
		p.locate(o.name, l)
		return s, nil
	case "Listen":
		s := l.Listen(c.Backlog)
		p.locate(o.name, l)
		p.note(func() { o.listens = s == nd2.Success })
		return s, nil
	case "GetLocalAddress":
		room, size := p.room()
		return l.GetLocalAddress(room, &size), nil
	case "GetConnectionRequest":
		k, err := p.given(c.Connector)
		if err != nil {
			return 0, err
		}
		return p.start(l, func(v *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(k, v) }), nil
	}
	return 0, p.unmade()
}

// locate notes the address of a listener.
func (p *player) locate(name string, l nd2.Listener) nd2.Status {
	at, size := make([]byte, nd2.SockaddrIn6Size), uint32(nd2.SockaddrIn6Size)
	s := l.GetLocalAddress(at, &size)
	if s == nd2.Success {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.addresses[name] = at[:min(int(size), len(at))]
		p.changed.Broadcast()
	}
	return s
}
