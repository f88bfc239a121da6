package model

// Now returns a new moment, after all that has been posted.
func (w *World) Now() uint64 { return w.moment() }

// Uses reports whether something that was posted before a moment may still use memory of an end, or a
// window that was bound there before has not been invalidated.
func (w *World) Uses(end int, before uint64) bool {
	e := w.ends[end]
	for _, a := range e.accesses {
		if a.request.tick < before {
			return true
		}
	}
	for _, v := range e.windows {
		if v.phase != free && v.since < before {
			return true
		}
	}
	return false
}

// Retired notes that a registration of a region has been ended, and another took its place.
func (w *World) Retired(end, region int) { w.ends[end].retired = append(w.ends[end].retired, region) }

// endedRegistration makes a request use the token of a registration that has been ended.
func endedRegistration(w *World, rng *random, p *pair, r *request, c *Call) bool {
	retired := w.ends[1-p.end].retired
	if len(retired) == 0 {
		return false
	}
	which := rng.below(len(retired))
	c.Remote, c.Retired = Place{retired[which], rng.below(w.Config.Memory - r.length + 1), r.length}, which+1
	return true
}
