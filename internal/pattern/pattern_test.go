package pattern_test

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/internal/pattern"
)

func TestSet(t *testing.T) {
	for _, c := range []struct {
		name               string
		patterns, ids      []string
		matched, unmatched []string
	}{
		{"nothing", nil, []string{"a"}, nil, nil},
		{"an id", []string{"a.b"}, []string{"a.b", "a.bc"}, []string{"a.b"}, nil},
		{"wildcards", []string{"a.*", "b?", "[c-d]"}, []string{"a.b", "a", "bc", "d"}, []string{"a.b", "bc", "d"}, nil},
		{"a star does not cross a slash", []string{"a*"}, []string{"a/b", "ab"}, []string{"ab"}, nil},
		{"each pattern that matches counts", []string{"a", "a*", "b"}, []string{"a"}, []string{"a"}, []string{"b"}},
		{"twice the same", []string{"a", "b", "b"}, []string{"a"}, []string{"a"}, []string{"b", "b"}},
		{"an escaped character", []string{`a\*`}, []string{"a*", `a\*`, "ab"}, []string{"a*"}, nil},
	} {
		set, err := pattern.Compile(c.patterns)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var matched []string
		for _, id := range c.ids {
			if set.Match(id) {
				matched = append(matched, id)
			}
			if set.Match("none", id) != pattern.Any(c.patterns, "none", id) {
				t.Errorf("%s: the set and its patterns differ about %q", c.name, id)
			}
		}
		if got := set.Unmatched(); !slices.Equal(matched, c.matched) || !slices.Equal(got, c.unmatched) {
			t.Errorf("%s: matched %q, want %q; unmatched %q, want %q", c.name, matched, c.matched, got, c.unmatched)
		}
	}
}

func TestMalformed(t *testing.T) {
	_, err := pattern.Compile([]string{"a", "b[", "c"})
	if want := `"b[": syntax error in pattern`; err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
	if pattern.Match("b[", "b[") {
		t.Error("a malformed pattern matches itself")
	}
}
