package compare

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ndconform/ndconform/reports/speed"
)

// Rounds in which the machine is up to twice as slow tell a slowdown of 5 % that reports of another hour hide.
func TestInTurns(t *testing.T) {
	const figures, measured = 60, 20
	for name, tt := range map[string]struct {
		slower float64 // of every tenth figure
		want   int
	}{
		"the same": {0, 0}, "5 % slower": {0.05, figures / 10}, "5 % faster": {-0.05, 0}, "2 % slower": {0.02, 0},
	} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			old, now := speed.Report{Provider: "old"}, speed.Report{Provider: "new"}
			for f := range figures {
				var a, b []float64
				for range measured {
					round := 1000 * (1 + rng.Float64())
					a = append(a, round*math.Exp(0.01*rng.NormFloat64()))
					b = append(b, round*math.Exp(0.01*rng.NormFloat64()))
					if f%10 == 0 {
						b[len(b)-1] *= 1 + tt.slower
					}
				}
				m := speed.Measurement{Name: string(rune('a' + f)), Unit: speed.Nanoseconds}
				m.Samples = a
				old.Measurements = append(old.Measurements, m)
				m.Samples = b
				now.Measurements = append(now.Measurements, m)
			}
			c := InTurns(&old, &now, 0.03)
			if got := len(c.Of(Regression)); got != tt.want {
				t.Errorf("%d of %d are slower, %d expected", got, figures, tt.want)
			}
			if c.Judged != figures || len(c.Differences) > 0 {
				t.Errorf("%d are judged, the runs differ in %q", c.Judged, c.Differences)
			}
			if apart := Compare([]*speed.Report{&old}, &now, nil, 0.03); len(apart.Of(Regression)) > 0 {
				t.Error("the rounds say nothing that the samples do not")
			}
		})
	}
}

// The probabilities are those of Wilcoxon's table.
func TestSignedRank(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{1, 2, 3, 4, 5, 6}, 2.0 / 64},
		{[]float64{-1, 2, 3, 4, 5, 6}, 4.0 / 64},
		{[]float64{-1, -2, 3, 4, 5, 6}, 10.0 / 64},
		{[]float64{-1, -2, -3}, 1},
		{nil, 1},
	} {
		if got := signedRank(tt.values); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%v: %v, %v expected", tt.values, got, tt.want)
		}
	}
}
