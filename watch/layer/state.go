package layer

import (
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/watch/record"
)

const (
	// pulse is how long nothing must have happened for what is under way to be written: a program that hangs may be
	// ended at any time.
	pulse = 100 * time.Millisecond
	// busy is how often it is written while something happens.
	busy = time.Second
	// mostWaits is how much of what is under way is written.
	mostWaits = 100
)

// A heart is the goroutine that writes what is under way.
type heart struct {
	over, stopped chan struct{}
}

func (h *heart) start(l *Layer) {
	h.over, h.stopped = make(chan struct{}), make(chan struct{})
	go h.beat(l)
}

func (h *heart) stop() {
	close(h.over)
	<-h.stopped
}

// beat writes what is under way when it has changed, and nothing has happened since the last pulse, or it is time.
func (h *heart) beat(l *Layer) {
	defer close(h.stopped)
	tick := time.NewTicker(pulse)
	defer tick.Stop()
	var seen, written uint64
	var at time.Time
	for {
		select {
		case <-h.over:
			return
		case <-tick.C:
		}
		quiet := seen == l.Happened()
		seen = l.Happened()
		if seen == written || !quiet && time.Since(at) < busy {
			continue
		}
		written, at = seen, time.Now()
		l.flush()
		l.writeState(l.state())
	}
}

// mark marks a call, or a notification if it is nil.
func (l *Layer) mark(c *calls.Call) (m judge.Mark) {
	m.At = l.now()
	if c == nil {
		return m
	}
	if l.options.Code != nil {
		m.Code = l.options.Code(c)
	}
	if l.options.Thread != nil {
		m.Thread = l.options.Thread()
	}
	return m
}

// now is the time on the layer's clock, in nanoseconds.
func (l *Layer) now() int64 { return time.Since(l.began).Nanoseconds() }

// state is what is under way.
func (l *Layer) state() *record.State {
	list, more := l.Waiting(mostWaits)
	now := l.now()
	s := &record.State{Calls: l.Calls(), More: more}
	for _, w := range list {
		wait := record.WaitOf(w, now)
		if w.Mark.Code != 0 {
			wait.Place = l.options.Place(w.Mark.Code)
		}
		s.Waiting = append(s.Waiting, wait)
	}
	return s
}

func (l *Layer) writeState(s *record.State) { l.write(record.Entry{At: l.now(), State: s}) }

// lastState writes what is under way when no call follows: a program may exit because something does not end.
func (l *Layer) lastState() {
	if s := l.state(); len(s.Waiting) > 0 {
		l.writeState(s)
	}
}
