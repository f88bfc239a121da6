package requirement

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

var nd1Adapter = of(
	Entry{Interface: "INDAdapter", Kind: Return, Profile: ND1, Needs: []Need{NeedND1}, Rests: ND1Ground},
	Entry{
		ID: "endpoint.openadapter.nd-invalid-address", Interface: "INDProvider", Method: "OpenAdapter",
		Rule: "An address that no adapter of the provider has opens none.",
	},
	Entry{
		ID: "endpoint.queryaddresslist.nd-success", Interface: "INDProvider", Method: "QueryAddressList",
		Rule: "The list has the addresses of all adapters, and each address opens an adapter.",
	},
	Entry{
		ID: "endpoint.queryaddresslist.nd-buffer-overflow", Interface: "INDProvider", Method: "QueryAddressList",
		Rule: "A buffer that is too small is left as it is, and the size becomes what is needed.",
	},
	Entry{
		ID: "endpoint.query.nd-buffer-overflow", Method: "Query",
		Rule: "A buffer that is smaller than the structure is refused, and the size becomes what is needed.",
	},
	Entry{
		ID: "endpoint.query.nd-not-supported", Method: "Query", Level: Should,
		Rule: "A version that is not defined is refused.",
		Ruling: "By the page callers ask for version 1; it names no status for another. Shipped providers return " +
			"ND_NOT_SUPPORTED.",
	},
	Entry{
		ID: "endpoint.createcompletionqueue.nd-invalid-parameter", Method: "CreateCompletionQueue", Level: Should,
		Rule:   "More entries than MaxCqEntries are refused, as often as they are asked for.",
		Accept: tooManyND1, Ruling: tooManyND1Ruling,
	},
	Entry{
		ID: "endpoint.getfilehandle.packets", Method: "GetFileHandle", Kind: Notification,
		Source: "INDAdapter::GetFileHandle, Remarks",
		Rule: "When the file is bound to a completion port, a request of the adapter's objects that has pended posts a " +
			"packet there.",
	},
	Entry{
		ID: "endpoint.deregistermemory.nd-device-busy", Method: "DeregisterMemory",
		Rule: "Memory that a window is bound to stays registered, and is deregistered once the window is invalidated.",
	},
	Entry{
		ID: "endpoint.listen.nd-invalid-parameter-2", Method: "Listen", Rule: "A protocol that is no IANA number is refused.",
		Accept: prefer(nd2.InvalidParameter2, anyInvalidParameter...), Ruling: misnumbered,
	},
	Entry{
		ID: "endpoint.listen.nd-invalid-parameter-mix", Method: "Listen",
		Rule:   "A call with port 0 and no place for the port that is assigned is refused.",
		Accept: prefer(nd2.InvalidParameterMix, anyInvalidParameter...), Ruling: misnumbered,
	},
	Entry{
		ID: "endpoint.listen.nd-address-already-exists", Method: "Listen",
		Rule: "A port at which somebody listens is refused.",
	},
	Entry{
		ID: "endpoint.listen.port", Method: "Listen", Kind: Data, Source: "INDAdapter::Listen, Parameters",
		Rule: "A listener takes requests at the port that it asks for.",
	},
	Entry{
		ID: "endpoint.listen.port-told", Method: "Listen", Kind: Data, Level: Should,
		Source: "INDAdapter::Listen, Parameters", Rule: "A listener that asks for a port reports that port.",
		Ruling: "The page says that the port is told if it was 0; another port, it says only, need not be asked for.",
	},
	Entry{
		ID: "endpoint.getconnectionrequest.nd-canceled", Interface: "INDListen", Method: "GetConnectionRequest",
		Kind: Asynchronous, Source: "INDListen::GetConnectionRequest; INDOverlapped::CancelOverlappedRequests",
		Rule: "GetConnectionRequest waits for a request, and ends with ND_CANCELED if it is canceled before.",
	},
	Entry{
		ID: "endpoint.getconnectionrequest.each-once", Interface: "INDListen", Method: "GetConnectionRequest", Kind: Ordering,
		Rule: "Several calls may be in progress: each takes one request, one for each that comes, and none is given twice.",
	},
)

// tooManyND1 is how more entries of a completion queue than MaxCqEntries are refused; see depthTooLarge.
var tooManyND1 = prefer(nd2.InvalidParameter, slices.Concat(anyInvalidParameter[1:],
	[]nd2.Status{nd2.InsufficientResources})...)

const tooManyND1Ruling = "As with version 2: the adapter also lacks resources for a depth that it is not capable of, " +
	"and an adapter that is capable of more than Query says has no cause to refuse."

