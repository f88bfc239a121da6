//go:build windows && (amd64 || arm64)

package dll

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// An nd1Offer implements [providers.V1].
type nd1Offer struct{ *instance }

// ND1 implements [providers.V1].
func (v nd1Offer) ND1() nd1.Provider {
	pointer, s := v.library.provider(nd1.IIDProvider)
	if s != nd2.Success {
		return nil
	}
	return v.wrap(pointer, nd1.IIDProvider, nil, s).(*nd1Provider)
}

// OpenAdapter implements [nd1.Provider].
func (p *nd1Provider) OpenAdapter(address []byte, out *nd1.Adapter) nd2.Status {
	f := p.frame("OpenAdapter")
	s := createND1(f, p.object, 4, nd1.IIDAdapter, out, f.in(address), uintptr(len(address)))
	if out != nil {
		if a, ok := (*out).(*nd1Adapter); ok && a.file == nil {
			a.file = a.handle()
		}
	}
	return s
}

// createND1 calls a method whose last parameter is the place for an object, and ends its
// frame.
func createND1[T nd2.Unknown](f *frame, o *object, method uintptr, iid nd2.GUID, out *T, args ...uintptr) nd2.Status {
	var to uintptr
	got := untouched
	if out != nil {
		if any(*out) == nil {
			got = 0
		}
		to = ref(f, &got)
	}
	s := o.do(method, append(args, to)...)
	f.end()
	if got != untouched {
		*out, _ = o.wrap(got, iid, o.file, s).(T)
	}
	return s
}
