package judge_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/nd2"
)

// A scene is a history of one completion queue, told in words.
type scene struct {
	history
	posted, taken uint64
	notifies      map[string]int // the OVERLAPPED of each Notify, by its name
}

// first is the number of the first request that a scene posts.
const first = 4

// tell adds what a word says: "send" posts a request; "result" and "error" take the result of the oldest, and "empty"
// finds none. "any", "solicited" and "errors" call Notify, and "now" is an any that ends at once; with a "+" behind it,
// the word says that the request has ended with success. "cancel" cancels all, and "any-" says that one was canceled.
// "release" releases the queue pair, and "removed" says that the adapter was removed.
func (s *scene) tell(word string) {
	name := strings.TrimRight(word, "+-")
	kinds := map[string]nd2.NotifyType{
		"any": nd2.NotifyAny, "now": nd2.NotifyAny, "solicited": nd2.NotifySolicited, "errors": nd2.NotifyErrors,
	}
	kind, notify := kinds[name]
	switch {
	case word == "send":
		s.posted++
		s.history = s.call("qp1", calls.QPSend, func(c *event.Call) { c.Type = nd2.RequestSend }).returns(event.Return{})
	case word == "result", word == "error", word == "empty":
		s.poll(word)
	case word == "cancel":
		s.history = s.call("cq1", calls.CancelOverlappedRequests, nil).returns(event.Return{})
	case word == "removed":
		s.history = s.call("adapter1", calls.AdapterCreateMemoryWindow, nil).returns(event.Return{Status: nd2.DeviceRemoved})
	case word == "release":
		s.history = s.call("qp1", calls.Release, nil).returns(event.Return{})
	case notify && word == name:
		s.notifies[name] = 20 + len(s.history)
		r := event.Return{Status: nd2.Pending}
		if word == "now" {
			r.Status = nd2.Success
		}
		s.history = s.call("cq1", calls.CQNotify, func(c *event.Call) {
			c.NotifyType, c.Overlapped = kind, overlapped(s.notifies[name])
		}).returns(r)
	default:
		r := event.Return{}
		if strings.HasSuffix(word, "-") {
			r.Status = nd2.Canceled
		}
		s.history = s.call("cq1", calls.GetOverlappedResult, func(c *event.Call) {
			c.Overlapped = overlapped(s.notifies[name])
		}).returns(r)
	}
}

// poll takes a result, or none.
func (s *scene) poll(word string) {
	r := event.Return{}
	if word != "empty" {
		status := nd2.Success
		if word == "error" {
			status = nd2.AccessViolation
		}
		r.Count, r.Results = 1, []nd2.Result{{
			Status: status, RequestType: nd2.RequestSend, QueuePairContext: judge.Numbered(1),
			RequestContext: judge.Numbered(first + s.taken),
		}}
		s.taken++
	}
	s.history = s.call("cq1", calls.CQGetResults, func(c *event.Call) { c.Room = 1 }).returns(r)
}

// TestAnnounced: what is said of notifications.
func TestAnnounced(t *testing.T) {
	const lost, none = "cq.notify.no-lost-wakeup", "cq.notify.result-before-notification"
	const errors, unsolicited = "cq.notify.errors-ignores-success", "cq.notify.solicited-ignores-unsolicited"
	for _, c := range []struct{ name, words, rule string }{
		{"nobody solicited", "solicited send result solicited+ empty", unsolicited},
		{"an error", "solicited send error solicited+ empty", ""},
		{"posted before", "send solicited result solicited+ empty", ""},
		{"taken before", "send result solicited send result solicited+ empty", ""},
		{"beside any", "any solicited send result any+ solicited+ empty", ""},
		{"any later", "solicited any send result any+ solicited+ empty", ""},
		{"behind a canceled any", "any cancel any- solicited send result solicited+ empty", ""},
		{"no error", "errors send result errors+ empty", errors},
		{"results left", "errors send send result errors+", ""},
		{"nothing", "send any any+ empty", none},
		{"nothing, at once", "send now empty", none},
		{"nothing, of an adapter that is gone", "send any any+ removed empty", ""},
		{"nothing taken yet", "send any any+ result empty", ""},
		{"taken before, and announced by nobody", "send result send any any+ empty", ""},
		{"taken and announced", "any send result any+ send any any+ empty", none},
		{"taken, and one of two announced", "any send send result result any+ send any any+ empty", ""},
		{"gone with its queue pair", "send any release any+ empty", ""},
		{"gone with its queue pair before", "send release any any+ empty", ""},

		{"lost: any", "any send result", lost},
		{"lost: nobody solicited", "solicited send result", ""},
		{"lost: an error", "solicited send error", lost},
		{"lost: of errors of the queue", "errors send result", ""},
		{"lost: it was there", "empty send any result", lost},
		{"lost: results were left", "send result send any result", ""},
		{"lost: asked for before", "send empty any result", ""},
		{"lost: beside another", "empty send solicited any result", ""},
		{"lost: another one was canceled", "any cancel any- empty send any result", ""},
		{"lost: another one has ended since", "empty send now any result", ""},
	} {
		s := &scene{history: little(), notifies: map[string]int{}}
		for word := range strings.FieldsSeq(c.words) {
			s.tell(word)
		}
		rule := ""
		for _, f := range findingsAt(t, s.history, (*judge.Checker).Quiet) {
			if slices.Contains([]string{lost, none, errors, unsolicited}, f.ID) {
				rule += f.ID
			}
		}
		if rule != c.rule {
			t.Errorf("%s: found %q, want %q", c.name, rule, c.rule)
		}
	}
}
