package leak

import (
	"strings"
	"testing"
)

// shows adds samples, one for each value and 50 connections, and returns the leak.
func shows(values []uint64, sample func(v uint64) Sample) (found *Leak) {
	var t Trend
	for i, v := range values {
		s := sample(v)
		s.Connections = 50 * i
		if l := t.Add(s); l != nil {
			found = l
		}
	}
	return found
}

func memory(mib uint64) Sample { return Sample{Memory: mib << 20, Handles: 8} }
func handles(n uint64) Sample  { return Sample{Memory: 1 << 20, Handles: n} }

func TestTrend(t *testing.T) {
	for name, c := range map[string]struct {
		values []uint64
		sample func(uint64) Sample
		leak   string
	}{
		"a leak of memory":           {[]uint64{10, 13, 16, 20, 23, 26, 29}, memory, "bytes of memory"},
		"a leak after a while":       {[]uint64{10, 10, 10, 13, 16, 20, 23, 26, 29, 32}, memory, "bytes of memory"},
		"a leak of handles":          {[]uint64{10, 60, 110, 160, 210, 260, 310}, handles, "handles"},
		"memory that stays":          {[]uint64{10, 10, 10, 10, 10, 10, 10}, memory, ""},
		"memory that grows at first": {[]uint64{10, 30, 40, 45, 47, 48, 49, 49, 49}, memory, ""},
		"memory that comes and goes": {[]uint64{10, 13, 16, 12, 15, 18, 13, 16}, memory, ""},
		"one step":                   {[]uint64{10, 10, 10, 90, 90, 90, 90}, memory, ""},
		"a handle now and then":      {[]uint64{10, 11, 12, 13, 14, 15, 16}, handles, ""},
		"too few samples":            {[]uint64{10, 20, 30, 40, 50, 60}, memory, ""},
	} {
		got := shows(c.values, c.sample)
		if (got == nil) != (c.leak == "") || got != nil && got.What != c.leak {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestALeakSaysHowMuch(t *testing.T) {
	l := shows([]uint64{10, 60, 110, 160, 210, 260, 310}, handles)
	if l == nil || l.Each != 1 || !strings.Contains(l.String(), "1 handles are left behind by a connection: 300 more than 300 connections ago") {
		t.Error(l)
	}
}
