package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// bufferSizes break the sizes that go in and out.
func bufferSizes() (list []Mutant) {
	for _, m := range []struct {
		entry, method string
		bytes         bool
	}{
		{"adapter.query.size-used", calls.AdapterQuery, false},
		{"adapter.queryaddresslist.size-used", calls.AdapterQueryAddressList, false},
		{"provider.queryaddresslist.size-used", calls.ProviderQueryAddressList, false},
		{"connector.getlocaladdress.size-used", calls.ConnectorGetLocalAddress, true},
		{"connector.getpeeraddress.size-used", calls.ConnectorGetPeerAddress, true},
		{"connector.getprivatedata.size-used", calls.ConnectorGetPrivateData, true},
		{"listener.getlocaladdress.size-used", calls.ListenerGetLocalAddress, true},
	} {
		list = append(list, by(m.entry, "refused", "A buffer larger than needed is refused.", refusingLarger(m.method)))
		if m.method == calls.AdapterQuery {
			list = append(list, by(m.entry, "more", "The size used is more than the buffer has.",
				after(m.method, func(c *calls.Call) { *c.Size = 1 << 16 })))
		} else {
			list = append(list, by(m.entry, "given", "The size stays what the buffer has.", sizeStays(m.method)))
		}
		if m.method != calls.AdapterQuery {
			list = append(list, by(m.entry, "less", "The size used is less than what is there.", after(m.method, func(c *calls.Call) { *c.Size = min(*c.Size, 2) })))
		}
		if m.bytes {
			list = append(list, by(m.entry, "told-refused", "A buffer of just the size that was told is refused.", refusingTold(m.method)))
			list = append(list, by(m.entry, "beyond", "The byte behind the room given is overwritten.",
				after(m.method, func(c *calls.Call) {
					if room := len(c.Buffer); room < cap(c.Buffer) {
						c.Buffer[:room+1][room] ^= 0x80
					}
				})))
		}
	}
	return list
}

// refusingLarger makes a defect by which a method refuses a buffer that is larger
// than needed.
func refusingLarger(method string) defect {
	return sized(method, func(c *calls.Call, given uint32) nd2.Status {
		if *c.Size < given {
			return nd2.InvalidBufferSize
		}
		return nd2.Success
	})
}

// refusingTold makes a defect by which a method refuses a buffer of the size that it has
// told last.
func refusingTold(method string) defect {
	return keepingAt(method, func(c *calls.Call, told *calls.Record[uint32]) nd2.Status {
		if c.Size == nil {
			return c.Proceed()
		}
		if c.Buffer != nil && *c.Size == told.Get(c.Object) {
			return nd2.InvalidBufferSize
		}
		s := c.Proceed()
		if s == nd2.BufferOverflow {
			told.Set(c.Object, *c.Size)
		}
		return s
	})
}

// sizeStays makes a defect by which a method does not say how much it has used.
func sizeStays(method string) defect {
	return sized(method, func(c *calls.Call, given uint32) nd2.Status {
		*c.Size = given
		return nd2.Success
	})
}

// sized makes a defect of the successful calls of a method that were given a size.
func sized(method string, then func(c *calls.Call, given uint32) nd2.Status) defect {
	return at(method, func(c *calls.Call) nd2.Status {
		if c.Size == nil {
			return c.Proceed()
		}
		given := *c.Size
		s := c.Proceed()
		if s != nd2.Success {
			return s
		}
		return then(c, given)
	})
}
