package bench

import (
	"bytes"
	"fmt"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// The operations, in the pages' words.
const (
	opSend  = "Send"
	opWrite = "Write"
	opRead  = "Read"
)

// verify moves a message with new bytes from end 0 to end 1, or for a Read from 1 to 0, and compares
// what arrives, and the guards around it.
func verify(op string, p [2]*poster) error { return verifyOn(op, p, 0) }

// verifyOn is verify on one of the connections.
func verifyOn(op string, p [2]*poster, pair int) error {
	from, to := p[0], p[1]
	if op == opRead {
		from, to = p[1], p[0]
	}
	sent, around := from.fill(), to.foul()
	if err := move(op, p, pair); err != nil {
		return err
	}
	if op == opSend {
		if err := p[1].received.arrived(from.size); err != nil {
			return err
		}
	}
	return compare(op, sent, around, memory.Contents(to.area()))
}

// move carries out the operation to its result.
func move(op string, p [2]*poster, pair int) error {
	post := map[string]func(int) error{opSend: p[0].send, opWrite: p[0].write, opRead: p[0].read}[op]
	if op == opSend {
		if err := p[1].receive(pair); err != nil {
			return err
		}
	}
	if err := post(pair); err != nil {
		return err
	}
	if err := p[0].initiated.take(1); err != nil {
		return err
	}
	if r := p[0].initiated.results[0]; r.RequestType.String() != op {
		return fmt.Errorf("wrong result: of a %v instead of a %s", r.RequestType, op)
	}
	if op == opSend {
		return p[1].received.take(1)
	}
	return nil
}

// arrived checks the result of a Receive.
func (q *queue) arrived(size int) error {
	if r := q.results[0]; r.RequestType != nd2.RequestReceive || int(r.BytesTransferred) != size {
		return fmt.Errorf("wrong result: a %v of %d bytes instead of a Receive of %d", r.RequestType, r.BytesTransferred,
			size)
	}
	return nil
}

// area is the memory for incoming messages, with its guards.
func (p *poster) area() []byte {
	return p.side.area[:guard+p.size+guard]
}

// fill gives the outgoing message new bytes, and returns them.
func (p *poster) fill() []byte {
	b := p.received.link.rig.random(p.size)
	memory.Overwrite(p.side.out, b)
	return b
}

// foul fills the memory for incoming messages with other bytes, and returns them.
func (p *poster) foul() []byte {
	b := p.received.link.rig.random(p.size + 2*guard)
	memory.Overwrite(p.area(), b)
	return b
}

// random returns unpredictable bytes.
func (r *rig) random(n int) []byte {
	b := make([]byte, n+7)
	for i := 0; i < n; i += 8 {
		v := r.rng.Uint64()
		for j := range 8 {
			if i+j < len(b) {
				b[i+j] = byte(v >> (8 * j))
			}
		}
	}
	return b[:n]
}

// compare compares an area with the message sent and the guards' former bytes.
func compare(op string, sent, around, now []byte) error {
	want := append(append(append([]byte{}, around[:guard]...), sent...), around[guard+len(sent):]...)
	if bytes.Equal(want, now) {
		return nil
	}
	for i := range want {
		if want[i] == now[i] {
			continue
		}
		if at := i - guard; at >= 0 && at < len(sent) {
			return fmt.Errorf("wrong data: byte %d of the %d of a %s is 0x%02x instead of 0x%02x", at, len(sent), op,
				now[i], want[i])
		}
		return fmt.Errorf("wrong data: a %s of %d bytes has changed memory beside its own", op, len(sent))
	}
	return nil
}
