package frame

import "math"

// A LogAxis is logarithmic, and goes from Least to Most.
type LogAxis struct {
	Least, Most float64
	Ticks       []Tick
}

// NewLogAxis returns an axis for values from least to most, both above 0, with marks at powers of ten, or at 1, 2
// and 5 times these where there are few. It begins and ends at a mark, and label writes the value of one.
func NewLogAxis(least, most float64, label func(float64) string) LogAxis {
	const tiny, huge = 1e-300, 1e300 // beyond which ten times as much is no number
	if !(least > tiny && least < huge) {
		least = 1
	}
	if !(most > least && most < huge) {
		most = least * 10
	}
	steps := []float64{1, 2, 5}
	const few = 2.5 // decades
	if math.Log10(most/least) > few {
		steps = steps[:1]
	}
	var marks []float64
	first, last := math.Floor(math.Log10(least)), math.Ceil(math.Log10(most))
	for e := first; e <= last; e++ {
		for _, s := range steps {
			marks = append(marks, s*math.Pow(10, e))
		}
	}
	const inexact = 1 + 1e-9
	from, to := 0, len(marks)-1
	for from+1 < to && marks[from+1] <= least*inexact {
		from++
	}
	for to-1 > from && marks[to-1]*inexact >= most {
		to--
	}
	a := LogAxis{Least: marks[from], Most: marks[to]}
	for _, v := range marks[from : to+1] {
		a.Ticks = append(a.Ticks, Tick{label(v), a.At(v)})
	}
	return a
}

// At is where a value is, as a part of the axis. What is beyond its ends is at them.
func (a LogAxis) At(v float64) float64 {
	if !(v > a.Least) {
		return 0
	}
	return min(math.Log(v/a.Least)/math.Log(a.Most/a.Least), 1)
}
