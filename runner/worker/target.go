package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/spec"
)

// A ConfigurationError says that a provider could not be opened as configured.
type ConfigurationError struct{ Err error }

func (e *ConfigurationError) Error() string { return e.Err.Error() }
func (e *ConfigurationError) Unwrap() error { return e.Err }

// opening is the result of opening the providers.
type opening struct {
	local, peer               providers.Instance // peer may be nil
	localVersion, peerVersion string
	file                      loadedFile
	target                    *spec.Target
}

// describe returns what the providers and their adapters say of themselves.
func (o opening) describe() *journal.Target {
	local, peer := o.target.AdapterInfo()
	return &journal.Target{
		ProviderVersion: o.localVersion, PeerVersion: o.peerVersion, ProviderHost: hostOf(o.local),
		PeerHost: hostOf(o.peer), ProviderFile: o.file.name, ProviderSHA256: o.file.digest, Adapter: &local,
		PeerAdapter: &peer,
	}
}

// code lists the files of code seen in the provider's process, without the certified one.
func (o opening) code() (list []reports.CodeFile) {
	apart, ok := o.local.(providers.Apart)
	if !ok {
		return nil
	}
	for _, f := range apart.Code() {
		if f.SHA256 != o.file.digest || f.Executed {
			list = append(list, reports.CodeFile(f))
		}
	}
	return list
}

// hostOf returns the machine of an instance, or nil if that is this one.
func hostOf(i providers.Instance) *reports.Host {
	far, ok := i.(providers.Elsewhere)
	if !ok {
		return nil
	}
	h := far.Host()
	if h == (providers.Host{}) {
		return nil
	}
	return &reports.Host{
		Name: h.Name, OS: h.OS, Arch: h.Arch, Kernel: h.Kernel, Version: h.Version, Provider: h.Provider,
		ClockAhead: h.ClockAhead.Seconds(),
	}
}

// routes is how many parts the time for opening the providers is divided into; each
// route from one end to the other has one part to show that it leads there.
const routes = 30

// open opens the providers that the selectors name and finds their adapters. peer
// may be empty. An error that is no *ConfigurationError says what the provider did
// wrong.
func open(local, peer string, limit time.Duration) (opening, error) {
	var o opening
	var from string // the package of the provider's factory
	err := within(limit, "opening the provider", func() (err error) {
		o.local, o.localVersion, from, err = openInstance(local)
		if err != nil {
			return err
		}
		o.file, err = loadedBy(o.local, from)
		if err != nil {
			return err
		}
		if peer != "" {
			o.peer, o.peerVersion, _, err = openInstance(peer)
			if err != nil {
				return err
			}
		}
		o.target, err = spec.NewTarget(o.local, o.peer, limit/routes)
		if errors.Is(err, spec.ErrNoPeer) || errors.Is(err, spec.ErrNoFamily) {
			err = &ConfigurationError{err}
		}
		return err
	})
	if err != nil {
		return opening{}, err
	}
	return o, nil
}

func openInstance(selector string) (opened providers.Instance, version, from string, err error) {
	s, err := providers.ParseSelector(selector)
	if err != nil {
		return nil, "", "", &ConfigurationError{err}
	}
	instance, err := s.Open()
	if err != nil {
		return nil, "", "", &ConfigurationError{err}
	}
	return instance, providers.VersionOf(instance), s.Package(), nil
}

func (o opening) close(limit time.Duration) error {
	return within(limit, "closing the provider", func() error {
		err := o.local.Close()
		if o.peer != nil {
			err = errors.Join(err, o.peer.Close())
		}
		return err
	})
}

// within calls f, which calls a provider, and returns its error, or an error for a
// panic or for a call that takes longer than limit.
func within(limit time.Duration, what string, f func() error) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	result := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				result <- fmt.Errorf("%s panicked: %v\n%s", what, p, sincePanic(debug.Stack()))
			}
		}()
		result <- f()
	}()
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-result: // both had come, as after a pause of the whole machine
		return err
	default:
		return fmt.Errorf("%s took longer than %v%s", what, limit, ofSlowCalls(limit))
	}
}

// sincePanic is the stack of a goroutine that has panicked, from where it did.
func sincePanic(stack []byte) []byte {
	head, _, _ := bytes.Cut(stack, []byte("\n"))
	_, frames, found := bytes.Cut(stack, []byte("\npanic("))
	_, frames, of := bytes.Cut(frames, []byte("\n")) // the arguments
	_, frames, at := bytes.Cut(frames, []byte("\n")) // the place
	if !found || !of || !at {
		return stack
	}
	return slices.Concat(head, []byte("\n"), frames)
}
