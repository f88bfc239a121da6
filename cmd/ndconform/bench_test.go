package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// BenchmarkSuite runs the whole suite on the reference engine: in workers, as a
// user has it, in one worker, and in none, side by side. It gives specs a second
// by the report's own figures.
func BenchmarkSuite(b *testing.B) {
	binary := filepath.Join(b.TempDir(), "ndconform.exe")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct {
		name string
		args []string
	}{
		{"procs=default", nil},
		{"procs=1", []string{"--procs=1"}},
		{"isolate=none", []string{"--isolate=none"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			specs, seconds := 0, 0.0
			for range b.N {
				run := suite(b, binary, c.args...)
				specs += len(run.Specs)
				seconds += run.Seconds
			}
			b.ReportMetric(float64(specs)/seconds, "specs/s")
		})
	}
}

func suite(b *testing.B, binary string, args ...string) *reports.Run {
	b.Helper()
	path := filepath.Join(b.TempDir(), "run.json")
	c := exec.Command(binary, append(args, "--provider=ref", "--seed=1", "--quiet", "--json-report="+path)...)
	if out, err := c.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	var run reports.Run
	if err := json.Unmarshal(text, &run); err != nil {
		b.Fatal(err)
	}
	return &run
}
