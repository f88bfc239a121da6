package client

import "github.com/ndconform/ndconform/remote/wire"

// listen takes messages in order until the last.
func (s *session) listen() {
	defer s.finish()
	turns := s.side.Turns
	if turns == nil {
		for s.next() {
		}
		return
	}
	for err := error(nil); ; err = turns.Wait() {
		for err != nil || !turns.Give() {
			if !s.next() {
				return
			}
		}
	}
}

// lead takes messages, unless another goroutine does, until the reply has come.
func (s *session) lead(came <-chan wire.Reader) {
	turns := s.side.Turns
	if turns == nil || !turns.Take() {
		return
	}
	for len(came) == 0 || !turns.Give() {
		if !s.next() {
			s.finish()
			turns.Give()
			return
		}
	}
}

// finish says that no more messages will come.
func (s *session) finish() { s.finishing.Do(func() { close(s.over) }) }

// next takes the next message. It returns false after the last.
func (s *session) next() bool {
	m, err := s.side.Receive()
	if err != nil {
		s.leave(err, "", "")
		return false
	}
	if wire.KindOf(m) == wire.KindEnded {
		e, err := wire.Unmarshal[wire.Ended](m)
		if err == nil {
			s.leave(nil, "the far side's process ended: "+e.Reason, e.Trace)
			return false
		}
	}
	if err := s.take(m); err != nil {
		s.impossible(err)
		return false
	}
	return true
}
