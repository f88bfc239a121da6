package client

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/proto"
)

// An instance is the far provider, opened.
type instance struct {
	*session
	opened     *proto.Opened
	connection *grpc.ClientConn
	cancel     context.CancelFunc
	ahead      time.Duration // of the far clock
}

// ND2 implements [providers.Instance].
func (i *instance) ND2() nd2.Provider {
	r := i.call(0, &proto.Call{Method: &proto.Call_NewProvider{NewProvider: &proto.NewProvider{}}})
	var u nd2.Unknown
	i.comesOut(r.GetObject(), &u)
	p, _ := u.(nd2.Provider)
	return p
}

// Version implements [providers.Instance].
func (i *instance) Version() string {
	h := i.opened.GetHost()
	return fmt.Sprintf("%s, %s on %s (%s/%s, %s)", i.opened.GetVersion(), h.GetProvider(), h.GetName(), h.GetOs(), h.GetArch(), h.GetKernel())
}

// Host implements [providers.Elsewhere].
func (i *instance) Host() providers.Host {
	h := i.opened.GetHost()
	return providers.Host{
		Name: h.GetName(), OS: h.GetOs(), Arch: h.GetArch(), Kernel: h.GetKernel(), Version: h.GetBuild(), Provider: h.GetProvider(), ClockAhead: i.ahead,
	}
}

// compareClocks assumes that the far clock is read in the middle of a round trip.
func (i *instance) compareClocks() {
	asked := time.Now()
	r := i.call(0, &proto.Call{Method: &proto.Call_Clock{Clock: &proto.Clock{}}})
	i.ahead = time.Unix(0, int64(r.GetValue())).Sub(asked.Add(time.Since(asked) / 2))
}

// Close implements [providers.Instance].
func (i *instance) Close() error {
	i.close()
	i.cancel()
	return i.connection.Close()
}

// offering returns the instance with all that its provider offers beyond nd2, and no more.
func (i *instance) offering() providers.Instance {
	f, v, k := injector{i}, version1{i.session}, kernel{i.session}
	switch [3]bool{i.opened.GetInjects(), i.opened.GetNd1(), i.opened.GetNdk()} {
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

// injector is what an instance is beside the rest if its provider injects faults.
type injector struct{ of *instance }

// Faults implements [providers.FaultInjector].
func (i injector) Faults() (kinds []providers.FaultKind) {
	for _, kind := range i.of.opened.GetFaults() {
		kinds = append(kinds, providers.FaultKind(kind))
	}
	return kinds
}

// Inject implements [providers.FaultInjector].
func (i injector) Inject(f providers.Fault) (undo func(), err error) {
	r := i.of.call(0, &proto.Call{Method: &proto.Call_Inject{Inject: &proto.Inject{Kind: string(f.Kind), Adapter: f.Adapter, Call: f.Call, Request: f.Request}}})
	if r.GetError() != "" {
		return nil, errors.New(r.GetError())
	}
	return func() {
		i.of.call(0, &proto.Call{Method: &proto.Call_Undo{Undo: &proto.Undo{Fault: r.GetValue()}}})
	}, nil
}
