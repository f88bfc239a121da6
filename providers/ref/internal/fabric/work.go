package fabric

import "time"

const (
	// budget is how many frames a caller delivers before it leaves the rest to the
	// network's own goroutine, so that nobody works for the others for ever.
	budget = 1024
	// refresh is how many are delivered before the clock is looked at again.
	refresh = 16
)

// Work is ports in the hands of one goroutine, which must have their NICs receive
// what they hold. The zero value is nothing to do.
type Work struct {
	first, last *memoryPort
}

// Do does the work, and the work that comes of it; the time is about now. The
// caller holds no lock.
func (w Work) Do(now time.Duration) {
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
		if frames < look {
			look, now = frames-refresh, network.now()
		}
	}
}

func (w *Work) push(p *memoryPort) { w.add(Work{p, p}) }

// add appends more.
func (w *Work) add(more Work) {
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

func (w *Work) pop() *memoryPort {
	p := w.first
	w.first, p.next = p.next, nil
	return p
}
