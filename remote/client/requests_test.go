package client

import (
	"io"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/wire"
)

// A forgetter replies at once, and notes what it is told to forget.
type forgetter struct {
	of *session
	// status is each method's status; gone says that a release was the object's last.
	status    nd2.Status
	gone      bool
	forgotten map[uint64]bool
}

func (f *forgetter) Send(m []byte) error {
	r := wire.Rest(m)
	id, _, method := wire.Uint[uint64](&r), wire.Uint[uint64](&r), wire.Uint[wire.Method](&r)
	return f.of.take(message(wire.KindReply, func(w *wire.Writer) {
		wire.PutUint(w, id)
		switch method {
		case wire.Forget:
			for _, n := range wire.List(&r, wire.Uint[uint64]) {
				f.forgotten[n] = true
			}
		case wire.UnknownRelease:
			wire.PutUint(w, uint32(0))
			wire.PutBool(w, f.gone)
			wire.PutBool(w, false)
		case wire.Return:
		default:
			wire.PutUint(w, f.status)
		}
	}))
}

func (f *forgetter) Receive() ([]byte, error) { return nil, io.EOF }
func (f *forgetter) CloseSend() error         { return nil }

func forgetting(status nd2.Status) (*forgetter, *session) {
	f := &forgetter{status: status, gone: true, forgotten: map[uint64]bool{}}
	f.of = newSession(Far{Conn: f, Name: "the host", End: connectionEnded})
	return f, f.of
}

// queue returns a queue of the session.
func (s *session) queue(n uint64) *completionQueue {
	return s.object(n, wire.IsCompletionQueue, 0).(*completionQueue)
}

// many is more requests than are kept.
const many = 3 * mostOver

// TestRequestsAreForgotten shows that both sides forget requests that are over, whether a call said so or
// the object is gone, but no request in progress.
func TestRequestsAreForgotten(t *testing.T) {
	f, s := forgetting(nd2.Pending)
	alive := &nd2.Overlapped{}
	s.queue(1).Notify(nd2.NotifyAny, alive)
	for n := range uint64(many) {
		q := s.queue(2)
		o := &nd2.Overlapped{}
		q.Notify(nd2.NotifyAny, o)
		if n%2 == 0 {
			f.status = nd2.Success
			q.GetOverlappedResult(o, false)
			f.status = nd2.Pending
		} else {
			q.Release()
		}
	}
	if has := len(s.requests.by); has > mostOver+2 || has != len(s.requests.numbers) || len(s.requests.since) >= has {
		t.Errorf("%d requests are known by %d numbers, %d of them over", has, len(s.requests.numbers), len(s.requests.since))
	}
	if told := len(f.forgotten); told < many-mostOver-forgetAtATime {
		t.Errorf("the far side was told to forget %d", told)
	}
	for n := range f.forgotten {
		if s.requests.by[n] != nil {
			t.Errorf("request %d is known on one side only", n)
		}
	}
	if s.requests.numbers[alive] == 0 {
		t.Error("a request in progress is forgotten")
	}
}

// TestUsedAgain shows that a request in repeated use keeps its number, however many others end.
func TestUsedAgain(t *testing.T) {
	f, s := forgetting(nd2.Success)
	q, again := s.queue(1), &nd2.Overlapped{}
	q.Notify(nd2.NotifyAny, again)
	number := s.requests.numbers[again]
	f.status = nd2.Pending
	q.Notify(nd2.NotifyAny, again)
	f.status = nd2.Success
	for range many {
		q.Notify(nd2.NotifyAny, &nd2.Overlapped{})
	}
	if now := s.requests.numbers[again]; now != number {
		t.Errorf("it was request %d and is %d", number, now)
	}
	if f.forgotten[number] {
		t.Error("the far side was told to forget it")
	}
}
