package drive

import (
	"bytes"
	"fmt"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

// A copyOut is a method that copies out to a buffer, as GetLocalAddress does.
type copyOut = func(b []byte, size *uint32) nd2.Status

var askedSizes = []question{
	{
		"the address of a listener", "listener.getlocaladdress.size-used",
		func(d *driver, s *side, c *model.Call) *model.Violation {
			at := s.listeners[int(c.Choice>>32)%len(s.listeners)]
			return copiesOut("listener.getlocaladdress.size-used listener.getlocaladdress.nd-success", at.GetLocalAddress,
				func(used []byte) bool { return sameAddress(used, at.address) })
		},
	},
	askedConnector("the local address of a connector", "connector.getlocaladdress.size-used",
		nd2.Connector.GetLocalAddress, 0),
	askedConnector("the peer's address of a connector", "connector.getpeeraddress.size-used", nd2.Connector.GetPeerAddress,
		1),
}

// askedConnector asks for an address of a connector whose connection is up: of its own end, or of the
// other one.
func askedConnector(what, rules string, get func(c nd2.Connector, b []byte, size *uint32) nd2.Status,
	other int,
) question {
	return question{what, rules, func(d *driver, _ *side, c *model.Call) *model.Violation {
		if !d.world.Connected(c.Connection) {
			return nil
		}
		connector, far := d.links[c.Connection].connector[c.End], d.links[c.Connection].connector[c.End^1]
		own, whole := make([]byte, nd2.SockaddrIn6Size), d.side[c.End^other].names
		size, told := uint32(len(own)), rules
		if other == 1 && far.GetLocalAddress(own, &size) == nd2.Success { // which is the peer's, port and all
			whole = func(used []byte) bool { return sameAddress(used, own[:size]) }
			told += " connector.getpeeraddress.nd-success"
		}
		return copiesOut(told, func(b []byte, size *uint32) nd2.Status {
			return get(connector, b, size)
		}, whole)
	}}
}

// sameAddress reports whether two sockaddrs name the same address and port.
func sameAddress(one, other []byte) bool {
	a, ok := nd2.ParseSockaddr(one)
	b, both := nd2.ParseSockaddr(other)
	return ok && both && a.Port() == b.Port() && a.Addr().WithZone("") == b.Addr().WithZone("")
}

// names reports whether a sockaddr has the address of a side's end.
func (s *side) names(sockaddr []byte) bool {
	a, ok := nd2.ParseSockaddr(sockaddr)
	return ok && a.Addr().WithZone("") == s.Address.WithZone("")
}

// behind is what is behind the room that a method is given.
var behind = bytes.Repeat([]byte{0xa5}, 16)

// copiesOut judges what a method copies to a buffer of the size that it needs, and to larger ones: the
// same each time, the whole of it, and nothing behind the room that it was given. It may use less
// than it has asked for.
func copiesOut(rules string, get copyOut, whole func(used []byte) bool) *model.Violation {
	var needed uint32
	if get(nil, &needed) != nd2.BufferOverflow { // no other code tells a size
		return nil
	}
	var exact []byte
	for _, more := range []uint32{0, 1, 100} {
		size := needed + more
		b := append(make([]byte, size), behind...)
		st := get(b[:size], &size)
		room := b[:needed+more]
		switch {
		case st != nd2.Success:
			return model.Violates(rules, fmt.Sprintf("ND_SUCCESS with room for %d bytes of %d", len(room), needed),
				"it returned %v", st)
		case size == 0 || size > needed:
			return model.Violates(rules,
				fmt.Sprintf("to be told how many of the %d bytes have been used, at most the %d needed", len(room), needed),
				"it said %d", size)
		case !bytes.Equal(b[len(room):], behind):
			return model.Violates(rules, fmt.Sprintf("nothing behind the %d bytes given to be touched", len(room)), "it was")
		}
		if exact == nil {
			exact = room[:size]
		}
		if !whole(room[:size]) || !bytes.Equal(exact, room[:size]) {
			return model.Violates(rules, "the whole to be copied out", "% x was", room[:size])
		}
	}
	return nil
}
