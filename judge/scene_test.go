package judge_test

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/nd2"
)

// A scene is a history of one completion queue, told in words.
type scene struct {
	history
	posted, taken uint64
	notifies      map[string]*event.Overlapped // of each Notify, by its name
}

// first is the number of the first request that a scene posts.
const first = 4

// tell adds what a word says:
//
//	send                    posts a request
//	result, error, flushed  takes the result of the oldest; empty finds none
//	any, solicited, errors  calls Notify; a number may follow, which tells Notifies of one type apart
//	any!                    is a Notify that ends at once
//	any=solicited           calls Notify with the OVERLAPPED of another one
//	any+, any-              the Notify has ended with success, or was canceled
//	again                   calls Notify with any's OVERLAPPED while another thread asks about any
//	overtaking              another thread asks about the former request of an OVERLAPPED while Notify is called with it
//	cancel                  cancels all Notifies
//	release, close          releases the queue pair, or the queue
//	removed                 a call says that the adapter was removed
func (s *scene) tell(word string) {
	switch word {
	case "send":
		s.posted++
		s.history = s.call("qp1", calls.QPSend, func(c *event.Call) { c.Type = nd2.RequestSend }).returns(event.Return{})
	case "result", "error", "flushed", "empty":
		s.poll(word)
	case "cancel":
		s.history = s.call("cq1", calls.CancelOverlappedRequests, nil).returns(event.Return{})
	case "removed":
		s.history = s.call("adapter1", calls.AdapterCreateMemoryWindow, nil).returns(event.Return{Status: nd2.DeviceRemoved})
	case "release":
		s.history = s.call("qp1", calls.Release, nil).returns(event.Return{})
	case "close":
		s.history = s.call("cq1", calls.Release, nil).returns(event.Return{})
	case "overtaking":
		s.history = s.notify("any", overlapped(20))
		call := s.history[len(s.history)-1].Call.Number
		s.history = s.ask(overlapped(20), nd2.Success)
		s.history = append(s.history, event.Event{Return: &event.Return{Number: call, Status: nd2.Pending}})
	case "again":
		s.history = s.call("cq1", calls.GetOverlappedResult, func(c *event.Call) { c.Overlapped = s.notifies["any"] })
		call := s.history[len(s.history)-1].Call.Number
		s.history = s.notify("any", s.notifies["any"]).returns(event.Return{Status: nd2.Pending})
		s.history = append(s.history, event.Event{Return: &event.Return{Number: call}})
	default:
		s.request(word)
	}
}

// request adds what a word says of a Notify.
func (s *scene) request(word string) {
	name := strings.TrimRight(word, "+-!")
	how := word[len(name):]
	if how == "+" || how == "-" {
		s.history = s.ask(s.notifies[name], map[string]nd2.Status{"+": nd2.Success, "-": nd2.Canceled}[how])
		return
	}
	if before, again, found := strings.Cut(name, "="); found {
		name, s.notifies[again] = again, s.notifies[before]
	} else {
		s.notifies[name] = overlapped(20 + len(s.history))
	}
	s.history = s.notify(name, s.notifies[name]).returns(event.Return{
		Status: map[string]nd2.Status{"": nd2.Pending, "!": nd2.Success}[how],
	})
}

// notify calls Notify for the type that a name begins with.
func (s *scene) notify(name string, o *event.Overlapped) history {
	kinds := map[string]nd2.NotifyType{
		"any": nd2.NotifyAny, "solicited": nd2.NotifySolicited, "errors": nd2.NotifyErrors, "unknown": 7,
	}
	return s.call("cq1", calls.CQNotify, func(c *event.Call) {
		c.NotifyType, c.Overlapped = kinds[strings.TrimRight(name, "0123456789")], o
	})
}

// ask asks how a request has ended.
func (s *scene) ask(o *event.Overlapped, status nd2.Status) history {
	return s.call("cq1", calls.GetOverlappedResult, func(c *event.Call) { c.Overlapped = o }).returns(event.Return{
		Status: status,
	})
}

// poll takes a result, or none.
func (s *scene) poll(word string) {
	r := event.Return{}
	if word != "empty" {
		status := map[string]nd2.Status{
			"result": nd2.Success, "error": nd2.AccessViolation, "flushed": nd2.Canceled,
		}[word]
		r.Count, r.Results = 1, []nd2.Result{{
			Status: status, RequestType: nd2.RequestSend, QueuePairContext: judge.Numbered(1),
			RequestContext: judge.Numbered(first + s.taken),
		}}
		s.taken++
	}
	s.history = s.call("cq1", calls.CQGetResults, func(c *event.Call) { c.Room = 1 }).returns(r)
}
