package adapter

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// doneAfterRemoval say that a request has been carried out by an adapter that has been
// removed, or do so and say nothing.
func doneAfterRemoval() (list []Mutant) {
	late := func(t nd2.RequestType, then func(c *calls.Call) nd2.Status) Defect {
		return At("IND2QueuePair::"+t.String(), IfRefused(then, nd2.DeviceRemoved))
	}
	for _, t := range EveryRequest {
		list = append(list, New("adapter.removed.only-cleanup/"+strings.ToLower(t.String())+"-done",
			"A request to an adapter that has been removed is reported as done.", late(t, func(c *calls.Call) nd2.Status {
				return ReportDone(c)
			})))
	}
	return append(list,
		New("adapter.removed.only-cleanup/read-arrives",
			"A Read of an adapter that has been removed fails, and changes memory.",
			late(nd2.RequestRead, func(c *calls.Call) nd2.Status {
				FlipByte(c.SGE, 0)
				return nd2.DeviceRemoved
			})))
}

var removed = []Mutant{
	New("adapter.removed.cleanup-succeeds/not-canceled", "Requests can't be canceled once the adapter has been removed.",
		Refusing(calls.CancelOverlappedRequests, nd2.DeviceRemoved, func(c *calls.Call) bool {
			return c.Parent != nil && Removed(c.Parent)
		})),
	New("adapter.removed.cleanup-succeeds/not-canceled-without-file",
		"Requests whose file was closed can't be canceled once the adapter has been removed.",
		Since(On(calls.FileClose), On(calls.CancelOverlappedRequests).If(func(c *calls.Call) bool {
			return c.Object.File != nil && Removed(c.Parent)
		}).Of(file), Say(nd2.DeviceRemoved))),
	New("adapter.removed.cleanup-succeeds/not-closed", "A file can't be closed once the adapter has been removed.",
		Refusing(calls.FileClose, nd2.DeviceRemoved, func(c *calls.Call) bool {
			return c.Parent != nil && Removed(c.Parent)
		})),
	New("adapter.removed.only-cleanup/listens", "A listener of an adapter that has been removed says that it listens.",
		When(On(calls.ListenerListen), IfRefused(Nothing, nd2.DeviceRemoved))),
	New("adapter.removed.only-cleanup/lists", "An adapter that has been removed says that it has no addresses.",
		When(On(calls.AdapterQueryAddressList), IfRefused(Nothing, nd2.DeviceRemoved))),
	New("adapter.removed.only-cleanup/queried", "An adapter that has been removed can still be asked what it can.",
		KeepingAt(calls.AdapterQuery, func(c *calls.Call, last *calls.Record[nd2.AdapterInfo]) nd2.Status {
			s := c.Proceed()
			switch s {
			case nd2.DeviceRemoved:
				*c.Info = last.Get(nil)
				return nd2.Success
			case nd2.Success:
				last.Set(nil, *c.Info)
			}
			return s
		})),
}
