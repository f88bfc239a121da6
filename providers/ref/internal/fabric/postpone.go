package fabric

import "slices"

// A client that polls and finds something most often sends something next. So what a
// poll leaves to be sent, if that is acknowledgements, is postponed until then, and
// goes in the same call of the system. It waits until a port of this process sends, a
// client polls in vain, or a line's goroutine is no longer standing aside.

// mostPostponed is how many acknowledgements a line postpones.
const mostPostponed = 8

// postpone leaves the line's outbox to whoever comes next, if that may be.
func (l *line) postpone() bool {
	n := l.network
	n.mu.Lock()
	defer n.mu.Unlock()
	request := func(f *Frame) bool { return !f.answer }
	if !l.aside || len(l.outbox) > mostPostponed || slices.ContainsFunc(l.outbox, request) {
		return false
	}
	n.postponed.pushLine(l)
	return true
}

// resume adds the lines that have postponed. The network is locked.
func (n *core) resume(w *Work) {
	if n.postponed.lines != nil {
		w.add(n.postponed)
		n.postponed = Work{}
	}
}

// enqueue puts a frame into the outbox: where the system can cut them from one send, a
// request before an acknowledgement that is shorter, which is independent of it. Elsewhere
// nothing is won by it, and programs of Windows disconnect when an answer has come, in
// trust that what it answers has been acknowledged before. Connection management, for which
// the order counts, has paths of its own.
func (l *line) enqueue(f *Frame) {
	l.outbox = append(l.outbox, f)
	if last := len(l.outbox) - 1; cuts && last > 0 && f.request {
		if a := l.outbox[last-1]; a.answer && a.Path == f.Path && a.end-a.start < f.end-f.start {
			l.outbox[last-1], l.outbox[last] = f, a
			f.number, a.number = a.number, f.number
		}
	}
}
