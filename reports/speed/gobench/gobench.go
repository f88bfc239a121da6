// Package gobench writes what a bench measured in the format of Go's own benchmarks, which benchstat and its
// relatives read: https://go.dev/design/14313-benchmark-format.
package gobench

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/reports/speed"
)

const lineMost = 300 // runes of a text in one line

// Report writes a report with one line a sample, so that benchstat knows how the samples spread. Readers skip
// the comments that say what has no samples or is unstable.
func Report(r *speed.Report) []byte {
	var b bytes.Buffer
	e := r.Environment
	for _, c := range []struct{ key, value string }{
		{"goos", e.OS},
		{"goarch", e.Arch},
		{"pkg", "github.com/ndconform/ndconform/bench"},
		{"cpu", e.Processor},
		{"provider", r.Provider},
		{"provider-version", e.ProviderVersion},
		{"peer", r.Peer},
	} {
		if value := printable.Short(c.value, lineMost); value != "" {
			fmt.Fprintf(&b, "%s: %s\n", c.key, value)
		}
	}
	fmt.Fprintf(&b, "Unit %s better=lower\nUnit %s better=higher\nUnit %s better=higher\n\n",
		speed.Nanoseconds, speed.BytesPerSec, speed.OpsPerSec)
	for i := range r.Measurements {
		writeMeasurement(&b, &r.Measurements[i], e.CPUs)
	}
	if r.Incomplete != "" {
		fmt.Fprintf(&b, "# incomplete: %s\n", printable.Short(r.Incomplete, lineMost))
	}
	return b.Bytes()
}

func writeMeasurement(b *bytes.Buffer, m *speed.Measurement, processors int) {
	name := Name(m)
	if processors > 1 {
		name += "-" + strconv.Itoa(processors)
	}
	for _, c := range []struct{ what, why string }{
		{"failed", m.Failed}, {"unsupported", m.Unsupported}, {"unstable", m.Unstable},
	} {
		if c.why != "" {
			fmt.Fprintf(b, "# %s: %s: %s\n", name, c.what, printable.Short(c.why, lineMost))
		}
	}
	iterations := int64(1)
	if n := int64(len(m.Samples)); n > 0 {
		iterations = max(m.Operations/n, 1)
	}
	for _, v := range m.Samples {
		fmt.Fprintf(b, "%s\t%d\t%s %s\n", name, iterations, strconv.FormatFloat(v, 'f', -1, 64), m.Unit)
	}
}

// Name is the measurement's name as Go names benchmarks: latency/send/size=64 becomes
// BenchmarkLatency/op=send/size=64, so that benchstat may filter and compare by each part.
func Name(m *speed.Measurement) string {
	parts := strings.Split(strings.Map(bare, printable.Text(m.Name)), "/")
	for i, part := range parts {
		switch {
		case i == 0:
			parts[i] = "Benchmark" + document.Upper(part)
		case i == 1 && !strings.Contains(part, "="):
			parts[i] = "op=" + part
		}
	}
	return strings.Join(parts, "/")
}

// bare replaces what ends a name.
func bare(r rune) rune {
	if unicode.IsSpace(r) {
		return '_'
	}
	return r
}
