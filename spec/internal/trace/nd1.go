package trace

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// ND1 is [Provider] for NetworkDirect v1.
func ND1(r *Recorder, p nd1.Provider, whose string) nd1.Provider {
	return &nd1Provider{unknown{r, r.provider("nd1-provider", whose), p}, p}
}

type nd1Provider struct {
	unknown
	inner nd1.Provider
}

func (p *nd1Provider) QueryAddressList(list *nd2.SocketAddressList, size *uintptr) nd2.Status {
	call := p.begin(p.label, "QueryAddressList", "")
	s := p.inner.QueryAddressList(list, size)
	call.end(s)
	return s
}

func (p *nd1Provider) OpenAdapter(address []byte, adapter *nd1.Adapter) nd2.Status {
	call := p.begin(p.label, "OpenAdapter", "_", sockaddr(address))
	s := p.inner.OpenAdapter(address, adapter)
	call.end(s)
	replace(adapter, func(a nd1.Adapter) nd1.Adapter {
		return &nd1Adapter{p.nd1("nd1-adapter", a), a}
	})
	return s
}

// replace puts a traced object in the place of one that came out of the provider.
func replace[T any](out *T, traced func(T) T) {
	if out != nil && any(*out) != nil {
		*out = traced(*out)
	}
}

// innerND1 is Unwrap for an object of a known interface.
func innerND1[T nd2.Unknown](object T) T {
	if inner, ok := Unwrap(object).(T); ok {
		return inner
	}
	return object
}

type overlappingND1 struct {
	unknown
	inner nd1.Overlapping
}

func (r *Recorder) nd1(kind string, inner nd1.Overlapping) overlappingND1 {
	return overlappingND1{unknown{r, r.name(kind), inner}, inner}
}

func (o *overlappingND1) CancelOverlappedRequests() nd2.Status {
	call := o.begin(o.label, "CancelOverlappedRequests", "")
	s := o.inner.CancelOverlappedRequests()
	call.end(s)
	return s
}

func (o *overlappingND1) GetOverlappedResult(ov *nd2.Overlapped, bytesTransferred *uintptr, wait bool) nd2.Status {
	call := o.begin(o.label, "GetOverlappedResult", "_ wait?", ov, wait)
	call.mayWait(wait)
	s := o.inner.GetOverlappedResult(ov, bytesTransferred, wait)
	call.polled(s == nd2.Pending, s)
	return s
}

type nd1Listen struct {
	overlappingND1
	inner nd1.Listen
}

func (l *nd1Listen) GetConnectionRequest(connector nd1.Connector, o *nd2.Overlapped) nd2.Status {
	call := l.begin(l.label, "GetConnectionRequest", "_ _", connector, o)
	s := l.inner.GetConnectionRequest(innerND1(connector), o)
	call.end(s)
	return s
}

type nd1CompletionQueue struct {
	overlappingND1
	inner nd1.CompletionQueue
}

func (c *nd1CompletionQueue) Resize(entries uintptr) nd2.Status {
	call := c.begin(c.label, "Resize", "depth", entries)
	s := c.inner.Resize(entries)
	call.end(s)
	return s
}

func (c *nd1CompletionQueue) Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	call := c.begin(c.label, "Notify", "_ _", kind, o)
	s := c.inner.Notify(kind, o)
	call.end(s)
	return s
}

func (c *nd1CompletionQueue) GetResults(results []*nd1.Result) uintptr {
	call := c.begin(c.label, "GetResults", "room", len(results))
	n := c.inner.GetResults(results)
	if n > uintptr(len(results)) {
		c.reject("INDCompletionQueue::GetResults returned %d for an array of %d", n, len(results))
		n = uintptr(len(results))
	}
	call.polled(n == 0, copies(results[:n]))
	return n
}

// An nd1Result is a result as it was handed back.
type nd1Result struct {
	at *nd1.Result
	nd1.Result
}

func copies(results []*nd1.Result) []nd1Result {
	list := make([]nd1Result, len(results))
	for i, r := range results {
		list[i].at = r
		if r != nil {
			list[i].Result = *r
		}
	}
	return list
}
