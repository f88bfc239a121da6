package command

import (
	"testing"

	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/runner"
)

func TestNearestFilter(t *testing.T) {
	suite := []runner.Spec{
		{ID: "cq.notify.nd-pending", Requirements: []string{"cq.notify.nd-pending", "cq.notify.arms-once"}},
		{ID: "cq.resize.nd-success", Requirements: []string{"cq.resize.nd-success"}},
		{ID: "srq.notify.nd-pending", Requirements: []string{"srq.notify.nd-pending"}},
	}
	for filter, want := range map[string]string{
		"CQ.*":                `, did you mean "cq.*"?`,
		"qc.*":                `, did you mean "cq.*"?`,
		"cq.notfy.*":          `, did you mean "cq.notify.*"?`,
		"cq.notify.arm-once":  `, did you mean "cq.notify.arms-once"?`,
		"SRQ.Notify.nd-*":     `, did you mean "srq.notify.nd-*"?`,
		"something.else.*":    "",
		"cq.notify.nothing-*": "",
	} {
		if got := usage.NearestFilter(filter, selectable(suite)); got != want {
			t.Errorf("nearestFilter(%q) = %q, want %q", filter, got, want)
		}
	}
}
