package spec

import (
	"reflect"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// SameObject reports whether the provider has opened one adapter object for two
// sides, or whether nobody can tell.
func (s *Side) SameObject(t *Side) bool {
	return same(trace.Unwrap(s.Adapter), trace.Unwrap(t.Adapter))
}

// same reports whether two objects of a provider are one. What a provider makes its
// objects of is its own affair: values that can't be compared can't be told apart.
func same(a, b nd2.Unknown) bool {
	if !reflect.ValueOf(a).Comparable() || !reflect.ValueOf(b).Comparable() {
		return reflect.TypeOf(a) == reflect.TypeOf(b)
	}
	return a == b
}

// SameProvider reports whether two sides are of one provider, so that each may be
// handed the other's objects.
func (s *Side) SameProvider(t *Side) bool { return s.adapter.theirs == t.adapter.theirs }
