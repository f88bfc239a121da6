package spec

import (
	"fmt"
	"reflect"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// SameObject reports whether the provider has opened one adapter object for two
// sides, or whether nobody can tell.
func (s *Side) SameObject(t *Side) bool {
	return same(calls.Unwatched(s.Adapter), calls.Unwatched(t.Adapter))
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

// OtherAdapter reports whether two sides are of different adapters. One adapter may be reached
// through two providers, or a provider and an agent on its machine: it has one address then.
func (s *Side) OtherAdapter(t *Side) bool {
	return !s.adapter.is(t.adapter) && (s.Address != t.Address || !s.Address.IsValid())
}

// NeedOtherAdapter ends the spec as unobservable if two sides are of one adapter, and says why there
// is no other.
func (s *Side) NeedOtherAdapter(t *Side) {
	if s.OtherAdapter(t) {
		return
	}
	switch others := len(targetOf(s.ctx).plain); {
	case t.adapter.theirs:
		Unobservable("both providers have opened one adapter: they have one address")
	case others == 0:
		Unobservable("the provider has one adapter")
	default:
		Unobservable(fmt.Sprintf("the adapter connects to itself: of the provider's %d others none that has the same "+
			"AdapterFlags, and shared receive queues or none alike, can be reached from it; --peer names another provider",
			others))
	}
}

// NeedOneMemory ends the spec as unobservable if the side's adapter can't be given memory
// of the other side, since that is another process's.
func (s *Side) NeedOneMemory(other *Side) {
	if s.adapter.theirs == other.adapter.theirs {
		return
	}
	for _, side := range []*Side{s, other} {
		if _, elsewhere := side.adapter.instance.(providers.Memory); elsewhere {
			Unobservable("the two ends have no memory in common")
		}
	}
}
