package requirement

import "github.com/ndconform/ndconform/nd2"

var listenerGetConnectionRequest = of(
	Entry{Interface: "IND2Listener", Method: "GetConnectionRequest", Kind: Return, Profile: Core},
	Entry{
		ID:   "listener.getconnectionrequest.nd-success",
		Rule: "A request that comes is given to the connector, which can accept it.",
	},
	Entry{
		ID: "listener.getconnectionrequest.waiting", Kind: Lifetime, Level: Should,
		Source: "IND2Listener.md, IND2Listener::Listen, Parameters and Implementation Notes",
		Rule:   "A request that has come before the call is given to the connector.",
		Ruling: "The backlog says how many requests are kept, and a provider may limit it; and Connect, Remarks, has the " +
			"listening peer call GetConnectionRequest before.",
	},
	Entry{ID: "listener.getconnectionrequest.nd-pending", Rule: "The call pends as long as there is no request."},
	Entry{
		ID: "listener.getconnectionrequest.nd-canceled",
		Rule: "CancelOverlappedRequests ends all that are in progress with the code for that, and the listener still " +
			"listens.",
	},
	Entry{
		ID:   "listener.getconnectionrequest.nd-device-removed",
		Rule: "When the adapter is removed, the call fails with the code for that, in progress or not.",
	},
	Entry{
		ID: "listener.getconnectionrequest.one-each", Kind: Ordering, Source: "Remarks",
		Rule: "Several calls may be in progress: each takes one request, one completes for each that comes, and no " +
			"request is given twice.",
	},
	Entry{
		ID: "listener.getconnectionrequest.while-unanswered", Kind: Ordering, Level: Should, Rests: RulingGround,
		Source: "Remarks", Rule: "A request is given while those before it have been neither accepted nor rejected.",
		Ruling: "By the page the calls complete one at a time; it does not say when. A provider may give a request only " +
			"after the request before it was answered.",
	},
	Entry{
		ID: "listener.getconnectionrequest.in-order", Kind: Ordering, Level: Should, Source: "Remarks",
		Rule:   "Requests are given to the calls in the order in which both were made.",
		Ruling: "The page says that they are given one at a time, not in which order.",
	},
	Entry{
		ID: "listener.getconnectionrequest.no-connector", Kind: Limit, Source: "Parameters",
		Rule: "Anything but a connector is refused, and takes no request.",
	},
	Entry{
		ID: "listener.getconnectionrequest.canceled-connector", Kind: Lifetime, Level: Should, Rests: RulingGround,
		Source: "Parameters", Rule: "The connector of a canceled call can be given to another.",
		Ruling: "No page says so; nothing has happened to the connector, though.",
	},
	Entry{
		ID: "listener.getconnectionrequest.released-connector", Kind: Lifetime, Level: Should, Rests: RulingGround,
		Source: "Remarks",
		Rule: "When a connector that waits for a request is released, another call takes one of two requests that come, " +
			"and the connector's own call can be canceled.",
		Ruling: "By the page each call ends for one request; it is silent on a connector that is gone by then: the request " +
			"may have gone to it.",
	},
	Entry{
		ID: "listener.getconnectionrequest.ends-on-release", Kind: Lifetime, Level: Should, Source: "Return Value",
		Rule:   "The client's last Release of the listener ends the calls in progress.",
		Ruling: ownReferenceRuling,
	},
	Entry{
		ID: "listener.release.refuses", Kind: Lifetime,
		Source: "IND2Connector.md, IND2Connector::Connect; MS tests: src/unittests/ndmemorytest/ndconnectlistenerclosing.cpp",
		Rule: "Requests that nobody has taken come to nothing when the listener is released: they are refused, or not " +
			"answered.",
		Accept: []nd2.Status{nd2.ConnectionRefused, nd2.IOTimeout},
		Ruling: "Connect, Return Value, has the first for want of a listener, and Microsoft's test expects it; a network " +
			"may say nothing, so that time runs out.",
	},
	Entry{
		ID: "listener.release.spares-taken", Kind: Lifetime, Level: Should, Rests: RulingGround,
		Source: "IND2Connector.md, IND2Connector::Accept",
		Rule:   "A request that a connector holds can be accepted after the listener has been released.",
		Ruling: "No page says so; but from GetConnectionRequest on they tie the request to the connector.",
	},
	Entry{
		ID: "listener.getconnectionrequest.rearm-in-callback", Kind: Asynchronous,
		Source: "NetworkDirectSPI.md, Asynchronous operations",
		Rule: "While its packet is handled at a completion port, a request is made again with the same OVERLAPPED, " +
			"before the connection request is answered.",
	},
	Entry{
		ID: "listener.getconnectionrequest.other-file", Kind: Asynchronous,
		Source: "IND2Adapter.md, IND2Adapter::CreateOverlappedFile, Remarks",
		Rule:   "The connector may be on another overlapped file than the listener.",
	},
	Entry{
		ID: "listener.getconnectionrequest.release-status", Kind: Asynchronous, Source: "Return Value",
		Rule:   "A request that the last Release of its object ends has failed: nothing has come true.",
		Ruling: "The page names ND_CANCELED; whoever has released the object can't ask, so any failure will do.",
	},
)
