package spec

import (
	"testing"

	"github.com/ndconform/ndconform/finding"
)

// TestNaming shows that a finding of what a call has returned says which method was called.
func TestNaming(t *testing.T) {
	calls := []finding.Call{{Object: "qp1", Method: "Receive", Result: "ND_NOT_SUPPORTED"}}
	f := naming(blamed(finding.Finding{Expected: "to return ND_SUCCESS", Seen: "ND_NOT_SUPPORTED", Unexpected: "ND_NOT_SUPPORTED", Calls: calls}))
	if f.Expected != "IND2QueuePair::Receive to return ND_SUCCESS" || f.Does != "returns ND_NOT_SUPPORTED" {
		t.Errorf("%+v", f)
	}
	if f := naming(finding.Finding{Expected: "to return ND_SUCCESS", Seen: "E_FAIL"}); f.Expected != "to return ND_SUCCESS" {
		t.Errorf("%+v", f)
	}
}
