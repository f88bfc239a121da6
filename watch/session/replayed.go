package session

import (
	"time"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/watch/meter"
	"github.com/ndconform/ndconform/watch/record"
)

// A replayed layer's calls are checked again.
type replayed struct {
	*judge.Checker
	replay *judge.Replay
	meter  *meter.Meter // nil unless traffic is wanted
	now    time.Time
	going  map[uint64]*event.Call
	// call and ended are what Call was told last.
	call  *event.Call
	ended *event.Return
}

// sum is a layer's last entry.
func (l *replayed) sum() *record.Ended {
	ended := &record.Ended{Calls: l.Calls()}
	if l.meter != nil {
		ended.Traffic = l.meter.Traffic()
	}
	return ended
}

// ticks is the layer's clock, in nanoseconds.
func (l *replayed) ticks() int64 { return l.now.Sub(time.Time{}).Nanoseconds() }

// mostWaits limits the list of what was under way.
const mostWaits = 100

// state is what was under way at the recording's end. written is the layer's last state, which has the places.
func (l *replayed) state(written *record.State) *record.State {
	list, more := l.Waiting(mostWaits)
	s := &record.State{Calls: l.Calls(), More: more}
	for _, w := range list {
		wait := record.WaitOf(w, l.ticks())
		if written != nil {
			for _, then := range written.Waiting {
				if then.Call == wait.Call {
					wait.Place, wait.Thread = then.Place, then.Thread
				}
			}
		}
		s.Waiting = append(s.Waiting, wait)
	}
	return s
}

// show reports an ended call.
func (r *replay) show(l *replayed, e event.Event) {
	switch {
	case r.recording.Call == nil:
	case e.Call != nil:
		l.going[e.Call.Number] = e.Call
	case e.Return != nil:
		l.call, l.ended = l.going[e.Return.Number], e.Return
		r.recording.Call(l.call, l.ended, 0)
		delete(l.going, e.Return.Number)
	case e.Again > 0:
		r.recording.Call(l.call, l.ended, e.Again)
	}
}
