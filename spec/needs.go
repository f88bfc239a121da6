package spec

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/requirement"
)

// Every spec starts with a new trace, and is skipped if an entry that it covers needs what the target does not offer;
// every failed spec shows its trace.
var _ = BeforeEach(func(ctx SpecContext) {
	t := targetOf(ctx)
	labels := CurrentSpecReport().Labels()
	id, ids := Identify(labels)
	t.reset(id, labels)
	checkProcess(ctx)
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

// capabilities are the needs that an adapter meets by what it claims.
var capabilities = map[requirement.Need]struct {
	claimed func(t *Target) bool
	feature string
}{
	requirement.NeedSRQ: {
		func(t *Target) bool { return t.local.info.MaxSharedReceiveQueueDepth > 0 },
		sharedReceives,
	},
	requirement.NeedResize: {
		func(t *Target) bool { return t.local.info.AdapterFlags&nd2.AdapterCQResize != 0 },
		"resizing of completion queues (ND_ADAPTER_FLAG_CQ_RESIZE_SUPPORTED)",
	},
	requirement.NeedInline: {
		func(t *Target) bool { return t.local.info.MaxInlineDataSize > 0 },
		"inline data (MaxInlineDataSize is 0)",
	},
	requirement.NeedRead: {
		func(t *Target) bool { return t.local.reads() && t.peer.reads() },
		noReads,
	},
	requirement.NeedWindow: {
		func(t *Target) bool { return t.local.windows && t.peer.windows },
		memoryWindows,
	},
	requirement.NeedLoopback: {
		func(t *Target) bool { return t.local.info.AdapterFlags&nd2.AdapterLoopbackConnections != 0 },
		"loopback connections (ND_ADAPTER_FLAG_LOOPBACK_CONNECTIONS_SUPPORTED)",
	},
	requirement.NeedND1: {offers[providers.V1], "NetworkDirect v1"},
	requirement.NeedNDK: {offers[providers.NDK], "NDKPI"},
	requirement.NeedCOM: {offers[providers.COM], "COM's vtables: it is no DLL"},
}

// memoryWindows are what an adapter lacks that creates none.
const memoryWindows = "memory windows (IND2Adapter::CreateMemoryWindow creates none)"

// HasWindows reports whether the side's adapter has memory windows.
func (s *Side) HasWindows() bool { return s.adapter.windows }

// NeedWindows ends the spec as unsupported if the side's adapter has no memory windows.
func (s *Side) NeedWindows() {
	if !s.HasWindows() {
		Unsupported(memoryWindows)
	}
}

// sharedReceives are what an adapter lacks whose MaxSharedReceiveQueueDepth is 0.
const sharedReceives = "shared receive queues (MaxSharedReceiveQueueDepth is 0)"

// NeedSharedReceives ends the spec as unsupported if the side's adapter has no shared receive queues.
func (s *Side) NeedSharedReceives() {
	if s.Info.MaxSharedReceiveQueueDepth == 0 {
		Unsupported(sharedReceives)
	}
}

// noReads are what an adapter lacks that can't be at either end of a Read.
const noReads = "RDMA Reads (a read limit is 0)"

// NeedReads ends the spec as unsupported if the side's adapter has no Reads.
func (s *Side) NeedReads() {
	if !s.adapter.reads() {
		Unsupported(noReads)
	}
}

// offers reports whether the instance under test has a capability beyond nd2.
func offers[capability any](t *Target) bool {
	_, ok := t.local.instance.(capability)
	return ok
}

// reads reports whether the adapter can be at either end of a Read.
func (a adapter) reads() bool {
	return min(a.info.MaxInboundReadLimit, a.info.MaxOutboundReadLimit) > 0
}

// lacks says why a need is not met, and as what that counts; kind is empty if it
// is met.
func (t *Target) lacks(need requirement.Need) (kind NoteKind, why string) {
	if capability, ok := capabilities[need]; ok {
		if !capability.claimed(t) {
			return NoteUnsupported, "the adapter does not claim " + capability.feature
		}
		return "", ""
	}
	if need == requirement.NeedNoSRQ || need == requirement.NeedNoResize {
		if _, ok := t.without(need); !ok {
			return NoteUnobservable, "every adapter of the provider has the feature that must be missing (" + string(need) + ")"
		}
		return "", ""
	}
	fault, ok := strings.CutPrefix(string(need), requirement.FaultPrefix)
	if !ok {
		return NoteUnobservable, "the suite does not know the need " + string(need)
	}
	injector, ok := t.local.instance.(providers.FaultInjector)
	if ok && providers.FaultKind(fault).Among(injector.Faults()) != "" {
		return "", ""
	}
	return NoteUnobservable, "the provider cannot inject the fault " + fault
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

// Unsupported skips the spec, since the provider does not claim the feature that it tests.
func Unsupported(feature string) {
	why := "the adapter does not claim " + feature
	skip(NoteUnsupported, why)
}

// Unobservable skips the spec if what it tests cannot be brought about here; why says what stands in the way.
func Unobservable(why string) {
	skip(NoteUnobservable, why)
}

// skip ends the spec with a note of why it does not judge.
func skip(kind NoteKind, why string) {
	note(kind, why)
	if t := current.Load(); t != nil {
		t.ending.skips()
	}
	Skip(string(kind) + ": " + why)
}
