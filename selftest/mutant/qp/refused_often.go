package qp

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

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
