package rc

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
)

var seeds = flag.Int("seeds", 500, "how many random schedules to try")

// A world is a pair under a random schedule, with its expected behavior: the oracle.
// Each Write and Read has a separate region, so that order does not change the content.
type world struct {
	*pair
	*rand.Rand
	a, b   player
	harmed bool // a packet was lost, repeated or overtaken: retries may run out
}

type player struct {
	end
	plan []planned
	// posted counts the requests, sends of them the messages the peer receives.
	posted int
	sends  [][]byte
	got    int // messages received
}

// A planned request has an expected outcome, if it gets that far.
type planned struct {
	Request
	data []byte
	want []byte // of a Read
	ends Outcome
}

func newWorld(t testing.TB, seed uint64) *world {
	w := &world{Rand: rand.New(rand.NewPCG(seed, 0))}
	c := Config{
		MTU: 256 << w.IntN(5), Retries: 7, RNRRetries: 7, AckTimeout: 1000, RNRTimer: 100,
		ReadsOut: 1 + w.IntN(4), Window: 1 + w.IntN(40),
	}
	c.ReadsIn = c.ReadsOut
	if w.IntN(4) == 0 {
		c.Retries, c.RNRRetries = uint8(w.IntN(8)), uint8(w.IntN(8))
	}
	w.pair = connect(t, c)
	w.a.end, w.b.end = w.pair.a, w.pair.b
	w.plan(&w.a, &w.b)
	w.plan(&w.b, &w.a)
	if w.IntN(3) == 0 {
		w.violate(&w.a, &w.b)
	}
	w.watch(&w.a, &w.b)
	w.watch(&w.b, &w.a)
	return w
}

// sendsBefore counts the messages that the peer receives before a request.
func (p *player) sendsBefore(slot uint32) (n int) {
	for _, r := range p.plan[:slot] {
		if r.Kind <= SendInvalidate {
			n++
		}
	}
	return n
}

func (w *world) length() int {
	mtu := w.pair.a.conn.cfg.MTU
	switch w.IntN(4) {
	case 0:
		return w.IntN(4)
	case 1:
		return mtu*w.IntN(3) + w.IntN(3)
	}
	return w.IntN(mtu * 12)
}

// plan makes the requests that one side is going to post.
func (w *world) plan(p, peer *player) {
	for i := range w.IntN(20) {
		n := w.length()
		r := planned{Request: Request{Kind: Kind(w.IntN(6)), Fence: w.IntN(4) == 0, Solicited: w.IntN(2) == 0}}
		switch r.Kind {
		case Send, SendInvalidate:
			r.data = pattern(i, n)
			r.InvalidateKey = peer.region(1, true, true)
		case Write:
			r.data = pattern(i, n)
			r.RemoteKey = peer.region(n, false, true)
			peer.regions[r.RemoteKey].stored = make([]uint8, n)
			r.RemoteAddress = peer.regions[r.RemoteKey].base
		case Read:
			r.data, r.want = make([]byte, n), pattern(i+100, n)
			r.RemoteKey = peer.region(n, true, false)
			copy(peer.regions[r.RemoteKey].bytes, r.want)
			r.RemoteAddress = peer.regions[r.RemoteKey].base
		}
		p.plan = append(p.plan, r)
	}
}

// receiveFor posts the Receive for the peer's first Send that has none.
func (w *world) receiveFor(p, peer *player) {
	k := 0
	for _, r := range peer.plan {
		if r.Kind > SendInvalidate {
			continue
		}
		if k == len(p.receives) {
			if r.ends == RemoteInvalid {
				p.receive(w.IntN(len(r.data)))
				return
			}
			p.receive(len(r.data) + w.IntN(2))
			return
		}
		k++
	}
}

// watch checks each completion as it happens.
func (w *world) watch(p, peer *player) {
	started := p.onStart
	p.onStart = func(r *Request) Outcome {
		if r.Fence {
			for i, before := range p.plan[:r.Slot] {
				if before.Kind == Read && i >= len(p.finished) {
					w.t.Errorf("%s: %d started before Read %d, fence or not", p.name, r.Slot, i)
				}
			}
		}
		if started != nil {
			return started(r)
		}
		return OK
	}
	p.onComplete = func(r *Request, o Outcome) { w.completed(p, peer, r, o) }
	p.onReceived = func(v *testReceive) { w.received(p, peer, v) }
}

