package compare

import (
	"fmt"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// many has specs that take the same time on both sides, so that there is a pace,
// and one whose durations are given.
func many(old, new []float64, scale float64) (Side, Side) {
	side := func(name string, list []float64, scale float64) Side {
		s := Side{Name: name}
		for day, seconds := range list {
			verdicts := map[string]reports.Verdict{"x": reports.Pass}
			for i := range fewest {
				verdicts[fmt.Sprint("steady.", i)] = reports.Pass
			}
			r := run(1+day, verdicts)
			for i := range r.Specs {
				r.Specs[i].Seconds *= scale
			}
			spec(r, "x").Seconds = seconds
			s.Runs = append(s.Runs, r)
		}
		return s
	}
	return side("old", old, 1), side("new", new, scale)
}

func TestTimes(t *testing.T) {
	steady := []float64{1.0, 1.1, 0.9, 1.0, 1.05, 0.95}
	wild := []float64{1, 3, 0.5, 2.5, 4, 1.5}
	for name, c := range map[string]struct {
		old, new []float64
		scale    float64
		want     Class
	}{
		"three times as long":                    {[]float64{0.5}, []float64{1.5}, 1, Slower},
		"a third":                                {[]float64{1.5}, []float64{0.5}, 1, Faster},
		"not twice":                              {[]float64{0.5}, []float64{0.9}, 1, ""},
		"many times of nothing":                  {[]float64{0.001}, []float64{0.09}, 1, ""},
		"as much longer as all":                  {[]float64{0.5}, []float64{1.5}, 3, ""},
		"as long, when all take a third as long": {[]float64{1.5}, []float64{1.5}, 1.0 / 3, ""},
		"as long, when all take three times":     {[]float64{1.5}, []float64{1.5}, 3, ""},
		"longer, when all take a third as long":  {[]float64{0.5}, []float64{1.5}, 1.0 / 3, Slower},
		"shorter, when all take three times":     {[]float64{1.5}, []float64{0.5}, 3, Faster},
		"beyond a steady history":                {steady, []float64{1.6}, 1, Slower},
		"within a steady history":                {steady, []float64{1.2}, 1, ""},
		"within a wild history":                  {wild, []float64{6}, 1, ""},
		"one slip among several new runs":        {steady, []float64{1, 9, 1}, 1, ""},
		"a history too short to know":            {steady[:3], []float64{1.6}, 1, ""},
	} {
		old, new := many(c.old, c.new, c.scale)
		got, err := Compare(old, new)
		if err != nil {
			t.Fatal(err)
		}
		class := Class("")
		if len(got.Changes) > 0 {
			class = got.Changes[0].Class
		}
		if len(got.Changes) > 1 || class != c.want {
			t.Errorf("%s: %v, want %q", name, got.Changes, c.want)
		}
	}
}

// TestPaceOfFew shows that a few specs say nothing of how fast a run was: each would
// be its own measure.
func TestPaceOfFew(t *testing.T) {
	old, new := run(1, map[string]reports.Verdict{"x": reports.Pass}), run(2,
		map[string]reports.Verdict{"x": reports.Pass})
	spec(old, "x").Seconds, spec(new, "x").Seconds = 0.2, 2
	c, err := Compare(Side{Name: "old", Runs: []*reports.Run{old}}, Side{Name: "new", Runs: []*reports.Run{new}})
	if err != nil || c.Pace != 0 || len(c.Of(Slower)) != 1 {
		t.Errorf("pace %v, changes %v, %v", c.Pace, c.Changes, err)
	}
}
