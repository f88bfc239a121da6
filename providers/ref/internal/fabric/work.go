package fabric

import "time"

const (
	// budget is how many frames a caller delivers before the network's goroutine takes
	// over, so that no caller works for others forever.
	budget = 1024
	// refresh is after how many frames the clock is read again.
	refresh = 16
)

// Work is ports and lines that one goroutine serves: it must make the ports' NICs
// receive, and send what the lines hold. The zero value is nothing to do.
type Work struct {
	first, last *port
	lines       *line
	// polled says that a polling client does the work, so sending may be postponed.
	polled bool
}

// Do does the work and the work that follows from it; now may be a little old. The caller
// holds no lock.
func (w Work) Do(now time.Duration) {
	w.Send()
	if w.first != nil {
		w.do(now, budget)
	}
}

func (w *Work) do(now time.Duration, frames int) {
	network := w.first.network
	for look := frames - refresh; w.first != nil; {
		if frames <= 0 {
			network.leave(*w)
			return
		}
		p := w.pop()
		frames -= 1 + len(p.taken)
		w.add(p.receiver.Receive(p.taken, now))
		w.Send()
		if frames < look {
			look, now = frames-refresh, network.now()
		}
	}
}

// Send sends the lines' outboxes; then the lines are no longer part of the work. The
// caller holds no lock.
func (w *Work) Send() {
	for w.lines != nil {
		l := w.lines
		w.lines, l.next = l.next, nil
		if !w.polled || !l.postpone() {
			l.drain()
		}
	}
}

func (w *Work) push(p *port) { w.add(Work{first: p, last: p}) }

// pushLine adds a line.
func (w *Work) pushLine(l *line) { l.next, w.lines = w.lines, l }

// add appends more.
func (w *Work) add(more Work) {
	for l := more.lines; l != nil; {
		next := l.next
		w.pushLine(l)
		l = next
	}
	switch {
	case more.first == nil:
		return
	case w.first == nil:
		w.first = more.first
	default:
		w.last.next = more.first
	}
	w.last = more.last
}

func (w *Work) pop() *port {
	p := w.first
	w.first, p.next = p.next, nil
	return p
}
