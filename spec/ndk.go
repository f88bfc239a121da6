package spec

import (
	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// NDK returns the way to the kernel adapters of the side's provider, and the id of the
// side's own there.
func (s *Side) NDK() (provider ndk.Provider, adapterID uint64) {
	instance, ok := s.adapter.instance.(providers.NDK)
	if !ok {
		Impossible("the provider has no NDK; the entry must list the need ndk")
	}
	return trace.NDK(targetOf(s.ctx).recorder, instance.NDK(), targetOf(s.ctx).whose(s.adapter)), s.adapter.id
}

// ReturnNT is [Return] for an NTSTATUS.
func ReturnNT(want ndk.Status, or ...ndk.Status) types.GomegaMatcher {
	m := &statusMatcher{verb: "return", want: []nd2.Status{nd2.Status(want)}, nt: true}
	for _, s := range or {
		m.want = append(m.want, nd2.Status(s))
	}
	return m
}
