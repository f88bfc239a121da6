package fabric

import "slices"

// A client that polls and finds something most often sends something next. So if a
// poll leaves only acknowledgements to be sent, these are postponed until then, and
// go in the same system call. They wait until a port of this process sends, a client
// polls and finds nothing, or a line's goroutine no longer stands aside.

// mostPostponed is how many acknowledgements a line postpones.
const mostPostponed = 8

// postpone leaves the line's outbox to the next caller that comes, if that is allowed.
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

// enqueue puts a frame into the outbox. Where the system can cut several datagrams from one
// send, a request goes before a shorter acknowledgement, which does not depend on it.
// Elsewhere nothing would be gained by that, and programs on Windows disconnect when an
// answer has come, trusting that the request has been acknowledged before. Connection
// management, for which the order matters, has paths of its own.
func (l *line) enqueue(f *Frame) {
	l.outbox = append(l.outbox, f)
	if last := len(l.outbox) - 1; cuts && last > 0 && f.request {
		if a := l.outbox[last-1]; a.answer && a.Path == f.Path && a.end-a.start < f.end-f.start {
			l.outbox[last-1], l.outbox[last] = f, a
			f.number, a.number = a.number, f.number
		}
	}
}
