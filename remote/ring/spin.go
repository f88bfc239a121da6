package ring

// A spinner decides how long a side looks before it sleeps. With a processor for each side, looking is
// faster than being woken; on a shared processor, it only takes time from the other side. It halves its
// looks after each failure, and now and then tries the most again.
type spinner struct{ limit, waits uint32 }

const (
	// spinMost takes about as long as a short call.
	spinMost = 1 << 13
	// retryEvery is after how many waits it tries again.
	retryEvery = 64
)

// looks looks for a while, and reports whether ready was true.
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
