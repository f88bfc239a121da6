package spec

import (
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/requirement"
)

// Every spec starts with a trace of its own, and is skipped if an entry that it
// covers needs what the target does not offer; every failed one shows its trace.
var _ = BeforeEach(func(ctx SpecContext) {
	t := targetOf(ctx)
	t.reset()
	mayBegin(ctx)
	_, ids := Identify(CurrentSpecReport().Labels())
	for _, id := range ids {
		entry, _ := requirement.Lookup(id)
		for _, need := range entry.Needs {
			if kind, why := t.lacks(need); kind != "" {
				note(kind, why)
				Skip(string(kind) + ": " + why)
			}
		}
	}
})

var _ = AfterEach(func(ctx SpecContext) {
	recorder := targetOf(ctx).recorder
	if CurrentSpecReport().Failed() {
		leaveCalls(recorder)
	}
	if garbage := recorder.Garbage(); len(garbage) > 0 {
		Unmet("only what a provider may return", strings.Join(garbage, "\n"))
	}
})

// lacks says why a need is not met, and as what that counts; kind is empty if it
// is met.
func (t *Target) lacks(need requirement.Need) (kind NoteKind, why string) {
	info := t.local.info
	claimed := func(ok bool, feature string) (NoteKind, string) {
		if ok {
			return "", ""
		}
		return NoteUnsupported, "the adapter does not claim " + feature
	}
	switch need {
	case requirement.NeedSRQ:
		return claimed(info.MaxSharedReceiveQueueDepth > 0, "shared receive queues (MaxSharedReceiveQueueDepth is 0)")
	case requirement.NeedResize:
		return claimed(info.AdapterFlags&nd2.AdapterCQResize != 0, "resizing of completion queues (ND_ADAPTER_FLAG_CQ_RESIZE_SUPPORTED)")
	case requirement.NeedInline:
		return claimed(info.MaxInlineDataSize > 0, "inline data (MaxInlineDataSize is 0)")
	case requirement.NeedRead:
		return claimed(min(info.MaxInboundReadLimit, t.peer.info.MaxOutboundReadLimit, info.MaxOutboundReadLimit, t.peer.info.MaxInboundReadLimit) > 0, "RDMA Reads (a read limit is 0)")
	case requirement.NeedLoopback:
		return claimed(info.AdapterFlags&nd2.AdapterLoopbackConnections != 0, "loopback connections (ND_ADAPTER_FLAG_LOOPBACK_CONNECTIONS_SUPPORTED)")
	case requirement.NeedV1:
		_, ok := t.local.instance.(providers.V1)
		return claimed(ok, "NetworkDirect v1")
	case requirement.NeedNDK:
		_, ok := t.local.instance.(providers.NDK)
		return claimed(ok, "NDKPI")
	case requirement.NeedCOM:
		_, ok := t.local.instance.(providers.COM)
		return claimed(ok, "COM's vtables: it is no DLL")
	case requirement.NeedNoSRQ, requirement.NeedNoResize:
		if _, ok := t.without(need); !ok {
			return NoteUnobservable, "every adapter of the provider has the feature that must be missing (" + string(need) + ")"
		}
		return "", ""
	}
	if fault, ok := strings.CutPrefix(string(need), requirement.FaultPrefix); ok {
		if injector, ok := t.local.instance.(providers.FaultInjector); ok && slices.Contains(injector.Faults(), providers.FaultKind(fault)) {
			return "", ""
		}
		return NoteUnobservable, "the provider cannot inject the fault " + fault
	}
	return NoteUnobservable, "the suite does not know the need " + string(need)
}

// without finds an adapter of the local provider that lacks a feature.
func (t *Target) without(need requirement.Need) (adapter, bool) {
	for _, a := range append([]adapter{t.local}, t.plain...) {
		switch {
		case need == requirement.NeedNoSRQ && a.info.MaxSharedReceiveQueueDepth == 0,
			need == requirement.NeedNoResize && a.info.AdapterFlags&nd2.AdapterCQResize == 0:
			return a, true
		}
	}
	return adapter{}, false
}
