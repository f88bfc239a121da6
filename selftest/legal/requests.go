package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

const (
	cancelPage = "IND2Overlapped.md, IND2Overlapped::CancelOverlappedRequests, Return Value"
	resultPage = "IND2Overlapped.md, IND2Overlapped::GetOverlappedResult, Remarks"
	asyncPage  = "NetworkDirectSPI.md, Asynchronous operations"
	filePage   = "IND2Adapter.md, IND2Adapter::CreateOverlappedFile, Implementation Notes"
)

// requests are variants of how overlapped requests end.
var requests = []Variant{
	{
		ID: "late-packets", hooks: delayedPackets(false),
		Differs: "Packets reach completion ports a millisecond after their requests have ended; events are set at once.",
		Permits: "What has been completed, even by a cancel, need not have been delivered yet.", Source: cancelPage,
	},
	{
		ID: "packets-newest-first", hooks: delayedPackets(true),
		Differs: "Packets of one millisecond reach completion ports in the opposite order.",
		Permits: "Nothing orders the notifications of different requests.", Source: cancelPage,
		Excludes: map[string]string{"late-packets": "both say when packets come"},
	},
	{
		ID: "late-cancels", Waits: true, hooks: delayedCancels,
		Differs: "Clients hear of canceled requests 10 ms later, of the newest first; the requests have their status when " +
			"the call returns.",
		Permits: "What has been completed, even by a cancel, need not have been delivered yet.", Source: cancelPage,
		Excludes: because("both say when packets come", "late-packets", "packets-newest-first"),
	},
	{
		ID: "two-phase", hooks: twoPhases,
		Differs: "A request other than a Notify ends in two phases, each with its notification; between them its result is " +
			"ND_PENDING.",
		Permits: "The result may be ND_PENDING when a request is only partly complete and its next phase has begun; " +
			"clients wait again.",
		Source: resultPage,
	},
	{
		ID: "all-pending", hooks: allPending,
		Differs: "Every overlapped request that succeeds at once returns ND_PENDING, and ends later.",
		Permits: "A request may be over when its call returns, or end asynchronously; clients handle both.",
		Source:  asyncPage,
	},
	{
		ID: "late-refusals", hooks: pendingRefusals,
		Differs: "Every overlapped request but a Notify that is refused returns ND_PENDING, and ends with the code later.",
		Permits: "An error that a call returns is immediate; nothing says that a fault is found before its request is " +
			"queued.",
		Source: asyncPage,
		Excludes: map[string]string{
			"late-ends":               "both say when a request ends",
			"late-accept":             "both say when an Accept ends",
			"slow-memory":             "both say when a registration ends",
			"slow-connections":        "both say when a Connect ends",
			"slow-disconnect":         "both say when a Disconnect ends",
			"slow-news":               "both say when a NotifyDisconnect ends",
			"moderated-notifications": "both say when a Notify ends",
		},
	},
	{
		ID: "all-inline", hooks: allInline,
		Differs: "An overlapped request that ends while its call lasts returns its final status and notifies of nothing.",
		Permits: "A request may be over when its call returns, or end asynchronously; clients handle both.",
		Source:  asyncPage, Excludes: map[string]string{"all-pending": "they are opposites"},
	},
	{
		ID: "mixed-ends", hooks: mixedEnds,
		Differs: "Of the overlapped requests that could end at once, every other one does, and the others end later.",
		Permits: "A request may be over when its call returns, or end asynchronously; clients handle both.",
		Source:  asyncPage, Excludes: because("both say which requests end at once", "all-pending", "all-inline"),
	},
	{
		ID: "late-events", hooks: delayedEvents,
		Differs: "Events are set a millisecond after the results of their requests are available; packets are there at once.",
		Permits: "What has been completed, even by a cancel, need not have been delivered yet.", Source: cancelPage,
	},
	{
		ID: "plain-internal", hooks: onCall(plainInternal),
		Differs: "Internal of an OVERLAPPED is zero when its request has ended, however it has.",
		Permits: "Native functions don't tell NetworkDirect's status; GetOverlappedResult does, and may do its own work " +
			"for it.",
		Source: resultPage,
	},
	{
		ID: "events-set-inline", hooks: onCall(eventsSetInline),
		Differs: "A request that succeeds at once sets its event, as the I/O manager does; no packet is posted.",
		Permits: "Success at once must not reach a completion port; of an OVERLAPPED it is said only that it need not be " +
			"changed.",
		Source: filePage, Excludes: map[string]string{"all-pending": "no request succeeds at once"},
	},
	{
		ID:       "few-notifications",
		Differs:  "Four Notifies can be in progress on a queue, and no more.",
		Permits:  "That a request for a notification can't be queued is a documented answer.",
		Source:   "IND2CompletionQueue.md, IND2CompletionQueue::Notify, Return Value",
		hooks:    requestsAtATime(4, perObject, calls.CQNotify, calls.SRQNotify),
		Excludes: because("both say for how long a Notify is in progress", "late-ends", "moderated-notifications"),
	},
	{
		ID: "lasting-accepts", Waits: true, hooks: onCall(uncancelableConnects),
		Differs: "An Accept or a Connect in progress can't be canceled, which CancelOverlappedRequests says.",
		Permits: "That outstanding operations could not be canceled is a documented answer.", Source: cancelPage,
	},
	{
		ID: "last-notify-disconnect", hooks: onCall(replacedNotifyDisconnect),
		Differs:  "A NotifyDisconnect cancels those that are in progress on its connector.",
		Permits:  "A request may be canceled since a new one for a notification was made.",
		Source:   "IND2Overlapped.md, IND2Overlapped::GetOverlappedResult, Return Value",
		Excludes: because("both say when a NotifyDisconnect ends", "late-ends", "slow-news"),
	},
	{
		ID: "used-overlapped", hooks: onCall(usedOverlapped),
		Differs: "InternalHigh of an OVERLAPPED holds a number of the provider's when its request has ended.",
		Permits: "The bytes transferred of a request are the provider's own, and mean nothing to clients.",
		Source:  resultPage,
	},
}

func eventsSetInline(c *calls.Call) nd2.Status {
	status := c.Proceed()
	if status == nd2.Success && overlapped(c) && c.Proxy.Client.Event != nil {
		c.Proxy.Client.Event.Set()
	}
	return status
}

func usedOverlapped(c *calls.Call) nd2.Status {
	if c.Method == calls.EventSet || c.Method == calls.PortPost {
		c.Proxy.Client.InternalHigh = 0x5a5a
	}
	return c.Proceed()
}

func plainInternal(c *calls.Call) nd2.Status {
	if overlapped(c) {
		c.Proxy.HideStatus()
	}
	return c.Proceed()
}

// mixedEnds treats requests by turns.
func mixedEnds() calls.Hooks {
	inline, pending := allInline(), allPending()
	return calls.Hooks{Close: pending.Close, Call: func(c *calls.Call) nd2.Status {
		if c.Proxy != nil && c.Proxy.Number%2 == 0 {
			return inline.Call(c)
		}
		return pending.Call(c)
	}}
}
