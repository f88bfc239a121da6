package spec

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/finding"
)

// TestNaming shows that a finding of what a call has returned says which method was called.
func TestNaming(t *testing.T) {
	calls := []finding.Call{{Object: "qp1", Method: "Receive", Result: "ND_NOT_SUPPORTED"}}
	f := naming(blamed(finding.Finding{
		Expected: "to return ND_SUCCESS", Seen: "ND_NOT_SUPPORTED",
		Unexpected: "ND_NOT_SUPPORTED", Calls: calls,
	}))
	if f.Expected != "IND2QueuePair::Receive to return ND_SUCCESS" || f.Does != "returns ND_NOT_SUPPORTED" {
		t.Errorf("%+v", f)
	}
	if f := naming(finding.Finding{
		Expected: "to return ND_SUCCESS",
		Seen:     "E_FAIL",
	}); f.Expected != "to return ND_SUCCESS" {
		t.Errorf("%+v", f)
	}
}

// TestBlamedForAField shows that a result's wrong field is blamed on what returned it, whatever the
// request was.
func TestBlamedForAField(t *testing.T) {
	for queue, method := range map[string]string{
		"cq1": "IND2CompletionQueue::GetResults", "nd1-cq1": "INDCompletionQueue::GetResults",
	} {
		calls := []finding.Call{
			{Object: "qp1", Method: "Send", Result: "ND_SUCCESS"}, {Object: queue, Method: "GetResults", Result: "1"},
		}
		for says, does := range map[string]string{
			"the request contexts of the results": "gives results another RequestContext than is due",
			"QueuePairContext of a Send":          "gives results another QueuePairContext than is due",
			"BytesTransferred of Receive 3":       "gives results another BytesTransferred than is due",
			"the depth":                           "",
		} {
			f := blamed(finding.Finding{Says: says, Expected: "[1]", Seen: "[0]", Calls: calls})
			if f.Does != does || does != "" && f.Method != method {
				t.Errorf("%s: %s %s", says, f.Method, f.Does)
			}
		}
	}
}

// TestTold shows which method is taken to have told the value that is judged.
func TestTold(t *testing.T) {
	const own, peer = "IND2Connector::GetLocalAddress", "IND2Connector::GetPeerAddress"
	get := func(names ...string) (calls []finding.Call) {
		for _, name := range names {
			name, result, _ := strings.Cut(name, " ")
			calls = append(calls, finding.Call{Object: "connector1", Method: name, Result: "ND_SUCCESS, size 16, " + result})
		}
		return calls
	}
	for _, c := range []struct {
		calls    []finding.Call
		id, want string
	}{
		{get("Connect", "GetPeerAddress"), "connector.bind.nd-success", peer},
		{get("GetPeerAddress", "GetLocalAddress"), "connector.getpeeraddress.connecting", peer},
		{get("GetPeerAddress", "GetLocalAddress"), "connector.getlocaladdress.nd-success", own},
		{get("GetPeerAddress", "GetLocalAddress"), "connector.bind.nd-success", ""},
		{get("GetPeerAddress 192.0.2.2:80", "GetLocalAddress 192.0.2.1:7"), "connector.getlocaladdress.nd-success", peer},
		{get("GetPeerAddress 192.0.2.2:80", "GetLocalAddress 192.0.2.2:80"), "connector.bind.nd-success", ""},
		{get("GetPeerAddress", "Connect"), "connector.bind.nd-success", ""},
		{get("GetOverlappedResult"), "connector.bind.nd-success", ""},
	} {
		if got := told(c.calls, "192.0.2.2:80", c.id); got != c.want {
			t.Errorf("%v in %s: %q, want %q", c.calls, c.id, got, c.want)
		}
	}
}

// TestRefusedAnswer shows that a Connect which never ends is blamed on the Accept that was refused.
func TestRefusedAnswer(t *testing.T) {
	for result, want := range map[string]string{
		"ND_INVALID_BUFFER_SIZE": "IND2Connector::Accept returns ND_INVALID_BUFFER_SIZE",
		"ND_PENDING":             "IND2Connector::Connect " + finding.NeverEnds,
	} {
		f := blamed(finding.Finding{
			Method: "IND2Connector::Connect", Does: finding.NeverEnds, Calls: []finding.Call{
				{Object: "connector1", Method: "Accept", Result: result},
				{Object: "connector2", Method: "GetOverlappedResult", Result: "ND_PENDING"},
			},
		})
		if got := f.Method + " " + f.Does; got != want {
			t.Errorf("%s: %s, want %s", result, got, want)
		}
	}
}
