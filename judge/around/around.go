// Package around puts the judge around an instance of a provider, so that every call on what comes out of it is
// judged, and the judge is told of adapters that are removed on demand.
package around

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// An instance is one whose calls are judged.
type instance struct {
	providers.Instance
	checker *judge.Checker
	proceed func(*calls.Call) nd2.Status
	end     func()
}

// Instance puts a checker that has seen nothing around an instance, and calls end once that is closed. What is found
// the checker reports as it comes. Of what the provider offers beyond nd2, faults are there as they were, and v1 and
// NDK, unwatched, beside them.
func Instance(inner providers.Instance, checker *judge.Checker, end func()) providers.Instance {
	return offering(&instance{inner, checker, (*calls.Call).Proceed, end})
}

// Insisting is [Instance] for a client that insists on each call as [calls.Call.Insist] does: only the last answer is
// judged, and none if the checker is nil. before, if not nil, is called before each call.
func Insisting(inner providers.Instance, checker *judge.Checker, before func(*calls.Call)) providers.Instance {
	if checker != nil {
		checker.KeepValues()
	}
	return offering(&instance{inner, checker, func(c *calls.Call) nd2.Status {
		if before != nil {
			before(c)
		}
		return c.Insist((*calls.Call).Proceed, func(nd2.Status) {})
	}, func() {}})
}

// An injector tells the checker of removed adapters.
type injector struct {
	providers.FaultInjector
	checker *judge.Checker
}

// injecting wraps an injector. An injector that can't remove adapters leaves open whether they are.
func injecting(inner providers.FaultInjector, checker *judge.Checker) providers.FaultInjector {
	if checker == nil || !slices.Contains(inner.Faults(), providers.AdapterRemoved) {
		return inner
	}
	checker.Removes()
	return &injector{inner, checker}
}

// Inject implements [providers.FaultInjector].
func (i *injector) Inject(f providers.Fault) (func(), error) {
	if f.Kind != providers.AdapterRemoved {
		return i.FaultInjector.Inject(f)
	}
	return i.checker.Removing(f.Adapter, func() (func(), error) { return i.FaultInjector.Inject(f) })
}

// CheckerOf returns the checker around an instance, nil if there is none.
func CheckerOf(i providers.Instance) *judge.Checker {
	if judged, ok := i.(interface{ judgedBy() *judge.Checker }); ok {
		return judged.judgedBy()
	}
	return nil
}

func (i *instance) judgedBy() *judge.Checker { return i.checker }

// ND2 implements [providers.Instance].
func (i *instance) ND2() nd2.Provider {
	if i.checker == nil {
		return calls.Watch(i.Instance.ND2(), i.proceed)
	}
	return i.checker.Around(i.Instance.ND2(), i.proceed)
}

// Close implements [providers.Instance].
func (i *instance) Close() error {
	err := i.Instance.Close()
	i.end()
	return err
}

// offering returns the instance with what its provider offers beyond nd2.
func offering(i *instance) providers.Instance {
	faults, injects := i.Instance.(providers.FaultInjector)
	if injects {
		faults = injecting(faults, i.checker)
	}
	both, offersAll := i.Instance.(older)
	offersAll = offersAll && injects
	memory, remote := i.Instance.(providers.Memory)
	switch {
	case offersAll && remote:
		return struct {
			*instance
			providers.FaultInjector
			older
			providers.Memory
		}{i, faults, both, memory}
	case offersAll:
		return struct {
			*instance
			providers.FaultInjector
			older
		}{i, faults, both}
	case injects && remote:
		return struct {
			*instance
			providers.FaultInjector
			providers.Memory
		}{i, faults, memory}
	case injects:
		return struct {
			*instance
			providers.FaultInjector
		}{i, faults}
	case remote:
		return struct {
			*instance
			providers.Memory
		}{i, memory}
	}
	return i
}

// Older are the interfaces beside ND2.
type older interface {
	providers.V1
	providers.NDK
}
