package fabric

import (
	"net/netip"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// Requests go before shorter acknowledgements where that saves a system call; nothing
// else overtakes.
func TestEnqueue(t *testing.T) {
	path, other := testPath(4791), testPath(4792)
	ack := wire.Packet{BTH: wire.BTH{Opcode: wire.Acknowledge}}
	nak := wire.Packet{
		BTH:  wire.BTH{Opcode: wire.Acknowledge},
		AETH: wire.AETH{Syndrome: wire.Nak(wire.RemoteAccessError)},
	}
	send := wire.Packet{BTH: wire.BTH{Opcode: wire.SendOnly}, Payload: make([]byte, 64)}
	empty := wire.Packet{BTH: wire.BTH{Opcode: wire.SendOnly}}
	answer := wire.Packet{BTH: wire.BTH{Opcode: wire.ReadResponseOnly}, Payload: make([]byte, 64)}
	for name, c := range map[string]struct {
		first, second wire.Packet
		path          *Path // the second's
		swapped       bool
	}{
		"a request and an acknowledgement": {ack, send, path, true},
		"another path":                     {ack, send, other, false},
		"a shorter request":                {ack, empty, path, false},
		"a NAK":                            {nak, send, path, false},
		"a Read response":                  {ack, answer, path, false},
		"two requests":                     {empty, send, path, false},
		"two acknowledgements":             {ack, ack, path, false},
	} {
		first, second := sealed(c.first, path, 1), sealed(c.second, c.path, 2)
		l := &line{}
		l.enqueue(first)
		l.enqueue(second)
		if swapped := l.outbox[0] == second; swapped != (c.swapped && cuts) {
			t.Errorf("%s: swapped %v", name, swapped)
		}
		if l.outbox[0].number != 1 || l.outbox[1].number != 2 {
			t.Errorf("%s: numbers %d, %d", name, l.outbox[0].number, l.outbox[1].number)
		}
	}
}

// Only acknowledgements wait, and only while the line's goroutine stands aside.
func TestPostpone(t *testing.T) {
	n := NewMemory()
	defer n.Close()
	ack := wire.Packet{BTH: wire.BTH{Opcode: wire.Acknowledge}}
	nak := wire.Packet{
		BTH:  wire.BTH{Opcode: wire.Acknowledge},
		AETH: wire.AETH{Syndrome: wire.Nak(wire.RemoteAccessError)},
	}
	for name, c := range map[string]struct {
		aside   bool
		packets []wire.Packet
		want    bool
	}{
		"acknowledgements":    {true, []wire.Packet{ack, ack}, true},
		"nobody stands aside": {false, []wire.Packet{ack}, false},
		"a NAK":               {true, []wire.Packet{ack, nak}, false},
		"a request":           {true, []wire.Packet{ack, {BTH: wire.BTH{Opcode: wire.SendOnly}}}, false},
		"many":                {true, make([]wire.Packet, mostPostponed+1), false},
	} {
		l := &line{network: n.core, aside: c.aside}
		for _, p := range c.packets {
			if len(c.packets) > mostPostponed {
				p = ack
			}
			l.outbox = append(l.outbox, sealed(p, testPath(4791), 1))
		}
		if got := l.postpone(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
		var w Work
		n.mu.Lock()
		n.resume(&w)
		n.mu.Unlock()
		if got := w.lines == l; got != c.want {
			t.Errorf("%s: resumed %v", name, got)
		}
	}
}

func testPath(port uint16) *Path {
	a := netip.MustParseAddr("192.0.2.1")
	return NewPath(netip.AddrPortFrom(a, port), netip.AddrPortFrom(a.Next(), wire.Port))
}

func sealed(p wire.Packet, path *Path, number uint64) *Frame {
	f := &Frame{number: number}
	if n := len(p.Payload); n > 0 {
		p.Payload = f.Payload(n)
	}
	f.Seal(&p, path)
	return f
}
