package cm

import (
	"math/rand/v2"
	"testing"
)

// TestModel lets two sides and their clients act freely on a network that loses,
// repeats and reorders, within what the retries allow for. In the end both sides agree:
// the connection is established on both, or over on both.
func TestModel(t *testing.T) {
	for seed := range uint64(5000) {
		m := newModel(seed)
		for range 60 {
			m.step()
		}
		m.finish()
		if problem := m.verdict(); problem != "" {
			t.Fatalf("seed %d: %s\n%s", seed, problem, m.log.String())
		}
	}
}

type model struct {
	*world
	rand *rand.Rand
	// losses is how many messages may still be lost or late.
	losses int
	// willing says that no client ends the connection; late, that the passive client
	// did after accepting. If its only REJ is lost, the active side learns of it from
	// its data, or from silence.
	willing, late bool
}

func newModel(seed uint64) *model {
	m := &model{world: newWorld(), rand: rand.New(rand.NewPCG(seed, 12))}
	m.timing.Retries = 7
	m.losses = 7
	m.willing = seed%3 == 0
	m.dial()
	return m
}

func (m *model) step() {
	switch n := m.rand.IntN(20); {
	case n < 8 && len(m.air) > 0:
		m.pick()
		m.deliver()
	case n < 10 && len(m.air) > 0:
		m.lose()
	case n == 10 && len(m.air) > 0 && len(m.air) < 20:
		m.air = append(m.air, m.air[m.rand.IntN(len(m.air))])
	case n < 14:
		m.pass()
	case n < 16:
		m.accept()
	case n < 18 && m.active().conn != nil:
		m.active().conn.Complete(m.now)
	case n == 18 && !m.willing:
		if c := m.sides[m.rand.IntN(2)].conn; c != nil {
			m.late = m.late || c.State() == RepSent
			c.End(m.now, nil)
		}
	}
}

// pick moves any message to the front.
func (m *model) pick() {
	i := m.rand.IntN(len(m.air))
	m.air[0], m.air[i] = m.air[i], m.air[0]
}

func (m *model) lose() {
	if m.losses > 0 {
		m.losses--
		m.pick()
		m.air = m.air[1:]
	}
}

// pass goes to the next deadline. Messages under way are then late, which is as bad as
// lost.
func (m *model) pass() {
	if len(m.air) > m.losses {
		return
	}
	m.losses -= len(m.air)
	m.tick()
}

// finish delivers everything and makes the clients do their part.
func (m *model) finish() {
	for {
		for len(m.air) > 0 {
			m.pick()
			m.deliver()
		}
		m.accept()
		c := m.active().conn
		if c != nil {
			c.Complete(m.now)
		}
		if m.late && m.passive().conn == nil && c != nil {
			c.End(m.now, nil)
		}
		if len(m.air) == 0 && !m.tick() {
			return
		}
	}
}

func (m *model) verdict() string {
	active, passive := m.active(), m.passive()
	switch {
	case (active.conn == nil) != (passive.conn == nil):
		return "one side is over, the other is not"
	case active.conn != nil && (active.conn.State() != Established || passive.conn.State() != Established):
		return "a side is stuck"
	case m.willing && active.conn == nil:
		return "it is over, although no client has ended it"
	case !m.late && (active.saw(TimedOut) || passive.saw(TimedOut)):
		return "a side has given up"
	}
	for _, s := range m.sides {
		if problem := s.history(); problem != "" {
			return s.name + " " + problem
		}
	}
	return ""
}

// history checks that every event came once, in a sensible order.
func (s *side) history() string {
	seen := map[Event]bool{}
	for _, e := range s.events {
		switch {
		case seen[e]:
			return "has seen " + e.String() + " twice"
		case seen[Gone]:
			return "has seen " + e.String() + " after Gone"
		case e == Opened && (seen[Refused] || seen[TimedOut]):
			return "was opened after its end"
		case (e == Refused || e == TimedOut) && (seen[Opened] || seen[Refused] || seen[TimedOut]):
			return "has ended twice"
		case e == Disconnected && s.name == "passive" && !seen[Opened]:
			return "was disconnected before it was opened"
		}
		seen[e] = true
	}
	return ""
}
