package calls

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A ProxyOverlapped is the provider's OVERLAPPED in place of a client's, for one request. It is also its
// event, so that every notification passes here.
type ProxyOverlapped struct {
	nd2.Overlapped
	// Object is the request's object.
	Object *Object
	// Number increases with each request.
	Number uint64
	// Method is the request's method; NotifyType is for [CQNotify].
	Method     string
	NotifyType nd2.NotifyType
	// Client is the client's OVERLAPPED.
	Client *nd2.Overlapped

	mu sync.Mutex
	// signaled says that the provider has notified, and told that the client's OVERLAPPED has the status.
	signaled, told bool
	// muted drops the notifications, and leaves the request pending forever.
	muted bool
	// forced, if not nil, replaces the provider's final status.
	forced *nd2.Status
	// hidden sets Internal of the client's OVERLAPPED to 0 at the end.
	hidden bool
}

// requests makes a call with an OVERLAPPED.
func (c *Call) requests() nd2.Status {
	switch {
	case c.layer.transparent:
		return c.made()
	case c.Method == GetOverlappedResult:
		c.Proxy = c.proxyOf(c.Overlapped)
		return c.made()
	case c.Overlapped == nil:
		return c.made()
	}
	p := c.newProxy(c.Method, c.NotifyType, c.Overlapped)
	c.Remember(p)
	c.Proxy = p
	status := c.made()
	if status != nd2.Pending {
		p.Object.drop(p)
	}
	return status
}

// overlapped is the provider's OVERLAPPED.
func (c *Call) overlapped() *nd2.Overlapped {
	if c.Proxy != nil {
		return &c.Proxy.Overlapped
	}
	return c.Overlapped
}

func (o *Object) newProxy(method string, kind nd2.NotifyType, client *nd2.Overlapped) *ProxyOverlapped {
	p := &ProxyOverlapped{Object: o, Number: o.layer.number(), Method: method, NotifyType: kind, Client: client}
	p.Event = p
	return p
}

// Remember makes p the request that GetOverlappedResult asks about for its client's OVERLAPPED.
func (o *Object) Remember(p *ProxyOverlapped) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.requests == nil {
		o.requests = map[*nd2.Overlapped]*ProxyOverlapped{}
	}
	o.requests[p.Client] = p
}

func (o *Object) drop(p *ProxyOverlapped) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.requests[p.Client] == p {
		delete(o.requests, p.Client)
	}
}

// proxyOf returns the last request with a client's OVERLAPPED.
func (o *Object) proxyOf(client *nd2.Overlapped) *ProxyOverlapped {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.requests[client]
}

// Requests lists the object's overlapped requests, the latest of each OVERLAPPED, oldest first. The
// caller owns the slice.
func (o *Object) Requests() []*ProxyOverlapped {
	o.mu.Lock()
	defer o.mu.Unlock()
	list := slices.Collect(maps.Values(o.requests))
	slices.SortFunc(list, func(a, b *ProxyOverlapped) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// Outstanding lists the requests that the client was not yet notified of.
func (o *Object) Outstanding() []*ProxyOverlapped {
	return slices.DeleteFunc(o.Requests(), (*ProxyOverlapped).notified)
}

// Notified lists the requests that the client was notified of.
func (o *Object) Notified() []*ProxyOverlapped {
	return slices.DeleteFunc(o.Requests(), func(p *ProxyOverlapped) bool { return !p.notified() })
}

func (p *ProxyOverlapped) notified() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.signaled || p.muted || p.forced != nil
}

// Again returns another request with the client's OVERLAPPED; GetOverlappedResult does not ask about it.
// See [Object.Remember].
func (p *ProxyOverlapped) Again() *ProxyOverlapped {
	p.mu.Lock()
	defer p.mu.Unlock()
	again := p.Object.newProxy(p.Method, p.NotifyType, p.Client)
	again.hidden = p.hidden
	return again
}

// Set implements [nd2.Event]: the provider notifies of the request's end.
func (p *ProxyOverlapped) Set() {
	if p.over() {
		return
	}
	p.Object.do(&Call{Method: EventSet, Proxy: p}, func(c *Call) nd2.Status {
		c.Proxy.SetEvent()
		return nd2.Success
	})
}

// SetEvent notifies the client of the request's end by its OVERLAPPED and its event.
func (p *ProxyOverlapped) SetEvent() {
	if p.isMuted() {
		return
	}
	p.tell(p.Status())
	if p.Client.Event != nil {
		p.Client.Event.Set()
	}
}

// tell stores the final status in the client's OVERLAPPED, once: before the event, the packet or the answer of
// GetOverlappedResult, whichever comes first. The client may read it from then on.
func (p *ProxyOverlapped) tell(status nd2.Status) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.told || status == nd2.Pending {
		return
	}
	p.told = true
	if p.hidden {
		status = nd2.Success
	}
	p.Client.Internal = uintptr(status)
}

