package recorded

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// list are the noted lines, oldest first. Those that are complete are passed on, so that a recording may have any
// number of them.
type list struct {
	lines []Line
	// first is the number of the first kept line, and ends how many lines have ended.
	first, ends int
	// woken are the lines of Notifies that have ended, by their queues, as long as nobody knows what was taken then.
	woken map[string]int
	// pass takes those that are complete; nil keeps all.
	pass func(Line)
}

// mostHeld is how many lines are kept behind a call that has not returned.
const mostHeld = 1 << 12

// open is the end of a line that has none yet.
const open = -1

// begin adds a call that begins, and returns its number.
func (l *list) begin(c Call, thread uint32) int {
	n := l.first + len(l.lines)
	c.Status = AnyStatus
	l.lines = append(l.lines, Line{Call: c, Number: n + 1, Index: n, Thread: thread, After: l.ends, End: open})
	return n
}

// at is a call that is kept.
func (l *list) at(n int) *Line { return &l.lines[n-l.first] }

// ended notes that a call has ended. Its outcome is known.
func (l *list) ended(n int) {
	if line := l.at(n); line.End == open {
		line.End = l.ends
		l.ends++
	}
	l.flush(mostHeld)
}

// wakes notes that a Notify of a queue has ended, and took that results were taken from it, or that none were before
// the next Notify.
func (l *list) wakes(queue string, n int) {
	if l.pass == nil {
		return
	}
	if l.woken == nil {
		l.woken = map[string]int{}
	}
	l.took(queue, nil)
	l.woken[queue] = n
}

func (l *list) took(queue string, results []nd2.Result) {
	n, ok := l.woken[queue]
	delete(l.woken, queue)
	if !ok || n < l.first {
		return
	}
	l.at(n).Idle = !slices.ContainsFunc(results, func(r nd2.Result) bool { return !Ends(r.Status) })
}

// Ends reports whether a request has a status because its connection has ended.
func Ends(s nd2.Status) bool { return s == nd2.Canceled || s == nd2.IOTimeout }

// complete reports whether all is known of the oldest line.
func (l *list) complete() bool {
	if n, ok := l.woken[l.lines[0].On]; ok && n == l.first {
		return false
	}
	return l.lines[0].End != open
}

// flush passes on what is complete, and what there are more than held lines behind.
func (l *list) flush(held int) {
	for l.pass != nil && len(l.lines) > 0 && (l.complete() || len(l.lines) > held) {
		line := l.lines[0]
		if line.End == open {
			line.End = l.ends
			l.ends++
		}
		l.lines, l.first = l.lines[1:], l.first+1
		l.pass(line)
	}
}
