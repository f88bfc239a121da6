package spec

import "github.com/ndconform/ndconform/spec/internal/trace"

// SameObject reports whether the provider has opened one adapter object for two
// sides.
func (s *Side) SameObject(t *Side) bool { return trace.Unwrap(s.Adapter) == trace.Unwrap(t.Adapter) }

// SameProvider reports whether two sides are of one provider, so that each may be
// handed the other's objects.
func (s *Side) SameProvider(t *Side) bool { return s.adapter.instance == t.adapter.instance }
