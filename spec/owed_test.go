package spec

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/requirement"
)

// TestOwed shows which method a wait point names, and by which rule it is held to give what is
// waited for.
func TestOwed(t *testing.T) {
	for point, want := range map[string]struct{ method, rule string }{
		"the end of IND2Connector::Disconnect": {
			"IND2Connector::Disconnect",
			"connector.disconnect.nd-pending",
		},
		"the event of IND2CompletionQueue::Notify": {
			"IND2CompletionQueue::Notify",
			"cq.notify.nd-pending",
		},
		"the packet of IND2Connector::Connect": {
			"IND2Connector::Connect",
			"connector.connect.nd-pending",
		},
		"the result of IND2QueuePair::Send": {
			"IND2QueuePair::Send",
			"cq.getresults.send.nd-success",
		},
		"the result of IND2QueuePair::Receive canceled by IND2QueuePair::Flush": {
			"IND2QueuePair::Flush",
			"qp.flush.cancels-receives",
		},
		"the result of IND2SharedReceiveQueue::Receive canceled by IND2QueuePair::Flush": {
			"IND2QueuePair::Flush",
			"qp.flush.one-result-each",
		},
		"the result of IND2QueuePair::Bind canceled by IND2QueuePair::Flush": {
			"IND2QueuePair::Flush",
			"qp.flush.cancels-initiator-requests",
		},
		"the result of IND2QueuePair::Receive canceled by IND2Connector::Disconnect": {
			"IND2Connector::Disconnect",
			"connector.disconnect.flushes",
		},
		"the result after a failure of IND2QueuePair::Write": {"IND2QueuePair::Write", "qp.error.cancels-posted"},
		"the return of IND2QueuePair::Flush":                 {"IND2QueuePair::Flush", "qp.flush.nd-success"},
		"the return of IND2CompletionQueue::Release":         {"IND2CompletionQueue::Release", ""},
		"the return of a waiting IND2Overlapped::GetOverlappedResult": {
			"IND2Overlapped::GetOverlappedResult",
			"overlapped.getoverlappedresult.nd-pending",
		},
		"the completion of NDK_PD::CreateSrq":  {"NDK_PD::CreateSrq", "ndk.createsrq.status-pending"},
		"the completion of NDK_SRQ::ModifySrq": {"NDK_SRQ::ModifySrq", "ndk.modifysrq.success"},
		pointAnyEvent:                          {"", ""},
		pointAnyResult:                         {"", ""},
		"a result in an INDCompletionQueue":    {"", ""},
	} {
		if got := OwedBy(point); got != want.method {
			t.Errorf("%s is owed by %q, want %q", point, got, want.method)
		}
		rule := ruleOf(point).ID
		if rule != want.rule {
			t.Errorf("%s is owed by rule %q, want %q", point, rule, want.rule)
		}
		if rule != "" && want.method != "" && !strings.HasPrefix(point, failedOf) && !requirement.IsAbout(rule, want.method) {
			t.Errorf("%s is owed by rule %q, which is not about %s", point, rule, want.method)
		}
	}
}
