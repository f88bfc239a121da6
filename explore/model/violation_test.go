package model

import "testing"

// TestViolates: a violation is told by what its first rule says.
func TestViolates(t *testing.T) {
	v := Violates("qp.flush.nd-success cq.getresults.count", "Flush returned %d", 5)
	if len(v.Rules) != 2 || v.Seen != "Flush returned 5" {
		t.Error(v)
	}
	for sentence, want := range map[string]string{
		"The call fails.": "that the call fails", "A Flush, or two.": "that a Flush, or two",
		"Flush returns success.": "that Flush returns success", "MaxReads is kept.": "that MaxReads is kept",
		"GetResults returns 0.": "that GetResults returns 0", "ND_PENDING.": "that ND_PENDING",
	} {
		if got := clause(sentence); got != want {
			t.Errorf("%q became %q", sentence, got)
		}
	}
}
