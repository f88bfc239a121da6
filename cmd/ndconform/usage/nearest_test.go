package usage

import "testing"

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
		if got := DidYouMean(word, known); got != want {
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
