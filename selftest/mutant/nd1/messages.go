package nd1

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var messages = []Mutant{
	New("endpoint.receive.before-connecting/refused", "A Receive is refused until its endpoint is connected.",
		Until(On(calls.ND1Connect, calls.ND1Accept).Of(connecter), On(calls.ND1Receive).Of(connecter),
			Say(nd2.ConnectionInvalid))),
	New("endpoint.send.data/first-entry", "A Send sends its first entry only.",
		Before(calls.ND1Send, func(c *calls.Call) { c.ND1.SGE = c.ND1.SGE[:min(1, len(c.ND1.SGE))] })),
	New("endpoint.send.data/last-byte", "The last byte of a Send is not sent.", Before(calls.ND1Send, dropLastByte)),
	New("endpoint.send.data/length", "The result of a Receive says that the message is a byte longer.",
		eachReceive(func(o *calls.ND1Outcome) {
			if o.Status == nd2.Success {
				o.BytesTransferred++
			}
		})),
	New("endpoint.send.data/rounded", "BytesTransferred of a Receive is rounded up to a multiple of eight.",
		eachReceive(func(o *calls.ND1Outcome) { o.BytesTransferred = (o.BytesTransferred + 7) &^ 7 })),
	New("endpoint.send.data/cut-to-16-bits", "BytesTransferred of a Receive has 16 bits.",
		eachReceive(func(o *calls.ND1Outcome) { o.BytesTransferred &= 1<<16 - 1 })),
	New("endpoint.send.data/scattered", "A Receive fills its entries last to first.",
		Before(calls.ND1Receive, func(c *calls.Call) {
			c.ND1.SGE = slices.Clone(c.ND1.SGE)
			slices.Reverse(c.ND1.SGE)
		})),
	New("endpoint.send.nd-no-more-entries/stays-full", "An endpoint that was full once takes no Send any more.",
		Since(Refused(calls.ND1Send, nd2.NoMoreEntries), On(calls.ND1Send), Say(nd2.NoMoreEntries))),
	New("endpoint.send.silent-success/not-sent", "A Send of silent success sends nothing.",
		Refusing(calls.ND1Send, nd2.Success, silent)),
	New("endpoint.send.silent-success/reported", "A Send of silent success has a result.",
		WithoutFlag(calls.ND1Send, nd2.SilentSuccess, always)),
	New("endpoint.send.solicits/empty", "An empty Send solicits no event.",
		WithoutFlag(calls.ND1Send, nd2.SendAndSolicitEvent, noBytes)),
}

// requests breaks requests of each kind, one kind at a time.
func requests() (list []Mutant) {
	each := func(methods []string, mutants func(method, id, name string) []Mutant) {
		for _, method := range methods {
			id, name := page(method)
			list = append(list, mutants(method, id, name)...)
		}
	}
	each([]string{calls.ND1Receive, calls.ND1Send}, func(method, id, name string) []Mutant {
		return []Mutant{
			New(id+".max-entries/last-skipped", "The last entry of a "+name+" of more than two entries is left out.",
				Before(method, func(c *calls.Call) {
					if manyEntries(c) {
						c.ND1.SGE = c.ND1.SGE[:len(c.ND1.SGE)-1]
					}
				})),
			New(id+".max-entries/refused", "A "+name+" has at most two entries.",
				Refusing(method, nd2.DataOverrun, manyEntries)),
		}
	})
	each([]string{calls.ND1Send, calls.ND1SendAndInvalidate}, func(method, id, name string) []Mutant {
		return []Mutant{
			New(id+".solicits/ignored", "A "+name+" solicits no event.",
				WithoutFlag(method, nd2.SendAndSolicitEvent, always)),
			New(id+".solicits/silent", "A "+name+" of silent success solicits no event.",
				WithoutFlag(method, nd2.SendAndSolicitEvent, silent)),
		}
	})
	each([]string{calls.ND1Read, calls.ND1Write}, func(method, id, name string) []Mutant {
		return []Mutant{
			New(id+".data/last-byte", "The last byte of a "+name+" does not arrive.", Before(method, dropLastByte)),
			New(id+".data/offset", "A "+name+"'s offset is ignored.",
				Before(method, func(c *calls.Call) { c.ND1.Offset = 0 })),
			New(id+".data/offset-cut", "A "+name+"'s offset has 16 bits.",
				Before(method, func(c *calls.Call) { c.ND1.Offset &= 1<<16 - 1 })),
		}
	})
	each(outbound[1:], func(method, id, name string) []Mutant {
		return []Mutant{
			New(id+".silent-success/not-done", name+" of silent success does nothing.", Refusing(method, nd2.Success, silent)),
			New(id+".silent-success/reported", name+" of silent success has a result.",
				WithoutFlag(method, nd2.SilentSuccess, always)),
		}
	})
	each(outbound, func(method, id, name string) []Mutant {
		return []Mutant{New(id+".silent-failure/lost", name+" of silent success has no result when it is canceled.",
			without(func(o calls.ND1Outcome) bool {
				return of(o, method) && silent(o.Of) && o.Status == nd2.Canceled
			}))}
	})
	each([]string{calls.ND1Send, calls.ND1Write}, func(method, id, name string) []Mutant {
		return []Mutant{New(id+".read-fence/dropped", name+" does not wait for the Reads before it.",
			WithoutFlag(method, nd2.ReadFence, always))}
	})
	return list
}

// outbound are the methods that post outbound requests.
var outbound = []string{
	calls.ND1Send, calls.ND1SendAndInvalidate, calls.ND1Bind, calls.ND1Invalidate, calls.ND1Read, calls.ND1Write,
}
