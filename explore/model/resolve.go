package model

import (
	"slices"

	"github.com/ndconform/ndconform/explore/program"
)

// Resolve returns the call that a step makes in the present state of the world, and notes
// that it is being made; nil means that the step makes none. [World.Returned] follows it.
func (w *World) Resolve(s program.Step) *Call {
	resolve := resolvers[s.Op]
	if resolve == nil {
		return nil
	}
	rng := newRandom(s.Bits)
	rng.long = w.Config.Long
	c := resolve(w, rng)
	if c == nil {
		return nil
	}
	c.Op = s.Op
	return c
}

// resolvers are the resolvers of those operations that are one call.
var resolvers map[program.Op]func(*World, *random) *Call

func init() {
	resolvers = map[program.Op]func(*World, *random) *Call{
		program.Send: (*World).send, program.Receive: (*World).receive,
		program.Write: (*World).write, program.Read: (*World).read,
		program.Bind: (*World).bind, program.Invalidate: (*World).invalidate,
		program.Results: (*World).results, program.Notify: (*World).notify, program.Cancel: (*World).cancel,
		program.Resize: (*World).resize, program.Watch: (*World).watch, program.Modify: (*World).modify,
		program.Fail: (*World).fail, program.Flush: (*World).end, program.Disconnect: (*World).end,
		program.Drop:    (*World).end,
		program.Connect: (*World).connect, program.Reject: (*World).reject, program.Await: (*World).await,
		program.Withdraw: (*World).await, program.Refuse: (*World).refuse, program.Ask: (*World).refuse,
		program.Spare: (*World).spare, program.Register: (*World).register,
		program.Prepare: (*World).prepare,
		program.Impair:  (*World).fault, program.Remove: (*World).fault,
	}
}

// pair returns the queue pair of a step, or nil if it is not connected or another lane uses it.
func (w *World) pair(rng *random) *pair {
	p := w.anyPair(rng)
	if p == nil || !w.mine(p.connection) {
		return nil
	}
	return p
}

// anyPair returns what pair returns, whichever lane uses its connection.
func (w *World) anyPair(rng *random) *pair {
	n := rng.object(2 * len(w.connections))
	c := w.connections[n/2]
	if c.phase != connected {
		return nil
	}
	return c.side[n%2]
}

// initiator returns what pair returns if it may initiate: the end that accepted the
// connection sends nothing before the first message of the other has arrived, as iWARP
// requires.
func (w *World) initiator(rng *random) *pair {
	p := w.pair(rng)
	if p == nil || !w.MayInitiate(p.number, p.end) {
		return nil
	}
	return p
}

// room reports whether a request may be posted to the initiator queue, and whether it must
// be accepted. A silent one leaves room for another that has a result.
func (w *World) room(p *pair, silent, mayBeFull bool) (may, must bool) {
	depth, posted := w.Config.Initiator, len(p.initiated)
	if silent && posted >= depth-1 {
		return false, false
	}
	more, reserve := 1, w.reserve()
	if p.tailSilent() { // for which load keeps a place already
		more = 0
	}
	if w.block == nil && w.endsByItself(p.end, p.initiatorQueue) { // so that the results may fill the queue
		reserve = 0
	}
	if w.load(p.end, p.initiatorQueue)+more+reserve > w.ends[p.end].queues[p.initiatorQueue].depth {
		return false, false
	}
	must = posted < depth
	return must || mayBeFull, must
}

// load returns how many results a completion queue may have to hold at once. Silent requests have none,
// unless their connection ends; see [World.holdsSilent].
func (w *World) load(end, queue int) (n int) {
	for _, c := range w.connections {
		p := c.side[end]
		if p == nil {
			continue
		}
		if p.initiatorQueue == queue {
			n += len(p.initiated) + bit(p.tailSilent())
			if p.connection.phase != ending {
				n -= p.silent
			}
		}
		if p.receiveQueue == queue {
			n += len(p.receives)
		}
	}
	if w.takesShared(end, queue) {
		n += len(w.ends[end].shared)
	}
	return n
}

// takesShared reports whether results of Receives of the shared queue may come to a
// completion queue, including those of queue pairs that were released.
func (w *World) takesShared(end, queue int) bool {
	e := w.ends[end]
	if e.sharedDepth == 0 {
		return false
	}
	return len(e.queues) == 1 || queue%2 == 1 && queue < w.Config.Connections
}

// tailSilent reports whether nothing would show that the latest request has ended.
func (p *pair) tailSilent() bool {
	return len(p.initiated) > 0 && p.initiated[len(p.initiated)-1].silent()
}

// post notes a request of the initiator queue.
func (w *World) post(p *pair, r *request) {
	r.tick, r.pair = w.moment(), p
	r.context = contextOf(r.tick)
	w.requests[r.context] = r
	p.initiated = append(p.initiated, r)
	p.silent += bit(r.silent())
}

// unpost removes a request of the initiator queue.
func (p *pair) unpost(r *request) {
	p.silent -= bit(r.silent())
	if p.initiated[0] == r {
		p.initiated = p.initiated[1:]
		return
	}
	p.initiated = slices.DeleteFunc(p.initiated, func(one *request) bool { return one == r })
}

// contextOf returns the context of what is posted at a moment. Every fourth one has bits above the
// lowest 32, so that a provider that keeps only 32 bits mistakes it for another one or none.
func contextOf(tick uint64) uint64 {
	if tick%4 == 3 {
		return tick | tick<<32
	}
	return tick
}

// posting returns the call that posts a request.
func posting(p *pair, r *request) *Call {
	return &Call{
		End: p.end, Connection: p.number, Context: r.context, Entries: r.places, Flags: r.flags,
		Window: -1, Allowed: succeeds, request: r,
	}
}
