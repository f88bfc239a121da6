package requirement

import "github.com/ndconform/ndconform/nd2"

var overlappedGetResult = of(
	Entry{Interface: "IND2Overlapped", Method: "GetOverlappedResult", Kind: Return, Profile: Core},
	Entry{ID: "overlapped.getoverlappedresult.nd-success", Rule: "For a request that has succeeded, the call says so."},
	Entry{
		ID:   "overlapped.getoverlappedresult.nd-pending",
		Rule: "For a request that is in progress, the call says so, without waiting.",
		Halves: []string{
			"completionqueue-notify", "connector-accept", "connector-connect", "connector-notifydisconnect",
			"listener-getconnectionrequest",
		},
	},
	Entry{
		ID: "overlapped.getoverlappedresult.nd-canceled", Rule: "For a request that was canceled, the call says so.",
		Halves: []string{
			"completionqueue-notify", "connector-accept", "connector-connect", "connector-notifydisconnect",
			"listener-getconnectionrequest",
		},
	},
	Entry{
		ID:     "overlapped.getoverlappedresult.nd-device-removed",
		Rule:   "A request that is in progress when the adapter is removed ends with the code for that.",
		Accept: []nd2.Status{nd2.DeviceRemoved, nd2.Canceled},
		Ruling: "The page has a code for the removal, and one for requests of an adapter that was closed.",
	},
	Entry{
		ID: "overlapped.getoverlappedresult.waits", Kind: Asynchronous, Source: "Parameters",
		Rule: "A call that is told to wait returns when the request has completed, with its status.",
	},
	Entry{
		ID: "overlapped.getoverlappedresult.status-stays", Kind: Asynchronous, Source: "Remarks",
		Rule: "Once it is final, the status is the same in every call, and an error never becomes a success.",
	},
	Entry{
		ID: "overlapped.getoverlappedresult.concurrent", Kind: Asynchronous, Source: "Remarks",
		Rule: "Calls on one object with different OVERLAPPEDs may be made at once, and each returns its own request's " +
			"status.",
		Halves: []string{"busy", "mixed-up"},
	},
	Entry{
		ID: "overlapped.getoverlappedresult.used-again", Kind: Asynchronous,
		Source: "NetworkDirectSPI.md, Asynchronous operations",
		Rule:   "An OVERLAPPED whose request has completed serves for another, and then has that one's status.",
		Halves: []string{"canceled-elsewhere", "old", "success-stays"},
	},
	Entry{
		ID: "overlapped.getoverlappedresult.used-again-in-callback", Kind: Asynchronous,
		Source: "NetworkDirectSPI.md, Asynchronous operations",
		Rule: "An OVERLAPPED without an event serves one request of a connector after another, each made while the last " +
			"one's packet is handled at a completion port.",
		Halves: []string{"needs-event", "refused"},
	},
	Entry{
		ID: "overlapped.getoverlappedresult.error-stays", Kind: Asynchronous, Source: "Remarks",
		Rule: "A request that has been notified with an error does not become a success by this call, however often it " +
			"is called.",
	},
	Entry{
		ID: "overlapped.getoverlappedresult.adapter-closed", Kind: Asynchronous, Level: Info,
		Rule:   "The suite records what becomes of a request when the adapter's own reference is released.",
		Ruling: "The page has ND_CANCELED when the adapter was closed; objects keep it open, and no call closes it.",
	},
)
