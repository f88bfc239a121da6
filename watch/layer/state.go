package layer

import (
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/watch/record"
)

const (
	// pulse is how long nothing must happen before what is under way is written: a hanging program may be killed at
	// any time.
	pulse = 100 * time.Millisecond
	// busy is how often it is written while something happens.
	busy = time.Second
	// mostWaits limits the list of what is under way.
	mostWaits = 100
)

// A heart is the goroutine that writes what is under way.
type heart struct {
	over, stopped chan struct{}
	once          sync.Once
}

func (h *heart) start(l *Layer) {
	h.over, h.stopped = make(chan struct{}), make(chan struct{})
	go h.beat(l)
}

func (h *heart) stop() {
	h.once.Do(func() { close(h.over) })
	<-h.stopped
}

// beat writes what is under way when it has changed and nothing happens for a moment, or busy is over, and once more
// when nothing has happened for long.
func (h *heart) beat(l *Layer) {
	defer close(h.stopped)
	tick := time.NewTicker(pulse)
	defer tick.Stop()
	var p pace
	for {
		select {
		case <-h.over:
			return
		case <-tick.C:
		}
		if still, due := p.due(l.Happened(), time.Now()); due {
			l.flush()
			s := l.state()
			s.Still = still.Seconds()
			l.writeState(s)
		}
	}
}

// A pace says when to write what is under way.
type pace struct {
	seen, written      uint64    // the count of events at the last pulse, and when last written
	changed, wrote     time.Time // when that was first seen, and when last written
	confirmed, started bool      // confirmed says that the program's stop was written
}

// due takes the count of events at a pulse.
func (p *pace) due(happened uint64, now time.Time) (still time.Duration, due bool) {
	if happened != p.seen || !p.started {
		p.seen, p.changed, p.started = happened, now, true
	}
	still = now.Sub(p.changed)
	stopped := still >= record.Still*time.Second
	switch {
	case happened == 0:
	case p.written != happened:
		due = still >= pulse || p.confirmed || now.Sub(p.wrote) >= busy
	default:
		due = stopped && !p.confirmed
	}
	if due {
		p.written, p.wrote, p.confirmed = happened, now, stopped
	}
	return still, due
}

// mark marks a call, or a notification if c is nil.
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

// now is the layer's clock, in nanoseconds.
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

// lastState writes what is under way when no more calls follow: a program may exit because something does not end.
func (l *Layer) lastState() {
	if s := l.state(); len(s.Waiting) > 0 {
		l.writeState(s)
	}
}
