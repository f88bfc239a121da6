package frame

import (
	"math"
	"strconv"
)

// A Tick is a mark on an axis: what it is called, and where it is, as a part of the axis.
type Tick struct {
	Label string
	At    float64
}

// An Axis goes from 0 to Most, which is no less than what is to be shown, in Unit.
type Axis struct {
	Unit  string
	Most  float64
	Ticks []Tick
}

// NewAxis returns an axis that ends at or above most, with a mark at every full step of 1, 2 or 5 times a
// power of ten: about four of them.
func NewAxis(most float64, unit string) Axis {
	const marks = 4
	if !(most > 0) || math.IsInf(most, 0) {
		most = 1
	}
	step := math.Pow(10, math.Floor(math.Log10(most/marks)))
	for _, times := range []float64{1, 2, 5, 10} {
		if most/(step*times) <= marks {
			step *= times
			break
		}
	}
	a := Axis{Unit: unit}
	count := math.Ceil(most/step - 1e-9)
	a.Most = count * step
	for i := 0.0; i <= count; i++ {
		a.Ticks = append(a.Ticks, Tick{tickLabel(i * step), i / count})
	}
	return a
}

// tickLabel writes the value of a mark without what is not exact in a sum of steps.
func tickLabel(v float64) string {
	const whole = 1000
	if v >= whole {
		return Number(int(math.Round(v)))
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// NewTimeAxis returns an axis for up to a number of seconds, in a unit that suits them, and how many seconds
// that unit has.
func NewTimeAxis(most float64) (a Axis, unit float64) {
	const minute, hour = 60, 3600
	switch {
	case most < 0.5:
		return NewAxis(most*1e3, "ms"), 1e-3
	case most < 3*minute:
		return NewAxis(most, "s"), 1
	case most < 3*hour:
		return NewAxis(most/minute, "min"), minute
	}
	return NewAxis(most/hour, "h"), hour
}
