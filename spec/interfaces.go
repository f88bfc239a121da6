package spec

import (
	"context"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// ND1 opens a side's adapter through NetworkDirect v1, by the same address, until the
// spec ends. The spec is skipped if the provider at the other end has no v1.
func (s *Side) ND1() nd1.Adapter {
	provider := s.nd1()
	defer provider.Release()
	return CreateND1(s.ctx, "INDProvider::OpenAdapter", func(out *nd1.Adapter) nd2.Status {
		return provider.OpenAdapter(s.Sockaddr(0), out)
	})
}

// ND1Provider returns the v1 side of the provider that a side's adapter is of, until the spec ends. The
// spec is skipped if it has none.
func (s *Side) ND1Provider() nd1.Provider {
	provider := s.nd1()
	s.AtEnd(func() { provider.Release() })
	return provider
}

// nd1 is ND1Provider with a reference that is the caller's.
func (s *Side) nd1() nd1.Provider {
	v1, ok := s.adapter.instance.(providers.V1)
	if !ok {
		Unobservable("the provider at the other end does not claim NetworkDirect v1")
	}
	return trace.ND1(targetOf(s.ctx).recorder, v1.ND1(), targetOf(s.ctx).whose(s.adapter))
}

// CreateND1 calls a creating method of v1, which must succeed and give an object, and
// releases that when the spec ends, its requests canceled first.
func CreateND1[T nd2.Unknown](ctx context.Context, what string, call func(out *T) nd2.Status) (object T) {
	MustSucceed(what, call(&object))
	if any(object) == nil {
		Unmet(what+" to create the object that was asked for", "ND_SUCCESS and no object")
	}
	AtEnd(ctx, func(context.Context) {
		if o, ok := any(object).(nd1.Overlapping); ok {
			o.CancelOverlappedRequests()
		}
		object.Release()
	})
	return object
}

// StartND1 is [Start] for an object of v1.
func StartND1(ctx context.Context, object nd1.Overlapping, call func(o *nd2.Overlapped) nd2.Status) *Operation {
	return Start(ctx, overlappingND1{object}, call)
}

// overlappingND1 is an object of v1 as an [Operation] knows objects.
type overlappingND1 struct{ nd1.Overlapping }

func (o overlappingND1) GetOverlappedResult(overlapped *nd2.Overlapped, wait bool) nd2.Status {
	var bytesTransferred uintptr
	return o.Overlapping.GetOverlappedResult(overlapped, &bytesTransferred, wait)
}

// NDK returns the way to the kernel adapters of the side's provider, and the id of the
// side's own there.
func (s *Side) NDK() (provider ndk.Provider, adapterID uint64) {
	instance, ok := s.adapter.instance.(providers.NDK)
	if !ok {
		Impossible("the provider has no NDK; the entry must list the need ndk")
	}
	return trace.NDK(targetOf(s.ctx).recorder, instance.NDK(), targetOf(s.ctx).whose(s.adapter)), s.adapter.id
}

// COM returns what the provider under test shows of its DLL.
func COM(ctx context.Context) providers.COM {
	com, ok := targetOf(ctx).local.instance.(providers.COM)
	if !ok {
		Impossible("the provider is no DLL; the entry must list the need com")
	}
	return judgedCOM{com}
}

// A judgedCOM is given the provider's own files in place of those that are judged.
type judgedCOM struct{ providers.COM }

// NotificationModes implements [providers.COM].
func (c judgedCOM) NotificationModes(of nd2.OverlappedFile) (uint32, error) {
	return c.COM.NotificationModes(judge.Inner(of))
}

// BindAs implements [providers.COM].
func (c judgedCOM) BindAs(way providers.PacketWay, of nd2.OverlappedFile, port nd2.CompletionPort,
	key uintptr,
) nd2.Status {
	return judge.Bind(of, port, key, func(inner nd2.OverlappedFile, port nd2.CompletionPort) nd2.Status {
		return c.COM.BindAs(way, inner, port, key)
	})
}

// Behind returns an object of the provider's as its DLL has it.
func Behind(ctx context.Context, object nd2.Unknown) providers.COMObject {
	return COM(ctx).Behind(calls.Unwatched(object))
}
