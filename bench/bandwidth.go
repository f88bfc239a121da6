package bench

import (
	"github.com/ndconform/ndconform/internal/timeout"
)

// A stream is messages of one kind, up to a window of them under way at once.
type stream struct {
	op     string
	window int
	both   bool // whether both ways at once
	message
}

// open sets up a bandwidth measurement.
func (s stream) open(r *rig) (*work, error) {
	if err := r.moves(s.op); err != nil {
		return nil, err
	}
	l, err := base(r)
	if err != nil {
		return nil, err
	}
	p := l.posters(s.message)
	ways := []*way{s.way(p[0], p[1])}
	if s.both {
		ways = append(ways, s.way(p[1], p[0]))
	}
	return &work{
		link: l, check: func() error { return verify(s.op, p) }, least: s.window,
		run: func(n int) error { return s.run(l, ways, n) },
	}, nil
}

// A way is one direction of a stream.
type way struct {
	from, to *poster
	post     func(pair int) error
	// receiving says that messages need Receives.
	receiving bool
	// sent and done count requests and their results; offered and arrived count Receives and
	// theirs. done <= sent <= done + window, arrived <= offered.
	sent, done, offered, arrived int
}

func (s stream) way(from, to *poster) *way {
	w := &way{from: from, to: to, receiving: s.op == opSend}
	w.post = map[string]func(int) error{opSend: from.send, opWrite: from.write, opRead: from.read}[s.op]
	return w
}

// run streams n messages each way.
func (s stream) run(l *link, ways []*way, n int) error {
	for _, w := range ways {
		w.sent, w.done, w.offered, w.arrived = 0, 0, 0, 0
	}
	var limit *timeout.Timeout
	for idle, left := 0, true; left; {
		left = false
		before := progress(ways)
		for _, w := range ways {
			more, err := w.step(n, s.window)
			if err != nil {
				return err
			}
			left = left || more
		}
		if progress(ways) != before {
			idle, limit = 0, nil
			continue
		}
		if idle++; left && idle%patience == 0 {
			if err := l.idle(&limit); err != nil {
				return err
			}
		}
	}
	return nil
}

// progress counts the requests and results so far.
func progress(ways []*way) (n int) {
	for _, w := range ways {
		n += w.sent + w.done + w.offered + w.arrived
	}
	return n
}

// step posts as much as the window allows, and takes the results. It reports whether something is
// left to do.
func (w *way) step(n, window int) (bool, error) {
	if w.receiving {
		for w.offered < n && w.offered-w.arrived < window {
			if err := w.to.receive(0); err != nil {
				return false, err
			}
			w.offered++
		}
	}
	for w.sent < n && w.sent-w.done < window && (!w.receiving || w.sent < w.offered) {
		if err := w.post(0); err != nil {
			return false, err
		}
		w.sent++
	}
	if w.receiving && w.arrived < w.offered {
		got, err := w.to.received.some(w.offered - w.arrived)
		if err != nil {
			return false, err
		}
		w.arrived += got
	}
	if w.done < w.sent {
		got, err := w.from.initiated.some(w.sent - w.done)
		if err != nil {
			return false, err
		}
		w.done += got
	}
	return w.done < n || w.receiving && w.arrived < n, nil
}
