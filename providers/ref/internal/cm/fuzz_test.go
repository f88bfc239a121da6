package cm

import (
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// FuzzMessages makes both sides read arbitrary messages at arbitrary times, between
// arbitrary calls. Nothing panics, every event comes once, and after both clients have
// left, both sides end.
func FuzzMessages(f *testing.F) {
	f.Add([]byte{8, 16, 9, 16, 10, 16, 11, 16, 16})
	f.Add([]byte{0x23, 8, 16, 0x41, 2, 4, 0x65, 12, 7, 3, 14})
	f.Fuzz(func(t *testing.T, script []byte) {
		w := newWorld()
		w.dial()
		for len(script) > 0 && len(w.air) < 100 {
			script = w.stir(script)
		}
		w.abandon(t)
		for _, s := range w.sides {
			if problem := s.history(); problem != "" {
				t.Errorf("%s %s\n%s", s.name, problem, w.log.String())
			}
		}
	})
}

// stir does what the first bytes say and returns the others.
func (w *world) stir(script []byte) []byte {
	op, s := script[0], w.sides[script[0]>>7]
	script = script[1:]
	switch op & 0x1f {
	case 0, 1, 2, 3, 4, 5, 6:
		var m wire.CMMessage
		m, script = forge(wire.AttributeREQ+wire.AttributeID(op&0x1f), script)
		w.receive(flight{s, m})
	case 7:
		w.tick()
	case 8:
		w.accept()
	case 9:
		if c := w.active().conn; c != nil {
			c.Complete(w.now)
		}
	case 10:
		if s.conn != nil {
			s.conn.End(w.now, nil)
		}
	case 11:
		if s.conn != nil {
			s.conn.Abort(w.now)
		}
	case 12:
		if s.conn != nil {
			s.conn.CommunicationEstablished()
		}
	default:
		if len(w.air) > 0 {
			w.deliver()
		}
	}
	return script
}

// forge makes a message of a kind from the script's fields, with likely ids.
func forge(kind wire.AttributeID, script []byte) (wire.CMMessage, []byte) {
	next := func() (b byte) {
		if len(script) > 0 {
			b, script = script[0], script[1:]
		}
		return b
	}
	ids := [...]uint32{0, activeID, passiveID, 77}
	b := next()
	local, remote, more := ids[b&3], ids[b>>2&3], b>>4
	switch kind {
	case wire.AttributeREQ:
		return &wire.REQ{LocalCommID: local, LocalCMResponseTimeout: wire.Timeout(next()), MaxCMRetries: more}, script
	case wire.AttributeMRA:
		return &wire.MRA{
			LocalCommID: local, RemoteCommID: remote, MessageMRAed: wire.MRAMessage(more & 1),
			ServiceTimeout: wire.Timeout(next()),
		}, script
	case wire.AttributeREJ:
		return &wire.REJ{LocalCommID: local, RemoteCommID: remote, MessageRejected: wire.RejectedMessage(more % 3)}, script
	case wire.AttributeREP:
		return &wire.REP{LocalCommID: local, RemoteCommID: remote, LocalQPN: passiveQPN}, script
	case wire.AttributeRTU:
		return &wire.RTU{LocalCommID: local, RemoteCommID: remote}, script
	case wire.AttributeDREQ:
		qpns := [...]uint32{activeQPN, passiveQPN}
		return &wire.DREQ{LocalCommID: local, RemoteCommID: remote, RemoteQPN: qpns[more&1]}, script
	}
	return &wire.DREP{LocalCommID: local, RemoteCommID: remote}, script
}

// abandon makes both clients leave, and lets time pass until nothing is left.
func (w *world) abandon(t *testing.T) {
	w.air = nil
	for range 200 {
		over := true
		for _, s := range w.sides {
			if s.conn != nil {
				s.conn.End(w.now, nil)
				over = false
			}
		}
		w.air = nil
		if over {
			return
		}
		w.tick()
	}
	t.Errorf("not over\n%s", w.log.String())
}
