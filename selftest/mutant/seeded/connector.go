package seeded

import (
	"bytes"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var attempts = []Fault{
	fault("stateful/deadlock-accept-post", Lifetime,
		"Accept and the posting of a request take the locks of the connections and of the queues in opposite order.",
		deadlockOfAccepting, "connector.accept.nd-pending", "qp.send.nd-success"),
	fault("stateful/uncompleted-accept-deafens", Lifetime,
		"After a connection is abandoned between Accept and CompleteConnect, the next Accept never ends.",
		Keeping2(func(c *calls.Call, connected *calls.Record[bool], due *atomic.Bool) nd2.Status {
			switch {
			case c.Notifies(calls.ConnectorConnect, nd2.Success):
				connected.Set(c.Object, true)
			case c.Method == calls.ConnectorCompleteConnect:
				connected.Set(c.Object, false)
			case c.Method == calls.Release && c.Object.Kind == "IND2Connector" && connected.Set(c.Object, false):
				due.Store(true)
			}
			s := c.Proceed()
			if c.Method == calls.ConnectorAccept && s == nd2.Pending && due.Swap(false) {
				c.Proxy.Mute()
			}
			return s
		}), "connector.accept.nd-success"),
	fault("stateful/accept-carries-rejects-data", Data, "The Accept after a Reject carries the Reject's private data.",
		rejectsDataKept, "connector.accept.private-data"),
	fault("stateful/answers-share-a-place", Data, "Concurrent Connects all receive the private data of one answer.",
		answersShareAPlace, "connector.accept.private-data"),
	fault("stateful/port-kept-1-in-8", Leak, "One connector in 8 keeps its port forever.",
		OneIn(8, On(calls.ConnectorBind), First(func(c *calls.Call) { c.Inner.AddRef() })), "connector.bind.released-port"),
	fault("stateful/late-answer-to-next", Lifetime, "The answer to a canceled Connect ends the next Connect.",
		lateAnswerToNext, "connector.connect.canceled", "connector.connect.nd-connection-refused"),
}

var connections = []Fault{
	fault("stateful/refused-spoils-pair", Lifetime, "A queue pair whose Connect was rejected can't be connected any more.",
		Since(Ended(calls.ConnectorConnect, nd2.ConnectionRefused).Of(Connected), On(calls.ConnectorConnect).Of(Given),
			Say(nd2.ConnectionActive)), "connector.connect.failure-spares-queue-pair"),
	fault("stateful/listener-gone-unanswered", Lifetime,
		"Releasing a listener leaves the Connects in progress without an end.", OnCall(func(c *calls.Call) nd2.Status {
			if c.Method == calls.Release && c.Kind == "IND2Listener" {
				for _, o := range calls.Living[*calls.Connector](c.Object) {
					Mute(Outstanding(&o.Object, calls.ConnectorConnect))
				}
			}
			return c.Proceed()
		}), "connector.connect.nd-connection-refused"),
	fault("stateful/released-before-pair", Lifetime,
		"A connector that is released before its connected queue pair leaves each NotifyDisconnect without an end.",
		releasedBeforePair, "overlapped.release.ends-requests", "connector.notifydisconnect.nd-success"),
	fault("stateful/private-data-of-the-one-before", Data,
		"Every third Connect carries the private data of the one before.",
		privateDataBefore, "connector.connect.private-data"),
	fault("stateful/refusal-kept", Data,
		"A connector that was refused with private data has that of the refusal after later Connects.",
		refusalKept, "connector.reject.private-data", "connector.accept.private-data"),
	fault("stateful/private-data-over-56", Data, "Private data beyond 56 bytes is lost.",
		OnCall(func(c *calls.Call) nd2.Status {
			switch c.Method {
			case calls.ConnectorConnect, calls.ConnectorAccept, calls.ConnectorReject:
				c.Buffer = c.Buffer[:min(len(c.Buffer), 56)]
			}
			return c.Proceed()
		}), "connector.connect.private-data"),
}

func endings() []Fault {
	const kib = 1 << 10
	connects := On(calls.ConnectorConnect)
	return []Fault{
		fault("stateful/disconnect-forgets-fifth", Lifetime,
			"When Disconnect cancels more than four Receives, the fifth has no result.",
			disconnectForgetsFifth, "connector.disconnect.flushes", "qp.disconnect.cancels-requests"),
		fault("stateful/deadlock-disconnect-post", Lifetime,
			"Disconnect and the posting of a request take two locks in opposite order.",
			deadlockOfEnding, "connector.disconnect.nd-success", "qp.send.nd-success"),
		fault("stateful/read-limits-of-the-one-before", Data,
			"From the third connection on, GetReadLimits returns the limits of the connection before.",
			limitsBefore(func(c *calls.Call, known *calls.Record[bool]) bool { return !known.Set(c.Object, true) }),
			"connector.getreadlimits.active", "connector.getreadlimits.passive"),
		fault("stateful/passive-limits-of-before", Data,
			"From the third request on, the passive side sees the read limits of the request before.",
			limitsBefore(func(c *calls.Call, _ *calls.Record[bool]) bool { return !c.OnConnector().Active() }),
			"connector.getreadlimits.passive"),
		fault("stateful/deaf-after-canceled-wait", Notification,
			"A NotifyDisconnect never ends if the one before was canceled while a listener had two requests.",
			NextAfter(Canceled("IND2Connector").If(func(c *calls.Call) bool {
				busy := func(l *calls.Listener) bool { return len(l.Outstanding()) > 1 }
				return slices.ContainsFunc(calls.Others[*calls.Listener](c.Object), busy)
			}), On(calls.ConnectorNotifyDisconnect), Unanswered), "connector.notifydisconnect.nd-success",
			"overlapped.canceloverlappedrequests.usable-again"),
		fault("stateful/connection-leaks-64-kib", Leak, "Each connection leaks 64 KiB.",
			leakingMemory(64*kib, connects), "connector.storm"),
		fault("stateful/connection-leaks-handle", Leak, "Each connection leaks a handle.",
			leakingHandles(connects), "connector.storm"),
		fault("stateful/connects-600-times", Counting, "Connect fails once there have been 600 connections.",
			AtMost(calls.ConnectorConnect, 600), "connector.storm", "connector.connect.nd-success"),
		fault("stateful/makes-1500-queue-pairs", Counting, "No more than 1,500 queue pairs can be made in all.",
			AtMost(calls.AdapterCreateQueuePair, 1500), "connector.storm", "adapter.createqueuepair.nd-success"),
		fault("stateful/queue-pair-leaks-1-mib", Leak, "Each queue pair leaks 1 MiB.",
			leakingMemory(1024*kib, queuePairs), "connector.storm"),
		fault("stateful/region-leaks-64-kib", Leak, "Each registration leaks 64 KiB.",
			leakingMemory(64*kib, On(calls.MRRegister)), "connector.storm"),
		fault("stateful/refused-connection-leaks-64-kib", Leak, "Each connection that is rejected leaks 64 KiB.",
			leakingMemory(64*kib, On(calls.ConnectorReject)), "connector.storm"),
		fault("stateful/refused-registration-leaks-handle", Leak, "Each Register that fails leaks a handle.",
			leakingHandles(Refused(calls.MRRegister)), "connector.storm"),
		fault("stateful/refused-bind-leaks-64-kib", Leak, "Each Bind of a connector or a listener that fails leaks 64 KiB.",
			leakingMemory(64*kib, On(calls.ConnectorBind, calls.ListenerBind).Failing()), "connector.storm"),
		fault("stateful/refused-creation-leaks-handle", Leak,
			"Each creation of a completion queue that fails leaks a handle.",
			leakingHandles(Refused(calls.AdapterCreateCompletionQueue)), "connector.storm"),
		fault("stateful/resize-leaks-64-kib", Leak, "Each Resize leaks 64 KiB.",
			leakingMemory(64*kib, On(calls.CQResize)), "connector.storm"),
		fault("stateful/window-leaks-64-kib", Leak, "Each memory window leaks 64 KiB.",
			leakingMemory(64*kib, On(calls.AdapterCreateMemoryWindow)), "connector.storm"),
	}
}

// holding carries out a call with two locks; it takes the second some time after the first.
func holding(first, second *sync.Mutex, c *calls.Call) nd2.Status {
	first.Lock()
	defer first.Unlock()
	runtime.Gosched()
	second.Lock()
	defer second.Unlock()
	return c.Proceed()
}

// deadlockOfEnding makes Disconnect take the lock of the connection and then that of its queue pair's
// requests, and whoever posts one the other way round.
func deadlockOfEnding() calls.Hooks {
	type locks struct{ connection, requests sync.Mutex }
	var of calls.Record[*locks]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch {
		case c.Method == calls.ConnectorDisconnect:
			own := of.Keep(c.Object, new(locks))
			return holding(&own.connection, &own.requests, c)
		case posts(c) && c.OnQP().Connector() != nil:
			own := of.Keep(&c.OnQP().Connector().Object, new(locks))
			return holding(&own.requests, &own.connection, c)
		}
		return c.Proceed()
	}}
}

