package client

import (
	"bufio"
	"bytes"
	"testing"

	"github.com/ndconform/ndconform/internal/leak"
	"github.com/ndconform/ndconform/remote/wire"
)

// TestRoom shows that the bytes for a buffer fit into it, or the far side has broken the protocol.
func TestRoom(t *testing.T) {
	for length, want := range map[int]string{0: "", 3: "", 4: "4 bytes where there is room for 3"} {
		var w wire.Writer
		wire.PutBytes(&w, make([]byte, length))
		r := &reply{Reader: wire.NewReader(w.Bytes)}
		r.room(make([]byte, 3))
		said := ""
		if err := r.End(); err != nil {
			said = err.Error()
		}
		if said != want {
			t.Errorf("%d bytes: %q, want %q", length, said, want)
		}
	}
}

// TestSpans shows that blocks are disjoint, and that freed spans may be used again.
func TestSpans(t *testing.T) {
	s := newSession(Far{Arena: make([]byte, 100)})
	for _, c := range []struct {
		from, to uint64
		may      bool
	}{
		{10, 20, true},
		{10, 20, false},
		{0, 11, false},
		{19, 20, false},
		{12, 14, false},
		{0, 100, false},
		{20, 30, true},
		{0, 10, true},
		{40, 50, true},
		{29, 41, false},
		{30, 40, true},
	} {
		if got := s.takes(span{c.from, c.to}); got != c.may {
			t.Errorf("from %d to %d: %v", c.from, c.to, got)
		}
	}
	(&block{session: s, here: s.side.Arena[10:20]}).forget()
	if !s.takes(span{10, 20}) || s.takes(span{20, 30}) {
		t.Error("what was given back is not the only span that is free")
	}
}

// TestUsageIsSeen shows that a far side that admits to less than is seen of it is not believed.
func TestUsageIsSeen(t *testing.T) {
	says := said(message(answer, func(w *wire.Writer) {
		wire.PutUint(w, uint64(1000))
		wire.PutUint(w, uint64(9))
	}), message(answer, func(*wire.Writer) {})) // the second one waits for a call: the session lives on
	far := &agent{bufio.NewReader(bytes.NewReader(says)), make(chan uint64, 1), make(chan struct{})}
	defer close(far.over)
	held := func() leak.Sample { return leak.Sample{Memory: 5000, Handles: 7} }
	i := &instance{session: newSession(Far{Conn: far, Held: held})}
	i.closing = true // so that the end of what it says is none of a run
	go i.listen()
	if bytes, handles := i.Usage(); bytes != 5000 || handles != 9 {
		t.Errorf("%d bytes and %d handles", bytes, handles)
	}
}
