package qp

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// refusedRequests break what a refused request of a queue pair leaves behind, and how many
// entries a request may have.
func refusedRequests() (list []Mutant) {
	for _, t := range EveryRequest {
		name, method := "qp."+strings.ToLower(t.String()), "IND2QueuePair::"+t.String()
		list = append(list,
			New(name+".refused-posts-nothing/result", "A request that is refused has a result.", ReportingRefused(method)),
			New(name+".refused-posts-nothing/takes-effect", "A request that is refused is carried out, with no data.",
				At(method, CarryingOutRefused)))
		if t == nd2.RequestInvalidate {
			continue
		}
		list = append(list,
			New(name+".refused-posts-nothing/names-another",
				"The next result after a refused request has the refused request's context.", mistakenForRefused(method)))
		if t == nd2.RequestBind {
			continue
		}
		if t != nd2.RequestReceive {
			list = append(list, New(name+".no-entries/no-result", "A request without entries succeeds and has no result.",
				Before(method, func(c *calls.Call) {
					if NoEntries(c) {
						c.Flags |= nd2.SilentSuccess
					}
				})))
		}
		list = append(list,
			New(name+".no-entries/refused", "A request without entries is refused.",
				Refusing(method, nd2.InvalidParameter2, NoEntries)),
			New(name+".max-entries/refused", "A request with the maximum number of entries is refused.",
				Refusing(method, nd2.DataOverrun, widest)),
			New(name+".max-entries/last-skipped", "The last entry of a request with the maximum number of entries is left out.",
				Before(method, func(c *calls.Call) {
					if widest(c) {
						c.SGE = c.SGE[:len(c.SGE)-1]
					}
				})))
	}
	return list
}

var refused = []Mutant{
	New("qp.initiator.place-after-result/not-until-empty",
		"A full initiator queue takes nothing until it is empty.", staysFull(func(method string) bool {
			return strings.HasPrefix(method, "IND2QueuePair::") && method != calls.QPReceive && method != calls.QPFlush
		})),
}

// widest reports whether a request has as many entries as the adapter can.
func widest(c *calls.Call) bool {
	info := c.Parent.Limits()
	most := info.MaxInitiatorSGE
	switch c.Request {
	case nd2.RequestRead:
		most = info.MaxReadSGE
	case nd2.RequestReceive:
		most = info.MaxReceiveSGE
	}
	return len(c.SGE) > 0 && len(c.SGE) == int(most)
}

// mistakenForRefused makes a defect: the next result of a queue pair names a request
// that was refused, if one was while others of the queue pair waited.
func mistakenForRefused(method string) Defect {
	return Keeping2(func(c *calls.Call, posted *calls.Record[int], refused *calls.Record[*uintptr]) nd2.Status {
		if _, ok := c.Self.(*calls.QueuePair); !ok {
			return c.Proceed()
		}
		on := c.Object
		c.OnResult(func(o *calls.Outcome) {
			posted.Update(on, Decrement)
			if context := refused.Set(on, nil); context != nil {
				o.RequestContext = *context
			}
		})
		s := c.Proceed()
		switch {
		case s == nd2.Success:
			posted.Update(on, Increment)
		case c.Method == method && s != nd2.NoMoreEntries && posted.Get(on) > 0:
			context := c.Context
			refused.Set(on, &context)
		}
		return s
	})
}

// placesLost makes mutants of requests that are refused for a status: after many of them the queue pair is full. It is
// more than a queue of few places has, so that the one call of an ordinary spec does not show it.
func placesLost() (list []Mutant) {
	const many = 100
	losing := func(method string, status nd2.Status) Defect {
		return AfterMany(many, Refused(method, status), Where(func(c *calls.Call) bool {
			return c.Method == method || method != calls.QPReceive && Initiates(c)
		}), Say(nd2.NoMoreEntries))
	}
	for _, t := range EveryRequest {
		method, entry := "IND2QueuePair::"+t.String(), "qp."+strings.ToLower(t.String())
		if t != nd2.RequestReceive {
			list = append(list, New(entry+".nd-connection-invalid/places-lost",
				"A request that is refused for want of a connection takes a place for good.",
				losing(method, nd2.ConnectionInvalid)))
		}
		if t != nd2.RequestInvalidate {
			list = append(list, New(entry+".refused-posts-nothing/places-lost",
				"A request that is refused for its entries, or its window's rights, takes a place for good.",
				losing(method, map[bool]nd2.Status{true: nd2.AccessViolation, false: nd2.DataOverrun}[t == nd2.RequestBind])))
		}
	}
	return list
}
