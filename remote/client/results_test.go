package client

import (
	"io"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/wire"
)

// A teller replies to each call of a session with what it was told to say.
type teller struct{ replies chan []byte }

func (t *teller) Send(m []byte) error {
	r := wire.Rest(m)
	id := wire.Uint[uint64](&r)
	t.replies <- message(wire.KindReply, func(w *wire.Writer) { wire.PutUint(w, id) })
	return nil
}

func (t *teller) Receive() ([]byte, error) { return nil, io.EOF }
func (t *teller) CloseSend() error         { return nil }

// TestResults shows that a list of results is refused if its length is wrong, or exceeds the
// room.
func TestResults(t *testing.T) {
	for _, c := range []struct {
		name       string
		got, sent  uint64
		impossible bool
	}{
		{"none", 0, 0, false},
		{"as many as there is room for", 2, 2, false},
		{"more than there is room for, and said so", 5, 2, false},
		{"fewer than it says", 2, 1, true},
		{"more than it says", 1, 2, true},
		{"more than there is room for", 3, 3, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			far := &teller{make(chan []byte, 1)}
			s := newSession(Far{Conn: far, Name: "the host", End: connectionEnded})
			why := ""
			before := lost
			lost = func(reason, _ string) { why = reason }
			defer func() { lost = before }()
			go func() {
				m := <-far.replies
				w := wire.Writer{Bytes: m}
				wire.PutUint(&w, c.got)
				wire.PutList(&w, make([]nd2.Result, c.sent), wire.PutResult)
				if err := s.take(w.Bytes); err != nil {
					t.Error(err)
				}
			}()
			results := make([]nd2.Result, 2)
			q := &completionQueue{overlapping{unknown{&object{session: s, number: 1}}}}
			if n := q.GetResults(results); uint64(n) != c.got {
				t.Errorf("%d results instead of %d", n, c.got)
			}
			if strings.Contains(why, "results, of") != c.impossible {
				t.Errorf("the session: %q", why)
			}
		})
	}
}

// TestPollTime shows that only another machine waits for a result.
func TestPollTime(t *testing.T) {
	for here, want := range map[bool]uint32{false: maxPollTime, true: 0} {
		o := &object{session: newSession(Far{Here: here})}
		if got := o.pollTime(); got != 0 {
			t.Errorf("here %v: the first poll waits for %d µs", here, got)
		}
		o.empty.Store(100)
		if got := o.pollTime(); got != want {
			t.Errorf("here %v: a later poll waits for %d µs, and not %d", here, got, want)
		}
	}
}
