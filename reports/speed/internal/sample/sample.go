// Package sample makes bench reports for tests of what writes them: as large as real ones, and from a seed, so
// that no report need be kept.
package sample

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/speed"
)

const rounds = 20

// A maker adds measurements to a report.
type maker struct {
	*rand.Rand
	list []speed.Measurement
}

// Report returns the report of a provider with a latency of 1.4 µs and a bandwidth of 12 GB/s. One
// measurement of it is unstable, one failed, and some are unsupported.
func Report(seed uint64) *speed.Report {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 1))}
	m.latency()
	m.bandwidth()
	m.rate()
	m.control()
	m.scaling()
	r := &speed.Report{
		Started: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Seconds: 97.3, Provider: "acme,adapter=1",
		Rounds: rounds, Measurements: m.list,
		Environment: reports.Environment{
			Program: "ndconform", Version: "v0.1.0", CommandLine: []string{"ndconform", "bench"},
			OS: "linux", Arch: "amd64", Go: "go1.26.8", CPUs: 2, Host: "lab-7", Kernel: "6.12.1",
			Processor: "Acme Xeon 8", ProviderVersion: "Acme 1.4.2",
			RDMA: []reports.RDMADevice{{Name: "acme_0", Firmware: "22.41.1000"}},
		},
		Harness: speed.Harness{
			ClockNanoseconds: 1, ReadNanoseconds: 31, TimerNanoseconds: 64_000,
			Null: []speed.Measurement{
				null("poll", 82, 83, 84), null("event", 398, 412, 431),
			},
		},
	}
	r.Measurements[3].Unstable = "the samples spread by 41 %"
	failed := &r.Measurements[len(r.Measurements)-1]
	failed.Failed, failed.Samples = "IND2Connector::Connect returned ND_CONNECTION_REFUSED", failed.Samples[:4]
	return r
}

// null is what a Send costs on a provider that does nothing.
func null(wait string, low, median, high float64) speed.Measurement {
	return speed.Measurement{
		Group: "latency", Name: "latency/send/wait=" + wait, Op: "Send", Wait: wait, Unit: speed.Nanoseconds,
		Low: low, Median: median, High: high,
	}
}

// add measures a value, in ns/op or a second, which varies by one percent from round to round.
func (m *maker) add(one speed.Measurement, value float64) *speed.Measurement {
	one.Name = one.Group + "/" + strings.ToLower(strings.ReplaceAll(one.Op, " ", "-"))
	for _, p := range []struct {
		name  string
		value int
	}{
		{"size", one.Size},
		{"window", one.Window},
		{"qps", one.QueuePairs},
		{"batch", one.Batch},
		{"connections", one.Connections},
	} {
		if p.value > 0 {
			one.Name += fmt.Sprintf("/%s=%d", p.name, p.value)
		}
	}
	if one.Wait != "" {
		one.Name += "/wait=" + one.Wait
	}
	for _, f := range one.Flags {
		one.Name += "/" + f
	}
	for range rounds {
		one.Samples = append(one.Samples, value*math.Exp(0.01*m.NormFloat64()))
	}
	sorted := slices.Sorted(slices.Values(one.Samples))
	one.Median, one.Low, one.High = (sorted[rounds/2-1]+sorted[rounds/2])/2, sorted[5], sorted[14]
	one.Operations, one.Processor = rounds*5000, rounds*5000*0.9e-6
	m.list = append(m.list, one)
	return &m.list[len(m.list)-1]
}

// spread gives a measurement percentiles and a histogram with a tail.
func (m *maker) spread(one *speed.Measurement) {
	const n = 20_000
	times := make([]float64, n)
	for i := range times {
		times[i] = one.Median * math.Exp(0.03*m.NormFloat64())
		if m.IntN(200) == 0 {
			times[i] *= 1 + 6*m.ExpFloat64()
		}
	}
	slices.Sort(times)
	at := func(p float64) float64 { return times[int(p*(n-1))] }
	s := &speed.Spread{
		Count: n, Min: times[0], P50: at(0.5), P90: at(0.9), P99: at(0.99), P999: at(0.999), Max: times[n-1],
	}
	for bound, i := times[0]*1.08, 0; i < n; bound *= 1.08 {
		count := int64(0)
		for ; i < n && times[i] <= bound; i++ {
			count++
		}
		s.Bounds, s.Counts = append(s.Bounds, bound), append(s.Counts, count)
	}
	one.Spread = s
}