var nd1Queue = of(
	Entry{Interface: "INDCompletionQueue", Kind: Return, Profile: ND1, Needs: []Need{NeedND1}, Rests: ND1Ground},
	Entry{
		ID: "endpoint.resize.nd-success", Method: "Resize", Needs: []Need{NeedResize},
		Rule:   "A queue whose size changes keeps its results, and their order.",
		Halves: []string{"oldest-lost", "reversed"},
	},
	Entry{
		ID: "endpoint.resize.nd-invalid-parameter", Method: "Resize", Needs: []Need{NeedResize}, Level: Should,
		Rule:   "More entries than MaxCqEntries are refused.",
		Accept: tooManyND1, Ruling: tooManyND1Ruling,
	},
	Entry{
		ID: "endpoint.resize.nd-buffer-overflow", Method: "Resize", Needs: []Need{NeedResize},
		Rule: "Fewer entries than there are results now are refused, and nothing is lost.",
	},
	Entry{
		ID: "endpoint.resize.holds-new-size", Method: "Resize", Kind: Limit, Needs: []Need{NeedResize},
		Rule:   "After a Resize, up or down, the queue holds as many results as were asked for.",
		Halves: []string{"ignored", "one-short"},
	},
	Entry{
		ID: "endpoint.notify.any", Method: "Notify", Kind: Notification,
		Rule:   "A Notify of any result completes with the next one of any request, once.",
		Halves: []string{"at-once", "errors-only"},
	},
	Entry{
		ID: "endpoint.notify.errors", Method: "Notify", Kind: Notification,
		Rule: "A Notify of errors passes over results of success.",
	},
	Entry{
		ID: "endpoint.notify.nd-canceled", Method: "Notify", Kind: Asynchronous,
		Source: "INDCompletionQueue::Notify; INDOverlapped::CancelOverlappedRequests",
		Rule:   "Every Notify that is canceled ends with ND_CANCELED, and another one completes with the next result.",
	},
)

var nd1Requests = of(
	Entry{Interface: "INDEndpoint", Kind: Return, Profile: ND1, Needs: []Need{NeedND1}, Rests: ND1Ground},
	notConnectedND1("SendAndInvalidate"), notConnectedND1("Bind"), notConnectedND1("Invalidate"),
	notConnectedND1("Read"), notConnectedND1("Write"),
	silentND1("SendAndInvalidate"), silentND1("Bind"), silentND1("Invalidate"), silentND1("Read"), silentND1("Write"),
	silentFailureND1("Send"), silentFailureND1("SendAndInvalidate"), silentFailureND1("Bind"),
	silentFailureND1("Invalidate"), silentFailureND1("Read"), silentFailureND1("Write"),
	fenceND1("Send"), fenceND1("Write"),
	fullND1("SendAndInvalidate"), fullND1("Bind"), fullND1("Invalidate"), fullND1("Read"), fullND1("Write"),
	Entry{
		ID: "endpoint.bind.nd-access-violation", Method: "Bind",
		Rule:   "A buffer that is not within the memory is refused, before it and behind it.",
		Accept: []nd2.Status{nd2.AccessViolation, nd2.InvalidDeviceRequest},
		Ruling: "By the page the call says so. A result may as well, and v2's table names ND_INVALID_DEVICE_REQUEST for " +
			"that.",
		Halves: []string{"before", "behind"},
	},
)

// notConnectedND1 is the rule on a request of an endpoint that is not connected.
func notConnectedND1(method string) Entry {
	return Entry{
		ID: nd1ID(method) + ".nd-connection-invalid", Method: method, Code: "ND_CONNECTION_INVALID",
		Rule: "An endpoint that is not connected takes no " + method + ", as often as it is asked.",
	}
}

// readND1 is what a Read needs.
func readND1(method string) []Need {
	if method == "Read" {
		return []Need{NeedRead}
	}
	return nil
}

// silentND1 is the rule on a request whose success has no result.
func silentND1(method string) Entry {
	return Entry{
		Needs: readND1(method),
		ID:    nd1ID(method) + ".silent-success", Method: method, Kind: Data,
		Source: "INDEndpoint::" + method + ", Parameters",
		Rule:   method + " of silent success has no result, and is carried out in its turn.",
		Halves: []string{"not-done", "reported"},
	}
}

// silentFailureND1 is the rule on a request of silent success that fails.
func silentFailureND1(method string) Entry {
	return Entry{
		Needs: readND1(method),
		ID:    nd1ID(method) + ".silent-failure", Method: method, Kind: Completion,
		Source: "INDEndpoint::" + method + ", Parameters",
		Rule:   method + " of silent success has a result when it is canceled.",
	}
}

// fenceND1 is the rule on a request that waits for the Reads before it.
func fenceND1(method string) Entry {
	return Entry{
		ID: nd1ID(method) + ".read-fence", Method: method, Kind: Ordering, Needs: []Need{NeedRead},
		Source: "INDEndpoint::" + method + ", Parameters",
		Rule:   method + " with ND_OP_FLAG_READ_FENCE does not begin before the Reads ahead of it have completed.",
	}
}

// fullND1 is the rule on a request for which an endpoint has no room.
func fullND1(method string) Entry {
	return Entry{
		ID: nd1ID(method) + ".nd-no-more-entries", Method: method, Code: "ND_NO_MORE_ENTRIES", Needs: []Need{NeedRead},
		Rule:   "An endpoint whose requests are all outstanding takes no " + method + " until one has completed.",
		Ruling: roomierRuling,
	}
}

func nd1ID(method string) string { return "endpoint." + strings.ToLower(method) }
