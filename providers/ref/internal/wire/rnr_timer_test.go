package wire

import "testing"

func TestRNRTimerTable(t *testing.T) {
	// IBTA table 45, in milliseconds, by code.
	table := [...]float64{
		655.36, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.16, 0.24, 0.32, 0.48, 0.64, 0.96, 1.28, 1.92,
		2.56, 3.84, 5.12, 7.68, 10.24, 15.36, 20.48, 30.72, 40.96, 61.44, 81.92, 122.88, 163.84, 245.76, 327.68, 491.52,
	}
	for code, ms := range table {
		timer, want := RNRTimer(code), uint32(ms*1000+0.5)
		if got := timer.Microseconds(); got != want {
			t.Errorf("code %d: %d us, want %d us", code, got, want)
		}
		if got := RNRTimerFor(uint64(want)); got != timer {
			t.Errorf("RNRTimerFor(%d) = %d, want %d", want, got, code)
		}
	}
}

func TestRNRTimerForRoundsUp(t *testing.T) {
	tests := []struct {
		microseconds uint64
		want         RNRTimer
	}{
		{0, 1}, {1, 1}, {11, 2}, {41, 5}, {641, 13}, {327681, 31}, {491521, 0}, {655360, 0}, {655361, 0}, {1 << 40, 0},
	}
	for _, tt := range tests {
		if got := RNRTimerFor(tt.microseconds); got != tt.want {
			t.Errorf("RNRTimerFor(%d) = %d, want %d", tt.microseconds, got, tt.want)
		}
	}
}
