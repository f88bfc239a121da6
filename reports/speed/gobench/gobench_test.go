package gobench_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"github.com/ndconform/ndconform/reports/speed"
	"github.com/ndconform/ndconform/reports/speed/gobench"
	"github.com/ndconform/ndconform/reports/speed/internal/sample"
)

// TestIsReadBack shows that the reader of benchstat finds every sample, and what it is of.
func TestIsReadBack(t *testing.T) {
	r := sample.Report(1)
	text := gobench.Report(r)
	samples := map[string][]float64{}
	in := benchfmt.NewReader(bytes.NewReader(text), "bench.txt")
	for in.Scan() {
		switch one := in.Result().(type) {
		case *benchfmt.SyntaxError:
			t.Errorf("line %d: %s", one.Line, one.Msg)
		case *benchfmt.Result:
			unit := one.Values[0].OrigUnit
			value := one.Values[0].OrigValue
			if unit == "" {
				unit, value = one.Values[0].Unit, one.Values[0].Value
			}
			name := "Benchmark" + string(one.Name)
			samples[name+" "+unit] = append(samples[name+" "+unit], value)
			for key, want := range map[string]string{
				"goos": "linux", "goarch": "amd64", "cpu": "Acme Xeon 8", "provider": "acme,adapter=1",
			} {
				if got := one.GetConfig(key); got != want {
					t.Errorf("%s is %q, want %q", key, got, want)
				}
			}
			if one.Iters < 1 {
				t.Errorf("%s has %d iterations", name, one.Iters)
			}
		}
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	for i := range r.Measurements {
		m := &r.Measurements[i]
		key := gobench.Name(m) + "-2 " + m.Unit
		if !slices.Equal(samples[key], m.Samples) {
			t.Errorf("%s: %v, want %v", key, samples[key], m.Samples)
		}
		delete(samples, key)
	}
	for key := range samples {
		t.Errorf("%s is of no measurement", key)
	}
	units := in.Units()
	for unit, want := range map[string]int{"ns/op": -1, "B/s": 1, "op/s": 1} {
		if got := units.GetBetter(unit); got != want {
			t.Errorf("%s: better is %d, want %d", unit, got, want)
		}
	}
	for _, says := range []string{
		"# BenchmarkLatency/op=send/size=8/wait=poll-2: unstable: the samples spread by 41 %\n",
		"-2: failed: IND2Connector::Connect returned ND_CONNECTION_REFUSED\n",
		"# BenchmarkControl/op=modify-2: unsupported: ",
	} {
		if !strings.Contains(string(text), says) {
			t.Errorf("it lacks %q", says)
		}
	}
}

func TestName(t *testing.T) {
	for name, want := range map[string]string{
		"latency/send/size=64/wait=poll": "BenchmarkLatency/op=send/size=64/wait=poll",
		"control/create/object=qp":       "BenchmarkControl/op=create/object=qp",
		"control/size=4":                 "BenchmarkControl/size=4",
		"a b/c\td":                       "BenchmarkA_b/op=c_d",
		"":                               "Benchmark",
		"\n/x":                           "Benchmark_/op=x",
	} {
		if got := gobench.Name(&speed.Measurement{Name: name}); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestNoTextMakesALine shows that texts of a provider can neither add a result nor end a line.
func TestNoTextMakesALine(t *testing.T) {
	evil := "x\nBenchmarkEvil 1 1 ns/op\r\n"
	r := sample.Report(1)
	r.Provider, r.Incomplete, r.Environment.ProviderVersion, r.Environment.Processor = evil, evil, evil, evil
	m := &r.Measurements[0]
	m.Name, m.Failed = evil, evil
	for line := range strings.Lines(string(gobench.Report(r))) {
		if strings.HasPrefix(line, "BenchmarkEvil") {
			t.Errorf("%q", line)
		}
	}
}
