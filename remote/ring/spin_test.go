package ring

import "testing"

// TestSpinner shows that a side looks less often after failures, and more often again where it
// helps.
func TestSpinner(t *testing.T) {
	s, looked := &spinner{}, 0
	never := func() bool { looked++; return false }
	for range retryEvery - 1 {
		s.looks(never)
	}
	if most := 3 * spinMost; looked > most {
		t.Errorf("it looked %d times in vain, and not at most %d", looked, most)
	}
	looked, s.waits = 0, retryEvery
	late := func() bool { looked++; return looked > spinMost/2 }
	for range 10 {
		looked = 0
		if !s.looks(late) || s.limit != spinMost {
			t.Fatalf("it looked %d times, and %d at most", looked, s.limit)
		}
	}
}
