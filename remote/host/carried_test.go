package host

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// pointed is known by its pointer only.
type pointed struct {
	stranger
	released *int
}

func (pointed) Pointer() uintptr { return 8 }

func (p pointed) Release() uint32 {
	*p.released++
	return 0
}

// What only the provider's own process can use is given back, and refused.
func TestCarried(t *testing.T) {
	released := 0
	object := nd2.Unknown(pointed{released: &released})
	if s := carried(nd2.Success, &object); s != noInterface || object != nil || released != 1 {
		t.Errorf("%v, with %v, released %d times", s, object, released)
	}
	object = stranger{}
	if s := carried(nd2.Success, &object); s != nd2.Success || object == nil {
		t.Errorf("%v, with %v", s, object)
	}
}
