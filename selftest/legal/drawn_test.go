package legal

import (
	"slices"
	"strings"
	"testing"
)

func TestCodesAreFoundByTheirIDs(t *testing.T) {
	list := Codes()
	if len(list) < 100 {
		t.Errorf("%d codes", len(list))
	}
	for _, v := range list {
		found, err := Lookup(v.ID)
		if err != nil || found.ID != v.ID {
			t.Errorf("%s: %s, %v", v.ID, found.ID, err)
		}
	}
	other, err := Lookup("code-cq.resize-nd-insufficient-resources-at-7+iwarp")
	if err != nil || !strings.HasPrefix(other.Differs, "Call 7 of IND2CompletionQueue::Resize returns") {
		t.Errorf("%q, %v", other.Differs, err)
	}
	for _, id := range []string{
		"code-cq.resize-nd-insufficient-resources-at-0", "code-cq.resize-nd-success-at-1",
		"code-",
	} {
		if v, err := Lookup(id); err == nil {
			t.Errorf("%s is %s", id, v.ID)
		}
	}
}

func TestDrawingIsByTheSeed(t *testing.T) {
	ids := func(list []Variant) (all []string) {
		for _, v := range list {
			all = append(all, v.ID)
		}
		return all
	}
	for _, draw := range []func(int64, int) []Variant{DrawCodes, DrawSums} {
		one, same, other := ids(draw(1, 20)), ids(draw(1, 20)), ids(draw(2, 20))
		if len(one) != 20 || !slices.Equal(one, same) || slices.Equal(one, other) {
			t.Errorf("%v, %v, %v", one, same, other)
		}
	}
	sums := DrawSums(3, 40)
	if n := len(slices.DeleteFunc(sums, func(v Variant) bool { return !strings.Contains(v.ID, "iwarp") })); n < 20 {
		t.Errorf("%d of 40 sums have iwarp in them", n)
	}
}