var disconnectForgetsFifth = Knowing(On(calls.ConnectorDisconnect).Of(Connected), Event{},
	func(ended *calls.Record[int]) Defect {
		var canceled calls.Record[int]
		return LosingResults(func(o *calls.Outcome) bool {
			return o.On != nil && o.RequestType == nd2.RequestReceive && o.Status == nd2.Canceled &&
				ended.Get(&o.On.Object) > 0 && canceled.Update(&o.On.Object, Increment) == 5
		})
	})

// leakingMemory makes a defect: each such call keeps a number of bytes until the instance is closed.
func leakingMemory(size int, such Event) Defect {
	return keepingForEach(such, func() any {
		b := make([]byte, size)
		for i := range b { // so that the system has to provide them
			b[i] = 1
		}
		return b
	}, func(any) {})
}

var rejectsDataKept = Recording(func(c *calls.Call, kept *calls.Record[[]byte]) nd2.Status {
	switch c.Method {
	case calls.ConnectorReject:
		kept.Set(nil, slices.Clone(c.Buffer))
	case calls.ConnectorAccept:
		if before := kept.Set(nil, nil); len(before) > 0 {
			c.Buffer = before
		}
	}
	return c.Proceed()
})

var releasedBeforePair = Recording(func(c *calls.Call, connected *calls.Record[bool]) nd2.Status {
	switch c.Method {
	case calls.ConnectorAccept, calls.ConnectorCompleteConnect:
		connected.Set(c.Object, true)
	case calls.ConnectorDisconnect:
		connected.Set(c.Object, false)
	case calls.Release:
		if c.Kind != "IND2Connector" || !connected.Get(c.Object) || !c.LastReference() ||
			!slices.Contains(calls.Living[*calls.QueuePair](c.Object), c.OnConnector().QP()) {
			break
		}
		for _, other := range calls.Living[*calls.Connector](c.Object) {
			Mute(Outstanding(&other.Object, calls.ConnectorNotifyDisconnect))
		}
	}
	return c.Proceed()
})

