package requirement

import "github.com/ndconform/ndconform/requirement/fault"

// canceledLater is the ruling on when and in which order what was canceled is notified.
const canceledLater = "CancelOverlappedRequests, Return Value, has the requests completed when the call returns, " +
	"and lets their notifications be delivered later; no page gives these an order; Microsoft's tests take them " +
	"from the port at once, in order."

var overlappedCancel = of(
	Entry{Interface: "IND2Overlapped", Method: "CancelOverlappedRequests", Kind: Return, Profile: Core},
	Entry{
		ID:   "overlapped.canceloverlappedrequests.nd-success",
		Rule: "The call cancels all of the object's requests in progress: each completes with ND_CANCELED.",
		Halves: []string{
			"not-completionqueue-notify", "not-connector-accept", "not-connector-connect",
			"not-connector-notifydisconnect", "not-listener-getconnectionrequest",
		},
	},
	Entry{
		ID: "overlapped.canceloverlappedrequests.nd-unsuccessful", Needs: []Need{Fault(fault.CancelFails)},
		Rule: "When a request cannot be canceled, the call says so, and that request goes on.",
	},
	Entry{
		ID: "overlapped.canceloverlappedrequests.nothing-pending", Kind: Asynchronous,
		Rule:   "With no request in progress the call succeeds, and nothing is notified.",
		Halves: []string{"fails", "notifies"},
	},
	Entry{
		ID: "overlapped.canceloverlappedrequests.own-requests-only", Kind: Asynchronous,
		Rule: "The call leaves the requests of other objects in progress, those on the same file included.",
	},
	Entry{
		ID: "overlapped.canceloverlappedrequests.completed-stay", Kind: Asynchronous,
		Rule: "A request that has completed keeps its status.",
	},
	Entry{
		ID: "overlapped.canceloverlappedrequests.usable-again", Kind: Lifetime,
		Rule: "The object takes new requests after the call, which complete as ever, and with none in progress it stays as " +
			"it is.",
		Halves: []string{"rejects", "unusable"},
	},
	Entry{
		ID: "overlapped.canceloverlappedrequests.status-on-return", Kind: Asynchronous, Source: "Return Value",
		Rule:   "When the call returns, each request for a notification that it canceled has the status ND_CANCELED.",
		Ruling: canceledLater,
	},
	Entry{
		ID: "overlapped.canceloverlappedrequests.in-order", Kind: Notification, Level: Info, Profile: Microsoft,
		Source: "MS tests: src/unittests/ndcq, TestMultipleNotifyCancel",
		Rule:   "The suite records whether the requests are notified in the order in which they were made.",
		Ruling: canceledLater,
	},
	Entry{
		ID: "overlapped.canceloverlappedrequests.at-once", Kind: Notification, Level: Info, Profile: Microsoft,
		Source: "MS tests: src/unittests/ndcq, TestInorderNotifyCancel",
		Rule: "The suite records how many notifications of what the call canceled are at the completion port when it " +
			"returns.",
		Ruling: canceledLater,
	},
)
