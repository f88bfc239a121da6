package trace

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// V1 is [Provider] for NetworkDirect v1.
func V1(r *Recorder, p nd1.Provider, whose string) nd1.Provider {
	return &v1Provider{unknown{r, r.provider("nd1-provider", whose), p}, p}
}

type v1Provider struct {
	unknown
	inner nd1.Provider
}

func (p *v1Provider) QueryAddressList(list *nd2.SocketAddressList, size *uintptr) nd2.Status {
	call := p.begin(p.label, "QueryAddressList", "")
	s := p.inner.QueryAddressList(list, size)
	call.end(s)
	return s
}

func (p *v1Provider) OpenAdapter(address []byte, adapter *nd1.Adapter) nd2.Status {
	call := p.begin(p.label, "OpenAdapter", "_", sockaddr(address))
	s := p.inner.OpenAdapter(address, adapter)
	call.end(s)
	replace(adapter, func(a nd1.Adapter) nd1.Adapter {
		return &v1Adapter{p.v1("nd1-adapter", a), a}
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
	call := o.begin(o.label, "CancelOverlappedRequests", "")
	s := o.inner.CancelOverlappedRequests()
	call.end(s)
	return s
}

func (o *overlappingV1) GetOverlappedResult(ov *nd2.Overlapped, bytesTransferred *uintptr, wait bool) nd2.Status {
	call := o.begin(o.label, "GetOverlappedResult", "_ wait?", ov, wait)
	call.mayWait(wait)
	s := o.inner.GetOverlappedResult(ov, bytesTransferred, wait)
	call.polled(s == nd2.Pending, s)
	return s
}

type v1Listen struct {
	overlappingV1
	inner nd1.Listen
}

func (l *v1Listen) GetConnectionRequest(connector nd1.Connector, o *nd2.Overlapped) nd2.Status {
	call := l.begin(l.label, "GetConnectionRequest", "_ _", connector, o)
	s := l.inner.GetConnectionRequest(innerV1(connector), o)
	call.end(s)
	return s
}

type v1CompletionQueue struct {
	overlappingV1
	inner nd1.CompletionQueue
}

func (c *v1CompletionQueue) Resize(entries uintptr) nd2.Status {
	call := c.begin(c.label, "Resize", "depth", entries)
	s := c.inner.Resize(entries)
	call.end(s)
	return s
}

func (c *v1CompletionQueue) Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	call := c.begin(c.label, "Notify", "_ _", kind, o)
	s := c.inner.Notify(kind, o)
	call.end(s)
	return s
}

func (c *v1CompletionQueue) GetResults(results []*nd1.Result) uintptr {
	call := c.begin(c.label, "GetResults", "room", len(results))
	n := c.inner.GetResults(results)
	if n > uintptr(len(results)) {
		c.reject("INDCompletionQueue::GetResults returned %d for an array of %d", n, len(results))
		n = uintptr(len(results))
	}
	call.polled(n == 0, copies(results[:n]))
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
		list[i].at = r
		if r != nil {
			list[i].Result = *r
		}
	}
	return list
}
