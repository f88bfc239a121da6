package judge

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/nd2"
)

// A removal is what is known of an adapter that can be removed on demand.
type removal struct {
	active int
	back   uint64 // when it was put back last
}

// Removes promises that the checker's owner reports each removal of an adapter: without a report, none is removed.
func (k *Checker) Removes() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.record != nil {
		k.record(event.Event{Removes: true})
	}
	k.removals = map[uint64]*removal{}
}

// Removed reports that an adapter will now be removed, and its undo that it is back. Handles from before stay dead.
func (k *Checker) Removed(id uint64) (undo func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	number := k.recordRemoval(event.Removal{Adapter: id})
	r := k.removals[id]
	if r == nil {
		r = new(removal)
		k.removals[id] = r
	}
	r.active++
	r.back = k.clock
	return func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.recordRemoval(event.Removal{Number: number, Adapter: id, Back: true})
		k.clock++
		r.active--
		r.back = k.clock
	}
}

// Removing has an adapter removed by remove, and is told of that and of its undo; of nothing if there is an error.
func (k *Checker) Removing(id uint64, remove func() (undo func(), err error)) (undo func(), err error) {
	back := k.Removed(id)
	putBack, err := remove()
	if err != nil {
		back()
		return nil, err
	}
	return func() {
		putBack()
		back()
	}, nil
}

// present reports whether the adapter of an object has certainly not been removed.
func (k *Checker) present(o *object) bool {
	if k.removals == nil || o.adapter == nil || o.adapter.opened == nil {
		return false
	}
	r := k.removals[o.adapter.opened.id]
	return r == nil || r.active == 0 && r.back < o.adapter.born
}

// undisturbed reports whether certainly no adapter is removed.
func (k *Checker) undisturbed() bool {
	for _, r := range k.removals {
		if r.active > 0 {
			return false
		}
	}
	return k.removals != nil
}

// causeOfRemoval: an adapter that is there was not removed.
func causeOfRemoval(s *step) {
	if s.status != nd2.DeviceRemoved || !s.k.present(s.o) && (s.o.kind != "IND2Provider" || !s.k.undisturbed() ||
		s.c.Method == calls.ProviderOpenAdapter) {
		return
	}
	of := s.c.Method
	if s.pending != nil {
		of = s.pending.method
	}
	if rule := successRules()[of]; rule != "" {
		s.breach(rule, s.o, "%s ended with %v, and the adapter was not removed", of, s.status)
	}
}

// causeOfCanceled: a notification that nobody has canceled was not.
func causeOfCanceled(s *step) {
	p := s.pending
	if p == nil || s.status != nd2.Canceled || p.known || p.canceled || s.o.gone || !s.k.present(s.o) ||
		s.o.adapter.gone {
		return
	}
	rules := map[string]string{
		calls.CQNotify: "cq.notify.nd-success", calls.SRQNotify: "srq.notify.nd-success",
	}
	if p.method == calls.ListenerGetConnectionRequest && p.with.idleSince(p.began) {
		rules[p.method] = "overlapped.canceloverlappedrequests.own-requests-only"
	}
	if rule := rules[p.method]; rule != "" {
		s.breach(rule, s.o, "%s ended with %v, and nobody has canceled it", p.method, s.status)
	}
}

// idleSince reports whether nothing was done with a connector since then.
func (o *object) idleSince(then uint64) bool {
	if o == nil || o.connector == nil || o.gone || o.canceledAt > then {
		return false
	}
	c := o.connector
	return !c.asking && !c.answering && !c.leaving
}

// resultAfterRemoval: no request succeeds that was posted after a call has said that the adapter was removed.
func resultAfterRemoval(s *step, r *nd2.Result) {
	of, a := s.request, s.o.adapter
	if of != nil && of.unfinished() && r.Status == nd2.Success && a != nil && a.removed != 0 && of.started > a.removed {
		s.breach("adapter.removed.only-cleanup", s.o, "%s succeeded after the adapter was said to be removed", of)
	}
}

// resultRemoved is causeOfRemoval of a result.
func resultRemoved(s *step, r *nd2.Result) {
	if of := s.request; of != nil && of.unfinished() && r.Status == nd2.DeviceRemoved && s.k.present(s.o) {
		s.breach("cq.getresults."+requestNames[of.kind]+".nd-success", s.o,
			"%s ended with %v, and the adapter was not removed", of,
			r.Status)
	}
}