func (m *maker) latency() {
	for _, op := range []struct {
		name string
		base float64
	}{{"Send", 1400}, {"Write", 1250}, {"Read", 2300}} {
		for size := 1; size <= 1<<20; size *= 2 {
			one := speed.Measurement{Group: "latency", Op: op.name, Size: size, Wait: "poll", Unit: speed.Nanoseconds}
			m.spread(m.add(one, op.base+float64(size)/12))
		}
	}
	for _, wait := range []string{"event", "port"} {
		for _, size := range []int{64, 4096} {
			one := speed.Measurement{Group: "latency", Op: "Send", Size: size, Wait: wait, Unit: speed.Nanoseconds}
			m.spread(m.add(one, 9800+float64(size)/12))
		}
	}
	for _, size := range []int{1, 64} {
		one := speed.Measurement{
			Group: "latency", Op: "Send", Size: size, Wait: "poll", Flags: []string{"inline"}, Unit: speed.Nanoseconds,
		}
		m.spread(m.add(one, 1180))
	}
}

func (m *maker) bandwidth() {
	for _, op := range []string{"Send", "Write", "Read"} {
		for _, window := range []int{1, 4, 16, 64} {
			for size := 64; size <= 1<<20; size *= 16 {
				each := math.Max((1400+float64(size)/12)/float64(window), 90+float64(size)/12) // ns
				one := speed.Measurement{Group: "bandwidth", Op: op, Size: size, Window: window, Unit: speed.BytesPerSec}
				m.add(one, float64(size)/each*1e9)
			}
		}
	}
	for size := 64; size <= 1<<20; size *= 16 {
		one := speed.Measurement{
			Group: "bandwidth", Op: "Write", Size: size, Window: 64, Flags: []string{"both-ways"}, Unit: speed.BytesPerSec,
		}
		m.add(one, 1.7*float64(size)/(90+float64(size)/12)*1e9)
	}
}

func (m *maker) rate() {
	for _, batch := range []int{1, 16} {
		for _, flags := range [][]string{nil, {"srq"}} {
			for qps := 1; qps <= 64; qps *= 2 {
				one := speed.Measurement{
					Group: "rate", Op: "Send", Size: 8, QueuePairs: qps, Batch: batch, Flags: flags, Unit: speed.OpsPerSec,
				}
				m.add(one, 2.1e6*math.Min(float64(qps), 3)*math.Sqrt(math.Sqrt(float64(batch))))
			}
		}
	}
}

func (m *maker) control() {
	for _, c := range []struct {
		op    string
		value float64
	}{{"Connect", 41_000}, {"Create queue pair", 5_200}, {"Create completion queue", 2_900}, {"Bind", 1_700}} {
		m.add(speed.Measurement{Group: "control", Op: c.op, Unit: speed.Nanoseconds}, c.value)
	}
	for size := 4096; size <= 1<<24; size *= 16 {
		one := speed.Measurement{Group: "control", Op: "Register", Size: size, Unit: speed.Nanoseconds}
		m.add(one, 1900+float64(size)/400)
	}
	m.add(speed.Measurement{Group: "control", Op: "Connect", Connections: 64, Unit: speed.OpsPerSec}, 52_000)
	m.list = append(m.list, speed.Measurement{
		Group: "control", Name: "control/modify", Op: "Modify", Unit: speed.Nanoseconds,
		Unsupported: "the adapter's SRQs have at most 1 entry",
	})
}

func (m *maker) scaling() {
	for _, n := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		one := speed.Measurement{Group: "scaling", Op: "Send", Size: 64, Connections: n, Unit: speed.Nanoseconds}
		m.add(one, 610*math.Pow(float64(n), 0.04))
	}
}
