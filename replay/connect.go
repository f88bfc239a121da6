package replay

import (
	"fmt"
	"net/netip"

	"github.com/ndconform/ndconform/nd2"
)

func (p *player) onConnector(o *object, k nd2.Connector) (nd2.Status, error) {
	c := p.line.Call
	room, size := p.room()
	switch c.Method {
	case "Bind":
		at, err := p.own(o)
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
	q, err := typed[nd2.QueuePair](p, c.QueuePair)
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
	b := make([]byte, size)
	fill(b)
	return b
}

// own is the address of an object's end, with the port that the text gives it.
func (p *player) own(o *object) ([]byte, error) {
	var port uint16
	if p.line.To != "" {
		if _, err := fmt.Sscanf(p.line.To, ":%d", &port); err != nil {
			return nil, p.fail("%q is no port, such as :5000", p.line.To)
		}
	}
	return nd2.Sockaddr(netip.AddrPortFrom(o.adapter.end.Address, port)), nil
}

// destination is where the line connects to: a listener, or an address.
func (p *player) destination() ([]byte, error) {
	if at, ok := p.addresses[p.line.To]; ok {
		return at, nil
	}
	a, err := netip.ParseAddrPort(p.line.To)
	if err != nil {
		return nil, p.fail("%q is no listener with an address, and no address", p.line.To)
	}
	return nd2.Sockaddr(a), nil
}

func (p *player) onListener(o *object, l nd2.Listener) (nd2.Status, error) {
	switch c := p.line.Call; c.Method {
	case "Bind":
		at, err := p.own(o)
		if err != nil {
			return 0, err
		}
		s := l.Bind(at)
		p.locate(o.name, l)
		return s, nil
	case "Listen":
		s := l.Listen(c.Backlog)
		p.locate(o.name, l)
		return s, nil
	case "GetLocalAddress":
		room, size := p.room()
		return l.GetLocalAddress(room, &size), nil
	case "GetConnectionRequest":
		k, err := typed[nd2.Connector](p, c.Connector)
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
		p.addresses[name] = at[:min(int(size), len(at))]
	}
	return s
}
