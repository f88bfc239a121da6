//go:build windows && (amd64 || arm64)

package dll

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// A version1 implements [providers.V1].
type version1 struct{ *instance }

// ND1 implements [providers.V1].
func (v version1) ND1() nd1.Provider {
	pointer, s := v.library.provider(nd1.IIDProvider)
	if s != nd2.Success {
		return nil
	}
	return v.wrap(pointer, nd1.IIDProvider, nil, s).(*provider1)
}

// as1 does for the interfaces of v1 what as does for those of v2. v1's memory window is
// v2's.
func (o *object) as1(iid nd2.GUID) nd2.Unknown {
	switch iid {
	case nd1.IIDProvider:
		o.kind = "INDProvider"
		return &provider1{o}
	case nd1.IIDAdapter:
		o.kind = "INDAdapter"
		return &adapter1{overlapping1{o}}
	case nd1.IIDCompletionQueue:
		o.kind = "INDCompletionQueue"
		return &completionQueue1{overlapping1{o}}
	case nd1.IIDEndpoint:
		o.kind = "INDEndpoint"
		return &endpoint1{o}
	case nd1.IIDConnector:
		o.kind = "INDConnector"
		return &connector1{overlapping1{o}}
	case nd1.IIDListen:
		o.kind = "INDListen"
		return &listen1{overlapping1{o}}
	case nd1.IIDOverlapped:
		o.kind = "INDOverlapped"
		return &overlapping1{o}
	}
	o.kind = "IUnknown"
	return unknown{o}
}

// A provider1 implements [nd1.Provider].
type provider1 struct{ *object }

// QueryAddressList implements [nd1.Provider].
func (p *provider1) QueryAddressList(list *nd2.SocketAddressList, size *uintptr) nd2.Status {
	return addressList(p.object, 3, list, size)
}

// OpenAdapter implements [nd1.Provider].
func (p *provider1) OpenAdapter(address []byte, out *nd1.Adapter) nd2.Status {
	f := p.frame("OpenAdapter")
	s := create1(f, p.object, 4, nd1.IIDAdapter, out, f.in(address), uintptr(len(address)))
	if out != nil {
		if a, ok := (*out).(*adapter1); ok && a.file == nil {
			a.file = a.handle()
		}
	}
	return s
}

// create1 calls a method whose last parameter is where to put an object, and ends its
// frame.
func create1[T nd2.Unknown](f *frame, o *object, method uintptr, iid nd2.GUID, out *T, args ...uintptr) nd2.Status {
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
