package judge

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// Quiet says that no call is under way, that the client has taken what there was, and that everybody was waited for:
// what has not come by now never comes. What the provider owes then is found.
func (k *Checker) Quiet() {
	k.mu.Lock()
	defer k.unlock()
	s := k.step()
	defer k.done(s)
	for _, p := range k.owing() {
		for _, owes := range quietChecks {
			owes(s, p)
		}
	}
}

// Never says that a request has not ended, for which the client has waited, while others may be under way. It is found
// if it had to fail.
func (k *Checker) Never(o *nd2.Overlapped) {
	k.mu.Lock()
	defer k.unlock()
	s := k.step()
	defer k.done(s)
	if p := k.overlapped[identityOf(o)]; p != nil {
		neverRefused(s, p)
	}
}

// Owes reports whether there is something that [Checker.Quiet] would find. It allocates nothing if there is not.
func (k *Checker) Owes() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.silent = slices.DeleteFunc(k.silent, func(p *pending) bool { return !p.unsettled() })
	for o := range k.alive {
		if slices.ContainsFunc(o.requests, (*pending).owes) {
			return true
		}
	}
	return slices.ContainsFunc(k.silent, (*pending).owes)
}

// owing lists the requests with something to come, in the order of their calls.
func (k *Checker) owing() (list []*pending) {
	for o := range k.alive {
		list = append(list, o.requests...)
	}
	list = slices.DeleteFunc(append(list, k.silent...), func(p *pending) bool { return !p.owes() })
	slices.SortFunc(list, func(a, b *pending) int { return int(a.number) - int(b.number) })
	return list
}

// owes reports whether something must come of the request.
func (p *pending) owes() bool {
	return p.owesWakeup() || p.inVain() || p.owesEvent() || p.owesPacket() || p.owesRefusal() || p.left()
}

// quietChecks are those of each request that owes something when all is quiet.
var quietChecks = []func(*step, *pending){lostWakeup, notReleased, canceledInVain, neverSet, noPacket, neverRefused}

func (p *pending) owesWakeup() bool { return p.owed && !p.canceled && p.going() }

// lostWakeup: a result that comes while a Notify is pending, and satisfies it, ends it.
func lostWakeup(s *step, p *pending) {
	if p.owesWakeup() {
		s.breach("cq.notify.no-lost-wakeup", p.object, "a result came while %s was pending, and it has not ended", p)
	}
}

// left reports whether a Notify has not ended that a later one's success has ended, too. With the queue it may go.
func (p *pending) left() bool { return p.forgotten() && !p.object.gone }

// notReleased: what ends a Notify ends those of its type that were outstanding when it began.
func notReleased(s *step, p *pending) {
	if p.left() {
		s.breach("cq.notify.releases-every-request", p.object, "%s has not ended, and a later one ended with success", p)
	}
}

// canceledInVain: a request that was canceled ends.
func canceledInVain(s *step, p *pending) {
	if !p.inVain() {
		return
	}
	rule := "overlapped.canceloverlappedrequests.nd-success"
	if p.method == calls.CQNotify {
		rule = "cq.notify.cancel-ends-all"
	}
	s.breach(rule, p.object, "%s was canceled, and has not ended", p)
}

// owesEvent reports whether a request whose end the client knows has not set its event.
func (p *pending) owesEvent() bool {
	return p.known && p.event && p.returned == nd2.Pending && p.sets <= p.phases
}

// neverSet: a request that was pending sets its event when it ends.
func neverSet(s *step, p *pending) {
	if p.owesEvent() {
		s.breach(requestRule(p, "overlapped.notification.pending", "notified-once"), p.object, notSet, p, p.final)
	}
}

// owesPacket reports whether a request whose end the client knows has not posted its packet.
func (p *pending) owesPacket() bool {
	return p.known && p.returned == nd2.Pending && !p.packetless && p.packets <= p.phases && !p.object.file.state.gone
}

// noPacket: a request that was pending posts a packet when it ends.
func noPacket(s *step, p *pending) {
	if !p.owesPacket() {
		return
	}
	rule := requestRule(p, "overlapped.notification.pending", "notified-once")
	if !p.event {
		rule = "overlapped.notification.without-event"
	}
	s.breach(rule, p.object, "%s has ended with %v, and no packet came", p, p.final)
}

// owesRefusal reports whether a request that must fail pends.
func (p *pending) owesRefusal() bool {
	return p.mustFail != nil && !p.canceled && p.going() && !p.establishing()
}

// neverRefused: a request that must fail ends.
func neverRefused(s *step, p *pending) {
	if p.owesRefusal() {
		s.breach(p.mustFail.ID, p.object, "%s has not ended, although %s", p, p.why)
	}
}
