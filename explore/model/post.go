package model

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

const (
	sendFlags     = nd2.SilentSuccess | nd2.ReadFence | nd2.SendAndSolicitEvent | nd2.Inline
	writeFlags    = nd2.SilentSuccess | nd2.ReadFence | nd2.Inline
	windowFlags   = nd2.SilentSuccess | nd2.ReadFence
	readFlags     = nd2.SilentSuccess | nd2.ReadFence
	sharedMessage = 2048 // the longest message that a shared queue takes, in bytes, if there is no more memory than usual
	sharedAhead   = 12   // how many messages may wait for a Receive of the shared queue
	inlineUsual   = 256
)

// Inline returns how many bytes of inline data queue pairs are created for.
func (w *World) Inline(end int) int {
	most := w.Config.Inline
	if most == 0 {
		most = inlineUsual
	}
	return min(max(0, most), int(w.ends[end].limits.MaxInlineDataSize))
}

// sharedMost returns the length of the longest message that a shared queue takes: of several packets
// where there is the memory for it.
func (w *World) sharedMost() int {
	return min(max(sharedMessage, w.Config.Memory/32), w.Config.Message)
}

// sendable returns the length of the longest message for which the other end has a
// Receive, or -1.
func (w *World) sendable(p *pair) int {
	o := p.other()
	if o.shared {
		if len(p.outgoing) >= sharedAhead || w.leaving(p.connection) {
			return -1
		}
		return w.sharedMost()
	}
	if len(p.outgoing) >= len(o.receives) {
		return -1
	}
	return o.receives[len(p.outgoing)].length
}

func (w *World) send(rng *random) *Call {
	p := w.initiator(rng)
	if p == nil {
		return nil
	}
	flags := w.flags(rng, p, sendFlags)
	may, must := w.room(p, flags&nd2.SilentSuccess != 0, rng.wishes(wishFull) && w.block == nil)
	most := w.sendable(p)
	if !may || most < 0 {
		return nil
	}
	r := &request{kind: nd2.RequestSend, flags: flags}
	fill, ok := w.source(rng, p, r, most)
	if !ok {
		return nil
	}
	w.post(p, r)
	e := w.ends[p.end]
	r.local = e.hold(r, false, false, r.places...)
	r.message = &message{
		bytes: e.gather(r.places), solicited: r.flags&nd2.SendAndSolicitEvent != 0, tick: r.tick,
		behind: p.unplaced,
	}
	p.unplaced = nil
	p.outgoing = append(p.outgoing, r.message)
	w.recount(1 - p.end)
	c := posting(p, r)
	c.Fill, c.Rules = fill, "qp.send.nd-success qp.initiator.place-after-result"
	c.mayBeFull(!must)
	w.Cover.visit("send/" + variant(r.flags, p.other().shared, len(p.other().receives) == 0))
	return c
}

// mayBeFull notes that the queue of a call's request may be full, or that it is not, and returns that.
func (c *Call) mayBeFull(may bool) bool {
	if may {
		c.Allowed = mayFull
	}
	return may
}

// source chooses where the bytes of a Send or Write are.
func (w *World) source(rng *random, p *pair, r *request, most int) (fill []Place, ok bool) {
	e := w.ends[p.end]
	if r.flags&nd2.Inline != 0 {
		if e.limits.MaxInlineDataSize == 0 {
			r.flags &^= nd2.Inline
		} else {
			most = min(most, w.Inline(p.end))
		}
	}
	r.length = rng.length(most)
	r.places, ok = e.places(rng, r.length, w.mostEntries(r), reads(p, r))
	if !ok {
		return nil, false
	}
	return e.fill(rng, r.places), true
}

// mostEntries returns how many entries a Send or Write may have: inline ones are not limited by what the queue pair
// was created with.
func (w *World) mostEntries(r *request) int {
	if r.flags&nd2.Inline != 0 {
		return 2 * w.Config.Entries
	}
	return w.Config.Entries
}

// reads returns how a Send or Write uses the places of its bytes. A fenced one may take them from
// where a Read stores its data, unless it is inline: a provider may copy inline data at once.
func reads(p *pair, r *request) use {
	if r.flags&nd2.ReadFence != 0 && r.flags&nd2.Inline == 0 {
		return use{fenced: p}
	}
	return use{}
}

func (w *World) receive(rng *random) *Call {
	p := w.receiver(rng)
	if p == nil {
		return nil
	}
	e := w.ends[p.end]
	r := &request{kind: nd2.RequestReceive}
	if p.shared {
		if len(e.shared) >= e.sharedDepth || !w.sharedRoom(p.end) {
			return nil
		}
		r.length = int(min(int64(w.sharedMost()+rng.below(9)), int64(e.limits.MaxTransferLength)))
	} else {
		if !w.receiveRoom(p) {
			return w.surplus(rng, p)
		}
		r.length = w.receiveLength(rng, p)
	}
	return w.receiveAt(rng, p, r)
}

