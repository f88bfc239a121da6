package spec

// SameProvider reports whether two sides are of one provider, whose objects know each
// other.
func (s *Side) SameProvider(t *Side) bool { return s.adapter.instance == t.adapter.instance }
