package spec

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/expect"
)

func TestIdentify(t *testing.T) {
	for _, test := range []struct {
		labels []string
		id     string
		covers []string
	}{
		{nil, "", nil},
		{[]string{"a.b"}, "a.b", []string{"a.b"}},
		{[]string{"a.b", "c.d"}, "a.b", []string{"a.b", "c.d"}},
		{append(Variant("twice"), "a.b"), "a.b/twice", []string{"a.b"}},
	} {
		if id, covers := Identify(test.labels); id != test.id || !slices.Equal(covers, test.covers) {
			t.Errorf("%q: %q %q, want %q %q", test.labels, id, covers, test.id, test.covers)
		}
	}
}

// A failure says what was expected, what was seen and which rule says so.
func TestMatcherMessages(t *testing.T) {
	m := Return(nd2.BufferOverflow)
	if ok, err := m.Match(nd2.BufferOverflow); !ok || err != nil {
		t.Errorf("the status itself: %v, %v", ok, err)
	}
	if ok, _ := m.Match(nd2.Success); ok {
		t.Error("another status matches")
	}
	says(t, m.FailureMessage(nd2.Success), "expected: to return ND_BUFFER_OVERFLOW\n", "seen:     ND_SUCCESS\n")
	says(t, m.NegatedFailureMessage(nd2.BufferOverflow), "expected: not to return ND_BUFFER_OVERFLOW\n")
	if _, err := m.Match("ND_BUFFER_OVERFLOW"); err == nil {
		t.Error("a string is taken for a status")
	}

	m = CompleteAsRuled("cq.resize.nd-invalid-parameter")
	result := nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestWrite, RequestContext: 7}
	if ok, _ := m.Match(result); ok {
		t.Error("a status outside of the accept set matches")
	}
	says(t, m.FailureMessage(result),
		"expected: to complete with ND_INVALID_PARAMETER, or else ND_INSUFFICIENT_RESOURCES\n",
		"seen:     ND_CANCELED (Write, context 7)\n",
		"rule:     cq.resize.nd-invalid-parameter\n")
	if found := m.(expect.Finder).Finding(result, false); found.Rule != Cited("cq.resize.nd-invalid-parameter") ||
		found.Rule.Source != "IND2CompletionQueue.md, IND2CompletionQueue::Resize" {
		t.Errorf("%+v", found.Rule)
	}
}

func TestOperation(t *testing.T) {
	object := &pendingObject{status: nd2.Pending}
	op := Start(context.Background(), object, func(o *nd2.Overlapped) nd2.Status { return nd2.Pending })
	if ok, err := BePending().Match(op); !ok || err != nil {
		t.Errorf("pending: %v, %v", ok, err)
	}
	object.status = nd2.Canceled
	op.Overlapped.Event.Set()
	if s := op.Wait(); s != nd2.Canceled || !op.Done() || op.Event.Sets() != 1 {
		t.Errorf("ended with %v, done %v, event set %d times", s, op.Done(), op.Event.Sets())
	}
	says(t, BePending().FailureMessage(op), "seen:     ND_CANCELED (of a request that returned ND_PENDING)")
	inline := Start(context.Background(), object, func(*nd2.Overlapped) nd2.Status { return nd2.Success })
	if s := inline.Wait(); s != nd2.Success || !inline.Done() {
		t.Errorf("inline: %v", s)
	}
}

func TestEventIsManualReset(t *testing.T) {
	e := NewEvent()
	signaled := func() bool {
		select {
		case <-e.Signaled():
			return true
		default:
			return false
		}
	}
	e.Set()
	e.Set()
	if !signaled() || e.Sets() != 2 {
		t.Error("not set")
	}
	e.Reset()
	if signaled() {
		t.Error("not reset")
	}
}

func TestPortKeepsTheOrder(t *testing.T) {
	var p Port
	a, b := new(nd2.Overlapped), new(nd2.Overlapped)
	p.Post(1, b)
	p.Post(1, a)
	if !slices.Equal(p.Packets(), []*nd2.Overlapped{b, a}) {
		t.Error(p.Packets())
	}
}

func says(t *testing.T, message string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(message+"\n", part) {
			t.Errorf("the message does not say %q:\n%s", part, message)
		}
	}
}

// pendingObject answers a settable status for every request.
type pendingObject struct {
	nd2.Overlapping
	status nd2.Status
}

func (o *pendingObject) GetOverlappedResult(*nd2.Overlapped, bool) nd2.Status { return o.status }