func (w *world) completed(p, peer *player, r *Request, o Outcome) {
	if n := len(p.finished); uint32(n-1) != r.Slot {
		w.t.Errorf("%s: request %d ended as number %d", p.name, r.Slot, n-1)
	}
	plan := p.plan[r.Slot]
	if o == OK {
		w.fulfilled(p, peer, plan, r)
		return
	}
	if o == Flushed {
		if p.conn.state != Ended {
			w.t.Errorf("%s: %d is flushed before the end", p.name, r.Slot)
		}
		return
	}
	c := &p.conn.cfg // a slow network alone makes no one give up who retries 7 times
	impatient := o == RetryExceeded && (w.harmed || c.Retries < maxRetries || len(peer.failed) > 0) ||
		o == RNRExceeded && c.RNRRetries < forever
	if o != plan.ends && !impatient {
		w.t.Errorf("%s: %v %d ended %v, want %v", p.name, r.Kind, r.Slot, o, plan.ends)
	}
}

// fulfilled checks that completed requests were carried out.
func (w *world) fulfilled(p, peer *player, plan planned, r *Request) {
	if plan.ends != OK {
		w.t.Errorf("%s: %v %d ended OK, want %v", p.name, r.Kind, r.Slot, plan.ends)
	}
	switch r.Kind {
	case Send, SendInvalidate:
		k := p.sendsBefore(r.Slot)
		if k >= len(peer.receives) || !peer.receives[k].done || peer.receives[k].outcome != OK {
			w.t.Errorf("%s: %d completed, but was not received", p.name, r.Slot)
		}
	case Write:
		m := peer.regions[r.RemoteKey]
		if !bytes.Equal(m.bytes, plan.data) {
			w.t.Errorf("%s: Write %d is not there", p.name, r.Slot)
		}
	case Read:
		if !bytes.Equal(p.requests[r.Slot].data, plan.want) {
			w.t.Errorf("%s: Read %d is not there", p.name, r.Slot)
		}
	}
}

// received checks that the peer's messages arrive once each, in order and whole.
func (w *world) received(p, peer *player, v *testReceive) {
	if v.outcome != OK {
		return
	}
	if p.got >= len(peer.sends) {
		w.t.Errorf("%s: received a message that nobody sent", p.name)
		return
	}
	want := peer.sends[p.got]
	if int(v.Slot) != p.got || !bytes.Equal(v.data[:v.length], want) {
		w.t.Errorf("%s: Receive %d holds something else than message %d", p.name, v.Slot, p.got)
	}
	p.got++
}

func (w *world) post(p *player) {
	if p.posted == len(p.plan) {
		return
	}
	r := p.plan[p.posted]
	p.posted++
	if r.Kind <= SendInvalidate {
		p.sends = append(p.sends, r.data)
	}
	w.pair.post(p.end, r.Request, r.data)
}

// disturb does something to p's packets under way: deliver, lose, repeat, overtake.
func (w *world) disturb(p, peer *player, harm float64) {
	if p.sent.size == 0 {
		return
	}
	i := 0
	if w.Float64() < harm {
		i = w.IntN(min(p.sent.size, 4))
		w.harmed = w.harmed || i > 0
	}
	packet := p.sent.remove(i)
	switch x := w.Float64(); {
	case x < harm/2:
		w.harmed = true
		return
	case x < harm:
		w.harmed = true
		p.sent.room(len(packet.Payload))
		copy(p.sent.room(len(packet.Payload)), packet.Payload)
		p.sent.commit(packet)
	}
	peer.conn.Handle(packet, w.now)
}

// run carries out the schedule, then finishes without losses.
func (w *world) run() {
	harm := [...]float64{0, 0.02, 0.1, 0.3}[w.IntN(4)]
	for range 400 + w.IntN(2000) {
		p, peer := &w.a, &w.b
		if w.IntN(2) == 0 {
			p, peer = peer, p
		}
		switch w.IntN(12) {
		case 0:
			w.post(p)
		case 1:
			w.receiveFor(p, peer)
		case 2:
			w.now += Tick(w.IntN(300))
			w.tickDue()
		default:
			w.disturb(p, peer, harm)
		}
		checkInvariants(w.t, w.a.end)
		checkInvariants(w.t, w.b.end)
	}
	for range 20 {
		w.post(&w.a)
		w.post(&w.b)
		w.receiveFor(&w.a, &w.b)
		w.receiveFor(&w.b, &w.a)
	}
	w.keepalive(0) // which would go on forever
	w.finish()
	w.judge(&w.a, &w.b)
	w.judge(&w.b, &w.a)
}

