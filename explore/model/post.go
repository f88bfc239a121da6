package model

import "github.com/ndconform/ndconform/nd2"

const (
	sendFlags     = nd2.SilentSuccess | nd2.ReadFence | nd2.SendAndSolicitEvent | nd2.Inline
	writeFlags    = nd2.SilentSuccess | nd2.ReadFence | nd2.Inline
	windowFlags   = nd2.SilentSuccess | nd2.ReadFence
	readFlags     = nd2.SilentSuccess | nd2.ReadFence
	scarce        = 1 << 14 // an end with less memory than this, in bytes, has little
	sharedMessage = 2048    // the longest message that a shared queue takes, in bytes, if there is as much memory as usual
	sharedAhead   = 12      // how many messages may wait for a Receive of the shared queue
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
// where there is the memory for it, and none where little is: Writes that a message waits behind hold what they
// may have written until it has come, and could leave no room for it.
func (w *World) sharedMost() int {
	if w.Config.Memory*w.Config.Regions < scarce {
		return 0
	}
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
	r.message = &message{bytes: e.gather(r.places), tick: r.tick, behind: p.unplaced}
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
