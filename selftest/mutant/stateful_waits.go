package mutant

import (
	"bytes"
	"runtime"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// waits are mutants that mix up what listeners and connectors wait for, once some of it has been
// canceled, or while several connections are made.
func waits() []Stateful {
	return []Stateful{
		stateful(Lifetime, "cancel-ends-neighbors", "A cancel that ends two requests of a listener at once ends the oldest of another listener, too.", cancelEndsNeighbors, "overlapped.canceloverlappedrequests.own-requests-only"),
		stateful(Lifetime, "reject-keeps-place", "A Reject of a request that had to wait leaves its place taken, of which a listener has three.", rejectKeepsPlace, "listener.getconnectionrequest.nd-success", "listener.getconnectionrequest.one-each"),
		stateful(Lifetime, "late-answer-to-next", "The answer to a Connect that was canceled ends the one that is in progress by then.", lateAnswerToNext, "connector.connect.canceled", "connector.connect.nd-connection-refused"),
		stateful(Notification, "deaf-after-canceled-wait", "The NotifyDisconnect after one that was canceled while a listener had two requests is never completed.", deafAfterCanceledWait, "connector.notifydisconnect.nd-success", "overlapped.canceloverlappedrequests.usable-again"),
		stateful(Data, "answers-share-a-place", "Of the answers to Connects that are in progress together, the private data of one stands for all.", answersShareAPlace, "connector.accept.private-data"),
		stateful(Lifetime, "deadlock-accept-post", "Accept and the posting of a request take the locks of the connections and of the queues in opposite order.", deadlockOfAccepting, "connector.accept.nd-pending", "qp.send.nd-success"),
	}
}

// deadlockOfAccepting has Accept take the lock of all connections and then that of all queues, and
// whoever posts a request the other way round.
func deadlockOfAccepting() calls.Hooks {
	var connections, queues sync.Mutex
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
		case c.Method == calls.ConnectorAccept:
			return both(&connections, &queues, c)
		case posts(c):
			return both(&queues, &connections, c)
		}
		return c.Proceed()
	}}
}

// cancelEndsNeighbors ends the oldest request of a listener's neighbor with two of its own.
func cancelEndsNeighbors() calls.Hooks {
	return calls.Hooks{Call: calls.At(calls.CancelOverlappedRequests, func(c *calls.Call) nd2.Status {
		if _, ok := c.Self.(*calls.Listener); !ok || len(c.Outstanding()) < 2 {
			return c.Proceed()
		}
		for _, other := range calls.Others[*calls.Listener](c.Object) {
			if waits := other.Outstanding(); len(waits) > 0 {
				waits[0].End(nd2.Canceled)
				break
			}
		}
		return c.Proceed()
	})}
}

// rejectKeepsPlace counts the requests that have waited at a listener and were rejected.
func rejectKeepsPlace() calls.Hooks {
	const places = 3
	var waited calls.Record[*calls.Object]
	var kept calls.Record[int]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.ListenerGetConnectionRequest:
			s := c.Proceed()
			if k, ok := c.Connector.(*calls.Connector); ok && s == nd2.Success {
				waited.Set(&k.Object, c.Object)
			}
			if s == nd2.Pending && kept.Get(c.Object) >= places {
				c.Shadow.Mute()
			}
			return s
		case calls.ConnectorReject:
			if at := waited.Set(c.Object, nil); at != nil {
				kept.Update(at, increment)
			}
		}
		return c.Proceed()
	}}
}

// lateAnswerToNext takes the answer to a Connect that was canceled for that to another.
func lateAnswerToNext() calls.Hooks {
	var abandoned calls.Record[bool] // connectors whose request was canceled
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		k, ok := c.Self.(*calls.Connector)
		switch {
		case !ok:
		case c.Method == calls.CancelOverlappedRequests && k.Active() && len(c.Outstanding()) > 0:
			at := addressOf(k.Inner.GetLocalAddress)
			for _, other := range calls.Others[*calls.Connector](c.Object) {
				if from := addressOf(other.Inner.GetPeerAddress); from != nil && bytes.Equal(at, from) {
					abandoned.Set(&other.Object, true)
				}
			}
		case c.Method == calls.ConnectorReject || c.Method == calls.ConnectorAccept:
			if abandoned.Set(c.Object, false) {
				for _, other := range connecting(c.Object) {
					other.End(nd2.ConnectionRefused)
				}
			}
		}
		return c.Proceed()
	}}
}

// addressOf returns the address that a call returns, or nil.
func addressOf(get func([]byte, *uint32) nd2.Status) []byte {
	address := make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(address))
	if get(address, &size) != nd2.Success {
		return nil
	}
	return address[:size]
}

// connecting lists the Connects in progress, but for that of a connector.
func connecting(but *calls.Object) (list []*calls.Shadow) {
	for _, k := range calls.Others[*calls.Connector](but) {
		for _, s := range k.Outstanding() {
			if s.Method == calls.ConnectorConnect {
				list = append(list, s)
			}
		}
	}
	return list
}

// deafAfterCanceledWait forgets the NotifyDisconnect of a connector after one that was canceled while
// a listener had two requests.
func deafAfterCanceledWait() calls.Hooks {
	var canceled calls.Record[bool]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if c.Method == calls.CancelOverlappedRequests && c.Object.Kind == "IND2Connector" && len(c.Outstanding()) > 0 {
			busy := func(l *calls.Listener) bool { return len(l.Outstanding()) > 1 }
			canceled.Set(c.Object, slices.ContainsFunc(calls.Others[*calls.Listener](c.Object), busy))
		}
		s := c.Proceed()
		if c.Method == calls.ConnectorNotifyDisconnect && s == nd2.Pending && canceled.Set(c.Object, false) {
			c.Shadow.Mute()
		}
		return s
	}}
}

// answersShareAPlace takes the private data of an answer for that of every Connect that is in progress.
func answersShareAPlace() calls.Hooks {
	var mixed calls.Record[[]byte]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.ConnectorAccept, calls.ConnectorReject:
			waits := connecting(c.Object)
			s := c.Proceed()
			for _, one := range waits {
				if !s.Failed() && len(waits) > 1 {
					mixed.Set(one.Object, slices.Clone(c.Buffer))
				}
			}
			return s
		case calls.ConnectorCompleteConnect:
			mixed.Set(c.Object, nil)
		case calls.ConnectorGetPrivateData:
			s := c.Proceed()
			if s == nd2.Success && int(*c.Size) <= len(c.Buffer) {
				copy(c.Buffer[:*c.Size], mixed.Get(c.Object))
			}
			return s
		}
		return c.Proceed()
	}}
}
