package drive

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"slices"

	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// A controlConnection is a connection that no step touches. Messages must keep arriving on it, in both
// directions in turn, whatever happens to the others. It shares only the adapters with them.
type controlConnection struct {
	link
	queue  [2]nd2.CompletionQueue
	region [2]*region
	count  uint64 // of messages sent
}

// The memory of the control connection at each end: a message, and as many bytes around it.
const (
	controlLength = 16
	controlMemory = 3 * controlLength
	guard         = 0xca
)

const controlRules = "qp.error.spares-others qp.release.spares-others qp.send.delivers"

// openControl makes the control connection, unless an adapter lacks the resources or the limits for it.
func (d *driver) openControl() error {
	if !d.world.Config.Control {
		return nil
	}
	for _, s := range d.side {
		if s.Info.MaxTransferLength < controlLength || s.Info.MaxRegistrationSize < controlMemory {
			return nil
		}
	}
	c := &controlConnection{}
	d.control = c
	for e, s := range d.side {
		err := c.create(d, e, s)
		if lacksResources(err) {
			d.releaseControl(c)
			return nil
		}
		if err != nil {
			return err
		}
	}
	d.establish(&c.link, 0, d.side[1].listeners[0], 0)
	return nil
}

// create creates what the control connection uses at one end.
func (c *controlConnection) create(d *driver, e int, s *side) (err error) {
	c.queue[e], err = create[nd2.CompletionQueue](s.CompletionQueue(2))
	if err != nil {
		return err
	}
	if c.region[e], err = d.newRegion(s, bytes.Repeat([]byte{guard}, controlMemory)); err != nil {
		return err
	}
	c.pair[e], err = s.unconnected(c.queue[e])
	if err != nil {
		return err
	}
	c.connector[e], err = s.connector()
	if err == nil && e == 0 {
		err = s.bind(c.connector[e])
	}
	return err
}

// checkControl sends a message over the control connection, and compares what arrives.
func (d *driver) checkControl() {
	c := d.control
	if c == nil {
		return
	}
	from := int(c.count % 2) // the end that has connected sends first, as iWARP has it
	to := 1 - from
	c.count++
	message := make([]byte, controlLength)
	binary.LittleEndian.PutUint64(message, c.count)
	binary.LittleEndian.PutUint64(message[8:], ^c.count)
	memory.Overwrite(c.message(from), message)
	received := c.pair[to].Receive(uintptr(c.count), c.entry(to))
	sent := c.pair[from].Send(uintptr(c.count), c.entry(from), 0)
	if received != nd2.Success || sent != nd2.Success {
		c.violation("Receive at end %d returned %v, and Send at the other one %v", to, received, sent)
	}
	for _, one := range []struct {
		end int
		of  nd2.RequestType
	}{{to, nd2.RequestReceive}, {from, nd2.RequestSend}} {
		d.awaitControlResult(one.end, one.of)
	}
	around := bytes.Repeat([]byte{guard}, controlLength)
	want, is := slices.Concat(around, message, around), memory.Contents(c.region[to].bytes)
	if !bytes.Equal(is, want) {
		c.violation("its memory at end %d holds % x instead of % x", to, is, want)
	}
}

// awaitControlResult waits for the result of the control connection's request at one end.
func (d *driver) awaitControlResult(end int, of nd2.RequestType) {
	c := d.control
	for waited := timeout.New(d.Limit); ; runtime.Gosched() {
		n := c.queue[end].GetResults(d.buf[:2])
		r := d.buf[0]
		switch {
		case n == 1 && r.Status == nd2.Success && r.RequestType == of && uint64(r.RequestContext) == c.count:
			return
		case n > 0:
			c.violation(
				"its queue at end %d has %d results instead of the one of its %v, the first one %v of %v, request %d", end, n, of,
				r.Status, r.RequestType, r.RequestContext)
		case waited.Over() || d.ctx.Err() != nil:
			c.violation("no result of its %v has come at end %d", of, end)
		}
	}
}

func (c *controlConnection) violation(seen string, args ...any) {
	breaks(controlRules, "of message %d: "+seen, append([]any{c.count}, args...)...)
}

// message returns the bytes at one end that are sent or received.
func (c *controlConnection) message(e int) []byte {
	return c.region[e].bytes[controlLength : 2*controlLength]
}

func (c *controlConnection) entry(e int) []nd2.SGE {
	return []nd2.SGE{{Buffer: c.message(e), MemoryRegionToken: c.region[e].local}}
}

// closeControl ends the control connection.
func (d *driver) closeControl() {
	c := d.control
	if c == nil {
		return
	}
	d.disconnect(&c.link, 0) // which may pend until the other is made; that ends in whatever way
	_ = caught(func() { d.disconnect(&c.link, 1) })
	d.end(c.leaving[0], "Disconnect", "connector.disconnect.nd-success")
	if !c.leaving[1].Await(d.Limit) {
		breaks("connector.disconnect.nd-pending overlapped.notification.pending", "Disconnect has not ended")
	}
	d.releaseControl(c)
}

// releaseControl releases what has been created of a control connection.
func (d *driver) releaseControl(c *controlConnection) {
	d.control = nil
	c.free()
	for e, s := range d.side {
		if c.region[e] != nil {
			d.freeRegion(s, c.region[e])
		}
	}
}

// free releases what may have been connected.
func (c *controlConnection) free() {
	for e := range c.pair {
		release(c.pair[e])
		release(c.connector[e])
		release(c.queue[e])
	}
}