// surplus posts a Receive that may find the queue full, if that is wished for. The queue may have more room than was
// asked for, but twice as much is enough.
func (w *World) surplus(rng *random, p *pair) *Call {
	n := len(p.receives)
	if !rng.wishes(wishFull) || w.block != nil || n < w.Config.Receive || n >= 2*w.Config.Receive ||
		w.load(p.end, p.receiveQueue)+w.reserve() >= w.ends[p.end].queues[p.receiveQueue].depth {
		return nil
	}
	c := w.receiveAt(rng, p, &request{kind: nd2.RequestReceive, length: rng.length(shortIllegal)})
	if c != nil {
		c.mayBeFull(true)
	}
	return c
}

// receiveRoom reports whether a queue pair and its completion queue have room for a Receive.
func (w *World) receiveRoom(p *pair) bool {
	reserve := w.reserve()
	if w.receivesOnly(p.end, p.receiveQueue) { // so that the results may fill the queue
		reserve = 0
	}
	return len(p.receives) < w.Config.Receive &&
		w.load(p.end, p.receiveQueue)+reserve < w.ends[p.end].queues[p.receiveQueue].depth
}

// receivesOnly reports whether only results of Receives of queue pairs' own come to a completion queue, also once
// the connections that are gone are made again.
func (w *World) receivesOnly(end, queue int) bool {
	return !w.takesShared(end, queue) && !slices.ContainsFunc(w.connections, func(c *connection) bool {
		_, initiated := w.queuesOf(c.number)
		return initiated == queue
	})
}

// receiveAt chooses where a Receive stores its message, and posts it.
func (w *World) receiveAt(rng *random, p *pair, r *request) *Call {
	e := w.ends[p.end]
	var ok bool
	r.places, ok = e.places(rng, r.length, w.Config.Entries, use{write: true})
	if !ok {
		return nil
	}
	return w.postReceive(p, r)
}

// postReceive enters a Receive.
func (w *World) postReceive(p *pair, r *request) *Call {
	e := w.ends[p.end]
	r.tick = w.moment()
	r.context, r.order = contextOf(r.tick), r.tick
	w.requests[r.context] = r
	r.local = e.hold(r, true, false, r.places...)
	c := posting(p, r)
	c.Rules = "qp.receive.nd-success qp.receive.place-after-result"
	if p.shared {
		e.shared = append(e.shared, r)
		c.Shared, c.Rules = true, "srq.receive.nd-success"
		if w.block != nil {
			w.block.shared[p.end] = append(w.block.shared[p.end], r)
		}
		w.recount(p.end)
		w.Cover.visit("receive/shared")
	} else {
		r.pair = p
		p.receives = append(p.receives, r)
		w.Cover.visit("receive/own")
	}
	return c
}

// sharedRoom reports whether every queue that may get the result of one more Receive of the
// shared queue has room for it, including the queues of queue pairs that were released.
func (w *World) sharedRoom(end int) bool {
	for number, queue := range w.ends[end].queues {
		if w.takesShared(end, number) && w.load(end, number)+w.reserve() >= queue.depth {
			return false
		}
	}
	return true
}

// remote chooses the place at the other end for a Read or Write, and the window that it goes
// through, or nil for the region itself.
func (w *World) remote(rng *random, p *pair, length int, right nd2.OpFlags) (Place, *window, bool) {
	o := w.ends[1-p.end]
	u := use{write: right == nd2.AllowWrite}
	if rng.wishes(wishWindow) {
		for _, v := range o.windows {
			if v.phase == bound && (v.settled || v.open) && v.pair == p.other() && v.rights&right != 0 {
				place, ok := o.place(rng, min(length, v.place.Length), u, v.place)
				return place, v, ok
			}
		}
	}
	place, ok := o.place(rng, length, u)
	return place, nil, ok
}

func (w *World) write(rng *random) *Call {
	p := w.initiator(rng)
	if p == nil {
		return nil
	}
	r := &request{kind: nd2.RequestWrite, flags: w.flags(rng, p, writeFlags)}
	may, must := w.room(p, r.silent(), rng.wishes(wishFull) && w.block == nil)
	if !may {
		return nil
	}
	place, through, ok := w.remote(rng, p, rng.length(w.Config.Message), nd2.AllowWrite)
	if !ok {
		return nil
	}
	if r.flags&nd2.Inline != 0 && place.Length > w.Inline(p.end) {
		r.flags &^= nd2.Inline
	}
	e, o := w.ends[p.end], w.ends[1-p.end]
	r.places, ok = e.places(rng, place.Length, w.mostEntries(r), reads(p, r))
	if !ok {
		return nil
	}
	fill := e.fill(rng, r.places)
	w.post(p, r)
	r.length = place.Length
	r.local = e.hold(r, false, false, r.places...)
	r.remote = o.hold(r, true, false, place)
	before := o.gather([]Place{place})
	o.scatter([]Place{place}, e.gather(r.places))
	p.unplaced = append(p.unplaced, r)
	c := posting(p, r)
	c.Fill, c.Rules = fill, "qp.write.nd-success qp.initiator.place-after-result"
	w.reach(c, r, place, through)
	if c.mayBeFull(!must) {
		c.undo = func() {
			o.scatter([]Place{place}, before)
			p.unplaced = p.unplaced[:len(p.unplaced)-1]
			w.release(r)
		}
	}
	w.Cover.visit("write/" + variant(r.flags, through != nil, false))
	return c
}

