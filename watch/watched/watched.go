// Package watched registers the provider "watched": another provider with the validation layer around it.
//
// Findings go to standard error, a line each as they come, and are counted when an instance is closed. With the
// option findings they go to a file instead, one JSON object a line, with the calls that led there. The variables of
// package layer stand in for the options.
package watched

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/watch/layer"
)

func init() { providers.Register("watched", factory) }

// A selector chooses the watched provider.
type selector string

// Set implements [flag.Value].
func (s *selector) Set(text string) error {
	*s = selector(text)
	return nil
}

// String implements [flag.Value].
func (s *selector) String() string { return string(*s) }

// TakesRest implements [providers.Rest].
func (*selector) TakesRest() {}

type options struct {
	inner    selector
	findings string
}

func factory(flags *flag.FlagSet) func() (providers.Instance, error) {
	o := new(options)
	flags.StringVar(&o.findings, "findings", "",
		"append what is found to this `file`, one JSON object a line, rather than show it; $"+layer.VariableFindings+
			" if not given")
	flags.Var(&o.inner, "inner", "the `provider` to watch, and its options: all that follows is theirs; $"+
		layer.VariableProvider+" if not given")
	return o.open
}

func (o *options) open() (providers.Instance, error) {
	inner := cmp.Or(string(o.inner), os.Getenv(layer.VariableProvider))
	if inner == "" {
		return nil, errors.New("option inner is missing: which provider to watch, as in watched,inner=ref")
	}
	parsed, err := providers.ParseSelector(inner)
	if err != nil {
		return nil, fmt.Errorf("option inner: %w", err)
	}
	opened, err := parsed.Open()
	if err != nil {
		return nil, err
	}
	settings := layer.FromEnvironment()
	settings.Findings = cmp.Or(o.findings, settings.Findings)
	settings.Code, settings.Place = code, placeOf
	l, err := layer.New(settings)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("option findings: %w", err), opened.Close())
	}
	l.Opened(inner, providers.VersionOf(opened))
	return offering(&instance{opened, l.Checker, func() { l.End() }}), nil
}

// An instance is watched.
type instance struct {
	providers.Instance
	checker *judge.Checker
	end     func()
}

// Around puts a new checker around an instance. It reports findings as they come; once the instance is closed, its
// Findings have the last ones, too. Faults, v1 and NDK are handed on unwatched.
func Around(inner providers.Instance, checker *judge.Checker) providers.Instance {
	return offering(&instance{inner, checker, func() { checker.End() }})
}

// An injector tells the checker of removed adapters.
type injector struct {
	providers.FaultInjector
	checker *judge.Checker
}

// injecting wraps an injector. If it can't remove adapters, removals are unknown.
func injecting(inner providers.FaultInjector, checker *judge.Checker) providers.FaultInjector {
	if !slices.Contains(inner.Faults(), providers.AdapterRemoved) {
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
	back := i.checker.Removed(f.Adapter)
	undo, err := i.FaultInjector.Inject(f)
	if err != nil {
		back()
		return nil, err
	}
	return func() {
		undo()
		back()
	}, nil
}

// ND2 implements [providers.Instance].
func (i *instance) ND2() nd2.Provider { return i.checker.Watch(i.Instance.ND2()) }

// Close implements [providers.Instance].
func (i *instance) Close() error {
	err := i.Instance.Close()
	i.end()
	return err
}

// offering returns the instance with its provider's capabilities beyond nd2.
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
