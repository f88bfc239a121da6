//go:build unix

package exec

import "testing"

// BenchmarkCall is a call of the suite's and its answer, through shared memory and through pipes.
func BenchmarkCall(b *testing.B) {
	for name, pipes := range map[string]string{"shared": "", "pipes": "yes"} {
		b.Run(name, func(b *testing.B) {
			b.Setenv(hostVariable, "")
			b.Setenv(pipesVariable, pipes)
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
		})
	}
}
