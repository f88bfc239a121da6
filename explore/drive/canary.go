package drive

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"runtime"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// A canary is a connection that no step touches: whatever becomes of the others, messages go
// on arriving there, one way and the other in turns. It shares its adapters with the others, and
// no object.
type canary struct {
	link
	queue  [2]nd2.CompletionQueue
	polls  [2]*inFlight
	region [2]*region
	sung   uint64
}

// The canary's memory at each end: a message, and as many bytes around it.
const (
	songLength   = 16
	canaryMemory = 3 * songLength
	guard        = 0xca
)

const sings = "qp.error.spares-others qp.release.spares-others qp.send.delivers"

// hatch makes the canary. An adapter that lacks the resources, or the room for its memory, has none.
func (d *driver) hatch() error {
	if !d.world.Config.Canary {
		return nil
	}
	for _, s := range d.side {
		if s.Info.MaxTransferLength < songLength || s.Info.MaxRegistrationSize < canaryMemory {
			return nil
		}
	}
	c := &canary{}
	d.canary = c
	for e, s := range d.side {
		err := c.create(d, e, s)
		if lacksResources(err) {
			return asError(d.bury(c))
		}
		if err != nil {
			return err
		}
	}
	return asError(d.establish(&c.link, 0, d.side[1].listeners[0], 0))
}

// asError returns a violation as an error, which is nil if there is none.
func asError(v *model.Violation) error {
	if v == nil {
		return nil
	}
	return v
}

// create creates what the canary uses at one end.
func (c *canary) create(d *driver, e int, s *side) (err error) {
	c.polls[e] = &inFlight{what: fmt.Sprintf("end %d, queue of the canary: GetResults", e), rules: "cq.getresults.count"}
	c.queue[e], err = create[nd2.CompletionQueue](s.CompletionQueue(2))
	if err != nil {
		return err
	}
	if c.region[e], err = d.newRegion(s, bytes.Repeat([]byte{guard}, canaryMemory)); err != nil {
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

// sing sends a message over the canary's connection, and compares what arrives.
func (d *driver) sing() *model.Violation {
	c := d.canary
	if c == nil {
		return nil
	}
	from := int(c.sung % 2) // the end that has connected sends first, as iWARP has it
	to := 1 - from
	c.sung++
	song := make([]byte, songLength)
	binary.LittleEndian.PutUint64(song, c.sung)
	binary.LittleEndian.PutUint64(song[8:], ^c.sung)
	memory.Overwrite(c.message(from), song)
	d.calling("Receive and Send of the canary", sings)
	received := c.pair[to].Receive(uintptr(c.sung), c.entry(to))
	sent := c.pair[from].Send(uintptr(c.sung), c.entry(from), 0)
	d.called()
	if received != nd2.Success || sent != nd2.Success {
		return c.silent("Receive at end %d returned %v, and Send at the other one %v", to, received, sent)
	}
	for _, one := range []struct {
		end int
		of  nd2.RequestType
	}{{to, nd2.RequestReceive}, {from, nd2.RequestSend}} {
		if v := d.heardSong(one.end, one.of); v != nil {
			return v
		}
	}
	around := bytes.Repeat([]byte{guard}, songLength)
	if must := bytes.Join([][]byte{around, song, around}, nil); !bytes.Equal(memory.Contents(c.region[to].bytes), must) {
		return c.silent("its memory at end %d holds % x instead of % x", to, memory.Contents(c.region[to].bytes), must)
	}
	return nil
}

// heardSong waits for the result of the canary's request at one end.
func (d *driver) heardSong(end int, of nd2.RequestType) *model.Violation {
	c := d.canary
	for waited := timeout.New(d.Limit); ; runtime.Gosched() {
		d.flight.begins(0, c.polls[end])
		n := c.queue[end].GetResults(d.buf[:2])
		d.called()
		r := d.buf[0]
		switch {
		case n == 1 && r.Status == nd2.Success && r.RequestType == of && uint64(r.RequestContext) == c.sung:
			return nil
		case n > 0:
			return c.silent("its queue at end %d has %d results instead of the one of its %v, the first one %v of %v, request %d", end, n, of, r.Status, r.RequestType, r.RequestContext)
		case waited.Over() || d.ctx.Err() != nil:
			return c.silent("no result of its %v has come at end %d", of, end)
		}
	}
}

func (c *canary) silent(seen string, args ...any) *model.Violation {
	return model.Violates(sings, "messages to go on arriving on a connection that nothing has been done to", "of message %d: "+seen, append([]any{c.sung}, args...)...)
}

// message returns the bytes at one end that are sent or received.
func (c *canary) message(e int) []byte { return c.region[e].bytes[songLength : 2*songLength] }

func (c *canary) entry(e int) []nd2.SGE {
	return []nd2.SGE{{Buffer: c.message(e), MemoryRegionToken: c.region[e].local}}
}

// silence ends the canary's connection.
func (d *driver) silence() *model.Violation {
	c := d.canary
	if c == nil {
		return nil
	}
	for e := range c.connector { // one may pend until the other is made; the second ends in whatever way
		if v := d.leaves(&c.link, e); v != nil && e == 0 {
			return v
		}
	}
	if v := d.end(c.leaving[0], "Disconnect", "connector.disconnect.nd-success"); v != nil {
		return v
	}
	if !c.leaving[1].Await(d.Limit) {
		return model.Violates("connector.disconnect.nd-pending overlapped.notification.pending", "Disconnect to end", "it has not")
	}
	return d.bury(c)
}

// bury releases what there is of a canary.
func (d *driver) bury(c *canary) *model.Violation {
	d.canary = nil
	c.free()
	for e, s := range d.side {
		if c.region[e] != nil {
			if v := d.freeRegion(s, c.region[e]); v != nil {
				return v
			}
		}
	}
	return nil
}

// free releases what may have been connected.
func (c *canary) free() {
	for e := range c.pair {
		release(c.pair[e])
		release(c.connector[e])
		release(c.queue[e])
	}
}
