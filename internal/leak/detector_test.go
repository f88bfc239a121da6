package leak

import (
	"math"
	"slices"
	"testing"
)

// shows adds samples, one each round of 50 connections, and returns the leak.
func shows(values []uint64, sample func(v uint64) Sample) *Leak {
	d := New(2, Column{"connection", true}, Column{"second", false})
	for _, v := range values {
		d.Add(sample(v), 50, 0)
		if l := d.Round(); l != nil {
			return l
		}
	}
	return nil
}

func memory(mib uint64) Sample { return Sample{Memory: mib << 20, Handles: 8} }
func handles(n uint64) Sample  { return Sample{Memory: 1 << 20, Handles: n} }

func TestDetector(t *testing.T) {
	for name, c := range map[string]struct {
		values []uint64
		sample func(uint64) Sample
		leak   string
	}{
		"a leak of memory": {[]uint64{10, 13, 16, 19, 23, 26, 29, 32}, memory, "bytes of memory"},
		"a leak after a while": {[]uint64{
			10, 10, 10, 10, 13, 16, 20, 23, 26, 29, 32, 35, 38, 42, 45, 48, 51, 54, 57,
			60, 63, 66, 69, 72, 75, 78, 81, 84, 87, 90, 93, 96,
		}, memory, "bytes of memory"},
		"a leak of handles":          {[]uint64{10, 60, 110, 160, 210, 260, 310, 360}, handles, "handles"},
		"memory that stays":          {[]uint64{10, 10, 10, 10, 10, 10, 10, 10}, memory, ""},
		"memory that grows at first": {[]uint64{10, 30, 40, 45, 47, 48, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49}, memory, ""},
		"memory that comes and goes": {[]uint64{10, 13, 16, 12, 15, 18, 13, 16, 10, 13, 16, 12, 15, 18, 13, 16}, memory, ""},
		"one step":                   {[]uint64{10, 10, 10, 10, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90}, memory, ""},
		"a step in each window":      {[]uint64{10, 10, 20, 20, 30, 30, 30, 30, 70, 70, 70, 70, 70, 70, 70, 70}, memory, ""},
		"a handle now and then":      {[]uint64{10, 11, 12, 13, 14, 15, 16, 17}, handles, ""},
		"too few samples":            {[]uint64{10, 20, 30, 40, 50, 60, 70}, memory, ""},
	} {
		got := shows(c.values, c.sample)
		if (got == nil) != (c.leak == "") || got != nil && got.What != c.leak {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestALeakSaysHowMuch(t *testing.T) {
	l := shows([]uint64{10, 60, 110, 160, 210, 260, 310, 360}, handles)
	if l == nil || l.Each != 1 {
		t.Fatal(l)
	}
	if got := l.String()[:77]; got != "1 handles are left behind by each connection: 200 in all by 200 of them, in 4" {
		t.Error(got)
	}
}

// Growth by a harmless column is a trend, but no leak; a column without a count has no trend.
func TestGrowthThatIsNoLeak(t *testing.T) {
	d := New(1, Column{"connection", true}, Column{"second", false}, Column{"file", true})
	for n := range uint64(32) {
		d.Add(Sample{Memory: n << 20}, float64(n%3), 1, 0)
		if l := d.Round(); l != nil {
			t.Fatal(l)
		}
	}
	for _, trend := range d.Trends() {
		if want := map[string]float64{"second": 1 << 20}[trend.Per]; trend.Leak ||
			trend.What == "bytes of memory" && math.Abs(trend.Each-want) > 1 || trend.Per == "file" {
			t.Errorf("%+v", trend)
		}
	}
	if got := len(d.Trends()); got != 4 {
		t.Errorf("%d trends", got)
	}
}

// TestWhatBothLeave shows that what two kinds of objects leave behind counts for the first, and that
// the other is named.
func TestWhatBothLeave(t *testing.T) {
	d := New(2, Column{"connection", true}, Column{"refused connection", true}, Column{"file", true})
	held := uint64(8)
	var found *Leak
	for n := range 30 {
		made := [3]float64{}
		made[n%3] = float64(20 + n%7)
		if n%3 < 2 {
			held += uint64(made[n%3])
		}
		d.Add(Sample{Memory: 1 << 20, Handles: held}, made[:]...)
		if found == nil {
			found = d.Round()
		}
	}
	if found == nil || found.Per != "connection" || !slices.Equal(found.Also, []string{"refused connection"}) {
		t.Errorf("%v, of %+v", found, d.latest)
	}
}
