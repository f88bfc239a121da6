package judge

import (
	"reflect"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/nd2"
)

// A signal is the provider's event in place of one of the client's, and tells which request is notified.
type signal struct {
	k      *Checker
	client nd2.Event
	// of are the requests that it may notify: one, but for [Checker.KeepValues]. The checker's lock guards it.
	of []*pending
}

// signal returns the event for a request. A client's event keeps its signal, unless an earlier request may still set
// it, or the event has no address by which the checker recognizes it.
func (k *Checker) signal(client nd2.Event, of *pending) *signal {
	if !known(client) {
		of.own = signal{k, client, append(of.own.of[:0], of)}
		return &of.own
	}
	e := k.signals[client]
	if e != nil {
		e.of = slices.DeleteFunc(e.of, func(p *pending) bool { return p == of || p.reusable() })
	}
	if e == nil || len(e.of) > 0 && !k.keeps {
		e = &signal{k: k, client: client}
		if len(k.signals) == mostRequests {
			clear(k.signals)
		}
		k.signals[client] = e
	}
	e.of = append(e.of, of)
	if len(e.of) > 1 {
		for _, p := range e.of {
			p.blurred = true
		}
	}
	return e
}

// left forgets what tells a request that has ended after the release of its object.
func (k *Checker) left(p *pending) {
	if p.object.gone {
		k.forgetGiven(p)
		p.unsignal()
	}
}

// unsignal makes the event forget a spent request, so that the provider gets the same event for the next one.
func (p *pending) unsignal() {
	e, ok := p.Event.(*signal)
	if !ok || !p.spent() {
		return
	}
	e.of = slices.DeleteFunc(e.of, func(of *pending) bool { return of == p })
}

// known reports whether an event or a port of the client's is known again by its address.
func known(object any) bool {
	_, stands := object.(StandIn)
	return !stands && reflect.TypeOf(object).Kind() == reflect.Pointer
}

// Set implements [nd2.Event]: the provider notifies of the request's end.
func (e *signal) Set() {
	e.k.mu.Lock()
	for _, p := range slices.Backward(e.of) {
		p.set()
		e.k.left(p)
	}
	client := e.client
	e.k.unlock()
	client.Set()
}

// Reset implements [nd2.Event].
func (e *signal) Reset() {
	e.k.mu.Lock()
	for _, p := range e.of {
		p.reset()
	}
	client := e.client
	e.k.mu.Unlock()
	client.Reset()
}

// WithoutPacket reports whether the client's event wants no packet. See providers.COM.
func (e *signal) WithoutPacket() bool { return withoutPacket(e.client) }

func withoutPacket(e nd2.Event) bool {
	asks, ok := e.(interface{ WithoutPacket() bool })
	return ok && asks.WithoutPacket()
}

// set notes that the request's event is set. The checker is locked.
func (p *pending) set() {
	if p.blurred {
		p.sets = p.phases + 1
		return
	}
	p.k.recordNotification(event.Notification{Request: p.number})
	p.sets++
	p.notified()
	p.tell()
}

func (p *pending) reset() {
	p.k.recordNotification(event.Notification{Request: p.number, Reset: true})
	p.resets++
	if p.sets > p.phases && !p.blurred {
		p.phases++
	}
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
