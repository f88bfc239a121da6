package soak

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/explore/leak"
)

// grown has trends see rotations in which each object of a kind leaves something behind, with
// noise as a process has it, and returns the leak.
func grown(rotations int, memory, handles map[string]float64, cache float64) *Trend {
	dice := rand.New(rand.NewPCG(1, 2))
	t := newTrends()
	bytes, open := 100.0*(1<<20), 40.0
	for rotation := range rotations {
		for _, kind := range storms {
			count := kind.count(rotation)
			m := made{kind: kind, count: count, messages: 100 + dice.IntN(900), seconds: 0.05 + dice.Float64()/10}
			for name, each := range memory {
				bytes += each * units(name, m)
			}
			for name, each := range handles {
				open += each * units(name, m)
			}
			if rotation < warmUp {
				bytes += cache
			}
			noise := float64(dice.IntN(512 << 10))
			t.add(leak.Sample{Memory: uint64(bytes + noise), Handles: uint64(open)}, m, rotation)
		}
	}
	return t.leak()
}

// late has trends see memory that connections keep until the block after theirs is over.
func late(rotations int) *Trend {
	dice := rand.New(rand.NewPCG(5, 6))
	t, kept := newTrends(), 0.0
	for rotation := range rotations {
		for _, kind := range storms {
			m := made{kind: kind, count: kind.count(rotation), messages: 100 + dice.IntN(900), seconds: 0.1}
			if n := units("connection", m); n > 0 {
				kept = 4096 * n
			} else {
				kept /= 4
			}
			t.add(leak.Sample{Memory: uint64(100<<20+kept) + dice.Uint64N(64<<10), Handles: 10}, m, rotation)
		}
	}
	return t.leak()
}

// slowing has trends see memory that grows with connections, and the less the more there
// were of them.
func slowing(rotations int) *Trend {
	dice := rand.New(rand.NewPCG(3, 4))
	t, connections := newTrends(), 0
	for rotation := range rotations {
		for _, kind := range storms {
			m := made{kind: kind, count: kind.count(rotation), messages: 100 + dice.IntN(900), seconds: 0.1}
			connections += int(units("connection", m))
			bytes := 100<<20 + (8<<20)*connections/(connections+2000) + dice.IntN(512<<10)
			t.add(leak.Sample{Memory: uint64(bytes), Handles: 10}, m, rotation)
		}
	}
	return t.leak()
}

// units is how many of a kind a block has made.
func units(name string, m made) float64 {
	switch {
	case m.kind.name == name:
		return float64(m.count)
	case name == "queue pair":
		return float64(m.kind.pairs * m.count)
	}
	return 0
}

func TestALeakIsPutDownToWhatLeaves(t *testing.T) {
	for name, c := range map[string]struct {
		memory, handles map[string]float64
		what, per       string
	}{
		"64 KiB a connection":       {memory: map[string]float64{"connection": 64 << 10}, what: "bytes of memory", per: "connection"},
		"1 MiB a queue pair":        {memory: map[string]float64{"queue pair": 1 << 20}, what: "bytes of memory", per: "queue pair"},
		"4 KiB a resize":            {memory: map[string]float64{"resize": 4 << 10}, what: "bytes of memory", per: "resize"},
		"a handle a file":           {handles: map[string]float64{"file": 1}, what: "handles", per: "file"},
		"a handle of 8 connections": {handles: map[string]float64{"connection": 0.125}, what: "handles", per: "connection"},
	} {
		l := grown(960, c.memory, c.handles, 0)
		if l == nil || l.What != c.what || l.Per != c.per {
			t.Errorf("%s: %v", name, l)
			continue
		}
		if v := l.violation(); !strings.Contains(v.Seen, "left behind by each "+c.per) {
			t.Errorf("%s: %v", name, v)
		}
	}
}

func TestNoLeakWhereNothingGrows(t *testing.T) {
	if l := grown(400, nil, nil, 0); l != nil {
		t.Errorf("flat: %v", l)
	}
	if l := late(400); l != nil {
		t.Errorf("what is released a moment later: %v", l)
	}
	if l := slowing(400); l != nil {
		t.Errorf("a cache that fills ever more slowly: %v", l)
	}
	if l := grown(400, nil, nil, 4<<20); l != nil {
		t.Errorf("a cache that fills at first: %v", l)
	}
	if l := grown(warmUp+2, map[string]float64{"connection": 1 << 20}, nil, 0); l != nil {
		t.Errorf("too few samples: %v", l)
	}
}
