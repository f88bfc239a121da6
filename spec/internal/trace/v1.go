package trace

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// V1 is [Provider] for NetworkDirect v1.
func V1(r *Recorder, p nd1.Provider) nd1.Provider {
	return &v1Provider{unknown{r, r.name("V1Provider"), p}, p}
}

type v1Provider struct {
	unknown
	inner nd1.Provider
}

func (p *v1Provider) QueryAddressList(list *nd2.SocketAddressList, size *uintptr) nd2.Status {
	s := p.inner.QueryAddressList(list, size)
	p.note(p.label, "QueryAddressList", s)
	return s
}

func (p *v1Provider) OpenAdapter(address []byte, adapter *nd1.Adapter) nd2.Status {
	s := p.inner.OpenAdapter(address, adapter)
	p.note(p.label, "OpenAdapter", s, address)
	replace(adapter, func(a nd1.Adapter) nd1.Adapter {
		return &v1Adapter{p.v1("V1Adapter", a), a}
	})
	return s
}

// replace puts a traced object in the place of one that came out of the provider.
func replace[T any](out *T, traced func(T) T) {
	if out != nil && any(*out) != nil {
		*out = traced(*out)
	}
}

// innerV1 is Unwrap for an object of a known interface.
func innerV1[T nd2.Unknown](object T) T {
	if inner, ok := Unwrap(object).(T); ok {
		return inner
	}
	return object
}

type overlappingV1 struct {
	unknown
	inner nd1.Overlapping
}

func (r *Recorder) v1(kind string, inner nd1.Overlapping) overlappingV1 {
	return overlappingV1{unknown{r, r.name(kind), inner}, inner}
}

func (o *overlappingV1) CancelOverlappedRequests() nd2.Status {
	s := o.inner.CancelOverlappedRequests()
	o.note(o.label, "CancelOverlappedRequests", s)
	return s
}

func (o *overlappingV1) GetOverlappedResult(ov *nd2.Overlapped, bytesTransferred *uintptr, wait bool) nd2.Status {
	s := o.inner.GetOverlappedResult(ov, bytesTransferred, wait)
	o.note(o.label, "GetOverlappedResult", s, ov, wait)
	return s
}

type v1Listen struct {
	overlappingV1
	inner nd1.Listen
}

func (l *v1Listen) GetConnectionRequest(connector nd1.Connector, o *nd2.Overlapped) nd2.Status {
	s := l.inner.GetConnectionRequest(innerV1(connector), o)
	l.note(l.label, "GetConnectionRequest", s, connector, o)
	return s
}

type v1CompletionQueue struct {
	overlappingV1
	inner nd1.CompletionQueue
}

func (c *v1CompletionQueue) Resize(entries uintptr) nd2.Status {
	s := c.inner.Resize(entries)
	c.note(c.label, "Resize", s, entries)
	return s
}

func (c *v1CompletionQueue) Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	s := c.inner.Notify(kind, o)
	c.note(c.label, "Notify", s, kind, o)
	return s
}

func (c *v1CompletionQueue) GetResults(results []*nd1.Result) uintptr {
	n := c.inner.GetResults(results)
	if n > uintptr(len(results)) {
		c.reject("INDCompletionQueue::GetResults returned %d for an array of %d", n, len(results))
		n = uintptr(len(results))
	}
	if n > 0 {
		c.note(c.label, "GetResults", copies(results[:n]))
	}
	return n
}

// A v1Result is a result as it was handed back.
type v1Result struct {
	at *nd1.Result
	nd1.Result
}

func copies(results []*nd1.Result) []v1Result {
	list := make([]v1Result, len(results))
	for i, r := range results {
		if list[i].at = r; r != nil {
			list[i].Result = *r
		}
	}
	return list
}
