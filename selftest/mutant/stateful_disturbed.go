package mutant

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// disturbed are mutants that are sound as long as nothing happens meanwhile: nobody posts to a queue
// pair while its connection is being ended, no packet is late, and no adapter is removed.
func disturbed() []Stateful {
	return []Stateful{
		stateful(Lifetime, "flush-mutes-another", "A Flush loses the next result of a queue pair that has nothing to do with its own.", flushMuting, "qp.flush.own-requests-only", "qp.error.spares-others", "cq.getresults.every-request-ends"),
		stateful(Lifetime, "lost-beside-flush", "A request that is posted while Flush cancels those before it is taken, and never ends.", lostBesideFlush, "qp.flush.one-result-each", "cq.getresults.every-request-ends"),
		stateful(Lifetime, "deadlock-disconnect-post", "Disconnect and the posting of a request take two locks in opposite order.", deadlockOfEnding, "connector.disconnect.nd-success", "qp.send.nd-success"),
		stateful(Data, "five-in-flight", "The result of a Write or Read that is posted while five others are on their way has the context of the one before it.", fiveInFlight, "cq.getresults.contexts", "cq.getresults.every-request-ends"),
		stateful(Notification, "removal-ends-one", "Of several Notifies outstanding when the adapter is removed one ends.", removalEndsOne, "cq.notify.ends-on-removal", "overlapped.getoverlappedresult.nd-device-removed"),
	}
}

// fiveInFlight has five places for Writes and Reads that are on their way, and uses the fifth again for
// what comes beyond. What waits behind a message is not on its way yet.
func fiveInFlight() calls.Hooks {
	var stores, sends calls.Record[int]
	var silentSend calls.Record[bool] // which Writes may wait behind
	var latest calls.Record[uintptr]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if !initiates(c) || c.Flags&nd2.SilentSuccess != 0 {
			if c.Method == calls.QPSend {
				silentSend.Set(c.Object, true)
			}
			return c.Proceed()
		}
		of := &sends
		if c.Method == calls.QPWrite || c.Method == calls.QPRead {
			of = &stores
		}
		if stores.Get(c.Object) >= 5 {
			c.OnQP().InitiatorCQ.Queued(nil) // those that have arrived are counted off
		}
		over := of == &stores && stores.Get(c.Object) >= 5 && sends.Get(c.Object) == 0 && !silentSend.Get(c.Object)
		before := latest.Set(c.Object, c.Context)
		c.OnResult(func(o *calls.Outcome) {
			if of.Update(o.Of.Object, func(n int) int { return n - 1 }) == 0 {
				silentSend.Set(o.Of.Object, false)
			}
			if over {
				o.RequestContext = before
			}
		})
		s := c.Proceed()
		if s == nd2.Success {
			of.Update(c.Object, increment)
		}
		return s
	}}
}

// removalEndsOne completes one request outstanding on a completion queue, and forgets the others.
func removalEndsOne() calls.Hooks {
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if c.Notifies(calls.CQNotify, nd2.DeviceRemoved) {
			for i, s := range c.Outstanding() {
				if i > 0 {
					s.Mute()
				}
			}
		}
		return c.Proceed()
	}}
}

// posts reports whether a call posts a request to a queue pair.
func posts(c *calls.Call) bool { return initiates(c) || c.Method == calls.QPReceive }

// flushMuting loses a result of a queue pair with other completion queues than the one that is
// flushed.
func flushMuting() calls.Hooks {
	var flushed atomic.Pointer[calls.QueuePair]
	hooks := without(func(o *calls.Outcome) bool {
		by := flushed.Load()
		apart := by != nil && o.On != nil && o.On.ReceiveCQ != by.ReceiveCQ && o.On.ReceiveCQ != by.InitiatorCQ
		return apart && o.Status == nd2.Success && flushed.CompareAndSwap(by, nil)
	})()
	hooks.Call = calls.After(calls.QPFlush, func(c *calls.Call) { flushed.Store(c.OnQP()) })
	return hooks
}

// lostBesideFlush takes requests while Flush cancels others, and forgets them.
func lostBesideFlush() calls.Hooks {
	var flushing calls.Record[bool]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch {
		case c.Method == calls.QPFlush:
			flushing.Set(c.Object, true)
			defer flushing.Set(c.Object, false)
		case posts(c) && flushing.Get(c.Object):
			return nd2.Success
		}
		return c.Proceed()
	}}
}

// deadlockOfEnding has Disconnect take the lock of the connection and then that of its queue pair's
// requests, and whoever posts one the other way round.
func deadlockOfEnding() calls.Hooks {
	type locks struct{ connection, requests sync.Mutex }
	var of calls.Record[*locks]
	both := func(first, second *sync.Mutex, c *calls.Call) nd2.Status {
		first.Lock()
		defer first.Unlock()
		runtime.Gosched()
		second.Lock()
		defer second.Unlock()
		return c.Proceed()
	}
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch {
		case c.Method == calls.ConnectorDisconnect:
			own := of.Keep(c.Object, new(locks))
			return both(&own.connection, &own.requests, c)
		case posts(c) && c.OnQP().Connector() != nil:
			own := of.Keep(&c.OnQP().Connector().Object, new(locks))
			return both(&own.requests, &own.connection, c)
		}
		return c.Proceed()
	}}
}
