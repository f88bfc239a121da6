package client

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/wire"
)

// An instance is the far provider, opened.
type instance struct {
	*session
	opened wire.Opened
	file   string        // of the provider
	ahead  time.Duration // of the far clock
}

// ND2 implements [providers.Instance].
func (i *instance) ND2() nd2.Provider { return newProvider[nd2.Provider](i.session, wire.NewProvider) }

// newProvider makes a call that returns the provider.
func newProvider[T any](s *session, m wire.Method) (p T) {
	r := s.own(m).make()
	comesOut(r, &p)
	r.end()
	return p
}

// Version implements [providers.Instance].
func (i *instance) Version() string {
	h := i.opened.Host
	if i.side.Here {
		return fmt.Sprintf("%s, in a process of its own, ndconform %s", i.opened.Version, h.Build)
	}
	return fmt.Sprintf("%s, %s on %s (%s/%s, %s)", i.opened.Version, h.Provider, h.Name, h.OS, h.Arch, h.Kernel)
}

// File implements [providers.Subject].
func (i *instance) File() string { return i.file }

// SHA256 implements [providers.Digested].
func (i *instance) SHA256() string { return i.side.Digest }

// Code implements [providers.Apart].
func (i *instance) Code() []providers.CodeFile {
	if i.side.Code == nil {
		return nil
	}
	return i.side.Code()
}

// Waiting implements [providers.Waiting].
func (i *instance) Waiting() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.waiting) == 0 {
		return ""
	}
	first := slices.Min(slices.Collect(maps.Keys(i.waiting)))
	return fmt.Sprintf("%s has not answered %v", i.side.Name, i.waiting[first].method)
}

// Host implements [providers.Elsewhere].
func (i *instance) Host() providers.Host {
	if i.side.Here {
		return providers.Host{}
	}
	h := i.opened.Host
	return providers.Host{
		Name: h.Name, OS: h.OS, Arch: h.Arch, Kernel: h.Kernel, Version: h.Build, Provider: h.Provider, ClockAhead: i.ahead,
	}
}

// compareClocks assumes that the far clock is read in the middle of a round trip.
func (i *instance) compareClocks() {
	asked := time.Now()
	r := i.own(wire.Clock).make()
	now := time.Unix(0, int64(wire.Uint[uint64](&r.Reader)))
	i.ahead = now.Sub(asked.Add(time.Since(asked) / 2))
	r.end()
}

// A Crash says that a far side has crashed while closing.
type Crash struct{ Reason, Trace string }

func (c *Crash) Error() string { return c.Reason }

// Close implements [providers.Instance]. If the far side crashes meanwhile, the session counts as lost,
// as a linked provider's crash would end the process.
func (i *instance) Close() error {
	i.close()
	err := i.side.HangUp()
	if crash := (*Crash)(nil); errors.As(err, &crash) {
		lost(fmt.Sprintf("%s; the last call was %v", crash.Reason, i.latest), crash.Trace)
	}
	return err
}

// offering returns the instance with exactly the capabilities of its provider.
func (i *instance) offering() providers.Instance {
	f, v, k := injector{i}, version1{i.session}, kernel{i.session}
	switch [3]bool{i.opened.Injects, i.opened.ND1, i.opened.NDK} {
	case [3]bool{true, false, false}:
		return struct {
			*instance
			injector
		}{i, f}
	case [3]bool{false, true, false}:
		return struct {
			*instance
			version1
		}{i, v}
	case [3]bool{false, false, true}:
		return struct {
			*instance
			kernel
		}{i, k}
	case [3]bool{true, true, false}:
		return struct {
			*instance
			injector
			version1
		}{i, f, v}
	case [3]bool{true, false, true}:
		return struct {
			*instance
			injector
			kernel
		}{i, f, k}
	case [3]bool{false, true, true}:
		return struct {
			*instance
			version1
			kernel
		}{i, v, k}
	case [3]bool{true, true, true}:
		return struct {
			*instance
			injector
			version1
			kernel
		}{i, f, v, k}
	}
	return i
}

// version1 adds NetworkDirect v1 to an instance.
type version1 struct{ of *session }

// ND1 implements [providers.V1].
func (v version1) ND1() nd1.Provider { return newProvider[nd1.Provider](v.of, wire.NewND1) }

// kernel adds NDKPI to an instance; it is the far side's object 0.
type kernel struct{ of *session }

// NDK implements [providers.NDK].
func (k kernel) NDK() ndk.Provider { return &ndkProvider{&object{session: k.of}} }

// injector adds fault injection to an instance.
type injector struct{ of *instance }

// Faults implements [providers.FaultInjector].
func (i injector) Faults() (kinds []providers.FaultKind) {
	for _, kind := range i.of.opened.Faults {
		kinds = append(kinds, providers.FaultKind(kind))
	}
	return kinds
}

// Inject implements [providers.FaultInjector].
func (i injector) Inject(f providers.Fault) (undo func(), err error) {
	c := i.of.own(wire.Inject)
	wire.PutBytes(&c.Writer, f.Kind)
	wire.PutUint(&c.Writer, f.Adapter)
	wire.PutBytes(&c.Writer, f.Call)
	wire.PutBytes(&c.Writer, f.Request)
	r := c.make()
	err = r.failure()
	fault := wire.Uint[uint64](&r.Reader)
	r.end()
	if err != nil {
		return nil, err
	}
	return func() {
		c := i.of.own(wire.Undo)
		wire.PutUint(&c.Writer, fault)
		c.make().end()
	}, nil
}
