package mutant

import (
	"runtime"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// besideEndings are mutants that are sound as long as nobody posts to a queue pair while its connection
// is being ended.
func besideEndings() []Stateful {
	return []Stateful{
		stateful(Lifetime, "lost-beside-flush", "A request that is posted while Flush cancels those before it is taken, and never ends.", lostBesideFlush, "qp.flush.one-result-each", "cq.getresults.every-request-ends"),
		stateful(Lifetime, "deadlock-disconnect-post", "Disconnect and the posting of a request take two locks in opposite order.", deadlockOfEnding, "connector.disconnect.nd-success", "qp.send.nd-success"),
	}
}

// posts reports whether a call posts a request to a queue pair.
func posts(c *interpose.Call) bool { return initiates(c) || c.Method == interpose.QPReceive }

// lostBesideFlush takes requests while Flush cancels others, and forgets them.
func lostBesideFlush() interpose.Hooks {
	var flushing interpose.Record[bool]
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		switch {
		case c.Method == interpose.QPFlush:
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
func deadlockOfEnding() interpose.Hooks {
	type locks struct{ connection, requests sync.Mutex }
	var of interpose.Record[*locks]
	both := func(first, second *sync.Mutex, c *interpose.Call) nd2.Status {
		first.Lock()
		defer first.Unlock()
		runtime.Gosched()
		second.Lock()
		defer second.Unlock()
		return c.Proceed()
	}
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		switch {
		case c.Method == interpose.ConnectorDisconnect:
			own := of.Keep(c.Object, new(locks))
			return both(&own.connection, &own.requests, c)
		case posts(c) && c.OnQP().Connector() != nil:
			own := of.Keep(&c.OnQP().Connector().Object, new(locks))
			return both(&own.requests, &own.connection, c)
		}
		return c.Proceed()
	}}
}
