package fabric

import "slices"

// A client that polls and finds something mostly sends something next. So if a poll leaves
// only acknowledgements to send, these are postponed, and share the next system call. They
// wait until a port of this process sends, a client polls in vain, or a line's goroutine
// stops standing aside.

// mostPostponed is how many acknowledgements a line postpones.
const mostPostponed = 8

// postpone leaves the line's outbox to the next caller, if that is allowed.
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

// resume adds the postponed lines. The network is locked.
func (n *core) resume(w *Work) {
	if n.postponed.lines != nil {
		w.add(n.postponed)
		n.postponed = Work{}
	}
}

// enqueue puts a frame into the outbox. Where the system can cut a send into several
// datagrams, a request goes before a shorter, independent acknowledgement. Elsewhere that
// gains nothing; and programs on Windows disconnect when an answer has come, and trust that
// their request was acknowledged before. Connection management, where the order matters,
// uses other paths.
func (l *line) enqueue(f *Frame) {
	l.outbox = append(l.outbox, f)
	if last := len(l.outbox) - 1; cuts && last > 0 && f.request {
		if a := l.outbox[last-1]; a.answer && a.Path == f.Path && a.end-a.start < f.end-f.start {
			l.outbox[last-1], l.outbox[last] = f, a
			f.number, a.number = a.number, f.number
		}
	}
}
