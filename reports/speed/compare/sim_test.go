package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ndconform/ndconform/reports/speed"
	"github.com/ndconform/ndconform/reports/speed/internal/sample"
)

// A machine says how runs of the same binary differ; values are parts of 1.
type machine struct {
	// run is by how much all of a run differs, and drift by how much its rounds do, one after the other.
	run, drift float64
	// shared is by how much all large or all small messages of a group differ from run to run: who else uses the
	// memory, and where the objects lie that they share.
	shared float64
	// layout is by how much a measurement differs from one process, and so from one round, to the next, and jump
	// by how much it sometimes does, with the probability often: when a buffer lies badly, say.
	layout, jump, often float64
	// within is how samples of a round spread, and busy how often something else takes the processor, and how
	// much longer it then takes.
	within, busy, longer float64
}

var (
	// quiet and loaded are two cores of a virtual machine, alone and with others at work; run, layout and within come near
	// what the engine's latencies showed there, with medians as samples.
	quiet = machine{
		run: 0.005, drift: 0.001, shared: 0.002, layout: 0.004, jump: 0.03, often: 0.01,
		within: 0.004, busy: 0.05, longer: 0.1,
	}
	loaded = machine{
		run: 0.007, drift: 0.002, shared: 0.006, layout: 0.006, jump: 0.03, often: 0.03,
		within: 0.015, busy: 0.3, longer: 0.5,
	}
)

// simulate returns a report of about 170 measurements with 20 samples each; slowdown says how much
// slower they are than those of the plain provider.
func (m machine) simulate(of *speed.Report, seed uint64, slowdown func(*speed.Measurement) float64) *speed.Report {
	r := rand.New(rand.NewPCG(seed, 7))
	now := *of
	now.Measurements = nil
	level := m.run * r.NormFloat64()
	drift := make([]float64, of.Rounds)
	for i := range drift {
		drift[i] = level
		level += m.drift * r.NormFloat64()
	}
	shared := map[string]float64{}
	for _, one := range of.Measurements {
		family := fmt.Sprint(one.Group, one.Size > 32<<10)
		if _, has := shared[family]; !has {
			shared[family] = m.shared * r.NormFloat64()
		}
		samples := make([]float64, len(one.Samples))
		for i := range samples {
			log := drift[i] + shared[family] + math.Hypot(m.layout, m.within)*r.NormFloat64() + slowdown(&one)
			if r.Float64() < m.often {
				log += m.jump
			}
			if r.Float64() < m.busy {
				log += m.longer * r.ExpFloat64()
			}
			if !one.LessIsBetter() {
				log = -log
			}
			samples[i] = one.Median * math.Exp(log)
		}
		one.Samples = samples
		now.Measurements = append(now.Measurements, one)
	}
	return &now
}

// slowdowns are changes of a provider. What a message costs more shows in times of small ones.
var slowdowns = map[string]func(*speed.Measurement) float64{
	"5 % of a message of 64 bytes": func(m *speed.Measurement) float64 {
		const more = 0.05 * 1400 // ns
		switch m.Group {
		case "latency":
			return math.Log1p(more / m.Median)
		case "bandwidth":
			return math.Log1p(more / (float64(m.Size) / m.Median * 1e9))
		}
		return 0
	},
	"10 % of Reads": func(m *speed.Measurement) float64 {
		if m.Op == "Read" {
			return math.Log(1.1)
		}
		return 0
	},
	"20 µs of events": func(m *speed.Measurement) float64 {
		if m.Wait == "event" {
			return math.Log1p(20_000 / m.Median)
		}
		return 0
	},
	"a lock while connecting": func(m *speed.Measurement) float64 {
		if m.Op == "Connect" && m.Connections > 1 {
			return math.Log(2)
		}
		return 0
	},
}

func unchanged(*speed.Measurement) float64 { return 0 }

// reds counts how many of n comparisons are red.
func (m machine) reds(t *testing.T, comparisons, olds int, slowdown func(*speed.Measurement) float64) int {
	t.Helper()
	plain := sample.Report(1)
	plain.Measurements = measuredOf(plain)
	if n := len(plain.Measurements); n < 150 {
		t.Fatalf("%d measurements", n)
	}
	red := 0
	for i := range uint64(comparisons) {
		var history []*speed.Report
		for k := range uint64(olds) {
			history = append(history, m.simulate(plain, 1000*i+k, unchanged))
		}
		now, again := m.simulate(plain, 1000*i+998, slowdown), m.simulate(plain, 1000*i+999, slowdown)
		c := Compare(history, now, again, 0.03)
		if c.Regressed() {
			red++
		}
		if i == 0 {
			t.Logf("%d of %d judged, resolution %.3f", c.Judged, c.Compared, c.Resolution)
		}
	}
	return red
}

func measuredOf(r *speed.Report) []speed.Measurement {
	var list []speed.Measurement
	for _, m := range r.Measurements {
		if m.Unsupported == "" {
			m.Failed, m.Unstable, m.Samples = "", "", make([]float64, r.Rounds)
			list = append(list, m)
		}
	}
	return list
}

// TestGate shows, by simulation, how often the gate is red: for an unchanged provider in at most one of twenty
// comparisons, and for a provider that has become slower in at least nine of ten.
func TestGate(t *testing.T) {
	const comparisons = 20
	for name, m := range map[string]machine{"quiet": quiet, "loaded": loaded} {
		for _, olds := range []int{1, 5} {
			red := m.reds(t, comparisons, olds, unchanged)
			t.Logf("%s, %d old, unchanged: %d of %d red", name, olds, red, comparisons)
			if red > comparisons/20 {
				t.Errorf("%s, %d old: %d of %d comparisons of an unchanged provider are red", name, olds, red, comparisons)
			}
			for what, slowdown := range slowdowns {
				red := m.reds(t, comparisons/2, olds, slowdown)
				t.Logf("%s, %d old, %s: %d of %d red", name, olds, what, red, comparisons/2)
				if red < comparisons/2*9/10 {
					t.Errorf("%s, %d old: %s: only %d of %d comparisons are red", name, olds, what, red, comparisons/2)
				}
			}
		}
	}
}
