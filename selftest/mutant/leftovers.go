package mutant

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// leftovers are what the requests before leave to those that come in their places: bytes,
// entries, places.
func leftovers() []Mutant {
	return slices.Concat(inlineLeftovers(), silentLeftovers(), entryLeftovers())
}

// inlineLeftovers break inline requests that are not the first.
func inlineLeftovers() (list []Mutant) {
	for _, m := range []struct{ name, method string }{{"qp.send", calls.QPSend}, {"qp.write", calls.QPWrite}} {
		list = append(list,
			by(m.name+".inline-limit", "wraps", "Of every third inline request the bytes after the first 32 are those from the start again.",
				keepingAt(m.method, func(c *calls.Call, posted *calls.Record[int]) nd2.Status {
					if c.Flags&nd2.Inline != 0 && posted.Update(c.Object, increment)%3 == 0 {
						c.SGE = startingAgain(c.SGE)
					}
					return c.Proceed()
				})),
			by(m.name+".inline-limit", "first-again", "An inline request carries the bytes of the one before it.",
				keepingAt(m.method, func(c *calls.Call, before *calls.Record[[]byte]) nd2.Status {
					if c.Flags&nd2.Inline == 0 {
						return c.Proceed()
					}
					data := joined(c.SGE)
					if old := before.Set(c.Object, data); len(old) == len(data) {
						c.SGE = []nd2.SGE{{Buffer: old}}
					}
					return c.Proceed()
				})),
			by(m.name+".refused-posts-nothing", "inline-leaks", "An inline request that is refused since it is too long takes a place in the initiator queue for good.",
				keepingAt(m.method, func(c *calls.Call, lost *calls.Record[int]) nd2.Status {
					if lost.Get(c.Object) >= leaksOfInline {
						return nd2.NoMoreEntries
					}
					s := c.Proceed()
					if c.Flags&nd2.Inline != 0 && s == nd2.BufferOverflow {
						lost.Update(c.Object, increment)
					}
					return s
				})))
	}
	return list
}

// leaksOfInline is how many places there are to be lost.
const leaksOfInline = 4

// joined is a copy of the bytes that a list names.
func joined(list []nd2.SGE) (data []byte) {
	for _, e := range list {
		data = append(data, e.Buffer...)
	}
	return data
}

// startingAgain is a list of the same length that repeats the first 32 bytes.
func startingAgain(list []nd2.SGE) []nd2.SGE {
	data := joined(list)
	for i := 32; i < len(data); i++ {
		data[i] = data[i-32]
	}
	return []nd2.SGE{{Buffer: data}}
}

// silentLeftovers break what silent successes leave behind.
func silentLeftovers() (list []Mutant) {
	for _, t := range everyRequest {
		if t == nd2.RequestReceive {
			continue
		}
		list = append(list, by("qp."+strings.ToLower(t.String())+".silent-success", "told-at-failure",
			"When a request fails, the last silent success before it has a result, too.", toldAtFailure(t)))
	}
	for _, t := range []nd2.RequestType{nd2.RequestInvalidate, nd2.RequestRead} {
		list = append(list, by("qp.initiator.place-after-result", "silent-"+strings.ToLower(t.String())+"-leaks",
			"A silent request of the type takes its place in the initiator queue for good.", leakingSilently(t)))
	}
	return list
}

// toldAtFailure remembers the last silent request of a type of each queue pair.
func toldAtFailure(t nd2.RequestType) defect {
	return func() calls.Hooks {
		var last calls.Record[*calls.Outcome]
		return calls.Hooks{
			Call: func(c *calls.Call) nd2.Status {
				if q, ok := c.Self.(*calls.QueuePair); ok && c.Request == t && c.Flags&nd2.SilentSuccess != 0 {
					last.Set(c.Object, &calls.Outcome{On: q, Result: nd2.Result{
						RequestType: t, RequestContext: c.Context, QueuePairContext: q.Context,
					}})
				}
				return c.Proceed()
			},
			Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) (all []calls.Outcome) {
				for _, o := range fresh {
					if o.On != nil && o.Status != nd2.Success && o.Status != nd2.Canceled && !o.Silent() {
						if told := last.Set(&o.On.Object, nil); told != nil {
							all = append(all, *told)
						}
					}
					all = append(all, o)
				}
				return all
			},
		}
	}
}

// leakingSilently takes a place from each queue pair for each silent request of a type.
func leakingSilently(t nd2.RequestType) defect {
	const places = 3
	return keeping(func(c *calls.Call, lost *calls.Record[int]) nd2.Status {
		if c.Request == nd2.RequestReceive { // or a call that posts nothing
			return c.Proceed()
		}
		if lost.Get(c.Object) >= places {
			return nd2.NoMoreEntries
		}
		s := c.Proceed()
		if s == nd2.Success && c.Request == t && c.Flags&nd2.SilentSuccess != 0 {
			lost.Update(c.Object, increment)
		}
		return s
	})
}

// entryLeftovers break lists of entries.
func entryLeftovers() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.send.gathers", calls.QPSend},
		{"qp.write.gathers", calls.QPWrite},
		{"qp.read.scatters", calls.QPRead},
		{"qp.receive.scatters", calls.QPReceive},
	} {
		list = append(list, by(m.entry, "neighbors", "Entries that lie side by side in memory are taken for one, by the token of the first.",
			before(m.method, func(c *calls.Call) { c.SGE = coalesced(c.SGE) })))
	}
	return append(list, by("qp.receive.longer-message", "entry-before", "A Receive of one entry less than the one before it keeps that one's last entry.",
		keepingAt(calls.QPReceive, func(c *calls.Call, before *calls.Record[[]nd2.SGE]) nd2.Status {
			own := slices.Clone(c.SGE)
			if old := before.Set(c.Object, own); len(old) == len(own)+1 {
				c.SGE = append(slices.Clone(own), old[len(own)])
			}
			return c.Proceed()
		})))
}

// coalesced is a list whose entries have the token of the entry before if they begin where
// that ends.
func coalesced(list []nd2.SGE) []nd2.SGE {
	list = slices.Clone(list)
	for i := 1; i < len(list); i++ {
		if adjacent(list[i-1].Buffer, list[i].Buffer) {
			list[i].MemoryRegionToken = list[i-1].MemoryRegionToken
		}
	}
	return list
}