// judge checks the end: all is done, or the connection has failed for a reason.
func (w *world) judge(p, peer *player) {
	if len(p.finished) != len(p.plan) {
		w.t.Errorf("%s: %d of %d requests have ended", p.name, len(p.finished), len(p.plan))
	}
	for key, m := range p.regions {
		if m == nil {
			continue
		}
		for i, n := range m.stored {
			if n > 1 {
				w.t.Fatalf("%s: byte %d of region %d was stored %d times", p.name, i, key, n)
			}
		}
	}
	ok := true
	for i, f := range p.finished {
		if f.outcome != OK && ok {
			ok = false
			if f.outcome != Flushed && (len(p.failed) != 1 || p.failed[0] != f.outcome) {
				w.t.Errorf("%s: request %d ended %v, but Failed was called with %v", p.name, i, f.outcome, p.failed)
			}
		} else if !ok && f.outcome != Flushed {
			w.t.Errorf("%s: request %d ended %v after the end", p.name, i, f.outcome)
		}
	}
	if !ok && len(p.failed) == 0 {
		w.t.Errorf("%s: requests failed and the connection didn't", p.name)
	}
	if len(p.failed) > 1 {
		w.t.Errorf("%s: failed %d times", p.name, len(p.failed))
	}
	if len(p.failed) == 1 {
		w.judgePeer(p.failed[0], p, peer)
	}
}

// judgePeer checks that a request which the peer refused ended the peer too.
// IBTA 9.9.3 (responder error behavior).
func (w *world) judgePeer(o Outcome, p, peer *player) {
	refusals := map[Outcome][]Outcome{
		RemoteAccess:    {RemoteAccess},
		RemoteInvalid:   {LocalLength, RemoteInvalid},
		RemoteOperation: {LocalProtection, RemoteOperation},
	}
	refused := len(p.finished) > 0 && slices.ContainsFunc(p.finished, func(f completion) bool { return f.outcome == o })
	if want := refusals[o]; refused && want != nil && (len(peer.failed) != 1 || !slices.Contains(want, peer.failed[0])) {
		w.t.Errorf("%s's request ended %v, and %s %v", p.name, o, peer.name, peer.failed)
	}
}

// TestModel drives two ends through random schedules of loss, duplication and
// reordering. A seed that once failed, or that ends in a rare way, stays in keptSeeds.
func TestModel(t *testing.T) {
	for _, kept := range keptSeeds {
		t.Run(kept.why, func(t *testing.T) {
			w := newWorld(t, kept.seed)
			w.run()
			if !slices.Equal(w.a.failed, kept.a) || !slices.Equal(w.b.failed, kept.b) {
				t.Errorf("A failed %v, B %v; want %v, %v", w.a.failed, w.b.failed, kept.a, kept.b)
			}
		})
	}
	for seed := range uint64(*seeds) {
		newWorld(t, seed).run()
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

var keptSeeds = []struct {
	seed uint64
	why  string
	a, b []Outcome
}{
	{45, "the hardware fails a Write", []Outcome{RemoteOperation}, []Outcome{RemoteOperation}},
	{176, "the side without a misdeed gives up", nil, []Outcome{RetryExceeded}},
	{323, "the NAK of a long Send is lost", []Outcome{RetryExceeded}, []Outcome{LocalLength}},
	{857, "both give up waiting for a Receive", []Outcome{RNRExceeded}, []Outcome{RNRExceeded}},
	{1201, "one gives up while the other refuses", []Outcome{RNRExceeded}, []Outcome{RemoteAccess}},
	{6158, "an internal failure against an RNR NAK", []Outcome{Internal}, []Outcome{RNRExceeded}},
	{8451, "a slow network and no retries", []Outcome{RetryExceeded}, nil},
}
