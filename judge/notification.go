package judge

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge/event"
)

// Set implements [nd2.Event]: the provider notifies of the request's end.
func (p *pending) Set() {
	p.k.mu.Lock()
	p.k.recordNotification(event.Notification{Request: p.number})
	p.sets++
	p.notified()
	to := p.client.Event
	p.client.Internal, p.client.InternalHigh = p.Internal, p.InternalHigh
	p.k.unlock()
	if to != nil {
		to.Set()
	}
}

// Reset implements [nd2.Event].
func (p *pending) Reset() {
	p.k.mu.Lock()
	p.k.recordNotification(event.Notification{Request: p.number, Reset: true})
	p.resets++
	if p.sets > p.phases {
		p.phases++
	}
	to := p.client.Event
	p.k.mu.Unlock()
	if to != nil {
		to.Reset()
	}
}

// WithoutPacket reports whether the client's event wants no packet. See providers.COM.
func (p *pending) WithoutPacket() bool {
	e, ok := p.client.Event.(interface{ WithoutPacket() bool })
	return ok && e.WithoutPacket()
}

// notified looks at a notification that has come.
func (p *pending) notified() {
	s := p.k.step()
	defer p.k.done(s)
	s.o, s.pending = p.object, p
	p.k.notifications++
	p.k.heard = max(p.k.heard, p.began)
	if p.k.mark != nil {
		p.heard = p.k.mark(nil).At
	}
	for _, check := range notificationChecks {
		check(s)
	}
	if q := p.object.queue; q != nil && p.method == calls.CQNotify {
		q.notified = true
	}
}
