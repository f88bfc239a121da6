package soak

import (
	"fmt"
	"slices"
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// An event is the one by which the end of a request is signaled.
type event chan struct{}

// Set implements [nd2.Event].
func (e event) Set() {
	select {
	case e <- struct{}{}:
	default:
	}
}

// Reset implements [nd2.Event].
func (e event) Reset() {
	select {
	case <-e:
	default:
	}
}

// A request is an overlapped request.
type request struct {
	nd2.Overlapped
	signal   event
	object   nd2.Overlapping
	what     string
	rules    string
	returned nd2.Status
}

// start makes a request; rules are those that it breaks if it does not end as it must.
func start(object nd2.Overlapping, what, rules string, call func(*nd2.Overlapped) nd2.Status) *request {
	q := &request{signal: make(event, 1), object: object, what: what, rules: rules}
	q.Event = q.signal
	q.returned = call(&q.Overlapped)
	return q
}

// end waits for the request's end, which must be one of the statuses.
func (q *request) end(limit time.Duration, allowed ...nd2.Status) *model.Violation {
	status := q.returned
	waited := timeout.New(limit)
	tick := time.NewTicker(waited.Period())
	defer tick.Stop()
	for over := false; status == nd2.Pending; {
		select {
		case <-q.signal:
			status = q.object.GetOverlappedResult(&q.Overlapped, false)
		case <-tick.C:
			over = waited.Over()
		}
		if over && status == nd2.Pending {
			return model.Violates(q.rules+" overlapped.notification.pending", q.what+" to end", "it has not")
		}
	}
	if !slices.Contains(allowed, status) {
		return model.Violates(q.rules, fmt.Sprintf("%s to end with %v", q.what, allowed), "it ended with %v", status)
	}
	return nil
}
