package requirement

import "github.com/ndconform/ndconform/nd2"

// bystanders are the kinds of objects around an object that ends.
var bystanders = []string{"accepting", "armed", "connected", "connecting", "listening", "shared-queue", "unconnected"}

// qpQueues are rules of the queue pair as a whole: its queues, what an error does
// to them, and how they end.
var qpQueues = of(
	Entry{Interface: "IND2QueuePair", Kind: Lifetime, Profile: Core},
	Entry{
		ID: "qp.initiator.place-after-result", Kind: Limit, Source: "IND2Adapter.md, ND2_ADAPTER_INFO structure",
		Rule: "A full initiator queue takes one more request for each result that was taken, and for each silent success " +
			"before it.",
	},
	Entry{
		ID:     "qp.error.cancels-posted",
		Source: "IND2QueuePair.md, IND2QueuePair::Receive, Remarks; IND2CompletionQueue.md, ND2_RESULT structure, Remarks",
		Rule: "When a request ends with an error, the ones posted behind it and the Receives end with ND_CANCELED, one " +
			"result each.",
		Ruling: "Where a Write or Send is over once it has been sent, as on iWARP, it may have succeeded before the " +
			"connection ends. " + endedRuling,
		Halves: []string{
			"Bind-not-canceled", "Bind-twice", "Invalidate-not-canceled", "Invalidate-twice",
			"Read-not-canceled", "Read-twice", "Send-not-canceled", "Send-twice", "Write-not-canceled",
			"Write-twice", "behind-bind", "behind-invalidate", "beside-receive", "same-status",
		},
	},
	Entry{
		ID:     "qp.error.cancels-later",
		Source: "IND2QueuePair.md, IND2QueuePair::Receive, Remarks; IND2QueuePair.md, IND2QueuePair::Send, Return Value",
		Rule:   "Requests that are posted after a result with an error status end with ND_CANCELED, or are refused.",
		Accept: []nd2.Status{nd2.Canceled, nd2.ConnectionInvalid},
		Ruling: endedRuling + " By Receive's page the call needs no connection, so a Receive is preferably canceled.",
		Halves: []string{
			"after-bind", "after-bind-of-its-own", "after-invalidate", "after-invalidate-of-its-own",
			"after-read-of-its-own", "after-receive", "after-send-of-its-own", "after-write-of-its-own",
			"carried-out", "refused",
		},
	},
	Entry{
		ID:     "qp.error.ends-connection",
		Source: "IND2QueuePair.md, IND2QueuePair::Write, Remarks; IND2QueuePair.md, IND2QueuePair::Read, Remarks",
		Rule:   "A request that the peer's memory does not allow ends the connection at the peer, too: its requests fail.",
	},
	Entry{
		ID: "qp.error.ends-connection-by-windows", Profile: MemoryWindow,
		Source: "IND2QueuePair.md, IND2QueuePair::Bind, Remarks; IND2QueuePair.md, IND2QueuePair::Invalidate, Remarks",
		Rule:   "A Bind or an Invalidate whose result has an error status ends the connection: later requests fail.",
		Halves: []string{"goes-on", "invalidate-goes-on"},
	},
	Entry{
		ID: "qp.error.spares-others", Source: "IND2QueuePair.md, IND2QueuePair::Flush, Remarks",
		Rule: "An error ends one connection: other queue pairs that share its completion queues and memory go on.",
	},
	Entry{
		ID: "qp.error.cancels-target-of-write", Profile: Microsoft, Level: Should,
		Source: "MS tests: src/unittests/ndmemorytest/ndinvalidreadwrite.cpp, ndwriteviolation.cpp",
		Rule:   "A Write that the target's memory does not allow cancels the Receives of the target's queue pair too.",
		Ruling: targetRuling,
	},
	Entry{
		ID: "qp.error.cancels-target-of-read", Profile: Microsoft, Level: Should, Needs: []Need{NeedRead},
		Source: "MS tests: src/unittests/ndmemorytest/ndinvalidreadwrite.cpp",
		Rule:   "A Read that the target's memory does not allow cancels the Receives of the target's queue pair too.",
		Ruling: targetRuling,
	},
	Entry{
		ID: "qp.disconnect.cancels-requests", Source: "IND2Connector.md, IND2Connector::Disconnect, Remarks",
		Rule: "Each request that Disconnect cancels has one result, and those of a queue come in the order issued.",
		Halves: []string{
			"Bind-not-canceled", "Bind-twice", "Invalidate-not-canceled", "Invalidate-twice",
			"Read-not-canceled", "Read-twice", "Send-not-canceled", "Send-twice", "Write-not-canceled",
			"Write-twice", "forgets-one", "reversed",
		},
	},
	Entry{
		ID: "qp.disconnect.not-usable-again", Source: "IND2Connector.md, IND2Connector::Disconnect, Remarks",
		Rule:   "A queue pair that was disconnected carries no further request.",
		Accept: notUsableAgain,
		Ruling: "The page forbids the use and names no code: not connected, or flushed as after an error.",
	},
	Entry{
		ID: "qp.release.disconnects", Level: Should,
		Source: "IND2Connector.md, IND2Connector::Disconnect, Implementation Notes",
		Rule:   "Releasing the last reference to a connected queue pair disconnects it.",
		Ruling: releaseRuling,
	},
	Entry{
		ID: "qp.release.cancels-requests", Level: Should,
		Source: "IND2Connector.md, IND2Connector::Disconnect, Implementation Notes; IND2QueuePair.md, IND2QueuePair " +
			"interface, Remarks",
		Rule: "Releasing the last reference to a connected queue pair cancels its requests, whose results can still " +
			"be taken.",
		Ruling: releaseRuling,
	},
	Entry{
		ID: "qp.disconnect.spares-others", Kind: Lifetime,
		Source: "IND2QueuePair.md, IND2QueuePair::Flush, Remarks; IND2Connector.md, IND2Connector::Disconnect, Remarks " +
			"and Implementation Notes",
		Rule: "A queue pair that is disconnected, by its client, its peer or its release, leaves alone the objects around " +
			"it, in whatever state they are.",
		Halves: bystanders,
	},
	Entry{
		ID: "qp.release.spares-others", Kind: Lifetime, Needs: []Need{NeedRead},
		Source: "IND2QueuePair.md, IND2QueuePair::Flush, Remarks; IND2Connector.md, IND2Connector::Disconnect, " +
			"Implementation Notes",
		Rule: "A queue pair that ends behind Reads, by its release or by its peer, leaves alone the requests and the " +
			"results of another that reports to the same completion queue.",
		Halves: []string{"ends-others", "purges"},
	},
	Entry{
		ID:     "qp.peer-disconnect.canceled-locally",
		Source: "IND2Connector.md, IND2Connector::NotifyDisconnect, Implementation Notes",
		Rule: "Requests that are posted when the peer disconnects end with ND_CANCELED, one result each, by the local " +
			"Disconnect or Flush at the latest.",
		Ruling: "By Connect's remarks they are canceled on both sides at once, by NotifyDisconnect's notes they are left " +
			"alone.",
		Halves: []string{
			"Bind-not-canceled", "Bind-twice", "Invalidate-not-canceled", "Invalidate-twice",
			"Read-not-canceled", "Read-twice", "Send-twice", "Write-not-canceled", "Write-twice",
			"forgets-one", "twice",
		},
	},
	Entry{
		ID: "qp.peer-disconnect.canceled-by-release", Level: Should,
		Source: "IND2Connector.md, IND2Connector::Disconnect, Implementation Notes",
		Rule: "Requests that are posted when the peer disconnects end with ND_CANCELED, one result each, by the last " +
			"Release at the latest.",
		Ruling: releaseRuling,
	},
	Entry{
		ID: "qp.peer-disconnect.canceled-at-once", Profile: Microsoft, Level: Info,
		Source: "MS tests: src/unittests/ndmemorytest/ndreceiveconnectorclosed.cpp",
		Rule:   "Requests that are posted when the peer disconnects are canceled without a call of the client.",
		Ruling: "Microsoft's test waits for it; NotifyDisconnect's notes ask providers not to do it.",
	},
)

