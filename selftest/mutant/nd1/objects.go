package nd1

import (
	"math/bits"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// objects breaks adapters, listeners and completion queues.
var objects = []Mutant{
	WearingOut("endpoint.createcompletionqueue.nd-invalid-parameter/worn", calls.ND1CreateCompletionQueue,
		calls.ND1CreateCompletionQueue, nd2.InsufficientResources),
	WearingOut("endpoint.createendpoint.nd-invalid-parameter-3/worn", calls.ND1CreateEndpoint,
		calls.ND1CreateEndpoint, nd2.InsufficientResources),
	New("endpoint.getfilehandle.packets/unheard", "No packet comes to the port that the file is bound to.",
		After(calls.ND1GetFileHandle, func(c *calls.Call) {
			c.File = partlyHeard{c.File, func(*nd2.Overlapped) bool { return false }}
		})),
	New("endpoint.getfilehandle.packets/adapter", "The adapter's own requests post no packets.",
		Keeping(func(c *calls.Call, own *Table[*nd2.Overlapped, bool]) nd2.Status {
			if c.Method == calls.ND1RegisterMemory || c.Method == calls.ND1DeregisterMemory {
				own.Set(c.Overlapped, true)
				if c.Proxy != nil {
					own.Set(&c.Proxy.Overlapped, true)
				}
			}
			s := c.Proceed()
			if c.Method == calls.ND1GetFileHandle {
				c.File = partlyHeard{c.File, func(o *nd2.Overlapped) bool { return !own.Get(o) }}
			}
			return s
		})),
	New("endpoint.deregistermemory.nd-device-busy/stays-busy", "Memory that could not be deregistered once never can.",
		Keeping(func(c *calls.Call, busy *Table[nd1.MRHandle, bool]) nd2.Status {
			if c.Method != calls.ND1DeregisterMemory {
				return c.Proceed()
			}
			if busy.Get(c.ND1.Region) {
				return nd2.DeviceBusy
			}
			s := c.Proceed()
			busy.Set(c.ND1.Region, s == nd2.DeviceBusy)
			return s
		})),
	New("endpoint.listen.port/host-order", "The port is taken to be in host order.",
		Before(calls.ND1Listen, func(c *calls.Call) { c.ND1.Port = bits.ReverseBytes16(c.ND1.Port) })),
	New("endpoint.listen.port-told/another", "A port that was asked for is not told.",
		After(calls.ND1Listen, func(c *calls.Call) {
			if c.ND1.Port != 0 && c.ND1.AssignedPort != nil {
				*c.ND1.AssignedPort = 0
			}
		})),
	New("endpoint.query.nd-buffer-overflow/size-kept",
		"A buffer that is too small is refused without the size needed.", Overflowing(calls.ND1Query, SetSize)),
	New("endpoint.queryaddresslist.nd-buffer-overflow/size-kept",
		"A list that is too small is refused without the size needed.", Overflowing(calls.ND1QueryAddressList, SetSize)),
}

// queues breaks completion queues.
func queues() []Mutant {
	taking := func(from, to nd2.NotifyType) Defect {
		return Before(calls.ND1Notify, func(c *calls.Call) {
			if c.NotifyType == from {
				c.NotifyType = to
			}
		})
	}
	return []Mutant{
		New("endpoint.notify.any/at-once", "Notify succeeds at once.",
			Refusing(calls.ND1Notify, nd2.Success, func(c *calls.Call) bool { return c.NotifyType == nd2.NotifyAny })),
		New("endpoint.notify.any/errors-only", "A Notify of any result is taken for one of errors.",
			taking(nd2.NotifyAny, nd2.NotifyErrors)),
		New("endpoint.notify.errors/by-success", "A Notify of errors is taken for one of any result.",
			taking(nd2.NotifyErrors, nd2.NotifyAny)),
		New("endpoint.notify.nd-canceled/at-once", "A Notify of errors succeeds at once.",
			Refusing(calls.ND1Notify, nd2.Success, func(c *calls.Call) bool { return c.NotifyType == nd2.NotifyErrors })),
		New("endpoint.resize.holds-new-size/ignored", "A Resize to more than 64 entries is one to 64.",
			resizingTo(func(entries uintptr) uintptr { return min(entries, 64) })),
		New("endpoint.resize.holds-new-size/one-short", "A resized queue has room for one result less than asked for.",
			resizingTo(func(entries uintptr) uintptr { return entries - 1 })),
		New("endpoint.resize.nd-buffer-overflow/loses", "A Resize that is refused loses the oldest result.",
			resized(nd2.BufferOverflow, withoutOldest)),
		New("endpoint.resize.nd-success/oldest-lost", "A Resize loses the oldest result.",
			resized(nd2.Success, withoutOldest)),
		New("endpoint.resize.nd-success/reversed", "After a Resize the newest result is the first.",
			resized(nd2.Success, backwards)),
	}
}

// resizingTo makes a defect: a Resize is one to another number of entries.
func resizingTo(other func(entries uintptr) uintptr) Defect {
	return Before(calls.ND1Resize, func(c *calls.Call) { c.ND1.Entries = other(c.ND1.Entries) })
}

// resized makes a defect of the results that are taken first after a Resize has ended with a status.
func resized(with nd2.Status, change func(list results) results) Defect {
	return Recording(func(c *calls.Call, done *calls.Record[bool]) nd2.Status {
		s := c.Proceed()
		switch {
		case c.Method == calls.ND1Resize && s == with:
			done.Set(c.Object, true)
		case c.Method == calls.ND1GetResults && done.Set(c.Object, false):
			c.ND1.Outcomes = change(c.ND1.Outcomes)
		}
		return s
	})
}

// partlyHeard is a file whose port gets packets only if it should.
type partlyHeard struct {
	nd2.OverlappedFile
	heard func(o *nd2.Overlapped) bool
}

func (f partlyHeard) BindCompletionPort(port nd2.CompletionPort, key uintptr) nd2.Status {
	return f.OverlappedFile.BindCompletionPort(partlyHearing{port, f.heard}, key)
}

type partlyHearing struct {
	nd2.CompletionPort
	heard func(o *nd2.Overlapped) bool
}

func (p partlyHearing) Post(key uintptr, o *nd2.Overlapped) {
	if p.heard(o) {
		p.CompletionPort.Post(key, o)
	}
}
