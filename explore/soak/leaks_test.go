package soak

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/internal/leak"
)

// grown has trends see rotations in which each object of a kind leaves something behind, with
// noise as a process has it, and returns the leak.
func grown(rotations int, memory, handles map[string]float64, cache float64) *leak.Leak {
	rng := rand.New(rand.NewPCG(1, 2))
	t := newDetector()
	bytes, open := 100.0*(1<<20), 40.0
	for rotation := range rotations {
		for _, kind := range churns {
			count := kind.count(rotation)
			made := kind.created(count, 100+rng.IntN(900), 0.05+rng.Float64()/10)
			for name, each := range memory {
				bytes += each * units(name, made)
			}
			for name, each := range handles {
				open += each * units(name, made)
			}
			if rotation < firstWindow {
				bytes += cache
			}
			noise := float64(rng.IntN(512 << 10))
			t.Add(leak.Sample{Memory: uint64(bytes + noise), Handles: uint64(open)}, made...)
		}
		if l := t.Round(); l != nil {
			return l
		}
	}
	return nil
}

// late has trends see memory that connections keep until the block after theirs is over.
func late(rotations int) *leak.Leak {
	rng := rand.New(rand.NewPCG(5, 6))
	t, kept := newDetector(), 0.0
	for rotation := range rotations {
		for _, kind := range churns {
			made := kind.created(kind.count(rotation), 100+rng.IntN(900), 0.1)
			if n := units("connection", made); n > 0 {
				kept = 4096 * n
			} else {
				kept /= 4
			}
			t.Add(leak.Sample{Memory: uint64(100<<20+kept) + rng.Uint64N(64<<10), Handles: 10}, made...)
		}
		if l := t.Round(); l != nil {
			return l
		}
	}
	return nil
}

// slowing has trends see memory that grows with connections, and the less the more there
// were of them.
func slowing(rotations int) *leak.Leak {
	rng := rand.New(rand.NewPCG(3, 4))
	t, connections := newDetector(), 0
	for rotation := range rotations {
		for _, kind := range churns {
			made := kind.created(kind.count(rotation), 100+rng.IntN(900), 0.1)
			connections += int(units("connection", made))
			bytes := 100<<20 + (8<<20)*connections/(connections+2000) + rng.IntN(512<<10)
			t.Add(leak.Sample{Memory: uint64(bytes), Handles: 10}, made...)
		}
		if l := t.Round(); l != nil {
			return l
		}
	}
	return nil
}

// units is how many of a kind a block has made.
func units(name string, made []float64) float64 {
	i := slices.IndexFunc(churns, func(k churn) bool { return k.name == name })
	return made[i+1] // behind the requests and the time; the calm has no column
}

func TestALeakIsPutDownToWhatLeaves(t *testing.T) {
	for name, c := range map[string]struct {
		memory, handles map[string]float64
		what, per       string
	}{
		"64 KiB a connection": {
			memory: map[string]float64{"connection": 64 << 10}, what: "bytes of memory",
			per: "connection",
		},
		"1 MiB a queue pair": {
			memory: map[string]float64{"queue pair": 1 << 20}, what: "bytes of memory",
			per: "queue pair",
		},
		"4 KiB a resize":            {memory: map[string]float64{"resize": 4 << 10}, what: "bytes of memory", per: "resize"},
		"a handle a file":           {handles: map[string]float64{"file": 1}, what: "handles", per: "file"},
		"a handle of 8 connections": {handles: map[string]float64{"connection": 0.125}, what: "handles", per: "connection"},
	} {
		l := grown(960, c.memory, c.handles, 0)
		if l == nil || l.What != c.what || l.Per != c.per {
			t.Errorf("%s: %v", name, l)
			continue
		}
		if v := leftBehind(l); !strings.Contains(v.Seen, "left behind by each "+c.per) {
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
	if l := grown(firstWindow+2, map[string]float64{"connection": 1 << 20}, nil, 0); l != nil {
		t.Errorf("too few samples: %v", l)
	}
}
