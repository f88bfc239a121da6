package reports

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/finding"
)

// writing lists the methods in the order in which a provider is written: each after those without
// which it can't be tried, as the table of docs/writing-a-provider.md has it. An entry that ends in "::" stands for all
// others of its interface.
var writing = []string{
	"IND2Provider::", "IND2Adapter::Query", "IND2Adapter::QueryAddressList", "IND2Adapter::CreateOverlappedFile",
	"IND2Adapter::CreateCompletionQueue", "IND2CompletionQueue::", "IND2Overlapped::",
	"IND2Adapter::CreateMemoryRegion", "IND2MemoryRegion::Register", "IND2MemoryRegion::",
	"IND2Adapter::CreateListener", "IND2Listener::",
	"IND2Adapter::CreateQueuePair", "IND2QueuePair::Flush",
	"IND2Adapter::CreateConnector", "IND2Connector::",
	"IND2QueuePair::Receive", "IND2QueuePair::Send", "IND2QueuePair::Write", "IND2QueuePair::Read",
	"IND2Adapter::CreateMemoryWindow", "IND2MemoryWindow::", "IND2QueuePair::Bind", "IND2QueuePair::Invalidate",
	"IND2CompletionQueue::Resize",
	"IND2Adapter::CreateSharedReceiveQueue", "IND2Adapter::CreateQueuePairWithSrq", "IND2SharedReceiveQueue::",
}

// shortNames are what ids of specs call interfaces.
var shortNames = map[string]string{
	"provider": "IND2Provider", "adapter": "IND2Adapter", "cq": "IND2CompletionQueue", "srq": "IND2SharedReceiveQueue",
	"qp": "IND2QueuePair", "mr": "IND2MemoryRegion", "mw": "IND2MemoryWindow", "connector": "IND2Connector",
	"listener": "IND2Listener", "overlapped": "IND2Overlapped",
}

// stepOf returns the place of a method among those that are written; what is not listed comes last.
func stepOf(method string) int {
	if i := slices.Index(writing, method); i >= 0 {
		return i
	}
	object, _, _ := strings.Cut(method, "::")
	if i := slices.Index(writing, object+"::"); i >= 0 {
		return i
	}
	return len(writing)
}

// lacks says that the method of a cause seems not to be written: it does nothing right in any call
// that is known, and is shown where it should succeed.
func (c Cause) lacks(working map[string]bool) bool {
	return c.Does != "" && c.Does != finding.Spurious && strings.Contains(c.Method, "::") && !working[c.Method] &&
		awaitsFailure(c.Shown) == 0
}

// worked are the methods that have succeeded in a call that led to a finding.
func worked(all []Spec) map[string]bool {
	working := map[string]bool{}
	for _, s := range all {
		for _, f := range s.Findings {
			for _, call := range f.Calls {
				if succeeded(call) {
					working[shortNames[kindOf(call.Object)]+"::"+call.Method] = true
				}
			}
		}
	}
	return working
}

func succeeded(c finding.Call) bool {
	return !c.Unfinished && (c.Result == "ND_SUCCESS" || strings.HasPrefix(c.Result, "ND_SUCCESS,"))
}
