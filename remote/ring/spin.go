package ring

// A spinner decides how often a side looks before it sleeps. Where both sides have a processor, looking is
// faster than to be woken; where they share one, it only takes time from the other side. It looks half as
// often each time it was in vain, and now and then as often as it may, to see whether that has changed.
type spinner struct{ limit, waits uint32 }

const (
	// spinMost is about as long as a short call takes.
	spinMost = 1 << 13
	// retryEvery is after how many waits it tries again.
	retryEvery = 64
)

// looks looks for a while, and reports whether it was ready.
func (s *spinner) looks(ready func() bool) bool {
	if s.waits%retryEvery == 0 {
		s.limit = spinMost
	}
	s.waits++
	for range s.limit {
		if ready() {
			s.limit = spinMost
			return true
		}
	}
	s.limit /= 2
	return ready()
}
