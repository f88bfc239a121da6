package cm

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// world is two sides and the messages between them. A side without a connection answers
// as an adapter would.
type world struct {
	log    strings.Builder
	now    Tick
	timing Timing
	sides  [2]*side
	air    []flight
	// loses reports whether a sent message gets lost; nil if none does.
	loses func(from *side, m wire.CMMessage) bool
}

type side struct {
	w      *world
	name   string
	conn   *Conn
	events []Event
	begun  bool
}

type flight struct {
	to *side
	m  wire.CMMessage
}

const (
	activeID, passiveID   = 0xa1, 0xb2
	activeQPN, passiveQPN = 0x11, 0x22
)

func newWorld() *world {
	w := &world{timing: Timing{Response: 8, Retries: 2, Service: 12}}
	w.sides = [2]*side{{w: w, name: "active"}, {w: w, name: "passive"}}
	return w
}

func (w *world) active() *side  { return w.sides[0] }
func (w *world) passive() *side { return w.sides[1] }

func (s *side) peer() *side {
	if s == s.w.sides[0] {
		return s.w.sides[1]
	}
	return s.w.sides[0]
}

// Send and Event make side a Host.
func (s *side) Send(_ *Conn, m wire.CMMessage) {
	fmt.Fprintf(&s.w.log, "    %s sends %s\n", s.name, describe(m))
	if s.w.loses != nil && s.w.loses(s, m) {
		s.w.log.WriteString("    which is lost\n")
		return
	}
	s.w.air = append(s.w.air, flight{s.peer(), m})
}

func (s *side) Event(c *Conn, e Event) {
	fmt.Fprintf(&s.w.log, "    %s: %v\n", s.name, e)
	s.events = append(s.events, e)
	if e == Gone {
		s.conn = nil
	}
}

func (s *side) saw(e Event) bool {
	for _, seen := range s.events {
		if seen == e {
			return true
		}
	}
	return false
}

func (w *world) dial() {
	s := w.active()
	s.begun = true
	s.conn = Dial(s, w.timing, w.now, activeID, &wire.REQ{LocalQPN: activeQPN, LocalCAGUID: 7})
}

func (w *world) accept() {
	if c := w.passive().conn; c != nil {
		c.Accept(w.now, &wire.REP{LocalQPN: passiveQPN, LocalCAGUID: 8})
	}
}

// receive takes m through the wire format to its side.
func (w *world) receive(f flight) {
	var mad [wire.MADSize]byte
	f.m.Encode(&mad)
	m, err := wire.DecodeMAD(mad[:])
	if err != nil {
		panic(err)
	}
	s := f.to
	if s.conn != nil {
		s.conn.Receive(w.now, m)
		return
	}
	req, ok := m.(*wire.REQ)
	if ok && !s.begun {
		s.begun = true
		s.conn = Answer(s, w.timing, passiveID, req)
		fmt.Fprintf(&w.log, "    %s: has a request\n", s.name)
		return
	}
	if reply := Stray(m); reply != nil {
		s.Send(nil, reply)
	}
}

func (w *world) deliver() {
	f := w.air[0]
	w.air = w.air[1:]
	w.receive(f)
}

// tick goes to the next deadline.
func (w *world) tick() bool {
	next := Tick(0)
	for _, s := range w.sides {
		if s.conn == nil {
			continue
		}
		if t, ok := s.conn.Deadline(); ok && (next == 0 || t < next) {
			next = t
		}
	}
	if next == 0 {
		return false
	}
	w.now = max(w.now, next)
	for _, s := range w.sides {
		if s.conn != nil {
			s.conn.Tick(w.now)
		}
	}
	return true
}

func describe(m wire.CMMessage) string {
	switch m := m.(type) {
	case *wire.MRA:
		return fmt.Sprintf("MRA of %s", [...]string{"REQ", "REP"}[m.MessageMRAed])
	case *wire.REJ:
		data := strings.TrimRight(string(m.PrivateData[:]), "\x00")
		if data != "" {
			data = fmt.Sprintf(" %q", data)
		}
		return fmt.Sprintf("REJ of %s, %v%s", [...]string{"REQ", "REP", "nothing"}[m.MessageRejected], m.Reason, data)
	}
	return m.Attribute().String()
}