// notUsableAgain is how a request may end on a queue pair that was disconnected.
var notUsableAgain = []nd2.Status{nd2.ConnectionInvalid, nd2.Canceled}

// surplusRuling is of every code for more than Query says; see also depthTooLarge.
const roomierRuling = "CreateQueuePair's implementation notes have providers free to give more than was asked for: " +
	"what counts is that a queue, or an endpoint of v1, takes as many, and says so when it is full."

const surplusRuling = "The code is for more than the hardware supports, or than the queue pair was created for, and " +
	"CreateQueuePair's implementation notes have providers free to give more than was asked for: what is taken has to " +
	"be carried out."

// moreThanTransfer is part of rulings on more than MaxTransferLength.
const moreThanTransfer = "Both are for what the hardware, or the adapter, can't do: an adapter that can do more than " +
	"Query says has no cause for them."

const (
	endedRuling = "Requests are canceled, as Receive's remarks have it, or refused with ND_CONNECTION_INVALID, which " +
		"Send's page has for a queue pair that is not connected."
	targetRuling = "Microsoft's tests wait for it; no page says what becomes of a queue pair's Receives when its peer " +
		"has made the error."
	releaseRuling = "By the notes the object should disconnect and flush, and a client that releases it without taking " +
		"the results may get them back."
)
