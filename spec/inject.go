package spec

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/providers"
)

// CanInject tells whether this side's provider injects faults of a kind.
func (s *Side) CanInject(kind providers.FaultKind) bool {
	injector, ok := s.adapter.instance.(providers.FaultInjector)
	return ok && slices.Contains(injector.Faults(), kind)
}

// InjectIfPossible is Inject for the other end's side, whose provider may be
// another than the one that the entry's Needs speak of: the spec is skipped if it
// can't inject the fault.
func (s *Side) InjectIfPossible(fault providers.Fault) (undo func()) {
	GinkgoHelper()
	if !s.CanInject(fault.Kind) {
		Unobservable("the provider at the other end cannot inject the fault " + string(fault.Kind))
	}
	return s.Inject(fault)
}
