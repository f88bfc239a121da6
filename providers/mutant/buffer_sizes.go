package mutant

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// bufferSizes break the sizes that go in and out.
func bufferSizes() (list []Mutant) {
	for _, m := range []struct {
		entry, method string
		bytes         bool
	}{
		{"adapter.query", interpose.AdapterQuery, false},
		{"adapter.queryaddresslist", interpose.AdapterQueryAddressList, false},
		{"provider.queryaddresslist", interpose.ProviderQueryAddressList, false},
		{"connector.getlocaladdress", interpose.ConnectorGetLocalAddress, true},
		{"connector.getpeeraddress", interpose.ConnectorGetPeerAddress, true},
		{"connector.getprivatedata", interpose.ConnectorGetPrivateData, true},
		{"listener.getlocaladdress", interpose.ListenerGetLocalAddress, true},
	} {
		if m.method == interpose.AdapterQuery {
			list = append(list, by(m.entry+".size-used", "more", "The size used is more than the buffer has.",
				at(interpose.AdapterQuery, func(c *interpose.Call) nd2.Status {
					s := c.Proceed()
					if s == nd2.Success {
						*c.Size = 1 << 16
					}
					return s
				})))
		} else {
			list = append(list, by(m.entry+".size-used", "given", "The size stays what the buffer has.",
				at(m.method, func(c *interpose.Call) nd2.Status {
					if c.Size == nil {
						return c.Proceed()
					}
					given := *c.Size
					s := c.Proceed()
					if s == nd2.Success {
						*c.Size = given
					}
					return s
				})))
		}
		list = append(list,
			by(m.entry+".size-used", "refused", "A buffer larger than needed is refused.",
				at(m.method, func(c *interpose.Call) nd2.Status {
					if c.Size == nil {
						return c.Proceed()
					}
					given := *c.Size
					if s := c.Proceed(); s != nd2.Success || *c.Size >= given {
						return s
					}
					return nd2.InvalidBufferSize
				})))
		if m.bytes {
			list = append(list, by(m.entry+".size-used", "beyond", "The byte behind what was used is overwritten.",
				after(m.method, func(c *interpose.Call) {
					if used := int(*c.Size); used < len(c.Buffer) {
						c.Buffer[used] ^= 0x80
					}
				})))
		}
	}
	return list
}