func (w *World) read(rng *random) *Call {
	p := w.initiator(rng)
	if p == nil || w.Config.Reads == 0 {
		return nil
	}
	r := &request{kind: nd2.RequestRead, flags: w.flags(rng, p, readFlags)}
	may, must := w.room(p, r.silent(), rng.wishes(wishFull) && w.block == nil)
	if !may {
		return nil
	}
	place, through, ok := w.remote(rng, p, rng.length(w.Config.Message), nd2.AllowRead)
	if !ok {
		return nil
	}
	e, o := w.ends[p.end], w.ends[1-p.end]
	r.places, ok = e.places(rng, place.Length, min(w.Config.Entries, int(e.limits.MaxReadSGE)), use{write: true})
	if !ok {
		return nil
	}
	w.post(p, r)
	r.length = place.Length
	r.local = e.hold(r, true, true, r.places...)
	r.remote = o.hold(r, false, false, place)
	before := e.gather(r.places)
	e.scatter(r.places, o.gather([]Place{place}))
	c := posting(p, r)
	c.Rules = "qp.read.nd-success qp.initiator.place-after-result"
	w.reach(c, r, place, through)
	if c.mayBeFull(!must) {
		c.undo = func() {
			e.scatter(r.places, before)
			w.release(r)
		}
	}
	w.Cover.visit("read/" + variant(r.flags, through != nil, false))
	return c
}

// reach notes what a Read or Write reaches.
func (w *World) reach(c *Call, r *request, place Place, through *window) {
	c.Remote = place
	if through != nil {
		r.through, c.Window = through, through.number
		through.users++
	}
}

func (w *World) bind(rng *random) *Call {
	p := w.initiator(rng)
	if p == nil {
		return nil
	}
	e := w.ends[p.end]
	v := e.window(rng, free, nil)
	r := &request{kind: nd2.RequestBind, flags: w.flags(rng, p, windowFlags)}
	may, must := w.room(p, r.silent(), rng.wishes(wishFull) && w.block == nil)
	if !may || v == nil {
		return nil
	}
	region := rng.below(len(e.regions))
	length := 1 + rng.offset(w.Config.Memory-1) // now and then the whole region
	v.place = Place{region, rng.offset(w.Config.Memory - length), length}
	v.rights = []nd2.OpFlags{nd2.AllowRead | nd2.AllowWrite, nd2.AllowRead, nd2.AllowWrite}[rng.below(3)]
	v.phase, v.settled, v.open, v.pair = bound, false, false, p
	r.window = v
	w.post(p, r)
	v.since = r.tick
	c := posting(p, r)
	c.Remote, c.Window, c.Flags, c.Rules = v.place, v.number, r.flags|v.rights, "qp.bind.nd-success"
	if c.mayBeFull(!must) {
		c.undo = func() { v.phase, v.pair = free, nil }
	}
	w.Cover.visit("bind/" + variant(r.flags, false, false))
	return c
}

func (w *World) invalidate(rng *random) *Call {
	p := w.initiator(rng)
	if p == nil {
		return nil
	}
	v := w.ends[p.end].window(rng, bound, p)
	r := &request{kind: nd2.RequestInvalidate, flags: w.flags(rng, p, windowFlags), window: v}
	may, must := w.room(p, r.silent(), rng.wishes(wishFull) && w.block == nil)
	if !may || v == nil || v.users > 0 {
		return nil
	}
	v.phase = leaving
	w.post(p, r)
	c := posting(p, r)
	c.Window, c.Rules = v.number, "qp.invalidate.nd-success"
	if c.mayBeFull(!must) {
		c.undo = func() { v.phase = bound }
	}
	w.Cover.visit("invalidate/" + variant(r.flags, v.settled, false))
	return c
}

// window chooses a window in a phase, and of a pair if that is not nil.
func (e *end) window(rng *random, in windowPhase, of *pair) *window {
	if len(e.windows) == 0 {
		return nil
	}
	first := rng.below(len(e.windows))
	for i := range e.windows {
		v := e.windows[(first+i)%len(e.windows)]
		if v.phase == in && (of == nil || v.pair == of) {
			return v
		}
	}
	return nil
}

// variant returns the part of a transition's name for a request's flags and whatever
// else tells transitions apart.
func variant(f nd2.OpFlags, other, late bool) string {
	return variants[int(f&3)|bit(f&nd2.SendAndSolicitEvent != 0)<<2|bit(f&nd2.Inline != 0)<<3|bit(other)<<4|bit(late)<<5]
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

var variants = func() (names [64]string) {
	for i := range names {
		for n, word := range []string{"silent", "fenced", "solicited", "inline", "other", "late"} {
			if i>>n&1 == 1 {
				names[i] += word + " "
			}
		}
	}
	return names
}()