var refusalKept = Keeping2(func(c *calls.Call, refused *calls.Record[bool], kept *calls.Record[[]byte]) nd2.Status {
	if c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) {
		refused.Set(c.Object, true)
	}
	s := c.Proceed()
	if c.Method != calls.ConnectorGetPrivateData || s.Failed() || int(*c.Size) > len(c.Buffer) {
		return s
	}
	if refused.Set(c.Object, false) && kept.Get(c.Object) == nil {
		kept.Set(c.Object, slices.Clone(c.Buffer[:*c.Size]))
	}
	copy(c.Buffer[:*c.Size], kept.Get(c.Object))
	return s
})

func privateDataBefore() calls.Hooks {
	var mu sync.Mutex
	var count Counter
	var before []byte
	return calls.Hooks{Call: calls.Before(calls.ConnectorConnect, func(c *calls.Call) {
		mu.Lock()
		defer mu.Unlock()
		own := slices.Clone(c.Buffer)
		if count.EveryNth(3) && len(before) > 0 {
			c.Buffer = before
		}
		before = own
	})}
}

// limitsBefore makes a defect: from the third of such calls on, GetReadLimits returns what the one before was told.
func limitsBefore(such func(c *calls.Call, known *calls.Record[bool]) bool) Defect {
	type limits struct{ in, out uint32 }
	return func() calls.Hooks {
		var told calls.Record[limits]
		var known calls.Record[bool]
		var count Counter
		return After(calls.ConnectorGetReadLimits, func(c *calls.Call) {
			if c.InboundLimit == nil || c.OutboundLimit == nil || !such(c, &known) {
				return
			}
			before := told.Set(nil, limits{*c.InboundLimit, *c.OutboundLimit})
			if count.Passed(2) {
				*c.InboundLimit, *c.OutboundLimit = before.in, before.out
			}
		})()
	}
}

// deadlockOfAccepting makes Accept take the lock of all connections and then that of all queues, and
// whoever posts a request the other way round.
func deadlockOfAccepting() calls.Hooks {
	var connections, queues sync.Mutex
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch {
		case c.Method == calls.ConnectorAccept:
			return holding(&connections, &queues, c)
		case posts(c):
			return holding(&queues, &connections, c)
		}
		return c.Proceed()
	}}
}

// lateAnswerToNext takes the answer to a Connect that was canceled for that to another.
var lateAnswerToNext = Recording(func(c *calls.Call, abandoned *calls.Record[bool]) nd2.Status {
	k, ok := c.Self.(*calls.Connector)
	switch {
	case !ok:
	case c.Method == calls.CancelOverlappedRequests && k.Active() && len(c.Outstanding()) > 0:
		at := AddressBy(k.Inner.GetLocalAddress)
		for _, other := range calls.Others[*calls.Connector](c.Object) {
			if from := AddressBy(other.Inner.GetPeerAddress); from != nil && bytes.Equal(at, from) {
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
})

// connecting lists the Connects in progress, but for that of a connector.
func connecting(but *calls.Object) (list []*calls.ProxyOverlapped) {
	for _, k := range calls.Others[*calls.Connector](but) {
		list = append(list, Outstanding(&k.Object, calls.ConnectorConnect)...)
	}
	return list
}

// answersShareAPlace takes the private data of an answer for that of every Connect that is in progress.
var answersShareAPlace = Recording(func(c *calls.Call, mixed *calls.Record[[]byte]) nd2.Status {
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
})
