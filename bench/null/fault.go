package null

import (
	"fmt"

	"github.com/ndconform/ndconform/nd2"
)

// A Kind is the effect of a fault.
type Kind string

// The kinds.
const (
	Refuses Kind = "refuses" // the call fails
	Fails   Kind = "fails"   // the request fails
	Lost    Kind = "lost"    // it never ends
	Hangs   Kind = "hangs"   // the call never returns
	Crashes Kind = "crashes" // the process crashes
	Wrong   Kind = "wrong"   // other bytes arrive
)

// A Fault breaks one kind of request.
type Fault struct {
	Kind Kind
	// Op is the request, as nd2.RequestType prints it, and Size its length in bytes.
	Op   string
	Size int
	// After is how many such requests succeed before all fail.
	After int
}

// fault returns the effect on a request.
func (p *Provider) fault(t nd2.RequestType, size int) Kind {
	if p.Fault.Kind == "" || p.Fault.Op != t.String() || p.Fault.Size != size {
		return ""
	}
	if p.made++; p.made <= p.Fault.After {
		return ""
	}
	switch p.Fault.Kind {
	case Hangs:
		select {}
	case Crashes:
		panic(fmt.Sprintf("null: a %s of %d bytes crashes", t, size))
	}
	return p.Fault.Kind
}

// copy copies a message, or other bytes.
func (k Kind) copy(to, from []byte) {
	copy(to, from)
	if k == Wrong && len(from) > 0 {
		to[len(from)/2] ^= 1
	}
}
