package frame

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

func TestLogAxis(t *testing.T) {
	label := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	for _, c := range []struct {
		least, most float64
		want        string
	}{
		{1, 100, "1 2 5 10 20 50 100"},
		{1.4, 90, "1 2 5 10 20 50 100"},
		{3, 4, "2 5"},
		{300, 2e6, "100 1000 10000 100000 1e+06 1e+07"},
		{0, 0, "1 2 5 10"},
		{math.NaN(), math.Inf(1), "1 2 5 10"},
		{-1, 5, "1 2 5"},
		{math.MaxFloat64, math.MaxFloat64, "1 2 5 10"},
		{5e-324, 5, "1 2 5"},
	} {
		a := NewLogAxis(c.least, c.most, label)
		var got []string
		for _, tick := range a.Ticks {
			got = append(got, tick.Label)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%v to %v: %s, want %s", c.least, c.most, s, c.want)
		}
		if first, last := a.Ticks[0].At, a.Ticks[len(a.Ticks)-1].At; first != 0 || math.Abs(last-1) > 1e-9 {
			t.Errorf("%v to %v: marks from %v to %v", c.least, c.most, first, last)
		}
	}
	a := NewLogAxis(1, 100, label)
	if math.Abs(a.At(10)-0.5) > 1e-9 || a.At(0.1) != 0 || a.At(1e9) != 1 || a.At(math.NaN()) != 0 {
		t.Errorf("10 is at %v", a.At(10))
	}
}
