package legal

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

const otherCodes = "The codes of a method are what it should return; of others, well-known ones help with debugging."

// codes are variants of the codes that calls fail with.
var codes = []Variant{
	{
		ID: "well-known-codes", hooks: func() calls.Hooks { return answering(wellKnown) },
		Differs: "Wherever a call or an overlapped request fails as documented, it has another well-known code that its " +
			"page says nothing of.",
		Permits: otherCodes, Source: "IND2Adapter.md, Return Value of every method",
	},
	{
		ID: "shipped-codes", hooks: func() calls.Hooks { return answering(shipped) },
		Differs: "Calls fail with the codes of Windows OpenFabrics' provider where these are others than the " +
			"documented ones.",
		Permits: otherCodes, Source: "IND2Connector.md, Return Value of every method",
		Excludes: map[string]string{"well-known-codes": "both say which codes there are"},
	},
	quirk("other-codes", "The pages contradict each other, or practice: the rulings list where.",
		"IND2CompletionQueue.md, ND2_RESULT structure, and others"),
}

// answering makes hooks that have another code for a failure of a method.
func answering(other func(method string, failure nd2.Status) nd2.Status) calls.Hooks {
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		status := c.Proceed()
		method := c.Method
		if method == calls.GetOverlappedResult && c.Proxy != nil {
			method = c.Proxy.Method
		}
		if !status.Failed() || status == nd2.Canceled {
			return status
		}
		return other(method, status)
	}}
}

// Failures that Windows has beside ndstatus.mc's. Source: ntstatus.h, winerror.h.
const (
	noSuchDevice         nd2.Status = 0xC000000E
	bufferTooSmall       nd2.Status = 0xC0000023
	invalidConnection    nd2.Status = 0xC0000140
	addressNotAssociated nd2.Status = 0xC0000239
	notImplemented       nd2.Status = 0x80004001
	noInterface          nd2.Status = 0x80004002
	invalidPointer       nd2.Status = 0x80004003
	outOfMemory          nd2.Status = 0x8007000E
	invalidArgument      nd2.Status = 0x80070057
)

// candidates are the failures to choose from. A method and a code have always the
// same.
var candidates = []nd2.Status{
	nd2.Unsuccessful, nd2.InvalidDeviceState, addressNotAssociated, nd2.InvalidParameter,
	noSuchDevice, bufferTooSmall, nd2.InvalidDeviceRequest, invalidConnection,
	invalidArgument, notImplemented, invalidPointer, outOfMemory,
}

// wellKnown returns a candidate that every entry for the failure on the method's page takes for well-known: the first,
// from a place that the method and the failure choose.
func wellKnown(method string, failure nd2.Status) nd2.Status {
	iface, name, _ := strings.Cut(method, "::")
	entries := slices.DeleteFunc(slices.Clone(requirement.Page(iface, name)), func(e requirement.Entry) bool {
		return len(e.Accept) == 0 || !e.Accept[0].Failed() || !slices.Contains(e.Accept, failure)
	})
	if len(entries) == 0 {
		return failure
	}
	from := (len(method) + int(failure)) % len(candidates)
	for i := range candidates {
		other := candidates[(from+i)%len(candidates)]
		if !slices.ContainsFunc(entries, func(e requirement.Entry) bool { return e.Judge(other) != requirement.WellKnown }) {
			return other
		}
	}
	return failure
}

// shipped is what hw/mlx4/user/nd and core/ndfltr of Windows OpenFabrics answer.
func shipped(method string, failure nd2.Status) nd2.Status {
	switch method {
	case calls.ConnectorGetLocalAddress, calls.ListenerGetLocalAddress:
		if failure == nd2.BufferOverflow {
			return bufferTooSmall
		}
		return addressNotAssociated
	case calls.ConnectorGetPeerAddress:
		if failure == nd2.BufferOverflow {
			return bufferTooSmall
		}
		return nd2.InvalidDeviceState
	case calls.ConnectorGetReadLimits, calls.ConnectorGetPrivateData, calls.ConnectorNotifyDisconnect,
		calls.ConnectorReject:
		if failure == nd2.ConnectionInvalid {
			return nd2.InvalidDeviceState
		}
	case calls.AdapterCreateQueuePair, calls.AdapterCreateQueuePairWithSrq:
		if failure >= nd2.InvalidParameter5 && failure <= nd2.InvalidParameter9 {
			return nd2.InvalidParameter
		}
	case calls.AdapterCreateCompletionQueue:
		if failure == nd2.InvalidParameter3 {
			return nd2.InvalidParameter
		}
	case calls.ProviderOpenAdapter:
		if failure == nd2.InvalidParameter {
			return noSuchDevice
		}
	case calls.CQResize:
		if failure == nd2.NotSupported {
			return notImplemented
		}
	case calls.QPBind:
		if failure == nd2.AccessViolation {
			return nd2.InvalidParameter
		}
	case calls.QueryInterface:
		return noInterface
	}
	return failure
}