// Reset implements [nd2.Event].
func (p *ProxyOverlapped) Reset() {
	p.Object.do(&Call{Method: EventReset, Proxy: p}, func(c *Call) nd2.Status {
		if c.Proxy.Client.Event != nil {
			c.Proxy.Client.Event.Reset()
		}
		return nd2.Success
	})
}

// Force replaces an ended request's status.
func (p *ProxyOverlapped) Force(status nd2.Status) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forced = &status
}

// PostPacket posts a packet for the request's end to the completion port of the object's file, if there
// is a port.
func (p *ProxyOverlapped) PostPacket() {
	if f := p.Object.File; f != nil && !p.isMuted() {
		p.tell(p.Status())
		f.Post(p.Client)
	}
}

// Post is [ProxyOverlapped.Set] for the packet: it passes the hooks, too.
func (p *ProxyOverlapped) Post() {
	p.Object.do(&Call{Method: PortPost, Proxy: p}, func(c *Call) nd2.Status {
		c.Proxy.PostPacket()
		return nd2.Success
	})
}

// over notes the provider's notification, and reports whether to keep it from the client.
func (p *ProxyOverlapped) over() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.signaled = true
	return p.muted || p.forced != nil
}

func (p *ProxyOverlapped) isMuted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.muted
}

// Mute drops further notifications of the request, and leaves it pending.
func (p *ProxyOverlapped) Mute() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.muted = true
}

// Status is the request's final status: from [ProxyOverlapped.End] or [ProxyOverlapped.Force], or else
// the provider's.
func (p *ProxyOverlapped) Status() nd2.Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.forced != nil {
		return *p.forced
	}
	return nd2.Status(p.Internal)
}

// HideStatus sets Internal of the client's OVERLAPPED to 0 at the request's end, whatever its status.
func (p *ProxyOverlapped) HideStatus() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hidden = true
}

// End ends the request for the client, unless it has ended, whatever the provider does later.
func (p *ProxyOverlapped) End(status nd2.Status) {
	if p.forceUnlessOver(status) {
		p.SetEvent()
		p.PostPacket()
	}
}

// result is GetOverlappedResult.
func (p *ProxyOverlapped) result(inner nd2.Overlapping, wait bool) nd2.Status {
	p.mu.Lock()
	muted, forced := p.muted, p.forced
	p.mu.Unlock()
	switch {
	case muted:
		return nd2.Pending
	case forced != nil:
		p.tell(*forced)
		return *forced
	}
	status := inner.GetOverlappedResult(&p.Overlapped, wait)
	if status != nd2.Pending {
		p.tell(status)
	}
	return status
}

// forceUnlessOver sets the request's status unless it has one, and reports whether it had none.
func (p *ProxyOverlapped) forceUnlessOver(status nd2.Status) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.signaled || p.muted || p.forced != nil {
		return false
	}
	p.forced = &status
	return true
}
