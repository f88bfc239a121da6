package model

import (
	"slices"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// illegalRequests are the kinds of requests that must fail. make turns a request and its call into one,
// and reports whether it could.
var illegalRequests = []struct {
	name  string
	make  func(w *World, rng *random, p *pair, r *request, c *Call) bool
	sends bool // it is a Send, and otherwise a Read or Write
}{
	{"forged token", forgedToken, false},
	{"beyond a region", beyondRegion, false},
	{"beyond a window", beyondWindow, false},
	{"against a window's rights", againstRights, false},
	{"longer than the Receive", longerThanReceive, true},
	{"to a Receive by a token that is not good", badReceiveToken, true},
	{"by the token of an ended registration", endedRegistration, false},
	{"against a region's rights", againstRegion, false},
	{"from memory by a token that is not good", badLocalToken, false},
	{"from memory by a token that is not good", badLocalTokenSend, true},
	{"by a token that was good once", invalidatedToken, false}, // the last one is what is wished for by a window
}

// shortIllegal is the length of most requests that must fail, in bytes.
const shortIllegal = 64

// fail posts a request that must fail and ends its connection.
func (w *World) fail(rng *random) *Call {
	p := w.initiator(rng)
	if p == nil || len(p.outgoing) > 0 || p.tailSilent() || p.other().tailSilent() || !w.mayGo(p.connection) {
		return nil
	}
	if may, _ := w.room(p, false, false); !may {
		return nil
	}
	r := &request{
		kind: nd2.RequestWrite, mustFail: append([]nd2.Status{nd2.Success}, forbidden...),
		failRules: "cq.getresults.remote-access",
	}
	if w.Config.Reads > 0 && rng.one(2) {
		r.kind, r.mustFail = nd2.RequestRead, forbidden
	}
	r.length = 1 + rng.below(min(shortIllegal, w.Config.Message))
	if rng.one(4) { // several packets, and the first may be within bounds
		r.length = 1 + rng.below(w.Config.Message)
		if r.kind == nd2.RequestWrite { // which may be on its way when the connection has ended
			r.mustFail = slices.Concat(r.mustFail, cutOff)
		}
	}
	e := w.ends[p.end]
	var ok bool
	r.places, ok = e.places(rng, r.length, min(w.Config.Entries, int(e.limits.MaxReadSGE)), use{write: true})
	if !ok {
		return nil
	}
	c := &Call{Window: -1, Choice: rng.next()}
	kind := illegalRequests[rng.below(len(illegalRequests))]
	if rng.wishes(wishWindow) {
		kind = illegalRequests[len(illegalRequests)-1]
	}
	if !kind.make(w, rng, p, r, c) {
		return nil
	}
	if r.kind == nd2.RequestRead && rng.one(2) { // it never succeeds, so that its result must come all the same
		r.flags = nd2.SilentSuccess
	}
	w.post(p, r)
	r.local = e.hold(r, r.kind == nd2.RequestRead, false, r.places...)
	c.End, c.Connection, c.Context, c.Entries, c.Flags, c.request = p.end, p.number, r.context, r.places, r.flags, r
	c.Request, c.Rules = r.kind, "qp.write.nd-success qp.read.nd-success"
	p.connection.illegal = r
	p.connection.refused = slices.Contains(r.mustFail, nd2.RemoteError)
	w.Ends(p.number, p.end, program.Fail)
	w.Cover.visit("fail/" + kind.name + " by " + r.kind.String())
	return c
}

func forgedToken(w *World, rng *random, p *pair, r *request, c *Call) bool {
	c.Remote, c.Forged = Place{rng.below(w.Config.Regions), 0, r.length}, true
	return true
}

func beyondRegion(w *World, rng *random, p *pair, r *request, c *Call) bool {
	c.Remote = Place{rng.below(w.Config.Regions), w.Config.Memory - r.length, r.length}
	c.Beyond = uint64(1 + rng.below(r.length))
	inside := Place{c.Remote.Region, c.Remote.Offset + int(c.Beyond), r.length - int(c.Beyond)}
	if rng.one(3) { // or before its beginning
		inside.Offset = 0
		c.Remote.Offset, c.Beyond = 0, -c.Beyond
	}
	return w.partly(p, r, inside)
}

// partly notes that of a Write of several packets those that stay inside may be stored before the others
// are refused. It reports false if nobody would know what is there then.
func (w *World) partly(p *pair, r *request, inside Place) bool {
	if r.kind != nd2.RequestWrite || r.length <= shortIllegal {
		return true
	}
	o := w.ends[1-p.end]
	if !o.idle(inside) {
		return false
	}
	r.pair = p
	r.remote = o.hold(r, true, false, inside)
	p.unplaced = append(p.unplaced, r)
	return true
}

func beyondWindow(w *World, rng *random, p *pair, r *request, c *Call) bool {
	for _, v := range w.ends[1-p.end].windows {
		inside := v.place.Offset + v.place.Length - r.length
		if v.phase == bound && v.settled && v.pair == p.other() && inside >= 0 &&
			v.place.Offset+v.place.Length+r.length <= w.Config.Memory {
			c.Remote, c.Window, c.Beyond = Place{v.place.Region, inside, r.length}, v.number, uint64(1+rng.below(r.length))
			within := Place{v.place.Region, inside + int(c.Beyond), r.length - int(c.Beyond)}
			if before := v.place.Offset; before >= r.length && rng.one(3) {
				within.Offset = before
				c.Remote.Offset, c.Beyond = before, -c.Beyond
			}
			return w.partly(p, r, within.inside(v.place))
		}
	}
	return false
}

func againstRights(w *World, rng *random, p *pair, r *request, c *Call) bool {
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

// againstRegion makes a request use a registration that does not allow it; other registrations of the memory do.
func againstRegion(w *World, rng *random, p *pair, r *request, c *Call) bool {
	c.Rights = nd2.AllowLocalWrite | nd2.AllowRemoteRead
	if r.kind == nd2.RequestRead {
		c.Rights = nd2.AllowLocalWrite | nd2.AllowRemoteWrite
	}
	c.Remote = Place{rng.below(w.Config.Regions), rng.below(w.Config.Memory - r.length + 1), r.length}
	return true
}

// badLocalToken makes a request use local memory through a token that is no longer valid, or never was.
func badLocalToken(w *World, rng *random, p *pair, r *request, c *Call) bool {
	c.BadToken, r.mustFail = true, []nd2.Status{nd2.AccessViolation}
	r.failRules = map[nd2.RequestType]string{
		nd2.RequestSend:  "cq.getresults.send.nd-access-violation",
		nd2.RequestWrite: "cq.getresults.write.nd-access-violation",
		nd2.RequestRead:  "cq.getresults.read.nd-access-violation",
	}[r.kind]
	c.Remote = Place{rng.below(w.Config.Regions), rng.below(w.Config.Memory - r.length + 1), r.length}
	return true
}

// badLocalTokenSend is badLocalToken for a Send, which delivers nothing.
func badLocalTokenSend(w *World, rng *random, p *pair, r *request, c *Call) bool {
	r.kind = nd2.RequestSend
	return badLocalToken(w, rng, p, r, c)
}

// invalidatedToken makes a request use the token of a Bind that has been invalidated.
func invalidatedToken(w *World, rng *random, p *pair, r *request, c *Call) bool {
	for _, v := range w.ends[1-p.end].windows {
		if len(v.invalidated) == 0 || v.phase == leaving {
			continue
		}
		which := rng.below(len(v.invalidated))
		place := v.invalidated[which]
		if place.Length < r.length {
			continue
		}
		c.Remote, c.Window, c.Invalidated = Place{place.Region, place.Offset, r.length}, v.number, which+1
		return true
	}
	return false
}

func longerThanReceive(w *World, rng *random, p *pair, r *request, c *Call) bool {
	o := p.other()
	if o.shared {
		return w.longerThanShared(rng, p, r)
	}
	if len(o.receives) == 0 || o.receives[0].length >= r.length {
		return false
	}
	return w.sendTooLong(p, r)
}

func (w *World) sendTooLong(p *pair, r *request) bool {
	r.kind, r.mustFail, r.failRules = nd2.RequestSend, tooLong, "qp.receive.longer-message"
	if r.length > shortIllegal { // it may be on its way when the connection has ended
		r.mustFail = slices.Concat(tooLong, cutOff)
	}
	r.message = &message{
		bytes: make([]byte, r.length), fails: tooShort,
		rules: "cq.getresults.receive.nd-buffer-overflow qp.receive.longer-message", tick: w.tick,
	}
	p.outgoing = append(p.outgoing, r.message)
	w.recount(1 - p.end)
	return true
}

// longerThanShared makes a message longer than every Receive of a shared queue, since it may take any.
func (w *World) longerThanShared(rng *random, p *pair, r *request) bool {
	o := w.ends[1-p.end]
	if o.certain() <= w.coming(1-p.end) || o.strayed+1 >= o.sharedDepth { // whose result may come later, or never
		return false
	}
	longest := 0
	for _, one := range o.shared {
		longest = max(longest, one.length)
	}
	r.length = longest + 1 + rng.below(shortIllegal)
	e := w.ends[p.end]
	if r.length > int(e.limits.MaxTransferLength) {
		return false
	}
	var ok bool
	r.places, ok = e.places(rng, r.length, 1, use{})
	return ok && w.sendTooLong(p, r)
}

// coming counts the messages that will take Receives of an end's shared queue.
func (w *World) coming(end int) (n int) {
	for _, c := range w.connections {
		if p := c.side[end]; p != nil && p.shared {
			n += len(p.other().outgoing)
		}
	}
	return n
}

// badReceiveToken posts a Receive with an invalid token for the message, which stores nothing.
func badReceiveToken(w *World, rng *random, p *pair, r *request, c *Call) bool {
	o := p.other()
	if o.shared || len(o.receives) > 0 || !w.receiveRoom(o) {
		return false
	}
	one := &request{kind: nd2.RequestReceive, length: r.length}
	c.First = w.receiveAt(rng, o, one)
	if c.First == nil {
		return false
	}
	w.ends[o.end].let(one.local)
	one.local = nil
	c.First.Op, c.First.BadToken, c.First.Choice = program.Receive, true, rng.next()
	w.sendTooLong(p, r)
	r.mustFail, r.failRules = slices.Concat(tooLong, cutOff), "cq.getresults.send.nd-remote-error"
	r.message.fails, r.message.rules = []nd2.Status{nd2.AccessViolation}, "cq.getresults.receive.nd-access-violation"
	return true
}

// Emptied notes that the Receive that comes before a Fail was refused, and that one without entries was
// posted instead.
func (w *World) Emptied(c *Call) {
	m := c.request.message
	m.fails, m.rules = tooShort, "cq.getresults.receive.nd-buffer-overflow qp.receive.longer-message"
}

// ReadAfterFail returns a Read behind a Fail that has ended as if it had succeeded: the connection must
// have ended all the same. It is nil if the Fail has failed or was refused, or if nothing can be read.
func (w *World) ReadAfterFail(c *Call) *Call {
	p := w.connections[c.Connection].side[c.End]
	if !c.request.passed || w.Config.Reads == 0 {
		return nil
	}
	w.settling = true
	defer func() { w.settling = false }()
	rng := newRandom(c.Choice)
	e := w.ends[p.end]
	places, ok := e.places(rng, 1, 1, use{write: true})
	if may, _ := w.room(p, false, false); !may || !ok {
		return nil
	}
	r := &request{
		kind: nd2.RequestRead, places: places, length: 1, mustFail: slices.Concat(cutOff, forbidden),
		failRules: c.request.failRules + " qp.error.ends-connection",
	}
	w.post(p, r)
	r.local = e.hold(r, true, false, places...)
	p.connection.illegal = r
	read := posting(p, r)
	read.Op, read.Remote, read.Allowed, read.Rules = program.Read, Place{Length: 1}, nil, "qp.error.cancels-later"
	return read
}
