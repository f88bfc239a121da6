package connector

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var disconnect = []Mutant{
	New("connector.disconnect.after-peer/lone-lost", "A Receive that is the only one is never flushed.", losingSingle),
	New("connector.disconnect.after-peer/refused", "The side that was disconnected from can't disconnect.", onceOnly),
	New("connector.disconnect.ends-reading/goes-on", "The peer can still Read after a Disconnect.",
		readOn(func(*calls.Call) bool { return true })),
	New("connector.disconnect.ends-reading/goes-on-from-passive",
		"The peer can still Read after the passive side's Disconnect.",
		readOn(func(c *calls.Call) bool { return !calling(c) })),
	New("connector.disconnect.ends-writing/lands", "The peer's Write lands after a Disconnect.",
		writtenOn(func(*calls.Call) bool { return true })),
	New("connector.disconnect.ends-writing/lands-from-passive",
		"The peer's Write lands after the passive side's Disconnect.",
		writtenOn(func(c *calls.Call) bool { return !calling(c) })),
	New("connector.disconnect.flushes/lone-lost", "A Receive that is the only one is never flushed.", losingSingle),
	New("connector.disconnect.frees-addresses/kept", "The port of a connection that has ended is not free.",
		Before(calls.ConnectorConnect, func(c *calls.Call) { c.Inner.AddRef() })),
	New("connector.disconnect.queue-pair-used-up/again",
		"Connect of a queue pair that was disconnected succeeds.", NeverFailing(calls.ConnectorConnect)),
	New("connector.disconnect.simultaneous/crossing-pends", "A Disconnect that crosses the other side's never ends.",
		When(On(calls.ConnectorDisconnect).If(func(c *calls.Call) bool {
			return slices.ContainsFunc(calls.Others[*calls.Connector](c.Object), func(k *calls.Connector) bool {
				return len(Outstanding(&k.Object, calls.ConnectorDisconnect)) > 0
			})
		}), Unanswered)),
	New("connector.disconnect.simultaneous/second-refused",
		"When both sides disconnect at once, the second is refused.", onceOnly),
}

var onceOnly = KeepingAt(calls.ConnectorDisconnect, func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
	if slices.ContainsFunc(calls.Others[*calls.Connector](c.Object), func(k *calls.Connector) bool {
		return gone.Get(&k.Object)
	}) {
		return nd2.ConnectionInvalid
	}
	gone.Set(c.Object, true)
	return c.Proceed()
})

// readOn lets a connected side read from a side that has disconnected: the Read succeeds. which says whose Disconnect
// it is.
func readOn(which func(c *calls.Call) bool) Defect {
	return Recording(func(c *calls.Call, ended *calls.Record[bool]) nd2.Status {
		if c.Method == calls.ConnectorDisconnect {
			ended.Set(c.Object, true)
			if which(c) {
				ended.Set(nil, true)
			}
		}
		if c.Method == calls.QPRead && ended.Get(nil) {
			if k := c.OnQP().Connector(); k != nil && !ended.Get(&k.Object) {
				c.OnResult(func(o *calls.Outcome) { o.Status = nd2.Success })
			}
		}
		return c.Proceed()
	})
}

// writtenOn breaks that nothing from a connected side lands any more in the memory of a side that has disconnected:
// the first byte of a Write does; which says of whose Disconnect.
func writtenOn(which func(c *calls.Call) bool) Defect {
	return Keeping2(func(c *calls.Call, ended *calls.Record[bool], registered *calls.Record[[]byte]) nd2.Status {
		switch {
		case c.Method == calls.MRRegister:
			registered.Set(c.Object, c.Buffer)
		case c.Method == calls.ConnectorDisconnect:
			ended.Set(c.Object, true)
			if which(c) {
				ended.Set(nil, true)
			}
		case c.Method == calls.QPWrite && TotalLength(c.SGE) > 0 && ended.Get(nil):
			if k := c.OnQP().Connector(); k == nil || ended.Get(&k.Object) {
				break
			}
			for _, m := range calls.Living[*calls.MemoryRegion](c.Object) {
				b := registered.Get(&m.Object)
				if len(b) > 0 && m.Inner.GetRemoteToken() == c.Token && uint64(AddressOf(b)) == c.Address {
					b[0] = c.SGE[0].Buffer[0]
				}
			}
		}
		return c.Proceed()
	})
}

// losingSingle loses the canceled Receive of a queue pair to which no other was ever posted.
var losingSingle = Knowing(On(calls.QPReceive), Event{}, func(posted *calls.Record[int]) Defect {
	return LosingResults(func(o *calls.Outcome) bool {
		return o.On != nil && o.RequestType == nd2.RequestReceive && o.Status == nd2.Canceled && posted.Get(&o.On.Object) == 1
	})
})

var churn = []Mutant{
	New("connector.storm/cancellations-count",
		"An adapter refuses requests once 256 attempts to connect have been canceled.",
		exhausted(func(c *calls.Call) bool { return c.Notifies(calls.ConnectorConnect, nd2.Canceled) })),
	New("connector.storm/leaks-connectors", "No more than 512 connectors can be made in all.",
		AtMost(calls.AdapterCreateConnector, 512)),
	New("connector.storm/leaks-queue-pairs", "No more than a thousand queue pairs can be made in all.",
		AtMost(calls.AdapterCreateQueuePair, 1000)),
	New("connector.storm/refusals-count", "An adapter refuses requests once 100 have found nobody.",
		exhausted(func(c *calls.Call) bool { return c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) })),
	New("connector.storm/rejections-count", "An adapter refuses requests once 100 have been rejected.",
		exhausted(func(c *calls.Call) bool { return c.Method == calls.ConnectorReject })),
}

// exhausted makes a defect: every Connect is refused once some calls have been
// made 100 times.
func exhausted(counts func(c *calls.Call) bool) Defect {
	return AfterMany(100, Where(counts).Anywhere(), On(calls.ConnectorConnect).Anywhere(), Say(nd2.ConnectionRefused))
}
