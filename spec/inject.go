package spec

import "github.com/ndconform/ndconform/providers"

// CanInject tells whether this side's provider injects faults of a kind.
func (s *Side) CanInject(kind providers.FaultKind) bool {
	injector, ok := s.adapter.instance.(providers.FaultInjector)
	return ok && kind.Among(injector.Faults()) != ""
}

// Inject puts a fault of kind into effect on this side's adapter until the spec
// ends or undo is called.
func (s *Side) Inject(fault providers.Fault) (undo func()) {
	injector, ok := s.adapter.instance.(providers.FaultInjector)
	if !ok {
		Impossible("the provider cannot inject faults; the entry must list the need fault:" + string(fault.Kind))
	}
	fault.Adapter = s.adapter.id
	if kind := fault.Kind.Among(injector.Faults()); kind != "" {
		fault.Kind = kind
	}
	revert, err := targetOf(s.ctx).injected(injector, fault, s.adapter)
	if err != nil {
		Impossible("the provider refused the fault " + string(fault.Kind) + " that it claims: " + err.Error())
	}
	supply := &targetOf(s.ctx).supply
	supply.inject(fault, 1)
	done := false
	undo = func() {
		if !done {
			done = true
			revert()
			supply.inject(fault, -1)
		}
	}
	s.AtEnd(undo)
	return undo
}

// InjectIfPossible is Inject for the other end's side. The entry's Needs do not check that side's provider: the spec is
// skipped if it can't inject the fault.
func (s *Side) InjectIfPossible(fault providers.Fault) (undo func()) {
	if !s.CanInject(fault.Kind) {
		Unobservable("the provider at the other end cannot inject the fault " + string(fault.Kind))
	}
	return s.Inject(fault)
}
