package command

import (
	"testing"

	"github.com/ndconform/ndconform/runner"
)

func TestDidYouMean(t *testing.T) {
	known := []string{"ref", "verbs", "mutant", "cq.notify.nd-pending"}
	for word, want := range map[string]string{
		"rfe":                  `, did you mean "ref"?`,
		"re":                   `, did you mean "ref"?`,
		"verb":                 `, did you mean "verbs"?`,
		"mutants":              `, did you mean "mutant"?`,
		"cq.notify.nd_pending": `, did you mean "cq.notify.nd-pending"?`,
		"something else":       "",
		"REF":                  `, did you mean "ref"?`,
		"Cq.Notify.ND-Pending": `, did you mean "cq.notify.nd-pending"?`,
		"ref":                  "",
		"":                     "",
	} {
		if got := didYouMean(word, known); got != want {
			t.Errorf("didYouMean(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"abc", "", 3},
		{"", "ab", 2},
		{"kitten", "sitting", 3},
		{"same", "same", 0},
		{"ab", "ba", 1},
		{"abcd", "badc", 2},
		{"ca", "abc", 3},
	} {
		if got := editDistance(c.a, c.b); got != c.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

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
		if got := nearestFilter(filter, selectable(suite)); got != want {
			t.Errorf("nearestFilter(%q) = %q, want %q", filter, got, want)
		}
	}
}
