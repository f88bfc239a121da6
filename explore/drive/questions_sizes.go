package drive

import (
	"bytes"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

// A copyOut is a method that copies out to a buffer, as GetLocalAddress does.
type copyOut = func(b []byte, size *uint32) nd2.Status

var askedSizes = []question{
	{
		"the address of a listener", func(_ *driver, s *side, c *model.Call) {
			at := s.listeners[int(c.Choice>>32)%len(s.listeners)]
			copiesOut("listener.getlocaladdress.size-used", at.GetLocalAddress)
		},
	},
	askedConnector("the local address of a connector", "connector.getlocaladdress.size-used",
		nd2.Connector.GetLocalAddress),
	askedConnector("the peer's address of a connector", "connector.getpeeraddress.size-used",
		nd2.Connector.GetPeerAddress),
}

// askedConnector asks for an address of a connector whose connection is up, once the other end has told its own: the
// judge compares them.
func askedConnector(what, rules string, get func(c nd2.Connector, b []byte, size *uint32) nd2.Status) question {
	return question{what, func(d *driver, _ *side, c *model.Call) {
		if !d.world.Connected(c.Connection) {
			return
		}
		l, size := d.links[c.Connection], uint32(nd2.SockaddrIn6Size)
		l.connector[c.End^1].GetLocalAddress(make([]byte, size), &size)
		copiesOut(rules, func(b []byte, size *uint32) nd2.Status { return get(l.connector[c.End], b, size) })
	}}
}

// behind is what is behind the room that a method is given.
var behind = bytes.Repeat([]byte{0xa5}, 16)

// copiesOut has a method copy to a buffer of the size that it needs, and to larger ones: the same each time, and
// nothing behind the room that it was given.
func copiesOut(rules string, get copyOut) {
	var needed uint32
	if get(nil, &needed) != nd2.BufferOverflow { // no other code tells a size
		return
	}
	var exact []byte
	for _, more := range []uint32{0, 1, 100} {
		size := needed + more
		b := append(make([]byte, size), behind...)
		st := get(b[:size], &size)
		room := b[:needed+more]
		if st != nd2.Success || size == 0 || size > needed {
			breaks(rules, "with room for %d bytes, of %d needed, it returned %v, and a size of %d",
				len(room), needed, st, size)
		}
		if exact == nil {
			exact = room[:size]
		}
		if !bytes.Equal(b[len(room):], behind) || !bytes.Equal(exact, room[:size]) {
			breaks(rules, "it has told % x, and behind that is % x", room[:size], b[len(room):])
		}
	}
}
