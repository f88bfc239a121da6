//go:build unix

package exec

import "testing"

// BenchmarkCall is a call of the suite's and its answer.
func BenchmarkCall(b *testing.B) {
	b.Setenv(hostVariable, "")
	i, err := opened()
	if err != nil {
		b.Fatal(err)
	}
	p := i.ND2()
	for b.Loop() {
		p.AddRef()
	}
	if err := i.Close(); err != nil {
		b.Error(err)
	}
}
