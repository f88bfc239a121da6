package timeout

import (
	"testing"
	"time"
)

// A thread without a processor keeps the process from doing what it owes.
func TestTimeWithoutAProcessor(t *testing.T) {
	const ms = time.Millisecond
	asleep, ready := thread{ran: ms, waited: ms, turns: 7}, thread{ran: ms, waited: ms, turns: 7, ready: true}
	for name, c := range map[string]struct {
		then, now thread
		want      time.Duration
	}{
		"asleep":                     {asleep, asleep, 0},
		"busy, and seldom delayed":   {asleep, thread{ran: 900 * ms, waited: 41 * ms, turns: 90, ready: true}, 40 * ms},
		"busy, and never switched":   {ready, thread{ran: 900 * ms, waited: ms, turns: 7, ready: true}, 0},
		"delayed every other moment": {asleep, thread{ran: 300 * ms, waited: 601 * ms, turns: 90, ready: true}, 600 * ms},
		"ready, and without a turn":  {ready, ready, time.Second},
		"ready, and had its turn":    {ready, thread{ran: 2 * ms, waited: 2 * ms, turns: 8, ready: true}, ms},
		"ready since a moment ago":   {asleep, ready, 0},
		"ended while it was delayed": {ready, thread{}, 0},
	} {
		if got := starved(map[string]thread{"1": c.then}, map[string]thread{"1": c.now}, time.Second); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	several := starved(map[string]thread{"1": ready, "2": asleep},
		map[string]thread{"1": ready, "2": {waited: 3 * ms}, "3": {waited: time.Hour}}, time.Second)
	if several != time.Second+2*ms {
		t.Errorf("threads have waited for %v together", several)
	}
}
