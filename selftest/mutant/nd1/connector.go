package nd1

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// connectors breaks what a connector tells of its connection.
func connectors() (list []Mutant) {
	for _, m := range []struct{ page, method string }{
		{"endpoint.getlocaladdress", calls.ND1GetLocalAddress},
		{"endpoint.getpeeraddress", calls.ND1GetPeerAddress},
	} {
		list = append(list, copiedOut(m.page, m.method)...)
		list = append(list,
			New(m.page+".nd-success/port", "The port is another one.", After(m.method, otherPort)),
			New(m.page+".nd-buffer-overflow/written", "A buffer that is too small is written to.",
				Overflowing(m.method, func(c *calls.Call, _ uint32) {
					if len(c.Buffer) > 0 {
						c.Buffer[0] ^= 0x40
					}
				})))
		for _, side := range []struct{ name, connects string }{
			{"active-side", calls.ND1Connect}, {"passive-side", calls.ND1Accept},
		} {
			list = append(list, New(m.page+".nd-success/"+side.name,
				"The last byte of the address is wrong at connectors that have called "+side.connects+".",
				sided(side.connects, m.method, otherAddress)))
		}
	}
	return append(list, connectionData()...)
}

// connectionData breaks GetConnectionData.
func connectionData() []Mutant {
	const page = "endpoint.getconnectiondata"
	nothing := func(c *calls.Call) {
		if c.ND1.Size != nil {
			*c.ND1.Size = 0
		}
	}
	return append(copiedOut(page, calls.ND1GetConnectionData),
		New(page+".after-reject/none", "What comes with a Reject is not told.",
			Before(calls.ND1Reject, func(c *calls.Call) { c.Buffer = nil })),
		New(page+".after-reject/first-64", "What comes with a Reject is told as far as 64 bytes.",
			Before(calls.ND1Reject, func(c *calls.Call) { c.Buffer = c.Buffer[:min(len(c.Buffer), 64)] })),
		New(page+".nd-buffer-overflow/not-copied", "Nothing is copied to a buffer that is too small.",
			Overflowing(calls.ND1GetConnectionData, func(c *calls.Call, _ uint32) { clear(c.Buffer) })),
		New(page+".nd-success/active-side", "The side that connects is told of no data.",
			sided(calls.ND1Connect, calls.ND1GetConnectionData, nothing)),
		New(page+".nd-success/limits", "Who asks for data is told of no read limits.",
			After(calls.ND1GetConnectionData, func(c *calls.Call) {
				if c.ND1.Size != nil && c.ND1.InboundLimit != nil {
					*c.ND1.InboundLimit = 0
				}
			})),
		New(page+".nd-success/last-byte", "The last byte of the data is wrong.",
			After(calls.ND1GetConnectionData, func(c *calls.Call) {
				if c.ND1.Size != nil && *c.ND1.Size > 1 && int(*c.ND1.Size) <= len(c.Buffer) {
					c.Buffer[*c.ND1.Size-1] ^= 0x40
				}
			})),
		New(page+".nd-success/passive-side", "The side that holds a request is told of no data.",
			Until(On(calls.ND1Connect), On(calls.ND1GetConnectionData), Then(nothing))))
}

// copiedOut breaks the sizes that go in and out of a method.
func copiedOut(page, method string) []Mutant {
	return []Mutant{
		New(page+".nd-buffer-overflow/size-kept", "A buffer that is too small is refused without the size needed.",
			Overflowing(method, SetSize)),
		New(page+".size-used/beyond", "The byte behind the room given is overwritten.", WritingBeyond(method)),
		New(page+".size-used/given", "The size stays what the buffer has.", SizeStays(method)),
		New(page+".size-used/refused", "A buffer larger than needed is refused.", RefusingLarger(method)),
	}
}

// sided makes a defect of a method's successful calls on connectors that have made another call.
func sided(made, method string, change func(c *calls.Call)) Defect {
	return Since(On(made), On(method), Then(change))
}

func otherPort(c *calls.Call) {
	if len(c.Buffer) >= nd2.SockaddrInSize {
		c.Buffer[3] ^= 0x40
	}
}

// otherAddress changes the last byte of the address in a sockaddr.
func otherAddress(c *calls.Call) {
	switch *c.ND1.Size {
	case nd2.SockaddrInSize:
		c.Buffer[7] ^= 0x40
	case nd2.SockaddrIn6Size:
		c.Buffer[23] ^= 0x40
	}
}
