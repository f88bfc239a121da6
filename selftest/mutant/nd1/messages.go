package nd1

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var messages = []Mutant{
	New("endpoint.receive.before-connecting/refused", "A Receive is refused until its endpoint is connected.",
		Recording(func(c *calls.Call, connecting *calls.Record[bool]) nd2.Status {
			switch c.Method {
			case calls.ND1Connect, calls.ND1Accept:
				connecting.Set(&c.ND1.Connector.Object, true)
			case calls.ND1Receive:
				if !connecting.Get(&c.ND1.Connector.Object) {
					return nd2.ConnectionInvalid
				}
			}
			return c.Proceed()
		})),
	New("endpoint.receive.max-entries/last-skipped", "The last entry of a Receive of more than two entries is left out.",
		Before(calls.ND1Receive, func(c *calls.Call) {
			if n := len(c.ND1.SGE); n > 2 {
				c.ND1.SGE = c.ND1.SGE[:n-1]
			}
		})),
	New("endpoint.receive.max-entries/refused", "A Receive has at most two entries.",
		Refusing(calls.ND1Receive, nd2.DataOverrun, func(c *calls.Call) bool { return len(c.ND1.SGE) > 2 })),
	New("endpoint.send.data/first-entry", "A Send sends its first entry only.",
		Before(calls.ND1Send, func(c *calls.Call) { c.ND1.SGE = firstEntry(c.ND1.SGE) })),
	New("endpoint.send.data/last-byte", "The last byte of a Send is not sent.", Before(calls.ND1Send, dropLastByte)),
	New("endpoint.send.data/rounded", "BytesTransferred of a Receive is rounded up to a multiple of eight.",
		nd1Each(func(o *calls.ND1Outcome) {
			if o.Of != nil && o.Of.Method == calls.ND1Receive {
				o.BytesTransferred = (o.BytesTransferred + 7) &^ 7
			}
		})),
	New("endpoint.send.data/cut-to-16-bits", "BytesTransferred of a Receive has 16 bits.",
		nd1Each(func(o *calls.ND1Outcome) {
			if o.Of != nil && o.Of.Method == calls.ND1Receive {
				o.BytesTransferred &= 1<<16 - 1
			}
		})),
	New("endpoint.send.data/scattered", "A Receive fills its entries last to first.",
		Before(calls.ND1Receive, func(c *calls.Call) {
			c.ND1.SGE = slices.Clone(c.ND1.SGE)
			slices.Reverse(c.ND1.SGE)
		})),
}

var sends = []Mutant{
	New("endpoint.send.max-entries/last-skipped", "The last entry of a Send of more than two entries is left out.",
		Before(calls.ND1Send, func(c *calls.Call) {
			if n := len(c.ND1.SGE); n > 2 {
				c.ND1.SGE = c.ND1.SGE[:n-1]
			}
		})),
	New("endpoint.send.max-entries/refused", "A Send has at most two entries.",
		Refusing(calls.ND1Send, nd2.DataOverrun, func(c *calls.Call) bool { return len(c.ND1.SGE) > 2 })),
	New("endpoint.send.silent-success/not-sent", "A Send of silent success sends nothing.",
		Refusing(calls.ND1Send, nd2.Success, func(c *calls.Call) bool { return c.Flags&nd2.SilentSuccess != 0 })),
	New("endpoint.send.silent-success/reported", "A Send of silent success has a result.",
		Before(calls.ND1Send, func(c *calls.Call) { c.Flags &^= nd2.SilentSuccess })),
	New("endpoint.send.solicits/empty", "An empty Send solicits no event.", Before(calls.ND1Send, func(c *calls.Call) {
		if nd1Length(c.ND1.SGE) == 0 {
			unsolicited(c)
		}
	})),
	New("endpoint.send.solicits/ignored", "A Send solicits no event.", Before(calls.ND1Send, unsolicited)),
	New("endpoint.send.solicits/silent", "A Send of silent success solicits no event.",
		Before(calls.ND1Send, unsolicitedIfSilent)),
}

func nd1Length(sge []nd1.SGE) (n int) {
	for _, e := range sge {
		n += len(e.Buffer)
	}
	return n
}

func firstEntry(sge []nd1.SGE) []nd1.SGE { return sge[:min(1, len(sge))] }
