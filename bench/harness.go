package bench

import (
	"slices"
	"time"

	"github.com/ndconform/ndconform/reports/speed"
)

// Harness measures the cost of measuring on this machine: its clock and timers.
func Harness() speed.Harness {
	return speed.Harness{ClockNanoseconds: clockStep(), ReadNanoseconds: readCost(), TimerNanoseconds: timerLateness()}
}

// reads is how often the clock is read for that.
const reads = 1000

// clockStep is the smallest difference between two unequal readings.
func clockStep() float64 {
	least := time.Duration(0)
	for range reads {
		first := now()
		next := now()
		for next == first {
			next = now()
		}
		if step := next - first; least == 0 || step < least {
			least = step
		}
	}
	return float64(least)
}

// readCost is the time of a reading. A single timed operation includes the end of one reading and the
// start of another.
func readCost() float64 {
	var rounds []float64
	for range 10 {
		began := now()
		for range reads {
			_ = now()
		}
		rounds = append(rounds, float64(now()-began)/reads)
	}
	return median(rounds)
}

// timerLateness is how late a timer of a millisecond fires.
func timerLateness() float64 {
	var late []float64
	for range 9 {
		began := now()
		<-time.NewTimer(time.Millisecond).C
		late = append(late, float64(now()-began-time.Millisecond))
	}
	return median(late)
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
