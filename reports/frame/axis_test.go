package frame

import (
	"math"
	"strings"
	"testing"
)

func TestAxis(t *testing.T) {
	for most, want := range map[float64]string{
		0: "0 0.5 1", 1: "0 0.5 1", 3: "0 1 2 3", 7: "0 2 4 6 8", 0.3: "0 0.1 0.2 0.3", 1605: "0 500 1,000 1,500 2,000",
		1e6: "0 500,000 1,000,000", 97.5: "0 50 100", math.NaN(): "0 0.5 1", math.Inf(1): "0 0.5 1", -4: "0 0.5 1",
	} {
		a := NewAxis(most, "")
		var got []string
		for _, tick := range a.Ticks {
			got = append(got, tick.Label)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("up to %v: %s, want %s", most, s, want)
		}
		if a.Most < most && !math.IsInf(most, 0) || a.Ticks[len(a.Ticks)-1].At != 1 {
			t.Errorf("up to %v: the axis ends at %v, its last mark at %v", most, a.Most, a.Ticks)
		}
	}
	for most, want := range map[float64]string{0.004: "ms", 2: "s", 400: "min", 20000: "h"} {
		if a, unit := NewTimeAxis(most); a.Unit != want || a.Most*unit < most {
			t.Errorf("%v s: an axis in %s to %v", most, a.Unit, a.Most)
		}
	}
}
