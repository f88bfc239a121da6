package event

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A Folder passes events on, and counts calls that ask for something again and again, and get nothing. A
// program that waits makes millions of these a second.
type Folder struct {
	// To takes the events that are left.
	To func(Event)

	latest  poll  // of the latest event that was passed on, if that was such a call's return
	calling poll  // the latest poll that began
	held    *Call // that has begun, and is not passed on
	again   uint64
}

// A poll is a call that asks whether something has come.
type poll struct {
	on, method string
	overlapped uint64
	room       int
	number     uint64
}

// pollOf returns the poll that a call is; it has no method if the call is none.
func pollOf(c *Call) (p poll) {
	switch {
	case c.Method == calls.CQGetResults:
		return poll{on: c.On, method: c.Method, room: c.Room}
	case c.Method == calls.GetOverlappedResult && !c.Wait && c.Overlapped != nil:
		return poll{on: c.On, method: c.Method, overlapped: c.Overlapped.At}
	}
	return p
}

// nothing reports whether a poll has come to nothing.
func (p poll) nothing(r *Return) bool {
	if p.method == calls.CQGetResults {
		return r.Count == 0
	}
	return r.Status == nd2.Pending
}

// Take passes an event on, or keeps it.
func (f *Folder) Take(e Event) {
	switch {
	case e.Call != nil && f.held == nil && f.latest.method != "" && pollOf(e.Call) == f.latest:
		f.held = e.Call
		return
	case e.Return != nil && f.held != nil && e.Return.Number == f.held.Number && f.latest.nothing(e.Return):
		f.held = nil
		f.again++
		return
	}
	f.Flush()
	f.To(e)
	switch {
	case e.Call != nil:
		f.calling = pollOf(e.Call)
		f.calling.number = e.Call.Number
	case e.Return != nil && f.calling.method != "" && e.Return.Number == f.calling.number && f.calling.nothing(e.Return):
		f.latest = f.calling
		f.latest.number = 0
		return
	default:
		f.calling = poll{}
	}
	f.latest = poll{}
}

// Flush passes on what is kept.
func (f *Folder) Flush() {
	if f.again > 0 {
		f.To(Event{Again: f.again})
	}
	if f.held != nil {
		f.To(Event{Call: f.held})
	}
	f.held, f.again = nil, 0
}
