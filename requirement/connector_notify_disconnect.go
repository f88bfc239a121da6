package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

// peerLeft is how a NotifyDisconnect ends when the peer has disconnected.
var peerLeft = []nd2.Status{nd2.Success, nd2.ConnectionDisconnected}

const peerLeftRuling = "The page says success; Microsoft's tests also take STATUS_CONNECTION_DISCONNECTED."

var connectorNotifyDisconnect = of(
	Entry{Interface: "IND2Connector", Method: "NotifyDisconnect", Kind: Return, Profile: Core},
	Entry{
		ID:     "connector.notifydisconnect.nd-success",
		Source: "IND2Connector.md, IND2Connector::NotifyDisconnect; MS tests: src/unittests/ndconn",
		Rule:   "The request completes when the peer disconnects, whichever side connected.",
		Accept: peerLeft, Ruling: peerLeftRuling, Halves: []string{"active-side", "passive-side"},
	},
	Entry{
		ID:     "connector.notifydisconnect.nd-pending",
		Rule:   "The request pends as long as both sides keep the connection, and data flows meanwhile.",
		Halves: []string{"active-side", "passive-side"},
	},
	Entry{
		ID: "connector.notifydisconnect.nd-connection-invalid", Rule: "A connector that was never connected is refused.",
	},
	Entry{
		ID: "connector.notifydisconnect.not-before-established", Kind: Asynchronous,
		Rule: "A request that is made between Accept and the end of CompleteConnect does not tell of the end of a " +
			"connection that has not begun.",
		Accept: []nd2.Status{nd2.ConnectionInvalid, nd2.Pending},
		Ruling: "The page has ND_CONNECTION_INVALID for a connector that was never connected; a provider may as well take " +
			"the request, and keep it for the connection.",
		Halves: []string{"active-side", "passive-side"},
	},
	Entry{
		ID: "connector.notifydisconnect.nd-canceled", Kind: Asynchronous,
		Rule:   "CancelOverlappedRequests ends the request with the code for that, and the connection stays.",
		Halves: []string{"active-only", "active-side", "disconnects", "passive-side", "success"},
	},
	Entry{
		ID: "connector.notifydisconnect.late", Kind: Asynchronous,
		Rule:   "A request made after the peer has disconnected completes.",
		Accept: peerLeft, Ruling: peerLeftRuling,
	},
	Entry{
		ID: "connector.notifydisconnect.own-disconnect", Kind: Asynchronous,
		Source: "IND2Connector.md, IND2Connector::NotifyDisconnect; IND2Overlapped.md, " +
			"IND2Overlapped::CancelOverlappedRequests; MS tests: src/unittests/ndconn",
		Rule:   "A request in progress when its own side disconnects ends then or by CancelOverlappedRequests.",
		Accept: []nd2.Status{nd2.Success, nd2.Canceled, nd2.ConnectionDisconnected}, Preferred: 2,
		Ruling: "The page speaks of an established connection that was disconnected and does not say by whom; Microsoft's " +
			"test cancels.",
	},
	Entry{
		ID: "connector.notifydisconnect.ends-once", Kind: Asynchronous, Level: Should, Rests: RulingGround,
		Source: "IND2Overlapped.md, IND2Overlapped::GetOverlappedResult, Remarks",
		Rule: "A request that has ended when its own side disconnected is not notified of again by " +
			"CancelOverlappedRequests.",
		Ruling: "A request may complete in several phases, each with a notification; the last may come when its final " +
			"status is known already.",
	},
	Entry{
		ID: "connector.notifydisconnect.after-own-disconnect", Kind: Asynchronous,
		Rule:   "A connector that was connected and has disconnected is not refused as if it had never been.",
		Accept: []nd2.Status{nd2.Success, nd2.Canceled, nd2.ConnectionDisconnected}, Preferred: 2,
		Ruling: "The page names its error only for connectors that were never connected; it does not say whether a request " +
			"pends when the connection is over.",
	},
	Entry{
		ID: "connector.notifydisconnect.released-queue-pair", Kind: Asynchronous, Level: Should,
		Source: "IND2Connector.md, IND2Connector::Disconnect, Implementation Notes",
		Rule:   "The request completes when the peer releases its queue pair and its connector without disconnecting.",
		Accept: peerLeft, Ruling: "The page says that the queue pair should disconnect then. " + peerLeftRuling,
	},
	Entry{
		ID: "connector.notifydisconnect.abandoned-accept", Kind: Asynchronous, Level: Should,
		Needs:  []Need{Fault(fault.Hold)},
		Source: "IND2Connector.md, IND2Connector::NotifyDisconnect; IND2Connector::CompleteConnect",
		Rule: "The request completes when the peer's Accept has been canceled and CompleteConnect has succeeded all the " +
			"same.",
		Accept: peerLeft,
		Ruling: "The pages do not say what becomes of a connection that one side has abandoned and the other completed: " +
			"CompleteConnect may fail, or not succeed before it has heard. " + peerLeftRuling,
	},
	Entry{
		ID: "connector.notifydisconnect.ended-by-error", Kind: Asynchronous, Level: Should,
		Source: "IND2QueuePair.md, IND2QueuePair::Send, Remarks; IND2Connector.md, IND2Connector::NotifyDisconnect",
		Rule: "The request completes when a request of the peer's ends with an error by itself, which terminates the " +
			"connection.",
		Accept: peerLeft,
		Ruling: "By the pages, a result with an error status terminates the connection, and NotifyDisconnect reports a " +
			"connection that was disconnected; they do not say that the two are the same.",
	},
	Entry{
		ID: "connector.notifydisconnect.ended-by-own-error", Kind: Asynchronous,
		Source: "IND2QueuePair.md, IND2QueuePair::Send, Remarks; IND2Connector.md, IND2Connector::NotifyDisconnect",
		Rule: "The request completes when a request or a Receive on this side ends with an error, which terminates the " +
			"connection; at the latest when the peer then disconnects.",
		Ruling: "By the pages, a result with an error status terminates the connection, and NotifyDisconnect reports a " +
			"connection that was disconnected; they do not say that the two are the same. So the status is the provider's to " +
			"choose, but the request ends: there is nothing left that could end it later.",
	},
	Entry{
		ID: "connector.notifydisconnect.ended-by-silence", Kind: Asynchronous, Needs: []Need{Fault(fault.Partition)},
		Source: "IND2CompletionQueue.md, ND2_RESULT structure, Remarks; IND2QueuePair.md, IND2QueuePair::Read, Parameters " +
			"and Remarks; IND2Connector.md, IND2Connector::NotifyDisconnect",
		Rule: "The request completes when a Read on this side has found that the peer is gone: nobody is left who could " +
			"disconnect.",
		Ruling: "By the pages, a result with an error status terminates the connection. The provider chooses the status, " +
			"but the request ends: nothing is left that could end it later. They do not say whether a side that only waits " +
			"hears that its peer is gone.",
	},
	Entry{
		ID: "connector.notifydisconnect.flushes-nothing", Kind: Asynchronous, Level: Info,
		Source: "Implementation Notes; IND2Connector::Connect, Remarks",
		Rule:   "The suite records what becomes of the requests that are posted here when the peer disconnects.",
		Ruling: "By the notes they stay until this side disconnects or flushes; by Connect's remarks the requests of both " +
			"sides are flushed, and Microsoft's tests wait for just that.",
	},
	Entry{
		ID: "connector.notifydisconnect.canceled-only-by-cancel", Kind: Asynchronous, Level: Should, Source: "Return Value",
		Rule:   "A NotifyDisconnect that nobody canceled does not end with ND_CANCELED when its own side disconnects.",
		Ruling: "The page says that the status should be returned only when the client cancels.",
	},
	Entry{
		ID: "connector.notifydisconnect.flushes-no-initiator", Kind: Notification, Level: Info,
		Source: "Implementation Notes; IND2Connector.md, IND2Connector::Connect, Remarks",
		Rule:   "The suite records whether a Send that waits is canceled when the peer disconnects.",
		Ruling: "By Connect's remarks requests are canceled on both sides at once, by NotifyDisconnect's notes they are " +
			"left alone.",
	},
)
