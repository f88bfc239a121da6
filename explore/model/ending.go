package model

import (
	"slices"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// end ends a connection from one side, by the operation that the step names.
func (w *World) end(d *dice) *Call {
	if w.round != nil {
		return w.endBeside(d)
	}
	p := w.pair(d)
	if p == nil || p.tailSilent() || p.other().tailSilent() || !w.mayGo(p.connection) {
		return nil
	}
	return ends(p, d)
}

func ends(p *pair, d *dice) *Call {
	return &Call{End: p.end, Connection: p.number, Window: -1, Choice: d.next()}
}

// mayGo reports whether both queue pairs of a connection may go.
func (w *World) mayGo(c *connection) bool {
	return w.ends[0].mayStray(c.side[0]) && w.ends[1].mayStray(c.side[1])
}

// Droppable reports whether a queue pair has no outstanding request whose result would
// be lost.
func (w *World) Droppable(connection, end int) bool {
	p := w.connections[connection].side[end]
	return len(p.initiated) == 0 && len(p.receives) == 0 && w.Quiet()
}

// Ends notes that an end is about to end its connection.
func (w *World) Ends(connection, end int, how program.Op) {
	c := w.connections[connection]
	c.endBy(end)
	c.faulty = how == program.Fail || how == program.Remove
	w.Cover.visit("connection/" + string(how))
}

// Doomed reports whether a connection's last request has not ended yet.
func (w *World) Doomed(connection int) bool { return w.connections[connection].doomed != nil }

// Drained reports whether every request of a connection has ended.
func (w *World) Drained(connection int) bool {
	for _, p := range w.connections[connection].side {
		if len(p.initiated) > 0 || len(p.receives) > 0 {
			return false
		}
	}
	return true
}

// Spent reports whether every request of a connection has ended at one end, except silent ones
// whose end nothing need ever show.
func (w *World) Spent(connection, end int) bool {
	p := w.connections[connection].side[end]
	return len(p.receives) == 0 && !slices.ContainsFunc(p.initiated, func(r *request) bool { return !r.silent() })
}

// Gone notes that a connection's queue pairs have been released. It lists the places
// whose content is not known any more, and the windows that were bound, which are
// replaced by new ones.
func (w *World) Gone(connection int) (unsure [2][]Place, windows [2][]int) {
	c := w.connections[connection]
	for e, p := range c.side {
		for _, r := range p.unplaced {
			w.doubt(r)
		}
		for _, m := range p.outgoing {
			for _, r := range m.behind {
				w.doubt(r)
			}
		}
		if p.shared {
			w.gone[p.context] = p
			w.ends[e].stray(len(p.other().outgoing))
			w.ends[e].queues[p.receiveQueue].vanish(len(p.other().outgoing))
		}
		p.gone = true
		for n, v := range w.ends[e].windows {
			if v.pair == p { // a new one, since requests that went through the old one may end later
				w.ends[e].windows[n] = &window{end: e, number: n}
				windows[e] = append(windows[e], n)
			}
		}
	}
	unsure, c.unsure = c.unsure, [2][]Place{}
	c.phase, c.faulty, c.doomed, c.side = absent, false, nil, [2]*pair{}
	return unsure, windows
}

// failed ends a request that has not succeeded. The content of its memory is not known.
func (w *World) failed(r *request, p *pair) {
	if p.gone { // nobody asks any more what is not known
		r.doubtful = true
		return
	}
	w.doubt(r)
	end := w.ends[p.end]
	for _, a := range r.local {
		if a.write {
			p.connection.unsure[p.end] = append(p.connection.unsure[p.end], a.Place)
		}
	}
	end.let(r.local)
}

// doubt ends the accesses of a request that may or may not have been carried out at the
// other end.
func (w *World) doubt(r *request) {
	if r.pair == nil || r.remote == nil {
		return
	}
	for _, a := range r.remote {
		if a.write && r.doomed == nil {
			unsure := &r.pair.connection.unsure[1-r.pair.end]
			*unsure = append(*unsure, a.Place)
		}
	}
	w.release(r)
}

// A doom is a way to post a request that must fail.
type doom func(w *World, d *dice, p *pair, r *request, c *Call) bool

var dooms = []struct {
	name string
	doom
	sends bool // it is a Send, and otherwise a Read or Write
}{
	{"forged token", forge, false},
	{"beyond a region", beyond, false},
	{"beyond a window", beyondWindow, false},
	{"against a window's rights", againstRights, false},
	{"longer than the Receive", tooLongFor, true},
	{"by the token of an ended registration", byRetired, false},
	{"against a region's rights", againstRegion, false},
	{"from memory by a token that is not good", unfit, false},
	{"from memory by a token that is not good", unfitSend, true},
	{"by a token that was good once", spent, false}, // the last one is what is wished for by a window
}

// shortDoomed is the length of most requests that must fail, in bytes.
const shortDoomed = 64

// fail posts a request that must fail and ends its connection.
func (w *World) fail(d *dice) *Call {
	p := w.initiator(d)
	if p == nil || len(p.outgoing) > 0 || p.tailSilent() || p.other().tailSilent() || !w.mayGo(p.connection) {
		return nil
	}
	if may, _ := w.room(p, false, false); !may {
		return nil
	}
	r := &request{kind: nd2.RequestWrite, doomed: append([]nd2.Status{nd2.Success}, forbidden...), doom: "cq.getresults.remote-access"}
	if w.Config.Reads > 0 && d.one(2) {
		r.kind, r.doomed = nd2.RequestRead, forbidden
	}
	r.length = 1 + d.below(shortDoomed)
	if r.kind == nd2.RequestRead && d.one(4) { // of several packets, the first of which may be within bounds
		r.length = 1 + d.below(w.Config.Message)
	}
	e := w.ends[p.end]
	var ok bool
	r.places, ok = e.places(d, r.length, 1, use{write: true})
	if !ok {
		return nil
	}
	c := &Call{Window: -1, Choice: d.next()}
	way := dooms[d.below(len(dooms))]
	if d.wishes(wishWindow) {
		way = dooms[len(dooms)-1]
	}
	if !way.doom(w, d, p, r, c) {
		return nil
	}
	if r.kind == nd2.RequestRead && d.one(2) { // it never succeeds, so that its result must come all the same
		r.flags = nd2.SilentSuccess
	}
	w.post(p, r)
	r.local = e.hold(r, r.kind == nd2.RequestRead, false, r.places...)
	called := posting(p, r)
	called.Remote, called.Window, called.Beyond, called.Forged, called.Spent, called.Retired, called.Choice = c.Remote, c.Window, c.Beyond, c.Forged, c.Spent, c.Retired, c.Choice
	called.Meager, called.Unfit = c.Meager, c.Unfit
	called.Request = r.kind
	called.Rules = "qp.write.nd-success qp.read.nd-success"
	called.Allowed = nil
	p.connection.doomed = r
	w.Ends(p.number, p.end, program.Fail)
	w.Cover.visit("fail/" + way.name + " by " + r.kind.String())
	return called
}

func forge(w *World, d *dice, p *pair, r *request, c *Call) bool {
	c.Remote, c.Forged = Place{d.below(w.Config.Regions), 0, r.length}, true
	return true
}

func beyond(w *World, d *dice, p *pair, r *request, c *Call) bool {
	c.Remote = Place{d.below(w.Config.Regions), w.Config.Memory - r.length, r.length}
	c.Beyond = uint64(1 + d.below(r.length))
	if d.one(3) { // or before its beginning
		c.Remote.Offset, c.Beyond = 0, -c.Beyond
	}
	return true
}

func beyondWindow(w *World, d *dice, p *pair, r *request, c *Call) bool {
	for _, v := range w.ends[1-p.end].windows {
		inside := v.place.Offset + v.place.Length - r.length
		if v.phase == bound && v.settled && v.pair == p.other() && inside >= 0 && v.place.Offset+v.place.Length+r.length <= w.Config.Memory {
			c.Remote, c.Window, c.Beyond = Place{v.place.Region, inside, r.length}, v.number, uint64(1+d.below(r.length))
			if before := v.place.Offset; before >= r.length && d.one(3) {
				c.Remote.Offset, c.Beyond = before, -c.Beyond
			}
			return true
		}
	}
	return false
}

func againstRights(w *World, d *dice, p *pair, r *request, c *Call) bool {
	right := nd2.AllowWrite
	if r.kind == nd2.RequestRead {
		right = nd2.AllowRead
	}
	for _, v := range w.ends[1-p.end].windows {
		if v.phase == bound && v.settled && v.pair == p.other() && v.rights&right == 0 && v.place.Length >= r.length {
			c.Remote, c.Window = Place{v.place.Region, v.place.Offset, r.length}, v.number
			return true
		}
	}
	return false
}

// againstRegion makes a request use a registration that does not allow it, of memory of which there are
// others that do.
func againstRegion(w *World, d *dice, p *pair, r *request, c *Call) bool {
	c.Meager = nd2.AllowLocalWrite | nd2.AllowRemoteRead
	if r.kind == nd2.RequestRead {
		c.Meager = nd2.AllowLocalWrite | nd2.AllowRemoteWrite
	}
	c.Remote = Place{d.below(w.Config.Regions), d.below(w.Config.Memory - r.length + 1), r.length}
	return true
}

// unfit makes a request use memory of its own end by a token that is not good there any more, or never was.
func unfit(w *World, d *dice, p *pair, r *request, c *Call) bool {
	c.Unfit, r.doomed, r.doom = true, []nd2.Status{nd2.AccessViolation}, "cq.getresults.write.nd-access-violation"
	if r.kind == nd2.RequestRead {
		r.doom = "cq.getresults.read.nd-access-violation"
	}
	c.Remote = Place{d.below(w.Config.Regions), d.below(w.Config.Memory - r.length + 1), r.length}
	return true
}

// unfitSend is unfit for a Send, of which nothing arrives.
func unfitSend(w *World, d *dice, p *pair, r *request, c *Call) bool {
	r.kind = nd2.RequestSend
	return unfit(w, d, p, r, c)
}

// spent makes a request use the token of a Bind that has been invalidated.
func spent(w *World, d *dice, p *pair, r *request, c *Call) bool {
	for _, v := range w.ends[1-p.end].windows {
		if len(v.past) == 0 || v.phase == leaving {
			continue
		}
		which := d.below(len(v.past))
		place := v.past[which]
		if place.Length < r.length {
			continue
		}
		c.Remote, c.Window, c.Spent = Place{place.Region, place.Offset, r.length}, v.number, which+1
		return true
	}
	return false
}

func tooLongFor(w *World, d *dice, p *pair, r *request, c *Call) bool {
	o := p.other()
	if o.shared || len(o.receives) == 0 || o.receives[0].length >= r.length {
		return false
	}
	r.kind, r.doomed, r.doom = nd2.RequestSend, tooLong, "qp.receive.longer-message"
	r.message = &message{bytes: make([]byte, r.length), doomed: true, tick: w.tick}
	p.outgoing = append(p.outgoing, r.message)
	return true
}
