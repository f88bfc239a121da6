package providers

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/ndk"
)

// V1 is implemented by an instance that offers NetworkDirect v1 beside v2, and claims it.
// The name differs from its method's, since a struct that embeds the interface would hide
// the method.
type V1 interface {
	// ND1 returns the provider's INDProvider with a reference that the caller
	// releases. Its adapters are those of v2, found by the same addresses.
	ND1() nd1.Provider
}

// NDK is implemented by an instance that offers NDKPI's shared receive queues, and claims
// them.
type NDK interface {
	// NDK returns the way to the NDK adapters of the instance.
	NDK() ndk.Provider
}
