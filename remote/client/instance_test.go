package client

import (
	"testing"

	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/wire"
)

// TestOffering shows that an instance offers just what the far provider does.
func TestOffering(t *testing.T) {
	for n := range 8 {
		o := wire.Opened{Injects: n&1 != 0, ND1: n&2 != 0, NDK: n&4 != 0}
		i := (&instance{session: &session{}, opened: o}).offering()
		_, injects := i.(providers.FaultInjector)
		_, v1 := i.(providers.V1)
		_, kernel := i.(providers.NDK)
		if injects != o.Injects || v1 != o.ND1 || kernel != o.NDK {
			t.Errorf("%v: injects faults %v, v1 %v, NDK %v", o, injects, v1, kernel)
		}
		if _, ok := i.(providers.Memory); !ok {
			t.Errorf("%v: no memory", o)
		}
		if _, ok := i.(providers.Elsewhere); !ok {
			t.Errorf("%v: not elsewhere", o)
		}
	}
}
