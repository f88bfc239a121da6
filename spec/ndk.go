package spec

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// NDK gives the way to the kernel adapters of the side's provider, and the id of the
// side's own there.
func (s *Side) NDK() (provider ndk.Provider, adapterID uint64) {
	GinkgoHelper()
	instance, ok := s.adapter.instance.(providers.NDK)
	if !ok {
		Fail("the provider has no NDK; the entry must list the need ndk")
	}
	return trace.NDK(targetOf(s.ctx).recorder, instance.NDK()), s.adapter.id
}

// ReturnNT matches an NTSTATUS when it is exactly want.
func ReturnNT(want ndk.Status) types.GomegaMatcher { return ntMatcher{want} }

type ntMatcher struct{ want ndk.Status }

func (m ntMatcher) Match(actual any) (bool, error) {
	s, ok := actual.(ndk.Status)
	if !ok {
		return false, fmt.Errorf("an NTSTATUS can be %v; a %T can't", m.want, actual)
	}
	return s == m.want, nil
}

func (m ntMatcher) FailureMessage(actual any) string {
	return message("to return "+m.want.String(), actual.(ndk.Status).String(), "")
}

func (m ntMatcher) NegatedFailureMessage(actual any) string {
	return message("not to return "+m.want.String(), actual.(ndk.Status).String(), "")
}
