package spec

import (
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
	calls := []finding.Call{
		{Object: "qp1", Method: "Send", Result: "ND_SUCCESS"},
		{Object: "cq1", Method: "GetResults", Result: "1"},
	}
	for says, does := range map[string]string{
		"the request contexts of the results": "gives results another RequestContext than is due",
		"QueuePairContext of a Send":          "gives results another QueuePairContext than is due",
		"BytesTransferred of Receive 3":       "gives results another BytesTransferred than is due",
		"the depth":                           "",
	} {
		f := blamed(finding.Finding{Says: says, Expected: "[1]", Seen: "[0]", Calls: calls})
		if f.Does != does || does != "" && f.Method != "IND2CompletionQueue::GetResults" {
			t.Errorf("%s: %s %s", says, f.Method, f.Does)
		}
	}
}
