package judge

import (
	"fmt"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// endedBy says what ends a request, and whose fault it is that it has not ended.
func (p *pending) endedBy(w *Wait) {
	switch {
	case p.mute():
		w.Ends = fmt.Sprintf("the provider alone: the request has ended with %v, and its event was not set", p.final)
		if e, _ := requirement.Lookup(requestRule(p, "overlapped.notification.pending", "notified-once")); e.Level ==
			requirement.Must {
			w.breaks(&step{k: p.k, o: p.object}, providers(e), p.object, notSet, p, p.final)
		}
	case p.sets > p.phases || p.packets > p.phases:
		w.Heard = p.heard
		if w.Kind == Unasked {
			w.Ends = "GetOverlappedResult, which nobody has called since it was notified"
			return
		}
		w.Ends = "the provider alone: it has notified of the request's end"
		w.Likely = "the provider has notified of the end, and GetOverlappedResult has not returned"
	case p.canceled:
		w.Ends = "the provider alone: the request was canceled"
	case endings[p.method] == nil:
		w.Ends = "the provider alone"
	default:
		w.Ends = endings[p.method](p)
		p.blame(w)
	}
}

// endings say what ends a request of a method; those that are not here the provider ends alone.
var endings = map[string]func(*pending) string{
	calls.CQNotify: (*pending).endsNotify,
	calls.SRQNotify: func(p *pending) string {
		return "messages that take Receives of " + p.object.name + ", until fewer are left than its threshold"
	},
	calls.ConnectorConnect:             (*pending).endsConnect,
	calls.ConnectorAccept:              (*pending).endsAccept,
	calls.ConnectorCompleteConnect:     func(*pending) string { return "the answer of the peer's provider" },
	calls.ConnectorDisconnect:          func(*pending) string { return "the answer of the peer's provider" },
	calls.ConnectorNotifyDisconnect:    (*pending).endsNotifyDisconnect,
	calls.ListenerGetConnectionRequest: (*pending).endsGetRequest,
	calls.MRDeregister: func(p *pending) string {
		if m := p.object.region; m != nil && m.users > 0 {
			return fmt.Sprintf("the provider, and perhaps the results of %s that use the region", plural.Of(m.users, "request"))
		}
		return "the provider alone"
	},
}

func (p *pending) endsNotify() string {
	o, q := p.object, p.object.queue
	text := "a result that comes to " + o.name
	switch p.notify {
	case nd2.NotifySolicited:
		text += " and is solicited, or of a failure"
	case nd2.NotifyErrors:
		text = "an error of " + o.name + ", or a failure that comes there"
	}
	switch n := int(p.k.queuedAt(o)); {
	case n > 0:
		text += fmt.Sprintf("; %s%s there already", plural.Of(n, "result"), plural.Word(n, " is", " are"))
		if p.noticed {
			text += ": take results before you wait"
		}
	case p.undrained && q.polls == p.polls:
		text += "; some may be there already: GetResults had filled its array, and was not called again"
	case q.possible == 0 && !q.shares && q.used:
		text += ", and no request is outstanding whose result could"
	case !q.used:
		text += ", and no request was posted whose result could"
	}
	return text
}

// queuedAt is how many results are in a completion queue at least: those of messages that have arrived.
func (k *Checker) queuedAt(o *object) (n uint64) {
	k.arrivals(o, func(far, own *messages) { n += far.delivered - min(far.delivered, own.received) })
	return n
}

// latestAt is when the latest of the messages was posted that have arrived at a completion queue.
func (k *Checker) latestAt(o *object) (at uint64) {
	k.arrivals(o, func(far, _ *messages) { at = max(at, far.latest) })
	return at
}

// arrivals goes through the queue pairs whose messages come to a completion queue, where the program has both ends.
func (k *Checker) arrivals(o *object, f func(far, own *messages)) {
	for at, pair := range k.pairs {
		q := pair.pair
		if at.receives && at.queue == o && q.far != nil && !q.messages.unmatched && !pair.severed() {
			f(&q.far.pair.messages, &q.messages)
		}
	}
}

func (p *pending) endsConnect() string {
	c, e := p.object.connector, p.object.endpoint
	if c == nil || !e.destination.IsValid() {
		return "Accept or Reject by the peer"
	}
	l := c.offer.listener
	if l == nil {
		return fmt.Sprintf("Accept or Reject at %v, where this program does not listen", e.destination)
	}
	for _, o := range p.k.oldestFirst() {
		if other := o.connector; other != nil && other.from == l && !other.answering && o.turning == 0 {
			return fmt.Sprintf("Accept or Reject by %s, which %s has given the request", o.name, l.name)
		}
	}
	if (&step{k: p.k}).going(l) {
		return fmt.Sprintf("Accept or Reject at %v, where %s waits for the request", e.destination, l.name)
	}
	return fmt.Sprintf("Accept or Reject at %v, where %s listens, and GetConnectionRequest is not called",
		e.destination, l.name)
}

func (p *pending) endsAccept() string {
	c := p.object.connector
	if c == nil {
		return "CompleteConnect by the peer"
	}
	for _, o := range p.k.oldestFirst() {
		other := o.connector
		if other == nil || !other.asking || other.completing || o.gone {
			continue
		}
		if c.offer.peer == o || c.offer.peer == nil && c.from != nil && other.offer.listener == c.from {
			return "CompleteConnect by the peer: " + o.name + " has not called it"
		}
	}
	return "CompleteConnect by the peer"
}

func (p *pending) endsNotifyDisconnect() string {
	const text = "Disconnect by the peer, or the end of its process"
	c := p.object.connector
	if c == nil || c.offer.peer == nil || c.offer.peer.connector.leaving || c.offer.peer.gone {
		return text
	}
	return text + ": " + c.offer.peer.name + " has not called it"
}

func (p *pending) endsGetRequest() string {
	if at, known := p.object.place(); known {
		return fmt.Sprintf("a Connect to %v", at)
	}
	return "a Connect to where it listens"
}

// blame says whose fault it is that a request has not ended.
func (p *pending) blame(w *Wait) {
	q := p.object.queue
	if q == nil || p.method != calls.CQNotify {
		return
	}
	s := &step{k: p.k, o: p.object}
	switch {
	case p.owed:
		e, _ := requirement.Lookup("cq.notify.nd-success")
		w.breaks(s, providers(e), p.object, "a result came while %s was pending, and it has not ended", p)
	case w.Kind == Underway && p.undrained && q.polls == p.polls && !q.several:
		w.breaks(s, programs("client.completion-queue.not-drained"), p.object, notDrained)
	case p.notify == nd2.NotifyAny && p.k.queuedAt(p.object) > 0 && (!p.noticed || p.k.latestAt(p.object) > p.returnedAt):
		w.Likely = "the provider: a Send to a queue pair of " + p.object.name + " has succeeded, so there is a result that " +
			"no notification announced, and Notify has not ended"
	}
}

const notSet = "%s has ended with %v, and its event was never set"

// breaks notes what is found if nothing more happens.
func (w *Wait) breaks(s *step, f Finding, of *object, format string, args ...any) {
	f = s.told(f, of, format, args)
	w.Breaks = &f
}

// waitsFor says what requests of one type on a queue wait for.
func waitsFor(o *object, list []*request) Wait {
	first := list[0]
	w := Wait{Kind: Posted, On: o.name, Mark: first.mark}
	w.What = fmt.Sprintf("%v with context %#x", first.kind, first.context)
	if n := len(list); n > 1 {
		w.What = fmt.Sprintf("%d %ss, the first with context %#x", n, first.kind, first.context)
	}
	switch {
	case o.pair != nil && (o.pair.stopping || o.pair.broken):
		w.Ends = "the provider alone, which cancels it: the queue pair was flushed or disconnected, or has failed"
	case first.kind == nd2.RequestSend:
		w.Ends = o.endsSend()
	case first.kind == nd2.RequestReceive:
		w.Ends = o.endsReceive()
	case first.kind == nd2.RequestRead || first.kind == nd2.RequestWrite:
		w.Ends = "the answer of the peer's adapter"
	default:
		w.Ends = "the adapter alone"
	}
	w.Ends += o.untaken(list[len(list)-1])
	w.Likely = o.likely(first)
	return w
}

func (o *object) endsSend() string {
	if o.pair == nil || o.pair.far == nil || o.severed() {
		return "a Receive at the peer"
	}
	far := o.pair.far
	if far.pair.shared != nil {
		return fmt.Sprintf("a Receive at %s, of %s", far.name, far.pair.shared.name)
	}
	if n := int(far.pair.waitingReceives); n > 0 {
		return fmt.Sprintf("a Receive at %s, where %s", far.name, fmt.Sprintf("%d %s posted", n, plural.Word(n, "is", "are")))
	}
	return "a Receive at " + far.name + ", where none is posted"
}

func (o *object) endsReceive() string {
	if o.pair == nil || o.pair.far == nil || o.severed() {
		return "a Send by the peer"
	}
	far, own := o.pair.far, &o.pair.messages
	if n := int(far.pair.messages.delivered) - int(own.received); n > 0 && !own.unmatched {
		return fmt.Sprintf("GetResults: %d %s in %s already, since messages of %s have arrived", n,
			plural.Word(n, "result is", "results are"), o.pair.receiveQueue.name, far.name)
	}
	return fmt.Sprintf("a Send by %s, which has sent %s so far; %d %s received", far.name,
		plural.Of(int(far.pair.messages.sent), "message"), own.received, plural.Word(int(own.received), "was", "were"))
}

// untaken says where the result of a request comes to, and whether anybody has looked.
func (o *object) untaken(r *request) string {
	if o.pair == nil {
		return ""
	}
	to := o.pair.initiatorQueue
	if r.kind == nd2.RequestReceive {
		to = o.pair.receiveQueue
	}
	if to == nil || to.queue == nil || to.queue.notifying > 0 || to.queue.emptied > r.returned {
		return ""
	}
	return fmt.Sprintf("; or its result is in %s, which was not polled since", to.name)
}
