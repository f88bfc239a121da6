package session

import (
	"time"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/watch/meter"
	"github.com/ndconform/ndconform/watch/record"
)

// A replayed layer is one whose calls are checked again.
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

// sum is what a layer writes when it ends.
func (l *replayed) sum() *record.Ended {
	ended := &record.Ended{Calls: l.Calls()}
	if l.meter != nil {
		ended.Traffic = l.meter.Traffic()
	}
	return ended
}

// show tells a call that has ended.
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
