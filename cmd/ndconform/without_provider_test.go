package main

import (
	"flag"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/providers"
)

// The provider "without" is the engine, or a legal variant, without what a provider may
// offer beyond nd2.
func init() { providers.Register("without", without) }

func without(options *flag.FlagSet) func() (providers.Instance, error) {
	id := options.String("id", "", "the variant; the engine itself if none is named")
	hidden := options.String("hide", "", "v1, ndk and faults, with + between them")
	return func() (providers.Instance, error) {
		selector := "ref"
		if *id != "" {
			selector = "legal,id=" + *id
		}
		s, err := providers.ParseSelector(selector)
		if err != nil {
			return nil, err
		}
		i, err := s.Open()
		if err != nil {
			return nil, err
		}
		return hiding(i, strings.Split(*hidden, "+")), nil
	}
}

// Under names that hide no method.
type (
	version1 interface{ providers.V1 }
	kernel   interface{ providers.NDK }
)

// hiding leaves of what an instance offers beyond nd2 only what is not hidden.
func hiding(i providers.Instance, hidden []string) providers.Instance {
	v1, hasV1 := i.(providers.V1)
	ndk, hasNDK := i.(providers.NDK)
	faults, hasFaults := i.(providers.FaultInjector)
	hasV1 = hasV1 && !slices.Contains(hidden, "v1")
	hasNDK = hasNDK && !slices.Contains(hidden, "ndk")
	hasFaults = hasFaults && !slices.Contains(hidden, "faults")
	bare := struct{ providers.Instance }{i}
	switch {
	case hasV1 && hasNDK && hasFaults:
		return i
	case hasV1 && hasFaults:
		return struct {
			providers.Instance
			version1
			providers.FaultInjector
		}{i, v1, faults}
	case hasNDK && hasFaults:
		return struct {
			providers.Instance
			kernel
			providers.FaultInjector
		}{i, ndk, faults}
	case hasFaults:
		return struct {
			providers.Instance
			providers.FaultInjector
		}{i, faults}
	}
	return bare
}
