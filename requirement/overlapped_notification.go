package requirement

// overlappedNotification is what all methods with an OVERLAPPED have in common.
// ownReferenceRuling is of every rule on requests of an object that is released.
const ownReferenceRuling = "Pages name a code for a queue that was destroyed and for a listener that was closed, and " +
	"say that releasing a connector abandons an attempt; but a request in progress may hold a reference to its object, " +
	"which then lives on."

var overlappedNotification = of(
	Entry{
		Interface: "IND2Overlapped", Kind: Notification, Profile: Core,
		Source: "NetworkDirectSPI.md, Asynchronous operations",
	},
	Entry{
		ID: "overlapped.notification.pending",
		Rule: "A request that returned ND_PENDING is notified by its event and at the completion port, once, or once for " +
			"each phase if it has several, and not before that is over.",
		Halves: []string{
			"no-event", "no-event-of-completionqueue-notify", "no-event-of-connector-accept",
			"no-event-of-connector-connect", "no-event-of-connector-notifydisconnect",
			"no-event-of-listener-getconnectionrequest", "no-packet", "no-packet-of-completionqueue-notify",
			"no-packet-of-connector-accept", "no-packet-of-connector-connect",
			"no-packet-of-connector-notifydisconnect", "no-packet-of-listener-getconnectionrequest", "twice",
		},
	},
	Entry{
		ID:   "overlapped.notification.inline-error",
		Rule: "A request that fails at once posts no packet to the completion port.",
	},
	Entry{
		ID:   "overlapped.notification.inline-success",
		Rule: "A request that succeeds at once posts no packet to the completion port.",
	},
	Entry{
		ID: "overlapped.notification.inline-event", Level: Should,
		Rule: "A request that succeeds or fails at once does not set its event.",
		Ruling: "The page says that only ND_PENDING leads to a notification; the mode that it prescribes keeps packets off " +
			"the port, but Windows sets the event of an OVERLAPPED whose request its driver completes at once.",
	},
	Entry{
		ID: "overlapped.notification.inline-overlapped", Kind: Asynchronous, Level: Should,
		Source: "IND2Adapter.md, IND2Adapter::CreateOverlappedFile, Implementation Notes",
		Rule:   "A request that succeeds or fails at once leaves the OVERLAPPED as it was.",
		Ruling: "The page says that providers need not touch it, not that they must not.",
	},
	Entry{
		ID:   "overlapped.notification.resets-event",
		Rule: "A request that returns ND_PENDING with an event that is set has reset it.",
	},
	Entry{
		ID: "overlapped.notification.without-event", Rule: "A request without an event is notified at the completion port.",
	},
	Entry{
		ID: "overlapped.notification.requested-only", Source: "IND2Overlapped.md, IND2Overlapped interface, Remarks",
		Rule: "Only what was asked for is notified: data that comes and goes posts no packet.",
	},
	Entry{
		ID: "overlapped.release.ends-requests", Kind: Lifetime, Level: Should,
		Source: "IND2Connector.md, IND2Connector::Connect, Remarks; IND2Listener.md, IND2Listener::GetConnectionRequest",
		Rule:   "The last Release of an object completes the requests that are in progress.",
		Ruling: ownReferenceRuling,
	},
)
