package bench_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/bench"
	"github.com/ndconform/ndconform/bench/null"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/reports/speed"
)

// A heard is what rounds have told.
type heard struct {
	planned             []speed.Measurement
	began               []string
	failed, unsupported map[string]string
	samples             map[string][]bench.Sample
}

// measured measures ends, in rounds rounds.
func measured(t *testing.T, ends *ndclient.Ends, o bench.Options, rounds int) *heard {
	t.Helper()
	h := &heard{failed: map[string]string{}, unsupported: map[string]string{}, samples: map[string][]bench.Sample{}}
	for ; o.Round < rounds; o.Round++ {
		samples, err := bench.Run(t.Context(), ends, o, bench.Events{
			Planned: func(list []speed.Measurement) { h.planned = list },
			Began:   func(name string) { h.began = append(h.began, name) },
			Failed: func(name, why string) {
				h.failed[name] = why
				o.Skip = append(o.Skip, name)
			},
			Unsupported: func(name, why string) { h.unsupported[name] = why },
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range samples {
			h.samples[s.Name] = append(h.samples[s.Name], s)
		}
	}
	return h
}

// short is a sample's length where the figures don't matter.
const short = 50 * time.Microsecond

// TestEachMeasurementHasASampleARound measures everything in each of the tables.
func TestEachMeasurementHasASampleARound(t *testing.T) {
	for _, quick := range []bool{true, false} {
		h := measured(t, new(null.Provider).Ends(), bench.Options{Quick: quick, Sample: short}, 2)
		if len(h.failed) > 0 || len(h.unsupported) > 0 {
			t.Errorf("failed %v, unsupported %v", h.failed, h.unsupported)
		}
		for _, m := range h.planned {
			got := h.samples[m.Name]
			if m.Unsupported == "" && len(got) != 2 {
				t.Errorf("%s has %d values", m.Name, len(got))
			}
			for _, s := range got {
				if !(s.Value > 0) || math.IsInf(s.Value, 0) || s.Operations <= 0 || s.Processor < 0 {
					t.Errorf("%s: %+v", m.Name, s)
				}
				if m.Group == "latency" && len(s.Spread) == 0 {
					t.Errorf("%s has no spread", m.Name)
				}
			}
		}
		half := len(h.began) / 2
		if slices.Equal(h.began[:half], h.began[half:]) {
			t.Error("both rounds have one order")
		}
		firstOfLast := slices.IndexFunc(h.began[:half], func(name string) bool { return strings.HasPrefix(name, "scaling/") })
		for _, name := range h.began[firstOfLast:half] {
			if !strings.HasPrefix(name, "scaling/") {
				t.Errorf("%s comes after those that slow others down", name)
			}
		}
		if m := h.samples["latency/send/size=64/wait=poll"][0]; m.Operations%2 != 0 {
			t.Errorf("a message to and fro counts as %d", m.Operations)
		}
	}
}

// TestTheTableIsComplete names the measurements that must exist.
func TestTheTableIsComplete(t *testing.T) {
	h := measured(t, new(null.Provider).Ends(), bench.Options{Only: []string{"none"}}, 1)
	if len(h.planned) > 0 {
		t.Errorf("no pattern matches %v", h.planned)
	}
	h = measured(t, new(null.Provider).Ends(), bench.Options{Sample: short}, 1)
	names := map[string]bool{}
	for _, m := range h.planned {
		if names[m.Name] {
			t.Errorf("%s is there twice", m.Name)
		}
		names[m.Name] = true
		if !strings.HasPrefix(m.Name, m.Group+"/") || !slices.Contains(speed.Groups(), m.Group) ||
			m.Op == "" || m.Unit == "" {
			t.Errorf("%+v", m)
		}
	}
	for _, name := range []string{
		"latency/send/size=1/wait=poll", "latency/write/size=1048576/wait=poll", "latency/read/size=4096/wait=event",
		"latency/send/size=64/wait=port", "latency/write/size=256/wait=poll/inline",
		"bandwidth/send/size=1024/window=16", "bandwidth/write/size=65536/window=64", "bandwidth/read/size=65536/window=1",
		"bandwidth/write/size=1048576/window=16/both-ways",
		"rate/send/size=64/qps=256/batch=16", "rate/send/size=64/qps=4/batch=16/srq", "rate/send/size=64/qps=1/batch=64",
		"control/connect/at-once=1", "control/connect/at-once=64", "control/create/object=adapter",
		"control/create/object=cq", "control/create/object=srq", "control/create/object=qp",
		"control/create/object=connector", "control/create/object=listener", "control/create/object=mr",
		"control/create/object=mw", "control/register/size=1048576", "control/bind", "control/resize", "control/modify",
		"control/notify", "control/getresults/results=0",
		"scaling/send/size=64/connections=1", "scaling/send/size=64/connections=1000",
	} {
		if !names[name] {
			t.Errorf("there is no %s", name)
		}
	}
}

// TestAFaultCostsOneMeasurement breaks requests of one length, at once or later.
func TestAFaultCostsOneMeasurement(t *testing.T) {
	const broken = "latency/read/size=64/wait=poll"
	for kind, says := range map[null.Kind]string{
		null.Refuses: "Read returned ND_INTERNAL_ERROR", null.Fails: "a Read has ended with ND_REMOTE_ERROR",
		null.Lost: "a request has not ended within", null.Wrong: "wrong data: byte 32 of the 64 of a Read is ",
	} {
		for _, after := range []int{0, 40} { // 32 are checked before the first sample
			p := null.Provider{Fault: null.Fault{Kind: kind, Op: "Read", Size: 64, After: after}}
			h := measured(t, p.Ends(), bench.Options{
				Only:  []string{"latency/*/size=64/wait=poll", "bandwidth/write/size=4096", "latency/send/size=1"},
				Sizes: []int{1, 64, 4096}, TimeoutScale: 0.01, Sample: short,
			}, 3)
			if len(h.failed) != 1 || !strings.HasPrefix(h.failed[broken], says) {
				t.Errorf("%s after %d: failed %q", kind, after, h.failed)
			}
			for _, m := range h.planned {
				if n := len(h.samples[m.Name]); m.Name != broken && n != 3 {
					t.Errorf("%s after %d: %s has %d values", kind, after, m.Name, n)
				}
			}
		}
	}
}

// TestLeftOut tries a round without the measurements that have failed before, and a round that is cut off.
func TestLeftOut(t *testing.T) {
	o := bench.Options{
		Only: []string{"control/modify", "control/resize"}, Quick: true, Skip: []string{"control/resize"}, Sample: short,
	}
	h := measured(t, new(null.Provider).Ends(), o, 1)
	if len(h.planned) != 2 || !slices.Equal(h.began, []string{"control/modify"}) {
		t.Errorf("planned %v, began %q", h.planned, h.began)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	samples, err := bench.Run(ctx, new(null.Provider).Ends(), bench.Options{Quick: true, Sample: short}, bench.Events{
		Planned: func([]speed.Measurement) {}, Began: func(string) { cancel(enough) },
	})
	if len(samples) > 0 || !errors.Is(err, enough) {
		t.Errorf("%d samples, %v", len(samples), err)
	}
}

// TestSizesThatAreAskedFor tries sizes that adapters carry, and a size that they don't.
func TestSizesThatAreAskedFor(t *testing.T) {
	h := measured(t, new(null.Provider).Ends(), bench.Options{
		Only: []string{"latency", "bandwidth"}, Sizes: []int{0, 63, 1 << 30}, Sample: short,
	}, 1)
	if len(h.failed) > 0 || len(h.samples["latency/write/size=0/wait=poll"]) != 1 ||
		len(h.samples["latency/send/size=63/wait=poll/inline"]) != 1 {
		t.Errorf("failed %v, measured %d", h.failed, len(h.samples))
	}
	for _, m := range h.planned {
		if (m.Size == 1<<30) != (m.Unsupported != "") || m.Group == "bandwidth" && m.Size == 0 {
			t.Errorf("%s: unsupported %q", m.Name, m.Unsupported)
		}
	}
}
