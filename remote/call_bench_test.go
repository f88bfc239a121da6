package remote_test

import (
	"syscall"
	"testing"

	"github.com/ndconform/ndconform/providers"
)

// BenchmarkCall is a call and its answer through an agent on the same machine.
func BenchmarkCall(b *testing.B) {
	i, err := open(paired(b))
	if err != nil {
		b.Fatal(err)
	}
	defer i.Close()
	benchmarkCall(b, i)
}

func benchmarkCall(b *testing.B, i providers.Instance) {
	p := i.ND2()
	defer p.Release()
	var before, after syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &before)
	for b.Loop() {
		p.AddRef()
	}
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &after)
	b.ReportMetric(float64(after.Utime.Nano()+after.Stime.Nano()-before.Utime.Nano()-before.Stime.Nano())/1000/float64(b.N), "cpu-µs/op")
}
